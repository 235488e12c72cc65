/* SPDX-License-Identifier: MIT
 *
 * One question to all members of a quorum; see quorum_round.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "stores/quorum_round.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "main/php_network.h"

/* Seconds that a connection gets in each round where the outcome does not depend on it and the last attempt failed. */
#define PATIENCE 0.02

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
	*request = (slock_request){.key = round->key, .mode = SLOCK_WRITE, .deadline = SLOCK_TRY_ONCE};
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

/* Members that write the TTL with the lock count their lifetime apart: the others have their initial TTL until they are
 * refreshed, which must not cut a longer one short. Returns what restore_expiry() takes. */
static slock_time separate_expiry(slock_round *round, uint32_t at)
{
	slock_time until = slock_key_expiry(round->key);

	if (round->calls[at].writes_ttl) {
		slock_key_set_expiry(round->key, round->written_until);
	}
	return until;
}

static void restore_expiry(slock_round *round, uint32_t at, slock_time until)
{
	if (round->calls[at].writes_ttl) {
		round->written_until = slock_key_expiry(round->key);
		slock_key_set_expiry(round->key, MIN(until, round->written_until));
	}
}

/* Whether the answer of this member leaves a reason to ask and to wait for more. */
static bool take(slock_round *round, uint32_t at, slock_result *answer)
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

/* Remembers that the member could be reached. */
static void note_connection(slock_round *round, uint32_t at)
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
	until = separate_expiry(round, at);
	begun = slock_store_begin(member, round->op, &request, &call->pending, &answer);
	restore_expiry(round, at, until);
	round->unasked--;
	if (begun) {
		call->state = SLOCK_CALL_AWAITED;
		note_connection(round, at);
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
	return take(round, at, &answer);
}

/* Asks a member and waits for what it says. */
static bool ask(slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];
	slock_result answer = SLOCK_RESULT_INIT;
	slock_request request;
	slock_time until;

	if (!prepare(round, at, &request)) {
		return false;
	}
	until = separate_expiry(round, at);
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
	restore_expiry(round, at, until);
	round->unasked--;
	return take(round, at, &answer);
}

/* --- collecting ------------------------------------------------------------------------------------------------- */

/* Takes the answer if it has arrived. */
static bool try_finish(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	slock_time until = separate_expiry(round, at);
	bool finished = slock_store_finish(round->quorum->members[at], &call->pending, answer);

	restore_expiry(round, at, until);
	note_connection(round, at);
	if (finished && call->pending.connecting && answer->status == SLOCK_STORAGE_ERROR) {
		round->quorum->unreachable[at] = true;
		if (!call->sent) {
			call->state = SLOCK_CALL_UNREACHED;
		}
	}
	return finished;
}

/* When the member's time is over. */
static slock_time limit_of(const slock_round *round, const slock_call *call)
{
	return round->op == SLOCK_OP_RELEASE ? MIN(call->limit, call->pending.deadline) : call->pending.deadline;
}

/* Whether the member could not be reached the last time, and cannot be this time either, so far: a server that is gone
 * should not cost its time limit again and again where the others are enough. The attempt itself goes on. */
static bool is_doubtful(const slock_round *round, uint32_t at)
{
	const slock_call *call = &round->calls[at];

	return call->state == SLOCK_CALL_AWAITED && call->pending.connecting && round->quorum->unreachable[at];
}

static bool has_doubtful(const slock_round *round)
{
	for (uint32_t i = 0; i < round->quorum->count; i++) {
		if (is_doubtful(round, i)) {
			return true;
		}
	}
	return false;
}

/* Whether something that is outstanding is worth waiting for although the others are enough: connections, or what
 * follows when there is one as well. */
static bool has_more_to_wait_for(const slock_round *round, bool connections_only)
{
	bool patient = slock_clock_now() < round->patience;

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		const slock_pending *pending = &round->calls[i].pending;

		if (round->calls[i].state == SLOCK_CALL_AWAITED &&
			(pending->connecting ? patient || !is_doubtful(round, i)
								 : !connections_only && (round->op == SLOCK_OP_RELEASE || !pending->sent_all))) {
			return true;
		}
	}
	return false;
}

/* Whether the answers that are there do. Members whose request is complete do what they should without being waited for;
 * those that are refreshed in a second round must all be known, because they count together with that one's. */
static bool is_decided(slock_round *round)
{
	if (round->op == SLOCK_OP_RELEASE || round->op == SLOCK_OP_EXISTS ||
		(round->op == SLOCK_OP_ACQUIRE && round->ttl > 0.0 && round->some_without_ttl)) {
		return false;
	}
	return slock_quorum_is_met(round->quorum, round->tally->answers.successes) && !EG(exception) &&
		   !has_more_to_wait_for(round, false);
}

/* Sleeps until a descriptor is ready or a member's time is over, or `until`; a signal ends it as well. */
static void wait_for_answers(slock_round *round, php_pollfd *pollers, slock_time until)
{
	slock_time left;
	uint32_t count = 0;

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		const slock_call *call = &round->calls[i];

		if (call->state == SLOCK_CALL_AWAITED) {
			until = MIN(until, MIN(limit_of(round, call), call->pending.wake));
			pollers[count++] = (php_pollfd){.fd = call->pending.fd, .events = call->pending.events};
		}
	}
	left = until - slock_clock_now();
	/* Rounded up: a wait of less than a millisecond would become a busy one. */
	php_poll2(pollers, count, left > 0 ? (int) MIN((left + 999999) / 1000000, 60000) : 0);
}

