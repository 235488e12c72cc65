/* SPDX-License-Identifier: MIT
 *
 * One question to all members of a quorum; see round.h. */
#include "php_slock.h"
#include "core/logger.h"
#include "core/store_operations.h"
#include "stores/quorum/collect.h"
#include "stores/quorum/round.h"

#include "main/php_network.h"

/* Whether to ask in this pass: members with a connection first, and last those that could not be reached the last time,
 * because asking them may begin with a question to a name server. */
static bool round_is_in_pass(const slock_round *round, uint32_t at, int pass)
{
	bool connected = slock_store_is_connected(round->quorum->members[at]);

	switch (pass) {
		case 0:
			return connected;
		case 1:
			return !round->quorum->reach[at].unreachable;
		default:
			return true;
	}
}

static bool round_begin_all(slock_round *round)
{
	slock_quorum *quorum = round->quorum;

	for (int pass = 0; pass < 3; pass++) {
		for (uint32_t i = 0; i < quorum->count; i++) {
			if (round->calls[i].state == SLOCK_MEMBER_UNASKED && slock_member_takes_part(round, i) &&
				slock_member_can_begin(round, i) && round_is_in_pass(round, i, pass) && !slock_member_begin(round, i)) {
				return false;
			}
		}
	}
	return true;
}

/* Members without the two-step form; false: there is no reason to go on. */
static bool round_ask_others(slock_round *round, php_pollfd *pollers)
{
	bool sent = round->outstanding == 0;

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		if (round->calls[i].state == SLOCK_MEMBER_UNASKED && slock_member_takes_part(round, i)) {
			if (!sent && !slock_collect_sent(round, pollers)) {
				return false;
			}
			sent = true;
			round->with_php = true;
			if (!slock_member_ask(round, i)) {
				return false;
			}
		}
	}
	return true;
}

static void round_ask_all(slock_round *round)
{
	php_pollfd *pollers = safe_emalloc(round->quorum->count + 1, sizeof(*pollers), 0);

	round->asked = slock_clock_now();
	round->with_php = round->quorum->kind == SLOCK_OTHER_STRATEGY || slock_logger_is_set(round->quorum->store);
	round->connect_grace = round->asked + SLOCK_CONNECT_GRACE;
	if (round_begin_all(round) && round_ask_others(round, pollers) && round->outstanding) {
		slock_collect_answers(round, pollers);
	}
	efree(pollers);
}

void slock_round_ask(slock_round *round)
{
	slock_quorum *quorum = round->quorum;

	round->unasked = 0;
	round->outstanding = 0;
	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_member_call *call = &round->calls[i];
		bool asked_again = slock_member_takes_part(round, i);

		/* Of the round before. What is asked now follows it on the same connection. */
		if (call->state == SLOCK_MEMBER_AWAITED || (call->state == SLOCK_MEMBER_LATE && asked_again)) {
			slock_store_abandon(quorum->members[i], &call->pending);
			call->state = SLOCK_MEMBER_ENDED;
		}
		if (asked_again) {
			call->state = SLOCK_MEMBER_UNASKED;
			call->sent = false;
			call->grace_until = 0;
			round->unasked++;
		}
		round->some_without_ttl |=
			round->op == SLOCK_OP_ACQUIRE && !(round->ttl > 0.0 && slock_member_writes_ttl(round, i));
	}
	round_ask_all(round);
}

void slock_round_leave(slock_round *round)
{
	for (uint32_t i = 0; i < round->quorum->count; i++) {
		slock_member_call *call = &round->calls[i];
		zend_object *member = round->quorum->members[i];
		slock_result ignored;

		if (call->state == SLOCK_MEMBER_AWAITED) {
			slock_store_abandon(member, &call->pending);
		} else if (call->state == SLOCK_MEMBER_LATE) {
			slock_result_init(&ignored);
			/* This is where the store gives up the connection. */
			if (!slock_store_finish(member, &call->pending, &ignored)) {
				slock_store_abandon(member, &call->pending);
			}
			slock_result_dtor(&ignored);
		} else {
			continue;
		}
		call->state = SLOCK_MEMBER_ENDED;
	}
}

void slock_round_allow_undo(slock_round *round)
{
	if (round->answer_by) {
		round->answer_by = MAX(round->answer_by, slock_clock_now() + MAX(SLOCK_UNDO_TIME, 2 * round->slowest));
	}
}

/* After a fatal error no code of the user's can run any more: the engine would raise another one. */
static bool round_may_ask(zend_object *member)
{
	const slock_store *store = slock_store_from_obj(member);

	return (store && !store->overridden) || !CG(unclean_shutdown);
}

/* Whether the key may have had the lock before what it has asked for now. */
static bool round_is_of_holder(const slock_round *round)
{
	return round->op == SLOCK_OP_REFRESH || (round->held_until && round->held_until != SLOCK_FOREVER);
}

void slock_round_release(slock_round *round, slock_tally *tally)
{
	slock_quorum *quorum = round->quorum;
	const bool of_holder = round_is_of_holder(round);

	for (uint32_t i = 0; i < quorum->count; i++) {
		if (UNEXPECTED(!round_may_ask(quorum->members[i]))) {
			round->calls[i].state = SLOCK_MEMBER_UNREACHED;
		}
	}
	slock_exception_save(&round->exception);
	round->op = SLOCK_OP_RELEASE;
	round->tally = tally;
	round->unasked = quorum->count;
	round->outstanding = 0;
	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_member_call *call = &round->calls[i];

		call->limit = SLOCK_FOREVER;
		if (call->state == SLOCK_MEMBER_AWAITED || call->state == SLOCK_MEMBER_LATE) {
			slock_store_abandon(quorum->members[i], &call->pending);
			call->resent = call->resent || call->pending.sent_again;
			if (!call->pending.connecting) {
				call->limit = call->pending.deadline;
			} else if (!call->sent) {
				call->state = SLOCK_MEMBER_UNREACHED;
			}
		}
		if (call->state == SLOCK_MEMBER_UNREACHED) {
			round->unasked--;
			if (of_holder) {
				slock_member_release_later(round, i);
			}
		} else {
			call->state = SLOCK_MEMBER_UNASKED;
			call->sent = false;
			call->grace_until = 0;
		}
	}
	round_ask_all(round);
	slock_round_leave(round);
	slock_exception_restore(&round->exception);
}
