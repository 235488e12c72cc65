/* SPDX-License-Identifier: MIT
 *
 * Waiting: see wait.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/wait.h"

#include "ext/random/php_random.h"

#ifdef _WIN32
#include "win32/time.h"
#else
#include <poll.h>
#endif

#define FIRST_DELAY 1000000 /* 1 ms, in ns */

bool slock_wait_check_interrupts(void)
{
	if (UNEXPECTED(zend_atomic_bool_load_ex(&EG(vm_interrupt)))) {
		zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
		if (zend_atomic_bool_load_ex(&EG(timed_out))) {
			zend_timeout();
		} else if (zend_interrupt_function) {
			zend_interrupt_function(EG(current_execute_data));
		}
	}
	return EG(exception) == NULL;
}

bool slock_wait_until(slock_time when)
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
	/* A signal between the check above and the sleep would be seen only after it, so sleep in slices; poll() with no
	 * descriptors is never restarted by a handler that was installed with SA_RESTART. */
	slock_time left = when - slock_clock_now();

	if (left > 0) {
		struct timespec slice;

		left = MIN(left, 100000000);
		slice.tv_sec = 0;
		slice.tv_nsec = (long) left;
		ppoll(NULL, 0, &slice, NULL);
	}
#endif
	return slock_wait_check_interrupts();
}

void slock_backoff_init(slock_backoff *backoff)
{
	backoff->next = FIRST_DELAY;
}

slock_time slock_backoff_next(slock_backoff *backoff)
{
	slock_time longest = (slock_time) SLOCK_G(poll_interval) * 1000000;
	slock_time delay = MIN(backoff->next, longest);
	zend_long jitter;

	backoff->next = MIN(delay * 2, longest);
	if (php_random_int_silent(-(zend_long) (delay / 10), (zend_long) (delay / 10), &jitter) == FAILURE) {
		jitter = 0;
	}
	return delay + jitter;
}

/* Whether the store waits by itself as long as it is asked to. A store written in PHP knows no deadline. */
static bool waits_by_itself(zend_object *store, const slock_request *request)
{
	return slock_store_blocks(store, request->mode) &&
		   (request->deadline == SLOCK_FOREVER || slock_store_blocks_natively(store, request->mode));
}

slock_status slock_wait_acquire(zend_object *store, const slock_request *request, slock_result *result)
{
	slock_request attempt = *request;
	slock_backoff backoff;
	slock_time until;

	if (request->deadline == SLOCK_TRY_ONCE || waits_by_itself(store, request)) {
		return slock_store_acquire(store, request, result);
	}
	attempt.deadline = SLOCK_TRY_ONCE;
	slock_backoff_init(&backoff);
	for (;;) {
		slock_store_acquire(store, &attempt, result);
		if (result->status != SLOCK_CONFLICT) {
			return result->status;
		}
		slock_result_dtor(result);
		/* The attempt failed, and with it the lifetime it counted: the next one starts its own. */
		slock_key_reset_lifetime(request->key);
		/* Not before an attempt at the deadline itself: the lock may have become free just before it. */
		if (slock_clock_now() >= request->deadline) {
			return slock_result_set(result, SLOCK_TIMEOUT);
		}
		until = MIN(slock_clock_now() + slock_backoff_next(&backoff), request->deadline);
		while (slock_clock_now() < until) {
			if (!slock_wait_until(until)) {
				return slock_result_set(result, SLOCK_INTERRUPTED);
			}
		}
	}
}
