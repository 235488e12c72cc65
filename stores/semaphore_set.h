/* SPDX-License-Identifier: MIT
 *
 * Sets of System V semaphores, in the protocol of PHP's extension sysvsem, which is not needed. One set of three
 * semaphores per resource: SEM is 1 while the lock is free, USAGE counts who has the set in use, and ENTERING is 1
 * while a process is just entering. The first to enter gives SEM its value; the owner removes the whole set at the end,
 * which wakes everyone who waits on it, and they make a new one. Every change is undone by the kernel when a process
 * dies. Not on Windows. */
#ifndef SLOCK_STORES_SEMAPHORE_SET_H
#define SLOCK_STORES_SEMAPHORE_SET_H

#ifndef _WIN32
#include "core/clock.h"

#include <stdbool.h>
#include <sys/types.h>

/* How a step ended that may have to wait. DONE: *error is 0 or errno. INTERRUPTED: an exception is pending. BAILED_OUT:
 * the request ends. FORKED: this is a child that an interrupt handler has forked meanwhile, and what was entered before
 * was entered by the parent. NEEDLESS: the wait says so. In all of them but DONE nothing was done. */
typedef enum {
	SLOCK_SEMAPHORE_DONE,
	SLOCK_SEMAPHORE_TIMED_OUT,
	SLOCK_SEMAPHORE_INTERRUPTED,
	SLOCK_SEMAPHORE_BAILED_OUT,
	SLOCK_SEMAPHORE_FORKED,
	SLOCK_SEMAPHORE_NEEDLESS
} slock_semaphore_step;

/* How long to wait, and whether what PHP code has done in the wait makes an end of it, which is asked after each check
 * of interrupts; NULL: it does not. */
typedef struct {
	slock_time deadline;
	bool (*is_needless)(const void *waiter);
	const void *waiter;
} slock_semaphore_wait;

/* The set that has the key, which is made where there is none; -1: errno says why not. */
int slock_semaphore_set_open(key_t key);

/* Whether this errno of an operation says that the set was removed by its owner: not an outcome, the lock is just free.
 */
bool slock_semaphore_set_is_gone(int error);

/* Enters the set: with ENTERING, which nobody else has then, and counted. Gives SEM its value when nobody else is in:
 * `first`. After an error it has left again. May run PHP code of handlers, as does the next one. */
slock_semaphore_step slock_semaphore_set_enter(int set, slock_time deadline, bool *first, int *error);

/* Takes SEM of a set that was entered, and lets the next one enter; waits where the deadline is not SLOCK_TRY_ONCE.
 * *error EAGAIN: another one has it. Where it did not take SEM it has left the set. */
slock_semaphore_step slock_semaphore_set_take(int set, const slock_semaphore_wait *wait, int *error);

/* Frees the lock for the next owner of the same set, and leaves it. Returns 0 or errno. */
int slock_semaphore_set_release(int set);

/* Removes the set, and the lock with it. `inherited`: this is a child of the process that acquired. Returns 0 or errno.
 */
int slock_semaphore_set_remove(int set, bool inherited);

/* When the set got its first user, by the kernel's clock; 0: it does not tell. */
time_t slock_semaphore_set_begun_at(int set);

/* Whether a set whose handle was copied is the one that was acquired, and not a later one that has got its number: the
 * kernel notes when a set gets its first user. A set of another user, which its owner cannot remove, stays for the
 * owner's next lock, and nothing tells the two locks apart: they are the owner's alone. */
bool slock_semaphore_set_is_since(int set, time_t since, bool inherited);

/* Whether somebody has SEM; and the process that was the last one to change it, -1 where the set is gone. */
bool slock_semaphore_set_is_taken(int set);
int slock_semaphore_set_changed_by(int set);
#endif

#endif
