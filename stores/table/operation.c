/* SPDX-License-Identifier: MIT
 *
 * Statements of an operation: see operation.h. */
#include "php_slock.h"
#include "stores/table/operation.h"

#include "core/digest.h"
#include "core/exceptions.h"
#include "core/fencing.h"

#include "ext/random/php_random.h"

/* How often a statement is tried that the server gave up for another one's sake. */
#define MAX_TRIES 20
/* How long it waits before, at most: this times the number of the attempt. */
#define PAUSE_US 2000
#define MAX_PAUSES 10

/* --- what rows are made of --------------------------------------------------------------------------------------- */

/* Base64, and no longer than the column: all that a store of this kind has ever written. */
static bool table_is_token(const zend_string *token)
{
	if (ZSTR_LEN(token) > 44) {
		return false;
	}
	for (size_t i = 0; i < ZSTR_LEN(token); i++) {
		unsigned char c = (unsigned char) ZSTR_VAL(token)[i];

		if (!isalnum(c) && c != '+' && c != '/' && c != '=') {
			return false;
		}
	}
	return true;
}

/* The key's token, owned; anything else in its state is not, and must not get into a statement. NULL with an exception.
 */
static zend_string *table_token_of(slock_store *store, slock_key *key)
{
	zend_string *token = slock_key_token(key, store->state_name);

	if (token && UNEXPECTED(!table_is_token(token))) {
		zend_string_release(token);
		slock_key_remove_state(key, store->state_name);
		token = EG(exception) ? NULL : slock_key_token(key, store->state_name);
	}
	return token;
}
bool slock_table_begin(slock_store *base, const slock_request *request, slock_result *result, slock_table_operation *op)
{
	op->store = slock_sql_store_of(base);
	op->sql = op->store->sql;
	op->result = result;
	op->row.table = &op->store->table;
	op->row.schema = NULL;
	op->row.last_id = 0;
	op->row.ttl = request->ttl;
	op->row.only_prolongs = request->only_prolongs;
	op->renewal = request->only_if_held;
	/* Another owner may have had an expired row, and then the token of this one is not the greatest. */
	op->only_if_held = request->only_if_held || (base->capabilities & SLOCK_STORE_FENCES);
	op->fresh = slock_request_may_be_undone(request, slock_key_find_state(request->key, base->state_name) != NULL);
	op->row.token = table_token_of(base, request->key);
	if (!op->row.token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	op->row.id = slock_digest_text(slock_sha256, request->resource);
	op->outer = op->sql->answer_by;
	op->sql->answer_by = request->answer_by;
	op->held = op->store->table.fence && slock_fence_of(request->key);
	return true;
}

slock_status slock_table_end(slock_table_operation *op)
{
	op->sql->answer_by = op->outer;
	zend_string_release(op->row.id);
	zend_string_release(op->row.token);
	return op->result->status;
}

/* --- statements -------------------------------------------------------------------------------------------------- */

/* Waits a moment, or another one that waits for us might be in our way once more; false: there is no time. Handlers of
 * signals wait as well, all pauses together for less than a third of a second: the lock may have been granted by a
 * statement before this one, and a release has to be sent once more. */
static bool table_pause_before(slock_table_operation *op, int tries)
{
	zend_long microseconds;
	slock_time until;

	if (php_random_int_silent(0, MIN(tries + 1, MAX_PAUSES) * PAUSE_US, &microseconds) == FAILURE) {
		microseconds = PAUSE_US;
	}
	until = slock_clock_now() + microseconds * 1000;
	if (op->sql->answer_by && op->sql->answer_by <= until) {
		return false;
	}
	slock_clock_sleep_until(until);
	return true;
}

typedef enum { TABLE_NONE, TABLE_TRANSACTION, TABLE_UNKNOWN } table_transaction;

/* After a failure that ends a transaction: whether there was one of the user's. UNKNOWN: it could not be asked. */
static table_transaction table_was_in_transaction(slock_table_operation *op)
{
	slock_result asked = SLOCK_RESULT_INIT;
	slock_sql_problem problem = op->sql->problem;
	bool known, in_transaction = true;

	/* The client's word, from before the failure. */
	known = op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, &asked) == SLOCK_OK;
	slock_result_dtor(&asked);
	if (known && !in_transaction) {
		in_transaction = op->sql->ops->may_have_begun(op->sql);
	}
	op->sql->problem = problem;
	if (!known || EG(exception)) {
		return TABLE_UNKNOWN;
	}
	return in_transaction ? TABLE_TRANSACTION : TABLE_NONE;
}

/* What follows from a failure, before what it says. */
static void table_tell(slock_table_operation *op, const char *consequence)
{
	char text[SLOCK_MESSAGE_SIZE];

	memcpy(text, op->result->message, sizeof(text));
	slock_result_error(op->result, "%s%s", consequence, text);
}

