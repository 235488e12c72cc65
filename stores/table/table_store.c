/* SPDX-License-Identifier: MIT
 *
 * Locks as rows of a table: see table_store.h. */
#include "php_slock.h"
#include "clients/in_use.h"
#include "clients/secrets.h"
#include "stores/table/creation.h"
#include "stores/table/operation.h"
#include "stores/table/table_store.h"
#include "stores/stores.h"

#include "core/chance.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/store_operations.h"
#include "core/store_show.h"
#include "core/text.h"

/* How often a lock is acquired whose lifetime is over before its fencing token is minted. */
#define MAX_MINTS 3
/* How often a row is inserted that others insert and release. */
#define MAX_INSERTS 3

/* A table that is missing holds no lock. In a transaction of PostgreSQL the failure has to be told: it ended it. */
static slock_status table_without_table(slock_table_operation *op)
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
	slock_table_note_missing(op);
	return op->result->status;
}

/* After a statement that changes rows and has failed for want of a table: where a trigger of the table misses another
 * one, the lock may be there. A SELECT runs none. */
static slock_status table_changed_nothing(slock_table_operation *op)
{
	slock_result *outer = op->result, asked = SLOCK_RESULT_INIT;

	if (outer->status != SLOCK_STORAGE_ERROR || op->sql->problem != SLOCK_SQL_TABLE_MISSING) {
		return outer->status;
	}
	slock_table_note_missing(op);
	op->result = &asked;
	if (slock_table_ask_held(op, SLOCK_SQL_SELECT) != SLOCK_STORAGE_ERROR) {
		op->sql->problem = SLOCK_SQL_FAILED;
	}
	op->result = outer;
	slock_result_dtor(&asked);
	return UNEXPECTED(EG(exception)) ? slock_result_set(outer, SLOCK_INTERRUPTED) : table_without_table(op);
}

/* --- acquire ----------------------------------------------------------------------------------------------------- */

/* What LAST_INSERT_ID() of MySQL's statement says. The rows count what was changed, by a trigger as well, or with
 * FOUND_ROWS what was found: they tell whose the lock is only where the statement finds no other rows than ours. Where
 * something between us and the server has lost the id, as a trigger does, the server is asked. */
static slock_status table_read_mysql(slock_table_operation *op, const slock_sql_effect *effect, bool finds_only_ours)
{
	zend_long id;

	if (slock_sql_last_id(op->sql, effect, &id, op->result) != SLOCK_OK) {
		return op->result->status;
	}
	if (id == SLOCK_SQL_ID_OURS || id == SLOCK_SQL_ID_NEW || (finds_only_ours && effect->rows > 0)) {
		return SLOCK_OK;
	}
	return id == SLOCK_SQL_ID_THEIRS ? slock_result_set(op->result, SLOCK_CONFLICT)
									 : slock_table_ask_held(op, SLOCK_SQL_SELECT_LATEST);
}

/* After an INSERT that has failed: whether somebody has the row, who tells the outcome. False: there is no row, and the
 * result is still that of the failure. */
static bool table_look_who_has_it(slock_table_operation *op)
{
	slock_result *outer = op->result, second = SLOCK_RESULT_INIT;
	zend_string *owner = NULL;
	slock_sql_effect effect;
	bool known;

	op->result = &second;
	if (slock_table_execute(op, SLOCK_SQL_UPDATE, &effect) == SLOCK_OK && effect.rows == 0) {
		/* Whether there is a row at all decides what the first failure was. */
		slock_table_query(op, SLOCK_SQL_SELECT_OWNER, &owner);
	}
	op->result = outer;
	known = second.status != SLOCK_OK || effect.rows > 0 || owner;
	if (second.status == SLOCK_OK && known) {
		bool held = effect.rows > 0 || zend_string_equals(owner, op->row.token);

		slock_result_dtor(outer);
		slock_result_set(outer, held ? SLOCK_OK : SLOCK_CONFLICT);
	} else if (second.status == SLOCK_INTERRUPTED) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	}
	slock_text_release(owner);
	slock_result_dtor(&second);
	return known;
}

