/* SPDX-License-Identifier: MIT
 *
 * The two halves of a round: round.c asks, collect.c takes the answers. For nobody else. */
#ifndef SLOCK_STORES_QUORUM_COLLECT_H
#define SLOCK_STORES_QUORUM_COLLECT_H

#include "stores/quorum/round.h"

#include "main/php_network.h"

/* ---- collect.c; `pollers` has room for all members ---- */

/* Waits until the requests of all members with the two-step form are on the wire, but for those that are not worth it.
 * False: there is no reason to go on. */
bool slock_round_send_all(slock_round *round, php_pollfd *pollers);

/* Takes answers until the outcome is decided or there are none left. */
void slock_round_collect(slock_round *round, php_pollfd *pollers);

/* ---- round.c ---- */

/* Whether the answer of this member, which is taken over, leaves a reason to ask and to wait for more. */
bool slock_round_take(slock_round *round, uint32_t at, slock_result *answer);

/* Remembers that the member could be reached, if it could. */
void slock_round_note_connection(slock_round *round, uint32_t at);

/* Members that write the TTL with the lock count their lifetime apart: the others have their initial TTL until they are
 * refreshed, which must not cut a longer one short. separate_expiry() returns what restore_expiry() takes. */
slock_time slock_round_separate_expiry(slock_round *round, uint32_t at);
void slock_round_restore_expiry(slock_round *round, uint32_t at, slock_time until);

#endif
