/* SPDX-License-Identifier: MIT
 *
 * Statements as all sessions take them. Plain C: native clients read it too. */
#ifndef SLOCK_CLIENTS_ADVISORY_STATEMENT_H
#define SLOCK_CLIENTS_ADVISORY_STATEMENT_H

/* Why a lock is refused where a connection pooler gives one session to several connections. */
#define SLOCK_SESSION_REFUSAL                                                                                          \
	"a connection pooler shares this session with other connections, so advisory locks would belong to nobody; "       \
	"connect to the server itself, or pool by session (PgBouncer: pool_mode=session, server_reset_query=DISCARD ALL)"

/* Of the longest statement of a store. */
#define SLOCK_SESSION_SQL_SIZE 1400

/* A statement that differs in one parameter only, "$1" in its text, whose value is digits. It is prepared on a session
 * when it is first used there. All of them lie in static memory. */
typedef struct {
	unsigned number;  /* its own, below SLOCK_SESSION_STATEMENTS */
	const char *name; /* at the server */
	const char *sql;
} slock_session_statement;

#define SLOCK_SESSION_STATEMENTS 32

#endif
