/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: d06b919afcbb4395ef75b06b3ffaf7853b31b7b0 */




static const zend_function_entry class_Symfony_Component_Lock_Exception_ExceptionInterface_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_InvalidArgumentException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_InvalidTtlException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_LockAcquiringException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_LockConflictedException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_LockExpiredException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_LockReleasingException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_LockStorageException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_UnserializableKeyException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Symfony_Component_Lock_Exception_NotSupportedException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_ExceptionInterface(zend_class_entry *class_entry_Throwable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "ExceptionInterface", class_Symfony_Component_Lock_Exception_ExceptionInterface_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Throwable);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_InvalidArgumentException(zend_class_entry *class_entry_InvalidArgumentException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "InvalidArgumentException", class_Symfony_Component_Lock_Exception_InvalidArgumentException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_InvalidArgumentException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_InvalidTtlException(zend_class_entry *class_entry_Symfony_Component_Lock_Exception_InvalidArgumentException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "InvalidTtlException", class_Symfony_Component_Lock_Exception_InvalidTtlException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Symfony_Component_Lock_Exception_InvalidArgumentException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_LockAcquiringException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "LockAcquiringException", class_Symfony_Component_Lock_Exception_LockAcquiringException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_LockConflictedException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "LockConflictedException", class_Symfony_Component_Lock_Exception_LockConflictedException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_LockExpiredException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "LockExpiredException", class_Symfony_Component_Lock_Exception_LockExpiredException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_LockReleasingException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "LockReleasingException", class_Symfony_Component_Lock_Exception_LockReleasingException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_LockStorageException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "LockStorageException", class_Symfony_Component_Lock_Exception_LockStorageException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_UnserializableKeyException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "UnserializableKeyException", class_Symfony_Component_Lock_Exception_UnserializableKeyException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}

static zend_class_entry *register_class_Symfony_Component_Lock_Exception_NotSupportedException(zend_class_entry *class_entry_LogicException, zend_class_entry *class_entry_Symfony_Component_Lock_Exception_ExceptionInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Exception", "NotSupportedException", class_Symfony_Component_Lock_Exception_NotSupportedException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_LogicException);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Exception_ExceptionInterface);

	return class_entry;
}
