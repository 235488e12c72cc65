/* SPDX-License-Identifier: MIT
 *
 * A PostgreSQL session over the native module: pooled, asked, and waited with. While a statement waits in the server,
 * PHP code may run here and need the same session; then the wait is given up, and its owner starts it again. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/pool.h"
#include "clients/pgsql/native.h"
#include "clients/pgsql/pgsql.h"
#include "core/process.h"
#include "core/wait.h"

#ifndef _WIN32
#include <poll.h>
#endif

/* A signal that arrives just before poll() is noticed after so long at the latest. */
#define MOST_SLEEP 100000000 /* 100 ms */

/* How long the first attempt to cancel a statement may take until it is repeated. */
#define FIRST_CANCEL_GRACE 10000000 /* 10 ms */

#define QUERY_CANCELED "57014"
#define LOCK_NOT_AVAILABLE "55P03"

/* A pooled connection. */
typedef struct {
	const slock_pgsql_client *client;
	slock_pgsql_connection *connection; /* NULL: it was closed, see pgsql_close_silent() */
	slock_session_locks *locks;
	slock_session_locks *left; /* what the session before had, see silent_locks(); NULL: nothing */
	uint64_t waiting;          /* the number of the statement on the wire that waits or is late; 0: none */
	bool waits;                /* it may be cancelled */
	slock_time silent_until;   /* it is late: the session is closed then; 0: it is not */
	/* Undoes it; empty: there is nothing to undo. With nothing on the wire it is to be sent before all else. */
	char undo[SLOCK_SESSION_SQL_SIZE];
	/* Of which lock `undo` gives the write mode back, see slock_session_ops; empty: its answer means nothing. */
	char written[SLOCK_PGSQL_ARGUMENT_SIZE];
} channel;

typedef struct {
	slock_session base;
	slock_pgsql_dsn *dsn;
	slock_pgsql_endpoint endpoint; /* points into dsn */
	slock_pooled *pooled;
} native_session;

static void pgsql_free_channel(channel *freed, void (*end)(slock_pgsql_connection *))
{
	if (freed->connection) {
		end(freed->connection);
	}
	slock_session_locks_free(freed->left);
	slock_session_locks_free(freed->locks);
	pefree(freed, true);
}

static void pgsql_close_channel(void *connection)
{
	pgsql_free_channel(connection, ((channel *) connection)->client->close);
}

static void pgsql_abandon_channel(void *connection)
{
	pgsql_free_channel(connection, ((channel *) connection)->client->abandon);
}

/* A session that still holds locks when the request ends has nobody to release them. */
static bool pgsql_is_idle(void *connection)
{
	const channel *on = connection;

	return on->connection && !on->left && !on->waiting && !*on->undo &&
		   slock_session_locks_is_certainly_empty(on->locks);
}

static const slock_connection_type connection_type = {
	.name = "pgsql",
	.close = pgsql_close_channel,
	.abandon = pgsql_abandon_channel,
	.is_idle = pgsql_is_idle,
};

static channel *pgsql_open_channel(native_session *session, slock_time until, slock_result *result)
{
	slock_time begun = slock_clock_now(), own = slock_clock_add(begun, session->endpoint.connect_timeout);
	const slock_pgsql_client *client = slock_client_load("pgsql", result);
	const char *moved = slock_pgsql_dsn_moved_by(session->dsn);
	channel *opened, *closed = slock_pooled_connection(session->pooled);
	slock_pgsql_connection *connection;

	if (moved) {
		slock_result_error(
			result, "PostgreSQL: %s was set after the store was made, and stands for what its DSN leaves open", moved);
		return NULL;
	}
	if (!client || !(connection = client->connect(&session->endpoint, MIN(own, until), result))) {
		return NULL;
	}
	/* Several messages went to and fro. */
	slock_round_trips_note(&session->base.round_trips, (slock_clock_now() - begun) / 2);
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = client;
	opened->connection = connection;
	opened->locks = slock_session_locks_new();
	if (closed) {
		opened->left = closed->left;
		closed->left = NULL;
	}
	slock_process_drop_in_child(client->descriptor(connection));
	slock_pooled_keep(session->pooled, opened);
	return opened;
}

/* The session, though it may be that it cannot be asked now; NULL: there is none. */
static channel *pgsql_channel(const native_session *session)
{
	channel *on = slock_pooled_connection(session->pooled);

	return on && on->connection ? on : NULL;
}

