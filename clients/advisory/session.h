/* SPDX-License-Identifier: MIT
 *
 * A database session as the advisory stores see it, whichever way the bytes go: it is asked for one whole number at a
 * time, and it has a ledger of what it holds. */
#ifndef SLOCK_ADVISORY_SESSION_H
#define SLOCK_ADVISORY_SESSION_H

#include "php.h"
#include "clients/advisory/ledger.h"
#include "clients/pgsql/dsn.h"
#include "clients/sql/own_dbal.h"
#include "clients/sql/own_pdo.h"
#include "core/clock.h"
#include "core/result.h"

typedef struct slock_session slock_session;

/* How a statement ended, beside what the result says. */
typedef enum {
	SLOCK_ANSWERED, /* the answer is filled in */
	SLOCK_FAILED,   /* the result says why; the session goes on, or what is left of it is not known */
	SLOCK_GONE,     /* the result says why; the session has ended, and with it all its locks */
} slock_asked;

typedef struct {
	/* The ledger of the session that there is now. NULL: with SLOCK_CONFLICT there is none for this process, so it holds
	 * nothing; else it could not be had. `connect`: open one when there is none, *fresh tells whether that was done. Valid until
	 * PHP code runs or the session is asked. May run PHP code of client objects, before it looks for the ledger. */
	slock_ledger *(*ledger)(slock_session *session, bool connect, bool *fresh, slock_result *result);

	/* Sends one statement and takes the number that is its answer; NULL is -1. Call after ledger(). */
	slock_asked (*ask)(slock_session *session, const char *sql, long long *answer, slock_result *result);

	/* The same with a statement that is prepared when it is first used; NULL where that is not done. */
	slock_asked (*ask_prepared)(slock_session *session, const slock_pgsql_statement *statement, const char *argument,
								long long *answer, slock_result *result);

	/* Sends a statement that waits in the server, and takes its answer, while PHP lives. SLOCK_OK: it has ended.
	 * SLOCK_TIMEOUT, SLOCK_INTERRUPTED and a bailout: it was given up, or what it did undone by `undo`. SLOCK_CONFLICT: something happened
	 * while we waited, and the caller must look anew. NULL where that is not possible. Runs PHP code. */
	slock_status (*wait)(slock_session *session, const char *sql, const char *undo, slock_time deadline,
						 slock_result *result);

	/* Whether the session is in a transaction, or may be. NULL: it never is. May run PHP code; never leaves an exception. */
	bool (*in_transaction)(slock_session *session);

	void (*get_gc)(slock_session *session, zend_get_gc_buffer *buffer);
	void (*free)(slock_session *session);
} slock_session_ops;

struct slock_session {
	const slock_session_ops *ops;
	/* Others may have used the session before us: a client object's. What it holds must be asked. */
	bool borrowed;
	/* Its \PDO takes the wish for an emulated statement as a whole only, not for one statement: pdo_mysql. */
	bool emulates_as_whole;
	/* Owned. What an interrupt handler threw while the session was asked; NULL: nothing. Whoever asked must throw it when the
	 * operation is over, and undo the operation. */
	zend_object *interrupt;
};

/* Over libpq; takes over the DSN. Nothing is connected until the first lock. Stores with the same DSN share a session. */
slock_session *slock_session_pgsql(slock_pgsql_dsn *dsn);

/* Through a \PDO or a Doctrine\DBAL\Connection. */
slock_session *slock_session_object(zend_object *connection);

/* Through a \PDO or a Doctrine connection of our own, which is not open yet; takes over what they consist of. `name` is the
 * server for messages, owned. */
slock_session *slock_session_own_pdo(const slock_own_pdo *pdo, zend_string *name);
slock_session *slock_session_own_dbal(zend_object *connection, zend_string *name);

#endif
