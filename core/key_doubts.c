/* SPDX-License-Identifier: MIT
 *
 * What is in doubt between a key and a store: see key_doubts.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/key_doubts.h"
#include "core/store_operations.h"

/* The release that was not answered, once more, and answered. */
static bool doubts_release(zend_object *store, slock_key *key, slock_time deadline, slock_result *result)
{
	slock_request request = {
		.op = SLOCK_OP_RELEASE,
		.key = key,
		.mode = SLOCK_WRITE,
		.deadline = SLOCK_TRY_ONCE,
		.answer_by = deadline == SLOCK_TRY_ONCE || deadline == SLOCK_FOREVER ? 0 : deadline,
	};

	slock_key_note_release(key);
	slock_store_run(store, &request, result);
	slock_key_note_release(key);
	if (result->status != SLOCK_OK && result->status != SLOCK_CONFLICT) {
		return false;
	}
	slock_result_dtor(result);
	if (result->release_again) {
		slock_result_error(result, "An earlier release of this lock was not answered by enough members");
		return false;
	}
	result->release_unheard = false;
	return true;
}

bool slock_key_release_at_last(zend_object *store, slock_key *key, uint32_t doubts, slock_time deadline, bool *parted,
							   slock_result *result)
{
	*parted = slock_store_has_token(store, key, SLOCK_TOKEN_KEPT);
	if (*parted) {
		if ((doubts & SLOCK_KEY_HAUNTED) && !doubts_release(store, key, deadline, result)) {
			return false;
		}
		slock_store_has_token(store, key, SLOCK_TOKEN_FORGOTTEN);
	}
	return true;
}
