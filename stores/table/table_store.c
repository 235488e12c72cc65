/* SPDX-License-Identifier: MIT
 *
 * Locks as rows of a table: see table_store.h. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "clients/userland.h"
#include "stores/table/table_store.h"
#include "stores/stores.h"

#include "core/chance.h"
#include "core/digest.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/store_show.h"
#include "core/text.h"
#include "core/wait.h"

#include "ext/random/php_random.h"

/* How often a statement is tried that the server gave up for another one's sake. */
#define MAX_TRIES 20
/* How long it waits before, at most: this times the number of the attempt. */
#define PAUSE_US 2000
#define MAX_PAUSES 10
/* How often a lock is acquired whose lifetime is over before its fencing token is minted. */
#define MAX_MINTS 3

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

/* What an operation works with; freed by its end. */
typedef struct {
	slock_sql_store *store;
	slock_sql *sql;
	slock_sql_row row; /* with references to its strings */
	bool held;         /* the key has a fencing token, of when it acquired the lock */
	bool renewal;      /* nobody has asked for it at this moment */
	bool only_if_held; /* refresh: not what another owner may have had */
	slock_result *result;
	slock_time
		outer; /* what the connection's answer_by was: PHP code in the middle of an operation may begin another one */
} operation;

static bool table_begin(slock_store *base, const slock_request *request, slock_result *result, operation *op)
{
	op->store = slock_sql_store_of(base);
	op->sql = op->store->sql;
	op->result = result;
	op->row.table = &op->store->table;
	op->row.ttl = request->ttl;
	op->renewal = request->only_if_held;
	/* Another owner may have had an expired row, and then the token of this one is not the greatest. */
	op->only_if_held = request->only_if_held || (base->capabilities & SLOCK_STORE_FENCES);
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

static slock_status table_end(operation *op)
{
	op->sql->answer_by = op->outer;
	zend_string_release(op->row.id);
	zend_string_release(op->row.token);
	return op->result->status;
}

/* --- statements -------------------------------------------------------------------------------------------------- */

/* Waits a moment, or another one that waits for us might be in our way once more; false: there is no time, or an
 * exception. */
static bool table_pause_before(operation *op, int tries)
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
	return slock_wait_until(until);
}

/* Whether a failed statement may be sent once more. All of ours may be repeated: done twice is done once. */
static bool table_may_try_again(operation *op, int tries)
{
	slock_result asked = SLOCK_RESULT_INIT;
	bool in_transaction = true;

	switch (op->sql->problem) {
		case SLOCK_SQL_LOST:
			return tries == 0 && slock_sql_reset(op->sql);
		case SLOCK_SQL_TRY_AGAIN:
			/* A transaction of the user's has failed as a whole, and is the user's to repeat. */
			op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, &asked);
			slock_result_dtor(&asked);
			return tries < MAX_TRIES && !in_transaction && !EG(exception) && table_pause_before(op, tries);
		default:
			return false;
	}
}

/* Whether the statement that has just been sent is to be sent once more, after a pause. */
static bool table_once_more(operation *op, int *tries)
{
	if (op->result->status != SLOCK_STORAGE_ERROR || !table_may_try_again(op, (*tries)++)) {
		return false;
	}
	slock_result_dtor(op->result);
	return true;
}

static slock_status table_end_statement(operation *op, zend_string *statement)
{
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(op->result, SLOCK_INTERRUPTED);
	}
	zend_string_release(statement);
	return op->result->status;
}

/* The platform is known as soon as there is a connection; before that only statements are made that do not need it. */
static zend_string *table_statement(operation *op, slock_sql_kind kind)
{
	op->row.platform = op->sql->platform;
	return slock_sql_statement(kind, &op->row);
}

/* Takes over the statement. */
static slock_status table_execute_text(operation *op, zend_string *statement, slock_sql_effect *effect)
{
	int tries = 0;

	do {
		slock_sql_execute(op->sql, statement, effect, op->result);
	} while (table_once_more(op, &tries));
	return table_end_statement(op, statement);
}

