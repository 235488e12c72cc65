/* SPDX-License-Identifier: MIT
 *
 * One member's part in a round; see member.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/store_operations.h"
#include "stores/quorum/member.h"
#include "stores/quorum/waiter.h"

/* A member that could not be reached gets SLOCK_CONNECT_GRACE in each round. That is not enough for one whose
 * handshake, or whose sentinels, take longer, and have to be answered while somebody looks. So it gets more now and
 * then, where a connection was accepted: twice as much each time, and not more than this part of the time that has
 * passed. */
#define GRACE_SHARE 20
#define LONGEST_GRACE (60 * SLOCK_SECOND)

bool slock_member_writes_ttl(const slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];

	return slock_store_writes_ttl(member, slock_quorum_member_mode(member, round->mode));
}

bool slock_member_takes_part(const slock_round *round, uint32_t at)
{
	if (round->op == SLOCK_OP_RAISE) {
		return round->calls[at].raises;
	}
	return !(round->op == SLOCK_OP_REFRESH && round->without_ttl_only && slock_member_writes_ttl(round, at));
}

bool slock_member_can_begin(const slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];

	return slock_store_can_begin(member, round->key, round->op,
								 round->op == SLOCK_OP_ACQUIRE ? slock_quorum_member_mode(member, round->mode)
															   : SLOCK_WRITE);
}

/* What the member is asked; false when it is too late to ask anybody. */
static bool member_prepare(slock_round *round, uint32_t at, slock_request *request)
{
	double left;

	round->calls[at].writes_ttl = false;
	*request = (slock_request){.op = round->op,
							   .key = round->key,
							   .mode = SLOCK_WRITE,
							   .deadline = SLOCK_TRY_ONCE,
							   .answer_by = round->answer_by,
							   .only_if_held = round->only_if_held,
							   .held_until = round->held_until,
							   .of_member = true};
	if (round->op == SLOCK_OP_ACQUIRE) {
		request->mode = slock_quorum_member_mode(round->quorum->members[at], round->mode);
		request->again = round->again;
		request->keeps_writer = round->keeps_writer && request->mode == SLOCK_READ;
		round->calls[at].writes_ttl = round->ttl > 0.0 && slock_member_writes_ttl(round, at);
		request->ttl = round->calls[at].writes_ttl ? round->ttl : 0.0;
		request->watch = slock_quorum_waiter_for_member(round->watch, at);
	} else if (round->op == SLOCK_OP_RAISE) {
		request->fence = round->fence;
	} else if (round->op == SLOCK_OP_REFRESH) {
		left = slock_clock_until(round->expires_at);
		if (left <= 0.0) {
			slock_quorum_log_too_late(round->quorum, at, round->key, round->ttl);
			slock_key_limit_expiry(round->key, slock_clock_now());
			return false;
		}
		/* A store of ours counts the lifetime from before its own request, so it may have the whole TTL: a bit less
		 * could be below the least that it takes. */
		request->ttl = slock_member_writes_ttl(round, at) ? round->ttl : left;
		request->had_until = round->had_until;
	}
	return true;
}

/* The lifetime that a member has counted. Members that write the TTL with the lock are known apart: the others have
 * their initial TTL until they are refreshed. */
static void member_note_lifetime(slock_round *round, uint32_t at, const slock_result *answer)
{
	if (round->calls[at].writes_ttl) {
		round->written_until = MIN(round->written_until, answer->expires_at);
	}
	round->lifetime = MIN(round->lifetime, answer->expires_at);
}

/* In round->left_behind: the member may have what an earlier attempt has left there; and it has, unless the release of
 * that one is carried out, which stands before the next request on the same connection. */
#define MOST_LEFT 32
#define LEFT(at) (UINT64_C(1) << (at))
#define FOLLOWED(at) (UINT64_C(1) << ((at) + MOST_LEFT))

static bool member_is_watched_for_left(const slock_round *round, uint32_t at)
{
	return round->op == SLOCK_OP_ACQUIRE && round->left_behind && at < MOST_LEFT;
}

