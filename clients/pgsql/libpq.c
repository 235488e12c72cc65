/* SPDX-License-Identifier: MIT
 *
 * The native PostgreSQL client: slock_pgsql.so.1. Plain C over libpq: no zval, no exception, no Zend call. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dup3 */
#endif

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "clients/mask.h"
#include "clients/pgsql/cancel.h"
#include "clients/pgsql/pgsql.h"
#include "clients/pgsql/pooler.h"
#include "clients/pgsql/prepared.h"
#include "clients/pgsql/search.h"
#include "slock_build.h"
#include "slock_version.h"

struct slock_pgsql_connection {
	PGconn *session;
	PGcancel *canceller;
	slock_prepared prepared;
	bool unasked;                      /* the server has said something beyond an answer that makes no sense there */
	bool answered;                     /* a row has come for the statement on the wire; there is only one */
	slock_time sent;                   /* when it was sent, for messages */
	char mark[SLOCK_POOLER_MARK_SIZE]; /* of our session behind a pooler; "": none stands in between */
	bool asks_for_mark;                /* the answer about it has yet to come */
	bool moved;                        /* the mark is not there: the pooler has given us another session */
	char name[160];                    /* "host:port", for messages */
	slock_pgsql_reply reply;           /* to the statement on the wire, as far as it has arrived */
};

static const char *libpq_library_version(void)
{
	static char version[32];
	int number = PQlibVersion();

	if (number >= 100000) {
		snprintf(version, sizeof(version), "%d.%d", number / 10000, number % 10000);
	} else {
		snprintf(version, sizeof(version), "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
	}
	return version;
}

/* libpq prints notices on stderr unless told otherwise. Its own ones, without an SQLSTATE, tell of messages that came
 * between two statements and are about none. */
static void libpq_take_notice(void *connection, const PGresult *notice)
{
	if (!PQresultErrorField(notice, PG_DIAG_SQLSTATE)) {
		((slock_pgsql_connection *) connection)->unasked = true;
	}
}

/* What libpq or the server say, in one line. */
static void libpq_print_line(char *to, size_t size, const char *text)
{
	size_t length = 0;

	for (; *text && length + 1 < size; text++) {
		if (*text == '\n' || *text == '\r' || *text == '\t') {
			if (length && to[length - 1] != ' ') {
				to[length++] = ' ';
			}
		} else {
			to[length++] = *text;
		}
	}
	while (length && to[length - 1] == ' ') {
		length--;
	}
	to[length] = '\0';
}

static void libpq_name_server(slock_pgsql_connection *connection)
{
	const char *host = PQhost(connection->session), *port = PQport(connection->session);

	/* What libpq has not read, as it refuses an option, is not known to it. */
	if (PQstatus(connection->session) == CONNECTION_BAD && !(host && *host)) {
		return;
	}
	snprintf(connection->name, sizeof(connection->name), "%s:%s", host && *host ? host : "localhost",
			 port && *port ? port : "5432");
}

static void libpq_explain(slock_pgsql_connection *connection, const char *before, slock_result *result)
{
	char text[SLOCK_MESSAGE_SIZE];

	libpq_print_line(text, sizeof(text), PQerrorMessage(connection->session));
	slock_mask_secret(text, PQpass(connection->session));
	slock_result_error(result, "PostgreSQL%s%s: %s%s", connection->name[0] ? " at " : "", connection->name, before,
					   *text ? text : "the connection is closed");
}

static void libpq_free_connection(slock_pgsql_connection *connection)
{
	if (connection->canceller) {
		PQfreeCancel(connection->canceller);
	}
	if (connection->session) {
		PQfinish(connection->session);
	}
	free(connection);
}

static void libpq_abandon(slock_pgsql_connection *connection)
{
	/* PQfinish() sends a disconnect message, in TLS as well: let nobody get it. */
	int fd = PQsocket(connection->session), nobody = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0) {
		if (nobody >= 0) {
			close(nobody);
		}
	} else if (nobody >= 0 && dup3(nobody, fd, O_CLOEXEC) == fd) {
		close(nobody);
	} else {
		/* The memory is lost, the descriptor is not. */
		if (nobody >= 0) {
			close(nobody);
		}
		close(fd);
		return;
	}
	libpq_free_connection(connection);
}

