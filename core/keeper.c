/* SPDX-License-Identifier: MIT
 *
 * One lock that is kept alive, and what is done for all of them at the engine's interrupts: see keeper.h. */
#include "php_slock.h"
#include "core/alarm.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/keeper.h"
#include "core/keepers.h"
#include "core/kept_store.h"
#include "core/lock_doubts.h"
#include "core/lock_operations.h"
#include "core/lock.h"
#include "core/store_operations.h"
#include "core/wait.h"

#include "zend_exceptions.h"

/* How long a renewal may take in any case, and after a failure the shortest pause before the next one. */
#define SHORTEST_RENEWAL (50 * SLOCK_MS)
#define SHORTEST_PAUSE (2 * SLOCK_MS)
/* So many renewals may be going on at once, each within the one before or in a fiber: they share a stack. */
#define MOST_AT_WORK 32

/* --- what is known of the lock ------------------------------------------------------------------------------------ */

slock_lock *slock_keeper_native(const slock_keeper *self)
{
	return self->lock->ce == slock_ce_Lock ? slock_lock_from_obj(self->lock) : NULL;
}

slock_lock *slock_keeper_of_same(const slock_keeper *self, slock_lock *lock)
{
	slock_lock *kept = self->state == SLOCK_KEEPER_RUNNING ? slock_keeper_native(self) : NULL;

	return kept && kept->store == lock->store && slock_lock_key(kept) == slock_lock_key(lock) ? kept : NULL;
}

/* Calls a method of a lock of another class. False with an exception pending. */
static bool keeper_call(const slock_keeper *self, const char *name, size_t length, zval *argument, zval *answer)
{
	zend_function *method = zend_hash_str_find_ptr(&self->lock->ce->function_table, name, length);

	ZVAL_UNDEF(answer);
	zend_call_known_function(method, self->lock, self->lock->ce, answer, argument ? 1 : 0, argument, NULL);
	return !EG(exception);
}

/* A third of the lifetime after the latest time, give or take a tenth, so that those that were begun together do not
 * stay together. */
void slock_keeper_set_until(slock_keeper *self, slock_time until)
{
	slock_time third = self->lifetime / 3;

	if (until == self->until) {
		return;
	}
	self->until = until;
	if (self->renewal || self->state == SLOCK_KEEPER_LOST) {
		return;
	}
	self->due = until == SLOCK_FOREVER ? SLOCK_FOREVER : MAX(until - 2 * third + slock_jitter((zend_long) third), 0);
	self->due = MIN(self->due, self->last);
}

/* Takes over what the thread knows. While the lock is being acquired again the key of ours knows of no end, and when it
 * is released or lost, nobody makes its lifetime longer. The state of the renewal. */
slock_renewal_state slock_keeper_take(slock_keeper *self, slock_lock *lock, slock_result *failure)
{
	slock_key *key = slock_lock_key(lock);
	slock_time until;
	slock_renewal_state state = slock_renewal_look(self->renewal, &until, failure);

	if (state == SLOCK_RENEWAL_RUNNING && slock_lock_is_held(lock) && until > slock_key_expiry(key) &&
		slock_keepers_are_ours(SLOCK_G(keepers))) {
		slock_key_set_expiry(key, until);
	}
	slock_keeper_set_until(self, until);
	return state;
}

/* Learns when the lifetime ends. Of a Lock, what has changed it is told (slock_lock_keeper): the key has one lifetime,
 * for whatever stores it is used with. False with an exception pending. */
static bool keeper_look(slock_keeper *self)
{
	slock_lock *lock = slock_keeper_native(self);
	zval left;
	bool answered;

	if (self->renewal) {
		slock_keeper_take(self, lock, NULL);
		return true;
	}
	if (lock) {
		if (self->state != SLOCK_KEEPER_RUNNING) {
			slock_keeper_set_until(self, slock_key_expiry(slock_lock_key(lock)));
		}
		return true;
	}
	answered = keeper_call(self, ZEND_STRL("getremaininglifetime"), NULL, &left);
	if (answered) {
		slock_keeper_set_until(
			self, Z_TYPE(left) == IS_NULL ? SLOCK_FOREVER : slock_clock_after(slock_duration(zval_get_double(&left))));
	}
	zval_ptr_dtor(&left);
	return answered;
}

#define LOST "The \"%s\" lock was lost: "
#define LOST_TO_ANOTHER LOST "its store says that this owner does not have it."
#define LOST_BEFORE LOST "another KeepAlive has found that, or an operation that failed has given it back."

