/* SPDX-License-Identifier: MIT
 *
 * Database URLs, in the grammar that Doctrine DBAL has for them, to DSNs of PDO. */
#include "php_slock.h"
#include "clients/sql/sql.h"

#include "SAPI.h"
#include "php_variables.h"
#include "ext/standard/url.h"
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
	const char *parameter;
	const char *name;
} parameters[] = {
	{"mysql", "charset", "charset"},       {"mysql", "unix_socket", "unix_socket"},
	{"pgsql", "sslmode", "sslmode"},       {"pgsql", "sslrootcert", "sslrootcert"},
	{"pgsql", "sslcert", "sslcert"},       {"pgsql", "sslkey", "sslkey"},
	{"pgsql", "sslcrl", "sslcrl"},         {"pgsql", "application_name", "application_name"},
	{"pgsql", "gssencmode", "gssencmode"}, {"pgsql", "connect_timeout", "connect_timeout"},
};

static zend_string *decode(const zend_string *text)
{
	zend_string *decoded = zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), false);

	ZSTR_LEN(decoded) = php_raw_url_decode(ZSTR_VAL(decoded), ZSTR_LEN(decoded));
	return decoded;
}

/* name=value; with the quotes that pgsql wants around anything unusual. False: the DSN cannot say it. */
static bool add(smart_str *dsn, const char *driver, const char *name, const char *value, size_t length)
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

static bool add_string(smart_str *dsn, const char *driver, const char *name, zend_string *value)
{
	return !value || add(dsn, driver, name, ZSTR_VAL(value), ZSTR_LEN(value));
}

static bool add_parameters(smart_str *dsn, const char *driver, HashTable *query)
{
	for (size_t i = 0; i < sizeof(parameters) / sizeof(*parameters); i++) {
		zval *value = zend_hash_str_find(query, parameters[i].parameter, strlen(parameters[i].parameter));

		if (value && strcmp(parameters[i].driver, driver) == 0 &&
			(Z_TYPE_P(value) != IS_STRING ||
			 !add(dsn, driver, parameters[i].name, Z_STRVAL_P(value), Z_STRLEN_P(value)))) {
			return false;
		}
	}
	return true;
}

/* Where the server is and what the database is called, in the driver's own words. */
static bool add_address(smart_str *dsn, const char *driver, const php_url *url, zend_string *host,
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
		return !memchr(ZSTR_VAL(host), ';', ZSTR_LEN(host)) && add_string(dsn, driver, "Database", database);
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
	return add_string(dsn, driver, "host", host) && (!port[0] || add(dsn, driver, "port", port, strlen(port))) &&
		   add_string(dsn, driver, "dbname", database);
}

static const char *driver_of(zend_string *url, size_t length)
{
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		if (strlen(schemes[i].scheme) == length && strncasecmp(schemes[i].scheme, ZSTR_VAL(url), length) == 0) {
			return schemes[i].driver;
		}
	}
	return NULL;
}

/* scheme:///path names no host, which the engine's parser refuses, and a file does not need. */
static php_url *parse(zend_string *text, size_t scheme, bool is_file)
{
	smart_str whole = {0};
	bool has_port;
	php_url *url;

	smart_str_appends(&whole, "x");
	smart_str_appendl(&whole, ZSTR_VAL(text) + scheme, 3);
	if (is_file && ZSTR_LEN(text) > scheme + 3 && ZSTR_VAL(text)[scheme + 3] == '/') {
		smart_str_appends(&whole, "localhost");
	}
	smart_str_appends(&whole, ZSTR_VAL(text) + scheme + 3);
	smart_str_0(&whole);
	url = php_url_parse_ex2(ZSTR_VAL(whole.s), ZSTR_LEN(whole.s), &has_port);
	smart_str_free(&whole);
	if (url && has_port && url->port == 0) {
		php_url_free(url);
		return NULL;
	}
	return url;
}

zend_string *slock_sql_url_to_dsn(zend_string *text, zend_string **username, zend_string **password)
{
	const char *colon = strchr(ZSTR_VAL(text), ':');
	size_t scheme = colon ? (size_t) (colon - ZSTR_VAL(text)) : 0;
	const char *driver = driver_of(text, scheme);
	zend_string *database = NULL, *host = NULL;
	smart_str dsn = {0};
	php_url *url;
	zval query;
	bool good;

	if (!driver || strlen(ZSTR_VAL(text)) != ZSTR_LEN(text) || strncmp(colon, "://", 3) != 0 ||
		!(url = parse(text, scheme, strcmp(driver, "sqlite") == 0))) {
		return NULL;
	}
	array_init(&query);
	if (url->query) {
		/* parse_str(): it takes the string over. */
		sapi_module.treat_data(PARSE_STRING, estrndup(ZSTR_VAL(url->query), ZSTR_LEN(url->query)), &query);
	}
	if (url->path && ZSTR_LEN(url->path) > 1) {
		zend_string *rest = zend_string_init(ZSTR_VAL(url->path) + 1, ZSTR_LEN(url->path) - 1, false);

		database = decode(rest);
		zend_string_release(rest);
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
		host = url->host ? decode(url->host) : ZSTR_EMPTY_ALLOC();
		good = ZSTR_LEN(host) && add_address(&dsn, driver, url, host, database) &&
			   add_parameters(&dsn, driver, Z_ARRVAL(query));
	}
	if (good && url->user && !*username) {
		*username = decode(url->user);
	}
	if (good && url->pass && !*password) {
		*password = decode(url->pass);
	}
	smart_str_0(&dsn);
	if (database) {
		zend_string_release(database);
	}
	if (host) {
		zend_string_release(host);
	}
	zval_ptr_dtor(&query);
	php_url_free(url);
	if (!good) {
		smart_str_free(&dsn);
		return NULL;
	}
	return dsn.s;
}
