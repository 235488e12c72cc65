/* SPDX-License-Identifier: MIT
 *
 * A kept lock that is lost: see keeper_loss.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/keeper_known.h"
#include "core/keeper_loss.h"
#include "core/keepers.h"
#include "core/lock.h"

#include "zend_exceptions.h"

/* --- losing it ---------------------------------------------------------------------------------------------------- */

static void keeper_set_lost(slock_keeper *self, const char *reason)
{
	self->state = SLOCK_KEEPER_LOST;
	slock_keepers_end_renewal(self);
	self->reason = reason;
	self->due = 0;
}

void slock_keeper_lose(slock_keeper *self, const char *reason)
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

void slock_keeper_lose_before(slock_keeper *self, bool granted, bool held_again)
{
	slock_lock *lock = slock_keeper_native(self);
	zend_object *owner = self->owner;
	const char *reason;

	/* What the thread has found out is an exception, and one that is replaced may hold whatever it likes. */
	GC_ADDREF(owner);
	reason = self->renewal ? slock_keeper_take_news(self, lock) : slock_keeper_is_over(self);
	if (self->state == SLOCK_KEEPER_RUNNING) {
		keeper_set_lost(self, reason ? reason : SLOCK_LOST_BEFORE);
		lock->lost = lock->lost || !held_again;
		if (!granted) {
			slock_key_limit_expiry(slock_lock_key(lock), slock_clock_now());
		}
		slock_keepers_set_alarm_to_first();
	}
	OBJ_RELEASE(owner);
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

void slock_keeper_hear_late_refusal(slock_lock *lock, uint32_t grants)
{
	slock_keeper *at;

	/* One after another: PHP code may run, which may end any of them. */
	while (slock_keepers_are_ours(SLOCK_G(keepers)) && (at = keeper_find_before(lock, grants))) {
		slock_keeper_lose_before(at, true, keeper_grants_are_after(slock_keeper_native(at)->grants, grants));
	}
}

/* --- telling it --------------------------------------------------------------------------------------------------- */

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

void slock_keeper_tell(slock_keeper *self)
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
	slock_keepers_set_alarm_to_first();
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
