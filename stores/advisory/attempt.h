/* SPDX-License-Identifier: MIT
 *
 * One attempt to take an advisory lock. The session's lock table tells what this process knows, and the server has the
 * last word: a conflict, and that a lock is held, is always what the server says. */
#ifndef SLOCK_STORES_ADVISORY_ATTEMPT_H
#define SLOCK_STORES_ADVISORY_ATTEMPT_H

#include "stores/advisory/operation.h"

/* What to do after an attempt. */
typedef enum {
	SLOCK_ADVISORY_DONE,      /* the result tells how it has ended */
	SLOCK_ADVISORY_TRY_AGAIN, /* something has changed, or the session has ended: the result is not the outcome */
} slock_advisory_verdict;

/* One look at the lock table and one question to the server, or one wait. `wait` is how long the server may wait in
 * an attempt that is one of several, ns. Call slock_advisory_begin_attempt() before. May run PHP code. */
slock_advisory_verdict slock_advisory_attempt(slock_advisory_operation *op, slock_time wait, slock_result *result);

#endif