/* Why the lock is lost, as far as the clock tells; NULL: it is not. */
static const char *keeper_is_over(const slock_keeper *self)
{
	slock_time now = slock_clock_now();

	if (now >= self->until) {
		return LOST "its lifetime ran out before it was renewed.";
	}
	return now >= self->last ? LOST "it has been kept alive for as long as it may be." : NULL;
}

/* --- losing it ---------------------------------------------------------------------------------------------------- */

static void keeper_set_lost(slock_keeper *self, const char *reason)
{
	self->state = SLOCK_KEEPER_LOST;
	slock_keepers_end_renewal(self);
	self->reason = reason;
	self->due = 0;
}

/* Not when PHP code has stopped it meanwhile: then nobody wants to know. */
static void keeper_lose(slock_keeper *self, const char *reason)
{
	slock_lock *lock = slock_keeper_native(self);

	if (self->state != SLOCK_KEEPER_RUNNING) {
		return;
	}
	keeper_set_lost(self, reason);
	/* What was found before us may be asked for again by now. */
	if (lock && !lock->lost) {
		/* For others that keep it alive as well. */
		lock->lost = true;
		slock_key_limit_expiry(slock_lock_key(lock), slock_clock_now());
	}
}

static zend_object *keeper_exception(const slock_keeper *self)
{
	slock_lock *lock = slock_keeper_native(self);
	const char *resource = lock ? ZSTR_VAL(slock_key_resource(slock_lock_key(lock))) : ZSTR_VAL(self->lock->ce->name);
	slock_result result = SLOCK_RESULT_INIT;

	slock_result_exception(&result, slock_ce_LockLostException, self->reason, resource);
	if (self->failure) {
		zend_exception_set_previous(result.exception, slock_object_copy(self->failure));
	}
	return result.exception;
}

static void keeper_set_alarm_to_first(void)
{
	slock_keepers *all = SLOCK_G(keepers);

	if (all && all->alarm) {
		slock_keepers_set_alarm_to_first(all);
	}
}

/* Tells it, once. An exception is pending then, or PHP code has run. Others have to wait for the end of a closure: it
 * may be putting in order what they would interrupt. */
static void keeper_tell(slock_keeper *self)
{
	zend_object *exception = keeper_exception(self), *on_lost = self->on_lost;
	zval parameters[2], closure, returned;
	zend_ulong place;

	if (!on_lost) {
		slock_keepers_remove(self, SLOCK_KEEPER_TOLD);
		slock_exception_throw(exception);
		return;
	}
	place = slock_keepers_begin_telling();
	slock_keepers_remove(self, SLOCK_KEEPER_TOLD);
	ZVAL_OBJ(&parameters[0], self->lock);
	ZVAL_OBJ(&parameters[1], exception);
	ZVAL_OBJ(&closure, on_lost);
	ZVAL_UNDEF(&returned);
	keeper_set_alarm_to_first();
	zend_try
	{
		call_user_function(NULL, NULL, &closure, &returned, 2, parameters);
	}
	zend_catch
	{
		slock_keepers_end_telling(place);
		zend_bailout();
	}
	zend_end_try();
	slock_keepers_end_telling(place);
	zval_ptr_dtor(&returned);
	OBJ_RELEASE(exception);
}

/* --- renewing it -------------------------------------------------------------------------------------------------- */

/* Keeps why it failed (NULL: it did not), in a reference that is taken over. */
static void keeper_set_failure(slock_keeper *self, zend_object *failure)
{
	zend_object *before = self->failure;

	/* It comes from wherever the engine was interrupted, and may outlive that by far. */
	slock_exception_drop_arguments(failure);
	self->failure = failure;
	slock_object_release(before);
}

/* Not for long, and not before the answer can have come; and when nobody answers, there is time for another one. */
static slock_time keeper_answer_by(const slock_keeper *self)
{
	slock_time now = slock_clock_now();

	return MIN(self->until, now + MAX((self->until - now) / 2, SHORTEST_RENEWAL));
}

/* It failed, for another reason than that the lock is lost. */
static void keeper_try_again(slock_keeper *self)
{
	slock_time now = slock_clock_now();

	if (self->state == SLOCK_KEEPER_LOST) {
		/* Found meanwhile: it is due. */
		return;
	}
	self->due = MIN(now + MAX((self->until - now) / 8, SHORTEST_PAUSE), MIN(self->until, self->last));
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
		keeper_lose(self, LOST_TO_ANOTHER);
	} else if (lock->lost) {
		keeper_lose(self, LOST_BEFORE);
	} else {
		slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
	}
}

