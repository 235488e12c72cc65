/* SPDX-License-Identifier: MIT
 *
 * SQL databases, the contract in both directions: a slock_sql is what stores and sessions see, a \PDO (pdo.c) or a
 * Doctrine DBAL connection (dbal.c) is behind it. Either is used through its own methods only. */
#ifndef SLOCK_CLIENTS_SQL_SQL_H
#define SLOCK_CLIENTS_SQL_SQL_H

#include "php.h"
#include "clients/sql/fork_guard.h"
#include "clients/time_limit.h"
#include "core/result.h"

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
	SLOCK_SQL_READ_ONLY, /* the server, or what the connection may do there */
	SLOCK_SQL_WAITED,    /* MySQL: for a row, for too long; with innodb_rollback_on_timeout it ends a transaction */
	SLOCK_SQL_LATE,      /* no answer in time; the connection, one of ours, was given up */
} slock_sql_problem;

/* What ends the transaction of a connection of MySQL, and begins none with the next statement. */
#define SLOCK_SQL_AUTOCOMMIT "SET autocommit = 1"

typedef struct slock_sql slock_sql;

/* Operations return SLOCK_OK, or SLOCK_STORAGE_ERROR or SLOCK_INTERRUPTED with the result filled and sql->problem set.
 * They may run PHP code. Statements are whole: no placeholders, so that each is one round trip on every driver.
 *
 * `via` is what driver_object() gave, when the statement is to go to that object: a \PDO sends it in one message, also
 * the one inside a Doctrine connection, which would prepare it first. NULL: to the connection itself. */
typedef struct {
	/* Makes sure that there is a connection of this process, and that sql->platform is known. */
	slock_status (*connect)(slock_sql *sql, slock_result *result);
	/* Whether there is one, of this process. false may have an exception pending. */
	bool (*is_connected)(slock_sql *sql);
	/* What speaks with the server, with a reference for the caller: the \PDO, also the one inside a Doctrine
	 * connection, else what that shows or is. NULL with a failed result, or with SLOCK_OK when there is none. */
	zend_object *(*driver_object)(slock_sql *sql, slock_result *result);
	/* Tells the driver how long it may wait by itself, before a statement on a connection of ours; NULL: there is
	 * nothing that it would wait for. */
	slock_status (*limit)(slock_sql *sql, slock_result *result);
	/* A statement without an answer; *rows is the number of rows that the server counted. */
	slock_status (*execute)(slock_sql *sql, zend_object *via, zend_string *statement, zend_long *rows,
							slock_result *result);
	/* A question; *row is the first row, an array by number (owned by the caller), or something else when there is
	 * none. */
	slock_status (*query)(slock_sql *sql, zend_object *via, zend_string *statement, zval *row, slock_result *result);
	/* What LAST_INSERT_ID(…) was set to by the last statement; asks the client only. 0: nothing. MySQL. */
	slock_status (*last_id)(slock_sql *sql, zend_long *id, slock_result *result);
	slock_status (*in_transaction)(slock_sql *sql, zend_object *via, bool *answer, slock_result *result);
	/* After a failure with which MySQL ends a transaction, or before what must not be in one: whether there may be one
	 * that in_transaction() does not know of. Asks the server where the client does not know. May have an exception
	 * pending. */
	bool (*may_have_begun)(slock_sql *sql);
	/* Closes a connection of ours so that the next operation opens another. false with an exception pending. */
	bool (*close)(slock_sql *sql);
	/* Creates the table in the way of the client library; NULL where the store's own SQL will do. */
	slock_status (*create_table)(slock_sql *sql, zend_object *store, slock_result *result);
	/* The class of what is behind it, for dumps. */
	const char *(*transport)(const slock_sql *sql);
	void (*get_gc)(slock_sql *sql, zend_get_gc_buffer *buffer);
	void (*free)(slock_sql *sql);
} slock_sql_ops;

struct slock_sql {
	const slock_sql_ops *ops;
	slock_sql_platform platform; /* after connect() */
	slock_sql_problem problem;   /* of the last failure */
	bool opened;                 /* by the last connect() */
	slock_fork_guard *guard; /* of a connection of ours; NULL: it is the user's, and calls into it cannot be ended */
	/* Of the operation that is running, set by the store: as in its request. */
	slock_time answer_by;
	char driver[32]; /* its name for messages, after connect() */
	/* Of a connection of ours, without credentials, for messages and dumps; "" when it is the user's. */
	char address[256];
};