/* Where one statement cannot do it: insert, and when that fails look who has the row. If by then nobody has, who had it
 * may have released it, and it is inserted again; a server that takes no rows fails each time. */
static slock_status table_acquire_in_steps(slock_table_operation *op)
{
	slock_sql_effect effect;

	for (int tries = 0; tries < MAX_INSERTS; tries++) {
		slock_result_dtor(op->result);
		if (slock_table_execute_with_table(op, SLOCK_SQL_INSERT, &effect) != SLOCK_STORAGE_ERROR ||
			op->sql->problem != SLOCK_SQL_FAILED || table_look_who_has_it(op)) {
			break;
		}
	}
	return op->result->status;
}

static slock_status table_learn_upserts(slock_table_operation *op)
{
	zend_string *version = NULL;

	if (op->sql->platform == SLOCK_SQL_SQLITE &&
		slock_table_query_text(op, zend_string_init(ZEND_STRL("SELECT sqlite_version()"), false), &version) !=
			SLOCK_OK) {
		return op->result->status;
	}
	op->store->upserts = slock_sql_has_upsert(op->sql->platform, version);
	op->store->upserts_known = true;
	slock_text_release(version);
	return SLOCK_OK;
}

/* After a grant without a token, or one after which code of the user's has thrown what is no failure of the database:
 * nobody will have the lock. */
static void table_give_back(slock_table_operation *op)
{
	slock_result *outer = op->result, ignored = SLOCK_RESULT_INIT;
	slock_sql_problem problem = op->sql->problem;
	slock_time answer_by = op->sql->answer_by;
	slock_request acquisition = {.answer_by = answer_by};
	slock_saved_exception saved = {0};
	slock_sql_effect unused;

	if (slock_exception_set_aside(&saved)) {
		op->result = &ignored;
		op->sql->answer_by = slock_store_undoing(&op->store->base, &acquisition).answer_by;
		slock_table_execute(op, SLOCK_SQL_DELETE, &unused);
		op->sql->answer_by = answer_by;
		op->result = outer;
		slock_result_note_undo(outer, &ignored);
		slock_result_dtor(&ignored);
		op->sql->problem = problem;
		slock_exception_restore(&saved);
	} else {
		/* After exit() there are no statements any more. */
		outer->release_unheard = outer->release_again = true;
	}
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	}
}

/* Where something between us and the server has lost what was minted. Only who has the lock can have minted since. */
static slock_status table_ask_fence(slock_table_operation *op)
{
	zend_string *token;

	if (slock_table_query(op, SLOCK_SQL_SELECT_FENCE, &token) != SLOCK_OK) {
		return op->result->status;
	}
	if (!token) {
		return slock_result_set(op->result, SLOCK_CONFLICT);
	}
	op->result->fence = ZEND_STRTOL(ZSTR_VAL(token), NULL, 10);
	zend_string_release(token);
	return SLOCK_OK;
}

/* Whether the client tells of what was minted, which is the time, or not far from it. Code of the user's (a subclass of
 * \PDO, a middleware) may have inserted a row of its own after our statement: then it tells the number of that. */
static bool table_may_be_fence(zend_long id)
{
	const int64_t day = INT64_C(86400000000), now = slock_fence_after(0);

	return id > now - day && id < now + day;
}

/* Mints the token of a lock that has just been acquired. CONFLICT: its lifetime was over by then. */
static slock_status table_mint(slock_table_operation *op)
{
	slock_sql_effect effect;
	zend_long id = 0;

	if (slock_table_execute_with_fence(op, SLOCK_SQL_MINT, &effect) != SLOCK_OK) {
		return op->result->status;
	}
	if (effect.rows == 0) {
		return slock_result_set(op->result, SLOCK_CONFLICT);
	}
	if (slock_sql_last_id(op->sql, &effect, &id, op->result) == SLOCK_OK && !table_may_be_fence(id)) {
		return table_ask_fence(op);
	}
	op->result->fence = id;
	return op->result->status;
}

