/* SPDX-License-Identifier: MIT
 *
 * What connections through \PDO and through Doctrine DBAL share: statements, and the meaning of errors. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "clients/sql/pdo_connection.h"
#include "clients/sql/sql.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/wait.h"

#include "zend_exceptions.h"

/* The string in any scalar, owned; NULL for null and false. */
static zend_string *sql_value(zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
		case IS_LONG:
		case IS_DOUBLE:
		case IS_TRUE:
			return zval_get_string(value);
		default:
			return NULL;
	}
}

bool slock_sql_read_number(zval *value, long long *number)
{
	switch (Z_TYPE_P(value)) {
		case IS_LONG:
			*number = Z_LVAL_P(value);
			return true;
		case IS_TRUE:
		case IS_FALSE:
			*number = Z_TYPE_P(value) == IS_TRUE;
			return true;
		case IS_NULL:
			*number = -1;
			return true;
		case IS_STRING:
			*number = ZEND_STRTOL(Z_STRVAL_P(value), NULL, 10);
			return Z_STRLEN_P(value) > 0 && (isdigit((unsigned char) *Z_STRVAL_P(value)) || *Z_STRVAL_P(value) == '-');
		default:
			return false;
	}
}

void slock_sql_set_driver(slock_sql *sql, const char *driver)
{
	static const struct {
		const char *driver;
		slock_sql_platform platform;
	} platforms[] = {
		{"sqlite", SLOCK_SQL_SQLITE}, {"mysql", SLOCK_SQL_MYSQL},   {"pgsql", SLOCK_SQL_PGSQL},
		{"oci", SLOCK_SQL_OCI},       {"sqlsrv", SLOCK_SQL_SQLSRV},
	};

	snprintf(sql->driver, sizeof(sql->driver), "%s", driver);
	sql->platform = SLOCK_SQL_OTHER;
	for (size_t i = 0; i < sizeof(platforms) / sizeof(*platforms); i++) {
		if (strcmp(platforms[i].driver, driver) == 0) {
			sql->platform = platforms[i].platform;
		}
	}
}

/* How many exceptions are looked at that stand behind one. */
#define MOST_CAUSES 8

/* --- what an error means ----------------------------------------------------------------------------------------- */

static bool sql_any_of(zend_long code, const zend_long *codes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (codes[i] == code) {
			return true;
		}
	}
	return false;
}

static bool sql_contains_any(const char *text, const char *const *parts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strstr(text, parts[i])) {
			return true;
		}
	}
	return false;
}

#define ANY_OF(code, codes) sql_any_of(code, codes, sizeof(codes) / sizeof(*(codes)))
#define CONTAINS_ANY(text, parts) sql_contains_any(text, parts, sizeof(parts) / sizeof(*(parts)))

static bool sql_is_table_missing(slock_sql_platform platform, const char *state, zend_long code, const char *message)
{
	switch (platform) {
		case SLOCK_SQL_PGSQL:
			return strcmp(state, "42P01") == 0;
		case SLOCK_SQL_SQLITE:
			return strstr(message, "no such table:") != NULL;
		case SLOCK_SQL_OCI:
			return code == 942;
		case SLOCK_SQL_SQLSRV:
			return code == 208;
		case SLOCK_SQL_MYSQL:
			return code == 1146;
		default:
			return false;
	}
}

/* Class 08 is the standard's word for connections that fail; the rest is what clients really say. The codes of one
 * database mean nothing to the others. */
static bool sql_is_lost(slock_sql_platform platform, const char *state, zend_long code, const char *message)
{
	/* MySQL: gone away, lost during the query, killed by the server (MariaDB, MySQL), shut down, network errors. */
	static const zend_long mysql_codes[] = {2006, 2013, 2055, 1927, 4031, 1053, 1158, 1159, 1160, 1161};
	/* Oracle: session killed, not logged on, shutdown, in progress, immediate shutdown, terminated, idle for too long,
	 * end of file on the channel, not connected, contact lost. PDO gives most of them the state 01002. */
	static const zend_long oracle_codes[] = {28, 1012, 1033, 1089, 1090, 1092, 2396, 3113, 3114, 3135};
	static const char *const pgsql_texts[] = {
		"server closed the connection", "no connection to the server",        "connection has been closed unexpectedly",
		"terminating connection",       "could not receive data from server", "could not send data to server",
	};

	/* Nothing was connected yet, or Doctrine has a driver of somebody else's: it may be any of these two. */
	const bool other = platform == SLOCK_SQL_OTHER;

	return strncmp(state, "08", 2) == 0 || ((other || platform == SLOCK_SQL_MYSQL) && ANY_OF(code, mysql_codes)) ||
		   ((other || platform == SLOCK_SQL_PGSQL) &&
			(strncmp(state, "57P", 3) == 0 || CONTAINS_ANY(message, pgsql_texts))) ||
		   (platform == SLOCK_SQL_OCI && (strcmp(state, "01002") == 0 || ANY_OF(code, oracle_codes)));
}