/* The upsert that answers with the fencing token, where it had an effect. */
static slock_status table_acquire_fenced(operation *op, slock_sql_effect *effect)
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

static slock_status table_execute(operation *op, slock_sql_kind kind, slock_sql_effect *effect)
{
	if (kind == SLOCK_SQL_UPSERT_FENCED) {
		return table_acquire_fenced(op, effect);
	}
	return table_execute_text(op, table_statement(op, kind), effect);
}

/* Takes over the statement. */
static slock_status table_query_text(operation *op, zend_string *statement, zend_string **value)
{
	int tries = 0;

	do {
		slock_sql_query(op->sql, statement, value, op->result);
	} while (table_once_more(op, &tries));
	return table_end_statement(op, statement);
}

static slock_status table_query(operation *op, slock_sql_kind kind, zend_string **value)
{
	return table_query_text(op, table_statement(op, kind), value);
}

/* OK or CONFLICT: whether the token has the row now. */
static slock_status table_ask_held(operation *op)
{
	zend_string *value;

	if (table_query(op, SLOCK_SQL_SELECT, &value) != SLOCK_OK) {
		return op->result->status;
	}
	if (!value) {
		return slock_result_set(op->result, SLOCK_CONFLICT);
	}
	zend_string_release(value);
	return SLOCK_OK;
}

/* A table that is missing holds no lock. In a transaction of PostgreSQL the failure has to be told: it ended it. */
static slock_status table_without_table(operation *op)
{
	slock_result asked = SLOCK_RESULT_INIT;
	bool in_transaction = false;

	if (op->result->status != SLOCK_STORAGE_ERROR || op->sql->problem != SLOCK_SQL_TABLE_MISSING) {
		return op->result->status;
	}
	if (op->sql->platform == SLOCK_SQL_PGSQL) {
		op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, &asked);
		slock_result_dtor(&asked);
		if (UNEXPECTED(EG(exception))) {
			return slock_result_set(op->result, SLOCK_INTERRUPTED);
		}
	}
	if (!in_transaction) {
		slock_result_dtor(op->result);
		slock_result_set(op->result, SLOCK_CONFLICT);
	}
	return op->result->status;
}

/* --- the table --------------------------------------------------------------------------------------------------- */

/* Makes what stands beside the table for fencing tokens, where it is missing. The failure names the statement, for
 * whoever has the right to it. */
static slock_status table_create_fence(operation *op)
{
	zend_string *statement = slock_sql_create_fence(&op->store->table, op->sql->platform);
	char said[SLOCK_MESSAGE_SIZE];
	slock_sql_effect unused;

	zend_string_addref(statement);
	if (table_execute_text(op, statement, &unused) == SLOCK_STORAGE_ERROR) {
		memcpy(said, op->result->message, sizeof(said));
		snprintf(op->result->message, sizeof(op->result->message), "Fencing tokens need \"%s\": %s",
				 ZSTR_VAL(statement), said);
	}
	zend_string_release(statement);
	return op->result->status;
}

/* PostgreSQL: makes what tokens need, and finds out whether the table is what is missing. */
static bool table_misses_fence_only(operation *op)
{
	zend_string *name = NULL;

	if (!op->store->table.fence || op->sql->platform != SLOCK_SQL_PGSQL) {
		return false;
	}
	if (table_create_fence(op) != SLOCK_OK ||
		table_query_text(op, slock_sql_find_table(&op->store->table), &name) != SLOCK_OK) {
		return true;
	}
	if (!name) {
		return false;
	}
	zend_string_release(name);
	return true;
}

/* Makes the missing table; what goes wrong is left in the result. Another process may be doing the same. */
static void table_create_table(operation *op)
{
	zend_object *store = &op->store->base.std;
	zend_function *method = zend_hash_str_find_ptr(&store->ce->function_table, ZEND_STRL("createtable"));
	zend_string *statement;
	slock_sql_effect of_no_interest;
	zval unused;

	slock_result_dtor(op->result);
	slock_result_set(op->result, SLOCK_OK);
	if (table_misses_fence_only(op)) {
		return;
	}
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
	table_execute_text(op, statement, &of_no_interest);
}

