/* SPDX-License-Identifier: MIT
 *
 * A Doctrine\DBAL\Connection of ours: see dbal_connection.h. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "clients/sqlite_dsn.h"
#include "clients/sql/dbal_connection.h"
#include "clients/sql/pdo_connection.h"
#include "clients/sql/url.h"
#include "clients/userland.h"
#include "core/text.h"

#include "zend_smart_str.h"

/* --- making ------------------------------------------------------------------------------------------------------- */

/* A URL for a DBAL that parses it by itself; see dbal_refuse_persistent(). */
static zend_string *dbal_url_without_persistent(zend_string *url)
{
	const char *query = strchr(ZSTR_VAL(url), '?'), *next;
	smart_str kept = {0};
	char separator = '?';

	if (!query) {
		return zend_string_copy(url);
	}
	smart_str_appendl(&kept, ZSTR_VAL(url), (size_t) (query - ZSTR_VAL(url)));
	for (query++; *query; query = *next ? next + 1 : next) {
		next = query + strcspn(query, "&");
		if (strncmp(query, "persistent=", strlen("persistent="))) {
			smart_str_appendc(&kept, separator);
			smart_str_appendl(&kept, query, (size_t) (next - query));
			separator = '&';
		}
	}
	return smart_str_extract(&kept);
}

/* The parameters of a URL: by the parser of newer versions, or left to the driver manager of older ones. */
static bool dbal_parse_url(zend_string *url, zval *parameters)
{
	static const char *const schemes[][2] = {
		{"db2", "ibm_db2"},      {"mssql", "pdo_sqlsrv"},   {"mysql", "pdo_mysql"},
		{"mysql2", "pdo_mysql"}, {"postgres", "pdo_pgsql"}, {"postgresql", "pdo_pgsql"},
		{"pgsql", "pdo_pgsql"},  {"sqlite", "pdo_sqlite"},  {"sqlite3", "pdo_sqlite"},
	};
	zend_class_entry *ce = slock_userland_load_class("Doctrine\\DBAL\\Tools\\DsnParser");
	zval mapping, parser, argument;
	bool good;

	if (EG(exception)) {
		return false;
	}
	if (!ce) {
		array_init(parameters);
		add_assoc_str(parameters, "url", dbal_url_without_persistent(url));
		return true;
	}
	array_init(&mapping);
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		add_assoc_string(&mapping, schemes[i][0], schemes[i][1]);
	}
	good = slock_userland_make(ce, 1, &mapping, &parser);
	zval_ptr_dtor(&mapping);
	if (!good) {
		return false;
	}
	ZVAL_STR(&argument, url);
	good = slock_userland_call(Z_OBJ(parser), "parse", 1, &argument, parameters);
	zval_ptr_dtor(&parser);
	return good;
}

static bool dbal_configure(zval *configuration)
{
	zend_class_entry *ce = slock_userland_load_class("Doctrine\\DBAL\\Configuration");
	zval factory;
	bool good;

	if (!ce || !slock_userland_make(ce, 0, NULL, configuration)) {
		return false;
	}
	ce = slock_userland_load_class("Doctrine\\DBAL\\Schema\\DefaultSchemaManagerFactory");
	if (!ce) {
		good = !EG(exception);
	} else if ((good = slock_userland_make(ce, 0, NULL, &factory))) {
		good = slock_userland_call(Z_OBJ_P(configuration), "setSchemaManagerFactory", 1, &factory, NULL);
		zval_ptr_dtor(&factory);
	}
	if (!good) {
		zval_ptr_dtor(configuration);
	}
	return good;
}

/* DBAL's own functions have the URL, or what it was parsed to, among their arguments. */
static void dbal_scrub(zend_string *url)
{
	zend_string *username = NULL, *password = NULL, *dsn = slock_sql_url_to_dsn(url, &username, &password);

	slock_secrets_scrub_exception(EG(exception), password);
	slock_text_release(dsn);
	slock_text_release(username);
	slock_text_release(password);
}

/* A connection of ours ends with its store. One that PDO or mysqli keeps would be that of the user's with the same
 * parameters, with what is going on there; and the next store that got it could not know its sockets, to limit the time
 * of what it asks. */
static void dbal_refuse_persistent(zval *parameters)
{
	zval *options;

	SEPARATE_ARRAY(parameters);
	zend_hash_str_del(Z_ARRVAL_P(parameters), ZEND_STRL("persistent"));
	options = zend_hash_str_find(Z_ARRVAL_P(parameters), ZEND_STRL("driverOptions"));
	if (options && Z_TYPE_P(options) == IS_ARRAY) {
		SEPARATE_ARRAY(options);
		zend_hash_index_del(Z_ARRVAL_P(options), SLOCK_PDO_ATTR_PERSISTENT);
	}
}

