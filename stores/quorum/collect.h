/* SPDX-License-Identifier: MIT
 *
 * The answers of a round: waiting for them, and for how long. `pollers` has room for all members. */
#ifndef SLOCK_STORES_QUORUM_COLLECT_H
#define SLOCK_STORES_QUORUM_COLLECT_H

#include "stores/quorum/member.h"

#include "main/php_network.h"

/* Waits until the requests of all members with the two-step form are on the wire, but for those that are not worth it.
 * False: there is no reason to go on. */
bool slock_collect_sent(slock_round *round, php_pollfd *pollers);

/* Takes answers until the outcome is decided or there are none left. */
void slock_collect_answers(slock_round *round, php_pollfd *pollers);

#endif
