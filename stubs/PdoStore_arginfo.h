/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: fbde28ed22b035f8b64f14b4e1661f7e3cce9b2c */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore___construct, 0, 0, 1)
	ZEND_ARG_OBJ_TYPE_MASK(0, connOrDsn, PDO, MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, gcProbability, IS_DOUBLE, 0, "0.01")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, initialTtl, IS_LONG, 0, "300")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_PdoStore_delete arginfo_class_Symfony_Component_Lock_Store_PdoStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore_createTable, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore_configureSchema, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, schema, Doctrine\\DBAL\\Schema\\Schema, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_PdoStore___debugInfo, 0, 0, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_PdoStore, __construct);
ZEND_METHOD(Slock_Store, save);
ZEND_METHOD(Slock_Store, putOffExpiration);
ZEND_METHOD(Slock_Store, delete);
ZEND_METHOD(Slock_Store, exists);
ZEND_METHOD(Symfony_Component_Lock_Store_PdoStore, createTable);
ZEND_METHOD(Symfony_Component_Lock_Store_PdoStore, configureSchema);
ZEND_METHOD(Slock_Store, __serialize);
ZEND_METHOD(Slock_Store, __unserialize);
ZEND_METHOD(Slock_Store, __debugInfo);


static const zend_function_entry class_Symfony_Component_Lock_Store_PdoStore_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_PdoStore, __construct, arginfo_class_Symfony_Component_Lock_Store_PdoStore___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, save, save, arginfo_class_Symfony_Component_Lock_Store_PdoStore_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, putOffExpiration, putOffExpiration, arginfo_class_Symfony_Component_Lock_Store_PdoStore_putOffExpiration, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, delete, delete, arginfo_class_Symfony_Component_Lock_Store_PdoStore_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, exists, exists, arginfo_class_Symfony_Component_Lock_Store_PdoStore_exists, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Store_PdoStore, createTable, arginfo_class_Symfony_Component_Lock_Store_PdoStore_createTable, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Store_PdoStore, configureSchema, arginfo_class_Symfony_Component_Lock_Store_PdoStore_configureSchema, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __serialize, __serialize, arginfo_class_Symfony_Component_Lock_Store_PdoStore___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __unserialize, __unserialize, arginfo_class_Symfony_Component_Lock_Store_PdoStore___unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __debugInfo, __debugInfo, arginfo_class_Symfony_Component_Lock_Store_PdoStore___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_PdoStore(zend_class_entry *class_entry_Symfony_Component_Lock_PersistingStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "PdoStore", class_Symfony_Component_Lock_Store_PdoStore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_PersistingStoreInterface);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}
