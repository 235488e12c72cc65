/* SPDX-License-Identifier: MIT
 *
 * Fencing tokens: see fencing.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/fencing.h"
#include "core/lock.h"
#include "core/parameters.h"

#include "zend_exceptions.h"

/* The name of the state, interned in MINIT. */
static zend_string *state_name;

int64_t slock_fence_after(int64_t last)
{
	int64_t now = (int64_t) (slock_clock_wall() * 1e6);

	return MAX(now, last + 1);
}

void slock_fence_keep(slock_key *key, int64_t token)
{
	zval value;

	ZVAL_LONG(&value, (zend_long) token);
	slock_key_set_state(key, state_name, &value);
}

void slock_fence_forget(slock_key *key)
{
	slock_key_remove_state(key, state_name);
}

ZEND_FUNCTION(Slock_fencing_token)
{
	zend_object *object;
	slock_key *key;
	zval *token;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();

	if (object->ce != slock_ce_Key && !instanceof_function(object->ce, slock_ce_LockInterface)) {
		zend_argument_type_error(1, "must be of type %s|%s, %s given", ZSTR_VAL(slock_ce_LockInterface->name),
								 ZSTR_VAL(slock_ce_Key->name), ZSTR_VAL(object->ce->name));
		RETURN_THROWS();
	}
	key = object->ce == slock_ce_Key ? slock_key_from_obj(object) : slock_lock_find_key(object);
	token = key ? slock_key_find_state(key, state_name) : NULL;
	if (token) {
		ZVAL_DEREF(token);
		/* What stands there may come from anywhere. */
		if (Z_TYPE_P(token) == IS_LONG && Z_LVAL_P(token) > 0) {
			RETURN_LONG(Z_LVAL_P(token));
		}
	}
	RETURN_NULL();
}

void slock_fencing_startup(void)
{
	state_name = zend_string_init_interned(ZEND_STRL("Slock\\FencingToken"), true);
}
