/* SPDX-License-Identifier: MIT
 *
 * What is known of a lock that is kept alive: of what class it is, when its lifetime ends, what the thread that renews
 * it has found out, and whether it is lost by that. */
#ifndef SLOCK_CORE_KEEPER_KNOWN_H
#define SLOCK_CORE_KEEPER_KNOWN_H

#include "core/keepers.h"
#include "core/lock_state.h"

/* Why: texts with one %s for the resource. */
#define SLOCK_LOST "The \"%s\" lock was lost: "
#define SLOCK_LOST_TO_ANOTHER SLOCK_LOST "its store says that this owner does not have it."
#define SLOCK_LOST_BEFORE SLOCK_LOST "another KeepAlive has found that, or an operation that failed has given it back."

/* Why the lock is lost, as far as the clock tells; NULL: it is not. */
const char *slock_keeper_is_over(const slock_keeper *keeper);

/* The Lock that is kept; NULL: it is of another class. */
slock_lock *slock_keeper_native(const slock_keeper *keeper);

/* The same of one that runs, if it is the same lock: of the same key on the same store. A key may be used with several,
 * which know nothing of each other. */
slock_lock *slock_keeper_of_same(const slock_keeper *keeper, slock_lock *lock);

/* Calls a method of a lock of another class. False with an exception pending. */
bool slock_keeper_call(const slock_keeper *keeper, const char *name, size_t length, zval *argument, zval *answer);

/* What is known of the end of its lifetime, and with it when the next renewal is due. */
void slock_keeper_set_until(slock_keeper *keeper, slock_time until);

/* Learns when the lifetime ends. Of a Lock, what has changed it is told (slock_lock_keeper): the key has one lifetime,
 * for whatever stores it is used with. False with an exception pending. */
bool slock_keeper_look(slock_keeper *keeper);

/* Keeps why a renewal failed (NULL: it did not), in a reference that is taken over. May run destructors. */
void slock_keeper_set_failure(slock_keeper *keeper, zend_object *failure);

/* Takes over what the thread knows of the Lock, which it renews; `failure`: of the latest renewal, or NULL. */
slock_renewal_state slock_keeper_take(slock_keeper *keeper, slock_lock *lock, slock_result *failure);

/* The same, for good: what has failed is kept, and why the lock is lost is returned; NULL: it is not. May run
 * destructors. */
const char *slock_keeper_take_news(slock_keeper *keeper, slock_lock *lock);

#endif
