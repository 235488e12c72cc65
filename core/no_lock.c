/* SPDX-License-Identifier: MIT
 *
 * NoLock: always acquired, never anything else. */
#include "php_slock.h"
#include "core/core.h"
#include "core/parameters.h"

#include "stubs/NoLock_arginfo.h"

static void no_lock_ignore_flag(INTERNAL_FUNCTION_PARAMETERS)
{
	bool blocking;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_BOOL(blocking)
	ZEND_PARSE_PARAMETERS_END();
	(void) blocking;
	RETURN_TRUE;
}

ZEND_METHOD(Symfony_Component_Lock_NoLock, acquire)
{
	no_lock_ignore_flag(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Symfony_Component_Lock_NoLock, acquireRead)
{
	no_lock_ignore_flag(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Symfony_Component_Lock_NoLock, refresh)
{
	double ttl;
	bool is_null;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, is_null)
	ZEND_PARSE_PARAMETERS_END();
	(void) ttl;
	(void) is_null;
}

ZEND_METHOD(Symfony_Component_Lock_NoLock, isAcquired)
{
	RETURN_TRUE;
}

ZEND_METHOD(Symfony_Component_Lock_NoLock, release)
{
}

ZEND_METHOD(Symfony_Component_Lock_NoLock, isExpired)
{
	RETURN_FALSE;
}

ZEND_METHOD(Symfony_Component_Lock_NoLock, getRemainingLifetime)
{
}

void slock_no_lock_register(void)
{
	register_class_Symfony_Component_Lock_NoLock(slock_ce_SharedLockInterface);
}
