/* SPDX-License-Identifier: MIT
 *
 * All keepers of a PHP thread: see keepers.h. */
#include "php_slock.h"
#include "core/keepers.h"
#include "core/kept_store.h"
#include "core/lock_state.h"

#include "zend_fibers.h"

/* Before somebody looks again whether what waits can be told. */
#define PAUSE (5 * SLOCK_MS)

zend_ulong slock_keepers_index(const zend_object *owner)
{
	return (zend_ulong) ((uintptr_t) owner >> 3);
}

bool slock_keepers_set_alarm(slock_keepers *all, slock_time at)
{
	all->alarm_at = at;
	return slock_alarm_set(all->alarm, at);
}

/* What stands for the fiber; NULL: the main program. */
static const void *keepers_place(const slock_keepers *all, const zend_fiber *fiber)
{
	return fiber ? (const void *) fiber : all;
}

const void *slock_keepers_here(const slock_keepers *all)
{
	return keepers_place(all, EG(active_fiber));
}

/* Whether a closure is being told here, or where the fiber was resumed that runs here: what it throws may come out
 * there. */
static bool keepers_are_telling(const slock_keepers *all)
{
	zend_fiber *fiber = EG(active_fiber);

	while (!zend_hash_index_exists(&all->telling, (zend_ulong) (uintptr_t) keepers_place(all, fiber))) {
		if (!fiber) {
			return false;
		}
		fiber = fiber->caller && fiber->caller->kind == zend_ce_fiber ? zend_fiber_from_context(fiber->caller) : NULL;
	}
	return true;
}

/* Whether what runs now was called by a store or a lock in PHP that renews: what is thrown there is taken for its own.
 */
bool slock_keepers_are_within(const slock_keepers *all)
{
	return UNEXPECTED(all->working) && slock_keepers_renewals_here(all);
}

zend_long slock_keepers_renewals_here(const slock_keepers *all)
{
	const zval *count = zend_hash_index_find(&all->renewing, (zend_ulong) (uintptr_t) slock_keepers_here(all));

	return count ? Z_LVAL_P(count) : 0;
}

/* Something begins here, in one of the tables of what is going on where. Where that is. */
static zend_ulong keepers_enter(HashTable *table, const slock_keepers *all)
{
	zend_ulong place = (zend_ulong) (uintptr_t) slock_keepers_here(all);
	zval *count = zend_hash_index_lookup(table, place);

	ZVAL_LONG(count, Z_TYPE_P(count) == IS_LONG ? Z_LVAL_P(count) + 1 : 1);
	return place;
}

static void keepers_leave(HashTable *table, zend_ulong place)
{
	zval *count = zend_hash_index_find(table, place);

	if (count && --Z_LVAL_P(count) <= 0) {
		zend_hash_index_del(table, place);
	}
}

zend_ulong slock_keepers_begin_renewal(slock_keepers *all)
{
	return keepers_enter(&all->renewing, all);
}

void slock_keepers_finish_renewal(slock_keepers *all, zend_ulong place)
{
	keepers_leave(&all->renewing, place);
}

bool slock_keepers_may_tell(slock_keepers *all)
{
	if (UNEXPECTED(zend_hash_num_elements(&all->telling)) && keepers_are_telling(all)) {
		return false;
	}
	return !slock_keepers_are_within(all);
}

zend_ulong slock_keepers_begin_telling(void)
{
	return keepers_enter(&SLOCK_G(keepers)->telling, SLOCK_G(keepers));
}

void slock_keepers_end_telling(zend_ulong place)
{
	if (SLOCK_G(keepers)) {
		keepers_leave(&SLOCK_G(keepers)->telling, place);
		slock_keepers_arrange();
	}
}

/* Whether there is nothing to do for it but to tell a loss. */
static bool keepers_only_tells(const slock_keeper *self)
{
	return self->working || self->state == SLOCK_KEEPER_LOST;
}

static slock_time keepers_due(const slock_keeper *self)
{
	if (EXPECTED(!self->working) || self->state == SLOCK_KEEPER_LOST) {
		return self->due;
	}
	/* The thread is not held up by what a destructor does. */
	return self->renewal ? SLOCK_FOREVER : MIN(self->until, self->last);
}

slock_keeper *slock_keepers_first(slock_keepers *all, slock_time *due)
{
	const bool may_tell = slock_keepers_may_tell(all);
	slock_keeper *first = NULL, *at;

	*due = SLOCK_FOREVER;
	SLOCK_FOREACH_KEEPER(all, at)
	{
		if ((may_tell || !keepers_only_tells(at)) && (!first || keepers_due(at) < *due)) {
			first = at;
			*due = keepers_due(at);
		}
	}
	ZEND_HASH_FOREACH_END();
	return first;
}

