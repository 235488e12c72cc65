/* SPDX-License-Identifier: MIT
 *
 * One question to all members of a quorum. Those with the two-step form have it on the wire before any answer is
 * awaited; the others are asked one after another, in their order; then the answers are collected until they decide.
 * What is decided, and when, is in tally.h. */
#ifndef SLOCK_STORES_QUORUM_ROUND_H
#define SLOCK_STORES_QUORUM_ROUND_H

#include "stores/quorum/member.h"

/* Asks all members the round's question and collects their answers until the outcome is decided, or an exception is
 * pending. The caller set everything up to without_ttl_only but for the times that it measures, and the tally.
 * Afterwards members may be AWAITED or LATE: leave them with slock_round_leave() or release the lock with
 * slock_round_release(). */
void slock_round_ask(slock_round *round);

/* Gives up the answers that did not come. What they did to the lock stays as it is. */
void slock_round_leave(slock_round *round);

/* Gives what follows, the release of a lock that was not got, some time beyond answer_by, as much as members that are
 * there have shown to need. */
void slock_round_allow_undo(slock_round *round);

/* Asks every member to let go of the lock, whatever it answered, and goes on when one throws: the exception that was
 * pending before stays pending, otherwise the first one that came up is. After slock_round_ask() the request follows
 * the one that was not answered yet, on the same connection, and such a member gets no more time for both than it had
 * for the first. Members that could not be reached are left alone, but for what they may have had before
 * (slock_member_release_later()). */
void slock_round_release(slock_round *round, slock_tally *tally);

#endif
