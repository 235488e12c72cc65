/* SPDX-License-Identifier: MIT
 *
 * Locks that are kept by themselves, and what the operations of any Lock tell those that keep it: see kept_locks.h. */
#include "php_slock.h"
#include "core/keeper.h"
#include "core/keeper_known.h"
#include "core/keeper_loss.h"
#include "core/kept_locks.h"
#include "core/kept_store.h"
#include "core/lock_lifetime.h"
#include "core/lock_state.h"

static slock_keeper *kept_locks_of(const slock_lock *lock)
{
	return lock->kept ? zend_hash_index_find_ptr(&SLOCK_G(keepers)->attached, slock_keepers_index(&lock->std)) : NULL;
}

static void kept_locks_detach(slock_lock *lock)
{
	slock_keeper *self = kept_locks_of(lock);

	if (self) {
		slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
		lock->kept = false;
		/* There may be no table any more when it was the last, but then it is freed as well. */
		if (SLOCK_G(keepers)) {
			zend_hash_index_del(&SLOCK_G(keepers)->attached, slock_keepers_index(&lock->std));
			slock_keepers_arrange();
		}
	}
}

static zend_result kept_locks_attach(slock_lock *lock)
{
	slock_keeper *self = kept_locks_of(lock);

	if (lock->ttl == 0.0 || slock_key_expiry(slock_lock_key(lock)) == SLOCK_FOREVER) {
		return SUCCESS;
	}
	if (self) {
		/* What a parent process had has ended. */
		slock_keepers_prepare();
	}
	/* The thread has been told of this acquisition. */
	if (self && self->state == SLOCK_KEEPER_RUNNING &&
		(!self->renewal || slock_renewal_look(self->renewal, &self->until, NULL) == SLOCK_RENEWAL_RUNNING)) {
		return SUCCESS;
	}
	if (self) {
		slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
	} else {
		self = emalloc(sizeof(*self));
		*self = (slock_keeper){.owner = &lock->std, .lock = &lock->std, .ttl = lock->ttl, .last = SLOCK_FOREVER};
		slock_keepers_prepare();
		zend_hash_index_add_new_ptr(&SLOCK_G(keepers)->attached, slock_keepers_index(self->owner), self);
		lock->kept = true;
	}
	/* Where that fails it stays, ended, until the Lock goes: it may be at work further down in the stack. */
	return slock_keeper_start(self);
}

static void kept_locks_let_go(slock_lock *lock)
{
	slock_keeper *at, *found;

	/* All of this lock. They stay in memory: they may be at work further down in the stack. */
	do {
		found = NULL;
		if (SLOCK_G(keepers)) {
			SLOCK_FOREACH_KEEPER(SLOCK_G(keepers), at)
			{
				if (at->lock == &lock->std) {
					found = at;
					break;
				}
			}
			ZEND_HASH_FOREACH_END();
		}
		if (found) {
			slock_keeper_let_go(found);
		}
	} while (found);
}

/* A child knows nothing of what the parent has been granted since. */
static slock_time kept_locks_known(slock_lock *lock)
{
	slock_keepers *all = SLOCK_G(keepers);
	slock_time latest = 0;
	slock_keeper *at;

	if (!slock_keepers_are_ours(all)) {
		return 0;
	}
	SLOCK_FOREACH_KEEPER(all, at)
	{
		slock_lock *kept = slock_keeper_of_same(at, lock);

		if (kept && slock_lock_is_held(kept)) {
			if (at->renewal) {
				slock_keeper_take(at, kept, NULL);
			}
			latest = MAX(latest, at->until);
		}
	}
	ZEND_HASH_FOREACH_END();
	return latest;
}