#define SAVEPOINT "SAVEPOINT slock_table"
#define ROLLBACK_TO_SAVEPOINT "ROLLBACK TO SAVEPOINT slock_table"
#define RELEASE_SAVEPOINT "RELEASE SAVEPOINT slock_table"

static slock_status table_manage(operation *op, const char *text)
{
	slock_sql_effect unused;

	return table_execute_text(op, zend_string_init(text, strlen(text), false), &unused);
}

/* Whether the failed statement has to be followed by the table's creation. MySQL's would commit what the user has
 * begun, and Oracle's too. */
static bool table_wants_table(operation *op, bool in_transaction)
{
	if (op->result->status != SLOCK_STORAGE_ERROR || op->sql->problem != SLOCK_SQL_TABLE_MISSING) {
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

/* What has failed for want of a table does not end the transaction of the user's. */
static void table_leave_transaction(operation *op)
{
	slock_result *outer = op->result, ignored = SLOCK_RESULT_INIT;
	slock_sql_problem problem = op->sql->problem;

	op->result = &ignored;
	table_manage(op, ROLLBACK_TO_SAVEPOINT);
	op->result = outer;
	slock_result_dtor(&ignored);
	op->sql->problem = problem;
}

/* Makes the table and runs the statement again. The result is still that of its failure. */
static void table_create_and_repeat(operation *op, bool savepoint, slock_sql_kind kind, slock_sql_effect *effect)
{
	slock_result *outer = op->result, creating = SLOCK_RESULT_INIT;

	if (savepoint) {
		slock_result_dtor(outer);
		if (table_manage(op, ROLLBACK_TO_SAVEPOINT) != SLOCK_OK) {
			return;
		}
	}
	op->result = &creating;
	table_create_table(op);
	if (savepoint && creating.status == SLOCK_STORAGE_ERROR) {
		table_leave_transaction(op);
	}
	op->result = outer;
	if (creating.status == SLOCK_INTERRUPTED || EG(exception)) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	} else {
		/* Whatever came of it: another process may have made the table. */
		slock_result_dtor(outer);
		table_execute(op, kind, effect);
		/* Why it could not be created says more than that it is still missing. */
		if (outer->status == SLOCK_STORAGE_ERROR && creating.status == SLOCK_STORAGE_ERROR &&
			op->sql->problem == SLOCK_SQL_TABLE_MISSING) {
			slock_result_dtor(outer);
			*outer = creating;
			return;
		}
	}
	slock_result_dtor(&creating);
}

/* Runs a statement that needs the table; creates it when it is missing and that can be done. */
static slock_status table_with_table(operation *op, slock_sql_kind kind, slock_sql_effect *effect)
{
	slock_sql_store *store = op->store;
	slock_result asked = SLOCK_RESULT_INIT;
	bool in_transaction = false, savepoint;

	if (store->table_known) {
		if (table_execute(op, kind, effect) != SLOCK_STORAGE_ERROR || op->sql->problem != SLOCK_SQL_TABLE_MISSING) {
			return op->result->status;
		}
		/* It was dropped since. */
		op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, &asked);
		slock_result_dtor(&asked);
		op->sql->problem = SLOCK_SQL_TABLE_MISSING;
		if (table_wants_table(op, in_transaction)) {
			table_create_and_repeat(op, false, kind, effect);
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
	table_execute(op, kind, effect);
	if (table_wants_table(op, in_transaction)) {
		table_create_and_repeat(op, savepoint, kind, effect);
		if (savepoint && op->result->status == SLOCK_STORAGE_ERROR) {
			table_leave_transaction(op);
		}
	}
	if (op->result->status == SLOCK_OK) {
		store->table_known = true;
		if (savepoint) {
			table_manage(op, RELEASE_SAVEPOINT);
		}
	}
	return op->result->status;
}

/* --- acquire ----------------------------------------------------------------------------------------------------- */

/* What the rows and LAST_INSERT_ID() of MySQL's statements say. Without FOUND_ROWS a new row counts 1, a changed one 2,
 * an unchanged one 0; with it, an unchanged one counts 1 too, so that only the id tells it from a new row. */
static slock_status table_read_mysql(operation *op, const slock_sql_effect *effect)
{
	zend_long rows = effect->rows, id;

	if (slock_sql_last_id(op->sql, effect, &id, op->result) != SLOCK_OK) {
		return op->result->status;
	}
	if (id == SLOCK_SQL_ID_OURS) {
		return SLOCK_OK;
	}
	if (id == SLOCK_SQL_ID_THEIRS) {
		return slock_result_set(op->result, SLOCK_CONFLICT);
	}
	/* Whose id was lost may also have asked for FOUND_ROWS. */
	if (rows == 1 &&
		(id == SLOCK_SQL_UNKNOWN_ID || (op->sql->ops->may_count_found && op->sql->ops->may_count_found(op->sql)))) {
		rows = 0;
	}
	if (UNEXPECTED(EG(exception))) {
		return slock_sql_failed(op->sql, op->result);
	}
	/* Nothing was changed, as far as is known, and something between us and the server has lost the id. */
	return rows > 0 ? SLOCK_OK : table_ask_held(op);
}

/* Where one statement cannot do it: insert, and when that fails look who has the row. */
static slock_status table_acquire_in_steps(operation *op)
{
	slock_result *outer = op->result, second = SLOCK_RESULT_INIT;
	zend_string *owner = NULL;
	slock_sql_effect effect;

	if (table_with_table(op, SLOCK_SQL_INSERT, &effect) != SLOCK_STORAGE_ERROR ||
		op->sql->problem != SLOCK_SQL_FAILED) {
		return outer->status;
	}
	op->result = &second;
	if (table_execute(op, SLOCK_SQL_UPDATE, &effect) == SLOCK_OK && effect.rows == 0) {
		/* Whether there is a row at all decides what the first failure was. */
		table_query(op, SLOCK_SQL_SELECT_OWNER, &owner);
	}
	op->result = outer;
	if (second.status == SLOCK_OK && (effect.rows > 0 || owner)) {
		bool held = effect.rows > 0 || zend_string_equals(owner, op->row.token);

		slock_result_dtor(outer);
		slock_result_set(outer, held ? SLOCK_OK : SLOCK_CONFLICT);
	} else if (second.status == SLOCK_INTERRUPTED) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	}
	slock_text_release(owner);
	slock_result_dtor(&second);
	return outer->status;
}

static slock_status table_learn_upserts(operation *op)
{
	zend_string *version = NULL;

	if (op->sql->platform == SLOCK_SQL_SQLITE &&
		table_query_text(op, zend_string_init(ZEND_STRL("SELECT sqlite_version()"), false), &version) != SLOCK_OK) {
		return op->result->status;
	}
	op->store->upserts = slock_sql_has_upsert(op->sql->platform, version);
	op->store->upserts_known = true;
	slock_text_release(version);
	return SLOCK_OK;
}

/* After a grant without a token. A lock that the key had before stays as it is. */
static void table_give_back(operation *op)
{
	slock_result *outer = op->result, ignored = SLOCK_RESULT_INIT;
	slock_sql_problem problem = op->sql->problem;
	slock_sql_effect unused;

	if (!op->held && outer->status != SLOCK_INTERRUPTED) {
		op->result = &ignored;
		table_execute(op, SLOCK_SQL_DELETE, &unused);
		op->result = outer;
		slock_result_dtor(&ignored);
		op->sql->problem = problem;
	}
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	}
}

