/* SPDX-License-Identifier: MIT
 *
 * Sessions through objects of PHP: a \PDO or a Doctrine connection. */
#ifndef SLOCK_CLIENTS_ADVISORY_CLIENT_OBJECT_H
#define SLOCK_CLIENTS_ADVISORY_CLIENT_OBJECT_H

#include "clients/advisory/session.h"
#include "clients/sql/dbal_connection.h"
#include "clients/sql/pdo_connection.h"

/* Through a \PDO or a Doctrine\DBAL\Connection. */
slock_session *slock_session_object(zend_object *connection);

/* Through a \PDO or a Doctrine connection of our own, which is not open yet; takes over what they consist of. `name` is the
 * server for messages, owned. */
slock_session *slock_session_own_pdo(const slock_pdo_connection *pdo, zend_string *name);
slock_session *slock_session_own_dbal(zend_object *connection, zend_string *name);

#endif
