/* SPDX-License-Identifier: MIT
 *
 * The statements of the table of locks, for every platform. Every value in them is made of digits, letters and the
 * three other characters of base64, so that nothing needs to be quoted. */
#ifndef SLOCK_STORES_TABLE_STATEMENTS_H
#define SLOCK_STORES_TABLE_STATEMENTS_H

#include "clients/sql/sql.h"

typedef struct {
	zend_string *name, *id, *token, *expiration; /* identifiers; slock_sql_identifier_is_valid() */
} slock_sql_table;

/* What LAST_INSERT_ID() is set to where MySQL found the row of the lock: it is ours now, or another owner's. The number
 * of affected rows does not tell: it depends on whether anything changed, and on an option of the connection. */
#define SLOCK_SQL_ID_OURS 7020096153113428481
#define SLOCK_SQL_ID_THEIRS 7020096153113428482

/* A name as SQL has them, also qualified by dots and quoted in the way of any database: nothing else can come of it. */
bool slock_sql_identifier_is_valid(const zend_string *name);

/* Whether one statement acquires on this platform. `sqlite_version` as "3.40.1", NULL elsewhere. */
bool slock_sql_has_upsert(slock_sql_platform platform, const zend_string *sqlite_version);

/* Inserts the row, or takes it over when it is our own or has expired. */
zend_string *slock_sql_upsert(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token, double ttl);
/* Inserts the row or fails. */
zend_string *slock_sql_insert(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token, double ttl);
/* Moves the expiry of a row that is our own or has expired. */
zend_string *slock_sql_update(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token, double ttl);
zend_string *slock_sql_delete(const slock_sql_table *table, zend_string *id, zend_string *token);
/* A row when the token holds the lock. */
zend_string *slock_sql_select(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token);
/* The token of whoever has the row, expired or not. */
zend_string *slock_sql_select_owner(const slock_sql_table *table, zend_string *id);
/* Deletes what has expired. */
zend_string *slock_sql_prune(const slock_sql_table *table, slock_sql_platform platform);
/* NULL on a platform whose column types are not known. `if_missing`: no error when it exists, where SQL can say that.
 */
zend_string *slock_sql_create(const slock_sql_table *table, slock_sql_platform platform, bool if_missing);

#endif
