/* SPDX-License-Identifier: MIT
 *
 * How the advisory stores are constructed: from a connection of the user's or a DSN, and options. */
#ifndef SLOCK_STORES_ADVISORY_CONSTRUCTOR_H
#define SLOCK_STORES_ADVISORY_CONSTRUCTOR_H

#include "stores/advisory/advisory_store.h"

/* The options db_username, db_password and db_connection_options; borrowed, NULL where there is none. Throws. */
typedef struct {
	zend_string *user, *password;
	zval *connection; /* an array */
} slock_advisory_options;
zend_result slock_advisory_options_read(HashTable *options, slock_advisory_options *read);

/* A \PDO of this driver in exception mode, or an exception. */
zend_result slock_advisory_check_pdo(slock_store *store, zend_object *pdo, const char *driver);

/* A Doctrine connection to one of these platforms (lower case; the second may be NULL), or an exception. */
zend_result slock_advisory_check_dbal(slock_store *store, zend_object *connection, const char *platform,
									  const char *other_platform);

/* "The adapter … does not support the … driver." */
void slock_advisory_throw_driver(slock_store *store, const char *driver, size_t length);

/* Sessions by DSN, or NULL with an exception. The options may be NULL. */
typedef slock_session *slock_advisory_by_dsn(slock_store *store, zend_string *dsn,
											 const slock_advisory_options *options);
slock_advisory_by_dsn slock_advisory_postgresql_by_dsn;
slock_advisory_by_dsn slock_advisory_mysql_by_dsn;
/* The same through Doctrine where it is installed and the DSN is a URL. */
slock_advisory_by_dsn slock_advisory_mysql_by_url;

/* The whole constructor of a store that takes a \PDO of this driver or a DSN, and then options. */
void slock_advisory_construct(INTERNAL_FUNCTION_PARAMETERS, const char *driver, slock_advisory_by_dsn *by_dsn,
							  const slock_advisory_dialect *dialect);

/* The same of a store that takes a Doctrine connection to one of these platforms (lower case; the second may be NULL) or a
 * URL. */
void slock_advisory_construct_dbal(INTERNAL_FUNCTION_PARAMETERS, const char *platform, const char *other_platform,
								   slock_advisory_by_dsn *by_url, const slock_advisory_dialect *dialect);

#endif