static slock_sql_problem sql_problem(slock_sql_platform platform, const char *state, zend_long code,
									 const char *message)
{
	/* By the options read_only and super_read_only, in a transaction, by the storage engine. 1047: by a Galera node
	 * that is not in the primary component, as 08S01, though its sessions live on with their locks. */
	static const zend_long read_only_codes[] = {1290, 1792, 1836, 1047};

	if (sql_is_table_missing(platform, state, code, message)) {
		return SLOCK_SQL_TABLE_MISSING;
	}
	/* 1020: MariaDB's innodb_snapshot_isolation, which ends the transaction as a deadlock does. */
	if (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0 ||
		(platform == SLOCK_SQL_MYSQL && (code == 1213 || code == 1020)) ||
		(platform == SLOCK_SQL_SQLSRV && code == 1205)) {
		return SLOCK_SQL_TRY_AGAIN;
	}
	/* What has become a replica since: another connection may lead to the new primary. */
	if ((platform == SLOCK_SQL_MYSQL && ANY_OF(code, read_only_codes)) ||
		(platform == SLOCK_SQL_PGSQL && strcmp(state, "25006") == 0)) {
		return SLOCK_SQL_READ_ONLY;
	}
	if (platform == SLOCK_SQL_MYSQL && code == 1205) {
		return SLOCK_SQL_WAITED;
	}
	return sql_is_lost(platform, state, code, message) ? SLOCK_SQL_LOST : SLOCK_SQL_FAILED;
}

bool slock_sql_call(const slock_sql *sql, zend_object *object, const char *method, uint32_t argc, zval *argv,
					zval *returned)
{
	slock_userland_silence before;
	volatile bool called = false;

	if (!sql->guard) {
		return slock_userland_call(object, method, argc, argv, returned);
	}
	before = slock_userland_begin_silence();
	zend_try
	{
		called = slock_userland_call(object, method, argc, argv, returned);
	}
	zend_catch
	{
		slock_userland_end_silence(before);
		zend_bailout();
	}
	zend_end_try();
	slock_userland_end_silence(before);
	return called;
}

/* SQLSTATE and vendor code of what PDO calls errorInfo: [state, code, message]. */
static void sql_read_error_info(HashTable *info, char *state, size_t state_size, zend_long *code)
{
	zval *first = zend_hash_index_find(info, 0), *second = zend_hash_index_find(info, 1);

	if (first && Z_TYPE_P(first) == IS_STRING) {
		snprintf(state, state_size, "%s", Z_STRVAL_P(first));
	}
	if (second) {
		*code = zval_get_long(second);
	}
}

/* What an exception was thrown because of. */
static zend_object *sql_previous(zend_object *exception)
{
	zval rv, *previous = zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), 1, &rv);

	return Z_TYPE_P(previous) == IS_OBJECT && instanceof_function(Z_OBJCE_P(previous), zend_ce_exception)
			   ? Z_OBJ_P(previous)
			   : NULL;
}

/* DBAL 4 hands the password to a function of its own that does not keep it out of traces. */
static bool sql_is_connecting(zval *frame, const void *unused)
{
	zval *function = zend_hash_find(Z_ARRVAL_P(frame), ZSTR_KNOWN(ZEND_STR_FUNCTION));

	return function && Z_TYPE_P(function) == IS_STRING && zend_string_equals_literal(Z_STR_P(function), "doConnect");
}

/* The same from an exception: PDO's have errorInfo, DBAL's a method and a code. */
static bool sql_read_exception(zend_object *exception, char *state, size_t state_size, zend_long *code)
{
	zval *property, rv, returned;

	property = zend_hash_str_exists(&exception->ce->properties_info, ZEND_STRL("errorInfo"))
				   ? zend_read_property(exception->ce, exception, ZEND_STRL("errorInfo"), 1, &rv)
				   : NULL;
	if (property && Z_TYPE_P(property) == IS_ARRAY) {
		sql_read_error_info(Z_ARRVAL_P(property), state, state_size, code);
		return true;
	}
	if (!slock_userland_has(exception, "getSQLState") ||
		!slock_userland_call(exception, "getSQLState", 0, NULL, &returned)) {
		return false;
	}
	if (Z_TYPE(returned) == IS_STRING) {
		snprintf(state, state_size, "%s", Z_STRVAL(returned));
	}
	zval_ptr_dtor(&returned);
	*code = zval_get_long(zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_CODE), 1, &rv));
	return state[0];
}

