/* SPDX-License-Identifier: MIT
 *
 * SQL through a Doctrine\DBAL\Connection, by the methods that 2.13, 3 and 4 have in common. Statements have no
 * parameters, so that DBAL hands them to the driver whole instead of preparing them. */
#include "php_slock.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

typedef struct {
	slock_sql base;
	zend_object *connection;
	bool own;
	slock_sql_guard guard; /* of what is under a connection of our own */
} dbal_sql;

static bool is_a(zend_object *object, const char *lower_case_name)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), lower_case_name, strlen(lower_case_name));

	return ce && instanceof_function(object->ce, ce);
}

bool slock_sql_dbal_is_connection(zend_object *object)
{
	return is_a(object, "doctrine\\dbal\\connection");
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

	if (!slock_sql_call(sql->connection, "getDatabasePlatform", 0, NULL, &platform)) {
		return false;
	}
	if (Z_TYPE(platform) == IS_OBJECT) {
		snprintf(sql->base.driver, sizeof(sql->base.driver), "%s", ZSTR_VAL(Z_OBJCE(platform)->name));
		for (size_t i = 0; i < sizeof(platforms) / sizeof(*platforms); i++) {
			if (is_a(Z_OBJ(platform), platforms[i].name)) {
				sql->base.platform = platforms[i].platform;
				snprintf(sql->base.driver, sizeof(sql->base.driver), "%s", platforms[i].driver);
				break;
			}
		}
	}
	zval_ptr_dtor(&platform);
	return true;
}

/* --- a connection of our own ------------------------------------------------------------------------------------- */

static zend_class_entry *load_class(const char *name)
{
	zend_string *string = zend_string_init(name, strlen(name), false);
	zend_class_entry *ce = zend_lookup_class(string);

	zend_string_release(string);
	return EG(exception) ? NULL : ce;
}

/* new $ce(…); false with an exception pending. */
static bool make(zend_class_entry *ce, uint32_t argc, zval *argv, zval *object)
{
	if (object_init_ex(object, ce) == FAILURE) {
		return false;
	}
	if (ce->constructor) {
		zend_call_known_instance_method(ce->constructor, Z_OBJ_P(object), NULL, argc, argv);
	}
	if (EG(exception)) {
		zval_ptr_dtor(object);
		return false;
	}
	return true;
}

/* The parameters of a URL: by the parser of newer versions, or left to the driver manager of older ones. */
static bool parse_url(zend_string *url, zval *parameters)
{
	static const char *const schemes[][2] = {
		{"db2", "ibm_db2"},      {"mssql", "pdo_sqlsrv"},   {"mysql", "pdo_mysql"},
		{"mysql2", "pdo_mysql"}, {"postgres", "pdo_pgsql"}, {"postgresql", "pdo_pgsql"},
		{"pgsql", "pdo_pgsql"},  {"sqlite", "pdo_sqlite"},  {"sqlite3", "pdo_sqlite"},
	};
	zend_class_entry *ce = load_class("Doctrine\\DBAL\\Tools\\DsnParser");
	zval mapping, parser, argument;
	bool good;

	if (EG(exception)) {
		return false;
	}
	if (!ce) {
		array_init(parameters);
		add_assoc_str(parameters, "url", zend_string_copy(url));
		return true;
	}
	array_init(&mapping);
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		add_assoc_string(&mapping, schemes[i][0], schemes[i][1]);
	}
	good = make(ce, 1, &mapping, &parser);
	zval_ptr_dtor(&mapping);
	if (!good) {
		return false;
	}
	ZVAL_STR(&argument, url);
	good = slock_sql_call(Z_OBJ(parser), "parse", 1, &argument, parameters);
	zval_ptr_dtor(&parser);
	return good;
}

static bool configure(zval *configuration)
{
	zend_class_entry *ce = load_class("Doctrine\\DBAL\\Configuration");
	zval factory, unused;
	bool good;

	if (!ce || !make(ce, 0, NULL, configuration)) {
		return false;
	}
	ce = load_class("Doctrine\\DBAL\\Schema\\DefaultSchemaManagerFactory");
	if (!ce) {
		good = !EG(exception);
	} else if ((good = make(ce, 0, NULL, &factory))) {
		good = slock_sql_call(Z_OBJ_P(configuration), "setSchemaManagerFactory", 1, &factory, &unused);
		zval_ptr_dtor(&unused);
		zval_ptr_dtor(&factory);
	}
	if (!good) {
		zval_ptr_dtor(configuration);
	}
	return good;
}

zend_object *slock_sql_dbal_connect(zend_string *url)
{
	zend_class_entry *manager = load_class("Doctrine\\DBAL\\DriverManager");
	zval arguments[2], connection;

	if (!manager || !parse_url(url, &arguments[0])) {
		return NULL;
	}
	ZVAL_UNDEF(&connection);
	if (configure(&arguments[1])) {
		zend_call_method_with_2_params(NULL, manager, NULL, "getconnection", &connection, &arguments[0], &arguments[1]);
		zval_ptr_dtor(&arguments[1]);
	}
	zval_ptr_dtor(&arguments[0]);
	if (EG(exception)) {
		zval_ptr_dtor(&connection);
		return NULL;
	}
	return Z_TYPE(connection) == IS_OBJECT ? Z_OBJ(connection) : NULL;
}

