/* SPDX-License-Identifier: MIT
 *
 * The state machine of the advisory-lock stores. The session's lock table tells what this process knows, and the server
 * has the last word: a conflict, and that a lock is held, is always what the server says. */
#include "php_slock.h"
#include "clients/userland.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/process.h"
#include "core/wait.h"
#include "stores/advisory/advisory_store.h"

/* One operation on its way. */
typedef struct {
	slock_advisory_store *store;
	const slock_request *request;
	zend_string *owner; /* owned; the key, and the store where the lock is the store's own */
	char lock[SLOCK_ADVISORY_NAME_SIZE];
	uint32_t generation;  /* of the process that has begun it */
	slock_time answer_by; /* of the attempt that is made; SLOCK_FOREVER: only the client's own limits count */
	slock_time grace;     /* of that attempt: what a round trip may take on this link, at the most; ns */
	bool waits;           /* acquire: this attempt lasts until its deadline, at the server */
	bool within;          /* acquire: the other owner is in this process */
	bool polls;           /* acquire: the server cannot be made to wait for a time */
} operation;

/* How long a server may wait in one go where the wait cannot be given up. */
#define MOST_BOUNDED_WAIT (100 * SLOCK_MS)

/* Attempts that end sooner and are repeated at once do so a few times; then there are pauses, and then an end. */
#define QUICK_ATTEMPT (50 * SLOCK_MS)
#define QUICK_ATTEMPTS 3
#define MOST_QUICK_ATTEMPTS 20

/* A server that takes connections and drops them does not keep us here indefinitely. */
#define LOST_SESSIONS 3
#define LONG_LIVED SLOCK_SECOND

static slock_advisory_store *advisory_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_advisory_store, store);
}

/* Until when the answers of the next attempt are awaited. */
static void advisory_begin_attempt(operation *op)
{
	slock_time deadline = op->request->deadline, now = slock_clock_now();
	slock_time grace = op->grace = op->store->session->round_trip + SLOCK_SCHEDULING_GRACE;

	op->answer_by = op->request->answer_by ? op->request->answer_by : SLOCK_FOREVER;
	if (deadline != SLOCK_TRY_ONCE && deadline != SLOCK_FOREVER) {
		op->answer_by = MIN(op->answer_by, MAX(deadline, now) + grace);
	}
}

/* Until when the answer to a statement is awaited that the server may take so long for. */
static slock_time advisory_answer_until(const operation *op, slock_time wait)
{
	slock_time own = slock_clock_after(op->store->session->command_timeout + wait);

	return MIN(own, op->answer_by);
}

/* What is kept free before the deadline for the statement that follows a wait at the server: on a slow link a round
 * trip. Its answer is awaited for one more. */
static slock_time advisory_time_for_an_end(const operation *op)
{
	slock_time round_trip = op->store->session->round_trip;

	return round_trip >= SLOCK_SLOW_ATTEMPT ? round_trip : 0;
}

/* Whether an attempt of a wait may last until its deadline, at the server. */
static bool advisory_can_wait_at_server(const operation *op)
{
	return op->request->deadline != SLOCK_TRY_ONCE && op->store->session->ops->wait && op->store->dialect->wait;
}

/* Whether there is the time for that now. If not, it is asked once: a session whose answer comes too late is given up,
 * with all the locks that it has. */
static bool advisory_has_time_to_wait(const operation *op)
{
	slock_time deadline = op->request->deadline, end = advisory_time_for_an_end(op);

	return advisory_can_wait_at_server(op) && (deadline == SLOCK_FOREVER || !end || slock_clock_left(deadline) > end);
}