static void sql_name_address(const slock_sql *sql, slock_result *result)
{
	size_t length = strlen(result->message);

	if (sql->address[0]) {
		snprintf(result->message + length, sizeof(result->message) - length, " [%s]", sql->address);
	}
}

/* As the \PDO of the user's says; not asked of other clients. */
static bool sql_is_disconnected(slock_sql *sql)
{
	slock_result asked = SLOCK_RESULT_INIT;
	zend_object *pdo = sql->ops->driver_object(sql, &asked);
	zval attribute, status;
	bool is_bad = false;

	if (pdo && slock_userland_is_a(pdo, "PDO")) {
		ZVAL_LONG(&attribute, SLOCK_PDO_ATTR_CONNECTION_STATUS);
		if (slock_userland_call(pdo, "getAttribute", 1, &attribute, &status)) {
			is_bad = Z_TYPE(status) == IS_STRING && zend_string_starts_with_cstr(Z_STR(status), ZEND_STRL("Bad"));
			zval_ptr_dtor(&status);
		}
	}
	slock_object_release(pdo);
	slock_result_dtor(&asked);
	slock_userland_drop();
	return is_bad;
}

slock_status slock_sql_failed(slock_sql *sql, slock_result *result)
{
	char state[16] = "";
	zend_long code = 0;

	sql->problem = SLOCK_SQL_FAILED;
	if (slock_result_from_client(result) != SLOCK_STORAGE_ERROR) {
		return result->status;
	}
	if (result->exception) {
		zend_object *exception = result->exception, *cause = exception;
		int depth;

		GC_ADDREF(exception);
		for (depth = 0; cause && depth < MOST_CAUSES; depth++, cause = sql_previous(cause)) {
			slock_secrets_cut_trace(cause, sql_is_connecting, NULL);
		}
		/* Of the first one that has them. */
		for (depth = 0, cause = exception; cause && depth < MOST_CAUSES; depth++, cause = sql_previous(cause)) {
			if (sql_read_exception(cause, state, sizeof(state), &code)) {
				break;
			}
		}
		OBJ_RELEASE(exception);
		if (UNEXPECTED(EG(exception))) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
	}
	sql->problem = sql_problem(sql->platform, state, code, result->message);
	/* What libpq says by itself has no code, and its words are in the language of the process. */
	if (sql->platform == SLOCK_SQL_PGSQL && sql->problem == SLOCK_SQL_FAILED && code == 7 &&
		strcmp(state, "HY000") == 0 && (sql->guard || sql_is_disconnected(sql))) {
		sql->problem = SLOCK_SQL_LOST;
	}
	sql_name_address(sql, result);
	return result->status;
}

