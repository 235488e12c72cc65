/* SPDX-License-Identifier: MIT
 *
 * A thread beside PHP calls libraries, and a fork meanwhile would leave locked in the child what they lock: the C
 * library's look-up of names, OpenSSL. Nobody unlocks it there, and the child hangs as soon as it needs that itself. So
 * the thread says when it is within, and forks wait until it is not. Plain C; not on Windows. */
#ifndef SLOCK_CORE_FORK_GATE_H
#define SLOCK_CORE_FORK_GATE_H

/* Once, at start-up. */
void slock_fork_gate_startup(void);

/* For one thread of the process. Between the two it may call libraries, and a fork waits for it: for a second at most
 * since it has entered, so that it is not to enter for longer than that but to wait for a name server. While somebody
 * forks it waits before it enters; it holds nothing then that the one who forks could wait for. */
void slock_fork_gate_enter(void);
void slock_fork_gate_leave(void);

#endif
