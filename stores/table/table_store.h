/* SPDX-License-Identifier: MIT
 *
 * What PdoStore and DoctrineDbalStore share: locks as rows of a table, one statement for each operation. */
#ifndef SLOCK_STORES_TABLE_TABLE_STORE_H
#define SLOCK_STORES_TABLE_TABLE_STORE_H

#include "clients/sql/sql.h"
#include "core/store.h"
#include "stores/table/statements.h"

typedef struct {
	slock_sql *sql; /* NULL before the constructor */
	slock_sql_table table;
	double gc_probability; /* 0 to 1 */
	bool table_known;      /* it existed when it was last used */
	bool upserts;          /* acquiring is one statement; after the first connection */
	bool upserts_known;
	slock_store base;
} slock_sql_store;

static inline slock_sql_store *slock_sql_store_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_sql_store, store);
}

/* The operations, for the tables of both. */
slock_status slock_sql_store_run(slock_store *store, const slock_request *request, slock_result *result);
void slock_sql_store_show(slock_store *store, HashTable *into);
void slock_sql_store_get_gc(slock_store *store, zend_get_gc_buffer *buffer);
void slock_sql_store_free(slock_store *store);

#define SLOCK_SQL_STORE_OPS                                                                                            \
	.run = slock_sql_store_run, .show = slock_sql_store_show, .get_gc = slock_sql_store_get_gc,                        \
	.free = slock_sql_store_free, .size = sizeof(slock_sql_store), .capabilities = SLOCK_STORE_EXPIRES,                \
	.initial_ttl = 300.0, .min_ttl = 1.0

#endif
