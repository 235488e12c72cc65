/* SPDX-License-Identifier: MIT
 *
 * Database URLs, in the grammar that Doctrine DBAL has for them. */
#ifndef SLOCK_CLIENTS_SQL_URL_H
#define SLOCK_CLIENTS_SQL_URL_H

#include "php.h"

/* scheme://[user[:password]@]host[:port]/database[?options] to the DSN of PDO, with the credentials apart (either may
 * become NULL). NULL when it has no meaning for PDO. */
zend_string *slock_sql_url_to_dsn(zend_string *url, zend_string **username, zend_string **password);

/* False with an InvalidArgumentException when %00 stands in a part of a URL: the drivers take each for a C string,
 * which would end there. The same when a URL without credentials, that is not of a file, has an @ behind the host: a
 * password was cut at its slash or question mark there, and messages would show the rest. True also for what is no URL:
 * it is refused elsewhere. */
bool slock_sql_url_check(zend_string *url, const char *store);

#endif