static bool advisory_prepare(operation *op, slock_store *store, const slock_request *request, slock_result *result)
{
	zend_string *token = slock_key_token(request->key, store->state_name);
	const char *own = advisory_of(store)->own;

	if (!token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	op->store = advisory_of(store);
	op->request = request;
	op->owner = token;
	if (*own) {
		op->owner = zend_string_concat2(ZSTR_VAL(token), ZSTR_LEN(token), own, strlen(own));
		zend_string_release(token);
	}
	op->generation = slock_process_generation();
	op->within = op->polls = false;
	op->store->dialect->name(request->resource, op->lock);
	advisory_begin_attempt(op);
	return true;
}

static slock_session_locks *advisory_locks_of(operation *op, bool connect, bool *fresh, slock_result *result)
{
	slock_session *session = op->store->session;

	return session->ops->locks(session, connect, op->answer_by, fresh, result);
}

/* The same of the session as the server knows it. When *asked is not SLOCK_ANSWERED, the question for that has failed.
 */
static slock_session_locks *advisory_identified_locks(operation *op, bool connect, bool *fresh, slock_asked *asked,
													  slock_result *result)
{
	slock_session *session = op->store->session;
	slock_session_locks *locks = advisory_locks_of(op, connect, fresh, result);
	bool again;

	*asked = SLOCK_ANSWERED;
	if (!locks || !session->ops->identify) {
		return locks;
	}
	*asked = session->ops->identify(session, op->lock, advisory_answer_until(op, 0), result);
	return *asked == SLOCK_ANSWERED ? advisory_locks_of(op, connect, &again, result) : NULL;
}

/* The same after an operation, when nothing but what is there matters. */
static slock_session_locks *advisory_present_locks(operation *op)
{
	slock_result ignored;
	slock_session_locks *locks;
	bool fresh;

	slock_result_init(&ignored);
	if (EG(exception)) {
		return NULL;
	}
	locks = advisory_locks_of(op, false, &fresh, &ignored);
	slock_result_dtor(&ignored);
	return locks;
}

static slock_asked advisory_judge(operation *op, slock_asked asked, const long long *answer, slock_result *result)
{
	if (asked == SLOCK_ANSWERED && *answer < 0) {
		slock_result_error(result, "%s", op->store->dialect->failure);
		asked = SLOCK_FAILED;
	}
	return asked;
}

/* `wait` is how long the server may wait. */
static slock_asked advisory_ask(operation *op, const char *sql, slock_time wait, long long *answer,
								slock_result *result)
{
	slock_session *session = op->store->session;

	return advisory_judge(op, session->ops->ask(session, sql, advisory_answer_until(op, wait), answer, result), answer,
						  result);
}

static slock_asked advisory_ask_prepared(operation *op, const slock_session_statement *statement, long long *answer,
										 slock_result *result)
{
	slock_session *session = op->store->session;

	return advisory_judge(
		op, session->ops->ask_prepared(session, statement, op->lock, advisory_answer_until(op, 0), answer, result),
		answer, result);
}

/* The statements to prepare for a lock that is held or wanted in this mode, or NULL. */
static const slock_advisory_statements *advisory_prepared_for(const operation *op, slock_held mode)
{
	return op->store->session->ops->ask_prepared ? &op->store->dialect->prepared[mode] : NULL;
}

/* Three questions to the server; see slock_advisory_dialect. */

static slock_asked advisory_ask_for_lock(operation *op, slock_held mode, bool may_already_hold, slock_time wait,
										 long long *answer, slock_result *result)
{
	const slock_advisory_statements *prepared = may_already_hold ? NULL : advisory_prepared_for(op, mode);
	char sql[SLOCK_ADVISORY_SQL_SIZE];

	if (prepared) {
		return advisory_ask_prepared(op, &prepared->acquire, answer, result);
	}
	op->store->dialect->acquire(sql, op->lock, mode, may_already_hold, wait);
	return advisory_ask(op, sql, wait, answer, result);
}

static slock_asked advisory_ask_whether_held(operation *op, slock_held mode, long long *answer, slock_result *result)
{
	const slock_advisory_statements *prepared = advisory_prepared_for(op, mode);
	char sql[SLOCK_ADVISORY_SQL_SIZE];

	if (prepared) {
		return advisory_ask_prepared(op, &prepared->holds, answer, result);
	}
	op->store->dialect->holds(sql, op->lock, mode);
	return advisory_ask(op, sql, 0, answer, result);
}

static slock_asked advisory_ask_to_release(operation *op, slock_held mode, bool may_already_hold, long long *answer,
										   slock_result *result)
{
	const slock_advisory_statements *prepared = may_already_hold ? NULL : advisory_prepared_for(op, mode);
	char sql[SLOCK_ADVISORY_SQL_SIZE];

	if (prepared) {
		return advisory_ask_prepared(op, &prepared->release, answer, result);
	}
	op->store->dialect->release(sql, op->lock, mode, may_already_hold);
	return advisory_ask(op, sql, 0, answer, result);
}

static void advisory_forget(operation *op)
{
	slock_session_locks *locks = advisory_present_locks(op);

	if (locks) {
		slock_session_locks_forget(locks, op->lock);
	}
}

/* --- acquiring ------------------------------------------------------------------------------------------------------
 */

static slock_held advisory_wanted(const operation *op)
{
	return op->request->mode == SLOCK_READ ? SLOCK_HELD_READ : SLOCK_HELD_WRITE;
}

static slock_status advisory_acquired(operation *op, slock_result *result)
{
	slock_session_locks *locks = advisory_present_locks(op);
	slock_result ignored = SLOCK_RESULT_INIT;
	long long unused;

	if (UNEXPECTED(!locks)) {
		if (EG(exception)) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
		/* The server has said yes, so this is no conflict; but there is nothing that could hold the lock from now on.
		 */
		if (op->generation == slock_process_generation()) {
			advisory_ask_to_release(op, advisory_wanted(op), true, &unused, &ignored);
			slock_result_dtor(&ignored);
		}
		return slock_result_error(result, "The session that was given the lock is not there any more");
	}
	slock_session_locks_enter(locks, op->lock, op->owner, advisory_wanted(op) == SLOCK_HELD_WRITE);
	op->store->has_acquired = true;
	/* Another process would not have the session. */
	slock_key_mark_unserializable(op->request->key);
	return slock_result_set(result, SLOCK_OK);
}

/* Whether the lock table alone says that others keep this owner out. */
static bool advisory_is_kept_out(slock_lock_view view, slock_held mode)
{
	switch (view) {
		case SLOCK_LOCK_OTHERS_WRITE:
			return true;
		case SLOCK_LOCK_OTHERS_READ:
		case SLOCK_LOCK_SHARED_READ:
			return mode == SLOCK_HELD_WRITE;
		default:
			return false;
	}
}

/* What to do after an attempt. */
typedef enum { DONE, TRY_AGAIN } verdict;

/* After a failed question: a session of ours that has ended is replaced, unless it was opened for this. */
static verdict advisory_after_failure(const operation *op, slock_asked asked, bool fresh, const slock_result *result)
{
	if (asked != SLOCK_GONE || fresh || op->store->session->borrowed || result->status == SLOCK_INTERRUPTED) {
		return DONE;
	}
	return TRY_AGAIN;
}

/* Another owner in this process: the server confirms that the session holds it. */
static verdict advisory_confirm(operation *op, slock_lock_view view, bool fresh, slock_result *result)
{
	long long answer;
	slock_asked asked = advisory_ask_whether_held(
		op, slock_session_locks_is_write(view) ? SLOCK_HELD_WRITE : SLOCK_HELD_READ, &answer, result);

	if (asked != SLOCK_ANSWERED) {
		return advisory_after_failure(op, asked, fresh, result);
	}
	if (answer) {
		op->within = true;
		slock_result_set(result, SLOCK_CONFLICT);
		return DONE;
	}
	advisory_forget(op);
	return TRY_AGAIN;
}

/* Lets the server wait until the session has the lock in this mode. DONE: with SLOCK_OK it has. */
static verdict advisory_wait_in_server(operation *op, slock_held mode, slock_result *result)
{
	slock_session *session = op->store->session;
	slock_time deadline = op->request->deadline, wait = deadline;
	char sql[SLOCK_ADVISORY_SQL_SIZE], undo[SLOCK_ADVISORY_SQL_SIZE];
	slock_result ignored = SLOCK_RESULT_INIT;
	bool fresh;

	if (deadline != SLOCK_FOREVER) {
		/* The end of a wait in vain is followed by a statement that makes sure of it. */
		wait = MAX(0, slock_clock_left(deadline) - advisory_time_for_an_end(op));
	}
	op->store->dialect->wait(sql, op->lock, mode, wait);
	op->store->dialect->release(undo, op->lock, mode, true);
	switch (session->ops->wait(session, sql, undo, deadline, op->answer_by, result)) {
		case SLOCK_CONFLICT:
			return TRY_AGAIN;
		case SLOCK_STORAGE_ERROR:
			/* A session that has ended is replaced, unless there is no time for that. */
			if (slock_clock_now() < deadline && !session->ops->locks(session, false, op->answer_by, &fresh, &ignored)) {
				return TRY_AGAIN;
			}
			return DONE;
		default:
			return DONE;
	}
}

/* A reader that wants to write, and has to wait for the other readers: it stays one until then. */
static verdict advisory_promote(operation *op, slock_result *result)
{
	long long answer;

	if (advisory_wait_in_server(op, SLOCK_HELD_WRITE, result) == TRY_AGAIN) {
		return TRY_AGAIN;
	}
	if (result->status != SLOCK_OK) {
		return DONE;
	}
	if (advisory_ask_to_release(op, SLOCK_HELD_READ, true, &answer, result) != SLOCK_ANSWERED) {
		return TRY_AGAIN;
	}
	advisory_acquired(op, result);
	return DONE;
}

/* Nobody in this process holds it: the server waits. */
static verdict advisory_wait_for_it(operation *op, slock_result *result)
{
	if (advisory_wait_in_server(op, advisory_wanted(op), result) == TRY_AGAIN) {
		return TRY_AGAIN;
	}
	if (result->status == SLOCK_OK) {
		advisory_acquired(op, result);
	}
	return DONE;
}

/* Whether PHP code that ran while the session was asked (a client object's own, an error handler) has taken or released
 * locks, or the session is another one by now. Then the answer may be of yesterday: what nobody owns is given back, and
 * the caller tries again. */
static bool advisory_is_overtaken(operation *op, uint64_t changes, long long answer)
{
	slock_result ignored = SLOCK_RESULT_INIT;
	slock_session_locks *locks;
	long long unused;

	if (slock_session_locks_changes() == changes || !(locks = advisory_present_locks(op))) {
		return false;
	}
	if (answer && slock_session_locks_look(locks, op->lock, op->owner) == SLOCK_LOCK_FREE) {
		advisory_ask_to_release(op, advisory_wanted(op), true, &unused, &ignored);
		slock_result_dtor(&ignored);
	}
	return true;
}

/* Lets the server wait for so long. The session may have the lock then. */
static slock_asked advisory_wait_for_a_moment(operation *op, slock_time wait, slock_result *result)
{
	char sql[SLOCK_ADVISORY_SQL_SIZE];
	slock_result ignored = SLOCK_RESULT_INIT;
	long long unused;
	slock_asked asked;

	op->store->dialect->bounded_wait(sql, op->lock, advisory_wanted(op), wait);
	asked = advisory_ask(op, sql, wait, &unused, result);
	if (asked == SLOCK_FAILED && result->status != SLOCK_INTERRUPTED) {
		/* The server refused to wait: its procedural language is missing. Then we poll. A statement that has failed may
		 * have got the lock all the same. */
		op->polls = true;
		advisory_ask_to_release(op, advisory_wanted(op), true, &unused, &ignored);
		slock_result_dtor(&ignored);
		slock_result_dtor(result);
		slock_result_set(result, SLOCK_CONFLICT);
	}
	return asked;
}

/* One look at the lock table and one question to the server, or one wait. `wait` is how long the server may wait in
 * an attempt that is one of several. */
static verdict advisory_attempt(operation *op, slock_time wait, slock_result *result)
{
	bool fresh, promotes, may_already_hold;
	slock_session_locks *locks;
	slock_lock_view view;
	uint64_t changes;
	long long answer;
	slock_asked asked;

	op->within = op->waits = false;
	locks = advisory_identified_locks(op, true, &fresh, &asked, result);
	if (!locks) {
		return asked == SLOCK_ANSWERED ? DONE : advisory_after_failure(op, asked, fresh, result);
	}
	op->waits = advisory_has_time_to_wait(op);
	changes = slock_session_locks_changes();
	view = slock_session_locks_look(locks, op->lock, op->owner);
	if (advisory_is_kept_out(view, advisory_wanted(op))) {
		return advisory_confirm(op, view, fresh, result);
	}
	if (op->waits && view == SLOCK_LOCK_FREE) {
		return advisory_wait_for_it(op, result);
	}
	promotes = view == SLOCK_LOCK_OWN_READ && advisory_wanted(op) == SLOCK_HELD_WRITE;
	may_already_hold = op->store->session->borrowed || view != SLOCK_LOCK_FREE;
	if (op->store->dialect->bounded_wait && wait && (view == SLOCK_LOCK_FREE || promotes)) {
		asked = advisory_wait_for_a_moment(op, wait, result);
		if (asked != SLOCK_ANSWERED) {
			return op->polls ? TRY_AGAIN : advisory_after_failure(op, asked, fresh, result);
		}
		may_already_hold = true;
	}
	asked = advisory_ask_for_lock(op, advisory_wanted(op), may_already_hold, wait, &answer, result);
	if (asked != SLOCK_ANSWERED) {
		return advisory_after_failure(op, asked, fresh, result);
	}
	slock_result_set(result, SLOCK_CONFLICT);
	if (advisory_is_overtaken(op, changes, answer)) {
		return TRY_AGAIN;
	}
	if (answer) {
		advisory_acquired(op, result);
		return DONE;
	}
	if (promotes) {
		return advisory_has_time_to_wait(op) ? advisory_promote(op, result) : DONE;
	}
	if (view != SLOCK_LOCK_FREE) {
		/* The lock table said that the session has it, and the server says no. */
		advisory_forget(op);
		return TRY_AGAIN;
	}
	return DONE;
}

/* How long the server may wait in the next attempt; 0: not at all. */
static slock_time advisory_bounded_wait(const operation *op, bool first)
{
	slock_session *session = op->store->session;
	slock_time deadline = op->request->deadline;
	slock_time left;

	if (deadline == SLOCK_TRY_ONCE || op->polls || advisory_can_wait_at_server(op)) {
		return 0;
	}
	if (op->store->dialect->bounded_wait &&
		(first || (session->ops->in_transaction && session->ops->in_transaction(session)))) {
		return 0;
	}
	left = deadline == SLOCK_FOREVER ? MOST_BOUNDED_WAIT : slock_clock_left(deadline) - advisory_time_for_an_end(op);
	return left < 0 ? 0 : MIN(left, MOST_BOUNDED_WAIT);
}

/* Lets PHP live until then. */
static bool advisory_pause_until(slock_time until, slock_result *result)
{
	do {
		if (!slock_wait_until(until)) {
			slock_result_set(result, SLOCK_INTERRUPTED);
			return false;
		}
	} while (slock_clock_now() < until);
	return true;
}

/* Between two attempts: lets PHP live, and sleeps when the server did not. false: the wait is over. It is not before an
 * attempt that reached until the deadline: the lock may have become free just before it. */
static bool advisory_pause_between(const slock_request *request, slock_backoff *backoff, bool server_waited,
								   bool reached_deadline, slock_result *result)
{
	slock_time until = server_waited ? 0 : slock_clock_now() + slock_backoff_next(backoff);

	if (!advisory_pause_until(MIN(until, request->deadline), result)) {
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
static bool advisory_may_repeat(operation *op, repetition *repeated, slock_time begun, slock_result *result)
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
	} else if (++repeated->quick > MOST_QUICK_ATTEMPTS) {
		slock_result_dtor(result);
		slock_result_error(result, "The database gives another session with every statement");
		return false;
	}
	/* An answer about a session that is given up by now. */
	if (lost && op->request->deadline != SLOCK_TRY_ONCE && slock_clock_now() >= op->request->deadline) {
		return false;
	}
	slock_result_dtor(result);
	return (!lost && repeated->quick <= QUICK_ATTEMPTS) ||
		   advisory_pause_until(slock_clock_now() + slock_backoff_next(&repeated->backoff), result);
}

static slock_status advisory_ask_held(slock_store *store, const slock_request *request, bool give_up,
									  slock_result *result);

/* After an attempt in vain that began then: whether there is time for another one, for which it sleeps if need be. */
static bool advisory_may_try_again(operation *op, slock_backoff *backoff, slock_time begun, slock_time wait, bool first,
								   slock_result *result)
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
	return advisory_pause_between(
		op->request, backoff, !op->within && (waited || (first && advisory_bounded_wait(op, false))),
		begun >= deadline - SLOCK_AT_THE_DEADLINE - waited || (late >= SLOCK_SLOW_ATTEMPT && late <= op->grace),
		result);
}

