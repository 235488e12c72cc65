/* SPDX-License-Identifier: MIT
 *
 * Tables that are made when they are missing: see creation.h. */
#include "php_slock.h"
#include "clients/userland.h"
#include "stores/table/creation.h"

#include "core/exceptions.h"
#include "core/text.h"

/* Makes what stands beside the table for fencing tokens, where it is missing; `schema` as for slock_sql_create_fence().
 * The failure names the statement, for whoever has the right to it. */
static void table_create_fence_in(slock_table_operation *op, const zend_string *schema)
{
	zend_string *statement = slock_sql_create_fence(&op->store->table, op->sql->platform, schema);
	char said[SLOCK_MESSAGE_SIZE];
	slock_sql_effect unused;

	zend_string_addref(statement);
	if (slock_table_execute_text(op, statement, &unused) == SLOCK_STORAGE_ERROR) {
		memcpy(said, op->result->message, sizeof(said));
		snprintf(op->result->message, sizeof(op->result->message), "Fencing tokens need \"%s\": %s",
				 ZSTR_VAL(statement), said);
	}
	zend_string_release(statement);
}

static void table_create_fence(slock_table_operation *op)
{
	table_create_fence_in(op, NULL);
}

/* PostgreSQL: makes what tokens need beside the table. False: there is nothing to do without it, or no table. */
static bool table_create_sequence(slock_table_operation *op)
{
	zend_string *schema = NULL;
	bool found;

	if (!op->store->table.fence || op->sql->platform != SLOCK_SQL_PGSQL) {
		return false;
	}
	if (slock_table_query_text(op, slock_sql_find_table(&op->store->table), &schema) != SLOCK_OK) {
		return true;
	}
	/* PDO::NULL_TO_STRING makes the empty string of what there is none of. */
	found = schema && ZSTR_LEN(schema);
	if (found) {
		table_create_fence_in(op, schema);
	}
	slock_text_release(schema);
	return found;
}

static void table_complete_with(slock_sql_store *store, slock_result *result)
{
	slock_table_operation op = {.store = store, .sql = store->sql, .row.table = &store->table, .result = result};

	if (!table_create_sequence(&op)) {
		table_create_fence(&op);
	}
}

slock_status slock_table_complete(slock_sql_store *store, slock_result *result)
{
	slock_result again = SLOCK_RESULT_INIT;

	table_complete_with(store, result);
	if (result->status != SLOCK_STORAGE_ERROR || EG(exception) || store->sql->platform != SLOCK_SQL_PGSQL ||
		store->sql->problem != SLOCK_SQL_FAILED) {
		return result->status;
	}
	/* What another process makes in the same moment is no sequence that exists, but a duplicate key. Then it exists. */
	table_complete_with(store, &again);
	if (again.status != SLOCK_STORAGE_ERROR) {
		slock_result_dtor(result);
		slock_result_set(result, again.status);
	}
	slock_result_dtor(&again);
	return result->status;
}

/* Makes the missing table; what goes wrong is left in the result. */
static void table_create_table(slock_table_operation *op)
{
	zend_object *store = &op->store->base.std;
	zend_function *method = zend_hash_str_find_ptr(&store->ce->function_table, ZEND_STRL("createtable"));
	zend_string *statement;
	slock_sql_effect of_no_interest;
	zval unused;

	if (method && method->type == ZEND_USER_FUNCTION) {
		if (slock_userland_call(store, "createTable", 0, NULL, &unused)) {
			zval_ptr_dtor(&unused);
		} else {
			slock_sql_failed(op->sql, op->result);
		}
		return;
	}
	if (op->sql->ops->create_table) {
		op->sql->ops->create_table(op->sql, store, op->result);
		return;
	}
	statement = slock_sql_create(&op->store->table, op->sql->platform, true);
	if (!statement) {
		slock_result_error(op->result, "Creating the lock table is currently not implemented for platform \"%s\".",
						   op->sql->driver);
		return;
	}
	slock_table_execute_text(op, statement, &of_no_interest);
}

/* Makes what is missing, as the failure of a statement says; what goes wrong is left in the result. Another process may
 * be doing the same. */
static void table_create_missing(slock_table_operation *op)
{
	slock_result_dtor(op->result);
	slock_result_set(op->result, SLOCK_OK);
	if (table_create_sequence(op)) {
		return;
	}
	table_create_table(op);
	if (op->result->status == SLOCK_OK) {
		table_create_sequence(op);
	}
}

#define SAVEPOINT "SAVEPOINT slock_table"
#define ROLLBACK_TO_SAVEPOINT "ROLLBACK TO SAVEPOINT slock_table"
#define RELEASE_SAVEPOINT "RELEASE SAVEPOINT slock_table"

static slock_status table_manage(slock_table_operation *op, const char *text)
{
	slock_sql_effect unused;

	return slock_table_execute_text(op, zend_string_init(text, strlen(text), false), &unused);
}

static bool table_is_missing(const slock_table_operation *op)
{
	return op->result->status == SLOCK_STORAGE_ERROR && op->sql->problem == SLOCK_SQL_TABLE_MISSING;
}

void slock_table_note_missing(slock_table_operation *op)
{
	if (table_is_missing(op)) {
		op->store->table_known = false;
	}
}

