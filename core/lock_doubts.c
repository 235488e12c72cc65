/* SPDX-License-Identifier: MIT
 *
 * What a Lock does not know for sure: see lock_doubts.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/lock_doubts.h"
#include "core/store_operations.h"

void slock_lock_note_ends(slock_lock *lock, const slock_request *request, const slock_result *result)
{
	const slock_store *store = slock_store_from_obj(lock->store);
	bool shortens = !slock_request_only_prolongs(request, result);

	if (EXPECTED(result->status == SLOCK_OK)) {
		shortens = (request->op == SLOCK_OP_ACQUIRE && request->ttl == 0.0) ||
				   (shortens && store && (store->capabilities & SLOCK_STORE_DECORATES));
	} else {
		shortens = result->status != SLOCK_CONFLICT && (shortens || request->ttl == 0.0 || request->ttl > lock->ttl);
	}
	slock_lock_change_doubts(lock, SLOCK_KEY_SHORTENS, shortens ? SLOCK_KEY_SHORTENS : 0);
}

bool slock_lock_release_at_last(slock_lock *lock, slock_time deadline, slock_result *result)
{
	slock_request request = slock_lock_request_for(lock, SLOCK_OP_RELEASE);

	if (slock_store_has_token(lock->store, request.key, SLOCK_TOKEN_KEPT)) {
		if (slock_lock_doubts(lock) & SLOCK_KEY_HAUNTED) {
			request.answer_by = deadline == SLOCK_TRY_ONCE || deadline == SLOCK_FOREVER ? 0 : deadline;
			slock_key_note_release(request.key);
			slock_store_run(lock->store, &request, result);
			slock_key_note_release(request.key);
			if (result->status != SLOCK_OK && result->status != SLOCK_CONFLICT) {
				return false;
			}
			slock_result_dtor(result);
			if (result->release_again) {
				slock_result_error(result, "An earlier release of this lock was not answered by enough members");
				return false;
			}
			result->release_unheard = false;
		}
		slock_store_has_token(lock->store, request.key, SLOCK_TOKEN_FORGOTTEN);
		lock->lost = lock->lost || lock->dirty;
		lock->dirty = false;
	}
	slock_lock_change_doubts(lock, SLOCK_KEY_DOUBTS, 0);
	return true;
}

bool slock_lock_is_anothers(slock_lock *lock)
{
	const uint32_t of_release = SLOCK_KEY_UNSURE | SLOCK_KEY_HAUNTED | SLOCK_KEY_RELEASED;
	slock_key *key = slock_lock_key(lock);
	uint32_t of = slock_key_granted_by(key), own = slock_store_kinds(lock->store);

	/* Only the latest grant tells whose it was. */
	return (lock->let_go || lock->lost) && slock_lock_was_granted_since(lock) &&
		   (!of || (of & own) || ((of | own) & SLOCK_STORE_IN_PHP) || slock_lock_grants_since(lock) > 1) &&
		   !(slock_lock_doubts(lock) & of_release);
}