/* A connection is opened when it is needed, also after a chdir() and by a child. */
static void dbal_resolve_file(zval *parameters)
{
	zval *path = zend_hash_str_find(Z_ARRVAL_P(parameters), ZEND_STRL("path"));

	if (path && Z_TYPE_P(path) == IS_STRING && !zend_str_has_nul_byte(Z_STR_P(path))) {
		zend_string *file = slock_sqlite_file(Z_STRVAL_P(path));

		SEPARATE_ARRAY(parameters);
		add_assoc_str(parameters, "path", file);
	}
}

zend_object *slock_dbal_connection_make(zend_string *url)
{
	zend_class_entry *manager = slock_userland_load_class("Doctrine\\DBAL\\DriverManager");
	zval arguments[2], connection;

	ZVAL_UNDEF(&connection);
	if (manager && dbal_parse_url(url, &arguments[0])) {
		if (EXPECTED(Z_TYPE(arguments[0]) == IS_ARRAY)) {
			dbal_refuse_persistent(&arguments[0]);
			dbal_resolve_file(&arguments[0]);
		}
		if (dbal_configure(&arguments[1])) {
			slock_userland_call_static(manager, "getConnection", 2, arguments, &connection);
			zval_ptr_dtor(&arguments[1]);
		}
		zval_ptr_dtor(&arguments[0]);
	}
	if (EG(exception)) {
		dbal_scrub(url);
	}
	return Z_TYPE(connection) == IS_OBJECT ? Z_OBJ(connection) : NULL;
}

/* --- opening and closing ------------------------------------------------------------------------------------------ */

bool slock_dbal_connection_is_open(slock_dbal_connection *own)
{
	zval connected;
	bool open;

	if (UNEXPECTED(slock_fork_guard_is_inherited(&own->guard))) {
		slock_dbal_connection_close(own);
		return false;
	}
	if (!slock_userland_call(own->connection, "isConnected", 0, NULL, &connected)) {
		return false;
	}
	open = zend_is_true(&connected);
	zval_ptr_dtor(&connected);
	return open;
}

/* Asking for what is under it connects it. */
static bool dbal_connect_native(slock_dbal_connection *own)
{
	zval native;
	bool is_new = slock_userland_has(own->connection, "getNativeConnection");

	if (!is_new && !slock_userland_has(own->connection, "getWrappedConnection")) {
		return true;
	}
	if (!slock_userland_call(own->connection, is_new ? "getNativeConnection" : "getWrappedConnection", 0, NULL,
							 &native)) {
		return false;
	}
	if (Z_TYPE(native) == IS_OBJECT) {
		slock_fork_guard_keep(&own->guard, Z_OBJ(native));
	} else if (Z_TYPE(native) == IS_RESOURCE) {
		slock_fork_guard_keep_resource(&own->guard, Z_RES(native));
	} else {
		zval_ptr_dtor(&native);
	}
	return true;
}

bool slock_dbal_connection_open(slock_dbal_connection *own, slock_time until, bool *begun, bool *late)
{
	slock_fork_guard_opening opening;
	slock_sockets known = own->guard.sockets, sockets;
	bool opened;

	*begun = *late = false;
	if (EXPECTED(slock_dbal_connection_is_open(own))) {
		return true;
	}
	if (EG(exception)) {
		return false;
	}
	/* Doctrine may have closed it by itself. */
	slock_fork_guard_drop(&own->guard);
	*begun = true;
	slock_fork_guard_begin_opening(&opening, &known, until);
	opened = dbal_connect_native(own);
	*late = slock_fork_guard_end_opening(&opening, &sockets);
	if (opened) {
		own->guard.sockets = sockets;
	}
	return opened;
}

bool slock_dbal_connection_close(slock_dbal_connection *own)
{
	slock_fork_guard_drop(&own->guard);
	return slock_userland_call(own->connection, "close", 0, NULL, NULL);
}

void slock_dbal_connection_get_gc(slock_dbal_connection *own, zend_get_gc_buffer *buffer)
{
	zend_get_gc_buffer_add_obj(buffer, own->connection);
	if (own->guard.native) {
		zend_get_gc_buffer_add_obj(buffer, own->guard.native);
	}
}

void slock_dbal_connection_dtor(slock_dbal_connection *own)
{
	slock_fork_guard_drop(&own->guard);
	OBJ_RELEASE(own->connection);
}