/* The lock is held whatever becomes of this: so not in a transaction of the user's, which a failure would end, and the
 * lock with it. (Nor would the rows of others stay locked until its end.) */
static void table_prune(slock_table_operation *op)
{
	slock_result *outer = op->result, ignored = SLOCK_RESULT_INIT;
	slock_sql_effect unused;
	bool in_transaction;

	op->result = &ignored;
	if (op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, op->result) == SLOCK_OK && !in_transaction &&
		!op->sql->ops->may_have_begun(op->sql)) {
		slock_table_execute(op, op->sql->platform == SLOCK_SQL_PGSQL ? SLOCK_SQL_PRUNE_PGSQL : SLOCK_SQL_PRUNE,
							&unused);
		if (op->store->table.fence && slock_sql_fencing_of(op->sql->platform) == SLOCK_SQL_FENCE_AFTER_IT) {
			slock_table_execute(op, SLOCK_SQL_PRUNE_FENCES, &unused);
		}
	}
	op->result = outer;
	slock_result_dtor(&ignored);
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(outer, SLOCK_INTERRUPTED);
	}
}

/* With the fencing token where the statement itself mints it. */
static slock_status table_take(slock_table_operation *op, slock_sql_kind upsert)
{
	slock_sql_effect effect;

	if (!op->store->upserts) {
		return table_acquire_in_steps(op);
	}
	if (slock_table_execute_with_table(op, upsert, &effect) == SLOCK_OK) {
		if (op->sql->platform == SLOCK_SQL_MYSQL) {
			table_read_mysql(op, &effect, false);
		} else if (effect.rows == 0) {
			slock_result_set(op->result, SLOCK_CONFLICT);
		}
	}
	return op->result->status;
}

/* Whether the lock that the key's token is of has not been lost since. */
static slock_status table_holds_still(slock_table_operation *op)
{
	if (slock_table_ask_held(op, SLOCK_SQL_SELECT_LATEST) == SLOCK_STORAGE_ERROR) {
		table_without_table(op);
	}
	op->held = op->result->status == SLOCK_OK;
	if (op->result->status == SLOCK_CONFLICT) {
		slock_result_set(op->result, SLOCK_OK);
	}
	return op->result->status;
}

/* Takes the lock, and then mints for whoever has it at that moment. If the lifetime was over in between, that is
 * nobody, or another one by now. */
static void table_take_and_mint(slock_table_operation *op)
{
	/* One who had the lock before has to have it still: else a failure would leave it with the token of that time. */
	if (op->held && table_holds_still(op) != SLOCK_OK) {
		return;
	}
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
	/* A lock that the key had before stays as it is. */
	if (op->result->status != SLOCK_OK && !op->held) {
		table_give_back(op);
	}
}

static void table_acquire(slock_table_operation *op)
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
	/* The row may be there. */
	if (UNEXPECTED(result->status == SLOCK_INTERRUPTED) && op->fresh && !result->given_back) {
		table_give_back(op);
	}
}

/* --- the others -------------------------------------------------------------------------------------------------- */

/* A transaction of the user's is no place for a renewal that nobody sees: a rollback would take back what we count on,
 * and until its end the row is locked for others. So may be a statement of the user's that fails. Those who wait for
 * the end try again. */
static bool table_may_renew(slock_table_operation *op)
{
	bool in_transaction = false;

	if (!op->sql->guard && slock_database_is_in_use(op->store->base.ops->name, op->result)) {
		return false;
	}
	if (op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, op->result) == SLOCK_OK &&
		(in_transaction || op->sql->ops->may_have_begun(op->sql))) {
		slock_result_error(op->result, "%s: not renewed in the middle of a transaction on its connection",
						   op->store->base.ops->name);
	}
	return op->result->status == SLOCK_OK;
}