slock_time slock_keepers_next_elsewhere(slock_keepers *all)
{
	slock_time next = SLOCK_FOREVER;
	const slock_keeper *at;

	if (EXPECTED(slock_keepers_may_tell(all))) {
		return SLOCK_FOREVER;
	}
	SLOCK_FOREACH_KEEPER(all, at)
	{
		if (keepers_only_tells(at)) {
			next = MIN(next, keepers_due(at));
		}
	}
	ZEND_HASH_FOREACH_END();
	return next == SLOCK_FOREVER ? next : MAX(next, slock_clock_now() + PAUSE);
}

void slock_keepers_set_alarm_to_first(void)
{
	slock_keepers *all = SLOCK_G(keepers);
	slock_time due;

	if (!all || !all->alarm) {
		return;
	}
	slock_keepers_first(all, &due);
	if (UNEXPECTED(EG(exception) && due != SLOCK_FOREVER)) {
		due = MAX(due, slock_clock_now() + PAUSE);
	}
	slock_keepers_set_alarm(all, MIN(due, slock_keepers_next_elsewhere(all)));
}

void slock_keepers_end_renewal(slock_keeper *self)
{
	if (self->renewal) {
		slock_kept_store_end(slock_lock_from_obj(self->lock)->store, self->renewal);
		self->renewal = NULL;
	}
}

static void keepers_end_threads(slock_keepers *all)
{
	slock_alarm_free(all->alarm);
	all->alarm = NULL;
	slock_renewal_listener_free(all->listener);
	all->listener = NULL;
}

static void keepers_end_all(slock_keepers *all)
{
	slock_keeper *at;

	SLOCK_FOREACH_KEEPER(all, at)
	{
		/* A loss that is known stays known. */
		if (at->state != SLOCK_KEEPER_CUT) {
			at->state = at->state == SLOCK_KEEPER_LOST ? SLOCK_KEEPER_TOLD : SLOCK_KEEPER_ENDED;
		}
		slock_keepers_end_renewal(at);
	}
	ZEND_HASH_FOREACH_END();
	zend_hash_clean(&all->running);
	keepers_end_threads(all);
}

static void keepers_free_attached(zval *value)
{
	slock_keeper *self = Z_PTR_P(value);

	slock_object_release(self->failure);
	efree(self);
}

void slock_keepers_end_request(void)
{
	slock_keepers *all = SLOCK_G(keepers);
	slock_keeper *at;

	SLOCK_G(keepers) = NULL;
	if (all) {
		keepers_end_all(all);
		/* First of all of them: what has failed, or was thrown, may hold locks that go with it. */
		ZEND_HASH_FOREACH_PTR(&all->attached, at) {
			slock_lock_from_obj(at->lock)->kept = false;
		}
		ZEND_HASH_FOREACH_END();
		slock_object_release(all->thrown);
		zend_hash_destroy(&all->running);
		zend_hash_destroy(&all->attached);
		zend_hash_destroy(&all->telling);
		zend_hash_destroy(&all->renewing);
		pefree(all, true);
	}
}

/* One is gone. With the last one that runs the threads go; that an alarm rings for nothing otherwise does no harm. */
void slock_keepers_arrange(void)
{
	slock_keepers *all = SLOCK_G(keepers);

	/* What went with one may have been the last. */
	if (!all || all->working || zend_hash_num_elements(&all->running) || zend_hash_num_elements(&all->telling)) {
		return;
	}
	if (zend_hash_num_elements(&all->attached)) {
		keepers_end_threads(all);
	} else {
		slock_keepers_end_request();
	}
}

void slock_keepers_remove(slock_keeper *self, slock_keeper_state state)
{
	slock_keeper_state before = self->state;

	self->state = state;
	slock_keepers_end_renewal(self);
	if (before == SLOCK_KEEPER_RUNNING || before == SLOCK_KEEPER_LOST) {
		zend_hash_index_del(&SLOCK_G(keepers)->running, slock_keepers_index(self->owner));
		slock_keepers_arrange();
	}
}

/* The tables, with an alarm of this process. What a parent process has in them is nothing here. NULL: there can be no
 * alarm. */
slock_keepers *slock_keepers_prepare(void)
{
	slock_keepers *all = SLOCK_G(keepers);

	if (!all) {
		all = SLOCK_G(keepers) = pecalloc(1, sizeof(slock_keepers), true);
		zend_hash_init(&all->running, 8, NULL, NULL, true);
		zend_hash_init(&all->attached, 8, NULL, keepers_free_attached, true);
		zend_hash_init(&all->telling, 8, NULL, NULL, true);
		zend_hash_init(&all->renewing, 8, NULL, NULL, true);
	}
	if (all->alarm && slock_alarm_is_inherited(all->alarm)) {
		keepers_end_all(all);
	}
	if (!all->alarm) {
		all->alarm = slock_alarm_new();
		all->listener = slock_renewal_listener_new();
		all->alarm_at = SLOCK_FOREVER;
	}
	return all->alarm ? all : NULL;
}
