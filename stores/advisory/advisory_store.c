/* SPDX-License-Identifier: MIT
 *
 * The state machine of the advisory-lock stores. The session's ledger tells what this process knows, and the server has the last
 * word: a conflict, and that a lock is held, is always what the server says. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/process.h"
#include "core/wait.h"
#include "stores/advisory/advisory_store.h"

#include "zend_attributes.h"
#include "zend_exceptions.h"

/* One operation on its way. */
typedef struct {
	slock_advisory_store *store;
	const slock_request *request;
	zend_string *token;
	char lock[SLOCK_ADVISORY_NAME_SIZE];
	uint32_t generation;  /* of the process that has begun it */
	slock_time answer_by; /* of the attempt that is made; SLOCK_FOREVER: only the client's own limits count */
	slock_time grace;     /* of that attempt: what a round trip may take on this link, at the most; ns */
	bool within;          /* acquire: the other owner is in this process */
	bool held;            /* acquire: the key held the lock before, in whichever mode */
	bool polls;           /* acquire: the server cannot be made to wait in slices */
} operation;

/* How long a server may wait in one go where the wait cannot be given up. */
#define SLICE_SECONDS 0.1

/* For an answer after the deadline, at least; ns. Giving the session up would cost all of its locks. */
#define LEAST_GRACE 100000000

/* An attempt that takes longer is one on a slow link; ns. */
#define SLOW_ATTEMPT 10000000

/* Attempts that end sooner and are repeated at once do so a few times; then there are pauses, and then an end. */
#define QUICK_ATTEMPT 50000000
#define QUICK_ATTEMPTS 3
#define MOST_QUICK_ATTEMPTS 20

/* A server that takes connections and drops them does not keep us here for ever. */
#define LOST_SESSIONS 3
#define LONG_LIVED 1000000000

/* An attempt that ended so shortly before the deadline is one at the deadline; ns. */
#define AT_THE_DEADLINE 1000000

static slock_advisory_store *advisory_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_advisory_store, store);
}

/* Until when the answers of the next attempt are awaited. */
static void begin_attempt(operation *op)
{
	slock_time deadline = op->request->deadline, now = slock_clock_now();
	slock_time grace = op->grace = MAX(LEAST_GRACE, 2 * op->store->session->round_trip);

	op->answer_by = op->request->answer_by ? op->request->answer_by : SLOCK_FOREVER;
	if (deadline != SLOCK_TRY_ONCE && deadline != SLOCK_FOREVER) {
		op->answer_by = MIN(op->answer_by, MAX(deadline, now) + grace);
	}
}

/* Until when the answer to a statement is awaited that the server may take so long for. */
static slock_time answer_until(const operation *op, double seconds)
{
	slock_time own = slock_clock_add(slock_clock_now(), op->store->session->command_timeout + seconds);

	return MIN(own, op->answer_by);
}

