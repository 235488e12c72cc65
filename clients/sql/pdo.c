/* SPDX-License-Identifier: MIT
 *
 * SQL through \PDO: the user's, or one that is opened from a DSN on first use. Statements go out as text, which every
 * driver sends in one round trip; preparing them would cost one more. */
#include "php_slock.h"
#include "clients/sql/pdo_connection.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"

#include "zend_exceptions.h"

typedef struct {
	slock_sql base;
	zend_object *pdo;  /* NULL while there is none; the user's, or that of `own`, which may be of another process */
	slock_own_pdo own; /* without a DSN where the \PDO is the user's */
	zend_long busy;    /* ms that SQLite waits for a file's lock, where that has been changed; 0: it has not */
} pdo_sql;

static bool get_attribute(zend_object *pdo, zend_long attribute, zval *value)
{
	zval argument;

	ZVAL_LONG(&argument, attribute);
	return slock_sql_call(pdo, "getAttribute", 1, &argument, value);
}

static bool set_attribute(zend_object *pdo, zend_long attribute, zend_long value)
{
	zval arguments[2], returned;

	ZVAL_LONG(&arguments[0], attribute);
	ZVAL_LONG(&arguments[1], value);
	if (!slock_sql_call(pdo, "setAttribute", 2, arguments, &returned)) {
		return false;
	}
	zval_ptr_dtor(&returned);
	return true;
}

/* --- opening ----------------------------------------------------------------------------------------------------- */

static bool learn_driver(pdo_sql *sql)
{
	zval name;

	if (!get_attribute(sql->pdo, SLOCK_PDO_ATTR_DRIVER_NAME, &name)) {
		return false;
	}
	if (Z_TYPE(name) == IS_STRING) {
		snprintf(sql->base.driver, sizeof(sql->base.driver), "%s", Z_STRVAL(name));
	}
	zval_ptr_dtor(&name);
	sql->base.platform = slock_sql_platform_of_driver(sql->base.driver);
	return true;
}

/* Connecting to a file takes no time, and its locks have a limit of their own. */
static slock_time connect_until(const pdo_sql *sql)
{
	return zend_string_starts_with_cstr(sql->own.dsn, ZEND_STRL("sqlite:"))
			   ? SLOCK_FOREVER
			   : slock_sql_connect_until(sql->base.answer_by);
}

static slock_status open_connection(slock_sql *base, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	bool late;

	if (sql->own.dsn) {
		sql->pdo = slock_own_pdo_get(&sql->own);
		if (UNEXPECTED(!sql->pdo)) {
			sql->busy = 0;
			sql->pdo = slock_own_pdo_open(&sql->own, connect_until(sql), &late);
			if (!sql->pdo) {
				slock_sql_failed(base, result);
				return late ? slock_sql_late(base, result) : result->status;
			}
		}
	}
	if (UNEXPECTED(!base->driver[0]) && !learn_driver(sql)) {
		return slock_sql_failed(base, result);
	}
	return slock_result_set(result, SLOCK_OK);
}

/* SQLite waits for the lock of its file by itself: no longer than what is left of the operation. */
static bool limit_busy(pdo_sql *sql)
{
	zend_long most = slock_own_pdo_busy_timeout(&sql->own), wanted = most;
	zval text, returned;
	bool set;

	if (sql->base.answer_by) {
		double left = slock_clock_until(sql->base.answer_by) * 1000.0;

		wanted = left >= (double) most ? most : MAX(1, (zend_long) left);
	}
	if (wanted == (sql->busy ? sql->busy : most)) {
		return true;
	}
	ZVAL_STR(&text, zend_strpprintf(0, "PRAGMA busy_timeout = " ZEND_LONG_FMT, wanted));
	set = slock_sql_call(sql->pdo, "exec", 1, &text, &returned);
	zval_ptr_dtor(&text);
	if (set) {
		zval_ptr_dtor(&returned);
		sql->busy = wanted;
	}
	return set;
}

/* Makes sure that there is a connection, and sets the limit of a statement on it. */
static slock_status begin_statement(slock_sql *base, slock_time_limit **limit, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;

	*limit = NULL;
	if (open_connection(base, result) != SLOCK_OK || !sql->own.dsn) {
		return result->status;
	}
	if (base->platform == SLOCK_SQL_SQLITE && !limit_busy(sql)) {
		return slock_sql_failed(base, result);
	}
	*limit = slock_sql_limit_statement(base, &sql->own.guard.sockets);
	return result->status;
}

