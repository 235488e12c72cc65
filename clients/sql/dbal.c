/* SPDX-License-Identifier: MIT
 *
 * SQL through a Doctrine\DBAL\Connection, by the methods that 2.13, 3 and 4 have in common. Statements have no
 * parameters, so that DBAL hands them to the driver whole instead of preparing them. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "clients/sql/dbal.h"
#include "clients/sql/dbal_connection.h"
#include "clients/sql/pdo.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/text.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"

typedef struct {
	slock_sql base;
	slock_dbal_connection of; /* guarded by base.guard where it is our own */
	zend_string *secret;      /* what no message shows, or NULL. Owned */
} dbal_sql;

static zend_object *dbal_of(const slock_sql *sql)
{
	return ((const dbal_sql *) sql)->of.connection;
}

bool slock_sql_dbal_check(zend_object *connection)
{
	if (slock_userland_is_a(connection, "Doctrine\\DBAL\\Connection")) {
		return true;
	}
	zend_argument_type_error(1, "must be of type Doctrine\\DBAL\\Connection|string, %s given",
							 ZSTR_VAL(connection->ce->name));
	return false;
}

/* --- the platform ------------------------------------------------------------------------------------------------- */

#define PLATFORM "Doctrine\\DBAL\\Platforms\\"

bool slock_sql_dbal_platform(zend_object *connection, zval *platform, const char **driver)
{
	/* Names of several versions; those that do not exist are never found. */
	static const char *const drivers[][2] = {
		{PLATFORM "AbstractMySQLPlatform", "mysql"}, {PLATFORM "MySQLPlatform", "mysql"},
		{PLATFORM "PostgreSQLPlatform", "pgsql"},    {PLATFORM "PostgreSQL94Platform", "pgsql"},
		{PLATFORM "SqlitePlatform", "sqlite"},       {PLATFORM "OraclePlatform", "oci"},
		{PLATFORM "SQLServerPlatform", "sqlsrv"},    {PLATFORM "SQLServer2012Platform", "sqlsrv"},
	};

	*driver = NULL;
	if (!slock_userland_call(connection, "getDatabasePlatform", 0, NULL, platform)) {
		return false;
	}
	for (size_t i = 0; Z_TYPE_P(platform) == IS_OBJECT && i < sizeof(drivers) / sizeof(*drivers); i++) {
		if (slock_userland_is_a(Z_OBJ_P(platform), drivers[i][0])) {
			*driver = drivers[i][1];
			break;
		}
	}
	return true;
}

static bool dbal_learn_platform(slock_sql *sql)
{
	zval platform;
	const char *driver;

	if (!slock_sql_dbal_platform(dbal_of(sql), &platform, &driver)) {
		return false;
	}
	if (Z_TYPE(platform) == IS_OBJECT) {
		slock_sql_set_driver(sql, driver ? driver : ZSTR_VAL(Z_OBJCE(platform)->name));
	}
	zval_ptr_dtor(&platform);
	return true;
}

static slock_status dbal_failed(slock_sql *base, slock_result *result)
{
	dbal_sql *sql = (dbal_sql *) base;

	if (EG(exception)) {
		slock_secrets_scrub_exception(EG(exception), sql->secret);
	}
	if (slock_sql_failed(base, result) == SLOCK_STORAGE_ERROR && result->exception) {
		if (slock_userland_is_a(result->exception, "Doctrine\\DBAL\\Exception\\TableNotFoundException")) {
			base->problem = SLOCK_SQL_TABLE_MISSING;
		} else if (slock_userland_is_a(result->exception, "Doctrine\\DBAL\\Exception\\DeadlockException")) {
			base->problem = SLOCK_SQL_TRY_AGAIN;
		} else if (slock_userland_is_a(result->exception, "Doctrine\\DBAL\\Exception\\ConnectionLost")) {
			base->problem = SLOCK_SQL_LOST;
		}
	}
	if (UNEXPECTED(EG(exception))) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	return result->status;
}

/* --- the connection ----------------------------------------------------------------------------------------------- */

/* A user's connection may choose between a primary server and its replicas. A replica knows nothing of the locks at the
 * primary or at other replicas, so every question goes to the primary. */