static void pgsql_has_undone(channel *on)
{
	*on->undo = *on->written = '\0';
}

/* Closes it after a silence of the server's, which may have the session, and its locks, for hours: see
 * SLOCK_SESSION_SILENCE. Its lock table stays for silent_locks(). */
static void pgsql_close_silent(native_session *session, channel *on)
{
	if (!slock_session_locks_is_empty(on->locks)) {
		slock_session_locks *before = on->left;

		on->left = on->locks;
		on->locks = before ? before : slock_session_locks_new();
		slock_session_locks_clear(on->locks);
	}
	if (!on->left) {
		slock_pooled_drop(session->pooled);
		return;
	}
	on->client->close(on->connection);
	on->connection = NULL;
	on->waiting = 0;
	pgsql_has_undone(on);
}

/* Ends it where it was lost, after it has been asked, or has been silent, since then. Whether that is a word of the
 * server's. */
static bool pgsql_drop_lost(native_session *session, channel *on, slock_time since)
{
	if (slock_clock_now() - since <= SLOCK_SESSION_SILENCE) {
		slock_pooled_drop(session->pooled);
		return true;
	}
	pgsql_close_silent(session, on);
	return false;
}

/* The answer has not come in the time that the caller had. A session that has locks is not closed for that: it is slow,
 * or its server is, and it would free what others rely on. The next question takes the answer first, and undoes what it
 * tells of. That ends when the server has been silent for as long as it may: the session is closed. */
static void pgsql_leave_late(native_session *session, channel *on, slock_time silent_until)
{
	if (slock_session_locks_is_empty(on->locks) || slock_clock_now() >= silent_until) {
		pgsql_close_silent(session, on);
		return;
	}
	if (!on->waiting) {
		on->waiting = ++SLOCK_G(connection_serial);
		on->waits = false;
	}
	on->silent_until = silent_until;
}

/* Waits for the answer to what was sent, or not. */
static slock_asked pgsql_take_answer(native_session *session, channel *on, bool sent, slock_time until,
									 slock_pgsql_reply *reply, slock_result *result)
{
	slock_time begun = slock_clock_now();
	slock_progress progress = sent ? on->client->receive(on->connection, until, reply, result) : SLOCK_LOST;

	if (progress == SLOCK_LATE) {
		pgsql_leave_late(session, on, slock_clock_add(begun, session->base.command_timeout));
		slock_result_set(result, SLOCK_STORAGE_ERROR);
		return SLOCK_FAILED;
	}
	if (progress != SLOCK_ARRIVED) {
		slock_result_set(result, SLOCK_STORAGE_ERROR);
		return pgsql_drop_lost(session, on, begun) && progress != SLOCK_BROKEN ? SLOCK_GONE : SLOCK_FAILED;
	}
	slock_round_trips_note(&session->base.round_trips, slock_clock_now() - begun);
	return SLOCK_ANSWERED;
}

/* Sends a statement and waits for its answer. */
static slock_asked pgsql_run(native_session *session, channel *on, const char *sql, slock_time until,
							 slock_pgsql_reply *reply, slock_result *result)
{
	return pgsql_take_answer(session, on, on->client->send(on->connection, sql, result), until, reply, result);
}

/* Takes back what a statement may have done that has failed: a session keeps a lock that it was given just before the
 * statement was cancelled, so an error does not mean that there is none. When it cannot be done a session without other
 * locks ends; else the result says why, and it remains to be done. */
static void pgsql_undo(native_session *session, channel *on, slock_time until, slock_result *result)
{
	slock_pgsql_reply reply;

	if (!*on->undo) {
		return;
	}
	/* The request to cancel may arrive late and hit this statement; then it is repeated, and does nothing if it was
	 * done. */
	for (int tries = 0; tries < 2; tries++) {
		if (pgsql_run(session, on, on->undo, until, &reply, result) != SLOCK_ANSWERED) {
			return;
		}
		if (reply.type == SLOCK_PGSQL_INTEGER) {
			if (*on->written && !reply.integer) {
				slock_session_locks_demote(on->locks, on->written);
			}
			pgsql_has_undone(on);
			return;
		}
	}
	slock_result_error(result, "%s", reply.text);
	if (slock_session_locks_is_empty(on->locks)) {
		slock_pooled_drop(session->pooled);
	}
}

