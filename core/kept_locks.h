/* SPDX-License-Identifier: MIT
 *
 * Locks that are kept alive by themselves, because their store asks for that (SLOCK_STORE_KEEPS), and what the
 * operations of any Lock tell those that keep it: slock_lock_keeper in lock_lifetime.h. */
#ifndef SLOCK_CORE_KEPT_LOCKS_H
#define SLOCK_CORE_KEPT_LOCKS_H

/* Once, at start-up. */
void slock_kept_locks_startup(void);

#endif
