/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 626e3edd0b5d7210a8f23ee989491928a6408862 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock___construct, 0, 0, 2)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
	ZEND_ARG_OBJ_INFO(0, store, Symfony\\Component\\Lock\\PersistingStoreInterface, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ttl, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, autoRelease, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock___destruct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock_setLogger, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, logger, Psr\\Log\\LoggerInterface, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock_acquire, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, blocking, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Lock_acquireRead arginfo_class_Symfony_Component_Lock_Lock_acquire

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock_refresh, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ttl, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock_isAcquired, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock_release, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Lock_isExpired arginfo_class_Symfony_Component_Lock_Lock_isAcquired

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock_getRemainingLifetime, 0, 0, IS_DOUBLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Symfony_Component_Lock_Lock_getExpiringDate, 0, 0, DateTimeImmutable, 1)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Lock, __construct);
ZEND_METHOD(Symfony_Component_Lock_Lock, __serialize);
ZEND_METHOD(Symfony_Component_Lock_Lock, __unserialize);
ZEND_METHOD(Symfony_Component_Lock_Lock, __destruct);
ZEND_METHOD(Symfony_Component_Lock_Lock, setLogger);
ZEND_METHOD(Symfony_Component_Lock_Lock, acquire);
ZEND_METHOD(Symfony_Component_Lock_Lock, acquireRead);
ZEND_METHOD(Symfony_Component_Lock_Lock, refresh);
ZEND_METHOD(Symfony_Component_Lock_Lock, isAcquired);
ZEND_METHOD(Symfony_Component_Lock_Lock, release);
ZEND_METHOD(Symfony_Component_Lock_Lock, isExpired);
ZEND_METHOD(Symfony_Component_Lock_Lock, getRemainingLifetime);
ZEND_METHOD(Symfony_Component_Lock_Lock, getExpiringDate);


static const zend_function_entry class_Symfony_Component_Lock_Lock_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Lock, __construct, arginfo_class_Symfony_Component_Lock_Lock___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, __serialize, arginfo_class_Symfony_Component_Lock_Lock___serialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, __unserialize, arginfo_class_Symfony_Component_Lock_Lock___unserialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, __destruct, arginfo_class_Symfony_Component_Lock_Lock___destruct, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, setLogger, arginfo_class_Symfony_Component_Lock_Lock_setLogger, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, acquire, arginfo_class_Symfony_Component_Lock_Lock_acquire, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, acquireRead, arginfo_class_Symfony_Component_Lock_Lock_acquireRead, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, refresh, arginfo_class_Symfony_Component_Lock_Lock_refresh, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, isAcquired, arginfo_class_Symfony_Component_Lock_Lock_isAcquired, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, release, arginfo_class_Symfony_Component_Lock_Lock_release, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, isExpired, arginfo_class_Symfony_Component_Lock_Lock_isExpired, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, getRemainingLifetime, arginfo_class_Symfony_Component_Lock_Lock_getRemainingLifetime, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Lock, getExpiringDate, arginfo_class_Symfony_Component_Lock_Lock_getExpiringDate, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Lock(zend_class_entry *class_entry_Symfony_Component_Lock_SharedLockInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "Lock", class_Symfony_Component_Lock_Lock_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_SharedLockInterface);

	return class_entry;
}
