/* SPDX-License-Identifier: MIT
 *
 * SQL databases, the contract in both directions: a slock_sql is what the stores see, a \PDO (pdo.c) or a Doctrine DBAL
 * connection (dbal.c) is behind it. Either is used through its own methods only. */
#ifndef SLOCK_CLIENTS_SQL_SQL_H
#define SLOCK_CLIENTS_SQL_SQL_H

#include "php.h"
#include "clients/time_limit.h"
#include "core/result.h"

/* The numbers of \PDO's constants that we need; they are part of its API. */
#define SLOCK_PDO_ATTR_TIMEOUT 2
#define SLOCK_PDO_ATTR_ERRMODE 3
#define SLOCK_PDO_ATTR_PERSISTENT 12
#define SLOCK_PDO_ATTR_DRIVER_NAME 16
#define SLOCK_PDO_ATTR_EMULATE_PREPARES 20
#define SLOCK_PDO_ERRMODE_EXCEPTION 2
#define SLOCK_PDO_FETCH_NUM 3

typedef enum {
	SLOCK_SQL_OTHER, /* known by name only */
	SLOCK_SQL_SQLITE,
	SLOCK_SQL_MYSQL, /* and MariaDB */
	SLOCK_SQL_PGSQL,
	SLOCK_SQL_OCI,
	SLOCK_SQL_SQLSRV,
} slock_sql_platform;

/* Why a statement failed, as far as a store can do something about it. */
typedef enum {
	SLOCK_SQL_FAILED,
	SLOCK_SQL_TABLE_MISSING,
	SLOCK_SQL_TRY_AGAIN, /* a deadlock or a serialization failure: the same statement may succeed now */
	SLOCK_SQL_LOST,      /* the connection is gone */
	SLOCK_SQL_LATE,      /* no answer in time; the connection, one of ours, was given up */
} slock_sql_problem;

typedef struct slock_sql slock_sql;

/* Operations return SLOCK_OK, or SLOCK_STORAGE_ERROR or SLOCK_INTERRUPTED with the result filled and sql->problem set. They may
 * run PHP code. Statements are whole: no placeholders, so that each is one round trip on every driver. */
typedef struct {
	/* Makes sure that there is a connection of this process, and that sql->platform is known. */
	slock_status (*connect)(slock_sql *sql, slock_result *result);
	/* A statement without an answer; *rows is the number of rows that the server counted. */
	slock_status (*execute)(slock_sql *sql, zend_string *statement, zend_long *rows, slock_result *result);
	/* A question; *value is the first column of the first row (owned by the caller), NULL when there is no row. */
	slock_status (*query)(slock_sql *sql, zend_string *statement, zend_string **value, slock_result *result);
	/* What LAST_INSERT_ID(…) was set to by the last statement; asks the client only. 0: nothing. MySQL. */
	slock_status (*last_id)(slock_sql *sql, zend_long *id, slock_result *result);
	slock_status (*in_transaction)(slock_sql *sql, bool *answer, slock_result *result);
	/* Closes a connection of ours so that the next operation opens another; false when it belongs to the user. */
	bool (*reset)(slock_sql *sql);
	/* Creates the table in the way of the client library; NULL where the store's own SQL will do. */
	slock_status (*create_table)(slock_sql *sql, zend_object *store, slock_result *result);
	void (*get_gc)(slock_sql *sql, zend_get_gc_buffer *buffer);
	void (*free)(slock_sql *sql);
} slock_sql_ops;

struct slock_sql {
	const slock_sql_ops *ops;
	slock_sql_platform platform; /* after connect() */
	slock_sql_problem problem;   /* of the last failure */
	/* Of the operation that is running, set by the store: as in its request. For connections of ours; calls into those of
	 * users cannot be ended. */
	slock_time answer_by;
	char driver[32];   /* its name for messages, after connect() */
	char address[256]; /* of a connection of ours, without credentials, for messages; "" when it is the user's */
};

/* A connection through this \PDO. The user's: its error mode must be exceptions. Takes a reference. */
slock_sql *slock_sql_pdo_new(zend_object *pdo);