void slock_member_leave_behind(const slock_round *round, uint32_t at)
{
	if (at < MOST_LEFT) {
		*round->left_behind |= round->calls[at].follows ? FOLLOWED(at) : LEFT(at);
	}
}

/* The connection on which the release was sent is gone, or may be. */
static void member_doubt_release(const slock_round *round, uint32_t at)
{
	if (member_is_watched_for_left(round, at) && (*round->left_behind & FOLLOWED(at))) {
		*round->left_behind = (*round->left_behind & ~FOLLOWED(at)) | LEFT(at);
	}
}

/* Of an acquisition: whether the member's refusal is no word about other owners. */
static bool member_refuses_what_is_left(const slock_round *round, uint32_t at, const slock_result *answer, bool refused)
{
	if (!member_is_watched_for_left(round, at)) {
		return false;
	}
	if (answer->status == SLOCK_OK) {
		*round->left_behind &= ~(LEFT(at) | FOLLOWED(at));
	} else if (!refused || answer->sent_again) {
		member_doubt_release(round, at);
	} else {
		/* It was asked behind that release. */
		*round->left_behind &= ~FOLLOWED(at);
	}
	return refused && (*round->left_behind & LEFT(at));
}

/* What is known of a member by its answer, of what it has or may have: in this attempt, and in those before. */
static void member_note_left(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_member_call *call = &round->calls[at];
	const bool refused = answer->status == SLOCK_CONFLICT || answer->status == SLOCK_TIMEOUT;
	bool left;

	if (round->op == SLOCK_OP_ACQUIRE) {
		call->granted = answer->status == SLOCK_OK;
		call->leaves = !refused && call->state != SLOCK_MEMBER_UNREACHED;
		left = member_refuses_what_is_left(round, at, answer, refused);
		round->tally->answers.left += left;
		round->written.left += left && call->writes_ttl;
		answer->undecided = left || answer->undecided;
	} else if (round->op == SLOCK_OP_RELEASE && !answer->release_unheard && !answer->sent_again) {
		/* An acquisition that was not answered may come later than its release. */
		call->leaves = call->leaves && !(answer->status == SLOCK_OK || (refused && call->granted));
	}
}