/* The end of a wait for one answer. */
static slock_time pgsql_answer_until(const native_session *session, slock_time until)
{
	slock_time own = slock_clock_after(session->base.command_timeout);

	return MIN(own, until);
}

#ifndef _WIN32
/* Sleeps until there is something to read, a signal arrives, or some time or the deadline is over. */
static void pgsql_sleep_for_a_moment(int fd, slock_time deadline)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	slock_time left = deadline - slock_clock_now();

	if (left > 0) {
		poll(&poller, 1, (int) slock_ms_up(MIN(left, MOST_SLEEP)));
	}
}

/* Cancels the statement and takes its answer. A server that has not begun with the statement when it is asked forgets
 * about it, so it is asked again until there is an answer: it arrives, is late, or the session is lost. */
static slock_progress pgsql_cancel_statement(channel *on, slock_time until, slock_result *result)
{
	slock_pgsql_reply reply;

	for (slock_time grace = FIRST_CANCEL_GRACE; slock_clock_now() < until; grace = MIN(2 * grace, MOST_SLEEP)) {
		slock_time again = slock_clock_now() + grace;

		if (!on->client->cancel(on->connection, until)) {
			/* That was another connection: this one may answer all the same. */
			return on->client->receive(on->connection, until, &reply, result);
		}
		do {
			pgsql_sleep_for_a_moment(on->client->descriptor(on->connection), MIN(again, until));
			switch (on->client->receive(on->connection, SLOCK_TRY_ONCE, &reply, result)) {
				case SLOCK_ARRIVED:
					return SLOCK_ARRIVED;
				case SLOCK_AWAITED:
					break;
				default:
					return SLOCK_LOST;
			}
		} while (slock_clock_now() < MIN(again, until));
	}
	return SLOCK_LATE;
}
#endif

/* Takes the answer that is late by now, or makes the server give the statement up. */
static slock_progress pgsql_take_late_answer(channel *on, slock_time until, slock_result *result)
{
	slock_pgsql_reply reply;
	slock_progress progress = on->client->receive(on->connection, SLOCK_TRY_ONCE, &reply, result);

	if (progress != SLOCK_AWAITED) {
		return progress;
	}
#ifndef _WIN32
	if (on->waits) {
		return pgsql_cancel_statement(on, until, result);
	}
#endif
	return on->client->receive(on->connection, until, &reply, result);
}

/* Gives up the statement that waits in the server, or awaits one that is late; nothing of it is left. */
static void pgsql_give_up(native_session *session, channel *on, slock_time until, slock_result *result)
{
	slock_time silent_until = on->silent_until ? on->silent_until : pgsql_answer_until(session, SLOCK_FOREVER);
	slock_time since = silent_until - session->base.command_timeout;

	switch (pgsql_take_late_answer(on, MIN(silent_until, until), result)) {
		case SLOCK_ARRIVED:
			on->waiting = 0;
			on->silent_until = 0;
			pgsql_undo(session, on, pgsql_answer_until(session, until), result);
			break;
		case SLOCK_LATE:
			pgsql_leave_late(session, on, silent_until);
			break;
		default:
			pgsql_drop_lost(session, on, since);
			break;
	}
}

/* The connection with nothing on the wire and nothing to be undone, or NULL, and why: the session is gone, has still
 * not answered, or refuses to undo what is to be undone. */
static channel *pgsql_idle_channel(native_session *session, slock_time until, slock_result *result)
{
	channel *on = pgsql_channel(session);
	const char *why = "the session has ended";

	if (on && on->waiting) {
		pgsql_give_up(session, on, until, result);
		why = "the server has not answered to an earlier statement, and the session is closed";
	} else if (on && *on->undo) {
		pgsql_undo(session, on, pgsql_answer_until(session, until), result);
	}
	on = pgsql_channel(session);
	if (on && !on->waiting) {
		/* Otherwise the result has the server's words. */
		return *on->undo ? NULL : on;
	}
	slock_result_error(result, "PostgreSQL: %s", on ? "the server has not answered to an earlier statement" : why);
	return NULL;
}

static slock_session_locks *pgsql_locks(slock_session *base, bool connect, slock_time until, bool *fresh,
										slock_result *result)
{
	native_session *session = (native_session *) base;
	channel *on = pgsql_channel(session);

	*fresh = false;
	if (on) {
		return on->locks;
	}
	if (!connect) {
		slock_result_set(result, SLOCK_CONFLICT);
		return NULL;
	}
	*fresh = true;
	on = pgsql_open_channel(session, until, result);
	return on ? on->locks : NULL;
}

