/* SPDX-License-Identifier: MIT
 *
 * One operation on a lock in a table: its row, and the statements that it sends. */
#ifndef SLOCK_STORES_TABLE_OPERATION_H
#define SLOCK_STORES_TABLE_OPERATION_H

#include "stores/table/table.h"

typedef struct {
	slock_sql_store *store;
	slock_sql *sql;
	slock_sql_row row; /* with references to its strings */
	bool held;         /* with the fencing token that the key has */
	bool fresh;        /* the key had no lock before, as far as it knows */
	bool renewal;      /* nobody has asked for it at this moment */
	bool only_if_held; /* refresh: not what another owner may have had */
	slock_result *result;
	/* What the connection's answer_by was: PHP code in the middle of an operation may begin another one. */
	slock_time outer;
} slock_table_operation;

/* Fills the operation; false when there is no token for the row: the result is set, and there is nothing to end. */
bool slock_table_begin(slock_store *base, const slock_request *request, slock_result *result,
					   slock_table_operation *op);

/* Frees what it has. The status of its result. */
slock_status slock_table_end(slock_table_operation *op);

/* Send a statement, once more where that may help and there is time; `text` is taken over. The status of the result,
 * and what the statement did; a SLOCK_SQL_UPSERT_FENCED leaves the token in the result. */
slock_status slock_table_execute(slock_table_operation *op, slock_sql_kind kind, slock_sql_effect *effect);
slock_status slock_table_execute_text(slock_table_operation *op, zend_string *text, slock_sql_effect *effect);

/* The same of what answers with a value, owned by the caller; NULL: with no row, or NULL. */
slock_status slock_table_query(slock_table_operation *op, slock_sql_kind kind, zend_string **value);
slock_status slock_table_query_text(slock_table_operation *op, zend_string *text, zend_string **value);

/* OK or CONFLICT: whether the token has the row now, by a SLOCK_SQL_SELECT or a SLOCK_SQL_SELECT_LATEST. Otherwise what
 * went wrong. */
slock_status slock_table_ask_held(slock_table_operation *op, slock_sql_kind kind);

#endif
