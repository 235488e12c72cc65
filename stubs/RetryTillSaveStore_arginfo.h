/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 20772b083aef964668977dc1ea3a84c1023ae0aa */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore___construct, 0, 0, 1)
	ZEND_ARG_OBJ_INFO(0, decorated, Symfony\\Component\\Lock\\PersistingStoreInterface, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retrySleep, IS_LONG, 0, "100")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retryCount, IS_LONG, 0, "PHP_INT_MAX")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_setLogger, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, logger, Psr\\Log\\LoggerInterface, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_waitAndSave arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_delete arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_RetryTillSaveStore, __construct);
ZEND_METHOD(Slock_Store, setLogger);
ZEND_METHOD(Slock_Store, save);
ZEND_METHOD(Slock_Store, waitAndSave);
ZEND_METHOD(Slock_Store, putOffExpiration);
ZEND_METHOD(Slock_Store, delete);
ZEND_METHOD(Slock_Store, exists);
ZEND_METHOD(Slock_Store, __serialize);
ZEND_METHOD(Slock_Store, __unserialize);


static const zend_function_entry class_Symfony_Component_Lock_Store_RetryTillSaveStore_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_RetryTillSaveStore, __construct, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, setLogger, setLogger, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_setLogger, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, save, save, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, waitAndSave, waitAndSave, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_waitAndSave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, putOffExpiration, putOffExpiration, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_putOffExpiration, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, delete, delete, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, exists, exists, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __serialize, __serialize, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __unserialize, __unserialize, arginfo_class_Symfony_Component_Lock_Store_RetryTillSaveStore___unserialize, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_RetryTillSaveStore(zend_class_entry *class_entry_Symfony_Component_Lock_BlockingStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "RetryTillSaveStore", class_Symfony_Component_Lock_Store_RetryTillSaveStore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_BlockingStoreInterface);

	return class_entry;
}
