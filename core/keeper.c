/* SPDX-License-Identifier: MIT
 *
 * One lock that is kept alive: see keeper.h. */
#include "php_slock.h"
#include "core/alarm.h"
#include "core/exceptions.h"
#include "core/keeper.h"
#include "core/keeper_known.h"
#include "core/keeper_loss.h"
#include "core/keepers.h"
#include "core/kept_store.h"
#include "core/lock_doubts.h"
#include "core/lock_operations.h"
#include "core/lock.h"
#include "core/store_operations.h"
#include "core/wait.h"

#include "zend_exceptions.h"

/* While a client object is in use. */
#define KEEPER_SHORTEST_WAIT (5 * (SLOCK_MS / 1000))
#define KEEPER_LATE (SLOCK_MS / 5)
#define KEEPER_MOST_LOOKS 1024

/* With less than that left a renewal often fails for no other reason. */
#define KEEPER_HURRY (SLOCK_SECOND / 2)

/* --- renewing it -------------------------------------------------------------------------------------------------- */

/* Not for long, and not before the answer can have come; and when nobody answers, there is time for another one. */
static slock_time keeper_answer_by(const slock_keeper *self)
{
	slock_time now = slock_clock_now();

	return MIN(self->until, now + MAX((self->until - now) / 2, SLOCK_KEEPER_SHORTEST_RENEWAL));
}

/* It failed, for another reason than that the lock is lost. */
static void keeper_try_again(slock_keeper *self)
{
	slock_time now = slock_clock_now();

	if (self->state == SLOCK_KEEPER_LOST) {
		/* Found meanwhile: it is due. */
		return;
	}
	self->due = MIN(now + MAX((self->until - now) / 8, SLOCK_KEEPER_SHORTEST_PAUSE), MIN(self->until, self->last));
}

/* Its client object is in the middle of a call. Where that has waited in the system, and kept this waiting, its end is
 * near, and the next one may follow soon, which is all that a program does that asks one question after another: so it
 * is tried again at once, and then more and more seldom, but so often until the lock is lost that those tries meet the
 * few opcodes between two calls. */
static void keeper_put_off(slock_keeper *self, slock_time looked)
{
	slock_time now = slock_clock_now();

	if (looked - self->due > KEEPER_LATE) {
		self->pause = 0;
	}
	self->pause = MIN(MAX(2 * self->pause, KEEPER_SHORTEST_WAIT),
					  MAX((self->until - now) / KEEPER_MOST_LOOKS, KEEPER_SHORTEST_WAIT));
	keeper_try_again(self);
	self->due = MIN(self->due, now + self->pause);
}