static bool reset(slock_sql *base)
{
	pdo_sql *sql = (pdo_sql *) base;

	if (!sql->own.dsn) {
		return false;
	}
	sql->pdo = NULL;
	slock_own_pdo_close(&sql->own);
	return true;
}

/* --- statements -------------------------------------------------------------------------------------------------- */

/* What to report when `object` (a \PDO or a \PDOStatement) returned false: somebody turned exceptions off. */
static slock_status failed_silently(pdo_sql *sql, zend_object *object, slock_result *result)
{
	zval info;

	if (!slock_sql_call(object, "errorInfo", 0, NULL, &info)) {
		return slock_sql_failed(&sql->base, result);
	}
	slock_sql_failed_silently(&sql->base, &info, result);
	zval_ptr_dtor(&info);
	return result->status;
}

static slock_status execute_now(pdo_sql *sql, zend_string *statement, zend_long *rows, slock_result *result)
{
	zval argument, returned;

	ZVAL_STR(&argument, statement);
	if (!slock_sql_call(sql->pdo, "exec", 1, &argument, &returned)) {
		return slock_sql_failed(&sql->base, result);
	}
	if (Z_TYPE(returned) == IS_FALSE) {
		return failed_silently(sql, sql->pdo, result);
	}
	*rows = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

static slock_status execute(slock_sql *base, zend_string *statement, zend_long *rows, slock_result *result)
{
	slock_time_limit *limit;

	if (begin_statement(base, &limit, result) != SLOCK_OK) {
		return result->status;
	}
	execute_now((pdo_sql *) base, statement, rows, result);
	return slock_sql_end_statement(base, limit, result);
}

/* PostgreSQL: the statement says by itself that it is not to be prepared on the server. */
static slock_status query_emulated(pdo_sql *sql, zend_string *text, zval *statement, slock_result *result)
{
	zval arguments[2], returned;
	bool called;

	ZVAL_STR(&arguments[0], text);
	array_init(&arguments[1]);
	add_index_bool(&arguments[1], SLOCK_PDO_ATTR_EMULATE_PREPARES, true);
	called = slock_sql_call(sql->pdo, "prepare", 2, arguments, statement);
	zval_ptr_dtor(&arguments[1]);
	if (!called) {
		return slock_sql_failed(&sql->base, result);
	}
	if (Z_TYPE_P(statement) != IS_OBJECT) {
		return slock_result_set(result, SLOCK_OK);
	}
	if (!slock_sql_call(Z_OBJ_P(statement), "execute", 0, NULL, &returned)) {
		slock_sql_failed(&sql->base, result);
	} else if (Z_TYPE(returned) == IS_FALSE) {
		failed_silently(sql, Z_OBJ_P(statement), result);
	}
	if (result->status != SLOCK_OK) {
		zval_ptr_dtor(statement);
		ZVAL_UNDEF(statement);
	}
	return result->status;
}

/* PDO::query(). MySQL: while a user has turned emulation off, it is turned on for this one; that is local. */
static slock_status query_directly(pdo_sql *sql, zend_string *text, zval *statement, slock_result *result)
{
	zval argument, before;
	bool toggle = false, called;

	if (sql->base.platform == SLOCK_SQL_MYSQL) {
		if (!get_attribute(sql->pdo, SLOCK_PDO_ATTR_EMULATE_PREPARES, &before)) {
			return slock_sql_failed(&sql->base, result);
		}
		toggle = !zend_is_true(&before);
		zval_ptr_dtor(&before);
	}
	if (toggle && !set_attribute(sql->pdo, SLOCK_PDO_ATTR_EMULATE_PREPARES, 1)) {
		return slock_sql_failed(&sql->base, result);
	}
	ZVAL_STR(&argument, text);
	called = slock_sql_call(sql->pdo, "query", 1, &argument, statement);
	if (!called) {
		slock_sql_failed(&sql->base, result);
	}
	if (toggle) {
		if (!EG(exception) && !set_attribute(sql->pdo, SLOCK_PDO_ATTR_EMULATE_PREPARES, 0)) {
			if (called) {
				zval_ptr_dtor(statement);
			}
			return slock_sql_failed(&sql->base, result);
		}
	}
	return called ? slock_result_set(result, SLOCK_OK) : result->status;
}

static slock_status query_now(pdo_sql *sql, zend_string *text, zend_string **value, slock_result *result)
{
	zval statement, column;

	ZVAL_UNDEF(&statement);
	if ((sql->base.platform == SLOCK_SQL_PGSQL ? query_emulated : query_directly)(sql, text, &statement, result) !=
		SLOCK_OK) {
		return result->status;
	}
	if (Z_TYPE(statement) != IS_OBJECT) {
		zval_ptr_dtor(&statement);
		return failed_silently(sql, sql->pdo, result);
	}
	if (slock_sql_call(Z_OBJ(statement), "fetchColumn", 0, NULL, &column)) {
		*value = slock_sql_value(&column);
		zval_ptr_dtor(&column);
	} else {
		slock_sql_failed(&sql->base, result);
	}
	zval_ptr_dtor(&statement);
	return result->status;
}

static slock_status query(slock_sql *base, zend_string *text, zend_string **value, slock_result *result)
{
	slock_time_limit *limit;

	*value = NULL;
	if (begin_statement(base, &limit, result) != SLOCK_OK) {
		return result->status;
	}
	query_now((pdo_sql *) base, text, value, result);
	return slock_sql_end_statement(base, limit, result);
}

static slock_status last_id(slock_sql *base, zend_long *id, slock_result *result)
{
	zval returned;

	*id = 0;
	if (!slock_sql_call(((pdo_sql *) base)->pdo, "lastInsertId", 0, NULL, &returned)) {
		return slock_sql_failed(base, result);
	}
	*id = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

static slock_status in_transaction(slock_sql *base, bool *answer, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	zval returned;

	*answer = false;
	if (sql->own.dsn) {
		return slock_result_set(result, SLOCK_OK);
	}
	if (!slock_sql_call(sql->pdo, "inTransaction", 0, NULL, &returned)) {
		return slock_sql_failed(base, result);
	}
	*answer = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* --- life -------------------------------------------------------------------------------------------------------- */

static void get_gc(slock_sql *base, zend_get_gc_buffer *buffer)
{
	pdo_sql *sql = (pdo_sql *) base;

	if (sql->own.dsn) {
		slock_own_pdo_get_gc(&sql->own, buffer);
	} else {
		zend_get_gc_buffer_add_obj(buffer, sql->pdo);
	}
}

static void free_sql(slock_sql *base)
{
	pdo_sql *sql = (pdo_sql *) base;

	if (sql->own.dsn) {
		slock_own_pdo_dtor(&sql->own);
	} else {
		OBJ_RELEASE(sql->pdo);
	}
	efree(sql);
}

static const slock_sql_ops pdo_ops = {
	.connect = open_connection,
	.execute = execute,
	.query = query,
	.last_id = last_id,
	.in_transaction = in_transaction,
	.reset = reset,
	.get_gc = get_gc,
	.free = free_sql,
};

slock_sql *slock_sql_pdo_new(zend_object *pdo)
{
	pdo_sql *sql = ecalloc(1, sizeof(*sql));

	sql->base.ops = &pdo_ops;
	sql->pdo = pdo;
	GC_ADDREF(pdo);
	return &sql->base;
}

/* Fills what the connection is opened from; false with an exception pending. */
static bool read_address(slock_own_pdo *own, zend_string *dsn, const char *store)
{
	const char *colon = strchr(ZSTR_VAL(dsn), ':');

	if (colon && strncmp(colon, "://", 3) == 0 && !zend_string_starts_with_cstr(dsn, ZEND_STRL("uri:"))) {
		own->dsn = slock_sql_url_to_dsn(dsn, &own->username, &own->password);
		if (!own->dsn) {
			zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
									"%s: the URL is malformed, or of no database that PDO knows.", store);
			return false;
		}
		own->shown = zend_string_copy(own->dsn);
	} else if (slock_own_pdo_read_dsn(own, dsn) == FAILURE) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "%s: the DSN is malformed.", store);
		return false;
	}
	return slock_own_pdo_check_driver(own->dsn, store);
}

slock_sql *slock_sql_pdo_open(zend_string *dsn, zend_string *username, zend_string *password, HashTable *options,
							  const char *store)
{
	pdo_sql *sql = ecalloc(1, sizeof(*sql));

	sql->base.ops = &pdo_ops;
	ZVAL_UNDEF(&sql->own.options);
	ZVAL_UNDEF(&sql->own.secrets);
	sql->own.username = username ? zend_string_copy(username) : NULL;
	sql->own.password = password ? zend_string_copy(password) : NULL;
	if (!read_address(&sql->own, dsn, store)) {
		slock_own_pdo_dtor(&sql->own);
		efree(sql);
		return NULL;
	}
	if (options) {
		ZVAL_ARR(&sql->own.options, zend_array_dup(options));
	}
	snprintf(sql->base.address, sizeof(sql->base.address), "%s", ZSTR_VAL(sql->own.shown));
	return &sql->base;
}
