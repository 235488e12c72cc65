/* SPDX-License-Identifier: MIT
 *
 * SQL through a Doctrine\DBAL\Connection, by the methods that 2.13, 3 and 4 have in common. Statements have no
 * parameters, so that DBAL hands them to the driver whole instead of preparing them. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "clients/sql/dbal_connection.h"
#include "clients/sql/pdo_connection.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

typedef struct {
	slock_sql base;
	bool own;            /* made for the store by us */
	slock_own_dbal of;   /* the connection; guarded where it is our own */
	zend_string *secret; /* what no message shows, or NULL. Owned */
} dbal_sql;

bool slock_sql_dbal_is_connection(zend_object *object)
{
	return slock_sql_is_a(object, "doctrine\\dbal\\connection");
}

/* --- the platform ------------------------------------------------------------------------------------------------ */

/* Names of several versions; those that do not exist are never found. */
static const struct {
	const char *name;
	const char *driver;
	slock_sql_platform platform;
} platforms[] = {
	{"doctrine\\dbal\\platforms\\abstractmysqlplatform", "mysql", SLOCK_SQL_MYSQL},
	{"doctrine\\dbal\\platforms\\mysqlplatform", "mysql", SLOCK_SQL_MYSQL},
	{"doctrine\\dbal\\platforms\\postgresqlplatform", "pgsql", SLOCK_SQL_PGSQL},
	{"doctrine\\dbal\\platforms\\postgresql94platform", "pgsql", SLOCK_SQL_PGSQL},
	{"doctrine\\dbal\\platforms\\sqliteplatform", "sqlite", SLOCK_SQL_SQLITE},
	{"doctrine\\dbal\\platforms\\oracleplatform", "oci", SLOCK_SQL_OCI},
	{"doctrine\\dbal\\platforms\\sqlserverplatform", "sqlsrv", SLOCK_SQL_SQLSRV},
	{"doctrine\\dbal\\platforms\\sqlserver2012platform", "sqlsrv", SLOCK_SQL_SQLSRV},
};

static bool learn_platform(dbal_sql *sql)
{
	zval platform;

	if (!slock_sql_call(sql->of.connection, "getDatabasePlatform", 0, NULL, &platform)) {
		return false;
	}
	if (Z_TYPE(platform) == IS_OBJECT) {
		snprintf(sql->base.driver, sizeof(sql->base.driver), "%s", ZSTR_VAL(Z_OBJCE(platform)->name));
		for (size_t i = 0; i < sizeof(platforms) / sizeof(*platforms); i++) {
			if (slock_sql_is_a(Z_OBJ(platform), platforms[i].name)) {
				sql->base.platform = platforms[i].platform;
				snprintf(sql->base.driver, sizeof(sql->base.driver), "%s", platforms[i].driver);
				break;
			}
		}
	}
	zval_ptr_dtor(&platform);
	return true;
}

static slock_status failed(dbal_sql *sql, slock_result *result)
{
	if (EG(exception)) {
		slock_secrets_scrub_exception(EG(exception), sql->secret);
	}
	if (slock_sql_failed(&sql->base, result) == SLOCK_STORAGE_ERROR && result->exception) {
		if (slock_sql_is_a(result->exception, "doctrine\\dbal\\exception\\tablenotfoundexception")) {
			sql->base.problem = SLOCK_SQL_TABLE_MISSING;
		} else if (slock_sql_is_a(result->exception, "doctrine\\dbal\\exception\\deadlockexception")) {
			sql->base.problem = SLOCK_SQL_TRY_AGAIN;
		} else if (slock_sql_is_a(result->exception, "doctrine\\dbal\\exception\\connectionlost")) {
			sql->base.problem = SLOCK_SQL_LOST;
		}
	}
	if (UNEXPECTED(EG(exception))) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	return result->status;
}

/* --- the connection ---------------------------------------------------------------------------------------------- */

/* A connection of the user's has no sockets that we know of. */
static slock_time_limit *limit_statement(dbal_sql *sql)
{
	return sql->own && sql->of.guard.native ? slock_sql_limit_statement(&sql->base, &sql->of.guard.sockets) : NULL;
}

