/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e0ea59bbc23d5c30d286bb2259860f761d47623e */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_LockFactory___construct, 0, 0, 1)
	ZEND_ARG_OBJ_INFO(0, store, Symfony\\Component\\Lock\\PersistingStoreInterface, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockFactory_setLogger, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, logger, Psr\\Log\\LoggerInterface, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_OBJ_INFO_EX(arginfo_class_Symfony_Component_Lock_LockFactory_createLock, 0, 1, Symfony\\Component\\Lock\\LockInterface, 0)
	ZEND_ARG_TYPE_INFO(0, resource, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ttl, IS_DOUBLE, 1, "300.0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, autoRelease, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_OBJ_INFO_EX(arginfo_class_Symfony_Component_Lock_LockFactory_createLockFromKey, 0, 1, Symfony\\Component\\Lock\\LockInterface, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ttl, IS_DOUBLE, 1, "300.0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, autoRelease, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockFactory___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_LockFactory___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_LockFactory, __construct);
ZEND_METHOD(Symfony_Component_Lock_LockFactory, setLogger);
ZEND_METHOD(Symfony_Component_Lock_LockFactory, createLock);
ZEND_METHOD(Symfony_Component_Lock_LockFactory, createLockFromKey);
ZEND_METHOD(Symfony_Component_Lock_LockFactory, __serialize);
ZEND_METHOD(Symfony_Component_Lock_LockFactory, __unserialize);


static const zend_function_entry class_Symfony_Component_Lock_LockFactory_methods[] = {
	ZEND_ME(Symfony_Component_Lock_LockFactory, __construct, arginfo_class_Symfony_Component_Lock_LockFactory___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_LockFactory, setLogger, arginfo_class_Symfony_Component_Lock_LockFactory_setLogger, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_LockFactory, createLock, arginfo_class_Symfony_Component_Lock_LockFactory_createLock, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_LockFactory, createLockFromKey, arginfo_class_Symfony_Component_Lock_LockFactory_createLockFromKey, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_LockFactory, __serialize, arginfo_class_Symfony_Component_Lock_LockFactory___serialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_LockFactory, __unserialize, arginfo_class_Symfony_Component_Lock_LockFactory___unserialize, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_LockFactory(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "LockFactory", class_Symfony_Component_Lock_LockFactory_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	return class_entry;
}
