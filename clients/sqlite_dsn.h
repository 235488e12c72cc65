/* SPDX-License-Identifier: MIT
 *
 * What stands in a DSN of pdo_sqlite. */
#ifndef SLOCK_CLIENTS_SQLITE_DSN_H
#define SLOCK_CLIENTS_SQLITE_DSN_H

#include "php.h"

/* Not of a URL. */
bool slock_sqlite_is_dsn(const zend_string *dsn);

/* As slock_dsn_take_pair(), for the DSN of a file: pairs stand behind its name, each after a semicolon. SQLite knows of
 * none, and would take them for a part of the name. */
zend_string *slock_sqlite_take_pair(zend_string *dsn, const char *name, zend_string **value);

/* The name of the last pair that there is, or of a word that stands like one, owned; NULL: there is none. */
zend_string *slock_sqlite_find_pair(const zend_string *dsn);

/* What SQLite is to open, so that it means the same after a chdir(); owned by the caller. What is no path stays as it
 * is: the empty name and ":memory:", which are databases of their own, and URIs. */
zend_string *slock_sqlite_file(const char *name);

/* The same for a whole DSN. */
zend_string *slock_sqlite_resolve(const zend_string *dsn);

#endif