/* What the user has acquired in it is held no more, and the connection takes statements as if nothing had been: only
 * this tells. (PostgreSQL refuses all that follows until the user ends the transaction.) */
static void table_tell_of_rollback(slock_table_operation *op)
{
	if (op->sql->platform == SLOCK_SQL_MYSQL || op->sql->platform == SLOCK_SQL_SQLSRV) {
		table_tell(op, "The server has rolled back the transaction of the connection,"
					   " and with it all locks that were acquired in it: ");
	}
}

/* Whether a failed statement may be sent once more. All of ours may be repeated: done twice is done once. */
static bool table_may_try_again(slock_table_operation *op, int tries)
{
	switch (op->sql->problem) {
		case SLOCK_SQL_LOST:
		case SLOCK_SQL_READ_ONLY:
			op->result->sent_again = tries == 0 && slock_sql_reset(op->sql);
			return op->result->sent_again;
		case SLOCK_SQL_TRY_AGAIN:
			switch (table_was_in_transaction(op)) {
				case TABLE_NONE:
					return tries < MAX_TRIES && table_pause_before(op, tries);
				case TABLE_TRANSACTION:
					/* It has failed as a whole, and is the user's to repeat. */
					table_tell_of_rollback(op);
					return false;
				default:
					return false;
			}
		case SLOCK_SQL_WAITED:
			if (table_was_in_transaction(op) == TABLE_TRANSACTION) {
				table_tell(op,
						   "Where innodb_rollback_on_timeout is on, the server has rolled back the transaction of the"
						   " connection, and with it all locks that were acquired in it: ");
			}
			return false;
		default:
			return false;
	}
}

/* Whether the statement that has just been sent is to be sent once more, after a pause. */
static bool table_once_more(slock_table_operation *op, int *tries)
{
	if (op->result->status != SLOCK_STORAGE_ERROR || !table_may_try_again(op, (*tries)++)) {
		return false;
	}
	slock_result_dtor(op->result);
	return true;
}

static slock_status table_end_statement(slock_table_operation *op, zend_string *statement)
{
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(op->result, SLOCK_INTERRUPTED);
	}
	zend_string_release(statement);
	return op->result->status;
}

/* The platform is known as soon as there is a connection; before that only statements are made that do not need it. */
static zend_string *table_statement(slock_table_operation *op, slock_sql_kind kind)
{
	op->row.platform = op->sql->platform;
	return slock_sql_statement(kind, &op->row);
}

slock_status slock_table_execute_text(slock_table_operation *op, zend_string *statement, slock_sql_effect *effect)
{
	int tries = 0;

	do {
		slock_sql_execute(op->sql, statement, effect, op->result);
	} while (table_once_more(op, &tries));
	return table_end_statement(op, statement);
}

/* The upsert that answers with the fencing token, where it had an effect. */
static slock_status table_acquire_fenced(slock_table_operation *op, slock_sql_effect *effect)
{
	zend_string *statement = table_statement(op, SLOCK_SQL_UPSERT_FENCED), *token;
	int tries = 0;

	*effect = (slock_sql_effect){0};
	do {
		slock_sql_query_at_once(op->sql, statement, &token, op->result);
	} while (table_once_more(op, &tries));
	if (token) {
		effect->rows = 1;
		op->result->fence = ZEND_STRTOL(ZSTR_VAL(token), NULL, 10);
		zend_string_release(token);
	}
	return table_end_statement(op, statement);
}

slock_status slock_table_execute(slock_table_operation *op, slock_sql_kind kind, slock_sql_effect *effect)
{
	if (kind == SLOCK_SQL_UPSERT_FENCED) {
		return table_acquire_fenced(op, effect);
	}
	return slock_table_execute_text(op, table_statement(op, kind), effect);
}

slock_status slock_table_query_text(slock_table_operation *op, zend_string *statement, zend_string **value)
{
	int tries = 0;

	do {
		slock_sql_query(op->sql, statement, value, op->result);
	} while (table_once_more(op, &tries));
	return table_end_statement(op, statement);
}

slock_status slock_table_query(slock_table_operation *op, slock_sql_kind kind, zend_string **value)
{
	return slock_table_query_text(op, table_statement(op, kind), value);
}

slock_status slock_table_ask_held(slock_table_operation *op, slock_sql_kind kind)
{
	zend_string *value;

	if (slock_table_query(op, kind, &value) != SLOCK_OK) {
		return op->result->status;
	}
	if (!value) {
		return slock_result_set(op->result, SLOCK_CONFLICT);
	}
	zend_string_release(value);
	return SLOCK_OK;
}
