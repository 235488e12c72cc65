/* SPDX-License-Identifier: MIT
 *
 * What is done for all keepers of a PHP thread at the engine's interrupts, where signal handlers run as well: what is
 * due is renewed, what the thread has found out is heard, and losses are told. */
#ifndef SLOCK_CORE_KEEPERS_INTERRUPT_H
#define SLOCK_CORE_KEEPERS_INTERRUPT_H

/* Once, at start-up. */
void slock_keepers_startup(void);

#endif
