/* SPDX-License-Identifier: MIT
 *
 * SQL through a Doctrine\DBAL\Connection: how such a slock_sql is made. */
#ifndef SLOCK_CLIENTS_SQL_DBAL_H
#define SLOCK_CLIENTS_SQL_DBAL_H

#include "clients/sql/sql.h"

/* Whether this is a Doctrine\DBAL\Connection; else a TypeError is pending. */
bool slock_sql_dbal_check(zend_object *connection);

/* The object that stands for its database, owned by the caller, and the driver that PDO has for that, or NULL. false
 * with an exception pending. May ask the server for its version. */
bool slock_sql_dbal_platform(zend_object *connection, zval *platform, const char **driver);

/* A connection through this Doctrine\DBAL\Connection. Takes a reference; `own`: it was made for the store by us. */
slock_sql *slock_sql_dbal_new(zend_object *connection, bool own);

/* What speaks with the server on a connection of the user's that is connected, as driver_object() would give it; NULL:
 * it is not. Connects to nothing. */
zend_object *slock_sql_dbal_native(slock_sql *sql);

/* This password is in no message of the connection, which is one of ours. */
void slock_sql_dbal_hide(slock_sql *sql, zend_string *password);

/* The DBAL connection behind it; NULL when there is none. Borrowed. */
zend_object *slock_sql_dbal_connection(slock_sql *sql);

#endif
