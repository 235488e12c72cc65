/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: a64330ec908e06d8594dfc648da2d719740e419f */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Slock_acquire, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, lock, Symfony\\Component\\Lock\\LockInterface, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Slock_fencing_token, 0, 1, IS_LONG, 1)
	ZEND_ARG_OBJ_TYPE_MASK(0, lock, Symfony\\Component\\Lock\\LockInterface|Symfony\\Component\\Lock\\Key, 0, NULL)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Slock_acquire);
ZEND_FUNCTION(Slock_fencing_token);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Slock", acquire, Slock_acquire, arginfo_Slock_acquire)
	ZEND_NS_FALIAS("Slock", fencing_token, Slock_fencing_token, arginfo_Slock_fencing_token)
	ZEND_FE_END
};