static slock_pgsql_connection *libpq_open(const slock_pgsql_endpoint *endpoint, slock_time until, slock_result *result)
{
	slock_pgsql_connection *connection = calloc(1, sizeof(*connection));
	slock_time begun = slock_clock_now();
	slock_pgsql_search_end end;
	bool gave_up;
	int servers;

	if (!connection || !(connection->session = slock_pgsql_search_begin(endpoint, &servers))) {
		free(connection);
		slock_result_error(result, "PostgreSQL: out of memory");
		return NULL;
	}
	PQsetNoticeReceiver(connection->session, libpq_take_notice, connection);
	end = slock_pgsql_search_run(connection->session, servers, until, &gave_up);
	/* Several hosts may have been tried: the one that answered, or was the last, gives its name. */
	libpq_name_server(connection);
	if (end != SLOCK_PGSQL_FOUND) {
		if (end == SLOCK_PGSQL_SEARCH_LATE) {
			slock_result_error(result, "PostgreSQL at %s: cannot connect within %.3g seconds", connection->name,
							   slock_seconds(slock_clock_now() - begun));
		} else {
			libpq_explain(
				connection,
				gave_up ? "cannot connect (a server that did not answer was given up): " : "cannot connect: ", result);
		}
		libpq_free_connection(connection);
		return NULL;
	}
	fcntl(PQsocket(connection->session), F_SETFD, FD_CLOEXEC);
	if (PQparameterStatus(connection->session, "crdb_version")) {
		/* https://github.com/cockroachdb/cockroach/issues/13546 */
		slock_result_error(result, "PostgreSQL at %s: this is CockroachDB, whose advisory locks lock nothing",
						   connection->name);
		libpq_free_connection(connection);
		return NULL;
	}
	connection->canceller = PQgetCancel(connection->session);
	/* Else libpq would wait for a server that takes nothing. */
	PQsetnonblocking(connection->session, 1);
	return connection;
}

/* What a server has said beyond its answer would be taken for the answer to the next statement. libpq drops what makes
 * no sense between two statements, but only if it reads before it sends. What came together with the answer it has
 * dropped with it, as far as it was whole: the rest may follow. (An error is the server's farewell: it is left to the
 * statement, which then tells why it failed.) */
static bool libpq_is_in_step(slock_pgsql_connection *connection, slock_result *result)
{
	char type;

	if (!connection->unasked && recv(PQsocket(connection->session), &type, 1, MSG_PEEK | MSG_DONTWAIT) == 1 &&
		type != 'E' && PQconsumeInput(connection->session)) {
		PQisBusy(connection->session);
	}
	if (connection->unasked) {
		slock_result_error(result, "PostgreSQL at %s: it says more than it was asked for", connection->name);
		return false;
	}
	return true;
}

/* Before each statement, also one that is repeated. false: the session is lost, the result has the reason. */
static bool libpq_expect_reply(slock_pgsql_connection *connection, slock_result *result)
{
	if (!libpq_is_in_step(connection, result)) {
		return false;
	}
	connection->answered = false;
	connection->asks_for_mark = connection->mark[0];
	connection->sent = slock_clock_now();
	connection->reply.type = SLOCK_PGSQL_OTHER;
	connection->reply.integer = 0;
	connection->reply.sqlstate[0] = '\0';
	connection->reply.text[0] = '\0';
	return true;
}

/* Behind a pooler the statement runs in our own session or not at all. */
static bool libpq_send_query(slock_pgsql_connection *connection, const char *sql)
{
	char guarded[SLOCK_SESSION_SQL_SIZE + SLOCK_POOLER_GUARD_SIZE];

	if (!connection->mark[0]) {
		return PQsendQuery(connection->session, sql);
	}
	slock_pooler_print_guard(guarded, connection->mark);
	strcat(guarded, sql);
	return PQsendQuery(connection->session, guarded);
}

static bool libpq_send_statement(slock_pgsql_connection *connection, const char *sql, slock_result *result)
{
	if (!libpq_expect_reply(connection, result)) {
		return false;
	}
	connection->prepared.sent = NULL;
	if (!libpq_send_query(connection, sql)) {
		libpq_explain(connection, "", result);
		return false;
	}
	return true;
}

static bool libpq_send_prepared(slock_pgsql_connection *connection, slock_result *result)
{
	char sql[SLOCK_PREPARED_TEXT_SIZE];

	if (!libpq_expect_reply(connection, result)) {
		return false;
	}
	if (!(slock_prepared_print(&connection->prepared, sql)
			  ? libpq_send_query(connection, sql)
			  : slock_prepared_send(&connection->prepared, connection->session))) {
		libpq_explain(connection, "", result);
		return false;
	}
	return true;
}

static bool libpq_execute(slock_pgsql_connection *connection, const slock_session_statement *statement,
						  const char *argument, slock_result *result)
{
	slock_prepared_choose(&connection->prepared, statement, argument);
	return libpq_send_prepared(connection, result);
}

static bool libpq_is_to_be_repeated(slock_pgsql_connection *connection)
{
	return connection->reply.type == SLOCK_PGSQL_ERROR &&
		   slock_prepared_is_to_be_repeated(&connection->prepared, connection->reply.sqlstate);
}

