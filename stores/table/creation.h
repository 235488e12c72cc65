/* SPDX-License-Identifier: MIT
 *
 * The table of locks, and what stands beside it for fencing tokens, made by the first operation that misses them. */
#ifndef SLOCK_STORES_TABLE_CREATION_H
#define SLOCK_STORES_TABLE_CREATION_H

#include "stores/table/operation.h"

/* Runs a statement that needs the table; creates it when it is missing and that can be done. The status of the result.
 */
slock_status slock_table_execute_with_table(slock_table_operation *op, slock_sql_kind kind, slock_sql_effect *effect);

/* Whether the statement has failed for want of a table that can be made now; asks whether the user has begun a
 * transaction, and PHP code may run. */
bool slock_table_wants_table(slock_table_operation *op);

/* After a failure that is told: where it was for want of the table, the next transaction of the user's must not end by
 * that. */
void slock_table_note_missing(slock_table_operation *op);

/* Makes what stands beside the table for fencing tokens, where it is missing; `schema` as for slock_sql_create_fence().
 * The failure names the statement, for whoever has the right to it. */
slock_status slock_table_create_fence(slock_table_operation *op, const zend_string *schema);

/* The same beside a table that the user creates, in the schema where it is, over an open connection whose platform
 * slock_sql_fencing_of() knows. */
slock_status slock_table_complete(slock_sql_store *store, slock_result *result);

#endif
