/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e24ed951f0e62ab6d693521261c2e321e26c9045 */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_OBJ_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_StoreFactory_createStore, 0, 1, Symfony\\Component\\Lock\\PersistingStoreInterface, 0)
	ZEND_ARG_TYPE_MASK(0, connection, MAY_BE_OBJECT|MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, advisory, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_StoreFactory, createStore);


static const zend_function_entry class_Symfony_Component_Lock_Store_StoreFactory_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_StoreFactory, createStore, arginfo_class_Symfony_Component_Lock_Store_StoreFactory_createStore, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_StoreFactory(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "StoreFactory", class_Symfony_Component_Lock_Store_StoreFactory_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "createstore", sizeof("createstore") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}