/* The time of a member is over. The request stays where it is, so that what follows gets to the server behind it. */
static void set_late(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	const slock_store *store = slock_store_this(round->quorum->members[at]);

	call->state = SLOCK_CALL_LATE;
	if (call->pending.server) {
		slock_result_error(answer, "%s: no answer from %s within %g seconds", store->ops->name, call->pending.server,
						   call->pending.seconds);
	} else {
		slock_result_error(answer, "%s: no answer in time", store->ops->name);
	}
}

/* Whether the member's part has ended, with an answer or because its time is over. */
static bool has_ended(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	slock_time limit = limit_of(round, call);

	if (round->op == SLOCK_OP_RELEASE && is_doubtful(round, at) && !has_more_to_wait_for(round, false)) {
		slock_store_abandon(round->quorum->members[at], &call->pending);
		call->state = SLOCK_CALL_UNREACHED;
		slock_result_error(answer, "%s: still no connection to %s",
						   slock_store_this(round->quorum->members[at])->ops->name,
						   call->pending.server ? call->pending.server : "it");
		return true;
	}
	if (slock_clock_now() < limit) {
		return try_finish(round, at, answer);
	}
	/* By itself the store would give up the connection now, if there is no answer. */
	call->pending.deadline = SLOCK_FOREVER;
	if (try_finish(round, at, answer)) {
		return true;
	}
	/* There was an answer, or the connection was lost, and that led to something that has a time of its own. */
	if (call->pending.connecting) {
		return false;
	}
	if (call->pending.deadline != SLOCK_FOREVER && slock_clock_now() < limit_of(round, call)) {
		return false;
	}
	call->pending.deadline = limit;
	set_late(round, at, answer);
	return true;
}

/* Takes what has arrived. Members asked last come first: where two have one connection, the later one may find the
 * answer of the earlier one and leave it in memory, but not the other way round. `*some`: something was taken. */
static bool sweep(slock_round *round, bool *some)
{
	*some = false;
	for (uint32_t i = round->quorum->count; i-- > 0;) {
		slock_result answer = SLOCK_RESULT_INIT;

		if (round->calls[i].state == SLOCK_CALL_AWAITED && has_ended(round, i, &answer)) {
			*some = true;
			round->outstanding--;
			if (!take(round, i, &answer)) {
				return false;
			}
		}
	}
	return true;
}

/* Waits until something has happened. `*some`: or the patience with connections has come to its end. */
static void wait_for_some(slock_round *round, php_pollfd *pollers, bool *some)
{
	slock_time until = has_doubtful(round) && slock_clock_now() < round->patience ? round->patience : SLOCK_FOREVER;

	wait_for_answers(round, pollers, until);
	*some = slock_clock_now() >= until;
}

static void collect(slock_round *round, php_pollfd *pollers)
{
	bool some;

	if (is_decided(round) || EG(exception)) {
		return;
	}
	while (round->outstanding && sweep(round, &some) && round->outstanding) {
		if (!some) {
			wait_for_some(round, pollers, &some);
		}
		if (some && (is_decided(round) || EG(exception))) {
			return;
		}
	}
}

/* Waits until the requests of all members with the two-step form are on the wire. */
static bool send_all(slock_round *round, php_pollfd *pollers)
{
	bool some;

	while (has_more_to_wait_for(round, true)) {
		if (!sweep(round, &some)) {
			return false;
		}
		if (!some && has_more_to_wait_for(round, true)) {
			wait_for_some(round, pollers, &some);
		}
	}
	return true;
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
			if (!sent && !send_all(round, pollers)) {
				return false;
			}
			sent = true;
			if (!ask(round, i)) {
				return false;
			}
		}
	}
	return true;
}

static void ask_all(slock_round *round)
{
	php_pollfd *pollers;
	ALLOCA_FLAG(use_heap)

	round->patience = slock_clock_add(slock_clock_now(), PATIENCE);
	pollers = do_alloca((round->quorum->count + 1) * sizeof(*pollers), use_heap);
	if (begin_all(round) && ask_others(round, pollers) && round->outstanding) {
		collect(round, pollers);
	}
	free_alloca(pollers, use_heap);
}

void slock_round_ask(slock_round *round)
{
	slock_quorum *quorum = round->quorum;

	round->unasked = 0;
	round->outstanding = 0;
	for (uint32_t i = 0; i < quorum->count; i++) {
		if (takes_part(round, i)) {
			round->calls[i].state = SLOCK_CALL_UNASKED;
			round->calls[i].sent = false;
			round->unasked++;
		} else if (round->calls[i].state == SLOCK_CALL_AWAITED) {
			slock_store_abandon(quorum->members[i], &round->calls[i].pending);
			round->calls[i].state = SLOCK_CALL_ENDED;
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
		}
	}
	ask_all(round);
	slock_round_leave(round);
	put_back(round);
}
