/* SPDX-License-Identifier: MIT
 *
 * What a Lock does not know for sure: see lock_doubts.h. */
#include "php_slock.h"
#include "core/key_doubts.h"
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
	bool parted;

	if (!slock_key_release_at_last(lock->store, slock_lock_key(lock), slock_lock_doubts(lock), deadline, &parted,
								   result)) {
		return false;
	}
	if (parted) {
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
