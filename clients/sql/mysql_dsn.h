/* SPDX-License-Identifier: MIT
 *
 * Where a MySQL server is: PDO's grammar (mysql:host=…;port=…;dbname=…) and URLs (mysql://user:password@host/db). */
#ifndef SLOCK_CLIENTS_SQL_MYSQL_DSN_H
#define SLOCK_CLIENTS_SQL_MYSQL_DSN_H

#include "php.h"

/* The strings are the struct's. */
typedef struct {
	zend_string *dsn;             /* for \PDO; without the credentials, which no message shows */
	zend_string *user, *password; /* NULL: none */
	zend_string *server;          /* its name for messages */
	bool has_fencing;             /* it says something of fencing tokens, which the driver does not know */
	bool shows_credentials;       /* it was refused because they stand in the place of the host */
} slock_mysql_dsn;

/* `text` is what follows the colon of the scheme. FAILURE: it has no meaning. Either way the struct is to be destroyed.
 */
zend_result slock_mysql_dsn_parse(const char *text, size_t length, bool is_url, slock_mysql_dsn *dsn);

void slock_mysql_dsn_dtor(slock_mysql_dsn *dsn);

#endif
