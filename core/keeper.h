/* SPDX-License-Identifier: MIT
 *
 * Keeping locks alive: for Slock\KeepAlive, and for the locks of stores that keep theirs by themselves. Where the store
 * has a way for it, a thread renews the lock (renewer.h), and what it has found out is taken at the engine's
 * interrupts, where signal handlers run as well. Other locks are renewed there. */
#ifndef SLOCK_CORE_KEEPER_H
#define SLOCK_CORE_KEEPER_H

#include "core/keepers.h"
#include "core/lock_state.h"

/* Keeps the lock alive from now on. A Lock is acquired, and a TTL is known. FAILURE: an exception is pending, or,
 * without one, no thread can be started that would tell when to renew. */
zend_result slock_keeper_start(slock_keeper *keeper);

/* Ends it, if it has not ended; nobody is told anything, and a loss that is known stays known. */
void slock_keeper_stop(slock_keeper *keeper);

/* The same when its Lock has been let go of, or is freed: nobody else is asked. */
void slock_keeper_let_go(slock_keeper *keeper);

/* The same at the end of its owner. */
void slock_keeper_dtor(slock_keeper *keeper);

/* Whether the lock is lost, as far as is known. May run PHP code of a lock of another class. */
bool slock_keeper_is_lost(slock_keeper *keeper);

/* ---- for kept_locks.c and keepers_interrupt.c ---- */

/* How long a renewal may take in any case, and after a failure the shortest pause before the next one. */
#define SLOCK_KEEPER_SHORTEST_RENEWAL (50 * SLOCK_MS)
#define SLOCK_KEEPER_SHORTEST_PAUSE (2 * SLOCK_MS)

/* Renews what is due, or finds it lost. PHP code may run, which may end it, and an exception may be pending then. */
void slock_keeper_work(slock_keeper *keeper);

/* It is being renewed in another fiber, and its lifetime has ended: nobody waits for the answer. */
void slock_keeper_give_up(slock_keeper *keeper);

/* Leaves the renewals to the thread, where it can. */
void slock_keeper_delegate(slock_keeper *keeper, const struct slock_keepers *all);

#endif
