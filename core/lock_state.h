/* SPDX-License-Identifier: MIT
 *
 * What a Lock is. */
#ifndef SLOCK_CORE_LOCK_STATE_H
#define SLOCK_CORE_LOCK_STATE_H

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
	/* What the key has counted (slock_key_grants()) when the lock was granted to this object last. There are many
	 * locks: all this is in four bytes. */
	uint32_t grants : 24;
	bool has_key : 1;
	bool auto_release : 1;
	bool dirty : 1; /* acquired through this object and not released since, as far as it knows */
	/* Since it was acquired or refreshed last: the store has said that it does not have the lock; and a release was
	 * begun, whatever came of it. And it is, or has been, kept alive by itself; and it was acquired for writing. */
	bool lost : 1, let_go : 1, kept : 1, writes : 1;
	zend_object std;
} slock_lock;

/* `object` must be one of slock_ce_Lock. */
static inline slock_lock *slock_lock_from_obj(zend_object *object)
{
	return (slock_lock *) ((char *) object - offsetof(slock_lock, std));
}

/* A generation that no process has. */
#define SLOCK_NO_PROCESS UINT32_MAX

/* Borrowed from the lock, which is constructed. */
static inline slock_key *slock_lock_key(slock_lock *lock)
{
	if (!lock->has_key) {
		lock->key.object = slock_key_create(lock->key.resource);
		lock->has_key = true;
	}
	return slock_key_from_obj(lock->key.object);
}

/* Whether it holds the lock, as far as it knows: who has lost it, or let go of it, counts on nothing any more. */
static inline bool slock_lock_is_held(const slock_lock *lock)
{
	return lock->dirty && !lock->let_go && !lock->lost;
}

/* How often the key was granted a lock, or found one refreshed, since this Lock was. */
static inline uint32_t slock_lock_grants_since(slock_lock *lock)
{
	return (slock_key_grants(slock_lock_key(lock)) - lock->grants) & SLOCK_KEY_MOST_GRANTS;
}

/* Whether the key holds the lock through another Lock, or did, since this one had it. */
static inline bool slock_lock_was_granted_since(slock_lock *lock)
{
	return lock->grants != slock_key_grants(slock_lock_key(lock));
}

#endif
