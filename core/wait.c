/* SPDX-License-Identifier: MIT
 *
 * Waiting: see wait.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/process.h"
#include "core/store_operations.h"
#include "core/wait.h"

#include "ext/random/php_random.h"

#ifdef _WIN32
#include "win32/time.h"
#else
#include <poll.h>
#endif

#define FIRST_DELAY SLOCK_MS

bool slock_wait_check_interrupts(void)
{
	if (UNEXPECTED(zend_atomic_bool_load_ex(&EG(vm_interrupt)) || SLOCK_G(deferred))) {
		slock_interrupts_let_run();
	}
	return EG(exception) == NULL;
}

/* Sleeps until `when`, until a signal arrives, or until the descriptor (-1: none) is ready for `events` (SLOCK_POLL_…);
 * then as slock_wait_check_interrupts(). */
static bool wait_for(int fd, short events, slock_time when)
{
	if (!slock_wait_check_interrupts()) {
		return false;
	}
#ifdef _WIN32
	slock_time left = when - slock_clock_now();

	if (left > 0) {
		usleep((unsigned int) (left / 1000));
	}
#else
	/* A signal between the check above and the sleep would be seen only after it, so sleep in slices; poll() is never
	 * restarted by a handler that was installed with SA_RESTART. */
	struct pollfd poller = {.fd = fd, .events = events};
	slock_time left = when - slock_clock_now();

	if (left > 0) {
		struct timespec slice;

		left = MIN(left, 100000000);
		slice.tv_sec = 0;
		slice.tv_nsec = (long) left;
		ppoll(&poller, fd != -1, &slice, NULL);
	}
#endif
	return slock_wait_check_interrupts();
}

bool slock_wait_until(slock_time when)
{
	do {
		if (!wait_for(-1, 0, when)) {
			return false;
		}
	} while (slock_clock_now() < when);
	return true;
}

static slock_check wait_guarded_for(int fd, short events, slock_time when)
{
	volatile slock_check end = SLOCK_CHECK_BAILOUT;

	zend_try
	{
		end = wait_for(fd, events, when) ? SLOCK_CHECK_GO_ON : SLOCK_CHECK_EXCEPTION;
	}
	zend_end_try();
	return end;
}

slock_check slock_wait_guarded_until(slock_time when)
{
	return wait_guarded_for(-1, 0, when);
}

slock_check slock_wait_guarded_check(void)
{
	return slock_wait_guarded_until(0);
}

zend_long slock_jitter(zend_long delay)
{
	zend_long jitter, tenth = delay / 10;

	return php_random_int_silent(-tenth, tenth, &jitter) == SUCCESS ? jitter : 0;
}

void slock_backoff_init(slock_backoff *backoff)
{
	backoff->next = FIRST_DELAY;
}

slock_time slock_backoff_next(slock_backoff *backoff)
{
	slock_time longest = SLOCK_G(poll_interval) * SLOCK_MS;
	slock_time delay = MIN(backoff->next, longest);

	backoff->next = MIN(delay * 2, longest);
	return delay + slock_jitter((zend_long) delay);
}

slock_time slock_attempts_begin(slock_attempts *attempts)
{
	slock_time grace = MAX(attempts->longest, attempts->usual) + SLOCK_SCHEDULING_GRACE;

	attempts->begun = slock_clock_now();
	return attempts->deadline == SLOCK_FOREVER ? 0 : MAX(attempts->deadline, attempts->begun + grace);
}

bool slock_attempts_are_over(slock_attempts *attempts)
{
	slock_time now = slock_clock_now(), took = now - attempts->begun;
	/* Longer than this link has ever needed: the process was stopped meanwhile, and the answer is about the past. */
	bool slept = attempts->longest && took > 2 * attempts->longest + SLOCK_SCHEDULING_GRACE;

	if (!slept) {
		attempts->longest = MAX(attempts->longest, took);
	}
	return now >= attempts->deadline &&
		   ((took >= SLOCK_SLOW_ATTEMPT && !slept) || attempts->begun >= attempts->deadline - SLOCK_AT_THE_DEADLINE);
}

slock_status slock_attempts_end(slock_result *result, slock_status refused)
{
	if (UNEXPECTED(result->undecided)) {
		result->undecided = false;
		return slock_result_set(result, SLOCK_STORAGE_ERROR);
	}
	slock_result_reset(result);
	return slock_result_set(result, refused);
}

/* Whether the store waits by itself as long as it is asked to. A store written in PHP knows no deadline. */
static bool wait_is_the_stores(zend_object *store, const slock_request *request)
{
	return slock_store_blocks(store, request->mode) &&
		   (request->deadline == SLOCK_FOREVER || slock_store_blocks_natively(store, request->mode));
}

void slock_wait_note_pause(const slock_request *request, uint32_t grants, bool goes_on, slock_result *result)
{
	if (UNEXPECTED(slock_key_grants(request->key) != grants)) {
		result->given_back = result->given_back_to_all = false;
	}
	if (!goes_on) {
		result->expires_at = SLOCK_FOREVER;
		slock_result_set(result, SLOCK_INTERRUPTED);
	}
}

void slock_waiter_init(slock_waiter *waiter, const slock_request *request)
{
	waiter->depth = slock_process_depth();
	waiter->until = request->had_until ? request->had_until : slock_key_expiry(request->key);
}