/* One statement, and what it needs is made first if that is missing and may be made now. */
static slock_status table_run_mint(operation *op, slock_sql_effect *effect)
{
	slock_result asked = SLOCK_RESULT_INIT;
	bool in_transaction = false;

	if (table_execute(op, SLOCK_SQL_MINT, effect) != SLOCK_STORAGE_ERROR ||
		op->sql->problem != SLOCK_SQL_TABLE_MISSING) {
		return op->result->status;
	}
	op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, &asked);
	slock_result_dtor(&asked);
	op->sql->problem = SLOCK_SQL_TABLE_MISSING;
	if (!table_wants_table(op, in_transaction) || EG(exception)) {
		return op->result->status;
	}
	slock_result_dtor(op->result);
	return table_create_fence(op) == SLOCK_OK ? table_execute(op, SLOCK_SQL_MINT, effect) : op->result->status;
}

/* Where something between us and the server has lost what was minted. Only who has the lock can have minted since. */
static slock_status table_ask_fence(operation *op)
{
	zend_string *token;

	if (table_query(op, SLOCK_SQL_SELECT_FENCE, &token) != SLOCK_OK) {
		return op->result->status;
	}
	if (!token) {
		return slock_result_set(op->result, SLOCK_CONFLICT);
	}
	op->result->fence = ZEND_STRTOL(ZSTR_VAL(token), NULL, 10);
	zend_string_release(token);
	return SLOCK_OK;
}

