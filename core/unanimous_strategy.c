/* SPDX-License-Identifier: MIT
 *
 * UnanimousStrategy: all of them. */
#include "php_slock.h"
#include "core/core.h"
#include "core/parameters.h"

#include "stubs/UnanimousStrategy_arginfo.h"

ZEND_METHOD(Symfony_Component_Lock_Strategy_UnanimousStrategy, isMet)
{
	zend_long successes, members;

	SLOCK_PARSE_PARAMETERS_START(2)
		SLOCK_PARAM_LONG(successes)
		SLOCK_PARAM_LONG(members)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_BOOL(successes == members);
}

ZEND_METHOD(Symfony_Component_Lock_Strategy_UnanimousStrategy, canBeMet)
{
	zend_long failures, members;

	SLOCK_PARSE_PARAMETERS_START(2)
		SLOCK_PARAM_LONG(failures)
		SLOCK_PARAM_LONG(members)
	ZEND_PARSE_PARAMETERS_END();
	(void) members;
	RETURN_BOOL(failures == 0);
}

void slock_unanimous_strategy_register(void)
{
	register_class_Symfony_Component_Lock_Strategy_UnanimousStrategy(slock_ce_StrategyInterface);
}
