/* SPDX-License-Identifier: MIT
 *
 * A blocking system call in a thread of its own, so that the wait for it stays responsive. Not on Windows. */
#ifndef SLOCK_CORE_BLOCKING_CALL_H
#define SLOCK_CORE_BLOCKING_CALL_H

#include "core/clock.h"

#include <stdbool.h>

typedef enum {
	SLOCK_CALL_RETURNED,    /* the call returned */
	SLOCK_CALL_TIMED_OUT,   /* the deadline passed, the call was cancelled */
	SLOCK_CALL_NEEDLESS,    /* is_needless() said so, the call was cancelled */
	SLOCK_CALL_INTERRUPTED, /* an exception is pending, the call was cancelled */
	SLOCK_CALL_BAILED_OUT,  /* the request ends, the call was cancelled: clean up and call zend_bailout() */
	/* This is a child that an interrupt handler has forked, and the call goes on in the parent: what it works on is
	 * the parent's, and all that may be done with it here is to close it. An exception may be pending. */
	SLOCK_CALL_FORKED,
	SLOCK_CALL_UNAVAILABLE, /* no thread could be started, and nothing was done */
} slock_call_end;

/* A call that signals restart and that knows no timeout, such as flock(2). */
typedef struct {
	/* Run with all signals blocked and asynchronous cancellation on: nothing but that system call (again after EINTR).
	 * Returns 0 or errno. */
	int (*call)(int fd, int how);
	/* Where the caller is gone: undoes what it may have done in the last moment, and closes the descriptor.
	 * `inherited`: this is a child, and what it works on is the parent's, so that it only closes. */
	void (*leave)(int fd, bool inherited);
	/* After each check of interrupts: whether what these have done makes an end of the wait. */
	bool (*is_needless)(const void *waiter);
} slock_blocking;

/* Runs a blocking system call on a descriptor in a thread of its own, while this thread goes on checking interrupts;
 * or in this thread, when there is neither a deadline nor anything that could interrupt it. *error is what it returned
 * when it did. A cancelled call may have done its work in the last moment, so the caller undoes it. After
 * SLOCK_CALL_BAILED_OUT compare the process generation: it may be a child as well. */
slock_call_end slock_blocking_call(const slock_blocking *call, int fd, int how, const void *waiter, slock_time deadline,
								   int *error);

/* For slock.c only, after the objects of the request are freed: leaves the calls whose fibers were suspended in the
 * wait when a fatal error has ended the request. */
void slock_blocking_calls_end_request(void);

/* Whether such a call takes a thread, which starts and ends in about SLOCK_THREAD_COST on today's machines. */
bool slock_blocking_call_takes_thread(slock_time deadline);
#define SLOCK_THREAD_COST (SLOCK_MS / 20)

#endif
