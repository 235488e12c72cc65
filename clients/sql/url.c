/* SPDX-License-Identifier: MIT
 *
 * Database URLs, in the grammar that Doctrine DBAL has for them, to DSNs of PDO. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/sql/url.h"
#include "core/exceptions.h"
#include "core/text.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

static const struct {
	const char *scheme;
	const char *driver;
} schemes[] = {
	{"mysql", "mysql"},       {"mysql2", "mysql"},      {"pdo-mysql", "mysql"},   {"pdo_mysql", "mysql"},
	{"pgsql", "pgsql"},       {"postgres", "pgsql"},    {"postgresql", "pgsql"},  {"pdo-pgsql", "pgsql"},
	{"pdo_pgsql", "pgsql"},   {"sqlite", "sqlite"},     {"sqlite3", "sqlite"},    {"pdo-sqlite", "sqlite"},
	{"pdo_sqlite", "sqlite"}, {"oci8", "oci"},          {"pdo-oci", "oci"},       {"pdo_oci", "oci"},
	{"mssql", "sqlsrv"},      {"pdo-sqlsrv", "sqlsrv"}, {"pdo_sqlsrv", "sqlsrv"},
};

/* Query parameters that have a place in the DSN; the rest (serverVersion and the like) is for DBAL. */
static const struct {
	const char *driver;
	const char *name; /* in the URL and in the DSN */
} parameters[] = {
	{"mysql", "charset"},    {"mysql", "unix_socket"},     {"pgsql", "sslmode"}, {"pgsql", "sslrootcert"},
	{"pgsql", "sslcert"},    {"pgsql", "sslkey"},          {"pgsql", "sslcrl"},  {"pgsql", "application_name"},
	{"pgsql", "gssencmode"}, {"pgsql", "connect_timeout"},
};

/* name=value; with the quotes that pgsql wants around anything unusual. False: the DSN cannot say it. */
static bool url_add(smart_str *dsn, const char *driver, const char *name, const char *value, size_t length)
{
	bool pgsql = strcmp(driver, "pgsql") == 0;

	if (memchr(value, ';', length) || memchr(value, '\0', length)) {
		return false;
	}
	if (ZSTR_LEN(dsn->s) > strlen(driver) + 1) {
		smart_str_appendc(dsn, ';');
	}
	smart_str_appends(dsn, name);
	smart_str_appendc(dsn, '=');
	if (pgsql && (length == 0 || strcspn(value, " '\\\t\n") < length)) {
		smart_str_appendc(dsn, '\'');
		for (size_t i = 0; i < length; i++) {
			if (value[i] == '\'' || value[i] == '\\') {
				smart_str_appendc(dsn, '\\');
			}
			smart_str_appendc(dsn, value[i]);
		}
		smart_str_appendc(dsn, '\'');
	} else {
		smart_str_appendl(dsn, value, length);
	}
	return true;
}

static bool url_add_string(smart_str *dsn, const char *driver, const char *name, zend_string *value)
{
	return !value || url_add(dsn, driver, name, ZSTR_VAL(value), ZSTR_LEN(value));
}

static bool url_add_parameters(smart_str *dsn, const char *driver, HashTable *query)
{
	for (size_t i = 0; i < sizeof(parameters) / sizeof(*parameters); i++) {
		zval *value = zend_hash_str_find(query, parameters[i].name, strlen(parameters[i].name));

		if (value && strcmp(parameters[i].driver, driver) == 0 &&
			(Z_TYPE_P(value) != IS_STRING ||
			 !url_add(dsn, driver, parameters[i].name, Z_STRVAL_P(value), Z_STRLEN_P(value)))) {
			return false;
		}
	}
	return true;
}

/* Where the server is and what the database is called, in the driver's own words. */
static bool url_add_address(smart_str *dsn, const char *driver, const slock_dsn *url, zend_string *host,
							zend_string *database)
{
	char port[8] = "";

	if (url->port) {
		snprintf(port, sizeof(port), "%d", url->port);
	}
	if (strcmp(driver, "sqlsrv") == 0) {
		smart_str_appends(dsn, "Server=");
		smart_str_append(dsn, host);
		if (port[0]) {
			smart_str_appendc(dsn, ',');
			smart_str_appends(dsn, port);
		}
		return !memchr(ZSTR_VAL(host), ';', ZSTR_LEN(host)) && url_add_string(dsn, driver, "Database", database);
	}
	if (strcmp(driver, "oci") == 0) {
		smart_str_appends(dsn, "dbname=//");
		smart_str_append(dsn, host);
		if (port[0]) {
			smart_str_appendc(dsn, ':');
			smart_str_appends(dsn, port);
		}
		smart_str_appendc(dsn, '/');
		if (database) {
			smart_str_append(dsn, database);
		}
		return !memchr(ZSTR_VAL(host), ';', ZSTR_LEN(host)) &&
			   !(database && memchr(ZSTR_VAL(database), ';', ZSTR_LEN(database)));
	}
	return url_add_string(dsn, driver, "host", host) &&
		   (!port[0] || url_add(dsn, driver, "port", port, strlen(port))) &&
		   url_add_string(dsn, driver, "dbname", database);
}

