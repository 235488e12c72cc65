/* SPDX-License-Identifier: MIT
 *
 * Operations in which a session is asked about a lock, and which PHP code may leave in their middle: of those on one
 * lock there is one at a time. A fiber that is suspended there would go on with what the lock table said before. */
#ifndef SLOCK_CLIENTS_ADVISORY_SESSION_CLAIMS_H
#define SLOCK_CLIENTS_ADVISORY_SESSION_CLAIMS_H

#include "clients/advisory/session_locks.h"

typedef struct {
	zend_string *name; /* NULL: nothing is claimed */
} slock_session_claim;

/* Begins an operation on a lock of this lock table; false: another one is in its middle. Of operations that a fatal
 * error has ended the functions that are called at the end of the script know nothing. */
bool slock_session_claim_begin(slock_session_claim *claim, const slock_session_locks *locks, const char *lock);

/* Ends it, also when the lock table has gone meanwhile. */
void slock_session_claim_end(slock_session_claim *claim);

/* For slock.c: at the end of a request. */
void slock_session_claims_end_request(void);

#endif
