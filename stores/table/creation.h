/* SPDX-License-Identifier: MIT
 *
 * The table of locks, and what stands beside it for fencing tokens, made by the first operation that misses them. */
#ifndef SLOCK_STORES_TABLE_CREATION_H
#define SLOCK_STORES_TABLE_CREATION_H

#include "stores/table/operation.h"

/* Runs a statement that needs the table; creates it when it is missing and that can be done. The status of the result.
 */
slock_status slock_table_execute_with_table(slock_table_operation *op, slock_sql_kind kind, slock_sql_effect *effect);

/* The same for a statement that needs, beside a table that is there, what stands beside it for fencing tokens. Not for
 * PostgreSQL, where that is no table. */
slock_status slock_table_execute_with_fence(slock_table_operation *op, slock_sql_kind kind, slock_sql_effect *effect);

/* After a failure that is told: where it was for want of the table, the next transaction of the user's must not end by
 * that. */
void slock_table_note_missing(slock_table_operation *op);

/* Makes what stands beside a table that the user creates for fencing tokens, in the schema where it is, over an open
 * connection whose platform slock_sql_fencing_of() knows. */
slock_status slock_table_complete(slock_sql_store *store, slock_result *result);

#endif
