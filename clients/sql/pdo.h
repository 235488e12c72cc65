/* SPDX-License-Identifier: MIT
 *
 * SQL through \PDO: how such a slock_sql is made, and what others do with a \PDO. */
#ifndef SLOCK_CLIENTS_SQL_PDO_H
#define SLOCK_CLIENTS_SQL_PDO_H

#include "clients/sql/pdo_connection.h"
#include "clients/sql/sql.h"

/* Whether this is a \PDO that throws; else an exception is pending, which names the class of the store. A failure of
 * one that does not throw would pass for an answer. */
bool slock_sql_pdo_check(zend_object *pdo, const char *store);

/* Whether it is a \PDO whose connection outlives the request. May run PHP code; leaves no exception. */
bool slock_sql_pdo_is_persistent(zend_object *object);

/* The name of the driver, owned; NULL with an exception pending. */
zend_string *slock_sql_pdo_driver(zend_object *pdo);

/* A connection through this \PDO, the user's. Takes a reference. */
slock_sql *slock_sql_pdo_new(zend_object *pdo);

/* A connection that is opened on first use from a PDO DSN or a URL. Credentials of the DSN itself are taken out of it.
 * NULL with an InvalidArgumentException pending when the DSN cannot be used at all. `store` is the class for its
 * message. */
slock_sql *slock_sql_pdo_open(zend_string *dsn, const slock_pdo_options *options, const char *store);

/* The same from what is known already, which is taken over. */
slock_sql *slock_sql_pdo_own(const slock_pdo_connection *connection);

/* ops->execute(), ops->query() and ops->in_transaction() of a \PDO, whoever's connection it is in. */
slock_status slock_sql_pdo_execute(slock_sql *sql, zend_object *via, zend_string *statement, zend_long *rows,
								   slock_result *result);
slock_status slock_sql_pdo_query(slock_sql *sql, zend_object *via, zend_string *statement, zval *row,
								 slock_result *result);
slock_status slock_sql_pdo_in_transaction(slock_sql *sql, zend_object *pdo, bool *answer, slock_result *result);

#endif
