/* SPDX-License-Identifier: MIT
 *
 * Turns between processes that were forked from one another. ZooKeeper cannot be told to delete one node and no other
 * of its name, so a release looks at the node and deletes it then; parent and child, which may both release, do that
 * one after the other. In shared memory: it costs no request and, but for two releases at the same moment, no system
 * call. Plain C. */
#ifndef SLOCK_ZOOKEEPER_TURNS_H
#define SLOCK_ZOOKEEPER_TURNS_H

#include <stddef.h>

#include "core/clock.h"

#define SLOCK_TURNS_WAIT SLOCK_SECOND /* that a release waits for another one */

/* Makes the turns, before there is a lock that a child could inherit. Costs something only once in a process and its
 * children. */
void slock_turns_make(void);

/* Waits for the turn of that name until the time given and a second at most; 0: a second. The scope is a list of hosts,
 * in any order and either case. What it returns is given back with slock_turns_give() by the same thread. */
#define SLOCK_TURNS_TAKEN (-1)               /* there is none: another process keeps it */
#define SLOCK_TURNS_NONE (-2)                /* this process has no turns at all */
#define SLOCK_TURNS_MINE (-3)                /* there is none: this thread keeps it */
#define SLOCK_TURNS_NO_WAIT ((slock_time) 1) /* as the time: has passed, whatever the clock says */
int slock_turns_take(const char *scope, const char *name, slock_time until);

/* After SLOCK_TURNS_MINE: the same turn once more, to be given back once more. Other processes have it after the last.
 */
int slock_turns_share(const char *scope, const char *name);

void slock_turns_give(int turn);

/* When a request of this thread has ended, however it has: those that it has not given back, because a fatal error left
 * the operation by a jump, are given back. */
void slock_turns_end_request(void);

#endif