static slock_status advisory_acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	repetition repeated = {.quick = 0};
	slock_backoff backoff;
	slock_time begun, wait;
	operation op;
	bool first = true;

	if (!advisory_prepare(&op, store, request, result)) {
		return result->status;
	}
	slock_backoff_init(&backoff);
	slock_backoff_init(&repeated.backoff);
	for (;; first = false) {
		do {
			begun = slock_clock_now();
			advisory_begin_attempt(&op);
			wait = advisory_bounded_wait(&op, first);
		} while (advisory_attempt(&op, wait, result) == TRY_AGAIN &&
				 advisory_may_repeat(&op, &repeated, begun, result));
		if (result->status != SLOCK_CONFLICT || request->deadline == SLOCK_TRY_ONCE ||
			!advisory_may_try_again(&op, &backoff, begun, wait, first, result)) {
			break;
		}
	}
	zend_string_release(op.owner);
	return result->status;
}

/* --- the other operations ----------------------------------------------------------------------------------------- */

/* The locks of a session end with it, so the key holds none. */
static void advisory_went_with_session(slock_result *result)
{
	slock_result_dtor(result);
	slock_result_set(result, SLOCK_CONFLICT);
}

/* Asks the server about a lock of this lock table, or gives it up; what that does not know, the key does not hold. */
static slock_status advisory_ask_about(operation *op, slock_session_locks *locks, bool give_up, slock_result *result)
{
	slock_lock_view view = slock_session_locks_look(locks, op->lock, op->owner);
	slock_held mode = slock_session_locks_is_write(view) ? SLOCK_HELD_WRITE : SLOCK_HELD_READ;
	slock_asked asked;
	long long answer;

	if (!slock_session_locks_owns(view)) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	/* The readers of a session share one lock, and the last one gives it up. */
	if (give_up && view != SLOCK_LOCK_SHARED_READ) {
		asked = advisory_ask_to_release(op, mode, op->store->session->borrowed, &answer, result);
	} else {
		asked = advisory_ask_whether_held(op, mode, &answer, result);
	}
	if (asked == SLOCK_ANSWERED) {
		slock_result_set(result, answer ? SLOCK_OK : SLOCK_CONFLICT);
		locks = advisory_present_locks(op);
		/* Others that share it ask for themselves. */
		if (locks && (give_up || !answer)) {
			slock_session_locks_leave(locks, op->lock, op->owner);
		}
	} else if (asked == SLOCK_GONE && result->status != SLOCK_INTERRUPTED) {
		advisory_went_with_session(result);
	}
	return result->status;
}

