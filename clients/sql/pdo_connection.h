/* SPDX-License-Identifier: MIT
 *
 * A \PDO of ours: opened from a DSN when it is needed, by the process that needs it, with everything that its secrets and
 * its descriptor ask for. */
#ifndef SLOCK_CLIENTS_SQL_PDO_CONNECTION_H
#define SLOCK_CLIENTS_SQL_PDO_CONNECTION_H

#include "php.h"
#include "clients/sql/fork_guard.h"

typedef struct {
	slock_sql_guard guard; /* guard.native is the \PDO; NULL while there is none */
	/* Owned. The DSN is without credentials; those may be NULL. */
	zend_string *dsn, *username, *password;
	zend_string *shown; /* the DSN for messages, or NULL. Owned */
	zval secrets;       /* strings that a message must not show, beside the password: an array, or undefined */
	zval options;       /* for PDO's constructor: an array, or undefined */
} slock_own_pdo;

/* The \PDO if this process opened it, else NULL: one of another process is let go of. Borrowed. */
zend_object *slock_own_pdo_get(slock_own_pdo *own);

/* Opens it; there must be none. In exception mode, with slock.connect_timeout (or the time that SQLite waits for a file's
 * lock) unless the options name another, its sockets close-on-exec and known (guard.sockets). NULL with an exception pending, which
 * shows no password; *late tells that the connection was given up at `until` (SLOCK_FOREVER: only the driver's own limits
 * count), and the exception then only says what the driver made of that. */
zend_object *slock_own_pdo_open(slock_own_pdo *own, slock_time until, bool *late);

/* How long SQLite waits for the lock of a file, in ms: what the options say, or slock.command_timeout. */
zend_long slock_own_pdo_busy_timeout(const slock_own_pdo *own);

/* Until when a connection may be awaited that is opened now; `answer_by` is that of a request. */
slock_time slock_sql_connect_until(slock_time answer_by);

/* Closes it, or abandons it in a process that did not open it. */
void slock_own_pdo_close(slock_own_pdo *own);

void slock_own_pdo_get_gc(slock_own_pdo *own, zend_get_gc_buffer *buffer);

/* Closes it, and frees what it is opened from. */
void slock_own_pdo_dtor(slock_own_pdo *own);

/* Whether PDO has the driver that the DSN names; false with an InvalidArgumentException that says what `store` lacks. A DSN
 * without a scheme is a name in php.ini, and PDO's affair. */
bool slock_own_pdo_check_driver(zend_string *dsn, const char *store);

/* Fills what it is opened from: the DSN as its driver reads it, without the credentials in it, which are used unless
 * others are set already. FAILURE, with nothing changed: no driver could make sense of it, and it would quote from it. In pdo_dsn.c. */
zend_result slock_own_pdo_read_dsn(slock_own_pdo *own, zend_string *dsn);

#endif