static bool dbal_use_primary(slock_sql *sql)
{
	return sql->guard || !slock_userland_has(dbal_of(sql), "ensureConnectedToPrimary") ||
		   slock_userland_call(dbal_of(sql), "ensureConnectedToPrimary", 0, NULL, NULL);
}

static slock_status dbal_execute(slock_sql *sql, zend_object *via, zend_string *statement, zend_long *rows,
								 slock_result *result);

/* What Doctrine connects with, as it shows that from version 3 on, or before. */
static bool dbal_is_mysqli(const zend_object *native)
{
	return native && (slock_userland_is_a(native, "mysqli") ||
					  slock_userland_is_a(native, "Doctrine\\DBAL\\Driver\\Mysqli\\MysqliConnection"));
}

/* Every statement is a transaction, which MySQL may be set to leave open: see sql_commit(). Only mysqli does not tell
 * of that with each answer, so that it is told before the first one. */
static slock_status dbal_set_up(slock_sql *sql, slock_result *result)
{
	slock_time_limit *limit;
	zend_string *statement;
	zend_long rows;

	if (!dbal_is_mysqli(sql->guard->native)) {
		return SLOCK_OK;
	}
	statement = zend_string_init(ZEND_STRL(SLOCK_SQL_AUTOCOMMIT), false);
	limit = slock_sql_limit_statement(sql);
	dbal_execute(sql, NULL, statement, &rows, result);
	slock_sql_end_statement(sql, limit, result);
	zend_string_release(statement);
	if (result->status != SLOCK_OK) {
		/* The next one begins with a new connection. */
		slock_sql_reset(sql);
		slock_userland_drop();
	}
	return result->status;
}

static slock_status dbal_connect(slock_sql *sql, slock_result *result)
{
	slock_dbal_connection *own = &((dbal_sql *) sql)->of;
	slock_time_limit *limit;
	bool late;

	sql->opened = false;
	if (sql->guard) {
		if (!slock_dbal_connection_open(own, slock_pdo_connect_until(sql->answer_by), &sql->opened, &late)) {
			dbal_failed(sql, result);
			return late ? slock_sql_late(sql, true, result) : result->status;
		}
	} else if (!dbal_use_primary(sql)) {
		return dbal_failed(sql, result);
	}
	slock_result_set(result, SLOCK_OK);
	if (UNEXPECTED(!sql->driver[0])) {
		/* The platform may depend on the server's version, which it is asked for. */
		limit = slock_sql_limit_statement(sql);
		if (!dbal_learn_platform(sql)) {
			dbal_failed(sql, result);
		}
		slock_sql_end_statement(sql, limit, result);
	}
	if (UNEXPECTED(sql->opened) && result->status == SLOCK_OK && dbal_set_up(sql, result) == SLOCK_OK) {
		slock_sql_check_opened(sql, result);
	}
	return result->status;
}

static bool dbal_is_connected(slock_sql *sql)
{
	return slock_dbal_connection_is_open(&((dbal_sql *) sql)->of);
}

/* What a user's connection shows of what is under it, with a reference for the caller; it connects for that. NULL: it
 * shows nothing, or, with an exception pending, it failed. */
static zend_object *dbal_shown(zend_object *connection)
{
	zval native;

	if (!slock_userland_has(connection, "getNativeConnection")) {
		return NULL;
	}
	if (slock_userland_call(connection, "getNativeConnection", 0, NULL, &native)) {
		if (Z_TYPE(native) == IS_OBJECT) {
			return Z_OBJ(native);
		}
		zval_ptr_dtor(&native);
	} else if (instanceof_function(EG(exception)->ce, spl_ce_LogicException)) {
		/* The driver does not show it. */
		zend_clear_exception();
	}
	return NULL;
}

static zend_object *dbal_driver_object(slock_sql *sql, slock_result *result)
{
	zend_object *connection = dbal_of(sql), *shown;

	if (!dbal_use_primary(sql)) {
		dbal_failed(sql, result);
		return NULL;
	}
	slock_result_set(result, SLOCK_OK);
	if (sql->guard && sql->guard->native) {
		connection = sql->guard->native;
	} else if (!sql->guard) {
		if ((shown = dbal_shown(connection))) {
			return shown;
		}
		if (EG(exception)) {
			dbal_failed(sql, result);
			return NULL;
		}
	}
	GC_ADDREF(connection);
	return connection;
}

