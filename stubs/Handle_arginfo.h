/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: c7ce16ae0298a9aa6aa3847db1397e183a9317fc */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Slock_Handle___construct, 0, 0, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Slock_Handle, __construct);


static const zend_function_entry class_Slock_Handle_methods[] = {
	ZEND_ME(Slock_Handle, __construct, arginfo_class_Slock_Handle___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};

static zend_class_entry *register_class_Slock_Handle(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Slock", "Handle", class_Slock_Handle_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
