/* SPDX-License-Identifier: MIT
 *
 * What stands in a DSN of PDO. */
#ifndef SLOCK_CLIENTS_SQL_PDO_DSN_H
#define SLOCK_CLIENTS_SQL_PDO_DSN_H

#include "clients/sql/pdo_connection.h"

/* Fills what it is opened from: the DSN as its driver reads it, without the credentials in it, which are used unless
 * others are set already. FAILURE, with nothing changed: no driver could make sense of it, and it would quote from it.
 */
zend_result slock_pdo_connection_read_dsn(slock_pdo_connection *own, zend_string *dsn);

#endif
