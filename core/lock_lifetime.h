/* SPDX-License-Identifier: MIT
 *
 * The lifetime of a lock across operations that ask for another one: what is known of it before, what remains of that
 * when they fail, and whom that is told. */
#ifndef SLOCK_CORE_LOCK_LIFETIME_H
#define SLOCK_CORE_LOCK_LIFETIME_H

#include "core/lock_state.h"

typedef enum { SLOCK_FOUND_HELD, SLOCK_REFRESHED, SLOCK_ACQUIRED } slock_lock_regained;

/* How locks are kept alive whose store asks for that: kept_locks.c, which says so at start-up. */
typedef struct {
	/* Of a Lock that has just been acquired, as long as the object lives and nothing has been released; nothing is done
	 * for one that does not expire. FAILURE: an exception is pending, or no thread can be started that would tell when
	 * to renew it. */
	zend_result (*attach)(slock_lock *lock);
	/* Where SLOCK_G(keepers): a release begins, or the end of the object. That ends all that keep the lock alive. */
	void (*let_go)(slock_lock *lock);
	/* Where SLOCK_G(keepers): until when the store is known to have granted the lock; 0: it is not kept. What the
	 * thread that renews it knows is the key's lifetime from now on. */
	slock_time (*known)(slock_lock *lock);
	/* Where what asked for a lifetime has failed, and it is not known what has become of that: the key's lifetime may
	 * have become shorter. */
	void (*shortened)(slock_lock *lock);
	/* Where SLOCK_G(keepers): the key holds the lock, through this Lock or another one; whoever has lost it before does
	 * not have it back. `how`: a store was asked whether it is held; it was granted another lifetime; it was acquired,
	 * which a Lock of which the store keeps itself alive has again. */
	void (*regained)(slock_lock *lock, slock_lock_regained how);
	/* Then, where it was asked for a lifetime and has got it. */
	void (*held)(slock_lock *lock);
	/* Where SLOCK_G(keepers): a store has said that the lock is not held. */
	void (*missed)(slock_lock *lock);
	/* Then, when it was asked while the key had counted so many grants, and has granted it since. */
	void (*missed_before)(slock_lock *lock, uint32_t grants);
	/* For free_obj, where lock->kept, and get_gc: what it holds besides; NULL: nothing. */
	void (*detach)(slock_lock *lock);
	zend_object *(*failure)(const slock_lock *lock);
} slock_lock_keeping;

extern slock_lock_keeping slock_lock_keeper;

/* What was known before such an operation. */
typedef struct {
	slock_time until; /* when the lifetime ends if it fails; SLOCK_FOREVER: nothing is known */
	uint32_t grants;  /* slock_key_grants() */
	bool counted;     /* the store counts lifetimes itself; else they are as with the package */
	bool expires;     /* the same, or a subclass does that, whose locks expire all the same */
	bool lost;        /* it was known to be */
	bool of_another;  /* another Lock may hold the lock by this key, or one that the key has come from */
} slock_lock_before;

/* It begins, and the request gets what it is told of the present lifetime. */
slock_lock_before slock_lock_begin_lifetime(slock_lock *lock, slock_request *request);

/* It has failed: what the key and the others on it know is right again. */
void slock_lock_end_lifetime(slock_lock *lock, const slock_lock_before *before, slock_op op,
							 const slock_result *result);

/* The lock's key, whose lifetime is as long as the thread that keeps the lock alive has made it. */
slock_key *slock_lock_key_with_lifetime(slock_lock *lock);

/* Whether the lifetime of the key is that of a lock which was released through this object. */
bool slock_lock_has_released(slock_lock *lock);

/* Until when the lock is held as far as the store may count on it: see slock_request. What was released has no lifetime
 * any more. */
slock_time slock_lock_held_until(slock_lock *lock);

/* Whether nobody has said anything of the key's lifetime but the operation that this is the result of. */
bool slock_lock_lifetime_is_of(slock_key *key, const slock_result *result);

#endif
