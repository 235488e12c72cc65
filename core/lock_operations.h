/* SPDX-License-Identifier: MIT
 *
 * The state machine between the Key of a Lock and its store; lock_acquisition.h has how it acquires. */
#ifndef SLOCK_CORE_LOCK_OPERATIONS_H
#define SLOCK_CORE_LOCK_OPERATIONS_H

#include "core/lock_state.h"

/* The operations of a constructed lock whose key is constructed. They log, throw and run user code (stores, loggers and
 * strategies written in PHP, signal handlers) as the methods of the same names do. */

/* `ttl` in seconds, > 0. false: the exception is pending. */
bool slock_lock_refresh(slock_lock *lock, double ttl);

/* The same, of a lock that is held until `until` as far as is known: never takes it again when it is lost, waits for no
 * answer after `answer_by`, and leaves it to the caller what to make of the result. Its lifetime is `until` as before
 * when it is not OK. An exception of a logger may be pending. */
slock_status slock_lock_renew(slock_lock *lock, double ttl, slock_time until, slock_time answer_by,
							  slock_result *result);

/* Asks the store. Also false with an exception pending. */
bool slock_lock_is_acquired(slock_lock *lock);

/* On failure the exception is pending. */
void slock_lock_release(slock_lock *lock);

/* Releases on the way out of a failure that is reported anyway: what goes wrong here is not. An Error still is. */
void slock_lock_give_back(slock_lock *lock);

/* What the destructor does. Never leaves an exception pending but those that no code may catch. */
void slock_lock_release_automatically(slock_lock *lock);

#endif
