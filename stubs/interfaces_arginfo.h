/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: fcb238445bf02af6bf98f4aeab805b788d624bae */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockInterface_acquire, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, blocking, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockInterface_refresh, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ttl, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockInterface_isAcquired, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockInterface_release, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_LockInterface_isExpired arginfo_class_Symfony_Component_Lock_LockInterface_isAcquired

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockInterface_getRemainingLifetime, 0, 0, IS_DOUBLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_SharedLockInterface_acquireRead arginfo_class_Symfony_Component_Lock_LockInterface_acquire

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_delete arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_BlockingStoreInterface_waitAndSave arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_save

#define arginfo_class_Symfony_Component_Lock_SharedLockStoreInterface_saveRead arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_save

#define arginfo_class_Symfony_Component_Lock_BlockingSharedLockStoreInterface_waitAndSaveRead arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Strategy_StrategyInterface_isMet, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfSuccess, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfItems, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Strategy_StrategyInterface_canBeMet, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfFailure, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfItems, IS_LONG, 0)
ZEND_END_ARG_INFO()




static const zend_function_entry class_Symfony_Component_Lock_LockInterface_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_LockInterface, acquire, arginfo_class_Symfony_Component_Lock_LockInterface_acquire, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_LockInterface, refresh, arginfo_class_Symfony_Component_Lock_LockInterface_refresh, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_LockInterface, isAcquired, arginfo_class_Symfony_Component_Lock_LockInterface_isAcquired, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_LockInterface, release, arginfo_class_Symfony_Component_Lock_LockInterface_release, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_LockInterface, isExpired, arginfo_class_Symfony_Component_Lock_LockInterface_isExpired, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_LockInterface, getRemainingLifetime, arginfo_class_Symfony_Component_Lock_LockInterface_getRemainingLifetime, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_SharedLockInterface_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_SharedLockInterface, acquireRead, arginfo_class_Symfony_Component_Lock_SharedLockInterface_acquireRead, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_PersistingStoreInterface_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_PersistingStoreInterface, save, arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_save, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_PersistingStoreInterface, delete, arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_delete, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_PersistingStoreInterface, exists, arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_exists, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_PersistingStoreInterface, putOffExpiration, arginfo_class_Symfony_Component_Lock_PersistingStoreInterface_putOffExpiration, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_BlockingStoreInterface_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_BlockingStoreInterface, waitAndSave, arginfo_class_Symfony_Component_Lock_BlockingStoreInterface_waitAndSave, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_SharedLockStoreInterface_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_SharedLockStoreInterface, saveRead, arginfo_class_Symfony_Component_Lock_SharedLockStoreInterface_saveRead, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_BlockingSharedLockStoreInterface_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_BlockingSharedLockStoreInterface, waitAndSaveRead, arginfo_class_Symfony_Component_Lock_BlockingSharedLockStoreInterface_waitAndSaveRead, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_StoreInterface_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Strategy_StrategyInterface_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_Strategy_StrategyInterface, isMet, arginfo_class_Symfony_Component_Lock_Strategy_StrategyInterface_isMet, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Symfony_Component_Lock_Strategy_StrategyInterface, canBeMet, arginfo_class_Symfony_Component_Lock_Strategy_StrategyInterface_canBeMet, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_LockInterface(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "LockInterface", class_Symfony_Component_Lock_LockInterface_methods);
	class_entry = zend_register_internal_interface(&ce);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_SharedLockInterface(zend_class_entry *class_entry_Symfony_Component_Lock_LockInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "SharedLockInterface", class_Symfony_Component_Lock_SharedLockInterface_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_LockInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_PersistingStoreInterface(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "PersistingStoreInterface", class_Symfony_Component_Lock_PersistingStoreInterface_methods);
	class_entry = zend_register_internal_interface(&ce);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_BlockingStoreInterface(zend_class_entry *class_entry_Symfony_Component_Lock_PersistingStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "BlockingStoreInterface", class_Symfony_Component_Lock_BlockingStoreInterface_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_PersistingStoreInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_SharedLockStoreInterface(zend_class_entry *class_entry_Symfony_Component_Lock_PersistingStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "SharedLockStoreInterface", class_Symfony_Component_Lock_SharedLockStoreInterface_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_PersistingStoreInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_BlockingSharedLockStoreInterface(zend_class_entry *class_entry_Symfony_Component_Lock_SharedLockStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "BlockingSharedLockStoreInterface", class_Symfony_Component_Lock_BlockingSharedLockStoreInterface_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_SharedLockStoreInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_StoreInterface(zend_class_entry *class_entry_Symfony_Component_Lock_PersistingStoreInterface, zend_class_entry *class_entry_Symfony_Component_Lock_BlockingStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "StoreInterface", class_Symfony_Component_Lock_StoreInterface_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 2, class_entry_Symfony_Component_Lock_PersistingStoreInterface, class_entry_Symfony_Component_Lock_BlockingStoreInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Strategy_StrategyInterface(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Strategy", "StrategyInterface", class_Symfony_Component_Lock_Strategy_StrategyInterface_methods);
	class_entry = zend_register_internal_interface(&ce);

	return class_entry;
}