bool slock_member_take(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_member_call *call = &round->calls[at];
	uint32_t left;

	if (call->state != SLOCK_MEMBER_LATE && call->state != SLOCK_MEMBER_UNREACHED) {
		call->state = SLOCK_MEMBER_ENDED;
	}
	if (round->op == SLOCK_OP_ACQUIRE && answer->status == SLOCK_OK) {
		call->fence = answer->fence;
		round->fence = MAX(round->fence, answer->fence);
	}
	if (round->op == SLOCK_OP_ACQUIRE) {
		slock_quorum_waiter_note(round->quorum, round->watch, at, answer->status);
	}
	member_note_left(round, at, answer);
	call->resent = call->resent || answer->sent_again;
	if (call->writes_ttl && answer->status != SLOCK_INTERRUPTED) {
		slock_answers_count(&round->written, answer);
	}
	round->unheard = round->unheard || answer->release_unheard || (round->op == SLOCK_OP_RELEASE && answer->sent_again);
	slock_quorum_take(round->quorum, round->op, at, round->key, answer, round->tally);
	if (round->op == SLOCK_OP_RELEASE) {
		slock_exception_save(&round->exception);
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

void slock_member_lose(slock_round *round, uint32_t at)
{
	slock_reach *reach = &round->quorum->reach[at];

	if (!round->calls[at].sent) {
		round->calls[at].state = SLOCK_MEMBER_UNREACHED;
		round->unreached += round->op == SLOCK_OP_RELEASE;
	}
	if (!reach->unreachable) {
		reach->unreachable = true;
		reach->grace = 2 * SLOCK_CONNECT_GRACE;
		reach->grace_at = slock_clock_after(GRACE_SHARE * reach->grace);
	}
}

/* Whether somebody has accepted its connection, and something is to be read there. What a session of ZooKeeper needs
 * its thread does, whether or not it is waited for. */
static bool member_is_there(const slock_round *round, uint32_t at)
{
	return round->calls[at].pending.events == SLOCK_POLL_IN &&
		   !slock_store_has(round->quorum->members[at], SLOCK_STORE_LASTS);
}

static void member_note_connection(slock_round *round, uint32_t at)
{
	slock_member_call *call = &round->calls[at];
	slock_reach *reach = &round->quorum->reach[at];

	call->sent = call->sent || !call->pending.connecting || call->pending.sent;
	if (EXPECTED(!call->pending.connecting)) {
		reach->unreachable = false;
	} else if (reach->unreachable && !call->grace_until && member_is_there(round, at) &&
			   slock_clock_now() >= reach->grace_at) {
		call->grace_until = slock_clock_after(reach->grace);
		reach->grace_at = slock_clock_after(GRACE_SHARE * reach->grace);
		reach->grace = MIN(2 * reach->grace, LONGEST_GRACE);
	}
	if (UNEXPECTED(call->pending.connecting || call->pending.sent_again)) {
		member_doubt_release(round, at);
	}
}

bool slock_member_begin(slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];
	slock_member_call *call = &round->calls[at];
	slock_result answer;
	slock_request request;
	bool begun;

	if (!member_prepare(round, at, &request)) {
		return false;
	}
	slock_result_init(&answer);
	begun = slock_store_begin(member, &request, &call->pending, &answer);
	member_note_lifetime(round, at, &answer);
	round->unasked--;
	if (begun) {
		call->state = SLOCK_MEMBER_AWAITED;
		call->ready = false;
		member_note_connection(round, at);
		if (round->op == SLOCK_OP_RELEASE && call->limit != SLOCK_FOREVER && call->pending.sent_all) {
			/* It follows what the member is late with already, and there is nothing to learn from its answer. */
			slock_store_abandon(member, &call->pending);
			call->state = SLOCK_MEMBER_ENDED;
			call->follows = !call->resent;
			round->abandoned++;
			return true;
		}
		round->outstanding++;
		return true;
	}
	/* With an exception it was refused here, and not by a server that cannot be reached. */
	if (answer.status == SLOCK_STORAGE_ERROR && !answer.exception) {
		slock_member_lose(round, at);
	} else {
		round->quorum->reach[at].unreachable = false;
		call->state = SLOCK_MEMBER_ENDED;
	}
	return slock_member_take(round, at, &answer);
}

void slock_member_release_later(slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];
	slock_result ignored = SLOCK_RESULT_INIT;
	slock_pending pending;
	slock_request request;

	if (slock_store_has(member, SLOCK_STORE_LASTS) && slock_member_can_begin(round, at) &&
		member_prepare(round, at, &request)) {
		if (slock_store_begin(member, &request, &pending, &ignored)) {
			slock_store_abandon(member, &pending);
		}
		slock_result_dtor(&ignored);
		slock_exception_save(&round->exception);
	}
}

bool slock_member_ask(slock_round *round, uint32_t at)
{
	zend_object *member = round->quorum->members[at];
	slock_result answer = SLOCK_RESULT_INIT;
	slock_request request;
	slock_time begun, took;

	if (!member_prepare(round, at, &request)) {
		return false;
	}
	begun = slock_clock_now();
	/* What a handler throws while a member that is written in PHP works is no answer of that member. */
	slock_interrupts_defer();
	slock_store_run(member, &request, &answer);
	slock_interrupts_resume();
	member_note_lifetime(round, at, &answer);
	/* What those answered meanwhile that were asked at once is seen only now, and says nothing about their links. */
	took = slock_clock_now() - begun;
	round->asked += took;
	if (answer.status != SLOCK_STORAGE_ERROR) {
		round->slowest = MAX(round->slowest, took);
		round->in_turn += took;
	}
	round->unasked--;
	return slock_member_take(round, at, &answer);
}

bool slock_member_finish(slock_round *round, uint32_t at, slock_result *answer)
{
	slock_member_call *call = &round->calls[at];
	bool finished = slock_store_finish(round->quorum->members[at], &call->pending, answer);

	member_note_connection(round, at);
	if (finished && call->pending.connecting && answer->status == SLOCK_STORAGE_ERROR) {
		slock_member_lose(round, at);
	}
	return finished;
}