static slock_status advisory_ask_held(slock_store *store, const slock_request *request, bool give_up,
									  slock_result *result)
{
	slock_session_locks *locks;
	slock_asked asked;
	operation op;
	bool fresh;

	if (!advisory_prepare(&op, store, request, result)) {
		return result->status;
	}
	locks = advisory_identified_locks(&op, false, &fresh, &asked, result);
	if (locks) {
		advisory_ask_about(&op, locks, give_up, result);
	} else if (asked == SLOCK_GONE && result->status != SLOCK_INTERRUPTED) {
		advisory_went_with_session(result);
	}
	zend_string_release(op.owner);
	return result->status;
}

slock_status slock_advisory_run(slock_store *store, const slock_request *request, slock_result *result)
{
	return request->op == SLOCK_OP_ACQUIRE ? advisory_acquire(store, request, result)
										   : advisory_ask_held(store, request, request->op == SLOCK_OP_RELEASE, result);
}

/* The first lock of the store itself, as an operation of its owner; false: it has none. */
static bool advisory_find_own(slock_advisory_store *store, operation *op, slock_session_locks **locks,
							  slock_result *result)
{
	bool fresh;

	*op = (operation){.store = store, .generation = slock_process_generation(), .answer_by = SLOCK_FOREVER};
	*locks = advisory_locks_of(op, false, &fresh, result);
	op->owner = *locks ? slock_session_locks_find_owner(*locks, store->own, op->lock, sizeof(op->lock)) : NULL;
	return op->owner != NULL;
}