slock_status slock_sql_failed_silently(slock_sql *sql, zend_object *object, slock_result *result)
{
	char state[16] = "";
	zend_long code = 0;
	zval info, *text = NULL;

	if (!slock_userland_call(object, "errorInfo", 0, NULL, &info)) {
		return slock_sql_failed(sql, result);
	}
	if (Z_TYPE(info) == IS_ARRAY) {
		sql_read_error_info(Z_ARRVAL(info), state, sizeof(state), &code);
		text = zend_hash_index_find_deref(Z_ARRVAL(info), 2);
	}
	slock_result_error(result, "SQLSTATE[%s]: %s", state[0] ? state : "HY000",
					   text && Z_TYPE_P(text) == IS_STRING ? Z_STRVAL_P(text)
														   : "the statement failed, and PDO does not tell why");
	zval_ptr_dtor(&info);
	sql->problem = sql_problem(sql->platform, state, code, result->message);
	sql_name_address(sql, result);
	return result->status;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

bool slock_sql_reset(slock_sql *sql)
{
	return sql->guard && sql->ops->close(sql);
}

slock_status slock_sql_late(slock_sql *sql, bool connects, slock_result *result)
{
	if (result->status != SLOCK_STORAGE_ERROR) {
		return result->status;
	}
	slock_result_dtor(result);
	/* Nothing of what its driver makes of it is worth telling. */
	slock_sql_reset(sql);
	slock_userland_drop();
	if (sql->answer_by && sql->answer_by <= slock_clock_now()) {
		slock_result_error(result, "The database has not answered in time");
	} else if (connects) {
		slock_result_error(result, "The database could not be connected to within %g seconds",
						   slock_seconds(SLOCK_G(connect_timeout)));
	} else {
		slock_result_error(result, "The database has not answered within %g seconds",
						   slock_seconds(SLOCK_G(command_timeout)));
	}
	sql->problem = SLOCK_SQL_LATE;
	sql_name_address(sql, result);
	return result->status;
}

slock_time_limit *slock_sql_limit_statement(const slock_sql *sql)
{
	if (!sql->guard || !sql->guard->native || !sql->guard->sockets.count) {
		return NULL;
	}
	return slock_time_limit_set(&sql->guard->sockets, slock_clock_limit(SLOCK_G(command_timeout), sql->answer_by),
								&CG(unclean_shutdown));
}

/* SQLite knows of files by what its process has open, also where that is its parent's and so are the locks: in WAL mode
 * the parent would take itself for the last one that uses the file, and delete the log that we write to. */
slock_status slock_sql_check_opened(slock_sql *sql, slock_result *result)
{
	zend_string *statement;
	zval row, *mode;

	sql->guard->holds_file = sql->platform == SLOCK_SQL_SQLITE;
	if (EXPECTED(!sql->guard->holds_file || !slock_fork_guard_files_are_inherited())) {
		return slock_result_set(result, SLOCK_OK);
	}
	ZVAL_UNDEF(&row);
	statement = zend_string_init(ZEND_STRL("PRAGMA journal_mode"), false);
	if (sql->ops->query(sql, NULL, statement, &row, result) == SLOCK_OK) {
		mode = Z_TYPE(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(row), 0) : NULL;
		if (mode && Z_TYPE_P(mode) == IS_STRING && zend_string_equals_literal_ci(Z_STR_P(mode), "wal")) {
			slock_result_error(result,
							   "A database of SQLite in WAL mode cannot be used in a process that was forked while"
							   " its parent had one open: let the parent fork before it uses the store, or set"
							   " another journal_mode");
			sql->problem = SLOCK_SQL_FAILED;
		}
	}
	zval_ptr_dtor(&row);
	zend_string_release(statement);
	if (result->status != SLOCK_OK) {
		slock_sql_reset(sql);
	}
	return result->status;
}

slock_status slock_sql_begin_statement(slock_sql *sql, slock_time_limit **limit, slock_result *result)
{
	*limit = NULL;
	if (sql->ops->connect(sql, result) == SLOCK_OK &&
		!(sql->guard && sql->ops->limit && sql->ops->limit(sql, result) != SLOCK_OK)) {
		*limit = slock_sql_limit_statement(sql);
	}
	return result->status;
}

slock_status slock_sql_end_statement(slock_sql *sql, slock_time_limit *limit, slock_result *result)
{
	/* An answer that came in the last moment is one; that the connection is gone is found out by the next statement. */
	return slock_time_limit_lift(limit) ? slock_sql_late(sql, false, result) : result->status;
}

/* What is meant to fail is nothing that a \PDO with ERRMODE_WARNING has to warn of. */
static slock_status sql_execute_unheard(slock_sql *sql, zend_object *via, zend_string *statement, slock_result *result)
{
	const slock_userland_silence before = slock_userland_begin_silence();
	zend_long rows;

	zend_try
	{
		sql->ops->execute(sql, via, statement, &rows, result);
	}
	zend_catch
	{
		slock_userland_end_silence(before);
		zend_bailout();
	}
	zend_end_try();
	slock_userland_end_silence(before);
	return result->status;
}

/* SQLite refuses the first one within a transaction, and else has nothing to do for it. */
bool slock_sql_may_have_begun(slock_sql *sql, zend_object *via)
{
	const bool asks = sql->platform == SLOCK_SQL_SQLSRV;
	slock_result asked = SLOCK_RESULT_INIT;
	zend_string *statement;
	zval row, *open;
	bool may;

	if (sql->guard || (!asks && sql->platform != SLOCK_SQL_SQLITE)) {
		return false;
	}
	ZVAL_UNDEF(&row);
	if (asks) {
		statement = zend_string_init(ZEND_STRL("SELECT @@TRANCOUNT"), false);
		sql->ops->query(sql, via, statement, &row, &asked);
		open =
			asked.status == SLOCK_OK && Z_TYPE(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(row), 0) : NULL;
		may = !open || zval_get_long(open) != 0;
	} else {
		statement = zend_string_init(ZEND_STRL("PRAGMA temp.synchronous = FULL"), false);
		may = sql_execute_unheard(sql, via, statement, &asked) != SLOCK_OK;
	}
	zval_ptr_dtor(&row);
	zend_string_release(statement);
	slock_result_dtor(&asked);
	return may;
}

/* On a connection of ours every statement is a transaction. MySQL may be set to go on with one until it is told that it
 * has ended, by its configuration or by what the user has it do with each new connection: nobody else would see the
 * lock then, and the end of the connection would take it away. The last answer has told the client. */
static void sql_commit(slock_sql *sql, zend_long *id, slock_result *result)
{
	zend_string *statement;
	zend_long rows;
	zval open;

	if (result->status != SLOCK_OK || sql->platform != SLOCK_SQL_MYSQL || !sql->guard || !sql->guard->native ||
		!slock_userland_is_a(sql->guard->native, "PDO")) {
		return;
	}
	if (!slock_userland_call(sql->guard->native, "inTransaction", 0, NULL, &open)) {
		slock_sql_failed(sql, result);
		return;
	}
	if (UNEXPECTED(Z_TYPE(open) == IS_TRUE) && sql->ops->last_id(sql, id, result) == SLOCK_OK) {
		statement = zend_string_init(ZEND_STRL(SLOCK_SQL_AUTOCOMMIT), false);
		sql->ops->execute(sql, NULL, statement, &rows, result);
		zend_string_release(statement);
	}
	zval_ptr_dtor(&open);
}

/* A client tells of the last statement of its connection. Which connection another statement goes to is not asked: two
 * stores may have one, and a client object may be inside another one. */
static uint64_t sql_number_statement(void)
{
	uint64_t number = ++SLOCK_G(sql_statements);

	return SLOCK_G(sql_under_way)++ == 0 ? number : 0;
}

void slock_sql_forget_statements(void)
{
	SLOCK_G(sql_under_way) = 0;
}

slock_status slock_sql_last_id(slock_sql *sql, const slock_sql_effect *effect, zend_long *id, slock_result *result)
{
	*id = effect->id;
	if (!*id && sql->ops->last_id(sql, id, result) == SLOCK_OK && effect->number != SLOCK_G(sql_statements)) {
		*id = SLOCK_SQL_UNKNOWN_ID;
	}
	return result->status;
}

slock_status slock_sql_execute(slock_sql *sql, zend_string *statement, slock_sql_effect *effect, slock_result *result)
{
	slock_time_limit *limit;

	*effect = (slock_sql_effect){0};
	if (slock_sql_begin_statement(sql, &limit, result) == SLOCK_OK) {
		effect->number = sql_number_statement();
		sql->ops->execute(sql, NULL, statement, &effect->rows, result);
		sql_commit(sql, &effect->id, result);
		SLOCK_G(sql_under_way)--;
		slock_sql_end_statement(sql, limit, result);
	}
	return result->status;
}

static slock_status sql_ask(slock_sql *sql, bool at_once, zend_string *statement, zend_string **value,
							slock_result *result)
{
	zend_object *via = NULL;
	slock_time_limit *limit;
	zend_long unused = 0;
	zval row, *first;

	*value = NULL;
	if (slock_sql_begin_statement(sql, &limit, result) == SLOCK_OK) {
		ZVAL_UNDEF(&row);
		sql_number_statement();
		if (!at_once || (via = sql->ops->driver_object(sql, result)) || result->status == SLOCK_OK) {
			sql->ops->query(sql, via, statement, &row, result);
		}
		sql_commit(sql, &unused, result);
		SLOCK_G(sql_under_way)--;
		first = Z_TYPE(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(row), 0) : NULL;
		if (UNEXPECTED(!first && Z_TYPE(row) > IS_FALSE && result->status == SLOCK_OK)) {
			/* By a statement class of the user's. */
			slock_result_error(result, "The connection gave a row that has no columns by their numbers");
			sql->problem = SLOCK_SQL_FAILED;
		}
		*value = first && result->status == SLOCK_OK ? sql_value(first) : NULL;
		zval_ptr_dtor(&row);
		slock_sql_end_statement(sql, limit, result);
		if (via) {
			OBJ_RELEASE(via);
		}
	}
	return result->status;
}

slock_status slock_sql_query(slock_sql *sql, zend_string *statement, zend_string **value, slock_result *result)
{
	return sql_ask(sql, false, statement, value, result);
}

slock_status slock_sql_query_at_once(slock_sql *sql, zend_string *statement, zend_string **value, slock_result *result)
{
	return sql_ask(sql, true, statement, value, result);
}
