/* SPDX-License-Identifier: MIT
 *
 * The answers of a round: waiting for them, and for how long; see collect.h. */
#include "php_slock.h"
#include "stores/quorum/collect.h"

#include "main/php_network.h"

/* Takes the answer if it has arrived. */
static bool try_finish(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	slock_time until = slock_round_separate_expiry(round, at);
	bool finished = slock_store_finish(round->quorum->members[at], &call->pending, answer);

	slock_round_restore_expiry(round, at, until);
	slock_round_note_connection(round, at);
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
	slock_time limit = round->answer_by ? MIN(round->answer_by, call->pending.deadline) : call->pending.deadline;

	return round->op == SLOCK_OP_RELEASE ? MIN(call->limit, limit) : limit;
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
	count = 0;
	for (uint32_t i = 0; i < round->quorum->count; i++) {
		if (round->calls[i].state == SLOCK_CALL_AWAITED) {
			round->calls[i].ready = pollers[count++].revents != 0;
		}
	}
}

/* Whether there is a reason to look after the member. Where two have one connection, both are ready, and are finished
 * until neither's answer is in memory. */
static bool is_due(const slock_round *round, uint32_t at)
{
	const slock_call *call = &round->calls[at];

	return call->ready || round->with_php || call->pending.connecting ||
		   slock_clock_now() >= MIN(limit_of(round, call), call->pending.wake);
}

/* The time of a member is over. The request stays where it is, so that what follows gets to the server behind it. */
static void set_late(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	const slock_store *store = slock_store_this(round->quorum->members[at]);

	call->state = SLOCK_CALL_LATE;
	if (call->pending.server && round->answer_by && round->answer_by <= slock_clock_now()) {
		slock_result_error(answer, "%s: no answer from %s in time", store->ops->name, call->pending.server);
	} else if (call->pending.server) {
		slock_result_error(answer, "%s: no answer from %s within %g seconds", store->ops->name, call->pending.server,
						   call->pending.seconds);
	} else {
		slock_result_error(answer, "%s: no answer in time", store->ops->name);
	}
}

/* The time of a member is over, and there is not even a connection. The attempt to get one goes on by itself. */
static void set_unreached(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	zend_object *member = round->quorum->members[at];

	slock_result_error(answer, "%s: still no connection to %s", slock_store_this(member)->ops->name,
					   call->pending.server ? call->pending.server : "it");
	slock_store_abandon(member, &call->pending);
	call->state = call->sent && round->op != SLOCK_OP_RELEASE ? SLOCK_CALL_ENDED : SLOCK_CALL_UNREACHED;
	round->quorum->unreachable[at] = true;
}

/* Whether the member's part has ended, with an answer or because its time is over. */
static bool has_ended(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_call *call = &round->calls[at];
	slock_time limit = limit_of(round, call);

	if (round->op == SLOCK_OP_RELEASE && is_doubtful(round, at) && !has_more_to_wait_for(round, false)) {
		set_unreached(round, at, answer);
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
		if (slock_clock_now() < limit_of(round, call)) {
			return false;
		}
		set_unreached(round, at, answer);
		return true;
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

		if (round->calls[i].state == SLOCK_CALL_AWAITED && is_due(round, i) && has_ended(round, i, &answer)) {
			*some = true;
			round->outstanding--;
			if (answer.status != SLOCK_STORAGE_ERROR) {
				round->slowest = MAX(round->slowest, slock_clock_now() - round->asked);
			}
			if (!slock_round_take(round, i, &answer)) {
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

void slock_round_collect(slock_round *round, php_pollfd *pollers)
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

bool slock_round_send_all(slock_round *round, php_pollfd *pollers)
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