/* The server may have done what was asked for, which may end before what was known. The thread knows it already. */
static void kept_locks_shortened(slock_lock *lock)
{
	slock_keepers *all = SLOCK_G(keepers);
	slock_time until = slock_key_expiry(slock_lock_key(lock));
	slock_keeper *at;

	if (!slock_keepers_are_ours(all)) {
		return;
	}
	SLOCK_FOREACH_KEEPER(all, at)
	{
		if (!at->renewal && slock_keeper_of_same(at, lock) && until < at->until) {
			slock_keeper_set_until(at, until);
			if (at->due < all->alarm_at) {
				slock_keepers_set_alarm(all, at->due);
			}
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* One of the same lock that has lost it and does not know that yet: what the thread has found out counts, whether or
 * not anybody has heard of it, and so does the clock. NULL: there is none. */
static slock_keeper *kept_locks_find_lost(slock_lock *lock, bool some_lost, slock_lock_regained how)
{
	slock_keeper *at, *found = NULL;
	slock_time until;

	SLOCK_FOREACH_KEEPER(SLOCK_G(keepers), at)
	{
		slock_lock *kept = slock_keeper_of_same(at, lock);

		if (!kept || (how == SLOCK_ACQUIRED && at->owner == &lock->std)) {
			continue;
		}
		until = at->until;
		if (kept->lost || (at->renewal && slock_renewal_look(at->renewal, &until, NULL) != SLOCK_RENEWAL_RUNNING) ||
			slock_clock_now() >= until || (some_lost && kept == lock)) {
			found = at;
			break;
		}
	}
	ZEND_HASH_FOREACH_END();
	return found;
}

/* What is lost for one of those that keep this Lock alive is so for all of them, in whatever order they are. */
static void kept_locks_regained(slock_lock *lock, slock_lock_regained how)
{
	bool some_lost = lock->lost;
	slock_keeper *at;

	if (!slock_keepers_are_ours(SLOCK_G(keepers))) {
		return;
	}
	/* One after another: PHP code may run, which may end any of them. */
	while (slock_keepers_are_ours(SLOCK_G(keepers)) && (at = kept_locks_find_lost(lock, some_lost, how))) {
		some_lost = some_lost || at->lock == &lock->std;
		slock_keeper_lose_before(at, how != SLOCK_FOUND_HELD, false);
	}
}

/* An operation of PHP has succeeded. What it has written may end before what was known, and have another token. */
static void kept_locks_held(slock_lock *lock)
{
	slock_key *key = slock_lock_key(lock);
	slock_keepers *all = SLOCK_G(keepers);
	slock_time first = SLOCK_FOREVER, until;
	slock_keeper *at;

	if (!slock_keepers_are_ours(all)) {
		return;
	}
	SLOCK_FOREACH_KEEPER(all, at)
	{
		slock_lock *kept = slock_keeper_of_same(at, lock);

		/* Who has lost it is told of that. */
		if (!kept || kept->lost) {
			continue;
		}
		if (!at->renewal) {
			slock_keeper_set_until(at, slock_key_expiry(key));
		} else if (slock_renewal_look(at->renewal, &until, NULL) != SLOCK_RENEWAL_RUNNING ||
				   !slock_kept_store_renews(kept->store, key, at->renewal)) {
			slock_keepers_end_renewal(at);
			at->due = 0; /* where the same end is known already */
			slock_keeper_set_until(at, slock_key_expiry(key));
			slock_keeper_delegate(at, all);
		}
		first = MIN(first, at->due);
	}
	ZEND_HASH_FOREACH_END();
	if (first < all->alarm_at) {
		slock_keepers_set_alarm(all, first);
	}
}

/* A store has said that it is not, or given it back: that is told at the next interrupt. So it is of other Locks that
 * are the same lock. */
static void kept_locks_missed(slock_lock *lock)
{
	slock_keepers *all = SLOCK_G(keepers);
	slock_keeper *at;

	if (!slock_keepers_are_ours(all)) {
		return;
	}
	SLOCK_FOREACH_KEEPER(all, at)
	{
		slock_lock *kept = slock_keeper_of_same(at, lock);

		if (kept) {
			kept->lost = kept->lost || kept->dirty;
			slock_key_limit_expiry(slock_lock_key(kept), slock_clock_now());
			at->due = 0;
			slock_keepers_set_alarm(all, 0);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static zend_object *kept_locks_failure(const slock_lock *lock)
{
	const slock_keeper *self = kept_locks_of(lock);

	return self ? self->failure : NULL;
}

void slock_kept_locks_startup(void)
{
	slock_lock_keeper = (slock_lock_keeping){
		.attach = kept_locks_attach,
		.let_go = kept_locks_let_go,
		.known = kept_locks_known,
		.shortened = kept_locks_shortened,
		.held = kept_locks_held,
		.regained = kept_locks_regained,
		.missed = kept_locks_missed,
		.missed_before = slock_keeper_hear_late_refusal,
		.detach = kept_locks_detach,
		.failure = kept_locks_failure,
	};
}