/* A connection that is opened on first use from a PDO DSN or a URL. `username`, `password` (may be NULL) and `options`
 * (an array or NULL) are those of PDO's constructor; credentials of the DSN itself are taken out of it. NULL with an
 * InvalidArgumentException pending when the DSN cannot be used at all. `store` is the class for its message. */
slock_sql *slock_sql_pdo_open(zend_string *dsn, zend_string *username, zend_string *password, HashTable *options,
							  const char *store);

/* A connection through this Doctrine\DBAL\Connection. Takes a reference; `own`: it was made for the store by us. */
slock_sql *slock_sql_dbal_new(zend_object *connection, bool own);

/* This password is in no message of the connection, which is one of ours. */
void slock_sql_dbal_hide(slock_sql *sql, zend_string *password);

/* The DBAL connection behind it; NULL when there is none. Borrowed. */
zend_object *slock_sql_dbal_connection(slock_sql *sql);

/* Whether this is a Doctrine\DBAL\Connection. */
bool slock_sql_dbal_is_connection(zend_object *object);

/* scheme://[user[:password]@]host[:port]/database[?options] to the DSN of PDO, with the credentials apart (either may
 * become NULL). NULL when it has no meaning for PDO. */
zend_string *slock_sql_url_to_dsn(zend_string *url, zend_string **username, zend_string **password);

/* --- for the two of them ----------------------------------------------------------------------------------------- */

/* Whether the object is of this class, without loading it. The name is in lower case. */
bool slock_sql_is_a(zend_object *object, const char *lower_case_name);

/* Whether it is a Doctrine connection that chooses between a primary server and its replicas. A replica knows nothing of the
 * locks at the primary or at other replicas, so $connection->ensureConnectedToPrimary() goes before every question. */
bool slock_sql_has_replicas(const zend_object *connection);

/* Calls a method; false with an exception pending. The arguments stay the caller's. */
bool slock_sql_call(zend_object *object, const char *method, uint32_t argc, zval *argv, zval *returned);

/* The class, which is loaded if need be. NULL when there is none, or with an exception pending. */
zend_class_entry *slock_sql_load_class(const char *name);

/* new $ce(…); false with an exception pending. The arguments stay the caller's. */
bool slock_sql_make(zend_class_entry *ce, uint32_t argc, zval *argv, zval *object);

/* Moves the pending exception of a client object into the result, names the address of a connection of ours, and sets
 * sql->problem. */
slock_status slock_sql_failed(slock_sql *sql, slock_result *result);

/* The same for a client that returned false instead: from what its errorInfo() returned. */
slock_status slock_sql_failed_silently(slock_sql *sql, zval *error_info, slock_result *result);

/* The limit of one statement on a connection of ours that has these sockets: slock.command_timeout, and no more than what is
 * left of the operation. None (NULL) where no sockets are known. */
slock_time_limit *slock_sql_limit_statement(const slock_sql *sql, const slock_sockets *sockets);

/* Lifts it after the statement. When that failed because its time was over, the result and sql->problem say so, and the
 * connection is closed. Returns the result's status. */
slock_status slock_sql_end_statement(slock_sql *sql, slock_time_limit *limit, slock_result *result);

/* What became of a connection of ours, or of a statement on it, that was given up: the result, which failed, says so then. */
slock_status slock_sql_late(slock_sql *sql, slock_result *result);

/* Whether the error says that the connection is gone; from an exception (or its causes), or from what errorInfo() gave. */
bool slock_sql_exception_says_lost(zend_object *exception);

/* DBAL 4 hands the password to a function of its own that does not keep it out of traces: takes it out of those of the
 * exception and of its causes. Runs no PHP code. */
void slock_sql_hide_password(zend_object *exception);
bool slock_sql_error_info_says_lost(zval *error_info);

slock_sql_platform slock_sql_platform_of_driver(const char *driver);

/* The string in any scalar, owned; NULL for null and false. */
zend_string *slock_sql_value(zval *value);

#endif
