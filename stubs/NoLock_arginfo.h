/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 00fb20bc7773afb6bc7d00b1831aa9e62fbfb9ac */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_NoLock_acquireRead, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, blocking, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_NoLock_acquire arginfo_class_Symfony_Component_Lock_NoLock_acquireRead

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_NoLock_refresh, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ttl, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_NoLock_isAcquired, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_NoLock_release, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_NoLock_isExpired arginfo_class_Symfony_Component_Lock_NoLock_isAcquired

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_NoLock_getRemainingLifetime, 0, 0, IS_DOUBLE, 1)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_NoLock, acquireRead);
ZEND_METHOD(Symfony_Component_Lock_NoLock, acquire);
ZEND_METHOD(Symfony_Component_Lock_NoLock, refresh);
ZEND_METHOD(Symfony_Component_Lock_NoLock, isAcquired);
ZEND_METHOD(Symfony_Component_Lock_NoLock, release);
ZEND_METHOD(Symfony_Component_Lock_NoLock, isExpired);
ZEND_METHOD(Symfony_Component_Lock_NoLock, getRemainingLifetime);


static const zend_function_entry class_Symfony_Component_Lock_NoLock_methods[] = {
	ZEND_ME(Symfony_Component_Lock_NoLock, acquireRead, arginfo_class_Symfony_Component_Lock_NoLock_acquireRead, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_NoLock, acquire, arginfo_class_Symfony_Component_Lock_NoLock_acquire, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_NoLock, refresh, arginfo_class_Symfony_Component_Lock_NoLock_refresh, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_NoLock, isAcquired, arginfo_class_Symfony_Component_Lock_NoLock_isAcquired, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_NoLock, release, arginfo_class_Symfony_Component_Lock_NoLock_release, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_NoLock, isExpired, arginfo_class_Symfony_Component_Lock_NoLock_isExpired, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_NoLock, getRemainingLifetime, arginfo_class_Symfony_Component_Lock_NoLock_getRemainingLifetime, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_NoLock(zend_class_entry *class_entry_Symfony_Component_Lock_SharedLockInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "NoLock", class_Symfony_Component_Lock_NoLock_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL;
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_SharedLockInterface);

	return class_entry;
}