zend_object *slock_sql_dbal_native(slock_sql *sql)
{
	zend_object *native = NULL;

	if (slock_userland_call_quietly(dbal_of(sql), "isConnected", 0, NULL)) {
		if (!(native = dbal_shown(dbal_of(sql))) && !EG(exception)) {
			native = dbal_of(sql);
			GC_ADDREF(native);
		}
		slock_userland_drop();
	}
	return native;
}

static bool dbal_close(slock_sql *sql)
{
	return slock_dbal_connection_close(&((dbal_sql *) sql)->of);
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static bool dbal_is_pdo(const zend_object *via)
{
	return via && slock_userland_is_a(via, "PDO");
}

/* The exception that Doctrine would make of this one, of its PDO driver's; false where this version of it makes none.
 */
static bool dbal_convert(zend_object *connection, zend_object *exception, zend_string *statement, zval *converted)
{
	zend_class_entry *driver_exception = slock_userland_load_class("Doctrine\\DBAL\\Driver\\PDO\\Exception");
	zend_class_entry *query = slock_userland_load_class("Doctrine\\DBAL\\Query");
	zval asked[3], thrown, arguments[2], driver, converter;

	ZVAL_UNDEF(&driver);
	ZVAL_UNDEF(&converter);
	ZVAL_UNDEF(converted);
	if (!driver_exception || !query || !slock_userland_call(connection, "getDriver", 0, NULL, &driver)) {
		return false;
	}
	if (Z_TYPE(driver) == IS_OBJECT && slock_userland_has(Z_OBJ(driver), "getExceptionConverter") &&
		slock_userland_call(Z_OBJ(driver), "getExceptionConverter", 0, NULL, &converter) &&
		Z_TYPE(converter) == IS_OBJECT) {
		ZVAL_STR(&asked[0], statement);
		ZVAL_EMPTY_ARRAY(&asked[1]);
		ZVAL_EMPTY_ARRAY(&asked[2]);
		ZVAL_OBJ(&thrown, exception);
		if (slock_userland_make(query, 3, asked, &arguments[1])) {
			if (slock_userland_call_static(driver_exception, "new", 1, &thrown, &arguments[0])) {
				slock_userland_call(Z_OBJ(converter), "convert", 2, arguments, converted);
				zval_ptr_dtor(&arguments[0]);
			}
			zval_ptr_dtor(&arguments[1]);
		}
	}
	zval_ptr_dtor(&converter);
	zval_ptr_dtor(&driver);
	return Z_TYPE_P(converted) == IS_OBJECT && instanceof_function(Z_OBJCE_P(converted), zend_ce_exception);
}

/* What the \PDO inside of a connection of the user's threw comes out as that connection's own. The text and what the
 * failure means stay PDO's. */
static slock_status dbal_asked_pdo(slock_sql *sql, zend_string *statement, slock_result *result)
{
	zval converted;

	if (sql->guard || result->status != SLOCK_STORAGE_ERROR || !result->exception ||
		!slock_userland_is_a(result->exception, "PDOException")) {
		return result->status;
	}
	if (dbal_convert(dbal_of(sql), result->exception, statement, &converted)) {
		OBJ_RELEASE(result->exception);
		result->exception = Z_OBJ(converted);
	} else {
		zval_ptr_dtor(&converted);
		slock_userland_drop();
	}
	return UNEXPECTED(EG(exception)) ? slock_result_set(result, SLOCK_INTERRUPTED) : result->status;
}

static slock_status dbal_execute(slock_sql *sql, zend_object *via, zend_string *statement, zend_long *rows,
								 slock_result *result)
{
	zval argument, returned;

	if (dbal_is_pdo(via)) {
		slock_sql_pdo_execute(sql, via, statement, rows, result);
		return dbal_asked_pdo(sql, statement, result);
	}
	ZVAL_STR(&argument, statement);
	if (!slock_sql_call(sql, dbal_of(sql), "executeStatement", 1, &argument, &returned)) {
		return dbal_failed(sql, result);
	}
	*rows = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

static slock_status dbal_query(slock_sql *sql, zend_object *via, zend_string *statement, zval *row,
							   slock_result *result)
{
	zval argument;

	if (dbal_is_pdo(via)) {
		slock_sql_pdo_query(sql, via, statement, row, result);
		return dbal_asked_pdo(sql, statement, result);
	}
	ZVAL_STR(&argument, statement);
	return slock_sql_call(sql, dbal_of(sql), "fetchNumeric", 1, &argument, row) ? slock_result_set(result, SLOCK_OK)
																				: dbal_failed(sql, result);
}

static slock_status dbal_last_id(slock_sql *sql, zend_long *id, slock_result *result)
{
	zval returned;

	*id = 0;
	if (!slock_userland_call(dbal_of(sql), "lastInsertId", 0, NULL, &returned)) {
		/* DBAL 4 throws where there is none. */
		if (slock_sql_failed(sql, result) != SLOCK_STORAGE_ERROR) {
			return result->status;
		}
		slock_result_dtor(result);
		return slock_result_set(result, SLOCK_OK);
	}
	*id = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* Whether there is a transaction that Doctrine does not know of, because the user has begun it by a statement. */
static bool dbal_is_begun_natively(zend_object *via)
{
	zval argument, status;

	if (!via || !slock_userland_is_a(via, "PgSql\\Connection")) {
		return false;
	}
	ZVAL_OBJ(&argument, via);
	/* PGSQL_TRANSACTION_ACTIVE: Doctrine has not yet fetched the end of its last answer. */
	if (slock_userland_call_function("pg_transaction_status", 1, &argument, &status) && zval_get_long(&status) == 1 &&
		slock_userland_call_function("pg_get_result", 1, &argument, NULL)) {
		slock_userland_call_function("pg_transaction_status", 1, &argument, &status);
	}
	return zval_get_long(&status) != 0;
}

/* Nobody begins one on a connection of ours. */
static slock_status dbal_in_transaction(slock_sql *sql, zend_object *via, bool *answer, slock_result *result)
{
	zend_object *driver = NULL;
	zval returned;

	*answer = false;
	if (sql->guard) {
		return slock_result_set(result, SLOCK_OK);
	}
	if (!via && !(via = driver = dbal_driver_object(sql, result))) {
		return result->status;
	}
	if (dbal_is_pdo(via)) {
		slock_sql_pdo_in_transaction(sql, via, answer, result);
	} else if (!slock_userland_call(dbal_of(sql), "isTransactionActive", 0, NULL, &returned)) {
		slock_sql_failed(sql, result);
	} else {
		*answer = zend_is_true(&returned) || dbal_is_begun_natively(via);
		zval_ptr_dtor(&returned);
		slock_result_set(result, SLOCK_OK);
	}
	if (driver) {
		OBJ_RELEASE(driver);
	}
	return result->status;
}

/* The second column of the answer; false: there is none. */
static bool dbal_show(slock_sql *sql, const char *sql_text, zval *value)
{
	zend_string *statement = zend_string_init(sql_text, strlen(sql_text), false);
	slock_result asked = SLOCK_RESULT_INIT;
	zval row, *second = NULL;

	ZVAL_UNDEF(&row);
	if (dbal_query(sql, NULL, statement, &row, &asked) == SLOCK_OK && Z_TYPE(row) == IS_ARRAY &&
		(second = zend_hash_index_find_deref(Z_ARRVAL(row), 1))) {
		ZVAL_COPY(value, second);
	}
	zval_ptr_dtor(&row);
	slock_result_dtor(&asked);
	zend_string_release(statement);
	return second;
}

/* How many statements of this kind the session has sent; -1: it does not tell. */
static zend_long dbal_count(slock_sql *sql, const char *sql_text)
{
	zend_long count;
	zval value;

	if (!dbal_show(sql, sql_text, &value)) {
		return -1;
	}
	count = zval_get_long(&value);
	zval_ptr_dtor(&value);
	return count;
}

static bool dbal_commits_by_itself(slock_sql *sql)
{
	zval value;
	bool commits;

	if (!dbal_show(sql, "SHOW SESSION VARIABLES LIKE 'autocommit'", &value)) {
		return false;
	}
	commits = Z_TYPE(value) == IS_STRING && zend_string_equals_literal(Z_STR(value), "ON");
	zval_ptr_dtor(&value);
	return commits;
}

/* Of MySQL's drivers only mysqli does not tell what the server says of it with each answer. No transaction that was
 * begun by a statement is open if each has been ended, and nothing else was; what ends one otherwise, as a DDL
 * statement does, counts as open. */
static bool dbal_may_have_begun_on_mysqli(slock_sql *sql)
{
	zend_long begun, committed, rolled_back;

	begun = dbal_count(sql, "SHOW SESSION STATUS LIKE 'Com_begin'");
	committed = dbal_count(sql, "SHOW SESSION STATUS LIKE 'Com_commit'");
	rolled_back = dbal_count(sql, "SHOW SESSION STATUS LIKE 'Com_rollback'");
	return begun < 0 || committed < 0 || rolled_back < 0 || begun != committed + rolled_back ||
		   !dbal_commits_by_itself(sql);
}

static bool dbal_may_have_begun(slock_sql *sql)
{
	slock_result asked = SLOCK_RESULT_INIT;
	zend_object *via = sql->guard ? NULL : dbal_driver_object(sql, &asked);
	bool may = dbal_is_mysqli(via) ? dbal_may_have_begun_on_mysqli(sql) : slock_sql_may_have_begun(sql, via);

	if (via) {
		OBJ_RELEASE(via);
	}
	slock_result_dtor(&asked);
	return may;
}

/* Through DBAL's schema, so that its platform decides on the column types and on the table's options. */
static slock_status dbal_create_table(slock_sql *sql, zend_object *store, slock_result *result)
{
	slock_time_limit *limit;

	if (slock_sql_begin_statement(sql, &limit, result) != SLOCK_OK) {
		return result->status;
	}
	if (!slock_userland_call(store, "createTable", 0, NULL, NULL)) {
		dbal_failed(sql, result);
	}
	return slock_sql_end_statement(sql, limit, result);
}

/* --- life --------------------------------------------------------------------------------------------------------- */

static void dbal_get_gc(slock_sql *base, zend_get_gc_buffer *buffer)
{
	slock_dbal_connection_get_gc(&((dbal_sql *) base)->of, buffer);
}

static void dbal_free(slock_sql *base)
{
	dbal_sql *sql = (dbal_sql *) base;

	slock_dbal_connection_dtor(&sql->of);
	slock_text_release(sql->secret);
	efree(sql);
}

static const char *dbal_transport(const slock_sql *sql)
{
	return ZSTR_VAL(((const dbal_sql *) sql)->of.connection->ce->name);
}

static const slock_sql_ops dbal_ops = {
	.connect = dbal_connect,
	.is_connected = dbal_is_connected,
	.driver_object = dbal_driver_object,
	.execute = dbal_execute,
	.query = dbal_query,
	.last_id = dbal_last_id,
	.in_transaction = dbal_in_transaction,
	.may_have_begun = dbal_may_have_begun,
	.close = dbal_close,
	.create_table = dbal_create_table,
	.transport = dbal_transport,
	.get_gc = dbal_get_gc,
	.free = dbal_free,
};

slock_sql *slock_sql_dbal_new(zend_object *connection, bool own)
{
	dbal_sql *sql = ecalloc(1, sizeof(*sql));

	sql->base.ops = &dbal_ops;
	sql->of.connection = connection;
	sql->base.guard = own ? &sql->of.guard : NULL;
	GC_ADDREF(connection);
	return &sql->base;
}

void slock_sql_dbal_hide(slock_sql *sql, zend_string *password)
{
	((dbal_sql *) sql)->secret = zend_string_copy(password);
}

zend_object *slock_sql_dbal_connection(slock_sql *sql)
{
	return sql->ops == &dbal_ops ? ((dbal_sql *) sql)->of.connection : NULL;
}
