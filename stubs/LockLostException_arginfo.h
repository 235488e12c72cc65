/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: cd07c3c940f579478f278a18dc40adcbd712417a */




static const zend_function_entry class_Slock_Exception_LockLostException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Slock_Exception_LockLostException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Slock\\Exception", "LockLostException", class_Slock_Exception_LockLostException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}
