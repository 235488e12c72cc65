/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e772bc23554198f95ba41ba71f8208b20c2890c2 */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_isSupported, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, scope, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_waitAndSave arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_save

#define arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_delete arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_save

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_putOffExpiration, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_SemaphoreStore, isSupported);
ZEND_METHOD(Symfony_Component_Lock_Store_SemaphoreStore, __construct);
ZEND_METHOD(Slock_Store, save);
ZEND_METHOD(Slock_Store, waitAndSave);
ZEND_METHOD(Slock_Store, delete);
ZEND_METHOD(Slock_Store, putOffExpiration);
ZEND_METHOD(Slock_Store, exists);
ZEND_METHOD(Slock_Store, __serialize);
ZEND_METHOD(Slock_Store, __unserialize);


static const zend_function_entry class_Symfony_Component_Lock_Store_SemaphoreStore_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_SemaphoreStore, isSupported, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_isSupported, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Symfony_Component_Lock_Store_SemaphoreStore, __construct, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, save, save, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, waitAndSave, waitAndSave, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_waitAndSave, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, delete, delete, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_delete, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, putOffExpiration, putOffExpiration, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_putOffExpiration, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, exists, exists, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore_exists, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __serialize, __serialize, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Slock_Store, __unserialize, __unserialize, arginfo_class_Symfony_Component_Lock_Store_SemaphoreStore___unserialize, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_SemaphoreStore(zend_class_entry *class_entry_Symfony_Component_Lock_BlockingStoreInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "SemaphoreStore", class_Symfony_Component_Lock_Store_SemaphoreStore_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_BlockingStoreInterface);

	return class_entry;
}
