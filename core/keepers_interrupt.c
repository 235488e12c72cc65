/* SPDX-License-Identifier: MIT
 *
 * What is done for all keepers of a PHP thread at the engine's interrupts: see keepers_interrupt.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/keeper.h"
#include "core/keeper_known.h"
#include "core/keeper_loss.h"
#include "core/keepers.h"
#include "core/keepers_interrupt.h"
#include "core/kept_store.h"
#include "core/lock.h"

#include "zend_exceptions.h"

/* So many renewals may be going on at once, each within the one before: they share a stack. */
#define MOST_AT_WORK 32

/* Whoever has nothing to tell has it behind him at once; the others are due. */
static void keepers_hear_all(slock_keepers *all)
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
static void keepers_expect_php(slock_keepers *all, const slock_keeper *self)
{
	const slock_keeper *next;
	slock_time due, elsewhere, now;

	if (self->renewal) {
		return;
	}
	next = slock_keepers_first(all, &due);
	elsewhere = slock_keepers_next_elsewhere(all);
	if (due != SLOCK_FOREVER) {
		now = slock_clock_now();
		due = MAX(due, now + MIN(MAX(next->until - now, 0) / 8, SLOCK_KEEPER_SHORTEST_RENEWAL));
	}
	slock_keepers_set_alarm(all, MIN(due, elsewhere));
}

/* What handlers have thrown while a store or a lock in PHP was renewing has waited for the end of that. Where that ends
 * with what nobody may catch, both come out. */
static void keepers_throw_what_was_thrown(slock_keepers *all)
{
	zend_object *thrown = all->thrown;

	if (!thrown || slock_keepers_are_within(all)) {
		return;
	}
	all->thrown = NULL;
	if (!EG(exception)) {
		slock_exception_throw(thrown);
	} else if (slock_exception_is_exit(EG(exception))) {
		OBJ_RELEASE(thrown);
	} else {
		zend_exception_set_previous(EG(exception), thrown);
	}
}

/* It is none of the exceptions of the store or the lock that is at work. Of several each is the previous one of the
 * next, as elsewhere in PHP. */
static void keepers_set_aside(slock_keepers *all)
{
	zend_object *thrown;

	if (!EG(exception) || !slock_keepers_are_within(all) || !(thrown = slock_exception_take())) {
		return;
	}
	if (all->thrown) {
		zend_exception_set_previous(thrown, all->thrown);
	}
	all->thrown = thrown;
}

/* Renews what is due. False: PHP code has forked meanwhile, and this is the child: all this is the parent's. */
static bool keepers_renew(slock_keepers *all, slock_keeper *self)
{
	zend_ulong place = slock_keepers_begin_renewal(all);

	self->working = true;
	keepers_expect_php(all, self);
	slock_keeper_work(self);
	self->working = false;
	slock_keepers_finish_renewal(all, place);
	keepers_throw_what_was_thrown(all);
	return slock_keepers_are_ours(all);
}

/* Does what is due. What was found lost together is told one after another, without an alarm for each, whose thread
 * may have to wait for a CPU. True: an object has been told, which has thrown or ended all, and the rest comes at the
 * next interrupt. */
static bool keepers_work(slock_keepers *all)
{
	/* What those that are told begin, and lose at once, comes at the next interrupt. */
	uint32_t most = zend_hash_num_elements(&all->running);
	slock_keeper *self;
	slock_time due;

	while (!EG(exception) && (self = slock_keepers_first(all, &due)) && due <= slock_clock_now()) {
		zend_object *owner = self->owner;
		bool may_tell = slock_keepers_may_tell(all), is_wanted, working = self->working;

		GC_ADDREF(owner);
		if (working) {
			slock_keeper_give_up(self);
		} else if (!keepers_renew(all, self)) {
			OBJ_RELEASE(owner);
			break;
		}
		/* Unless only we have the object any more: a freed one tells nothing. */
		is_wanted = GC_REFCOUNT(owner) > 1u + working;
		if (self->state == SLOCK_KEEPER_LOST && !EG(exception) && may_tell && is_wanted) {
			/* What is told may do so, too. */
			all->working--;
			slock_keeper_tell(self);
			OBJ_RELEASE(owner);
			if (EG(exception) || SLOCK_G(keepers) != all || !slock_keepers_are_ours(all) || most-- <= 1) {
				slock_keepers_set_alarm_to_first();
				return true;
			}
			all->working++;
			continue;
		}
		if (working && self->state == SLOCK_KEEPER_LOST && !is_wanted) {
			slock_keepers_remove(self, SLOCK_KEEPER_TOLD);
		}
		if (self->state == SLOCK_KEEPER_RUNNING && self->due <= slock_clock_now()) {
			/* Whatever a store written in PHP has made of its lifetime. */
			self->due = slock_clock_after(self->pause ? self->pause : SLOCK_KEEPER_SHORTEST_PAUSE);
		}
		OBJ_RELEASE(owner);
	}
	return false;
}

/* After what was due has been done. */
static void keepers_work_later(slock_keepers *all)
{
	if (zend_hash_num_elements(&all->running)) {
		slock_keepers_set_alarm_to_first();
	} else {
		slock_keepers_arrange();
	}
}

void slock_keepers_renew_new(slock_keeper *self)
{
	slock_keepers *all = SLOCK_G(keepers);
	zend_object *owner = self->owner;

	if (EXPECTED(self->state != SLOCK_KEEPER_RUNNING || self->due > slock_clock_now()) ||
		slock_interrupts_must_wait() || slock_keepers_renewals_here(all) >= MOST_AT_WORK) {
		return;
	}
	GC_ADDREF(owner);
	all->working++;
	keepers_renew(all, self);
	all->working--;
	keepers_work_later(all);
	OBJ_RELEASE(owner);
}

/* Where signal handlers run. */
static void keepers_on_interrupt(void)
{
	slock_keepers *all = SLOCK_G(keepers);

	if (EXPECTED(!all) || !all->alarm) {
		return;
	}
	keepers_set_aside(all);
	if (slock_renewal_listener_has_news(all->listener)) {
		keepers_hear_all(all);
	} else if (!slock_alarm_has_rung(all->alarm)) {
		return;
	}
	if (slock_keepers_renewals_here(all) >= MOST_AT_WORK) {
		return;
	}
	all->working++;
	if (keepers_work(all)) {
		return;
	}
	/* Also when an exception waits: the rest comes after it. */
	all->working--;
	keepers_work_later(all);
}

void slock_keepers_hear_last(void)
{
	slock_keepers *all = SLOCK_G(keepers);
	slock_keeper *at;

	if (!slock_keepers_are_ours(all)) {
		return;
	}
	SLOCK_FOREACH_KEEPER(all, at)
	{
		if (at->state == SLOCK_KEEPER_RUNNING) {
			at->state = slock_keeper_is_lost(at) ? SLOCK_KEEPER_LOST : SLOCK_KEEPER_CUT;
		}
	}
	ZEND_HASH_FOREACH_END();
}

void slock_keepers_startup(void)
{
	slock_interrupts_call(keepers_on_interrupt);
}