/* Whether this number of grants is from after that one. */
static bool keeper_grants_are_after(uint32_t grants, uint32_t that)
{
	uint32_t since = (grants - that) & SLOCK_KEY_MOST_GRANTS;

	return since && since <= SLOCK_KEY_MOST_GRANTS / 2;
}

/* One of the same lock that was begun when the key had counted so many grants, or before. One of which the store keeps
 * the lock alive has it again with an acquisition. NULL: there is none. */
static slock_keeper *keeper_find_before(slock_lock *lock, uint32_t grants)
{
	slock_keeper *at, *found = NULL;

	SLOCK_FOREACH_KEEPER(SLOCK_G(keepers), at)
	{
		slock_lock *kept = slock_keeper_of_same(at, lock);

		if (kept && !keeper_grants_are_after(at->grants, grants) &&
			(at->owner != &kept->std || !keeper_grants_are_after(kept->grants, grants))) {
			found = at;
			break;
		}
	}
	ZEND_HASH_FOREACH_END();
	return found;
}

/* The store has refused a renewal that was begun when the key had counted so many grants, and a handler, or another
 * fiber, has acquired the lock in the meantime: the answer is about what was lost before. So it is for all that keep it
 * since then, and not for a Lock that has it again. */
static void keeper_hear_late_refusal(slock_lock *lock, uint32_t grants)
{
	slock_keeper *at;

	/* PHP code may run, which may end any of them. */
	while (slock_keepers_are_ours(SLOCK_G(keepers)) && (at = keeper_find_before(lock, grants))) {
		slock_lock *kept = slock_keeper_native(at);
		const bool again = keeper_grants_are_after(kept->grants, grants), known = kept->lost;
		zend_object *owner = at->owner;

		GC_ADDREF(owner);
		GC_ADDREF(&kept->std);
		slock_keeper_lose_before(at, true);
		kept->lost = again ? known : kept->lost;
		OBJ_RELEASE(&kept->std);
		OBJ_RELEASE(owner);
	}
}

static void keeper_renew_native(slock_keeper *self, slock_lock *lock)
{
	slock_time counted = slock_clock_after(self->lifetime);
	const uint32_t grants = slock_key_grants(slock_lock_key(lock));
	slock_result result = SLOCK_RESULT_INIT;

	if (UNEXPECTED(slock_lock_doubts(lock) & SLOCK_KEY_UNSURE) &&
		slock_store_has_token(lock->store, slock_lock_key(lock), false)) {
		/* Another Lock on the key has released it, and that may be carried out at any time. */
		keeper_lose(self, LOST_BEFORE);
		return;
	}
	switch (slock_lock_renew(lock, self->ttl, self->until, keeper_answer_by(self), &result)) {
		case SLOCK_OK:
			keeper_set_failure(self, NULL);
			/* A store written in PHP may leave it to us to count. */
			slock_keeper_set_until(self, MIN(counted, slock_key_expiry(slock_lock_key(lock))));
			keeper_share(self, lock);
			break;
		case SLOCK_CONFLICT:
			if (grants == slock_key_grants(slock_lock_key(lock))) {
				keeper_hear_refusal(self, lock);
			} else {
				keeper_hear_late_refusal(lock, grants);
			}
			break;
		case SLOCK_EXPIRED:
			keeper_lose(self, LOST "its lifetime ran out before the answer to its renewal came.");
			break;
		case SLOCK_INTERRUPTED:
			keeper_try_again(self);
			break;
		default:
			keeper_set_failure(self, slock_exception_from_result(&result, slock_key_resource(slock_lock_key(lock))));
			keeper_try_again(self);
	}
	slock_result_dtor(&result);
}

/* Takes over what the thread has found out. Why the lock is lost; NULL: it is not. */
static const char *keeper_take_news(slock_keeper *self, slock_lock *lock)
{
	slock_result failure = SLOCK_RESULT_INIT;
	slock_renewal_state state = slock_keeper_take(self, lock, &failure);

	self->due = SLOCK_FOREVER;
	if (failure.status != SLOCK_OK) {
		keeper_set_failure(self, slock_exception_from_result(&failure, slock_key_resource(slock_lock_key(lock))));
	} else {
		keeper_set_failure(self, NULL);
	}
	if (state == SLOCK_RENEWAL_REFUSED) {
		lock->dirty = lock->dirty && lock->let_go;
		return LOST_TO_ANOTHER;
	}
	return keeper_is_over(self);
}

static void keeper_hear(slock_keeper *self, slock_lock *lock)
{
	const char *reason = keeper_take_news(self, lock);

	if (reason) {
		keeper_lose(self, reason);
	}
}

