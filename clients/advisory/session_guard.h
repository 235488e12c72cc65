/* SPDX-License-Identifier: MIT
 *
 * A connection pooler between a client object and PostgreSQL may give the object another session with every statement,
 * and its session, with all locks, to others. What can be known of that over one connection:
 *
 * - A server tells the number of its process when it lets somebody in, a pooler tells a number of its own. The first
 *   statement compares it with the number of the process that runs it. Where it is the same, nothing stands in between.
 * - Where it is not, a mark is left in the session: a shared advisory lock with a number of the connection's own. It is
 *   there for as long as the session's other locks are: what clears those away clears the mark away. A session that has
 *   the mark of another connection is shared. From then on each statement looks for the mark, and does nothing where it
 *   is not. */
#ifndef SLOCK_CLIENTS_ADVISORY_SESSION_GUARD_H
#define SLOCK_CLIENTS_ADVISORY_SESSION_GUARD_H

#include "php.h"

/* What is known of one object. All zero: nothing yet. */
typedef struct {
	bool tells;        /* it knows the number that it was told; else nothing can be found out */
	bool shared;       /* other connections are given its session */
	uint32_t mark;     /* of its session, beyond a pooler */
	zend_long told;    /* that number */
	zend_long process; /* of the server, whose session it speaks for; 0: not known */
} slock_session_guard;

/* Answers that are none. The session is marked now, and the statement is to be sent again; it is shared. */
#define SLOCK_SESSION_MARKED (-3)
#define SLOCK_SESSION_SHARED (-2)

/* A condition in SQL. */
#define SLOCK_SESSION_CONDITION_SIZE 320

/* Whether nothing stands between the object and the server. */
static inline bool slock_session_guard_is_direct(const slock_session_guard *guard)
{
	return guard->process && guard->process == guard->told;
}

/* Asks a \PDO or a PgSql\Connection for the number that it was told; no statement is sent. false: it does not know. May
 * run PHP code, and leaves no exception. */
bool slock_session_guard_ask(zend_object *driver, zend_long *told);

/* Whether the number is of another connection than before, of which nothing of this is known: libpq makes a persistent
 * one again beneath all the objects that share it, when another object is made. */
static inline bool slock_session_guard_is_outdated(const slock_session_guard *guard, zend_long told)
{
	return guard->tells && guard->told != told;
}

/* Takes the number, of which more is not known yet. false: no random numbers. */
bool slock_session_guard_hear(slock_session_guard *guard, zend_long told);

/* Whether the statement has an answer. What has none, like DO, has nothing to add to. */
bool slock_session_guard_is_question(const char *sql);

/* The statement as it is to be sent, owned by the caller. `which` is added to a question, see slock_session_words. */
zend_string *slock_session_guard_statement(const slock_session_guard *guard, const char *sql, const char *which);

/* The session `which` has given an answer to that, other than SLOCK_SESSION_SHARED. */
void slock_session_guard_answered(slock_session_guard *guard, const zend_string *which);

/* Prints when the object speaks for its session still; "": always. */
void slock_session_guard_print(const slock_session_guard *guard, char condition[SLOCK_SESSION_CONDITION_SIZE]);

/* The question, only under that condition; owned by the caller. */
zend_string *slock_session_guard_question(const char *condition, const char *sql);

#endif
