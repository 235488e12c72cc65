/* SPDX-License-Identifier: MIT
 *
 * A Doctrine\DBAL\Connection of ours: see dbal_connection.h. */
#include "php_slock.h"
#include "clients/descriptors.h"
#include "clients/secrets.h"
#include "clients/sql/dbal_connection.h"
#include "clients/sql/sql.h"
#include "core/process.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* --- making ------------------------------------------------------------------------------------------------------- */

/* The parameters of a URL: by the parser of newer versions, or left to the driver manager of older ones. */
static bool parse_url(zend_string *url, zval *parameters)
{
	static const char *const schemes[][2] = {
		{"db2", "ibm_db2"},      {"mssql", "pdo_sqlsrv"},   {"mysql", "pdo_mysql"},
		{"mysql2", "pdo_mysql"}, {"postgres", "pdo_pgsql"}, {"postgresql", "pdo_pgsql"},
		{"pgsql", "pdo_pgsql"},  {"sqlite", "pdo_sqlite"},  {"sqlite3", "pdo_sqlite"},
	};
	zend_class_entry *ce = slock_sql_load_class("Doctrine\\DBAL\\Tools\\DsnParser");
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
	good = slock_sql_make(ce, 1, &mapping, &parser);
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
	zend_class_entry *ce = slock_sql_load_class("Doctrine\\DBAL\\Configuration");
	zval factory, unused;
	bool good;

	if (!ce || !slock_sql_make(ce, 0, NULL, configuration)) {
		return false;
	}
	ce = slock_sql_load_class("Doctrine\\DBAL\\Schema\\DefaultSchemaManagerFactory");
	if (!ce) {
		good = !EG(exception);
	} else if ((good = slock_sql_make(ce, 0, NULL, &factory))) {
		good = slock_sql_call(Z_OBJ_P(configuration), "setSchemaManagerFactory", 1, &factory, &unused);
		zval_ptr_dtor(&unused);
		zval_ptr_dtor(&factory);
	}
	if (!good) {
		zval_ptr_dtor(configuration);
	}
	return good;
}

/* DBAL's own functions have the URL, or what it was parsed to, among their arguments. */
static void scrub_exception(zend_string *url)
{
	zend_string *username = NULL, *password = NULL, *dsn = slock_sql_url_to_dsn(url, &username, &password);

	slock_secrets_scrub_exception(EG(exception), password);
	if (dsn) {
		zend_string_release(dsn);
	}
	if (username) {
		zend_string_release(username);
	}
	if (password) {
		zend_string_release(password);
	}
}

zend_object *slock_own_dbal_make(zend_string *url)
{
	zend_class_entry *manager = slock_sql_load_class("Doctrine\\DBAL\\DriverManager");
	zval arguments[2], connection;

	if (!manager || !parse_url(url, &arguments[0])) {
		if (EG(exception)) {
			scrub_exception(url);
		}
		return NULL;
	}
	ZVAL_UNDEF(&connection);
	if (configure(&arguments[1])) {
		zend_call_method_with_2_params(NULL, manager, NULL, "getconnection", &connection, &arguments[0], &arguments[1]);
		zval_ptr_dtor(&arguments[1]);
	}
	zval_ptr_dtor(&arguments[0]);
	if (EG(exception)) {
		scrub_exception(url);
		zval_ptr_dtor(&connection);
		return NULL;
	}
	return Z_TYPE(connection) == IS_OBJECT ? Z_OBJ(connection) : NULL;
}

/* --- opening and closing ------------------------------------------------------------------------------------------ */

bool slock_own_dbal_is_open(slock_own_dbal *own)
{
	zval connected;
	bool open;

	if (UNEXPECTED(slock_sql_guard_is_inherited(&own->guard))) {
		slock_own_dbal_close(own);
		return false;
	}
	if (!slock_sql_call(own->connection, "isConnected", 0, NULL, &connected)) {
		return false;
	}
	open = zend_is_true(&connected);
	zval_ptr_dtor(&connected);
	return open;
}

/* Asking for what is under it connects it. */
static bool connect_native(slock_own_dbal *own)
{
	static const char *const methods[] = {"getnativeconnection", "getwrappedconnection"};
	zval native;

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		if (!zend_hash_str_exists(&own->connection->ce->function_table, methods[i], strlen(methods[i]))) {
			continue;
		}
		if (!slock_sql_call(own->connection, methods[i], 0, NULL, &native)) {
			return false;
		}
		if (Z_TYPE(native) == IS_OBJECT) {
			slock_sql_guard_keep(&own->guard, Z_OBJ(native));
		} else {
			zval_ptr_dtor(&native);
		}
		break;
	}
	return true;
}

bool slock_own_dbal_open(slock_own_dbal *own, slock_time until, bool *late)
{
	slock_time_limit *limit;
	slock_descriptors before;
	slock_sockets sockets;
	bool opened, alone = slock_process_has_one_php_thread();

	*late = false;
	if (EXPECTED(slock_own_dbal_is_open(own))) {
		return true;
	}
	if (EG(exception)) {
		return false;
	}
	/* Doctrine may have closed it by itself. */
	slock_sql_guard_drop(&own->guard);
	slock_descriptors_look(&before);
	limit = alone ? slock_time_limit_set_for_new(&before, until) : NULL;
	opened = connect_native(own);
	*late = slock_time_limit_lift(limit);
	slock_descriptors_close_new_on_exec(&before, alone, &sockets);
	if (opened) {
		own->guard.sockets = sockets;
	}
	return opened;
}

bool slock_own_dbal_close(slock_own_dbal *own)
{
	zval unused;

	slock_sql_guard_drop(&own->guard);
	if (!slock_sql_call(own->connection, "close", 0, NULL, &unused)) {
		return false;
	}
	zval_ptr_dtor(&unused);
	return true;
}

void slock_own_dbal_get_gc(slock_own_dbal *own, zend_get_gc_buffer *buffer)
{
	zend_get_gc_buffer_add_obj(buffer, own->connection);
	if (own->guard.native) {
		zend_get_gc_buffer_add_obj(buffer, own->guard.native);
	}
}

void slock_own_dbal_dtor(slock_own_dbal *own)
{
	slock_sql_guard_drop(&own->guard);
	OBJ_RELEASE(own->connection);
}