void slock_keeper_lose_before(slock_keeper *self, bool granted)
{
	slock_lock *lock = slock_keeper_native(self);
	const char *reason = self->renewal ? keeper_take_news(self, lock) : keeper_is_over(self);

	if (self->state != SLOCK_KEEPER_RUNNING) {
		return;
	}
	keeper_set_lost(self, reason ? reason : LOST_BEFORE);
	lock->lost = true;
	if (!granted) {
		slock_key_limit_expiry(slock_lock_key(lock), slock_clock_now());
	}
	slock_keepers_set_alarm_to_first(SLOCK_G(keepers));
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
	keeper_set_failure(self, thrown);
	if (lost) {
		keeper_lose(self, LOST "it could not be renewed.");
	}
}

static void keeper_renew_other(slock_keeper *self)
{
	zval ttl, returned;

	ZVAL_DOUBLE(&ttl, self->ttl);
	if (keeper_call(self, ZEND_STRL("refresh"), self->ttl > 0.0 ? &ttl : NULL, &returned)) {
		keeper_set_failure(self, NULL);
		keeper_look(self);
	}
	zval_ptr_dtor(&returned);
}

/* Renews what is due, or finds it lost. PHP code may run, which may end it, and an exception may be pending then. */
static void keeper_work(slock_keeper *self)
{
	slock_lock *lock = slock_keeper_native(self);
	const char *reason;

	if (self->state == SLOCK_KEEPER_RUNNING && lock && !slock_lock_is_held(lock)) {
		if (!lock->lost) {
			slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
		} else {
			/* Somebody has asked before us, or another one was the first. */
			reason = keeper_is_over(self);
			keeper_lose(self, !lock->dirty ? LOST_TO_ANOTHER : reason ? reason : LOST_BEFORE);
		}
		return;
	}
	if (self->state == SLOCK_KEEPER_RUNNING && self->renewal) {
		keeper_hear(self, lock);
	} else if (self->state == SLOCK_KEEPER_RUNNING && keeper_look(self) && self->state == SLOCK_KEEPER_RUNNING) {
		if ((reason = keeper_is_over(self))) {
			keeper_lose(self, reason);
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

/* Whoever has nothing to tell has it behind him at once; the others are due. */
static void keeper_hear_all(slock_keepers *all)
{
	slock_keeper *at;

	SLOCK_FOREACH_KEEPER(all, at)
	{
		slock_lock *lock = at->renewal && at->state == SLOCK_KEEPER_RUNNING ? slock_lock_from_obj(at->lock) : NULL;

		if (lock && (!slock_lock_is_held(lock) || slock_keeper_take(at, lock, NULL) != SLOCK_RENEWAL_RUNNING)) {
			at->due = 0;
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* A store or a lock in PHP may take its time, or suspend a fiber: the others are renewed meanwhile. Not before it takes
 * long, though: what is renewed within waits for nothing, but whatever it does holds up what it interrupts. */
static void keeper_expect_php(slock_keepers *all, const slock_keeper *self)
{
	const slock_keeper *next;
	slock_time now;

	if (self->renewal) {
		return;
	}
	/* When it is the only one, whoever comes next has to set the alarm: this one has rung. */
	next = slock_keepers_first(all);
	if (!next || next->due == SLOCK_FOREVER) {
		all->alarm_at = SLOCK_FOREVER;
		return;
	}
	now = slock_clock_now();
	slock_keepers_set_alarm(all, MAX(next->due, now + MIN(MAX(next->until - now, 0) / 8, SHORTEST_RENEWAL)));
}

/* What handlers have thrown while a store or a lock in PHP was renewing has waited for the end of that. */
static void keeper_throw_what_was_thrown(slock_keepers *all)
{
	zend_object *thrown = all->thrown;

	if (thrown && !EG(exception) && !slock_keepers_are_within(all)) {
		all->thrown = NULL;
		slock_exception_throw(thrown);
	}
}

/* It is none of the exceptions of the store or the lock that is at work. Of several the first one counts. */
static void keeper_set_aside(slock_keepers *all)
{
	zend_object *thrown;

	if (!EG(exception) || !slock_keepers_are_within(all) || !(thrown = slock_exception_take())) {
		return;
	}
	if (all->thrown) {
		OBJ_RELEASE(thrown);
	} else {
		all->thrown = thrown;
	}
}

/* Does what is due. What was found lost together is told one after another, without an alarm for each, whose thread
 * may have to wait for a CPU. True: an object has been told, which has thrown or ended all, and the rest comes at the
 * next interrupt. */
static bool keeper_work_all(slock_keepers *all)
{
	/* What those that are told begin, and lose at once, comes at the next interrupt. */
	uint32_t most = zend_hash_num_elements(&all->running);
	slock_keeper *self;

	while (!EG(exception) && (self = slock_keepers_first(all)) && self->due <= slock_clock_now()) {
		zend_object *owner = self->owner;
		bool may_tell = slock_keepers_may_tell(all);
		zend_ulong place = slock_keepers_begin_renewal(all);

		GC_ADDREF(owner);
		self->working = true;
		keeper_expect_php(all, self);
		keeper_work(self);
		self->working = false;
		slock_keepers_finish_renewal(all, place);
		keeper_throw_what_was_thrown(all);
		/* Unless only we have the object any more: a freed one tells nothing. */
		if (self->state == SLOCK_KEEPER_LOST && !EG(exception) && may_tell && GC_REFCOUNT(owner) > 1) {
			/* What is told may do so, too. */
			all->working--;
			keeper_tell(self);
			OBJ_RELEASE(owner);
			if (EG(exception) || SLOCK_G(keepers) != all || !slock_keepers_are_ours(all) || most-- <= 1) {
				keeper_set_alarm_to_first();
				return true;
			}
			all->working++;
			continue;
		}
		if (self->state == SLOCK_KEEPER_RUNNING && self->due <= slock_clock_now()) {
			/* Whatever a store written in PHP has made of its lifetime. */
			self->due = slock_clock_after(SHORTEST_PAUSE);
		}
		OBJ_RELEASE(owner);
	}
	return false;
}

/* Where signal handlers run. */
static void keeper_on_interrupt(void)
{
	slock_keepers *all = SLOCK_G(keepers);

	if (EXPECTED(!all) || !all->alarm) {
		return;
	}
	keeper_set_aside(all);
	if (slock_renewal_listener_has_news(all->listener)) {
		keeper_hear_all(all);
	} else if (!slock_alarm_has_rung(all->alarm)) {
		return;
	}
	if (all->working >= MOST_AT_WORK) {
		return;
	}
	all->working++;
	if (keeper_work_all(all)) {
		return;
	}
	/* Also when an exception waits: the rest comes after it. */
	all->working--;
	if (zend_hash_num_elements(&all->running)) {
		slock_keepers_set_alarm_to_first(all);
	} else {
		slock_keepers_arrange();
	}
}

/* --- beginning and ending ----------------------------------------------------------------------------------------- */

/* Learns what there is to do, and when. False with an exception pending. */
static bool keeper_begin(slock_keeper *self)
{
	self->until = self->due = SLOCK_FOREVER;
	self->lifetime = slock_duration(self->ttl);
	if (!keeper_look(self)) {
		return false;
	}
	if (!self->lifetime && self->until != SLOCK_FOREVER) {
		/* Of a lock that knows its TTL alone: what it has now. */
		self->lifetime = MAX(slock_clock_left(self->until), 0);
		self->until = SLOCK_FOREVER;
		return keeper_look(self);
	}
	self->due = MIN(self->due, self->last);
	return true;
}

/* Leaves the renewals to the thread, where it can. */
void slock_keeper_delegate(slock_keeper *self, const slock_keepers *all)
{
	slock_lock *lock = slock_keeper_native(self);

	if (lock && self->lifetime && self->until != SLOCK_FOREVER) {
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

	if (self->state == SLOCK_KEEPER_RUNNING) {
		lost = slock_keeper_native(self) ? slock_keeper_is_lost(self) : keeper_is_over(self) != NULL;
	}
	slock_keepers_remove(self, lost ? SLOCK_KEEPER_TOLD : SLOCK_KEEPER_ENDED);
}

void slock_keeper_dtor(slock_keeper *self)
{
	slock_keepers_remove(self, SLOCK_KEEPER_ENDED);
	slock_object_release(self->failure);
}

bool slock_keeper_is_lost(slock_keeper *self)
{
	slock_lock *lock = slock_keeper_native(self);

	if (self->state != SLOCK_KEEPER_RUNNING) {
		return self->state != SLOCK_KEEPER_ENDED;
	}
	if (lock && lock->let_go) {
		return lock->lost;
	}
	if (self->renewal) {
		return slock_keeper_take(self, lock, NULL) != SLOCK_RENEWAL_RUNNING || lock->lost || keeper_is_over(self);
	}
	if (lock) {
		keeper_look(self);
	}
	return (lock && lock->lost) || keeper_is_over(self);
}

void slock_keeper_startup(void)
{
	slock_interrupts_call(keeper_on_interrupt);
}
