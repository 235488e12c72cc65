/* SPDX-License-Identifier: MIT
 *
 * What is done for all keepers of a PHP thread at the engine's interrupts, where signal handlers run as well: what is
 * due is renewed, what the thread has found out is heard, and losses are told. */
#ifndef SLOCK_CORE_KEEPERS_INTERRUPT_H
#define SLOCK_CORE_KEEPERS_INTERRUPT_H

#include "core/keepers.h"

/* Renews one that has just been started, if that is due already, and leaves an exception pending as an interrupt does.
 * Not at the next interrupt: that comes when `new` has ended and nothing has its result yet, and the engine forgets the
 * object when an exception is thrown there. It would be kept alive to the end of the request. A loss is told at the
 * next interrupt as ever. */
void slock_keepers_renew_new(slock_keeper *self);

/* In RSHUTDOWN: what the thread has found out until then. What is kept alive still is cut off: PHP code that runs
 * later, in the write() of a session handler, is told by the clock. Runs none itself. */
void slock_keepers_hear_last(void);

/* Once, at start-up. */
void slock_keepers_startup(void);

#endif
