/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 0014d36fc815ca63909aaa818563c8d7a12c23f1 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Slock_KeepAlive___construct, 0, 0, 1)
	ZEND_ARG_OBJ_INFO(0, lock, Symfony\\Component\\Lock\\LockInterface, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ttl, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxLifetime, IS_DOUBLE, 1, "null")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, onLost, Closure, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Slock_KeepAlive_isLost, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Slock_KeepAlive_stop, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Slock_KeepAlive, __construct);
ZEND_METHOD(Slock_KeepAlive, isLost);
ZEND_METHOD(Slock_KeepAlive, stop);


static const zend_function_entry class_Slock_KeepAlive_methods[] = {
	ZEND_ME(Slock_KeepAlive, __construct, arginfo_class_Slock_KeepAlive___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Slock_KeepAlive, isLost, arginfo_class_Slock_KeepAlive_isLost, ZEND_ACC_PUBLIC)
	ZEND_ME(Slock_KeepAlive, stop, arginfo_class_Slock_KeepAlive_stop, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Slock_KeepAlive(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Slock", "KeepAlive", class_Slock_KeepAlive_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