/* Remembers what holds the descriptor, once there is one. */
static bool guard_native(dbal_sql *sql)
{
	static const char *const methods[] = {"getnativeconnection", "getwrappedconnection"};
	zval native;

	if (!sql->own || sql->guard.native) {
		return true;
	}
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		if (!zend_hash_str_exists(&sql->connection->ce->function_table, methods[i], strlen(methods[i]))) {
			continue;
		}
		if (!slock_sql_call(sql->connection, methods[i], 0, NULL, &native)) {
			return false;
		}
		if (Z_TYPE(native) == IS_OBJECT) {
			slock_sql_guard_keep(&sql->guard, Z_OBJ(native));
		} else {
			zval_ptr_dtor(&native);
		}
		break;
	}
	return true;
}

static bool close_own(dbal_sql *sql)
{
	zval unused;

	slock_sql_guard_drop(&sql->guard);
	if (!slock_sql_call(sql->connection, "close", 0, NULL, &unused)) {
		return false;
	}
	zval_ptr_dtor(&unused);
	return true;
}

static slock_status open_connection(slock_sql *base, slock_result *result)
{
	dbal_sql *sql = (dbal_sql *) base;

	if (UNEXPECTED(slock_sql_guard_is_inherited(&sql->guard)) && !close_own(sql)) {
		return slock_sql_failed(base, result);
	}
	if (UNEXPECTED(!base->driver[0]) && !learn_platform(sql)) {
		return slock_sql_failed(base, result);
	}
	return slock_result_set(result, SLOCK_OK);
}

static bool reset(slock_sql *base)
{
	dbal_sql *sql = (dbal_sql *) base;

	return sql->own && close_own(sql);
}

/* --- statements -------------------------------------------------------------------------------------------------- */

static slock_status failed(dbal_sql *sql, slock_result *result)
{
	zval connected;

	if (slock_sql_failed(&sql->base, result) == SLOCK_STORAGE_ERROR && result->exception) {
		if (is_a(result->exception, "doctrine\\dbal\\exception\\tablenotfoundexception")) {
			sql->base.problem = SLOCK_SQL_TABLE_MISSING;
		} else if (is_a(result->exception, "doctrine\\dbal\\exception\\deadlockexception")) {
			sql->base.problem = SLOCK_SQL_TRY_AGAIN;
		} else if (is_a(result->exception, "doctrine\\dbal\\exception\\connectionlost")) {
			sql->base.problem = SLOCK_SQL_LOST;
		}
	}
	/* A statement may fail on the first connection that there is. */
	if (sql->own && !sql->guard.native && !EG(exception) &&
		slock_sql_call(sql->connection, "isConnected", 0, NULL, &connected) && Z_TYPE(connected) == IS_TRUE) {
		guard_native(sql);
	}
	if (UNEXPECTED(EG(exception))) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	return result->status;
}

static slock_status execute(slock_sql *base, zend_string *statement, zend_long *rows, slock_result *result)
{
	dbal_sql *sql = (dbal_sql *) base;
	zval argument, returned;

	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	ZVAL_STR(&argument, statement);
	if (!slock_sql_call(sql->connection, "executeStatement", 1, &argument, &returned)) {
		return failed(sql, result);
	}
	*rows = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return guard_native(sql) ? slock_result_set(result, SLOCK_OK) : failed(sql, result);
}

static slock_status query(slock_sql *base, zend_string *text, zend_string **value, slock_result *result)
{
	dbal_sql *sql = (dbal_sql *) base;
	zval argument, returned;

	*value = NULL;
	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	ZVAL_STR(&argument, text);
	if (!slock_sql_call(sql->connection, "fetchOne", 1, &argument, &returned)) {
		return failed(sql, result);
	}
	if (!guard_native(sql)) {
		zval_ptr_dtor(&returned);
		return failed(sql, result);
	}
	*value = slock_sql_value(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

static slock_status last_id(slock_sql *base, zend_long *id, slock_result *result)
{
	zval returned;

	*id = 0;
	if (!slock_sql_call(((dbal_sql *) base)->connection, "lastInsertId", 0, NULL, &returned)) {
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
	if (!slock_sql_call(((dbal_sql *) base)->connection, "isTransactionActive", 0, NULL, &returned)) {
		return slock_sql_failed(base, result);
	}
	*answer = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* Through DBAL's schema, so that its platform decides on the column types and on the table's options. */
static slock_status create_table(slock_sql *base, zend_object *store, slock_result *result)
{
	zval unused;

	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	if (!slock_sql_call(store, "createTable", 0, NULL, &unused)) {
		return failed((dbal_sql *) base, result);
	}
	zval_ptr_dtor(&unused);
	return slock_result_set(result, SLOCK_OK);
}

/* --- life -------------------------------------------------------------------------------------------------------- */

static void get_gc(slock_sql *base, zend_get_gc_buffer *buffer)
{
	dbal_sql *sql = (dbal_sql *) base;

	zend_get_gc_buffer_add_obj(buffer, sql->connection);
	if (sql->guard.native) {
		zend_get_gc_buffer_add_obj(buffer, sql->guard.native);
	}
}

static void free_sql(slock_sql *base)
{
	dbal_sql *sql = (dbal_sql *) base;

	slock_sql_guard_drop(&sql->guard);
	OBJ_RELEASE(sql->connection);
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
	sql->connection = connection;
	sql->own = own;
	GC_ADDREF(connection);
	return &sql->base;
}

zend_object *slock_sql_dbal_connection(slock_sql *sql)
{
	return sql->ops == &dbal_ops ? ((dbal_sql *) sql)->connection : NULL;
}