static void libpq_read_error(const slock_pgsql_connection *connection, const PGresult *from, slock_pgsql_reply *reply)
{
	const char *sqlstate = PQresultErrorField(from, PG_DIAG_SQLSTATE);
	const char *severity = PQresultErrorField(from, PG_DIAG_SEVERITY);
	const char *primary = PQresultErrorField(from, PG_DIAG_MESSAGE_PRIMARY);
	char text[SLOCK_MESSAGE_SIZE];

	reply->type = SLOCK_PGSQL_ERROR;
	snprintf(reply->sqlstate, sizeof(reply->sqlstate), "%s", sqlstate ? sqlstate : "");
	libpq_print_line(text, sizeof(text), primary ? primary : PQresultErrorMessage(from));
	/* Class 42 names what our statements name, by which callers tell what is missing. */
	if (strncmp(reply->sqlstate, "42", 2)) {
		slock_mask_secret(text, PQpass(connection->session));
	}
	snprintf(reply->text, sizeof(reply->text), "PostgreSQL at %.150s: %s: %.300s", connection->name,
			 severity ? severity : "ERROR", text);
}

/* The one number of the one row of the one result; more than one is none. What is an error stays one. */
static void libpq_read_number(slock_pgsql_connection *connection, const PGresult *from)
{
	slock_pgsql_reply *reply = &connection->reply;
	char *end;

	if (reply->type == SLOCK_PGSQL_ERROR) {
		return;
	}
	if (connection->asks_for_mark) {
		connection->asks_for_mark = false;
		return;
	}
	reply->type = SLOCK_PGSQL_OTHER;
	if (!connection->answered && PQntuples(from) == 1 && PQnfields(from) == 1 && !PQgetisnull(from, 0, 0)) {
		errno = 0;
		reply->integer = strtoll(PQgetvalue(from, 0, 0), &end, 10);
		if (end != PQgetvalue(from, 0, 0) && !*end && !errno) {
			reply->type = SLOCK_PGSQL_INTEGER;
		}
	}
	connection->answered = true;
}

/* false: no server that we speak to answers so. libpq would repeat such a result indefinitely. */
static bool libpq_read_reply(slock_pgsql_connection *connection, const PGresult *from)
{
	switch (PQresultStatus(from)) {
		case PGRES_TUPLES_OK:
			libpq_read_number(connection, from);
			return true;
		case PGRES_FATAL_ERROR:
			libpq_read_error(connection, from, &connection->reply);
			connection->moved =
				connection->asks_for_mark && !strcmp(connection->reply.sqlstate, SLOCK_POOLER_GUARD_FAILED);
			return true;
		case PGRES_COPY_OUT:
		case PGRES_COPY_IN:
		case PGRES_COPY_BOTH:
			return false;
		default:
			return true;
	}
}

/* The session is gone: the server's last words if there were any, else libpq's. */
static slock_progress libpq_lost(slock_pgsql_connection *connection, slock_result *result)
{
	PGresult *from;

	/* PQgetResult() would wait for a server that is still there. */
	while (connection->reply.type != SLOCK_PGSQL_ERROR &&
		   (PQsocket(connection->session) < 0 || !PQisBusy(connection->session)) &&
		   (from = PQgetResult(connection->session))) {
		bool over = PQresultStatus(from) != PGRES_FATAL_ERROR;

		if (!over) {
			libpq_read_error(connection, from, &connection->reply);
		}
		PQclear(from);
		if (over) {
			break;
		}
	}
	if (connection->reply.type == SLOCK_PGSQL_ERROR) {
		slock_result_error(result, "%s", connection->reply.text);
	} else {
		libpq_explain(connection, "", result);
	}
	return SLOCK_LOST;
}

static void libpq_give_reply(const slock_pgsql_connection *connection, slock_pgsql_reply *reply)
{
	const slock_pgsql_reply *from = &connection->reply;

	reply->type = from->type;
	reply->integer = from->integer;
	strcpy(reply->sqlstate, from->sqlstate);
	if (from->type == SLOCK_PGSQL_OTHER) {
		snprintf(reply->text, sizeof(reply->text), "PostgreSQL at %s: the statement gave no number", connection->name);
	} else {
		strcpy(reply->text, from->text);
	}
}

