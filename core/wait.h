/* SPDX-License-Identifier: MIT
 *
 * Waiting inside a PHP function without being dead to the world: signals, time limits and exceptions from handlers are
 * seen while we wait, and deadlines are on the monotonic clock. */
#ifndef SLOCK_CORE_WAIT_H
#define SLOCK_CORE_WAIT_H

#include "core/clock.h"
#include "core/result.h"
#include "core/store.h"

/* Does what the VM does between two opcodes: runs pending signal handlers and time limits. May run any PHP code, also
 * fork. Returns false when an exception is pending afterwards and the wait must end. */
bool slock_wait_check_interrupts(void);

/* Sleeps until `when` or until a signal arrives, whichever is first, then checks interrupts; false as above. */
bool slock_wait_until(slock_time when);

/* Delays between attempts on a store that cannot wake us: short at first, doubling up to slock.poll_interval, each
 * jittered by 10 % either way so that many waiters do not march in step. */
typedef struct {
	slock_time next; /* nanoseconds; the delay before jitter */
} slock_backoff;

void slock_backoff_init(slock_backoff *backoff);

/* The next delay in nanoseconds. */
slock_time slock_backoff_next(slock_backoff *backoff);

/* Acquires on any store, waiting until request->deadline: in the store where it can, else by trying again. Ends as
 * slock_store_acquire(), or in SLOCK_TIMEOUT or SLOCK_INTERRUPTED with nothing left behind. SLOCK_CONFLICT with a
 * deadline other than SLOCK_TRY_ONCE means that the store itself gave up. */
slock_status slock_wait_acquire(zend_object *store, const slock_request *request, slock_result *result);

#ifndef _WIN32
/* Runs a blocking system call in a thread of its own, while this thread keeps checking interrupts. For calls that a
 * signal does not interrupt and that know no timeout, such as flock(2). */
typedef struct {
	/* In the thread, all signals blocked, asynchronous cancellation on: exactly one async-cancel-safe system call.
	 * Returns 0 or errno. */
	int (*call)(void *arg);
	void *arg;
} slock_blocking_call;

/* SLOCK_OK: the call returned, *error is its value. SLOCK_TIMEOUT, SLOCK_INTERRUPTED: it was cancelled and did return
 * or did not (the caller must undo it); after a fork in an interrupt handler the child sees SLOCK_TIMEOUT with *error
 * ECHILD and must not touch what the call worked on but for closing it. SLOCK_STORAGE_ERROR: no thread could be
 * started, *error is the errno. */
slock_status slock_wait_call(const slock_blocking_call *call, slock_time deadline, int *error);
#endif

#endif
