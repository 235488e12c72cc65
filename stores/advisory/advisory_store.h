/* SPDX-License-Identifier: MIT
 *
 * What the four advisory-lock stores share: the state machine between a key and a database session, and how a server is
 * spoken to. */
#ifndef SLOCK_STORES_ADVISORY_ADVISORY_STORE_H
#define SLOCK_STORES_ADVISORY_ADVISORY_STORE_H

#include "clients/advisory/session.h"
#include "core/store.h"

#define SLOCK_ADVISORY_NAME_SIZE 68
#define SLOCK_ADVISORY_SQL_SIZE 1200

/* How the session holds a lock. */
typedef enum { SLOCK_HELD_READ, SLOCK_HELD_WRITE } slock_held;

/* acquire() and release() without care and holds(), see below, with the lock as a parameter. */
typedef struct {
	slock_pgsql_statement acquire, release, holds;
} slock_advisory_statements;

/* A database's own language. Each function prints one statement whose answer is one number. `lock` is a name that the first
 * function printed, and safe inside a statement. */
typedef struct {
	void (*name)(zend_string *resource, char lock[SLOCK_ADVISORY_NAME_SIZE]);

	/* Takes the lock and gives the other mode up, or changes nothing and answers 0; -1 is an error. It is not counted twice
	 * when the session has it already. `careful`: the session may hold it in either mode. `seconds`: how long the server may
	 * wait for it, where there is no slice(). */
	void (*acquire)(char *sql, const char *lock, slock_held mode, bool careful, double seconds);

	/* Waits up to `seconds` for a lock that the session does not hold in this mode, and may have it then: a careful acquire()
	 * tells. The answer means nothing. Not in a transaction, which a failure would end. NULL: acquire() waits. */
	void (*slice)(char *sql, const char *lock, slock_held mode, double seconds);

	/* Waits until the session has the lock for the first time, or for so many seconds (negative: without end), after which it is an
	 * error; NULL: only in slices. */
	void (*wait)(char *sql, const char *lock, slock_held mode, double seconds);

	/* 1: the session holds it in this mode. */
	void (*holds)(char *sql, const char *lock, slock_held mode);

	/* 1: the session held it in this mode and does not any more. `careful`: it may not have held it. */
	void (*release)(char *sql, const char *lock, slock_held mode, bool careful);

	/* By mode; NULL where no session prepares statements. */
	const slock_advisory_statements *prepared;

	slock_session_words words;

	const char *failure; /* what an answer of -1 means */
} slock_advisory_dialect;

extern const slock_advisory_dialect slock_advisory_postgresql;
extern const slock_advisory_dialect slock_advisory_mysql;

typedef struct {
	slock_session *session; /* NULL only before __construct() ran */
	const slock_advisory_dialect *dialect;
	slock_store base;
} slock_advisory_store;

/* The operations; the tables of the store classes name them. */
slock_status slock_advisory_acquire(slock_store *store, const slock_request *request, slock_result *result);
slock_status slock_advisory_exists(slock_store *store, const slock_request *request, slock_result *result);
slock_status slock_advisory_release(slock_store *store, const slock_request *request, slock_result *result);
void slock_advisory_get_gc(slock_store *store, zend_get_gc_buffer *buffer);
void slock_advisory_free(slock_store *store);

#define SLOCK_ADVISORY_OPS                                                                                             \
	.acquire = slock_advisory_acquire, .refresh = slock_advisory_exists, .exists = slock_advisory_exists,              \
	.release = slock_advisory_release, .get_gc = slock_advisory_get_gc, .free = slock_advisory_free,                   \
	.size = sizeof(slock_advisory_store)

/* What the constructors of the store classes end with. Takes the session over; throws when another call of the constructor
 * came first. */
void slock_advisory_constructed(slock_store *store, slock_session *session, const slock_advisory_dialect *dialect);

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

/* Hides the first argument of the constructor, and the second where there is one, in stack traces. */
void slock_advisory_register(zend_class_entry *ce, const slock_store_ops *ops);

#endif
