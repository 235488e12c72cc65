/* SPDX-License-Identifier: MIT
 *
 * One question to all members of a quorum; see round.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/logger.h"
#include "stores/quorum/collect.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* Seconds that a connection gets in each round where the outcome does not depend on it and the last attempt failed. */
#define PATIENCE 0.02

/* For undoing what was done, where no member has shown how long it takes to answer; ns. */
#define LEAST_UNDO 100000000

/* --- exceptions put aside --------------------------------------------------------------------------------------- */

/* Makes what was put aside pending again. It wins over what came up since, but nothing wins over exit(). */
static void put_back(slock_round *round)
{
	zend_object *first = round->exception;

	round->exception = NULL;
	if (!first) {
		return;
	}
	if (EG(exception)) {
		if (zend_is_unwind_exit(EG(exception)) || zend_is_graceful_exit(EG(exception))) {
			OBJ_RELEASE(first);
			return;
		}
		zend_clear_exception();
	}
	EG(exception) = first;
	EG(opline_before_exception) = round->opline;
}

static void put_aside(slock_round *round)
{
	if (UNEXPECTED(EG(exception))) {
		put_back(round);
		round->exception = EG(exception);
		round->opline = EG(opline_before_exception);
		EG(exception) = NULL;
	}
}

/* --- asking one member ------------------------------------------------------------------------------------------ */

slock_mode slock_round_mode_for(zend_object *member, slock_mode mode)
{
	return mode == SLOCK_READ && slock_store_shares(member) ? SLOCK_READ : SLOCK_WRITE;
}

static bool writes_ttl(const slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];

	return slock_store_writes_ttl(member, slock_round_mode_for(member, round->mode));
}

/* Whether the member has a part in this round. */
static bool takes_part(const slock_round *round, uint32_t at)
{
	return !(round->op == SLOCK_OP_REFRESH && round->without_ttl_only && writes_ttl(round, at));
}

static bool can_begin(const slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];

	return slock_store_can_begin(
		member, round->op, round->op == SLOCK_OP_ACQUIRE ? slock_round_mode_for(member, round->mode) : SLOCK_WRITE);
}

/* What the member is asked; false when it is too late to ask anybody. */
static bool prepare(slock_round *round, uint32_t at, slock_request *request)
{
	double left;

	round->calls[at].writes_ttl = false;
	*request = (slock_request){
		.key = round->key, .mode = SLOCK_WRITE, .deadline = SLOCK_TRY_ONCE, .answer_by = round->answer_by};
	if (round->op == SLOCK_OP_ACQUIRE) {
		request->mode = slock_round_mode_for(round->quorum->members[at], round->mode);
		round->calls[at].writes_ttl = round->ttl > 0.0 && writes_ttl(round, at);
		request->ttl = round->calls[at].writes_ttl ? round->ttl : 0.0;
	} else if (round->op == SLOCK_OP_REFRESH) {
		left = slock_clock_until(round->expires_at);
		if (left <= 0.0) {
			slock_quorum_log_too_late(round->quorum, at, round->key, round->ttl);
			slock_key_reduce_lifetime(round->key, slock_clock_now(), 0.0);
			return false;
		}
		/* A store of ours counts the lifetime from before its own request, so it may have the whole TTL: a bit less
		 * could be below the least that it takes. */
		request->ttl = writes_ttl(round, at) ? round->ttl : left;
	}
	return true;
}

slock_time slock_round_separate_expiry(slock_round *round, uint32_t at)
{
	slock_time until = slock_key_expiry(round->key);

	if (round->calls[at].writes_ttl) {
		slock_key_set_expiry(round->key, round->written_until);
	}
	return until;
}

void slock_round_restore_expiry(slock_round *round, uint32_t at, slock_time until)
{
	if (round->calls[at].writes_ttl) {
		round->written_until = slock_key_expiry(round->key);
		slock_key_set_expiry(round->key, MIN(until, round->written_until));
	}
}