/* Mints the token of a lock that has just been acquired. CONFLICT: its lifetime was over by then. */
static slock_status table_mint(operation *op)
{
	slock_sql_effect effect;
	zend_long id = 0;

	if (table_run_mint(op, &effect) != SLOCK_OK) {
		return op->result->status;
	}
	if (effect.rows == 0) {
		return slock_result_set(op->result, SLOCK_CONFLICT);
	}
	if (slock_sql_last_id(op->sql, &effect, &id, op->result) == SLOCK_OK && id <= 0) {
		return table_ask_fence(op);
	}
	op->result->fence = id;
	return op->result->status;
}

/* The lock is held whatever becomes of this. */
static void table_prune(operation *op)
{
	slock_result *outer = op->result, ignored = SLOCK_RESULT_INIT;
	slock_sql_effect unused;

	op->result = &ignored;
	table_execute(op, SLOCK_SQL_PRUNE, &unused);
	if (op->store->table.fence && slock_sql_fencing_of(op->sql->platform) == SLOCK_SQL_FENCE_AFTER_IT) {
		table_execute(op, SLOCK_SQL_PRUNE_FENCES, &unused);
	}
	op->result = outer;
	slock_result_dtor(&ignored);
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	}
}

/* With the fencing token where the statement itself mints it. */
static slock_status table_take(operation *op, slock_sql_kind upsert)
{
	slock_sql_effect effect;

	if (!op->store->upserts) {
		return table_acquire_in_steps(op);
	}
	if (table_with_table(op, upsert, &effect) == SLOCK_OK) {
		if (op->sql->platform == SLOCK_SQL_MYSQL) {
			table_read_mysql(op, &effect);
		} else if (effect.rows == 0) {
			slock_result_set(op->result, SLOCK_CONFLICT);
		}
	}
	return op->result->status;
}

/* Takes the lock, and then mints for whoever has it at that moment. If the lifetime was over in between, that is
 * nobody, or another one by now. */
static void table_take_and_mint(operation *op)
{
	for (int tries = 0; tries < MAX_MINTS; tries++) {
		if (table_take(op, SLOCK_SQL_UPSERT) != SLOCK_OK) {
			return;
		}
		if (table_mint(op) != SLOCK_CONFLICT) {
			break;
		}
	}
	if (op->result->status == SLOCK_CONFLICT) {
		slock_result_error(op->result, "The lock has expired before its fencing token was minted");
	}
	if (op->result->status != SLOCK_OK) {
		table_give_back(op);
	}
}

static void table_acquire(operation *op)
{
	slock_sql_store *store = op->store;
	slock_result *result = op->result;

	if (op->sql->ops->connect(op->sql, result) != SLOCK_OK ||
		(UNEXPECTED(!store->upserts_known) && table_learn_upserts(op) != SLOCK_OK)) {
		return;
	}
	if (EXPECTED(!store->table.fence)) {
		table_take(op, SLOCK_SQL_UPSERT);
	} else {
		switch (slock_sql_fencing_of(op->sql->platform)) {
			case SLOCK_SQL_FENCE_WITH_GRANT:
				table_take(op, SLOCK_SQL_UPSERT_FENCED);
				break;
			case SLOCK_SQL_FENCE_AFTER_IT:
				table_take_and_mint(op);
				break;
			default:
				slock_result_error(result, "Fencing tokens are not implemented for platform \"%s\".", op->sql->driver);
		}
	}
	if (result->status == SLOCK_OK && slock_chance(store->gc_probability)) {
		table_prune(op);
	}
}