static slock_status open_connection(slock_sql *base, slock_result *result)
{
	dbal_sql *sql = (dbal_sql *) base;
	zval unused;
	bool late;

	if (slock_sql_has_replicas(sql->of.connection) &&
		!slock_sql_call(sql->of.connection, "ensureConnectedToPrimary", 0, NULL, &unused)) {
		return failed(sql, result);
	}
	if (sql->own && !slock_own_dbal_open(&sql->of, slock_sql_connect_until(base->answer_by), &late)) {
		failed(sql, result);
		return late ? slock_sql_late(base, result) : result->status;
	}
	if (UNEXPECTED(!base->driver[0])) {
		/* The platform may depend on the server's version, which it is asked for. */
		slock_time_limit *limit = limit_statement(sql);

		if (!learn_platform(sql)) {
			failed(sql, result);
			return slock_sql_end_statement(base, limit, result);
		}
		slock_time_limit_lift(limit);
	}
	return slock_result_set(result, SLOCK_OK);
}

static bool reset(slock_sql *base)
{
	dbal_sql *sql = (dbal_sql *) base;

	return sql->own && slock_own_dbal_close(&sql->of);
}

/* --- statements -------------------------------------------------------------------------------------------------- */

static slock_status execute(slock_sql *base, zend_string *statement, zend_long *rows, slock_result *result)
{
	dbal_sql *sql = (dbal_sql *) base;
	slock_time_limit *limit;
	zval argument, returned;

	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	limit = limit_statement(sql);
	ZVAL_STR(&argument, statement);
	if (slock_sql_call(sql->of.connection, "executeStatement", 1, &argument, &returned)) {
		*rows = zval_get_long(&returned);
		zval_ptr_dtor(&returned);
	} else {
		failed(sql, result);
	}
	return slock_sql_end_statement(base, limit, result);
}

static slock_status query(slock_sql *base, zend_string *text, zend_string **value, slock_result *result)
{
	dbal_sql *sql = (dbal_sql *) base;
	slock_time_limit *limit;
	zval argument, returned;

	*value = NULL;
	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	limit = limit_statement(sql);
	ZVAL_STR(&argument, text);
	if (slock_sql_call(sql->of.connection, "fetchOne", 1, &argument, &returned)) {
		*value = slock_sql_value(&returned);
		zval_ptr_dtor(&returned);
	} else {
		failed(sql, result);
	}
	return slock_sql_end_statement(base, limit, result);
}

static slock_status last_id(slock_sql *base, zend_long *id, slock_result *result)
{
	zval returned;

	*id = 0;
	if (!slock_sql_call(((dbal_sql *) base)->of.connection, "lastInsertId", 0, NULL, &returned)) {
		/* DBAL 4 throws where there is none. */
		if (slock_sql_failed(base, result) != SLOCK_STORAGE_ERROR) {
			return result->status;
		}
		slock_result_dtor(result);
		return slock_result_set(result, SLOCK_OK);
	}
	*id = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

static slock_status in_transaction(slock_sql *base, bool *answer, slock_result *result)
{
	zval returned;

	*answer = false;
	if (!slock_sql_call(((dbal_sql *) base)->of.connection, "isTransactionActive", 0, NULL, &returned)) {
		return slock_sql_failed(base, result);
	}
	*answer = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* Through DBAL's schema, so that its platform decides on the column types and on the table's options. */
static slock_status create_table(slock_sql *base, zend_object *store, slock_result *result)
{
	slock_time_limit *limit;
	zval unused;

	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	limit = limit_statement((dbal_sql *) base);
	if (slock_sql_call(store, "createTable", 0, NULL, &unused)) {
		zval_ptr_dtor(&unused);
	} else {
		failed((dbal_sql *) base, result);
	}
	return slock_sql_end_statement(base, limit, result);
}

/* --- life -------------------------------------------------------------------------------------------------------- */

static void get_gc(slock_sql *base, zend_get_gc_buffer *buffer)
{
	slock_own_dbal_get_gc(&((dbal_sql *) base)->of, buffer);
}

static void free_sql(slock_sql *base)
{
	dbal_sql *sql = (dbal_sql *) base;

	slock_own_dbal_dtor(&sql->of);
	if (sql->secret) {
		zend_string_release(sql->secret);
	}
	efree(sql);
}

static const slock_sql_ops dbal_ops = {
	.connect = open_connection,
	.execute = execute,
	.query = query,
	.last_id = last_id,
	.in_transaction = in_transaction,
	.reset = reset,
	.create_table = create_table,
	.get_gc = get_gc,
	.free = free_sql,
};

slock_sql *slock_sql_dbal_new(zend_object *connection, bool own)
{
	dbal_sql *sql = ecalloc(1, sizeof(*sql));

	sql->base.ops = &dbal_ops;
	sql->of.connection = connection;
	sql->own = own;
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
