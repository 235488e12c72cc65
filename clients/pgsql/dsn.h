/* SPDX-License-Identifier: MIT
 *
 * Where a PostgreSQL server is: PDO's grammar (pgsql:host=…;port=…;dbname=…) and URLs
 * (postgresql://user:password@host/db). */
#ifndef SLOCK_CLIENTS_PGSQL_DSN_H
#define SLOCK_CLIENTS_PGSQL_DSN_H

#include "php.h"
#include "clients/pgsql/pgsql.h"

typedef struct {
	HashTable *parameters; /* libpq's keyword => value (strings) */
	slock_time connect_timeout;
	slock_time command_timeout;
	bool persistent;
	bool fencing; /* asks for fencing tokens */
	/* The parameters as libpq wants them, pointing into the table; made by slock_pgsql_dsn_endpoint(). */
	const char **lists;
} slock_pgsql_dsn;

/* Both return NULL with *error (the caller frees it; never a password) when the text has no meaning. The scheme has
 * been looked at: `text` is what follows its colon. */
slock_pgsql_dsn *slock_pgsql_dsn_parse_pdo(const char *text, size_t length, zend_string **error);
slock_pgsql_dsn *slock_pgsql_dsn_parse_url(const char *text, size_t length, zend_string **error);

/* Sets or replaces a parameter of libpq; the text must not contain a NUL. */
void slock_pgsql_dsn_set(slock_pgsql_dsn *dsn, const char *keyword, zend_string *value);

/* For a session, once all has been set: takes what the environment says now of where it is and whose, so that the
 * session is there whenever it connects. Where a service is named, that goes before the environment: then libpq reads
 * both when it connects. (Which of several servers: search.h.) */
void slock_pgsql_dsn_settle(slock_pgsql_dsn *dsn);

/* A variable that was set since and would take the session elsewhere; NULL: there is none. */
const char *slock_pgsql_dsn_moved_by(const slock_pgsql_dsn *dsn);

/* Everything that tells two sessions apart, secrets and what libpq reads in the environment included; the caller
 * releases it. */
zend_string *slock_pgsql_dsn_name(const slock_pgsql_dsn *dsn);

/* The server and the database that the DSN and the environment name, as a DSN of PDO without credentials; owned by the
 * caller. */
zend_string *slock_pgsql_dsn_place(const slock_pgsql_dsn *dsn);

/* Fills the endpoint, which points into the DSN. */
void slock_pgsql_dsn_endpoint(slock_pgsql_dsn *dsn, slock_pgsql_endpoint *endpoint);

void slock_pgsql_dsn_free(slock_pgsql_dsn *dsn);

#endif
