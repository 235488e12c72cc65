/* SPDX-License-Identifier: MIT
 *
 * Advisory locks in the words of each database. */
#ifndef SLOCK_STORES_ADVISORY_DIALECTS_H
#define SLOCK_STORES_ADVISORY_DIALECTS_H

#include "clients/advisory/session.h"

#define SLOCK_ADVISORY_NAME_SIZE 68

/* How the session holds a lock. */
typedef enum { SLOCK_HELD_READ, SLOCK_HELD_WRITE } slock_held;

/* What the session may hold of the lock before it is asked for it: 0, or some of these. In this mode, as far as the
 * lock table knows; by statements of the user's, in either mode, perhaps until the end of a transaction only; and, of
 * the two, the other mode instead of this one, which the lock table has, because a change to it has failed and may have
 * been made. */
#define SLOCK_MAY_HOLD(mode) (1U << (mode))
#define SLOCK_MAY_HOLD_EITHER (SLOCK_MAY_HOLD(SLOCK_HELD_READ) | SLOCK_MAY_HOLD(SLOCK_HELD_WRITE))
#define SLOCK_MAY_HOLD_USERS 4U
#define SLOCK_MAY_HOLD_INSTEAD 8U

/* acquire() and release() of a lock that the session cannot have yet and holds(), see below, with the lock as a
 * parameter. */
typedef struct {
	slock_session_statement acquire, release, holds;
	slock_session_statement acquire_fenced; /* acquire() with `fenced` */
} slock_advisory_statements;

/* A database's own language. Each function prints one statement whose answer is one number, of at most
 * SLOCK_SESSION_SQL_SIZE bytes. `lock` is a name that the first function printed, and safe inside a statement. */
typedef struct {
	void (*name)(zend_string *resource, char lock[SLOCK_ADVISORY_NAME_SIZE]);

	/* Takes the lock and gives the other mode up, or changes nothing and answers 0; -1 is an error. It is not counted
	 * twice when the session has it already. `may_hold`: SLOCK_MAY_HOLD…, all that it may have. `limit`: how long the
	 * server may wait for it, where there is no bounded_wait(). `fenced`: what it answers, but 0 and -1, is the fencing
	 * token, minted when the session has the lock; only where there is a sequence. */
	void (*acquire)(char *sql, const char *lock, slock_held mode, unsigned may_hold, slock_time limit, bool fenced);

	/* Waits up to `limit` for a lock that the session does not hold in this mode, and may have it then: acquire()
	 * with SLOCK_MAY_HOLD() of the mode tells. The answer means nothing. Not in a transaction, which a failure would
	 * end. NULL: acquire() waits. */
	void (*bounded_wait)(char *sql, const char *lock, slock_held mode, slock_time limit);

	/* Waits until the session has the lock for the first time, or for so long (SLOCK_FOREVER: without end), after
	 * which it is an error; NULL: bounded waits only. `fenced`: as above. */
	void (*wait)(char *sql, const char *lock, slock_held mode, slock_time limit, bool fenced);

	/* 1: the session holds it in this mode. */
	void (*holds)(char *sql, const char *lock, slock_held mode);

	/* 1: the session held it in this mode and does not any more. `may_already_hold`: or it may not. */
	void (*release)(char *sql, const char *lock, slock_held mode, bool may_already_hold);

	/* What tokens are counted by: its name, which is in the server's words when it is missing; NULL: this database has
	 * no fencing tokens. And whether it is there: 1; 2 where the session's user may not count by it. */
	const char *sequence, *find_sequence;
	/* Makes it. One that was lost begins beyond all that it has given. */
	void (*create_sequence)(char *sql);

	/* By mode; NULL where no session prepares statements. */
	const slock_advisory_statements *prepared;

	slock_session_words words;

	const char *failure; /* what an answer of -1 means */
} slock_advisory_dialect;

extern const slock_advisory_dialect slock_advisory_postgresql;
extern const slock_advisory_dialect slock_advisory_mysql;

#endif
