/* SPDX-License-Identifier: MIT
 *
 * Who waits for a lock of a quorum is woken by one of its members, which has been asked to do so; see slock_watch_ops.
 * The releases of the others are on their way then, all sent at once. A wake-up is a hint: whoever gets it asks all
 * members as always. */
#ifndef SLOCK_STORES_QUORUM_WAITER_H
#define SLOCK_STORES_QUORUM_WAITER_H

#include "stores/quorum/tally.h"

/* What the member at an index is told about the wait that this attempt belongs to; NULL: nothing. `watch`: of the
 * quorum's wait, or NULL. */
slock_watch *slock_quorum_waiter_for_member(slock_watch *watch, uint32_t at);

/* What that member has answered in this attempt. */
void slock_quorum_waiter_note(const slock_quorum *quorum, slock_watch *watch, uint32_t at, slock_status status);

/* Whether the waiter has to know what the member at this index answers, also where that changes nothing for the
 * quorum: it may be in that member's queue, or not. */
bool slock_quorum_waiter_needs(const slock_watch *watch, uint32_t at);

/* Before an attempt: forgets what was noted of the one before. */
void slock_quorum_waiter_attempts(const slock_quorum *quorum, slock_watch *watch);

/* The parts of slock_watch_ops. */
void slock_quorum_wait_begin(const slock_quorum *quorum, const slock_request *request, slock_watch *watch);
void slock_quorum_wait_on_conflict(const slock_quorum *quorum, const slock_request *request, slock_watch *watch);
void slock_quorum_wait_poll(const slock_quorum *quorum, const slock_request *request, slock_watch *watch);
void slock_quorum_wait_end(const slock_quorum *quorum, slock_watch *watch, bool acquired);

#endif