/* --- the others -------------------------------------------------------------------------------------------------- */

/* A transaction of the user's is no place for a renewal that nobody sees: a rollback would take back what we count on,
 * and until its end the row is locked for others. Those who wait for the end try again. */
static bool table_may_renew(operation *op)
{
	bool in_transaction = false;

	if (op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, op->result) == SLOCK_OK && in_transaction) {
		slock_result_error(op->result, "%s: not renewed in the middle of a transaction on its connection",
						   op->store->base.ops->name);
	}
	return op->result->status == SLOCK_OK;
}

static void table_refresh(operation *op)
{
	slock_sql_effect effect;

	if (op->sql->ops->connect(op->sql, op->result) != SLOCK_OK || (op->renewal && !table_may_renew(op))) {
		return;
	}
	if (table_execute(op, op->only_if_held ? SLOCK_SQL_RENEW : SLOCK_SQL_UPDATE, &effect) != SLOCK_OK) {
		table_without_table(op);
	} else if (op->sql->platform == SLOCK_SQL_MYSQL) {
		table_read_mysql(op, &effect);
	} else if (effect.rows == 0) {
		slock_result_set(op->result, SLOCK_CONFLICT);
	}
}

static void table_exists(operation *op)
{
	if (op->sql->ops->connect(op->sql, op->result) == SLOCK_OK && table_ask_held(op) == SLOCK_STORAGE_ERROR) {
		table_without_table(op);
	}
}

static void table_release(operation *op)
{
	slock_sql_effect effect;

	if (table_execute(op, SLOCK_SQL_DELETE, &effect) != SLOCK_OK) {
		table_without_table(op);
	} else if (effect.rows == 0) {
		slock_result_set(op->result, SLOCK_CONFLICT);
	}
}

slock_status slock_sql_store_run(slock_store *base, const slock_request *request, slock_result *result)
{
	static void (*const runs[])(operation * op) = {
		[SLOCK_OP_ACQUIRE] = table_acquire,
		[SLOCK_OP_REFRESH] = table_refresh,
		[SLOCK_OP_EXISTS] = table_exists,
		[SLOCK_OP_RELEASE] = table_release,
	};
	operation op;

	if (!table_begin(base, request, result, &op)) {
		return result->status;
	}
	runs[request->op](&op);
	return table_end(&op);
}

/* --- life -------------------------------------------------------------------------------------------------------- */

void slock_sql_store_show(slock_store *base, HashTable *into)
{
	const slock_sql_store *store = slock_sql_store_of(base);
	zend_string *server;

	slock_store_show_text(base, into, "transport", store->sql->ops->transport(store->sql));
	if (store->sql->address[0]) {
		server = slock_secrets_place(store->sql->address);
		slock_store_show_text(base, into, "server", ZSTR_VAL(server));
		zend_string_release(server);
	}
	slock_store_show_text(base, into, "table", ZSTR_VAL(store->table.name));
}

void slock_sql_store_get_gc(slock_store *base, zend_get_gc_buffer *buffer)
{
	slock_sql *sql = slock_sql_store_of(base)->sql;

	if (sql) {
		sql->ops->get_gc(sql, buffer);
	}
}

void slock_sql_store_free(slock_store *base)
{
	slock_sql_store *store = slock_sql_store_of(base);

	if (store->sql) {
		store->sql->ops->free(store->sql);
	}
	slock_text_release(store->table.name);
	slock_text_release(store->table.id);
	slock_text_release(store->table.token);
	slock_text_release(store->table.expiration);
	slock_text_release(store->table.fence);
}
