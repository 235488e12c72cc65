/* SPDX-License-Identifier: MIT
 *
 * What the thread that renews locks does; renewer.c has it live. */
#ifndef SLOCK_CORE_RENEWER_THREAD_H
#define SLOCK_CORE_RENEWER_THREAD_H

#include "core/renewer_state.h"

/* The thread, until it is told to stop. */
void *slock_renewer_run(void *unused);

/* The line of this name for locks with such lifetimes that there is already, or this one, which is the renewer's then.
 * Call with the mutex held. */
slock_line *slock_renewer_share_line(slock_line *line, slock_time lifetime);

#endif
