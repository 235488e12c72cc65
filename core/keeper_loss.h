/* SPDX-License-Identifier: MIT
 *
 * A kept lock that is lost: who finds that says so here, it counts for all that keep the same lock alive, and each of
 * them is told once, where the engine can be interrupted (keepers_interrupt.c). */
#ifndef SLOCK_CORE_KEEPER_LOSS_H
#define SLOCK_CORE_KEEPER_LOSS_H

#include "core/keepers.h"
#include "core/lock_state.h"

/* The lock is lost, for this reason. Not when PHP code has stopped the keeper meanwhile: then nobody wants to know. */
void slock_keeper_lose(slock_keeper *keeper, const char *reason);

/* It runs, and its lock was lost, before it could find that itself. `granted`: the store has granted it again, and the
 * key's lifetime is that of this grant. `held_again`: so it has to the keeper's own Lock. May run destructors. */
void slock_keeper_lose_before(slock_keeper *keeper, bool granted, bool held_again);

/* The store has refused a renewal of the lock, or a question about it, that was begun when its key had counted so many
 * grants, and a handler, or another fiber, has acquired it in the meantime: the answer is about what was lost before.
 * So it is for all that keep it since then, and not for a Lock that has it again. There is a table. May run
 * destructors. */
void slock_keeper_hear_late_refusal(slock_lock *lock, uint32_t grants);

/* Tells it, once. An exception is pending then, or PHP code has run. Others have to wait for the end of a closure: it
 * may be putting in order what they would interrupt. */
void slock_keeper_tell(slock_keeper *keeper);

#endif
