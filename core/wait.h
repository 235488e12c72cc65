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

/* Sleeps until `when`, also beyond signals, and lets PHP live meanwhile: checks interrupts before, after each signal
 * and at the end, so at least once when `when` has passed. False as above, at once. */
bool slock_wait_until(slock_time when);

/* What to add to a delay, up to a tenth of it either way, so that many waiters do not march in step. */
zend_long slock_jitter(zend_long delay);

/* Delays between attempts on a store that cannot wake us: short at first, doubling up to slock.poll_interval, each
 * jittered. */
typedef struct {
	slock_time next; /* nanoseconds; the delay before jitter */
} slock_backoff;

void slock_backoff_init(slock_backoff *backoff);

/* The next delay in nanoseconds. */
slock_time slock_backoff_next(slock_backoff *backoff);

/* An attempt that began, or ended, so shortly before the deadline is one at the deadline; ns. */
#define SLOCK_AT_THE_DEADLINE 1000000
/* An attempt that takes longer is one on a slow link; ns. */
#define SLOCK_SLOW_ATTEMPT 10000000
/* How much longer than a round trip an answer to an attempt at the deadline is awaited: what a busy machine may need to
 * run those who ask and answer; ns. Giving a connection up would cost all of its locks. */
#define SLOCK_SCHEDULING_GRACE 100000000

/* Attempts of a bounded wait: one policy for all who try again. Begins as {.deadline = …, .usual = …}. */
typedef struct {
	slock_time deadline; /* of the wait; SLOCK_FOREVER: none */
	slock_time usual;    /* what a round trip took here before the wait: slock_store_round_trip() */
	slock_time begun;    /* the latest attempt */
	slock_time longest;  /* how long the slowest attempt took that was answered: what a round trip may take here; ns */
} slock_attempts;

/* Before an attempt: until when its answer is awaited, for slock_request.answer_by; 0 without a deadline. That is the
 * deadline, or for an attempt shortly before it one round trip as seen so far and SLOCK_SCHEDULING_GRACE. */
slock_time slock_attempts_begin(slock_attempts *attempts);

/* After an attempt that was answered: whether the wait is over. It is after an attempt at the deadline itself, because
 * the lock may have become free just before it; and when the deadline has passed during an attempt on a slow link,
 * because another one would end a round trip late. (Not when it took far longer than those before: then the process
 * was stopped.) */
bool slock_attempts_are_over(slock_attempts *attempts);

/* No other attempt follows this one, which was refused: the outcome is `refused` (SLOCK_TIMEOUT or SLOCK_CONFLICT), or
 * the storage error of one that is undecided. Frees what the result owns that is not of this outcome. */
slock_status slock_attempts_end(slock_result *result, slock_status refused);

/* After the pause that followed a refused attempt, before which the key had counted so many grants. What an attempt has
 * given back was not what a handler has acquired in the pause. Where the wait does not go on, that is the outcome,
 * SLOCK_INTERRUPTED: all attempts were refused, and of none a lifetime may be left. */
void slock_wait_note_pause(const slock_request *request, uint32_t grants, bool goes_on, slock_result *result);

/* What tells at the end of a pause that a handler has forked in it, and this is the child. */
typedef struct {
	uint32_t depth;   /* slock_process_depth() */
	slock_time until; /* the end of what the key held when the wait began */
} slock_waiter;

/* A wait begins. */
void slock_waiter_init(slock_waiter *waiter, const slock_request *request);

/* After a pause: parent and child both go on waiting, and one of them gets the lock. */
void slock_waiter_part_after_fork(slock_waiter *waiter, zend_object *store, const slock_request *request);

/* Acquires on any store, waiting until wanted->deadline: in the store where it can, else by trying again. Ends as
 * slock_store_run(), or in SLOCK_TIMEOUT or SLOCK_INTERRUPTED with nothing left behind. SLOCK_CONFLICT with a
 * deadline other than SLOCK_TRY_ONCE means that the store itself gave up. */
slock_status slock_wait_acquire(zend_object *store, const slock_request *wanted, slock_result *result);

/* How a guarded check went. */
typedef enum {
	SLOCK_CHECK_GO_ON,
	SLOCK_CHECK_EXCEPTION, /* an exception is pending: the wait must end */
	SLOCK_CHECK_BAILOUT,   /* the request ends: clean up, without PHP code, and call zend_bailout() */
} slock_check;

/* slock_wait_check_interrupts() for those who hold what a process would keep after the request: a descriptor, a thread,
 * a count in the kernel. A fatal error in a handler, or the time limit, comes back as SLOCK_CHECK_BAILOUT instead of
 * jumping over the caller. */
slock_check slock_wait_guarded_check(void);

/* The same after a sleep, which ends at `when` at the latest. It may end sooner: call it until then, and look in
 * between at what a handler may have changed. */
slock_check slock_wait_guarded_until(slock_time when);

#endif
