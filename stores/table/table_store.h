/* SPDX-License-Identifier: MIT
 *
 * What PdoStore and DoctrineDbalStore share: locks as rows of a table, one statement for each operation. */
#ifndef SLOCK_STORES_TABLE_TABLE_STORE_H
#define SLOCK_STORES_TABLE_TABLE_STORE_H

#include "stores/table/table.h"

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
