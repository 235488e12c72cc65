/* SPDX-License-Identifier: MIT
 *
 * The lifetime of a lock across operations: see lock_lifetime.h. */
#include "php_slock.h"
#include "core/lock_doubts.h"
#include "core/lock_lifetime.h"
#include "core/store_operations.h"

slock_lock_keeping slock_lock_keeper;

bool slock_lock_has_released(slock_lock *lock)
{
	return lock->let_go && !slock_lock_was_granted_since(lock);
}

slock_time slock_lock_held_until(slock_lock *lock)
{
	if (UNEXPECTED(slock_lock_doubts(lock) & SLOCK_KEY_SHORTENS)) {
		return 0;
	}
	return slock_lock_has_released(lock) ? SLOCK_FOREVER : slock_key_expiry(slock_lock_key(lock));
}

/* Whether such a store has granted it: it is this one, or may have the same servers. */
static bool lifetime_may_be_of(const slock_key *key, zend_object *store)
{
	uint32_t of = slock_key_granted_by(key);

	return !of || of == slock_store_kinds(store);
}

slock_key *slock_lock_key_with_lifetime(slock_lock *lock)
{
	/* What it does is known at the engine's next interrupt, which one long opcode keeps waiting. */
	if (UNEXPECTED(SLOCK_G(keepers))) {
		slock_lock_keeper.known(lock);
	}
	return slock_lock_key(lock);
}

slock_lock_before slock_lock_begin_lifetime(slock_lock *lock, slock_request *request)
{
	slock_key *key = slock_lock_key_with_lifetime(lock);
	slock_lock_before before = {
		.until = SLOCK_FOREVER,
		.counted = slock_store_counts_lifetimes(lock->store),
		.grants = slock_key_grants(key),
		.lost = lock->lost,
		.of_another = false,
	};

	before.expires = before.counted || slock_store_has(lock->store, SLOCK_STORE_EXPIRES);
	if (EXPECTED(before.counted)) {
		before.until = slock_key_expiry(key);
		before.of_another = before.until != SLOCK_FOREVER && !lock->dirty && !slock_lock_has_released(lock) &&
							lifetime_may_be_of(key, lock->store) && slock_store_has_token(lock->store, key, false) &&
							before.until > slock_clock_now();
	}
	request->held_until = slock_lock_held_until(lock);
	request->had_until = slock_key_expiry(key);
	if (UNEXPECTED(lock->lost || lock->let_go || (before.expires && !before.counted))) {
		/* Also where a subclass counts: nobody knows. */
		request->had_until = MIN(request->had_until, slock_clock_now());
	}
	/* 0 is the end of what a process before the machine's start had. */
	request->had_until = MAX(request->had_until, 1);
	slock_key_reset_lifetime(key);
	return before;
}

bool slock_lock_lifetime_is_of(slock_key *key, const slock_result *result)
{
	slock_time expiry = slock_key_expiry(key);

	return expiry == SLOCK_FOREVER || expiry == (slock_time) (double) result->expires_at;
}

/* It has failed, and the lifetime that it asked for counts for nothing; but where it is not known what became of it,
 * the lock may have that. Those that are kept alive know it better: they may have been renewed meanwhile. */
static void lifetime_keep(slock_lock *lock, const slock_lock_before *before, slock_op op, const slock_result *result)
{
	slock_key *key = slock_lock_key(lock);
	slock_time kept = UNEXPECTED(SLOCK_G(keepers)) ? slock_lock_keeper.known(lock) : 0;
	slock_time until = kept ? kept : before->until;
	bool refused = result->status == SLOCK_CONFLICT || result->status == SLOCK_TIMEOUT;
	bool granted = before->grants != slock_key_grants(key); /* to somebody, meanwhile */

	if (!before->counted) {
		return;
	}
	if (refused && slock_lock_lifetime_is_of(key, result)) {
		slock_key_set_expiry(key, until);
	} else if (granted) {
		/* That is the key's, unless what has failed was done after it. */
		slock_key_limit_expiry(key, refused ? SLOCK_FOREVER : result->expires_at);
	} else if (until == SLOCK_FOREVER && !lock->dirty && op == SLOCK_OP_ACQUIRE) {
		/* There was none. The next attempt must not take this one's for it. */
		slock_key_reset_lifetime(key);
	} else {
		slock_key_limit_expiry(key, until);
	}
	if (UNEXPECTED(lock->lost && !before->lost)) {
		/* Found while it was asked for again. */
		slock_key_limit_expiry(key, slock_clock_now());
	}
	if (UNEXPECTED(SLOCK_G(keepers) && !refused)) {
		slock_lock_keeper.shortened(lock);
	}
}

/* An operation has failed, and what the key held, if it did, was given back: to some servers at least. Until all are
 * known to have heard that, somebody has to release. */
static void lifetime_note_given_back(slock_lock *lock, const slock_lock_before *before, const slock_result *result)
{
	if (EXPECTED(!result->given_back)) {
		return;
	}
	slock_key_note_release(slock_lock_key(lock));
	if (lock->dirty || before->of_another) {
		if (!result->given_back_to_all) {
			slock_lock_change_doubts(lock, 0, SLOCK_KEY_UNSURE | SLOCK_KEY_HAUNTED);
		}
		/* Where the store does not count lifetimes they are as with the package. */
		if (before->counted) {
			slock_key_limit_expiry(slock_lock_key(lock), slock_clock_now());
		}
	}
	if (lock->dirty) {
		lock->lost = lock->let_go = true;
	}
	if (UNEXPECTED(SLOCK_G(keepers))) {
		slock_lock_keeper.missed(lock);
	}
}

void slock_lock_end_lifetime(slock_lock *lock, const slock_lock_before *before, slock_op op, const slock_result *result)
{
	lifetime_keep(lock, before, op, result);
	lifetime_note_given_back(lock, before, result);
	slock_lock_note_unheard(lock, result);
}
