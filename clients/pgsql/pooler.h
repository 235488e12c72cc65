/* SPDX-License-Identifier: MIT
 *
 * Whether a connection pooler shares a session with other connections, whose locks would be ours as well. Plain C, over
 * questions to the server. */
#ifndef SLOCK_CLIENTS_PGSQL_POOLER_H
#define SLOCK_CLIENTS_PGSQL_POOLER_H

#include "clients/pgsql/pgsql.h"

/* A connection behind a pooler. The strings are only read during the call. */
typedef struct {
	slock_pgsql_connection *connection;
	const char *name; /* of the server, for messages */
	slock_time until; /* all answers have come */
	/* Asks for a number, with one statement that needs no mark. false: the result has the reason. */
	bool (*ask)(slock_pgsql_connection *connection, const char *sql, slock_time until, long long *answer,
				slock_result *result);
} slock_pooled_session;

#define SLOCK_POOLER_MARK_SIZE 33

/* Takes the lock that tells whether sessions outlive connections, and makes sure that it outlives statements; *process
 * is the server's, which has it. false here and below: the session is of no use, the result has the reason. */
bool slock_pooler_leave_lock(const slock_pooled_session *session, long long *process, slock_result *result);

/* Whether the lock of that process goes, now that the connection that took it is closed. */
bool slock_pooler_lock_goes(const slock_pooled_session *session, long long process, slock_result *result);

/* Leaves a mark in the session that others do not have, and fills it in. */
bool slock_pooler_leave_mark(const slock_pooled_session *session, char mark[SLOCK_POOLER_MARK_SIZE],
							 slock_result *result);

/* Prints a statement to be put before another one, in the same message and so in one transaction: it fails with this
 * SQLSTATE where the mark is not. */
#define SLOCK_POOLER_GUARD_SIZE 256
#define SLOCK_POOLER_GUARD_FAILED "22012" /* division by zero */
void slock_pooler_print_guard(char guard[SLOCK_POOLER_GUARD_SIZE], const char *mark);

/* Sets the result: the session is shared. */
void slock_pooler_refuse(const char *name, slock_result *result);

#endif