static const char *url_driver_of(zend_string *url, size_t length)
{
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		if (strlen(schemes[i].scheme) == length && strncasecmp(schemes[i].scheme, ZSTR_VAL(url), length) == 0) {
			return schemes[i].driver;
		}
	}
	return NULL;
}

/* What a URL says of a file; a name of a host does not matter. scheme:///path has none, but could begin with a
 * drive. */
static zend_result url_parse_file(const char *after_scheme, slock_dsn *url)
{
	bool has_host = after_scheme[2] && after_scheme[2] != '/';
	zend_string *text = zend_string_concat2("//localhost", has_host ? 2 : strlen("//localhost"), after_scheme + 2,
											strlen(after_scheme + 2));
	zend_result parsed = slock_dsn_parse_url(ZSTR_VAL(text), ZSTR_LEN(text), url);

	zend_string_release(text);
	return parsed;
}

bool slock_sql_url_check(zend_string *url, const char *store)
{
	const char *start = strstr(ZSTR_VAL(url), "://"), *driver;
	zend_string *error = NULL;
	slock_dsn parsed;
	bool is_file;

	if (!start) {
		return true;
	}
	driver = url_driver_of(url, (size_t) (start - ZSTR_VAL(url)));
	is_file = driver && strcmp(driver, "sqlite") == 0;
	if (url_parse_file(start + 1, &parsed) == SUCCESS &&
		!(slock_dsn_refuse_nul(&parsed, &error) && (is_file || slock_dsn_refuse_cut_password(&parsed, &error)))) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "%s: malformed URL: %s", store, ZSTR_VAL(error));
		zend_string_release(error);
	}
	slock_dsn_dtor(&parsed);
	return !error;
}

zend_string *slock_sql_url_to_dsn(zend_string *text, zend_string **username, zend_string **password)
{
	const char *colon = strchr(ZSTR_VAL(text), ':');
	size_t scheme = colon ? (size_t) (colon - ZSTR_VAL(text)) : 0;
	const char *driver = url_driver_of(text, scheme);
	zend_string *database = NULL, *host = NULL;
	smart_str dsn = {0};
	slock_dsn url;
	bool good;

	if (!driver || strlen(ZSTR_VAL(text)) != ZSTR_LEN(text) || strncmp(colon, "://", 3) != 0) {
		return NULL;
	}
	if ((strcmp(driver, "sqlite") == 0 ? url_parse_file(colon + 1, &url)
									   : slock_dsn_parse_url(colon + 1, strlen(colon + 1), &url)) == FAILURE) {
		slock_dsn_dtor(&url);
		return NULL;
	}
	if (url.path && ZSTR_LEN(url.path) > 1) {
		database = slock_dsn_decode(ZSTR_VAL(url.path) + 1, ZSTR_LEN(url.path) - 1);
	}
	smart_str_appends(&dsn, driver);
	smart_str_appendc(&dsn, ':');
	if (strcmp(driver, "sqlite") == 0) {
		/* sqlite:///relative/file, sqlite:////absolute/file, sqlite:///:memory: */
		good = database && strlen(ZSTR_VAL(database)) == ZSTR_LEN(database);
		if (good) {
			smart_str_append(&dsn, database);
		}
	} else {
		host = url.host ? slock_dsn_decode(ZSTR_VAL(url.host), ZSTR_LEN(url.host)) : ZSTR_EMPTY_ALLOC();
		good = ZSTR_LEN(host) && url_add_address(&dsn, driver, &url, host, database) &&
			   url_add_parameters(&dsn, driver, Z_ARRVAL(url.query));
	}
	if (good && url.user && !*username) {
		*username = zend_string_copy(url.user);
	}
	if (good && url.password && !*password) {
		*password = zend_string_copy(url.password);
	}
	smart_str_0(&dsn);
	slock_text_release(database);
	slock_text_release(host);
	slock_dsn_dtor(&url);
	if (!good) {
		smart_str_free(&dsn);
		return NULL;
	}
	return dsn.s;
}