bool slock_round_take(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	uint32_t left;

	if (call->state != SLOCK_CALL_LATE && call->state != SLOCK_CALL_UNREACHED) {
		call->state = SLOCK_CALL_ENDED;
	}
	if (call->writes_ttl && answer->status != SLOCK_INTERRUPTED) {
		slock_answers_count(&round->written, answer->status);
	}
	slock_quorum_take(round->quorum, round->op, at, round->key, answer, round->tally);
	if (round->op == SLOCK_OP_RELEASE) {
		put_aside(round);
		return true;
	}
	if (EG(exception)) {
		return false;
	}
	left = round->unasked + round->outstanding;
	if (round->op == SLOCK_OP_EXISTS) {
		round->met = slock_quorum_is_met(round->quorum, round->tally->answers.successes);
		if (EG(exception) || round->met) {
			return false;
		}
	} else if (slock_key_is_expired(round->key)) {
		/* The time has run out, which is the outcome then. */
		left = 0;
	}
	return slock_quorum_is_open(round->quorum, round->tally, left);
}

void slock_round_note_connection(slock_round *round, uint32_t at)
{
	if (!round->calls[at].pending.connecting) {
		round->calls[at].sent = true;
		round->quorum->unreachable[at] = false;
	}
}

/* Puts the question to a member with the two-step form on the wire. */
static bool begin(slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];
	slock_call *call = &round->calls[at];
	slock_result answer = SLOCK_RESULT_INIT;
	slock_request request;
	slock_time until;
	bool begun;

	if (!prepare(round, at, &request)) {
		return false;
	}
	until = slock_round_separate_expiry(round, at);
	begun = slock_store_begin(member, round->op, &request, &call->pending, &answer);
	slock_round_restore_expiry(round, at, until);
	round->unasked--;
	if (begun) {
		call->state = SLOCK_CALL_AWAITED;
		call->ready = false;
		slock_round_note_connection(round, at);
		if (round->op == SLOCK_OP_RELEASE && call->limit != SLOCK_FOREVER && call->pending.sent_all) {
			/* It follows what the member is late with already, and there is nothing to learn from its answer. */
			slock_store_abandon(member, &call->pending);
			call->state = SLOCK_CALL_ENDED;
			return true;
		}
		round->outstanding++;
		return true;
	}
	/* With an exception it was refused here, and not by a server that cannot be reached. */
	round->quorum->unreachable[at] = answer.status == SLOCK_STORAGE_ERROR && !answer.exception;
	call->state = round->quorum->unreachable[at] ? SLOCK_CALL_UNREACHED : SLOCK_CALL_ENDED;
	return slock_round_take(round, at, &answer);
}

/* Asks a member and waits for what it says. */
static bool ask(slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];
	slock_result answer = SLOCK_RESULT_INIT;
	slock_request request;
	slock_time until, begun, took;

	if (!prepare(round, at, &request)) {
		return false;
	}
	begun = slock_clock_now();
	until = slock_round_separate_expiry(round, at);
	switch (round->op) {
		case SLOCK_OP_ACQUIRE:
			slock_store_acquire(member, &request, &answer);
			break;
		case SLOCK_OP_REFRESH:
			slock_store_refresh(member, &request, &answer);
			break;
		case SLOCK_OP_EXISTS:
			slock_store_exists(member, &request, &answer);
			break;
		default:
			slock_store_release(member, &request, &answer);
	}
	slock_round_restore_expiry(round, at, until);
	/* What those answered meanwhile that were asked at once is seen only now, and says nothing about their links. */
	took = slock_clock_now() - begun;
	round->asked += took;
	if (answer.status != SLOCK_STORAGE_ERROR) {
		round->slowest = MAX(round->slowest, took);
	}
	round->unasked--;
	return slock_round_take(round, at, &answer);
}

/* --- the round -------------------------------------------------------------------------------------------------- */

/* Whether to ask in this pass: members with a connection first, and last those that could not be reached the last time,
 * because asking them may begin with a question to a name server. */
static bool is_in_pass(const slock_round *round, uint32_t at, int pass)
{
	bool connected = slock_store_is_connected(round->quorum->members[at]);

	switch (pass) {
		case 0:
			return connected;
		case 1:
			return !round->quorum->unreachable[at];
		default:
			return true;
	}
}

