/* SPDX-License-Identifier: MIT
 *
 * The answers of a round: waiting for them, and for how long; see collect.h. */
#include "php_slock.h"
#include "core/store_operations.h"
#include "core/wait.h"
#include "stores/quorum/collect.h"
#include "stores/quorum/waiter.h"

/* When the member's time is over. */
static slock_time collect_limit(const slock_round *round, const slock_member_call *call)
{
	slock_time limit = round->answer_by ? MIN(round->answer_by, call->pending.deadline) : call->pending.deadline;

	return round->op == SLOCK_OP_RELEASE ? MIN(call->limit, limit) : limit;
}

/* Whether the member could not be reached the last time, and cannot be this time either, so far: a server that is gone
 * should not cost its time limit again and again where the others are enough. The attempt itself goes on. */
static bool collect_is_doubtful(const slock_round *round, uint32_t at)
{
	const slock_member_call *call = &round->calls[at];

	return call->state == SLOCK_MEMBER_AWAITED && call->pending.connecting && round->quorum->reach[at].unreachable;
}

/* Until when to wait for a doubtful member although the others are enough. */
static slock_time collect_grace(const slock_round *round, uint32_t at)
{
	return MAX(round->connect_grace, round->calls[at].grace_until);
}

/* When the next grace ends; SLOCK_FOREVER: none will. */
static slock_time collect_end_of_grace(const slock_round *round)
{
	slock_time now = slock_clock_now(), end = SLOCK_FOREVER;

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		if (collect_is_doubtful(round, i) && now < collect_grace(round, i)) {
			end = MIN(end, collect_grace(round, i));
		}
	}
	return end;
}

/* Whether something that is outstanding is worth waiting for although the others are enough: connections, or what
 * follows when there is one as well. */
static bool collect_has_more(const slock_round *round, bool connections_only)
{
	const slock_time now = slock_clock_now();

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		const slock_pending *pending = &round->calls[i].pending;

		if (round->calls[i].state == SLOCK_MEMBER_AWAITED &&
			(pending->connecting ? now < collect_grace(round, i) || !collect_is_doubtful(round, i)
								 : !connections_only && (round->op == SLOCK_OP_RELEASE || !pending->sent_all))) {
			return true;
		}
	}
	return false;
}

/* Whether the answers that are there do. Members whose request is complete do what they should without being waited
 * for; those that are refreshed in a second round must all be known, because they count together with that one's. */
static bool collect_is_decided(slock_round *round)
{
	if (round->op == SLOCK_OP_RELEASE || round->op == SLOCK_OP_EXISTS ||
		(round->op == SLOCK_OP_ACQUIRE && round->ttl > 0.0 && round->some_without_ttl)) {
		return false;
	}
	return slock_quorum_is_met(round->quorum, round->tally->answers.successes) && !EG(exception) &&
		   !collect_has_more(round, false);
}

/* Sleeps until a descriptor is ready or a member's time is over, or `until`; a signal ends it as well. */
static void collect_poll(slock_round *round, php_pollfd *pollers, slock_time until)
{
	slock_time left;
	uint32_t count = 0;

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		const slock_member_call *call = &round->calls[i];

		if (call->state == SLOCK_MEMBER_AWAITED) {
			until = MIN(until, MIN(collect_limit(round, call), call->pending.wake));
			pollers[count++] = (php_pollfd){.fd = call->pending.fd, .events = call->pending.events};
		}
	}
	left = until - slock_clock_now();
	/* Rounded up: a wait of less than a millisecond would become a busy one. */
	php_poll2(pollers, count, (int) MIN(slock_ms_up(left), 60000));
	count = 0;
	for (uint32_t i = 0; i < round->quorum->count; i++) {
		if (round->calls[i].state == SLOCK_MEMBER_AWAITED) {
			round->calls[i].ready = pollers[count++].revents != 0;
		}
	}
}

/* Whether there is a reason to look after the member. Where two have one connection, both are ready, and are finished
 * until neither's answer is in memory. */
static bool collect_is_due(const slock_round *round, uint32_t at)
{
	const slock_member_call *call = &round->calls[at];

	return call->ready || round->with_php || call->pending.connecting ||
		   slock_clock_now() >= MIN(collect_limit(round, call), call->pending.wake);
}

/* The time of a member is over. The request stays where it is, so that what follows gets to the server behind it. */
static void collect_set_late(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_member_call *call = &round->calls[at];
	const slock_store *store = slock_store_this(round->quorum->members[at]);

	call->state = SLOCK_MEMBER_LATE;
	if (call->pending.server && round->answer_by && round->answer_by <= slock_clock_now()) {
		slock_result_error(answer, "%s: no answer from %s in time", store->ops->name, call->pending.server);
	} else if (call->pending.server) {
		slock_result_error(answer, "%s: no answer from %s within %g seconds", store->ops->name, call->pending.server,
						   slock_seconds(call->pending.timeout));
	} else {
		slock_result_error(answer, "%s: no answer in time", store->ops->name);
	}
}

