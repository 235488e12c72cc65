/* SPDX-License-Identifier: MIT
 *
 * What stores keep in a key, by their names: owner tokens and handles. */
#ifndef SLOCK_CORE_KEY_STATE_H
#define SLOCK_CORE_KEY_STATE_H

#include "core/key.h"

/* The state under a name (a store's class name); NULL when there is none or it is null. Valid until the key changes. */
zval *slock_key_find_state(slock_key *key, zend_string *name);

/* Sets the state and takes over the reference in `value`. May run destructors of an older value. */
void slock_key_set_state(slock_key *key, zend_string *name, zval *value);

/* May run destructors. */
void slock_key_remove_state(slock_key *key, zend_string *name);

/* Makes __serialize() throw from now on. */
void slock_key_mark_unserializable(slock_key *key);

/* Sets the state to a Slock\Handle and takes over its reference; the key becomes unserializable. For handle.c. */
void slock_key_set_handle(slock_key *key, zend_string *name, zend_object *handle);

/* The state under a name, also a null; NULL when there is none. Valid until the key changes. */
zval *slock_key_lookup_state(slock_key *key, zend_string *name);

/* All states as an array, with a reference for the caller. */
HashTable *slock_key_states(slock_key *key);

/* Removes all states, and lets the key be serialized again. May run destructors. */
void slock_key_clear_state(slock_key *key);

/* Whether the key can be serialized. */
bool slock_key_is_serializable(slock_key *key);

/* The owner token of this key in the store named `name`: 32 random bytes in base64, made on first use and kept in the
 * key's state. A state that no store can have written (not a string, empty, or RedisStore's mark of a writer) is
 * replaced by a fresh token. A reference for the caller: PHP code may change what the key keeps, and setting it may
 * run some (the destructor of what stood there). NULL with a pending exception when there is no randomness. */
zend_string *slock_key_token(slock_key *key, zend_string *name);

#endif