/* --- statements --------------------------------------------------------------------------------------------------- */

/* For ops->connect(), where it has opened a connection of ours and the platform is known. Fails where nothing may be
 * asked of it: then it is closed again. */
slock_status slock_sql_check_opened(slock_sql *sql, slock_result *result);

/* What a statement did. */
typedef struct {
	zend_long rows; /* as the server counted them */
	zend_long id; /* what slock_sql_last_id() is to say, where another statement had to follow; 0: it asks the client */
	uint64_t number; /* the statement's, among those of this thread; 0: it began while another one was under way */
} slock_sql_effect;

/* ops->execute() and ops->query() through the connection itself, which is opened if need be, within the time. *value is
 * the first column of the row (owned by the caller), NULL when there is no row. */
slock_status slock_sql_execute(slock_sql *sql, zend_string *statement, slock_sql_effect *effect, slock_result *result);
slock_status slock_sql_query(slock_sql *sql, zend_string *statement, zend_string **value, slock_result *result);

/* The number that a column of a row is, in whatever type the driver has it; -1 for null. false: it is none. */
bool slock_sql_read_number(zval *value, long long *number);

/* The same of slock_sql_query() in one round trip on every client: past a Doctrine connection that would prepare it. */
slock_status slock_sql_query_at_once(slock_sql *sql, zend_string *statement, zend_string **value, slock_result *result);

/* ops->last_id() after the slock_sql_execute() that had this effect. *id is SLOCK_SQL_UNKNOWN_ID when the client may be
 * telling of another one: code of the user's (a subclass of \PDO, a middleware, another fiber) may have had a store
 * send its own statement in between. That may have been any store's, so it says nothing about this connection. */
#define SLOCK_SQL_UNKNOWN_ID (-1)
slock_status slock_sql_last_id(slock_sql *sql, const slock_sql_effect *effect, zend_long *id, slock_result *result);

/* At the end of a request: none is under way any more, also after a fatal error in the middle of one. */
void slock_sql_forget_statements(void);

/* Closes a connection of ours, so that the next operation opens another; false when it belongs to the user. */
bool slock_sql_reset(slock_sql *sql);

/* --- for the two of them ------------------------------------------------------------------------------------------ */

/* Sets the driver's name, and the platform by it. */
void slock_sql_set_driver(slock_sql *sql, const char *driver);

/* slock_userland_call() of what sends a statement. On a connection of ours, what the driver warns of is not for the
 * user's error handler, which may throw: mysqlnd warns of "packets out of order" where MySQL (not MariaDB) has said why
 * it ended an idle session. What failed is an exception all the same. What ends the request is shown as ever. */
bool slock_sql_call(const slock_sql *sql, zend_object *object, const char *method, uint32_t argc, zval *argv,
					zval *returned);

/* Moves the pending exception of a client object into the result, names the address of a connection of ours, and sets
 * sql->problem. */
slock_status slock_sql_failed(slock_sql *sql, slock_result *result);

/* The same for a \PDO or \PDOStatement that returned false instead: from what its errorInfo() returns. */
slock_status slock_sql_failed_silently(slock_sql *sql, zend_object *object, slock_result *result);

/* The limit of one statement on a connection of ours: slock.command_timeout, and no more than what is left of the
 * operation. None (NULL) where no sockets are known. */
slock_time_limit *slock_sql_limit_statement(const slock_sql *sql);

/* Connects, and sets that limit and those of the driver itself. */
slock_status slock_sql_begin_statement(slock_sql *sql, slock_time_limit **limit, slock_result *result);

/* Lifts it after the statement. When that failed because its time was over, the result and sql->problem say so, and the
 * connection is closed. Returns the result's status. */
slock_status slock_sql_end_statement(slock_sql *sql, slock_time_limit *limit, slock_result *result);

/* For ops->may_have_begun(), where a statement tells of a transaction of the user's that neither PDO nor Doctrine has
 * begun: SQLite and SQL Server. A failure counts as one. */
bool slock_sql_may_have_begun(slock_sql *sql, zend_object *via);

/* What became of a connection of ours that was given up, while it was opened (`connects`) or with a statement on it:
 * the result, which failed, says so then, and names the limit. */
slock_status slock_sql_late(slock_sql *sql, bool connects, slock_result *result);

#endif