void slock_advisory_leave(slock_store *base)
{
	slock_advisory_store *store = advisory_of(base);
	slock_saved_exception saved = {0};
	slock_result result = SLOCK_RESULT_INIT;
	slock_session_locks *locks;
	operation op;

	/* With the request the session ends, or gives up all its locks. Until then functions may run for long that are
	 * called when the script has ended, also by exit(). */
	if (!store->has_acquired || !*store->own || ((EG(flags) & EG_FLAGS_IN_SHUTDOWN) && !EG(current_execute_data)) ||
		!store->session->ops->outlives || !store->session->ops->outlives(store->session)) {
		return;
	}
	slock_exception_save(&saved);
	slock_interrupts_defer();
	while (!EG(exception) && (result.status == SLOCK_OK || result.status == SLOCK_CONFLICT) &&
		   advisory_find_own(store, &op, &locks, &result)) {
		slock_result_set(&result, SLOCK_OK);
		advisory_ask_about(&op, locks, true, &result);
		zend_string_release(op.owner);
	}
	slock_result_dtor(&result);
	slock_userland_drop();
	slock_interrupts_resume();
	slock_exception_restore(&saved);
}

void slock_advisory_get_gc(slock_store *store, zend_get_gc_buffer *buffer)
{
	slock_session *session = advisory_of(store)->session;

	if (session && session->ops->get_gc) {
		session->ops->get_gc(session, buffer);
	}
}

void slock_advisory_free(slock_store *store)
{
	slock_session *session = advisory_of(store)->session;

	if (session) {
		session->ops->free(session);
	}
}

/* --- construction ------------------------------------------------------------------------------------------------- */

void slock_advisory_constructed(slock_store *store, slock_session *session, const slock_advisory_dialect *dialect)
{
	/* A connection written in PHP, which was asked for its driver, may have constructed the store meanwhile. */
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		session->ops->free(session);
		return;
	}
	advisory_of(store)->session = session;
	session->words = &dialect->words;
	advisory_of(store)->dialect = dialect;
	if (session->borrowed) {
		store->capabilities |= SLOCK_STORE_LETS_OUT;
	} else {
		snprintf(advisory_of(store)->own, sizeof(advisory_of(store)->own), "@%" PRIu64, ++SLOCK_G(connection_serial));
	}
	store->constructed = true;
}
