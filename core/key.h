/* SPDX-License-Identifier: MIT
 *
 * Key: the identity of a lock. A resource, a lifetime and what each store keeps for it. */
#ifndef SLOCK_CORE_KEY_H
#define SLOCK_CORE_KEY_H

#include "php.h"
#include "core/clock.h"

extern zend_class_entry *slock_ce_Key;

typedef struct {
	zend_string *resource; /* NULL only before __construct() or __unserialize() ran */
	slock_time expires_at; /* monotonic; SLOCK_FOREVER: no end */
	/* Nearly every key meets one store in its life: its state stands here and costs no hash table. The name is NULL
	 * while the slot is free; states beyond it are in `more_state`, which is NULL until then. Never both for one name. */
	zend_string *state_name;
	zval state;
	HashTable *more_state;
	bool serializable;
	zend_object std;
} slock_key;

static inline slock_key *slock_key_from_obj(zend_object *object)
{
	return (slock_key *) ((char *) object - offsetof(slock_key, std));
}

#define Z_SLOCK_KEY_P(zv) slock_key_from_obj(Z_OBJ_P(zv))

/* A new key; takes over the reference to `resource`. */
zend_object *slock_key_create(zend_string *resource);

/* Throws an Error when the key was never constructed. Every method and store that reads key->resource asks first. */
zend_result slock_key_check(const slock_key *key);

/* The state under a name (a store's class name); NULL when there is none or it is null. Valid until the key changes. */
zval *slock_key_find_state(slock_key *key, zend_string *name);

/* Sets the state and takes over the reference in `value`. May run destructors of an older value. */
void slock_key_set_state(slock_key *key, zend_string *name, zval *value);

/* May run destructors. */
void slock_key_remove_state(slock_key *key, zend_string *name);

static inline void slock_key_reset_lifetime(slock_key *key)
{
	key->expires_at = SLOCK_FOREVER;
}

/* Shortens the lifetime to `ttl` seconds (finite, any sign) after `since`; never lengthens it. */
static inline void slock_key_reduce_lifetime(slock_key *key, slock_time since, double ttl)
{
	slock_time expires_at = slock_clock_add(since, ttl);

	if (expires_at < key->expires_at) {
		key->expires_at = expires_at;
	}
}

static inline bool slock_key_is_expired(const slock_key *key)
{
	return key->expires_at != SLOCK_FOREVER && key->expires_at <= slock_clock_now();
}

/* The owner token of this key in the store named `name`: 32 random bytes in base64, made on first use and kept in the
 * key's state. A state that no store of ours can have written (not a string, empty, or `reserved`, which may be NULL)
 * is replaced by a fresh token. Borrowed from the key; NULL with a pending exception when there is no randomness. */
zend_string *slock_key_token(slock_key *key, zend_string *name, const char *reserved);

#endif