static slock_session_locks *pgsql_silent_locks(slock_session *base)
{
	const channel *on = slock_pooled_connection(((native_session *) base)->pooled);

	return on ? on->left : NULL;
}

/* What is to be undone before all else may change what the lock table says: the caller has to look at it afterwards. */
static slock_asked pgsql_identify(slock_session *base, const char *lock, slock_time until, slock_session_locks **locks,
								  slock_result *result)
{
	native_session *session = (native_session *) base;
	const channel *on = pgsql_channel(session);

	if (EXPECTED(!on || !*on->undo) || (on->waiting && !*on->written) || pgsql_idle_channel(session, until, result)) {
		return SLOCK_ANSWERED;
	}
	*locks = NULL;
	return pgsql_channel(session) ? SLOCK_FAILED : SLOCK_GONE;
}

/* Asks with a statement, or with a prepared one and its argument. */
static slock_asked pgsql_ask_either(native_session *session, const char *sql, const slock_session_statement *statement,
									const char *argument, slock_time until, long long *answer, slock_result *result)
{
	channel *on = pgsql_idle_channel(session, until, result);
	slock_pgsql_reply reply;
	slock_asked asked;
	bool sent;

	if (!on) {
		return pgsql_channel(session) ? SLOCK_FAILED : SLOCK_GONE;
	}
	sent = statement ? on->client->execute(on->connection, statement, argument, result)
					 : on->client->send(on->connection, sql, result);
	asked = pgsql_take_answer(session, on, sent, until, &reply, result);
	if (asked != SLOCK_ANSWERED) {
		return asked;
	}
	if (reply.type != SLOCK_PGSQL_INTEGER) {
		slock_result_error(result, "%s", reply.text);
		return SLOCK_FAILED;
	}
	*answer = reply.integer;
	return SLOCK_ANSWERED;
}

static slock_asked pgsql_ask(slock_session *base, const char *sql, slock_time until, long long *answer,
							 slock_result *result)
{
	return pgsql_ask_either((native_session *) base, sql, NULL, NULL, until, answer, result);
}

static slock_asked pgsql_ask_prepared(slock_session *base, const slock_session_statement *statement,
									  const char *argument, slock_time until, long long *answer, slock_result *result)
{
	return pgsql_ask_either((native_session *) base, NULL, statement, argument, until, answer, result);
}

/* What is to be sent before all others, as soon as a late answer has come. */
static void pgsql_undo_later(slock_session *base, const char *undo, const char *written)
{
	channel *on = pgsql_channel((native_session *) base);

	/* With another one to be sent it is about a statement that never was. */
	if (on && !*on->undo) {
		snprintf(on->undo, sizeof(on->undo), "%s", undo);
		snprintf(on->written, sizeof(on->written), "%s", written ? written : "");
	}
}

#ifndef _WIN32
/* Whether the wait goes on in the same process, session and statement. */
static bool pgsql_is_undisturbed(native_session *session, uint32_t generation, uint64_t number)
{
	const channel *on;

	if (generation != slock_process_generation()) {
		return false;
	}
	on = pgsql_channel(session);
	return on && on->waiting == number;
}

/* The server has not even ended the wait. */
static slock_status pgsql_not_ended(native_session *session, channel *on, slock_time deadline, slock_result *result)
{
	slock_time since = slock_clock_now() - deadline;

	pgsql_leave_late(session, on, pgsql_answer_until(session, SLOCK_FOREVER));
	return slock_result_error(result,
							  "PostgreSQL: the server has not answered to a wait that it should have ended %.3g "
							  "seconds ago",
							  slock_seconds(MAX(since, 0)));
}

/* The statement that waited has ended. */
static slock_status pgsql_end_wait(native_session *session, channel *on, const slock_pgsql_reply *reply,
								   slock_time deadline, slock_time until, long long *answer, slock_result *result)
{
	slock_result ignored = SLOCK_RESULT_INIT;

	on->waiting = 0;
	if (reply->type == SLOCK_PGSQL_INTEGER) {
		pgsql_has_undone(on);
		*answer = reply->integer;
		return slock_result_set(result, SLOCK_OK);
	}
	pgsql_undo(session, on, pgsql_answer_until(session, until), &ignored);
	/* Our own time limit; others that the server has for statements or locks are not ours. */
	if (!strcmp(reply->sqlstate, LOCK_NOT_AVAILABLE) && slock_clock_now() >= deadline) {
		return slock_result_set(result, SLOCK_TIMEOUT);
	}
	if (!strcmp(reply->sqlstate, QUERY_CANCELED) || !strcmp(reply->sqlstate, LOCK_NOT_AVAILABLE)) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	return slock_result_error(result, "%s", reply->text);
}

