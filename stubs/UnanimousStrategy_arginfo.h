/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 3bb09cbdafef630ae8a563d99f2d746c0d1f8a8a */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Strategy_UnanimousStrategy_isMet, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfSuccess, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfItems, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Strategy_UnanimousStrategy_canBeMet, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfFailure, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfItems, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Strategy_UnanimousStrategy, isMet);
ZEND_METHOD(Symfony_Component_Lock_Strategy_UnanimousStrategy, canBeMet);


static const zend_function_entry class_Symfony_Component_Lock_Strategy_UnanimousStrategy_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Strategy_UnanimousStrategy, isMet, arginfo_class_Symfony_Component_Lock_Strategy_UnanimousStrategy_isMet, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Strategy_UnanimousStrategy, canBeMet, arginfo_class_Symfony_Component_Lock_Strategy_UnanimousStrategy_canBeMet, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Strategy_UnanimousStrategy(zend_class_entry *class_entry_Symfony_Component_Lock_Strategy_StrategyInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Strategy", "UnanimousStrategy", class_Symfony_Component_Lock_Strategy_UnanimousStrategy_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Strategy_StrategyInterface);

	return class_entry;
}