/* Whether the statement has failed for want of a table that can be made now. MySQL's creation would commit what the
 * user has begun, and Oracle's too. */
static bool table_is_to_be_made(const slock_table_operation *op, bool in_transaction)
{
	if (!table_is_missing(op)) {
		return false;
	}
	switch (op->sql->platform) {
		case SLOCK_SQL_PGSQL:
			/* Without a savepoint the transaction has ended with the failure. */
			return !in_transaction || !op->store->table_known;
		case SLOCK_SQL_SQLITE:
		case SLOCK_SQL_SQLSRV:
			return true;
		default:
			return !in_transaction;
	}
}

/* Whether it has, and there is no transaction of the user's in the way. PHP code may run. */
static bool table_wants_table(slock_table_operation *op)
{
	slock_result asked = SLOCK_RESULT_INIT;
	bool in_transaction = false;

	if (!table_is_missing(op)) {
		return false;
	}
	op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, &asked);
	slock_result_dtor(&asked);
	op->sql->problem = SLOCK_SQL_TABLE_MISSING;
	return table_is_to_be_made(op, in_transaction);
}

/* What has failed for want of a table does not end the transaction of the user's. */
static void table_leave_transaction(slock_table_operation *op)
{
	slock_result *outer = op->result, ignored = SLOCK_RESULT_INIT;
	slock_sql_problem problem = op->sql->problem;

	op->result = &ignored;
	table_manage(op, ROLLBACK_TO_SAVEPOINT);
	op->result = outer;
	slock_result_dtor(&ignored);
	op->sql->problem = problem;
}

/* Makes what is missing, by `create`, and runs the statement again. The result is still that of its failure. True: it
 * is still missing, and the result says why. */
static bool table_create_once(slock_table_operation *op, void (*create)(slock_table_operation *), bool savepoint,
							  slock_sql_kind kind, slock_sql_effect *effect)
{
	slock_result *outer = op->result, creating = SLOCK_RESULT_INIT;
	bool missing = false;

	op->result = &creating;
	create(op);
	if (savepoint && creating.status == SLOCK_STORAGE_ERROR) {
		table_leave_transaction(op);
	}
	op->result = outer;
	if (creating.status == SLOCK_INTERRUPTED || EG(exception)) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	} else {
		/* Whatever came of it: another process may have made the table. */
		slock_result_dtor(outer);
		slock_table_execute(op, kind, effect);
		missing = table_is_missing(op) && creating.status == SLOCK_STORAGE_ERROR;
	}
	slock_result_dtor(missing ? outer : &creating);
	if (missing) {
		/* Why it could not be created says more than that it is still missing. */
		creating.expires_at = outer->expires_at;
		*outer = creating;
	}
	return missing;
}

/* Makes the table and runs the statement again. The result is still that of its failure. */
static void table_create_and_repeat(slock_table_operation *op, bool savepoint, slock_sql_kind kind,
									slock_sql_effect *effect)
{
	/* Another process may have made the table first, and not yet the sequence: then that is made in a second go. */
	int goes = op->store->table.fence && op->sql->platform == SLOCK_SQL_PGSQL ? 2 : 1;
	bool missing = true;

	while (missing && goes-- > 0) {
		if (savepoint) {
			slock_result_dtor(op->result);
			if (table_manage(op, ROLLBACK_TO_SAVEPOINT) != SLOCK_OK) {
				return;
			}
		}
		missing = table_create_once(op, table_create_missing, savepoint, kind, effect);
	}
}

slock_status slock_table_execute_with_fence(slock_table_operation *op, slock_sql_kind kind, slock_sql_effect *effect)
{
	slock_table_execute(op, kind, effect);
	if (table_wants_table(op) && !EG(exception)) {
		table_create_once(op, table_create_fence, false, kind, effect);
	}
	return op->result->status;
}

slock_status slock_table_execute_with_table(slock_table_operation *op, slock_sql_kind kind, slock_sql_effect *effect)
{
	slock_sql_store *store = op->store;
	bool in_transaction = false, savepoint, made;

	if (store->table_known) {
		slock_table_execute(op, kind, effect);
		/* Where it was dropped since. */
		if (table_wants_table(op)) {
			table_create_and_repeat(op, false, kind, effect);
		} else {
			slock_table_note_missing(op);
		}
		return op->result->status;
	}

	if (op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, op->result) != SLOCK_OK) {
		return op->result->status;
	}
	/* There, a failed statement ends the transaction, unless it can go back to before it. */
	savepoint = in_transaction && op->sql->platform == SLOCK_SQL_PGSQL;
	if (savepoint && table_manage(op, SAVEPOINT) != SLOCK_OK) {
		return op->result->status;
	}
	slock_table_execute(op, kind, effect);
	made = table_is_to_be_made(op, in_transaction);
	if (made) {
		table_create_and_repeat(op, savepoint, kind, effect);
		if (savepoint && op->result->status == SLOCK_STORAGE_ERROR) {
			table_leave_transaction(op);
		}
	}
	if (op->result->status == SLOCK_OK) {
		/* What is found in a transaction may be what was made in it before. */
		store->table_in_doubt = savepoint && (made || store->table_in_doubt);
		store->table_known = !store->table_in_doubt;
		if (savepoint) {
			table_manage(op, RELEASE_SAVEPOINT);
		}
	}
	return op->result->status;
}
