/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: be96fc2bc488a490a9f76d4e4d40e7a815904925 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___construct, 0, 0, 1)
	ZEND_ARG_OBJ_TYPE_MASK(0, connOrUrl, Doctrine\\DBAL\\Connection, MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_delete arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_waitAndSave arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___debugInfo, 0, 0, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_DoctrineDbalMysqlStore, __construct);
ZEND_METHOD(Slock_Store, save);
ZEND_METHOD(Slock_Store, putOffExpiration);
ZEND_METHOD(Slock_Store, delete);
ZEND_METHOD(Slock_Store, exists);
ZEND_METHOD(Slock_Store, waitAndSave);
ZEND_METHOD(Slock_Store, __serialize);
ZEND_METHOD(Slock_Store, __unserialize);
ZEND_METHOD(Slock_Store, __debugInfo);


static const zend_function_entry class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_DoctrineDbalMysqlStore, __construct, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, save, save, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, putOffExpiration, putOffExpiration, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_putOffExpiration, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, delete, delete, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, exists, exists, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, waitAndSave, waitAndSave, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_waitAndSave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __serialize, __serialize, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __unserialize, __unserialize, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __debugInfo, __debugInfo, arginfo_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore(zend_class_entry *class_entry_Symfony_Component_Lock_BlockingStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "DoctrineDbalMysqlStore", class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_BlockingStoreInterface);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}
