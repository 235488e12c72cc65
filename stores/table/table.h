/* SPDX-License-Identifier: MIT
 *
 * The store whose locks are rows of a table: PdoStore and DoctrineDbalStore. */
#ifndef SLOCK_STORES_TABLE_TABLE_H
#define SLOCK_STORES_TABLE_TABLE_H

#include "clients/sql/sql.h"
#include "core/store.h"
#include "stores/table/statements.h"

typedef struct {
	slock_sql *sql; /* NULL before the constructor */
	slock_sql_table table;
	double gc_probability; /* 0 to 1 */
	bool table_known;      /* it existed when it was last used, and no rollback of the user's can take it away */
	bool table_in_doubt;   /* not known: made, maybe in a transaction of the user's, of whose end nobody tells */
	bool upserts;          /* acquiring is one statement; after the first connection */
	bool upserts_known;
	slock_store base;
} slock_sql_store;

static inline slock_sql_store *slock_sql_store_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_sql_store, store);
}

#endif
