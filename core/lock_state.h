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
	bool has_key;
	bool auto_release;
	bool dirty; /* acquired through this object and not released since, as far as it knows */
	/* Since it was acquired or refreshed last: the store has said that it does not have the lock; and a release was
	 * begun, whatever came of it. And it is, or has been, kept alive by itself; it was acquired for writing; and what
	 * would make a reader of the writer, or release it, may still be on its way. In the one byte that is left: there
	 * are many locks.
	 */
	bool lost : 1, let_go : 1, kept : 1, writes : 1, late : 1;
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

#endif
