/* SPDX-License-Identifier: MIT
 *
 * Attempts, until the lock is taken or the time is over: see acquisition.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/wait.h"
#include "stores/advisory/acquisition.h"
#include "stores/advisory/attempt.h"

/* How long a server may wait in one go where the wait cannot be given up. */
#define MOST_BOUNDED_WAIT (100 * SLOCK_MS)

/* Attempts that end sooner and are repeated at once do so a few times; then there are pauses, and then an end: unless
 * it was the server that has ended a wait, by a time limit for statements or locks that is as short. */
#define QUICK_ATTEMPT (50 * SLOCK_MS)
#define QUICK_ATTEMPTS 3
#define MOST_QUICK_ATTEMPTS 20

/* A server that takes connections and drops them does not keep us here indefinitely. */
#define LOST_SESSIONS 3
#define LONG_LIVED SLOCK_SECOND

/* How long the server may wait in the next attempt; 0: not at all. */
static slock_time acquisition_bounded_wait(const slock_advisory_operation *op, bool first)
{
	slock_session *session = op->store->session;
	slock_time deadline = op->request->deadline;
	slock_time left;

	if (deadline == SLOCK_TRY_ONCE || op->polls || slock_advisory_can_wait_at_server(op)) {
		return 0;
	}
	if (op->store->dialect->bounded_wait &&
		(first || (session->ops->in_transaction && session->ops->in_transaction(session)))) {
		return 0;
	}
	left =
		deadline == SLOCK_FOREVER ? MOST_BOUNDED_WAIT : slock_clock_left(deadline) - slock_advisory_time_for_an_end(op);
	return left < 0 ? 0 : MIN(left, MOST_BOUNDED_WAIT);
}

/* Lets PHP live until then; false: a handler has thrown. */
static bool acquisition_pause_until(slock_time until, slock_result *result)
{
	if (slock_wait_until(until)) {
		return true;
	}
	slock_result_set(result, SLOCK_INTERRUPTED);
	return false;
}

/* Between two attempts: lets PHP live, and sleeps when the server did not. false: the wait is over. It is not before an
 * attempt that reached until the deadline: the lock may have become free just before it. */
static bool acquisition_pause_between(const slock_request *request, slock_backoff *backoff, bool server_waited,
									  bool reached_deadline, slock_result *result)
{
	slock_time until = server_waited ? 0 : slock_clock_now() + slock_backoff_next(backoff);

	if (!acquisition_pause_until(MIN(until, request->deadline), result)) {
		return false;
	}
	if (slock_clock_now() < request->deadline || !reached_deadline) {
		return true;
	}
	slock_result_set(result, SLOCK_TIMEOUT);
	return false;
}

/* Attempts that are to be repeated at once, because something has changed or the session has ended. */
typedef struct {
	slock_backoff backoff;
	int quick; /* in a row */
	int lost;
} repetition;

/* Before another attempt; false: the result is final. */
static bool acquisition_may_repeat(slock_advisory_operation *op, repetition *repeated, slock_time begun,
								   slock_result *result)
{
	slock_time took = slock_clock_now() - begun;
	bool lost = result->status == SLOCK_STORAGE_ERROR;

	if (took >= LONG_LIVED) {
		repeated->lost = 0;
	}
	if (lost && ++repeated->lost > LOST_SESSIONS) {
		return false;
	}
	if (took >= QUICK_ATTEMPT && !lost) {
		repeated->quick = 0;
		slock_backoff_init(&repeated->backoff);
	} else if (++repeated->quick > MOST_QUICK_ATTEMPTS && !op->cut_short) {
		slock_result_dtor(result);
		slock_result_error(result, "The database gives another session with every statement");
		return false;
	} else if (repeated->quick > MOST_QUICK_ATTEMPTS && slock_clock_now() >= op->request->deadline) {
		slock_result_dtor(result);
		slock_result_set(result, SLOCK_TIMEOUT);
		return false;
	}
	/* An answer about a session that is given up by now. */
	if (lost && op->request->deadline != SLOCK_TRY_ONCE && slock_clock_now() >= op->request->deadline) {
		return false;
	}
	slock_result_dtor(result);
	return (!lost && repeated->quick <= QUICK_ATTEMPTS) ||
		   acquisition_pause_until(slock_clock_now() + slock_backoff_next(&repeated->backoff), result);
}

/* After an attempt in vain that began then: whether there is time for another one, for which it sleeps if need be. */
static bool acquisition_may_try_again(slock_advisory_operation *op, slock_backoff *backoff, slock_time begun,
									  slock_time wait, bool first, slock_result *result)
{
	slock_time deadline = op->request->deadline, took = slock_clock_now() - begun, waited = 0, late;

	/* Another owner in this process: without a deadline there is nobody who could let go, and the package says so. */
	if (op->within && deadline == SLOCK_FOREVER) {
		return false;
	}
	slock_result_dtor(result);
	if (took > wait / 2) {
		waited = wait;
	}
	/* Another attempt after one on a slow link would end late; but what took longer than the link ever did is a process
	 * that was stopped meanwhile. */
	late = took - (op->waits ? MAX(0, deadline - begun) : waited);
	/* The first attempt of some only looks; the next one waits. */
	return acquisition_pause_between(
		op->request, backoff, !op->within && (waited || (first && acquisition_bounded_wait(op, false))),
		begun >= deadline - SLOCK_AT_THE_DEADLINE - waited || (late >= SLOCK_SLOW_ATTEMPT && late <= op->grace),
		result);
}

