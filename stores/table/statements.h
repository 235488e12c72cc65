/* SPDX-License-Identifier: MIT
 *
 * The statements of the table of locks, for every platform. Every value in them is made of digits, letters and the
 * three other characters of base64, so that nothing needs to be quoted. */
#ifndef SLOCK_STORES_TABLE_STATEMENTS_H
#define SLOCK_STORES_TABLE_STATEMENTS_H

#include "clients/sql/sql.h"

typedef struct {
	zend_string *name, *id, *token, *expiration; /* identifiers; slock_sql_identifier_is_valid() */
	/* Where the last fencing tokens are: a table beside it, in PostgreSQL a sequence. NULL: none are minted. */
	zend_string *fence;
} slock_sql_table;

/* What LAST_INSERT_ID() is set to where MySQL found the row of the lock, which is ours now or another owner's, or made
 * one. The number of affected rows does not tell: it depends on whether anything changed, on triggers, and on an option
 * of the connection. */
#define SLOCK_SQL_ID_OURS 7020096153113428481
#define SLOCK_SQL_ID_THEIRS 7020096153113428482
#define SLOCK_SQL_ID_NEW 7020096153113428483

/* A name as SQL has them, also qualified by dots and quoted in the way of any database: nothing else can come of it. */
bool slock_sql_identifier_is_valid(const zend_string *name);

/* The name of what stands beside a table for its fencing tokens, owned: "locks_fence" of "locks". */
zend_string *slock_sql_fence_name(const zend_string *table);

typedef enum {
	SLOCK_SQL_NO_FENCE,
	SLOCK_SQL_FENCE_WITH_GRANT, /* SLOCK_SQL_UPSERT_FENCED answers with the token */
	SLOCK_SQL_FENCE_AFTER_IT,   /* SLOCK_SQL_MINT, which mints for who has the lock then, follows the grant */
} slock_sql_fencing;

slock_sql_fencing slock_sql_fencing_of(slock_sql_platform platform);

/* Whether one statement acquires on this platform. `sqlite_version` as "3.40.1", NULL elsewhere. */
bool slock_sql_has_upsert(slock_sql_platform platform, const zend_string *sqlite_version);

typedef enum {
	SLOCK_SQL_UPSERT, /* inserts the row, or takes it over when it is our own or has expired; MySQL: LAST_INSERT_ID() */
	SLOCK_SQL_INSERT, /* inserts the row or fails */
	SLOCK_SQL_UPDATE, /* moves the expiry of a row that is our own or has expired; MySQL: LAST_INSERT_ID() */
	SLOCK_SQL_RENEW,  /* moves the expiry of a row that is our own; MySQL: LAST_INSERT_ID() */
	/* The same in the middle of what the user's code does. In MySQL LAST_INSERT_ID() stays what it is, for that code
	 * and, unless it is 0, as the sign that the row is our own. */
	SLOCK_SQL_RENEW_UNSEEN,
	SLOCK_SQL_DELETE,
	SLOCK_SQL_SELECT, /* a row when the token holds the lock */
	/* The same as it is at this moment, after a statement that has found the row or written it, or before one that
	 * will. */
	SLOCK_SQL_SELECT_LATEST,
	SLOCK_SQL_SELECT_OWNER,  /* the token of whoever has the row, expired or not */
	SLOCK_SQL_PRUNE,         /* deletes what has expired; MySQL: and nobody has in a transaction */
	SLOCK_SQL_PRUNE_PGSQL,   /* the same of PostgreSQL */
	SLOCK_SQL_UPSERT_FENCED, /* the same as SLOCK_SQL_UPSERT, and answers with a row: the fencing token */
	/* Mints a token for the one who has the lock at this moment, and for nobody else: no row then. What
	 * LAST_INSERT_ID() says is the token. */
	SLOCK_SQL_MINT,
	SLOCK_SQL_SELECT_FENCE, /* that token once more, for the one who still has the lock */
	SLOCK_SQL_PRUNE_FENCES, /* deletes tokens that the clock has left behind by a day */
} slock_sql_kind;

/* What stands in a statement. */
typedef struct {
	const slock_sql_table *table;
	slock_sql_platform platform;
	zend_string *id, *token;
	const zend_string *schema; /* of what is created beside the table; NULL: where the database puts it */
	double ttl;                /* seconds */
	bool only_prolongs;        /* a later end that a row of our own has stays */
	zend_long last_id;         /* MySQL, SLOCK_SQL_RENEW_UNSEEN: what LAST_INSERT_ID() was before, 0 or more */
} slock_sql_row;

/* The text, owned by the caller. */
zend_string *slock_sql_statement(slock_sql_kind kind, const slock_sql_row *row);

/* NULL on a platform whose column types are not known. `if_missing`: no error when it exists, where SQL can say that.
 */
zend_string *slock_sql_create(const slock_sql_table *table, slock_sql_platform platform, bool if_missing);

/* PostgreSQL: asks for the schema of the table, as its name stands in a statement; the column is null where there is no
 * table. */
zend_string *slock_sql_find_table(const slock_sql_table *table);

/* Creates what stands beside it, if it is missing. On platforms that slock_sql_fencing_of() knows; in PostgreSQL in the
 * `schema` that slock_sql_find_table() has found, NULL elsewhere. */
zend_string *slock_sql_create_fence(const slock_sql_table *table, slock_sql_platform platform,
									const zend_string *schema);

#endif
