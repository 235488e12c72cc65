/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2c7e458a8026ace13d6ee902422147c343ae0c6b */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_CombinedStore___construct, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, stores, IS_ARRAY, 0)
	ZEND_ARG_OBJ_INFO(0, strategy, Symfony\\Component\\Lock\\Strategy\\StrategyInterface, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_CombinedStore_setLogger, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, logger, Psr\\Log\\LoggerInterface, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_CombinedStore_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_CombinedStore_saveRead arginfo_class_Symfony_Component_Lock_Store_CombinedStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_CombinedStore_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_CombinedStore_delete arginfo_class_Symfony_Component_Lock_Store_CombinedStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_CombinedStore_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_CombinedStore, __construct);
ZEND_METHOD(Symfony_Component_Lock_Store_CombinedStore, setLogger);
ZEND_METHOD(Slock_Store, save);
ZEND_METHOD(Slock_Store, saveRead);
ZEND_METHOD(Slock_Store, putOffExpiration);
ZEND_METHOD(Slock_Store, delete);
ZEND_METHOD(Slock_Store, exists);


static const zend_function_entry class_Symfony_Component_Lock_Store_CombinedStore_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_CombinedStore, __construct, arginfo_class_Symfony_Component_Lock_Store_CombinedStore___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Store_CombinedStore, setLogger, arginfo_class_Symfony_Component_Lock_Store_CombinedStore_setLogger, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, save, save, arginfo_class_Symfony_Component_Lock_Store_CombinedStore_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, saveRead, saveRead, arginfo_class_Symfony_Component_Lock_Store_CombinedStore_saveRead, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, putOffExpiration, putOffExpiration, arginfo_class_Symfony_Component_Lock_Store_CombinedStore_putOffExpiration, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, delete, delete, arginfo_class_Symfony_Component_Lock_Store_CombinedStore_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, exists, exists, arginfo_class_Symfony_Component_Lock_Store_CombinedStore_exists, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_CombinedStore(zend_class_entry *class_entry_Symfony_Component_Lock_SharedLockStoreInterface, zend_class_entry *class_entry_Psr_Log_LoggerAwareInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "CombinedStore", class_Symfony_Component_Lock_Store_CombinedStore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 2, class_entry_Symfony_Component_Lock_SharedLockStoreInterface, class_entry_Psr_Log_LoggerAwareInterface);

	zval property_logger_default_value;
	ZVAL_NULL(&property_logger_default_value);
	zend_string *property_logger_name = zend_string_init("logger", sizeof("logger") - 1, 1);
	zend_declare_property_ex(class_entry, property_logger_name, &property_logger_default_value, ZEND_ACC_PROTECTED, NULL);
	zend_string_release(property_logger_name);

	return class_entry;
}