static slock_status pgsql_wait_in_server(slock_session *base, const char *sql, const char *undo, slock_time deadline,
										 slock_time until, long long *answer, slock_result *result)
{
	native_session *session = (native_session *) base;
	uint32_t generation = slock_process_generation();
	uint64_t number = ++SLOCK_G(connection_serial);
	slock_time begun = slock_clock_now();
	channel *on = pgsql_idle_channel(session, until, result);
	slock_pgsql_reply reply;
	slock_check check;

	if (!on) {
		return slock_result_set(result, pgsql_channel(session) ? SLOCK_STORAGE_ERROR : SLOCK_CONFLICT);
	}
	if (!on->client->send(on->connection, sql, result)) {
		slock_pooled_drop(session->pooled);
		return slock_result_set(result, SLOCK_STORAGE_ERROR);
	}
	on->waiting = number;
	on->waits = true;
	snprintf(on->undo, sizeof(on->undo), "%s", undo);
	*on->written = '\0';
	for (;;) {
		pgsql_sleep_for_a_moment(on->client->descriptor(on->connection), until);
		switch (on->client->receive(on->connection, SLOCK_TRY_ONCE, &reply, result)) {
			case SLOCK_ARRIVED:
				return pgsql_end_wait(session, on, &reply, deadline, until, answer, result);
			case SLOCK_AWAITED:
				break;
			default:
				/* The session ended before it got the lock; another one may ask again. */
				pgsql_drop_lost(session, on, begun);
				return slock_result_set(result, SLOCK_STORAGE_ERROR);
		}
		check = slock_wait_guarded_check();
		if (!pgsql_is_undisturbed(session, generation, number)) {
			on = NULL;
		}
		if (check == SLOCK_CHECK_GO_ON) {
			if (!on) {
				return slock_result_set(result, SLOCK_CONFLICT);
			}
			if (slock_clock_now() >= until) {
				return pgsql_not_ended(session, on, deadline, result);
			}
			continue;
		}
		if (on) {
			pgsql_give_up(session, on, until, result);
		}
		if (check == SLOCK_CHECK_BAILOUT) {
			zend_bailout();
		}
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
}
#endif

static void pgsql_end(slock_session *base)
{
	slock_pooled_drop(((native_session *) base)->pooled);
}

static bool pgsql_outlives(slock_session *base)
{
	const slock_pooled *pooled = ((native_session *) base)->pooled;

	return pooled->connection && (pooled->persistent || pooled->users > 1);
}

static zend_string *pgsql_server(const slock_session *base)
{
	return slock_pgsql_dsn_place(((const native_session *) base)->dsn);
}

static void pgsql_free_session(slock_session *base)
{
	native_session *session = (native_session *) base;

	slock_pooled_release(session->pooled);
	slock_pgsql_dsn_free(session->dsn);
	efree(session);
}

static const slock_session_ops native_ops = {
	.locks = pgsql_locks,
	.silent_locks = pgsql_silent_locks,
	.identify = pgsql_identify,
	.ask = pgsql_ask,
	.ask_prepared = pgsql_ask_prepared,
#ifndef _WIN32
	.wait = pgsql_wait_in_server,
#endif
	.undo_later = pgsql_undo_later,
	.end = pgsql_end,
	.outlives = pgsql_outlives,
	.server = pgsql_server,
	.free = pgsql_free_session,
};

slock_session *slock_session_pgsql(slock_pgsql_dsn *dsn)
{
	native_session *session = ecalloc(1, sizeof(*session));
	zend_string *name;

	slock_pgsql_dsn_settle(dsn);
	name = slock_pgsql_dsn_name(dsn);
	session->base.ops = &native_ops;
	session->base.command_timeout = dsn->command_timeout;
	session->dsn = dsn;
	slock_pgsql_dsn_endpoint(dsn, &session->endpoint);
	session->pooled = slock_pool_get(&connection_type, name, dsn->persistent);
	zend_string_release(name);
	return &session->base;
}
