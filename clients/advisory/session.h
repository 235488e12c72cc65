/* SPDX-License-Identifier: MIT
 *
 * A database session as the advisory stores see it, whichever way the bytes go: it is asked for one whole number at a
 * time, and it has a lock table of what it holds. */
#ifndef SLOCK_CLIENTS_ADVISORY_SESSION_H
#define SLOCK_CLIENTS_ADVISORY_SESSION_H

#include "php.h"
#include "clients/advisory/session_registry.h"
#include "clients/advisory/statement.h"
#include "core/clock.h"
#include "core/result.h"
#include "core/round_trips.h"

typedef struct slock_session slock_session;

/* How a statement ended, beside what the result says. */
typedef enum {
	SLOCK_ANSWERED, /* the answer is filled in */
	SLOCK_FAILED,   /* the result says why; the session goes on, or what is left of it is not known */
	SLOCK_GONE,     /* the result says why; the session has ended, and with it all its locks */
} slock_asked;

/* A connection that is lost after so long has been silent before; ns. That is no word of the server's: it may have the
 * session, and its locks, for hours, until it finds that the other end has gone. (Drivers give up reading after whole
 * seconds.) */
#define SLOCK_SESSION_SILENCE 900000000

/* Everything ends at `until` at the latest, with SLOCK_FAILED and a storage error that says so, and with the session,
 * as its answer would be taken for another one's; unless the session takes it first before it sends anything. Sessions
 * over the user's own objects know no such limit: only that of their driver. */
typedef struct {
	/* The lock table of the session that there is now. NULL: with SLOCK_CONFLICT there is none for this process, so it
	 * holds nothing; else it could not be had. `connect`: open one when there is none, *fresh tells whether that was
	 * done. Valid until PHP code runs or the session is asked. May run PHP code of client objects, before it looks for
	 * the lock table. */
	slock_session_locks *(*locks)(slock_session *session, bool connect, slock_time until, bool *fresh,
								  slock_result *result);

	/* The lock table of the last session before this one that was closed after a silence of its server's, which may
	 * have those locks yet; what is granted again is to be forgotten. NULL: there was none in this request. The
	 * function is NULL where nothing is known of that. Valid until the next call. */
	slock_session_locks *(*silent_locks)(slock_session *session);

	/* Makes sure that the lock table is that of the session as the server knows it, if it may be another one that says
	 * something about this lock, and that nothing is left to be undone that changes it. NULL where it always is. *locks
	 * is what locks() has just told; where that may not be so any more it becomes NULL: call locks() again. May run PHP
	 * code of client objects. */
	slock_asked (*identify)(slock_session *session, const char *lock, slock_time until, slock_session_locks **locks,
							slock_result *result);

	/* Sends one statement and takes the number that is its answer; NULL is -1. Call after locks(). */
	slock_asked (*ask)(slock_session *session, const char *sql, slock_time until, long long *answer,
					   slock_result *result);

	/* The same with a statement that is prepared when it is first used; NULL where that is not done. */
	slock_asked (*ask_prepared)(slock_session *session, const slock_session_statement *statement, const char *argument,
								slock_time until, long long *answer, slock_result *result);

	/* Sends a statement that waits in the server, where it has a time limit if there is one, and takes its answer,
	 * while PHP lives. SLOCK_OK: it has ended, with this number. SLOCK_TIMEOUT: its own time limit was over.
	 * SLOCK_INTERRUPTED and a bailout: it was given up, or what it did undone by `undo`. SLOCK_CONFLICT: something
	 * happened while we waited, and the caller must try again. NULL where that is not possible. Runs PHP code. */
	slock_status (*wait)(slock_session *session, const char *sql, const char *undo, slock_time deadline,
						 slock_time until, long long *answer, slock_result *result);

	/* The last statement has failed, and this one, which undoes it, could not be sent or has failed as well: the
	 * session does it before all else if it goes on. `written`: the lock that it gives the write mode back of; where it
	 * answers 0 others read by then, and who wrote reads in the lock table. NULL: its answer means nothing. The
	 * function is NULL where a session does not go on: then the statement has been answered, or the session is gone. */
	void (*undo_later)(slock_session *session, const char *undo, const char *written);

	/* Ends it with all its locks, unless others may need it; the next operation opens another one. NULL: nobody can. */
	void (*end)(slock_session *session);

	/* Whether the session is in a transaction, or may be. NULL: it never is. May run PHP code; never leaves an
	 * exception. */
	bool (*in_transaction)(slock_session *session);

	/* PHP code may run while it is asked, which may end the request, or leave the fiber suspended in the middle. */
	bool runs_php;

	/* Whether the session goes on, with its locks, when this slock_session has gone; NULL: it does not. */
	bool (*outlives)(slock_session *session);

	/* For dumps. The class that is behind it; NULL: it is our own. */
	const char *(*transport)(const slock_session *session);
	/* The server and the database as a DSN of PDO names them, without credentials; owned by the caller. NULL: only the
	 * user's object knows. */
	zend_string *(*server)(const slock_session *session);

	void (*get_gc)(slock_session *session, zend_get_gc_buffer *buffer);
	void (*free)(slock_session *session);
} slock_session_ops;

/* What a session over a client object must know of its database's language. */
typedef struct {
	const char *driver; /* PDO's name for the database */
	/* Added to a question: the answer then also tells which session gives it, by a text that no other session has. */
	const char *which;
	bool guarded; /* with PostgreSQL's guard against poolers; `which` begins with the number of the server's process */
	slock_give_up *give_up;
} slock_session_words;

struct slock_session {
	const slock_session_ops *ops;
	const slock_session_words *words;
	slock_time command_timeout;    /* > 0: for one answer */
	slock_round_trips round_trips; /* of answers; statements that wait in the server do not count */
	/* Others may have used the session before us: a client object's. What it holds must be asked. */
	bool borrowed;
	/* The same where there is no undo_later(): a statement that has failed may have left a lock in it that nobody has.
	 */
	bool uncertain;
};

#endif
