/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: a208a86c6a6064bfded1f8aa265789830f1ce750 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Slock_acquire, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, lock, Symfony\\Component\\Lock\\LockInterface, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Slock_acquire);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Slock", acquire, Slock_acquire, arginfo_Slock_acquire)
	ZEND_FE_END
};