/* With autocommit off, what is no transaction yet becomes one with our statement, which is then ours alone. Also one
 * that has found nothing to renew keeps rows of others locked. */
static void table_commit_renewal(slock_table_operation *op)
{
	slock_result *outer = op->result, own = SLOCK_RESULT_INIT;
	slock_sql_effect unused;
	bool in_transaction = false;

	if (outer->status == SLOCK_INTERRUPTED) {
		return;
	}
	op->result = &own;
	if (op->sql->ops->in_transaction(op->sql, NULL, &in_transaction, &own) == SLOCK_OK && in_transaction) {
		slock_table_execute_text(op, zend_string_init(ZEND_STRL("COMMIT"), false), &unused);
	}
	op->result = outer;
	if (own.status != SLOCK_OK && outer->status == SLOCK_OK) {
		*outer = own;
	} else {
		slock_result_dtor(&own);
	}
}

/* Renewals of MySQL may come between an INSERT of the user's and the question for its number: the driver tells that of
 * the last statement, so this one has to have the same. */
static void table_renew_mysql(slock_table_operation *op)
{
	slock_sql_effect effect;
	zend_long before, after;

	if (op->sql->ops->last_id(op->sql, &before, op->result) != SLOCK_OK) {
		return;
	}
	op->row.last_id = MAX(before, 0);
	if (slock_table_execute(op, SLOCK_SQL_RENEW_UNSEEN, &effect) != SLOCK_OK) {
		table_changed_nothing(op);
		return;
	}
	if (effect.rows > 0) {
		return;
	}
	/* No such row, or one that lives as long already, and then the id is there. */
	if (!op->row.last_id ||
		(slock_sql_last_id(op->sql, &effect, &after, op->result) == SLOCK_OK && after != op->row.last_id)) {
		slock_table_ask_held(op, SLOCK_SQL_SELECT_LATEST);
	}
}

static void table_refresh(slock_table_operation *op)
{
	slock_sql_effect effect;

	if (op->sql->ops->connect(op->sql, op->result) != SLOCK_OK || (op->renewal && !table_may_renew(op))) {
		return;
	}
	if (op->renewal && op->sql->platform == SLOCK_SQL_MYSQL) {
		table_renew_mysql(op);
		table_commit_renewal(op);
		return;
	}
	if (slock_table_execute(op, op->only_if_held ? SLOCK_SQL_RENEW : SLOCK_SQL_UPDATE, &effect) != SLOCK_OK) {
		table_changed_nothing(op);
	} else if (op->sql->platform == SLOCK_SQL_MYSQL) {
		table_read_mysql(op, &effect, true);
	} else if (effect.rows == 0) {
		slock_result_set(op->result, SLOCK_CONFLICT);
	}
}

static void table_exists(slock_table_operation *op)
{
	if (op->sql->ops->connect(op->sql, op->result) == SLOCK_OK &&
		slock_table_ask_held(op, SLOCK_SQL_SELECT) == SLOCK_STORAGE_ERROR) {
		table_without_table(op);
	}
}

static void table_release(slock_table_operation *op)
{
	slock_sql_effect effect;

	if (slock_table_execute(op, SLOCK_SQL_DELETE, &effect) != SLOCK_OK) {
		table_changed_nothing(op);
	} else if (effect.rows == 0) {
		slock_result_set(op->result, SLOCK_CONFLICT);
	}
}

slock_status slock_sql_store_run(slock_store *base, const slock_request *request, slock_result *result)
{
	static void (*const runs[])(slock_table_operation * op) = {
		[SLOCK_OP_ACQUIRE] = table_acquire,
		[SLOCK_OP_REFRESH] = table_refresh,
		[SLOCK_OP_EXISTS] = table_exists,
		[SLOCK_OP_RELEASE] = table_release,
	};
	slock_table_operation op;

	if (!slock_table_begin(base, request, result, &op)) {
		return result->status;
	}
	runs[request->op](&op);
	return slock_table_end(&op);
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
