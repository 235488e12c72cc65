/* SPDX-License-Identifier: MIT
 *
 * How the advisory stores are constructed: from a connection of the user's or a DSN, and options. */
#ifndef SLOCK_STORES_ADVISORY_CONSTRUCTOR_H
#define SLOCK_STORES_ADVISORY_CONSTRUCTOR_H

#include "clients/sql/pdo_connection.h"
#include "stores/advisory/advisory_store.h"

/* Sessions by DSN, or NULL with an exception. The options may be NULL. */
typedef slock_session *slock_advisory_by_dsn(slock_store *store, zend_string *dsn, const slock_pdo_options *options);
slock_advisory_by_dsn slock_advisory_postgresql_by_dsn;
slock_advisory_by_dsn slock_advisory_mysql_by_dsn;
/* The same through Doctrine where it is installed and the DSN is a URL. */
slock_advisory_by_dsn slock_advisory_mysql_by_url;

/* The whole constructor of a store that takes a \PDO of the dialect's driver or a DSN, and then options. */
void slock_advisory_construct(INTERNAL_FUNCTION_PARAMETERS, slock_advisory_by_dsn *by_dsn,
							  const slock_advisory_dialect *dialect);

/* The same of a store that takes a Doctrine connection to the dialect's database or a URL. */
void slock_advisory_construct_dbal(INTERNAL_FUNCTION_PARAMETERS, slock_advisory_by_dsn *by_url,
								   const slock_advisory_dialect *dialect);

#endif
