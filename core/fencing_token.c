/* SPDX-License-Identifier: MIT
 *
 * Slock\fencing_token(): what the key of a lock keeps. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/lock.h"
#include "core/parameters.h"

#include "stubs/functions_arginfo.h"

ZEND_FUNCTION(Slock_fencing_token)
{
	zend_object *object;
	slock_key *key;
	int64_t token;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();

	if (object->ce != slock_ce_Key && !instanceof_function(object->ce, slock_ce_LockInterface)) {
		zend_argument_type_error(1, "must be of type %s|%s, %s given", ZSTR_VAL(slock_ce_LockInterface->name),
								 ZSTR_VAL(slock_ce_Key->name), ZSTR_VAL(object->ce->name));
		RETURN_THROWS();
	}
	key = object->ce == slock_ce_Key ? slock_key_from_obj(object) : slock_lock_find_key(object);
	token = key ? slock_fence_of(key) : 0;
	if (token) {
		RETURN_LONG((zend_long) token);
	}
	RETURN_NULL();
}
