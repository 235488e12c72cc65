/* SPDX-License-Identifier: MIT
 *
 * Sessions through objects of PHP: a \PDO or a Doctrine connection. */
#ifndef SLOCK_CLIENTS_ADVISORY_CLIENT_OBJECT_H
#define SLOCK_CLIENTS_ADVISORY_CLIENT_OBJECT_H

#include "clients/advisory/session.h"
#include "clients/sql/sql.h"

/* Through a \PDO or a Doctrine\DBAL\Connection of the user's. `driver` is what PDO calls its database. */
slock_session *slock_session_object(zend_object *connection, const char *driver);

/* Through a connection of our own, which is not open yet; takes it over. `name` is the server for messages, `dsn` the
 * server and the database for dumps, as PDO's DSN without credentials; both are taken over. */
slock_session *slock_session_own(slock_sql *sql, const char *driver, zend_string *name, zend_string *dsn);

#endif
