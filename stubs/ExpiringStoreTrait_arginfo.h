/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 6668c9ff1c1d0eb46907c2379bd1221d961fc3bd */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_ExpiringStoreTrait_checkNotExpired, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_ExpiringStoreTrait, checkNotExpired);


static const zend_function_entry class_Symfony_Component_Lock_Store_ExpiringStoreTrait_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_ExpiringStoreTrait, checkNotExpired, arginfo_class_Symfony_Component_Lock_Store_ExpiringStoreTrait_checkNotExpired, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_ExpiringStoreTrait(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "ExpiringStoreTrait", class_Symfony_Component_Lock_Store_ExpiringStoreTrait_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_TRAIT;

	return class_entry;
}
