/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 11699ab3d2b3bfaf1fed3bcddc43f998fbede13c */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore___construct, 0, 0, 1)
	ZEND_ARG_TYPE_MASK(0, mongo, MAY_BE_STRING|MAY_BE_OBJECT, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore_key, 0, 1, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore_assertVersion, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, expected, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore_update, 0, 3, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, expected, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, change, MAY_BE_ARRAY|MAY_BE_OBJECT, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Slock_Store_MongoDbDocumentStore_saveRead arginfo_class_Slock_Store_MongoDbDocumentStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Slock_Store_MongoDbDocumentStore_delete arginfo_class_Slock_Store_MongoDbDocumentStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Slock_Store_MongoDbDocumentStore___debugInfo, 0, 0, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Slock_Store_MongoDbDocumentStore, __construct);
ZEND_METHOD(Slock_Store_MongoDbDocumentStore, key);
ZEND_METHOD(Slock_Store_MongoDbDocumentStore, assertVersion);
ZEND_METHOD(Slock_Store_MongoDbDocumentStore, update);
ZEND_METHOD(Slock_Store, save);
ZEND_METHOD(Slock_Store, saveRead);
ZEND_METHOD(Slock_Store, putOffExpiration);
ZEND_METHOD(Slock_Store, delete);
ZEND_METHOD(Slock_Store, exists);
ZEND_METHOD(Slock_Store, __serialize);
ZEND_METHOD(Slock_Store, __unserialize);
ZEND_METHOD(Slock_Store, __debugInfo);


static const zend_function_entry class_Slock_Store_MongoDbDocumentStore_methods[] = {
	ZEND_ME(Slock_Store_MongoDbDocumentStore, __construct, arginfo_class_Slock_Store_MongoDbDocumentStore___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Slock_Store_MongoDbDocumentStore, key, arginfo_class_Slock_Store_MongoDbDocumentStore_key, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Slock_Store_MongoDbDocumentStore, assertVersion, arginfo_class_Slock_Store_MongoDbDocumentStore_assertVersion, ZEND_ACC_PUBLIC)
	ZEND_ME(Slock_Store_MongoDbDocumentStore, update, arginfo_class_Slock_Store_MongoDbDocumentStore_update, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, save, save, arginfo_class_Slock_Store_MongoDbDocumentStore_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, saveRead, saveRead, arginfo_class_Slock_Store_MongoDbDocumentStore_saveRead, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, putOffExpiration, putOffExpiration, arginfo_class_Slock_Store_MongoDbDocumentStore_putOffExpiration, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, delete, delete, arginfo_class_Slock_Store_MongoDbDocumentStore_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, exists, exists, arginfo_class_Slock_Store_MongoDbDocumentStore_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __serialize, __serialize, arginfo_class_Slock_Store_MongoDbDocumentStore___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __unserialize, __unserialize, arginfo_class_Slock_Store_MongoDbDocumentStore___unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __debugInfo, __debugInfo, arginfo_class_Slock_Store_MongoDbDocumentStore___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Slock_Store_MongoDbDocumentStore(zend_class_entry *class_entry_Symfony_Component_Lock_SharedLockStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Slock\\Store", "MongoDbDocumentStore", class_Slock_Store_MongoDbDocumentStore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_SharedLockStoreInterface);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}
