/* SPDX-License-Identifier: MIT
 *
 * A \PDO of ours: opened from a DSN when it is needed, by the process that needs it, with everything that its secrets
 * and its descriptor ask for. */
#ifndef SLOCK_CLIENTS_SQL_PDO_CONNECTION_H
#define SLOCK_CLIENTS_SQL_PDO_CONNECTION_H

#include "php.h"
#include "clients/sql/fork_guard.h"

/* The numbers of \PDO's constants that we need; they are part of its API. */
#define SLOCK_PDO_ATTR_AUTOCOMMIT 0
#define SLOCK_PDO_ATTR_TIMEOUT 2
#define SLOCK_PDO_ATTR_ERRMODE 3
#define SLOCK_PDO_ATTR_CONNECTION_STATUS 7
#define SLOCK_PDO_ATTR_PERSISTENT 12
#define SLOCK_PDO_ATTR_DRIVER_NAME 16
#define SLOCK_PDO_ATTR_EMULATE_PREPARES 20
#define SLOCK_PDO_ERRMODE_SILENT 0
#define SLOCK_PDO_ERRMODE_EXCEPTION 2
#define SLOCK_PDO_FETCH_NUM 3

/* Of our persistent connections, in PDO's list of them. */
#define SLOCK_PDO_PERSISTENT_KEY "slock"

typedef struct {
	slock_fork_guard guard; /* guard.native is the \PDO; NULL while there is none */
	/* Owned. The DSN is without credentials; those may be NULL. */
	zend_string *dsn, *username, *password;
	zend_string *shown; /* the DSN for messages, or NULL. Owned */
	zval secrets;       /* strings that a message must not show, beside the password: an array, or undefined */
	zval options;       /* for PDO's constructor: an array, or undefined */
} slock_pdo_connection;

/* The \PDO if this process opened it, else NULL: one of another process is let go of. Borrowed. */
zend_object *slock_pdo_connection_get(slock_pdo_connection *own);

/* Opens it; there must be none. In exception mode, with slock.connect_timeout (or the time that SQLite waits for a
 * file's lock) unless the options name another, its sockets close-on-exec and known (guard.sockets). NULL with an
 * exception pending, which shows no password; *late tells that the connection was given up at `until` (SLOCK_FOREVER:
 * only the driver's own limits count), and the exception then only says what the driver made of that. */
zend_object *slock_pdo_connection_open(slock_pdo_connection *own, slock_time until, bool *late);

/* Whether the options make it one that PDO keeps, and gives to each that is opened in the same way. */
bool slock_pdo_connection_is_persistent(const slock_pdo_connection *own);

/* How long SQLite waits for the lock of a file, in ms: what the options say, or slock.command_timeout. */
zend_long slock_pdo_connection_busy_timeout(const slock_pdo_connection *own);

/* Until when a connection may be awaited that is opened now; `answer_by` is that of a request. */
slock_time slock_pdo_connect_until(slock_time answer_by);

/* Closes it, or abandons it in a process that did not open it. */
void slock_pdo_connection_close(slock_pdo_connection *own);

void slock_pdo_connection_get_gc(slock_pdo_connection *own, zend_get_gc_buffer *buffer);

/* Closes it, and frees what it is opened from. */
void slock_pdo_connection_dtor(slock_pdo_connection *own);

/* What the constructors of stores are told about a connection. Borrowed. */
typedef struct {
	zend_string *username, *password; /* or NULL */
	zval *attributes;                 /* db_connection_options: an array, or NULL */
} slock_pdo_options;

/* Reads db_username, db_password and db_connection_options. When one is of another type, returns it, its name and the
 * type that it should have; else NULL. */
zval *slock_pdo_options_read(HashTable *options, slock_pdo_options *read, const char **name, const char **type);

/* What is set replaces what the connection has. */
void slock_pdo_connection_set(slock_pdo_connection *own, const slock_pdo_options *options);

/* Whether a driver could make sense of the DSN; false with an InvalidArgumentException of `store`. Whether PDO has that
 * driver, and is there at all, shows when it is opened: constructors fail where the PHP package's do. */
bool slock_pdo_check_dsn(zend_string *dsn, const char *store);

#endif