static bool prepare(operation *op, slock_store *store, const slock_request *request, slock_result *result)
{
	zend_string *token = slock_key_token(request->key, store->state_name);

	if (!token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	op->store = advisory_of(store);
	op->request = request;
	op->token = token;
	op->generation = slock_process_generation();
	op->within = op->held = op->polls = false;
	op->store->dialect->name(request->resource, op->lock);
	begin_attempt(op);
	return true;
}

static slock_ledger *ledger_of(operation *op, bool connect, bool *fresh, slock_result *result)
{
	slock_session *session = op->store->session;

	return session->ops->ledger(session, connect, op->answer_by, fresh, result);
}

/* The same of the session as the server knows it. When *asked is not SLOCK_ANSWERED, the question for that has failed. */
static slock_ledger *identified_ledger(operation *op, bool connect, bool *fresh, slock_asked *asked,
									   slock_result *result)
{
	slock_session *session = op->store->session;
	slock_ledger *ledger = ledger_of(op, connect, fresh, result);
	bool again;

	*asked = SLOCK_ANSWERED;
	if (!ledger || !session->ops->identify) {
		return ledger;
	}
	*asked = session->ops->identify(session, op->lock, answer_until(op, 0.0), result);
	return *asked == SLOCK_ANSWERED ? ledger_of(op, connect, &again, result) : NULL;
}

/* The same after an operation, when nothing but what is there matters. */
static slock_ledger *present_ledger(operation *op)
{
	slock_result ignored;
	slock_ledger *ledger;
	bool fresh;

	slock_result_init(&ignored);
	if (EG(exception)) {
		return NULL;
	}
	ledger = ledger_of(op, false, &fresh, &ignored);
	slock_result_dtor(&ignored);
	return ledger;
}

static slock_asked judge(operation *op, slock_asked asked, const long long *answer, slock_result *result)
{
	if (asked == SLOCK_ANSWERED && *answer < 0) {
		slock_result_error(result, "%s", op->store->dialect->failure);
		asked = SLOCK_FAILED;
	}
	return asked;
}

/* `seconds` is how long the server may wait. */
static slock_asked ask(operation *op, const char *sql, double seconds, long long *answer, slock_result *result)
{
	slock_session *session = op->store->session;

	return judge(op, session->ops->ask(session, sql, answer_until(op, seconds), answer, result), answer, result);
}

static slock_asked ask_prepared(operation *op, const slock_pgsql_statement *statement, long long *answer,
								slock_result *result)
{
	slock_session *session = op->store->session;

	return judge(op, session->ops->ask_prepared(session, statement, op->lock, answer_until(op, 0.0), answer, result),
				 answer, result);
}

/* The statements to prepare for a lock that is held or wanted in this mode, or NULL. */
static const slock_advisory_statements *prepared_for(const operation *op, slock_held mode)
{
	return op->store->session->ops->ask_prepared ? &op->store->dialect->prepared[mode] : NULL;
}

/* Three questions to the server; see slock_advisory_dialect. */

static slock_asked ask_for_lock(operation *op, slock_held mode, bool careful, double seconds, long long *answer,
								slock_result *result)
{
	const slock_advisory_statements *prepared = careful ? NULL : prepared_for(op, mode);
	char sql[SLOCK_ADVISORY_SQL_SIZE];

	if (prepared) {
		return ask_prepared(op, &prepared->acquire, answer, result);
	}
	op->store->dialect->acquire(sql, op->lock, mode, careful, seconds);
	return ask(op, sql, seconds, answer, result);
}

static slock_asked ask_whether_held(operation *op, slock_held mode, long long *answer, slock_result *result)
{
	const slock_advisory_statements *prepared = prepared_for(op, mode);
	char sql[SLOCK_ADVISORY_SQL_SIZE];

	if (prepared) {
		return ask_prepared(op, &prepared->holds, answer, result);
	}
	op->store->dialect->holds(sql, op->lock, mode);
	return ask(op, sql, 0.0, answer, result);
}

static slock_asked ask_to_release(operation *op, slock_held mode, bool careful, long long *answer, slock_result *result)
{
	const slock_advisory_statements *prepared = careful ? NULL : prepared_for(op, mode);
	char sql[SLOCK_ADVISORY_SQL_SIZE];

	if (prepared) {
		return ask_prepared(op, &prepared->release, answer, result);
	}
	op->store->dialect->release(sql, op->lock, mode, careful);
	return ask(op, sql, 0.0, answer, result);
}

static void forget(operation *op)
{
	slock_ledger *ledger = present_ledger(op);

	if (ledger) {
		slock_ledger_forget(ledger, op->lock);
	}
}

/* --- acquiring ------------------------------------------------------------------------------------------------------ */

static slock_held wanted(const operation *op)
{
	return op->request->mode == SLOCK_READ ? SLOCK_HELD_READ : SLOCK_HELD_WRITE;
}

static slock_status acquired(operation *op, slock_result *result)
{
	slock_ledger *ledger = present_ledger(op);
	slock_result ignored = SLOCK_RESULT_INIT;
	long long unused;

	if (UNEXPECTED(!ledger)) {
		if (EG(exception)) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
		/* The server has said yes, so this is no conflict; but there is nothing that could hold the lock from now on. */
		if (op->generation == slock_process_generation()) {
			ask_to_release(op, wanted(op), true, &unused, &ignored);
			slock_result_dtor(&ignored);
		}
		return slock_result_error(result, "The session that was given the lock is not there any more");
	}
	slock_ledger_enter(ledger, op->lock, op->token, wanted(op) == SLOCK_HELD_WRITE);
	/* Another process would not have the session. */
	slock_key_mark_unserializable(op->request->key);
	return slock_result_set(result, SLOCK_OK);
}

/* Whether the ledger alone says that others keep this owner out. */
static bool is_kept_out(slock_ledger_view view, slock_held mode)
{
	switch (view) {
		case SLOCK_LEDGER_OTHERS_WRITE:
			return true;
		case SLOCK_LEDGER_OTHERS_READ:
		case SLOCK_LEDGER_SHARED_READ:
			return mode == SLOCK_HELD_WRITE;
		default:
			return false;
	}
}

/* What to do after an attempt. */
typedef enum { DONE, LOOK_ANEW } verdict;

/* After a failed question: a session of ours that has ended is replaced, unless it was opened for this. */
static verdict after_failure(const operation *op, slock_asked asked, bool fresh, const slock_result *result)
{
	if (asked != SLOCK_GONE || fresh || op->store->session->borrowed || result->status == SLOCK_INTERRUPTED) {
		return DONE;
	}
	return LOOK_ANEW;
}

/* Another owner in this process: the server confirms that the session holds it. */
static verdict confirm(operation *op, slock_ledger_view view, bool fresh, slock_result *result)
{
	long long answer;
	slock_asked asked =
		ask_whether_held(op, slock_ledger_is_write(view) ? SLOCK_HELD_WRITE : SLOCK_HELD_READ, &answer, result);

	if (asked != SLOCK_ANSWERED) {
		return after_failure(op, asked, fresh, result);
	}
	if (answer) {
		op->within = true;
		slock_result_set(result, SLOCK_CONFLICT);
		return DONE;
	}
	forget(op);
	return LOOK_ANEW;
}

/* Lets the server wait until the session has the lock in this mode. DONE: with SLOCK_OK it has. */
static verdict wait_in_server(operation *op, slock_held mode, slock_result *result)
{
	slock_session *session = op->store->session;
	slock_time deadline = op->request->deadline;
	slock_time round_trip = session->round_trip;
	double seconds = deadline == SLOCK_FOREVER ? -1.0 : slock_clock_until(deadline);
	char sql[SLOCK_ADVISORY_SQL_SIZE], undo[SLOCK_ADVISORY_SQL_SIZE];
	slock_result ignored = SLOCK_RESULT_INIT;
	bool fresh;

	if (deadline != SLOCK_FOREVER) {
		/* The end of a wait in vain is followed by a statement that makes sure of it: on a slow link, one round trip of the two
		 * is to be over by the deadline. */
		seconds -= round_trip >= SLOW_ATTEMPT ? (double) round_trip / SLOCK_NS_PER_S : 0.0;
		seconds = MAX(seconds, 0.0);
	}
	op->store->dialect->wait(sql, op->lock, mode, seconds);
	op->store->dialect->release(undo, op->lock, mode, true);
	switch (session->ops->wait(session, sql, undo, deadline, op->answer_by, result)) {
		case SLOCK_CONFLICT:
			return LOOK_ANEW;
		case SLOCK_STORAGE_ERROR:
			/* A session that has ended is replaced, unless there is no time for that. */
			if (slock_clock_now() < deadline &&
				!session->ops->ledger(session, false, op->answer_by, &fresh, &ignored)) {
				return LOOK_ANEW;
			}
			return DONE;
		default:
			return DONE;
	}
}

/* A reader that wants to write, and has to wait for the other readers: it stays one until then. */
static verdict promote(operation *op, slock_result *result)
{
	long long answer;

	if (wait_in_server(op, SLOCK_HELD_WRITE, result) == LOOK_ANEW) {
		return LOOK_ANEW;
	}
	if (result->status != SLOCK_OK) {
		return DONE;
	}
	if (ask_to_release(op, SLOCK_HELD_READ, true, &answer, result) != SLOCK_ANSWERED) {
		return LOOK_ANEW;
	}
	acquired(op, result);
	return DONE;
}

/* Nobody in this process holds it: the server waits. */
static verdict wait_for_it(operation *op, slock_result *result)
{
	if (wait_in_server(op, wanted(op), result) == LOOK_ANEW) {
		return LOOK_ANEW;
	}
	if (result->status == SLOCK_OK) {
		acquired(op, result);
	}
	return DONE;
}

/* Whether a handler that ran while the session was asked has taken or released locks. Then the answer may be of yesterday: what
 * nobody owns is given back, and the caller looks anew. */
static bool is_overtaken(operation *op, uint64_t changes, long long answer)
{
	slock_ledger *ledger = present_ledger(op);
	slock_result ignored = SLOCK_RESULT_INIT;
	long long unused;

	if (!ledger || slock_ledger_changes() == changes) {
		return false;
	}
	if (answer && slock_ledger_look(ledger, op->lock, op->token) == SLOCK_LEDGER_FREE) {
		ask_to_release(op, wanted(op), true, &unused, &ignored);
		slock_result_dtor(&ignored);
	}
	return true;
}

/* The server refused to wait: its procedural language is missing. Then we poll. A statement that has failed may have got the
 * lock all the same. */
static verdict without_slices(operation *op, slock_result *result)
{
	char sql[SLOCK_ADVISORY_SQL_SIZE];
	slock_result ignored = SLOCK_RESULT_INIT;
	long long unused;

	op->polls = true;
	op->store->dialect->release(sql, op->lock, wanted(op), true);
	ask(op, sql, 0.0, &unused, &ignored);
	slock_result_dtor(&ignored);
	slock_result_dtor(result);
	slock_result_set(result, SLOCK_CONFLICT);
	return LOOK_ANEW;
}

/* One look at the ledger and one question to the server, or one wait. `seconds` is for dialects that wait in slices. */
static verdict attempt(operation *op, double seconds, slock_result *result)
{
	slock_session *session = op->store->session;
	bool waits = op->request->deadline != SLOCK_TRY_ONCE && session->ops->wait && op->store->dialect->wait, fresh,
		 careful;
	slock_ledger *ledger;
	slock_ledger_view view;
	uint64_t changes;
	long long answer;
	slock_asked asked;

	op->within = false;
	ledger = identified_ledger(op, true, &fresh, &asked, result);
	if (!ledger) {
		return asked == SLOCK_ANSWERED ? DONE : after_failure(op, asked, fresh, result);
	}
	changes = slock_ledger_changes();
	view = slock_ledger_look(ledger, op->lock, op->token);
	op->held = slock_ledger_owns(view);
	if (is_kept_out(view, wanted(op))) {
		return confirm(op, view, fresh, result);
	}
	if (waits && view == SLOCK_LEDGER_FREE) {
		return wait_for_it(op, result);
	}
	careful = session->borrowed || view != SLOCK_LEDGER_FREE;
	/* Unless an interrupt handler has made the session hold it in the meantime. */
	if (op->store->dialect->slice && seconds > 0.0 &&
		(view == SLOCK_LEDGER_FREE || (view == SLOCK_LEDGER_OWN_READ && wanted(op) == SLOCK_HELD_WRITE))) {
		char sql[SLOCK_ADVISORY_SQL_SIZE];

		op->store->dialect->slice(sql, op->lock, wanted(op), seconds);
		asked = ask(op, sql, seconds, &answer, result);
		if (asked == SLOCK_FAILED && result->status != SLOCK_INTERRUPTED) {
			return without_slices(op, result);
		}
		if (asked != SLOCK_ANSWERED) {
			return after_failure(op, asked, fresh, result);
		}
		careful = true;
	}
	asked = ask_for_lock(op, wanted(op), careful, seconds, &answer, result);
	if (asked != SLOCK_ANSWERED) {
		return after_failure(op, asked, fresh, result);
	}
	if (session->borrowed || op->store->dialect == &slock_advisory_mysql) {
		if (is_overtaken(op, changes, answer)) {
			slock_result_set(result, SLOCK_CONFLICT);
			return LOOK_ANEW;
		}
	}
	if (answer) {
		acquired(op, result);
		return DONE;
	}
	slock_result_set(result, SLOCK_CONFLICT);
	if (view == SLOCK_LEDGER_OWN_READ && wanted(op) == SLOCK_HELD_WRITE) {
		return waits ? promote(op, result) : DONE;
	}
	if (view != SLOCK_LEDGER_FREE) {
		/* The ledger said that the session has it, and the server says no. */
		forget(op);
		return LOOK_ANEW;
	}
	return DONE;
}

/* Whether an attempt of a wait lasts until its deadline, at the server. */
static bool waits_at_server(const operation *op)
{
	return op->request->deadline != SLOCK_TRY_ONCE && op->store->session->ops->wait && op->store->dialect->wait;
}

/* How long the server may wait in the next attempt; 0: not at all. */
static double slice(const operation *op, bool first)
{
	slock_session *session = op->store->session;
	slock_time deadline = op->request->deadline;
	double left;

	if (deadline == SLOCK_TRY_ONCE || op->polls || waits_at_server(op)) {
		return 0.0;
	}
	if (op->store->dialect->slice &&
		(first || (session->ops->in_transaction && session->ops->in_transaction(session)))) {
		return 0.0;
	}
	left = deadline == SLOCK_FOREVER ? SLICE_SECONDS : slock_clock_until(deadline);
	return left < 0.0 ? 0.0 : MIN(left, SLICE_SECONDS);
}

/* Lets PHP live until then. */
static bool pause_until(slock_time until, slock_result *result)
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
static bool pause_between(const slock_request *request, slock_backoff *backoff, bool server_waited,
						  bool reached_deadline, slock_result *result)
{
	slock_time until = server_waited ? 0 : slock_clock_now() + slock_backoff_next(backoff);

	if (!pause_until(MIN(until, request->deadline), result)) {
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
static bool may_repeat(operation *op, repetition *repeated, slock_time begun, slock_result *result)
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
		   pause_until(slock_clock_now() + slock_backoff_next(&repeated->backoff), result);
}

/* Throws what an interrupt handler left to be thrown. An acquisition is undone before, unless the key held the lock
 * already. */
static void end_interrupted(operation *op, bool undo, slock_result *result)
{
	slock_session *session = op->store->session;
	zend_object *exception = session->interrupt;
	slock_result ignored = SLOCK_RESULT_INIT;

	session->interrupt = NULL;
	if (undo) {
		slock_advisory_release(&op->store->base, op->request, &ignored);
		slock_result_dtor(&ignored);
	}
	slock_result_dtor(result);
	slock_exception_throw(exception);
	slock_result_set(result, SLOCK_INTERRUPTED);
}

slock_status slock_advisory_acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	repetition repeated = {.quick = 0};
	slock_time begun, deadline = request->deadline, waited, late;
	slock_backoff backoff;
	operation op;
	double seconds;

	if (!prepare(&op, store, request, result)) {
		return result->status;
	}
	slock_backoff_init(&backoff);
	slock_backoff_init(&repeated.backoff);
	for (bool first = true;; first = false) {
		do {
			begun = slock_clock_now();
			begin_attempt(&op);
			seconds = slice(&op, first);
		} while (attempt(&op, seconds, result) == LOOK_ANEW && !op.store->session->interrupt &&
				 may_repeat(&op, &repeated, begun, result));
		if (op.store->session->interrupt) {
			end_interrupted(&op, result->status == SLOCK_OK && !op.held, result);
			break;
		}
		if (result->status != SLOCK_CONFLICT || deadline == SLOCK_TRY_ONCE) {
			break;
		}
		/* Another owner in this process: without a deadline there is nobody who could let go, and the package says so. */
		if (op.within && deadline == SLOCK_FOREVER) {
			break;
		}
		slock_result_dtor(result);
		waited = seconds > 0.0 && slock_clock_now() - begun > (slock_time) (seconds * 0.5e9)
					 ? (slock_time) (seconds * 1e9)
					 : 0;
		/* The first attempt of some only looks; the next one waits. Another one after one on a slow link would end late; but
		 * what took longer than the link ever did is a process that was stopped meanwhile. */
		late = slock_clock_now() - begun - (waits_at_server(&op) ? MAX(0, deadline - begun) : waited);
		if (!pause_between(request, &backoff, !op.within && (waited || (first && slice(&op, false) > 0.0)),
						   begun >= deadline - AT_THE_DEADLINE - waited || (late >= SLOW_ATTEMPT && late <= op.grace),
						   result)) {
			break;
		}
	}
	zend_string_release(op.token);
	return result->status;
}

/* --- the other operations --------------------------------------------------------------------------------------------- */

/* Asks about a lock that the key holds by the ledger; what the ledger does not know, the key does not hold. */
static slock_status ask_held(slock_store *store, const slock_request *request, bool give_up, slock_result *result)
{
	slock_ledger_view view;
	slock_ledger *ledger;
	slock_asked asked;
	slock_held mode;
	long long answer;
	operation op;
	bool fresh;

	if (!prepare(&op, store, request, result)) {
		return result->status;
	}
	ledger = identified_ledger(&op, false, &fresh, &asked, result);
	if (ledger) {
		view = slock_ledger_look(ledger, op.lock, op.token);
		mode = slock_ledger_is_write(view) ? SLOCK_HELD_WRITE : SLOCK_HELD_READ;
		slock_result_set(result, SLOCK_CONFLICT);
		if (slock_ledger_owns(view)) {
			/* The readers of a session share one lock, and the last one gives it up. */
			if (give_up && view != SLOCK_LEDGER_SHARED_READ) {
				asked = ask_to_release(&op, mode, op.store->session->borrowed, &answer, result);
			} else {
				asked = ask_whether_held(&op, mode, &answer, result);
			}
			switch (asked) {
				case SLOCK_ANSWERED:
					slock_result_set(result, answer ? SLOCK_OK : SLOCK_CONFLICT);
					ledger = present_ledger(&op);
					/* Others that share it ask for themselves. */
					if (ledger && (give_up || !answer)) {
						slock_ledger_leave(ledger, op.lock, op.token);
					}
					break;
				case SLOCK_GONE:
					/* The locks of a session end with it. */
					if (result->status != SLOCK_INTERRUPTED) {
						slock_result_dtor(result);
						slock_result_set(result, SLOCK_CONFLICT);
					}
					break;
				default:
					break;
			}
		}
	}
	if (op.store->session->interrupt) {
		end_interrupted(&op, false, result);
	}
	zend_string_release(op.token);
	return result->status;
}

slock_status slock_advisory_exists(slock_store *store, const slock_request *request, slock_result *result)
{
	return ask_held(store, request, false, result);
}

slock_status slock_advisory_release(slock_store *store, const slock_request *request, slock_result *result)
{
	return ask_held(store, request, true, result);
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

/* --- construction ------------------------------------------------------------------------------------------------------- */

void slock_advisory_constructed(slock_store *store, slock_session *session, const slock_advisory_dialect *dialect)
{
	/* A connection written in PHP, which was asked for its driver, may have constructed the store meanwhile. */
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		session->ops->free(session);
		return;
	}
	advisory_of(store)->session = session;
	session->emulates_as_whole = dialect == &slock_advisory_mysql;
	session->words = &dialect->words;
	advisory_of(store)->dialect = dialect;
	store->constructed = true;
}

void slock_advisory_register(zend_class_entry *ce, const slock_store_ops *ops)
{
	zend_function *constructor = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("__construct"));

	/* A DSN may hold a password, and so may the options. */
	for (uint32_t i = 0; i < constructor->common.num_args; i++) {
		zend_add_parameter_attribute(constructor, i, zend_ce_sensitive_parameter->name, 0);
	}
	slock_store_class_init(ce, ops);
}
