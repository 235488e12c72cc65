/* SPDX-License-Identifier: MIT
 *
 * Lock: how objects are made. What they do is in lock_operations.h. */
#ifndef SLOCK_CORE_LOCK_H
#define SLOCK_CORE_LOCK_H

#include "php.h"
#include "core/key.h"

/* Final: an object of this class has the methods of lock.c. */
extern zend_class_entry *slock_ce_Lock;

/* A new Lock object. Takes its own references to key and store (any PersistingStoreInterface), and takes over that to
 * the logger (NULL for none). `ttl` in seconds, 0 for none, checked by the caller with slock_ttl_check(). */
zend_object *slock_lock_create(slock_key *key, zend_object *store, double ttl, bool auto_release, zend_object *logger);

/* The same with a new key of this resource. */
zend_object *slock_lock_create_for(zend_string *resource, zend_object *store, double ttl, bool auto_release,
								   zend_object *logger);

/* The key of a Lock, borrowed; NULL: it has none yet, or it is an object of another class. */
slock_key *slock_lock_find_key(zend_object *object);

#endif
