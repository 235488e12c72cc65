/* SPDX-License-Identifier: MIT
 *
 * Slock\acquire(): a bounded wait on any lock, by its own methods. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/lock.h"
#include "core/parameters.h"
#include "core/wait.h"

#include "zend_exceptions.h"

/* A method of the lock, which its interface promises. */
static zend_function *acquire_method(zend_object *lock, bool read)
{
	HashTable *methods = &lock->ce->function_table;

	return read ? zend_hash_str_find_ptr(methods, ZEND_STRL("acquireread"))
				: zend_hash_str_find_ptr(methods, ZEND_STRL("acquire"));
}

/* One attempt. Also false with an exception pending. */
static bool acquire_attempt(zend_object *lock, zend_function *method)
{
	zval blocking, answer;
	bool acquired;

	ZVAL_FALSE(&blocking);
	ZVAL_UNDEF(&answer);
	zend_call_known_instance_method_with_1_params(method, lock, &answer, &blocking);
	acquired = !EG(exception) && zend_is_true(&answer);
	zval_ptr_dtor(&answer);
	return acquired;
}

/* Tries again and again. Also false with an exception pending. */
static bool acquire_by_attempts(zend_object *lock, zend_function *method, slock_time deadline)
{
	slock_attempts attempts = {.deadline = deadline};
	slock_backoff backoff;

	slock_backoff_init(&backoff);
	for (;;) {
		slock_attempts_begin(&attempts);
		if (acquire_attempt(lock, method)) {
			return true;
		}
		if (EG(exception) || slock_attempts_are_over(&attempts) ||
			!slock_wait_until(MIN(slock_clock_after(slock_backoff_next(&backoff)), deadline))) {
			return false;
		}
	}
}

ZEND_FUNCTION(Slock_acquire)
{
	zend_object *lock;
	zend_function *method;
	zval parameters[2];
	double timeout;
	bool read = false;

	SLOCK_PARSE_PARAMETERS_START(2)
		Z_PARAM_OBJ_OF_CLASS(lock, slock_ce_LockInterface)
		SLOCK_PARAM_DOUBLE(timeout)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_BOOL(read)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_timeout_check(timeout) == FAILURE) {
		RETURN_THROWS();
	}
	if (read && !instanceof_function(lock->ce, slock_ce_SharedLockInterface)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The parameter $read needs a lock that implements %s, and %s does not.",
								ZSTR_VAL(slock_ce_SharedLockInterface->name), ZSTR_VAL(lock->ce->name));
		RETURN_THROWS();
	}
	method = acquire_method(lock, read);
	if (lock->ce == slock_ce_Lock) {
		ZVAL_TRUE(&parameters[0]);
		ZVAL_DOUBLE(&parameters[1], timeout);
		zend_call_known_function(method, lock, lock->ce, return_value, 2, parameters, NULL);
		return;
	}
	RETVAL_BOOL(acquire_by_attempts(lock, method,
									timeout == 0.0 ? SLOCK_TRY_ONCE : slock_clock_after(slock_duration(timeout))));
}
