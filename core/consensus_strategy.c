/* SPDX-License-Identifier: MIT
 *
 * ConsensusStrategy: more than half. */
#include "php_slock.h"
#include "core/core.h"
#include "core/parameters.h"

#include "stubs/ConsensusStrategy_arginfo.h"

/* Doubling an int may overflow for nonsense numbers; as doubles they compare right. */

ZEND_METHOD(Symfony_Component_Lock_Strategy_ConsensusStrategy, isMet)
{
	zend_long successes, members;

	SLOCK_PARSE_PARAMETERS_START(2)
		SLOCK_PARAM_LONG(successes)
		SLOCK_PARAM_LONG(members)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_BOOL((double) successes > (double) members / 2.0);
}

ZEND_METHOD(Symfony_Component_Lock_Strategy_ConsensusStrategy, canBeMet)
{
	zend_long failures, members;

	SLOCK_PARSE_PARAMETERS_START(2)
		SLOCK_PARAM_LONG(failures)
		SLOCK_PARAM_LONG(members)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_BOOL((double) failures < (double) members / 2.0);
}

void slock_consensus_strategy_register(void)
{
	register_class_Symfony_Component_Lock_Strategy_ConsensusStrategy(slock_ce_StrategyInterface);
}