static bool begin_all(slock_round *round)
{
	slock_quorum *quorum = round->quorum;

	for (int pass = 0; pass < 3; pass++) {
		for (uint32_t i = 0; i < quorum->count; i++) {
			if (round->calls[i].state == SLOCK_CALL_UNASKED && takes_part(round, i) && can_begin(round, i) &&
				is_in_pass(round, i, pass) && !begin(round, i)) {
				return false;
			}
		}
	}
	return true;
}

/* Members without the two-step form; false: there is no reason to go on. */
static bool ask_others(slock_round *round, php_pollfd *pollers)
{
	bool sent = round->outstanding == 0;

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		if (round->calls[i].state == SLOCK_CALL_UNASKED && takes_part(round, i)) {
			if (!sent && !slock_round_send_all(round, pollers)) {
				return false;
			}
			sent = true;
			round->with_php = true;
			if (!ask(round, i)) {
				return false;
			}
		}
	}
	return true;
}

static void ask_all(slock_round *round)
{
	php_pollfd *pollers = safe_emalloc(round->quorum->count + 1, sizeof(*pollers), 0);

	round->asked = slock_clock_now();
	round->with_php = round->quorum->kind == SLOCK_OTHER_STRATEGY || slock_logger_is_set(round->quorum->store);
	round->patience = slock_clock_add(round->asked, PATIENCE);
	if (begin_all(round) && ask_others(round, pollers) && round->outstanding) {
		slock_round_collect(round, pollers);
	}
	efree(pollers);
}

void slock_round_ask(slock_round *round)
{
	slock_quorum *quorum = round->quorum;

	round->unasked = 0;
	round->outstanding = 0;
	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_call *call = &round->calls[i];
		bool asked_again = takes_part(round, i);

		/* Of the round before. What is asked now follows it on the same connection. */
		if (call->state == SLOCK_CALL_AWAITED || (call->state == SLOCK_CALL_LATE && asked_again)) {
			slock_store_abandon(quorum->members[i], &call->pending);
			call->state = SLOCK_CALL_ENDED;
		}
		if (asked_again) {
			call->state = SLOCK_CALL_UNASKED;
			call->sent = false;
			round->unasked++;
		}
		round->some_without_ttl |= round->op == SLOCK_OP_ACQUIRE && !(round->ttl > 0.0 && writes_ttl(round, i));
	}
	ask_all(round);
}

void slock_round_leave(slock_round *round)
{
	for (uint32_t i = 0; i < round->quorum->count; i++) {
		slock_call *call = &round->calls[i];
		zend_object *member = round->quorum->members[i];
		slock_result ignored = SLOCK_RESULT_INIT;

		if (call->state == SLOCK_CALL_AWAITED) {
			slock_store_abandon(member, &call->pending);
		} else if (call->state == SLOCK_CALL_LATE) {
			/* This is where the store gives up the connection. */
			if (!slock_store_finish(member, &call->pending, &ignored)) {
				slock_store_abandon(member, &call->pending);
			}
			slock_result_dtor(&ignored);
		} else {
			continue;
		}
		call->state = SLOCK_CALL_ENDED;
	}
}

void slock_round_allow_undo(slock_round *round)
{
	if (round->answer_by) {
		round->answer_by = MAX(round->answer_by, slock_clock_now() + MAX(LEAST_UNDO, 2 * round->slowest));
	}
}

void slock_round_release(slock_round *round, slock_tally *tally)
{
	slock_quorum *quorum = round->quorum;

	put_aside(round);
	round->op = SLOCK_OP_RELEASE;
	round->tally = tally;
	round->unasked = quorum->count;
	round->outstanding = 0;
	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_call *call = &round->calls[i];

		call->limit = SLOCK_FOREVER;
		if (call->state == SLOCK_CALL_AWAITED || call->state == SLOCK_CALL_LATE) {
			slock_store_abandon(quorum->members[i], &call->pending);
			if (!call->pending.connecting) {
				call->limit = call->pending.deadline;
			} else if (!call->sent) {
				call->state = SLOCK_CALL_UNREACHED;
			}
		}
		if (call->state == SLOCK_CALL_UNREACHED) {
			round->unasked--;
		} else {
			call->state = SLOCK_CALL_UNASKED;
			call->sent = false;
		}
	}
	ask_all(round);
	slock_round_leave(round);
	put_back(round);
}
