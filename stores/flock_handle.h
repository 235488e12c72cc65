/* SPDX-License-Identifier: MIT
 *
 * What a key keeps of a file that FlockStore has locked: the open file, what it holds, as all processes know that share
 * it by a fork, and that an operation is changing it. */
#ifndef SLOCK_STORES_FLOCK_HANDLE_H
#define SLOCK_STORES_FLOCK_HANDLE_H

#include "core/handle.h"
#include "core/key.h"

/* What an open file holds. The values are the marks in its offset; 0 there: what the handle says. */
typedef enum { SLOCK_HOLDS_NOTHING = 1, SLOCK_HOLDS_SHARED = 2, SLOCK_HOLDS_EXCLUSIVE = 3 } slock_flock_hold;

/* Its value is a descriptor, or less than 0 in the place of one that an operation is changing. */
extern const slock_handle_type slock_flock_handle_type;

slock_flock_hold slock_flock_hold_of(const slock_handle *handle);

/* The same, and it is this process' alone from now on: no relative unlocks or changes it until it is marked again. */
slock_flock_hold slock_flock_take_away(const slock_handle *handle);

/* Tells the other processes that have this open file what it holds from now on. They have nothing until then. */
void slock_flock_mark(int fd, slock_flock_hold what);

/* Removes a handle that holds nothing from the key, and closes its file. */
void slock_flock_discard(slock_key *key, zend_string *name, slock_handle *handle);

/* While an operation that waits, and so may run PHP code, changes a lock: its file is that operation's alone, and such
 * a handle stands for it in the key. Returned with a reference for slock_flock_end_change(); NULL where PHP code has
 * changed the key at once. */
slock_handle *slock_flock_begin_change(slock_key *key, zend_string *name, zend_string *resource, zend_string *place);

/* Whether the handle is such a one, of this process: a child that was forked meanwhile has nothing. */
bool slock_flock_is_changing(const slock_handle *handle);

/* Releases the lock that is being changed, as far as that can be: the operation does not take it back. False: it has
 * been released already. */
bool slock_flock_let_go(slock_handle *handle);

/* The change is over, or NULL. False: the lock was released meanwhile. */
bool slock_flock_end_change(slock_key *key, zend_string *name, slock_handle *handle);

/* The same where the request ends, and the key is left alone. */
void slock_flock_abandon_change(slock_handle *handle);

#endif
