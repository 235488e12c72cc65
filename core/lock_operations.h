/* SPDX-License-Identifier: MIT
 *
 * The state of a Lock, and the state machine between its Key and its store. */
#ifndef SLOCK_CORE_LOCK_OPERATIONS_H
#define SLOCK_CORE_LOCK_OPERATIONS_H

#include "php.h"
#include "core/key.h"
#include "core/store.h"

typedef struct {
	/* Most locks that createLock() makes are dropped without having met a store, or wait for their turn in large
	 * numbers: their Key is made when something needs it. Use slock_lock_key(). */
	union {
		zend_object *object;   /* when has_key; its owner */
		zend_string *resource; /* otherwise; NULL before __construct() ran */
	} key;
	zend_object *store;  /* NULL only before __construct() ran */
	zend_object *logger; /* NULL: none */
	double ttl;          /* seconds; 0: none */
	/* Of the process that acquired last, or that was the first to find it held; or SLOCK_NO_PROCESS. */
	uint32_t generation;
	bool has_key;
	bool auto_release;
	bool dirty; /* acquired through this object and not released since, as far as it knows */
	/* Since it was acquired or refreshed last: the store has said that it does not have the lock; and a release was
	 * begun, whatever came of it. And it is, or has been, kept alive by itself. In the one byte that is left: there are
	 * many locks. */
	bool lost : 1, let_go : 1, kept : 1;
	zend_object std;
} slock_lock;

/* `object` must be one of slock_ce_Lock. */
static inline slock_lock *slock_lock_from_obj(zend_object *object)
{
	return (slock_lock *) ((char *) object - offsetof(slock_lock, std));
}

/* A generation that no process has. */
#define SLOCK_NO_PROCESS UINT32_MAX

/* For slock_lock_key(). */
void slock_lock_make_key(slock_lock *lock);

/* Borrowed from the lock, which is constructed. */
static inline slock_key *slock_lock_key(slock_lock *lock)
{
	if (!lock->has_key) {
		slock_lock_make_key(lock);
	}
	return slock_key_from_obj(lock->key.object);
}

/* How locks are kept alive whose store asks for that: keeper.c, which says so at start-up. */
typedef struct {
	/* Of a Lock that has just been acquired, as long as the object lives and nothing has been released; nothing is done
	 * for one that does not expire. FAILURE: an exception is pending, or no thread can be started that would tell when
	 * to renew it. */
	zend_result (*attach)(slock_lock *lock);
	/* Where SLOCK_G(keepers): a release begins, or the end of the object. That ends all that keep the lock alive. */
	void (*let_go)(slock_lock *lock);
	/* Where SLOCK_G(keepers): before what writes a lifetime, and when that has failed: what it asked for counts for
	 * nothing, and the key's lifetime is what the store is known to have granted before. failed(): whether it is kept.
	 */
	void (*begins)(slock_lock *lock);
	bool (*failed)(slock_lock *lock);
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
