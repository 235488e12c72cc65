/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: b58664e8cd8162f34f992c6ee5e5fb546226b566 */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_NullStore_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_NullStore_delete arginfo_class_Symfony_Component_Lock_Store_NullStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_NullStore_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_NullStore_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_NullStore_saveRead arginfo_class_Symfony_Component_Lock_Store_NullStore_save

#define arginfo_class_Symfony_Component_Lock_Store_NullStore_waitAndSaveRead arginfo_class_Symfony_Component_Lock_Store_NullStore_save


ZEND_METHOD(Slock_Store, save);
ZEND_METHOD(Slock_Store, delete);
ZEND_METHOD(Slock_Store, exists);
ZEND_METHOD(Slock_Store, putOffExpiration);
ZEND_METHOD(Slock_Store, saveRead);
ZEND_METHOD(Slock_Store, waitAndSaveRead);


static const zend_function_entry class_Symfony_Component_Lock_Store_NullStore_methods[] = {
	ZEND_MALIAS(Slock_Store, save, save, arginfo_class_Symfony_Component_Lock_Store_NullStore_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, delete, delete, arginfo_class_Symfony_Component_Lock_Store_NullStore_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, exists, exists, arginfo_class_Symfony_Component_Lock_Store_NullStore_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, putOffExpiration, putOffExpiration, arginfo_class_Symfony_Component_Lock_Store_NullStore_putOffExpiration, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, saveRead, saveRead, arginfo_class_Symfony_Component_Lock_Store_NullStore_saveRead, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, waitAndSaveRead, waitAndSaveRead, arginfo_class_Symfony_Component_Lock_Store_NullStore_waitAndSaveRead, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_NullStore(zend_class_entry *class_entry_Symfony_Component_Lock_BlockingSharedLockStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "NullStore", class_Symfony_Component_Lock_Store_NullStore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_BlockingSharedLockStoreInterface);

	return class_entry;
}