/* The time of a member is over, and there is not even a connection. The attempt to get one goes on by itself. */
static void collect_set_unreached(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_member_call *call = &round->calls[at];
	zend_object *member = round->quorum->members[at];

	slock_result_error(answer, "%s: still no connection to %s", slock_store_this(member)->ops->name,
					   call->pending.server ? call->pending.server : "it");
	slock_store_abandon(member, &call->pending);
	call->state = SLOCK_MEMBER_ENDED;
	slock_member_lose(round, at);
}

/* Whether the member's part has ended, with an answer or because its time is over. */
static bool collect_has_ended(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_member_call *call = &round->calls[at];
	slock_time limit = collect_limit(round, call);

	if (round->op == SLOCK_OP_RELEASE && collect_is_doubtful(round, at) && !collect_has_more(round, false)) {
		collect_set_unreached(round, at, answer);
		return true;
	}
	if (slock_clock_now() < limit) {
		return slock_member_finish(round, at, answer);
	}
	/* By itself the store would give up the connection now, if there is no answer. */
	call->pending.deadline = SLOCK_FOREVER;
	if (slock_member_finish(round, at, answer)) {
		return true;
	}
	/* There was an answer, or the connection was lost, and that led to something that has a time of its own. */
	if (call->pending.connecting) {
		if (slock_clock_now() < collect_limit(round, call)) {
			return false;
		}
		collect_set_unreached(round, at, answer);
		return true;
	}
	if (call->pending.deadline != SLOCK_FOREVER && slock_clock_now() < collect_limit(round, call)) {
		return false;
	}
	call->pending.deadline = limit;
	collect_set_late(round, at, answer);
	return true;
}

/* Takes what has arrived. Members asked last come first: where two have one connection, the later one may find the
 * answer of the earlier one and leave it in memory, but not the other way round. `*some`: something was taken. */
static bool collect_sweep(slock_round *round, bool *some)
{
	*some = false;
	for (uint32_t i = round->quorum->count; i-- > 0;) {
		slock_result answer;

		if (round->calls[i].state != SLOCK_MEMBER_AWAITED || !collect_is_due(round, i)) {
			continue;
		}
		slock_result_init(&answer);
		if (collect_has_ended(round, i, &answer)) {
			*some = true;
			round->outstanding--;
			if (answer.status != SLOCK_STORAGE_ERROR) {
				round->slowest = MAX(round->slowest, slock_clock_now() - round->asked);
			}
			if (!slock_member_take(round, i, &answer)) {
				return false;
			}
		}
	}
	return true;
}

/* Waits until something has happened. `*some`: or the grace of connections has come to its end. */
static void collect_wait(slock_round *round, php_pollfd *pollers, bool *some)
{
	slock_time until = collect_end_of_grace(round);

	collect_poll(round, pollers, until);
	*some = slock_clock_now() >= until;
}

/* Whether the member that is to wake the waiter has yet to say whether it will. */
static bool collect_lacks_waker(const slock_round *round)
{
	for (uint32_t i = 0; i < round->quorum->count; i++) {
		const slock_member_call *call = &round->calls[i];

		if (call->state == SLOCK_MEMBER_AWAITED && !call->pending.connecting &&
			slock_quorum_waiter_needs(round->watch, i)) {
			return !EG(exception) && !slock_key_is_expired(round->key);
		}
	}
	return false;
}

/* The quorum is lost. What follows on that connection would be waited for as well. A member that says nothing must not
 * keep the waiter from asking the others again. */
static void collect_waker(slock_round *round, php_pollfd *pollers)
{
	slock_time until = slock_clock_after(SLOCK_SCHEDULING_GRACE);
	bool some = true;

	while (slock_clock_now() < until && collect_lacks_waker(round)) {
		if (!some) {
			collect_poll(round, pollers, until);
		}
		collect_sweep(round, &some);
	}
}

void slock_collect_answers(slock_round *round, php_pollfd *pollers)
{
	bool some;

	if (collect_is_decided(round) || EG(exception)) {
		return;
	}
	while (round->outstanding) {
		if (!collect_sweep(round, &some)) {
			collect_waker(round, pollers);
			return;
		}
		if (!round->outstanding) {
			return;
		}
		if (!some) {
			collect_wait(round, pollers, &some);
		}
		if (some && (collect_is_decided(round) || EG(exception))) {
			return;
		}
	}
}

bool slock_collect_sent(slock_round *round, php_pollfd *pollers)
{
	bool some;

	while (collect_has_more(round, true)) {
		if (!collect_sweep(round, &some)) {
			return false;
		}
		if (!some && collect_has_more(round, true)) {
			collect_wait(round, pollers, &some);
		}
	}
	return true;
}