/* Others that keep the same lock alive count on what this one has made of it. */
static void keeper_share(const slock_keeper *self, slock_lock *lock)
{
	slock_keeper *at;

	if (!SLOCK_G(keepers)) {
		return;
	}
	SLOCK_FOREACH_KEEPER(SLOCK_G(keepers), at)
	{
		slock_lock *kept = at != self && !at->renewal ? slock_keeper_of_same(at, lock) : NULL;

		/* Who has lost it is told of that. */
		if (kept && slock_lock_is_held(kept)) {
			slock_keeper_set_until(at, self->until);
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* The store has said that the lock is not held. While it was asked, a handler or a store written in PHP may have ended
 * the keeper, or let go of the lock. */
static void keeper_hear_refusal(slock_keeper *self, slock_lock *lock)
{
	if (self->state != SLOCK_KEEPER_RUNNING) {
		return;
	}
	if (!lock->let_go) {
		lock->dirty = false;
		slock_keeper_lose(self, SLOCK_LOST_TO_ANOTHER);
	} else if (lock->lost) {
		slock_keeper_lose(self, SLOCK_LOST_BEFORE);
	} else {
		slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
	}
}

/* It has a lifetime that is known, and PHP code may have ended it meanwhile, or forked. */
static void keeper_delegate_at_last(slock_keeper *self)
{
	if (UNEXPECTED(self->unasked) && self->state == SLOCK_KEEPER_RUNNING && slock_keepers_are_ours(SLOCK_G(keepers))) {
		self->unasked = false;
		slock_keeper_delegate(self, SLOCK_G(keepers));
	}
}

#define UNKNOWN_LIFETIME                                                                                               \
	SLOCK_LOST "its store was not reached, and what is known of its lifetime is of another store, which has granted "  \
			   "the key a lock since."
#define LATE_ANSWER SLOCK_LOST "its lifetime ran out before the answer to its renewal came."

/* Nothing is known of it. `begun`: when it was looked for. */
static void keeper_hear_failure(slock_keeper *self, slock_lock *lock, slock_time begun, slock_result *result)
{
	/* The next look finds what the one before has found; and that there was no time tells less than why there was none
	 * left. */
	const bool tells_less = result->put_off ? self->pause > 0 : self->failure && self->until - begun < KEEPER_HURRY;

	if (!tells_less) {
		slock_keeper_set_failure(self, slock_exception_from_result(result, slock_key_resource(slock_lock_key(lock))));
	}
	if (result->put_off) {
		keeper_put_off(self, begun);
	} else if (UNEXPECTED(self->unasked) && self->state == SLOCK_KEEPER_RUNNING) {
		/* When its lifetime ends nobody knows: what the key says is another store's. */
		slock_keeper_lose(self, UNKNOWN_LIFETIME);
	} else {
		keeper_try_again(self);
	}
}

static void keeper_renew_native(slock_keeper *self, slock_lock *lock)
{
	slock_time counted = slock_clock_after(self->lifetime);
	const uint32_t grants = slock_key_grants(slock_lock_key(lock));
	const slock_time begun = slock_clock_now(), until = self->until;
	slock_result result = SLOCK_RESULT_INIT;

	if (UNEXPECTED(slock_lock_doubts(lock) & SLOCK_KEY_UNSURE) &&
		slock_store_has_token(lock->store, slock_lock_key(lock), false)) {
		/* Another Lock on the key has released it, and that may be carried out at any time. */
		slock_keeper_lose(self, SLOCK_LOST_BEFORE);
		return;
	}
	switch (slock_lock_renew(lock, self->ttl, self->until, keeper_answer_by(self), &result)) {
		case SLOCK_OK:
			if (lock->lost && grants == slock_key_grants(slock_lock_key(lock))) {
				/* The answer came after the end of its lifetime, and it has been told to be lost by then. */
				slock_key_limit_expiry(slock_lock_key(lock), slock_clock_now());
				break;
			}
			if (UNEXPECTED(slock_clock_now() >= until) && grants == slock_key_grants(slock_lock_key(lock))) {
				/* A store written in PHP may have taken it again, from nobody. */
				slock_key_limit_expiry(slock_lock_key(lock), slock_clock_now());
				slock_keeper_lose(self, LATE_ANSWER);
				break;
			}
			self->pause = 0;
			slock_keeper_set_failure(self, NULL);
			/* A store written in PHP may leave it to us to count. */
			slock_keeper_set_until(self, MIN(counted, slock_key_expiry(slock_lock_key(lock))));
			keeper_share(self, lock);
			keeper_delegate_at_last(self);
			break;
		case SLOCK_CONFLICT:
			if (grants == slock_key_grants(slock_lock_key(lock))) {
				keeper_hear_refusal(self, lock);
			} else {
				slock_keeper_hear_late_refusal(lock, grants);
			}
			break;
		case SLOCK_EXPIRED:
			slock_keeper_lose(self, LATE_ANSWER);
			break;
		case SLOCK_INTERRUPTED:
			keeper_try_again(self);
			break;
		default:
			keeper_hear_failure(self, lock, begun, &result);
	}
	slock_result_dtor(&result);
}

static void keeper_hear(slock_keeper *self, slock_lock *lock)
{
	const char *reason = slock_keeper_take_news(self, lock);

	if (reason) {
		slock_keeper_lose(self, reason);
	}
}

/* What a lock of another class has thrown: an exception is an answer, anything else stays pending. */
static void keeper_take_failure(slock_keeper *self)
{
	zend_object *thrown;
	bool lost;

	keeper_try_again(self);
	if (!instanceof_function(EG(exception)->ce, zend_ce_exception) || !(thrown = slock_exception_take())) {
		return;
	}
	lost = instanceof_function(thrown->ce, slock_ce_LockConflictedException) ||
		   instanceof_function(thrown->ce, slock_ce_LockExpiredException);
	slock_keeper_set_failure(self, thrown);
	if (lost) {
		slock_keeper_lose(self, SLOCK_LOST "it could not be renewed.");
	}
}

static void keeper_renew_other(slock_keeper *self)
{
	const slock_time until = self->until;
	zval ttl, returned;

	ZVAL_DOUBLE(&ttl, self->ttl);
	if (slock_keeper_call(self, ZEND_STRL("refresh"), self->ttl > 0.0 ? &ttl : NULL, &returned)) {
		slock_keeper_set_failure(self, NULL);
		if (UNEXPECTED(slock_clock_now() >= until)) {
			/* It may have been taken again, from nobody. */
			slock_keeper_lose(self, LATE_ANSWER);
		} else {
			slock_keeper_look(self);
		}
	}
	zval_ptr_dtor(&returned);
}

/* The lock is not held any more, as it knows by now. */
static void keeper_end(slock_keeper *self, const slock_lock *lock)
{
	const char *reason = slock_keeper_is_over(self);

	if (!lock->lost) {
		slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
	} else {
		/* Somebody has asked before us, or another one was the first. */
		slock_keeper_lose(self, !lock->dirty ? SLOCK_LOST_TO_ANOTHER : reason ? reason : SLOCK_LOST_BEFORE);
	}
}

void slock_keeper_give_up(slock_keeper *self)
{
	const slock_lock *lock = slock_keeper_native(self);

	if (self->state != SLOCK_KEEPER_RUNNING) {
		return;
	}
	if (lock && !slock_lock_is_held(lock)) {
		keeper_end(self, lock);
	} else {
		slock_keeper_lose(self, slock_keeper_is_over(self));
	}
}

void slock_keeper_work(slock_keeper *self)
{
	slock_lock *lock = slock_keeper_native(self);
	const char *reason;

	if (self->state == SLOCK_KEEPER_RUNNING && lock && !slock_lock_is_held(lock)) {
		keeper_end(self, lock);
		return;
	}
	if (self->state == SLOCK_KEEPER_RUNNING && self->renewal) {
		keeper_hear(self, lock);
	} else if (self->state == SLOCK_KEEPER_RUNNING && slock_keeper_look(self) && self->state == SLOCK_KEEPER_RUNNING) {
		if ((reason = slock_keeper_is_over(self))) {
			slock_keeper_lose(self, reason);
		} else if (self->due <= slock_clock_now() && lock) {
			keeper_renew_native(self, lock);
		} else if (self->due <= slock_clock_now()) {
			keeper_renew_other(self);
		}
	}
	if (EG(exception) && !lock) {
		keeper_take_failure(self);
	}
}

/* --- beginning and ending ----------------------------------------------------------------------------------------- */

/* Learns what there is to do, and when. False with an exception pending. */
static bool keeper_begin(slock_keeper *self)
{
	self->until = self->due = SLOCK_FOREVER;
	self->lifetime = slock_duration(self->ttl);
	if (!slock_keeper_look(self)) {
		return false;
	}
	if (!self->lifetime && self->until != SLOCK_FOREVER) {
		/* Of a lock that knows its TTL alone: what it has now. */
		self->lifetime = MAX(slock_clock_left(self->until), 0);
		self->until = SLOCK_FOREVER;
		return slock_keeper_look(self);
	}
	self->unasked =
		self->lifetime && slock_keeper_native(self) && slock_lock_was_granted_since(slock_keeper_native(self));
	if (UNEXPECTED(self->unasked)) {
		self->until = MIN(self->until, slock_clock_after(self->lifetime));
		self->due = 0;
	}
	self->due = MIN(self->due, self->last);
	return true;
}

/* Leaves the renewals to the thread, where it can. */
void slock_keeper_delegate(slock_keeper *self, const slock_keepers *all)
{
	slock_lock *lock = slock_keeper_native(self);

	if (lock && self->lifetime && self->until != SLOCK_FOREVER && !self->unasked) {
		self->renewal = slock_kept_store_begin(lock->store, slock_lock_key(lock), all->listener, self->ttl, self->until,
											   self->last);
		self->due = self->renewal ? SLOCK_FOREVER : self->due;
	}
}

zend_result slock_keeper_start(slock_keeper *self)
{
	slock_keepers *all;

	if (!keeper_begin(self)) {
		return FAILURE;
	}
	all = slock_keepers_prepare();
	if (all) {
		self->grants = slock_keeper_native(self) ? slock_key_grants(slock_lock_key(slock_keeper_native(self))) : 0;
		slock_keeper_delegate(self, all);
		zend_hash_index_update_ptr(&all->running, slock_keepers_index(self->owner), self);
		self->state = SLOCK_KEEPER_RUNNING;
		if (self->due >= all->alarm_at || slock_keepers_set_alarm(all, self->due)) {
			return SUCCESS;
		}
		slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
	} else {
		slock_keepers_arrange();
	}
	return FAILURE;
}

/* What is known of a loss stays known. Locks of other classes are not asked: this may be in a destructor. */
void slock_keeper_stop(slock_keeper *self)
{
	bool lost = self->state != SLOCK_KEEPER_ENDED;

	if (self->state == SLOCK_KEEPER_RUNNING || self->state == SLOCK_KEEPER_CUT) {
		lost = slock_keeper_native(self) ? slock_keeper_is_lost(self) : slock_keeper_is_over(self) != NULL;
	}
	slock_keepers_remove(self, lost ? SLOCK_KEEPER_TOLD : SLOCK_KEEPER_ENDED);
}

void slock_keeper_let_go(slock_keeper *self)
{
	const slock_lock *lock = slock_keeper_native(self);
	bool lost = self->state == SLOCK_KEEPER_LOST || lock->lost;

	/* The key may have been freed before a Lock that the collector frees. */
	if (self->renewal && slock_renewal_look(self->renewal, &self->until, NULL) != SLOCK_RENEWAL_RUNNING) {
		lost = true;
	}
	slock_keepers_remove(self, lost || slock_keeper_is_over(self) ? SLOCK_KEEPER_TOLD : SLOCK_KEEPER_ENDED);
}

void slock_keeper_dtor(slock_keeper *self)
{
	slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
	slock_object_release(self->failure);
}

bool slock_keeper_is_lost(slock_keeper *self)
{
	slock_lock *lock = slock_keeper_native(self);

	if (self->state != SLOCK_KEEPER_RUNNING && self->state != SLOCK_KEEPER_CUT) {
		return self->state != SLOCK_KEEPER_ENDED;
	}
	if (lock && lock->let_go) {
		return lock->lost;
	}
	if (self->renewal) {
		return slock_keeper_take(self, lock, NULL) != SLOCK_RENEWAL_RUNNING || lock->lost || slock_keeper_is_over(self);
	}
	if (lock || self->state == SLOCK_KEEPER_CUT) {
		slock_keeper_look(self);
	}
	return (lock && lock->lost) || slock_keeper_is_over(self);
}
