/* SPDX-License-Identifier: MIT
 *
 * A statement that sessions prepare. Plain C: native clients read it too. */
#ifndef SLOCK_CLIENTS_ADVISORY_STATEMENT_H
#define SLOCK_CLIENTS_ADVISORY_STATEMENT_H

/* A statement that differs in one parameter only, "$1" in its text, whose value is digits. It is prepared on a session
 * when it is first used there. All of them lie in static memory. */
typedef struct {
	unsigned number;  /* its own, below SLOCK_SESSION_STATEMENTS */
	const char *name; /* at the server */
	const char *sql;
} slock_session_statement;

#define SLOCK_SESSION_STATEMENTS 32

#endif