void slock_waiter_part_after_fork(slock_waiter *waiter, zend_object *store, const slock_request *request)
{
	if (UNEXPECTED(waiter->depth != slock_process_depth())) {
		waiter->depth = slock_process_depth();
		slock_store_part_after_fork(store, request->key, waiter->until);
	}
}

/* Sleeps until the next attempt is due, or the deadline. */
static slock_check wait_until_due(slock_store *watched, const slock_request *request, slock_watch *watch)
{
	slock_check check;
	slock_time until;

	while (slock_clock_now() < (until = MIN(watch->next, request->deadline))) {
		if (!watched) {
			check = slock_wait_until(until) ? SLOCK_CHECK_GO_ON : SLOCK_CHECK_EXCEPTION;
		} else {
			check = wait_guarded_for(watch->fd, watch->events, until);
		}
		if (check != SLOCK_CHECK_GO_ON) {
			return check;
		}
		if (watched) {
			watched->ops->watch->poll(watched, request, watch);
		}
	}
	return SLOCK_CHECK_GO_ON;
}

/* What an attempt that has just begun is in its wait. `quickest`: of those before; 0: there is none. The slowest is no
 * measure for whether another one fits in: it may have had to connect. */
static void wait_describe_attempt(slock_watch *watch, const slock_attempts *attempts, slock_time quickest)
{
	slock_time left = attempts->deadline - attempts->begun;

	watch->yielded = false;
	watch->last = left <= MAX(2 * quickest, SLOCK_AT_THE_DEADLINE);
	watch->spare = left - 2 * MAX(attempts->longest, attempts->usual);
	watch->until = attempts->deadline;
}

/* Attempts until the outcome is final. A bailout comes back as such. */
static slock_check wait_attempt_until_final(zend_object *store, slock_store *watched, const slock_request *request,
											slock_watch *watch, slock_result *result)
{
	slock_request attempt = *request;
	slock_attempts attempts = {.deadline = request->deadline, .usual = slock_store_round_trip(store)};
	slock_backoff backoff;
	slock_time took, known, quickest = 0;
	slock_waiter waiter;
	uint32_t grants;
	bool over;

	slock_waiter_init(&waiter, request);
	attempt.deadline = SLOCK_TRY_ONCE;
	slock_backoff_init(&backoff);
	for (;;) {
		slock_check check;

		grants = slock_key_grants(request->key);
		check = wait_until_due(watched, request, watch);
		slock_wait_note_pause(request, grants, check == SLOCK_CHECK_GO_ON, result);
		if (check != SLOCK_CHECK_GO_ON) {
			return check;
		}
		slock_waiter_part_after_fork(&waiter, store, request);
		attempt.answer_by = slock_attempts_begin(&attempts);
		wait_describe_attempt(watch, &attempts, quickest);
		/* What has become known of the lock while this slept is not of this attempt. */
		known = slock_key_expiry(request->key);
		slock_key_reset_lifetime(request->key);
		slock_store_run(store, &attempt, result);
		if (result->status != SLOCK_CONFLICT) {
			if (result->status != SLOCK_OK) {
				slock_key_limit_expiry(request->key, known);
			}
			return SLOCK_CHECK_GO_ON;
		}
		/* The attempt failed, and with it the lifetime it counted. */
		slock_key_set_expiry(request->key, known);
		took = slock_clock_now() - attempts.begun;
		quickest = quickest ? MIN(quickest, took) : took;
		over = slock_attempts_are_over(&attempts);
		if (over && !watch->yielded) {
			slock_attempts_end(result, SLOCK_TIMEOUT);
			return SLOCK_CHECK_GO_ON;
		}
		attempt.again = true;
		slock_result_reset(result);
		slock_result_set(result, SLOCK_CONFLICT);
		if (over) {
			continue; /* one more, at once, which has no time to yield */
		}
		if (watch->notified) {
			backoff.next = SLOCK_FOREVER; /* from now on only the longest delay */
		}
		watch->next = slock_clock_now() + slock_backoff_next(&backoff);
		if (watched) {
			watched->ops->watch->on_conflict(watched, request, watch);
		}
	}
}

/* Tries again and again, on a store that does not wait by itself. */
static zend_never_inline slock_status wait_and_try(zend_object *store, const slock_request *wanted,
												   slock_result *result)
{
	slock_request request = *wanted;
	slock_store *watched = slock_store_watched(store, request.mode);
	slock_watch watch = {.fd = -1};
	uint64_t left_behind = 0;
	slock_check check;

	request.left_behind = &left_behind;
	request.resource = zend_string_copy(slock_key_resource(wanted->key));
	if (watched) {
		request.watch = &watch;
		watch.next = slock_clock_now();
		watched->ops->watch->begin(watched, &request, &watch);
	}
	check = wait_attempt_until_final(store, watched, &request, &watch, result);
	if (watched) {
		watched->ops->watch->end(watched, &watch, result->status == SLOCK_OK);
	}
	if (check == SLOCK_CHECK_BAILOUT) {
		zend_bailout();
	}
	zend_string_release(request.resource);
	return result->status;
}

slock_status slock_wait_acquire(zend_object *store, const slock_request *wanted, slock_result *result)
{
	if (EXPECTED(wanted->deadline == SLOCK_TRY_ONCE) || wait_is_the_stores(store, wanted)) {
		return slock_store_run(store, wanted, result);
	}
	return wait_and_try(store, wanted, result);
}
