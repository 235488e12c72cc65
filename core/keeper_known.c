/* SPDX-License-Identifier: MIT
 *
 * What is known of a lock that is kept alive: see keeper_known.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/keeper_known.h"
#include "core/keepers.h"
#include "core/lock.h"
#include "core/renewer.h"
#include "core/wait.h"

slock_lock *slock_keeper_native(const slock_keeper *self)
{
	return self->lock->ce == slock_ce_Lock ? slock_lock_from_obj(self->lock) : NULL;
}

slock_lock *slock_keeper_of_same(const slock_keeper *self, slock_lock *lock)
{
	slock_lock *kept = self->state == SLOCK_KEEPER_RUNNING ? slock_keeper_native(self) : NULL;

	return kept && kept->store == lock->store && slock_lock_key(kept) == slock_lock_key(lock) ? kept : NULL;
}

bool slock_keeper_call(const slock_keeper *self, const char *name, size_t length, zval *argument, zval *answer)
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

bool slock_keeper_look(slock_keeper *self)
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
	answered = slock_keeper_call(self, ZEND_STRL("getremaininglifetime"), NULL, &left);
	if (answered) {
		slock_keeper_set_until(
			self, Z_TYPE(left) == IS_NULL ? SLOCK_FOREVER : slock_clock_after(slock_duration(zval_get_double(&left))));
	}
	zval_ptr_dtor(&left);
	return answered;
}

const char *slock_keeper_is_over(const slock_keeper *self)
{
	slock_time now = slock_clock_now();

	if (now >= self->until) {
		return SLOCK_LOST "its lifetime ran out before it was renewed.";
	}
	return now >= self->last ? SLOCK_LOST "it has been kept alive for as long as it may be." : NULL;
}

void slock_keeper_set_failure(slock_keeper *self, zend_object *failure)
{
	zend_object *before = self->failure;

	/* It comes from wherever the engine was interrupted, and may outlive that by far. */
	slock_exception_drop_arguments(failure);
	self->failure = failure;
	slock_object_release(before);
}

const char *slock_keeper_take_news(slock_keeper *self, slock_lock *lock)
{
	slock_result failure = SLOCK_RESULT_INIT;
	slock_renewal_state state = slock_keeper_take(self, lock, &failure);

	self->due = SLOCK_FOREVER;
	if (failure.status != SLOCK_OK) {
		slock_keeper_set_failure(self, slock_exception_from_result(&failure, slock_key_resource(slock_lock_key(lock))));
	} else {
		slock_keeper_set_failure(self, NULL);
	}
	if (state == SLOCK_RENEWAL_REFUSED) {
		lock->dirty = lock->dirty && lock->let_go;
		return SLOCK_LOST_TO_ANOTHER;
	}
	return slock_keeper_is_over(self);
}
