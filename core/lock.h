/* SPDX-License-Identifier: MIT
 *
 * Lock: the state machine between a Key and a store. */
#ifndef SLOCK_CORE_LOCK_H
#define SLOCK_CORE_LOCK_H

#include "php.h"
#include "core/key.h"

/* A new Lock object. Takes its own references to key, store (any PersistingStoreInterface) and logger (NULL for none).
 * `ttl` in seconds, 0 for none, checked by the caller with slock_ttl_check(). */
zend_object *slock_lock_create(slock_key *key, zend_object *store, double ttl, bool auto_release, zend_object *logger);

#endif