/* Repeats attempts until the lock is taken or the time is over. */
static void acquisition_run(slock_advisory_operation *op, slock_result *result)
{
	const slock_request *request = op->request;
	repetition repeated = {.quick = 0};
	slock_backoff backoff;
	slock_time begun, wait;
	bool first = true;

	slock_backoff_init(&backoff);
	slock_backoff_init(&repeated.backoff);
	for (;; first = false) {
		do {
			begun = slock_clock_now();
			slock_advisory_begin_attempt(op);
			wait = acquisition_bounded_wait(op, first);
		} while (slock_advisory_attempt(op, wait, result) == SLOCK_ADVISORY_TRY_AGAIN &&
				 acquisition_may_repeat(op, &repeated, begun, result));
		if (result->status != SLOCK_CONFLICT || request->deadline == SLOCK_TRY_ONCE ||
			!acquisition_may_try_again(op, &backoff, begun, wait, first, result)) {
			break;
		}
	}
}

/* What fencing tokens are counted by, as the dialect's find_sequence answers. */
typedef enum {
	SEQUENCE_MISSING = 0,
	SEQUENCE_THERE = 1,
	SEQUENCE_REFUSED = 2,  /* it is there, and this user may not take numbers from it */
	SEQUENCE_NOT_TOLD = 3, /* the session has gone, or its transaction was ended by a failure */
} sequence_state;

/* Asks the session that there is. */
static sequence_state acquisition_look_for_sequence(slock_advisory_operation *op)
{
	slock_result ignored = SLOCK_RESULT_INIT;
	sequence_state state = SEQUENCE_NOT_TOLD;
	long long found = 0;
	bool fresh;

	slock_advisory_begin_attempt(op);
	if (slock_advisory_locks_of(op, false, &fresh, &ignored) &&
		slock_advisory_ask(op, op->store->dialect->find_sequence, 0, &found, &ignored) == SLOCK_ANSWERED &&
		!EG(exception)) {
		state = (sequence_state) found;
	}
	slock_result_dtor(&ignored);
	return state;
}

static void acquisition_refuse_sequence(const char *need, const char *why, slock_result *result)
{
	char said[SLOCK_MESSAGE_SIZE];

	snprintf(said, sizeof(said), "%s", why);
	slock_result_dtor(result);
	slock_result_error(result, "Fencing tokens need \"%s\": %s", need, said);
}

/* Before the first token: whether the transaction that the user's connection is in would end with a failure, after
 * which nothing could be said in it, not even to give the lock back. Nor is the sequence made in it: a rollback would
 * undo that. */
static bool acquisition_would_end_transaction(slock_advisory_operation *op, slock_result *result)
{
	slock_session *session = op->store->session;
	char need[SLOCK_SESSION_SQL_SIZE];

	if (!session->ops->in_transaction || !session->ops->in_transaction(session)) {
		return false;
	}
	switch (acquisition_look_for_sequence(op)) {
		case SEQUENCE_MISSING:
			op->store->dialect->create_sequence(need);
			acquisition_refuse_sequence(need, "it is not there, and is not made inside a transaction", result);
			return true;
		case SEQUENCE_REFUSED:
			snprintf(need, sizeof(need), "GRANT USAGE ON SEQUENCE %s", op->store->dialect->sequence);
			acquisition_refuse_sequence(need, "the user of this session has no right to it", result);
			return true;
		default:
			return false;
	}
}

/* Whether it is there now, for this user or for another one; if not, the result tells why. */
static bool acquisition_create_sequence(slock_advisory_operation *op, slock_result *result)
{
	slock_result made = SLOCK_RESULT_INIT;
	char sql[SLOCK_SESSION_SQL_SIZE];
	sequence_state state = SEQUENCE_THERE;
	long long unused;
	bool there;

	op->store->dialect->create_sequence(sql);
	if (slock_advisory_ask(op, sql, 0, &unused, &made) != SLOCK_ANSWERED && !EG(exception)) {
		/* Another process may have made it. */
		state = acquisition_look_for_sequence(op);
	}
	there = state == SEQUENCE_THERE || state == SEQUENCE_REFUSED;
	if (!there) {
		acquisition_refuse_sequence(sql, made.message, result);
	}
	slock_result_dtor(&made);
	return there;
}

/* After a failure that names what tokens are counted by, as servers do in every language: it is made where it is
 * missing, be it that somebody has dropped it, unless another process has done so meanwhile. Whether it has to be tried
 * again. */
static bool acquisition_makes_sequence(slock_advisory_operation *op, slock_result *result)
{
	sequence_state state;
	bool there;

	if (EXPECTED(result->status != SLOCK_STORAGE_ERROR) || EG(exception) ||
		!strstr(result->message, op->store->dialect->sequence)) {
		return false;
	}
	op->store->fence_known = false;
	state = acquisition_look_for_sequence(op);
	there = state == SEQUENCE_THERE || (state == SEQUENCE_MISSING && acquisition_create_sequence(op, result));
	if (!there || EG(exception)) {
		return false;
	}
	slock_result_dtor(result);
	slock_result_set(result, SLOCK_OK);
	return true;
}

slock_status slock_advisory_acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_advisory_operation op;

	if (!slock_advisory_prepare(&op, store, request, result)) {
		return result->status;
	}
	if (EXPECTED(!op.store->fencing) || op.store->fence_known || !acquisition_would_end_transaction(&op, result)) {
		acquisition_run(&op, result);
		if (UNEXPECTED(op.store->fencing) && acquisition_makes_sequence(&op, result)) {
			acquisition_run(&op, result);
		}
	}
	zend_string_release(op.owner.token);
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(result, SLOCK_INTERRUPTED);
	}
	return result->status;
}