/* Takes the results that have arrived. SLOCK_AWAITED: there are more to come. */
static slock_progress libpq_take_results(slock_pgsql_connection *connection, slock_pgsql_reply *reply,
										 slock_result *result)
{
	PGconn *session = connection->session;

	while (!PQisBusy(session)) {
		PGresult *from = PQgetResult(session);
		bool usable = true, known = true;

		if (from) {
			known = libpq_read_reply(connection, from);
			usable =
				!slock_prepared_is_pipeline(session) || slock_prepared_follow(&connection->prepared, session, from);
			PQclear(from);
		}
		if (!known) {
			slock_result_error(result, "PostgreSQL at %s: the server answered with a COPY", connection->name);
			return SLOCK_LOST;
		}
		if (!usable || PQstatus(session) == CONNECTION_BAD) {
			return libpq_lost(connection, result);
		}
		if (!from && !slock_prepared_is_pipeline(session)) {
			bool again = libpq_is_to_be_repeated(connection);

			if (connection->moved) {
				slock_pooler_refuse(connection->name, result);
				return SLOCK_BROKEN;
			}
			if (!again) {
				libpq_give_reply(connection, reply);
				return SLOCK_ARRIVED;
			}
			/* Nothing can have been read yet. */
			return libpq_send_prepared(connection, result) ? SLOCK_AWAITED : SLOCK_LOST;
		}
	}
	return SLOCK_AWAITED;
}

static slock_progress libpq_receive(slock_pgsql_connection *connection, slock_time until, slock_pgsql_reply *reply,
									slock_result *result)
{
	PGconn *session = connection->session;
	bool read = false;

	for (;;) {
		int flushed = PQflush(session);
		slock_progress progress;

		if (flushed < 0 || (read && !PQconsumeInput(session))) {
			return libpq_lost(connection, result);
		}
		progress = libpq_take_results(connection, reply, result);
		if (progress != SLOCK_AWAITED) {
			return progress;
		}
		if (until == SLOCK_TRY_ONCE) {
			if (read) {
				return SLOCK_AWAITED;
			}
		} else if (!slock_pgsql_await(PQsocket(session), PQflush(session) > 0 ? POLLIN | POLLOUT : POLLIN, until)) {
			slock_result_error(result, "PostgreSQL at %s: no answer within %.3g seconds", connection->name,
							   slock_seconds(slock_clock_now() - connection->sent));
			return SLOCK_LATE;
		}
		read = true;
	}
}

/* --- connecting --------------------------------------------------------------------------------------------------- */

static bool libpq_ask(slock_pgsql_connection *connection, const char *sql, slock_time until, long long *answer,
					  slock_result *result)
{
	slock_pgsql_reply reply;

	if (!libpq_send_statement(connection, sql, result) ||
		libpq_receive(connection, until, &reply, result) != SLOCK_ARRIVED) {
		return false;
	}
	*answer = reply.integer;
	if (reply.type != SLOCK_PGSQL_INTEGER) {
		slock_result_error(result, "%s", reply.text);
		return false;
	}
	return true;
}

/* Behind a pooler two connections are opened, one after the other. The first one takes a lock and is closed. Where that
 * lock stays, a session is not given up with its connection, and others get it together with its locks. */
static slock_pgsql_connection *libpq_connect_endpoint(const slock_pgsql_endpoint *endpoint, slock_time until,
													  slock_result *result)
{
	long long process, first = 0;

	for (bool again = false;; again = true) {
		slock_pgsql_connection *connection = libpq_open(endpoint, until, result);
		slock_pooled_session session = {.connection = connection, .ask = libpq_ask, .until = until};
		bool usable;

		if (!connection) {
			return NULL;
		}
		session.name = connection->name;
		usable = libpq_ask(connection, "SELECT pg_catalog.pg_backend_pid()", until, &process, result);
		/* A server tells the number of its process when it lets us in; a pooler tells a number of its own. */
		if (usable && process == PQbackendPID(connection->session)) {
			return connection;
		}
		if (usable && again && slock_pooler_lock_goes(&session, first, result) &&
			slock_pooler_leave_mark(&session, connection->mark, result)) {
			connection->prepared.as_text = UINT32_MAX;
			return connection;
		}
		usable = usable && !again && slock_pooler_leave_lock(&session, &first, result);
		libpq_free_connection(connection);
		if (!usable) {
			return NULL;
		}
	}
}

static bool libpq_cancel(slock_pgsql_connection *connection, slock_time until)
{
	return slock_pgsql_cancel(&connection->canceller, until);
}

static int libpq_descriptor(const slock_pgsql_connection *connection)
{
	return PQsocket(connection->session);
}

__attribute__((visibility("default"))) const slock_pgsql_client slock_pgsql_client_table = {
	.build = SLOCK_BUILD,
	.library_version = libpq_library_version,
	.connect = libpq_connect_endpoint,
	.send = libpq_send_statement,
	.execute = libpq_execute,
	.receive = libpq_receive,
	.cancel = libpq_cancel,
	.descriptor = libpq_descriptor,
	.close = libpq_free_connection,
	.abandon = libpq_abandon,
};
