/* SPDX-License-Identifier: MIT
 *
 * THE contract of the native PostgreSQL client slock_pgsql.so.1: one statement, one whole number. Plain C. */
#ifndef SLOCK_CLIENTS_PGSQL_PGSQL_H
#define SLOCK_CLIENTS_PGSQL_PGSQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clients/advisory/statement.h"
#include "clients/waiting.h"
#include "core/clock.h"
#include "core/result.h"

/* Where a server is and how to get in. The strings belong to the caller and are only read during the call. */
typedef struct {
	/* libpq's connection parameters and their values; both lists end with a NULL. */
	const char *const *keywords;
	const char *const *values;
	slock_time connect_timeout; /* > 0: until the session can be used */
} slock_pgsql_endpoint;

/* One answer. */
typedef struct {
	enum { SLOCK_PGSQL_INTEGER, SLOCK_PGSQL_ERROR, SLOCK_PGSQL_OTHER } type;
	long long integer;
	char sqlstate[6];              /* of an error; "" when there is none */
	char text[SLOCK_MESSAGE_SIZE]; /* of an error, with the server's address */
} slock_pgsql_reply;

#define SLOCK_PGSQL_ARGUMENT_SIZE 24

/* A session: one connection, one server process. */
typedef struct slock_pgsql_connection slock_pgsql_connection;

/* The table `slock_pgsql_client_table` in slock_pgsql.so.1. No function runs PHP code, throws or keeps a pointer to its
 * arguments. */
typedef struct {
	const char *build; /* SLOCK_BUILD */
	const char *(*library_version)(void);

	/* Opens a session, TLS and login included, by `until` at the latest (but for the name server, whose answer nobody
	 * can limit). NULL: the result has the reason. Close-on-exec is set. */
	slock_pgsql_connection *(*connect)(const slock_pgsql_endpoint *endpoint, slock_time until, slock_result *result);

	/* Puts one statement on the wire, in one message. false: the session is lost, the result has the reason. */
	bool (*send)(slock_pgsql_connection *connection, const char *sql, slock_result *result);

	/* The same with a prepared statement, in one message also when it must be prepared before. A server that has lost
	 * it (a connection pooler in between, DISCARD ALL) is given it again, by receive(). */
	bool (*execute)(slock_pgsql_connection *connection, const slock_session_statement *statement, const char *argument,
					slock_result *result);

	/* Takes the answer, waiting for it until then; SLOCK_TRY_ONCE: only what has arrived. An answer is one that is
	 * whole and makes sense: whatever else the server sends ends the session. ARRIVED: the session is ready for another
	 * statement. LOST, BROKEN: it must be closed. LATE: so it must, or asked again for this answer. */
	slock_progress (*receive)(slock_pgsql_connection *connection, slock_time until, slock_pgsql_reply *reply,
							  slock_result *result);

	/* Asks the server, over a connection of its own, to give the statement up; its answer, whichever it is, is still to
	 * be received. Takes until then at most. false: the server could not be asked. */
	bool (*cancel)(slock_pgsql_connection *connection, slock_time until);

	/* Poll this for POLLIN to learn when receive() has something to read. */
	int (*descriptor)(const slock_pgsql_connection *connection);

	/* Ends the session and frees everything; for the process that opened it. */
	void (*close)(slock_pgsql_connection *connection);

	/* Frees everything in a forked child: not one byte is written, and the parent's session goes on. */
	void (*abandon)(slock_pgsql_connection *connection);
} slock_pgsql_client;

#endif
