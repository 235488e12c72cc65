/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 7a7d70b23cd2ff7c0907a4c5d30067e7fef89904 */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Strategy_ConsensusStrategy_isMet, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfSuccess, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfItems, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Strategy_ConsensusStrategy_canBeMet, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfFailure, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, numberOfItems, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Strategy_ConsensusStrategy, isMet);
ZEND_METHOD(Symfony_Component_Lock_Strategy_ConsensusStrategy, canBeMet);


static const zend_function_entry class_Symfony_Component_Lock_Strategy_ConsensusStrategy_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Strategy_ConsensusStrategy, isMet, arginfo_class_Symfony_Component_Lock_Strategy_ConsensusStrategy_isMet, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Strategy_ConsensusStrategy, canBeMet, arginfo_class_Symfony_Component_Lock_Strategy_ConsensusStrategy_canBeMet, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Strategy_ConsensusStrategy(zend_class_entry *class_entry_Symfony_Component_Lock_Strategy_StrategyInterface)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Strategy", "ConsensusStrategy", class_Symfony_Component_Lock_Strategy_ConsensusStrategy_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	zend_class_implements(class_entry, 1, class_entry_Symfony_Component_Lock_Strategy_StrategyInterface);

	return class_entry;
}
