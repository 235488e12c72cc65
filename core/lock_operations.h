/* SPDX-License-Identifier: MIT
 *
 * The state machine between the Key of a Lock and its store. */
#ifndef SLOCK_CORE_LOCK_OPERATIONS_H
#define SLOCK_CORE_LOCK_OPERATIONS_H

#include "core/lock_state.h"

/* How locks are kept alive whose store asks for that: kept_locks.c, which says so at start-up. */
typedef struct {
	/* Of a Lock that has just been acquired, as long as the object lives and nothing has been released; nothing is done
	 * for one that does not expire. FAILURE: an exception is pending, or no thread can be started that would tell when
	 * to renew it. */
	zend_result (*attach)(slock_lock *lock);
	/* Where SLOCK_G(keepers): a release begins, or the end of the object. That ends all that keep the lock alive. */
	void (*let_go)(slock_lock *lock);
	/* Where SLOCK_G(keepers): what asked for a lifetime has failed. Until when the store is known to have granted the
	 * lock; 0: it is not kept. */
	slock_time (*failed)(slock_lock *lock);
	/* Then, where it is not known what has become of that: the key's lifetime may have become shorter. */
	void (*shortened)(slock_lock *lock);
	/* Where SLOCK_G(keepers): it has succeeded; before that, where the lock is known to have been lost; and a store has
	 * said that the lock is not held. */
	void (*held)(slock_lock *lock);
	void (*regained)(slock_lock *lock);
	void (*missed)(slock_lock *lock);
	/* For free_obj, where lock->kept, and get_gc: what it holds besides; NULL: nothing. */
	void (*detach)(slock_lock *lock);
	zend_object *(*failure)(const slock_lock *lock);
} slock_lock_keeping;

extern slock_lock_keeping slock_lock_keeper;

/* The operations of a constructed lock whose key is constructed. They log, throw and run user code (stores, loggers and
 * strategies written in PHP, signal handlers) as the methods of the same names do. */

/* Waits until the deadline at most. Sets return_value to a bool, or leaves an exception pending. */
void slock_lock_acquire(slock_lock *lock, slock_mode mode, slock_time deadline, zval *return_value);

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

/* What the destructor does. Never leaves an exception pending but those that no code may catch. */
void slock_lock_release_automatically(slock_lock *lock);

#endif
