/* SPDX-License-Identifier: MIT
 *
 * What the constructors of the advisory stores take: options, client objects to be checked, DSNs. Throws where the PHP
 * package does, and with its words. */
#include "php_slock.h"
#include "clients/client.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "stores/advisory/advisory_store.h"
#include "stores/stores.h"

#include "SAPI.h"
#include "php_variables.h"
#include "ext/standard/url.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

static zend_result read_text(HashTable *options, const char *name, zend_string **text)
{
	zval *value = zend_hash_str_find_deref(options, name, strlen(name));

	*text = NULL;
	if (!value || Z_TYPE_P(value) == IS_NULL) {
		return SUCCESS;
	}
	if (Z_TYPE_P(value) != IS_STRING) {
		zend_argument_type_error(2, "must have an option \"%s\" of type ?string, %s given", name,
								 zend_zval_type_name(value));
		return FAILURE;
	}
	*text = Z_STR_P(value);
	return SUCCESS;
}

zend_result slock_advisory_options_read(HashTable *options, slock_advisory_options *read)
{
	memset(read, 0, sizeof(*read));
	if (!options) {
		return SUCCESS;
	}
	if (read_text(options, "db_username", &read->user) == FAILURE ||
		read_text(options, "db_password", &read->password) == FAILURE) {
		return FAILURE;
	}
	read->connection = zend_hash_str_find_deref(options, ZEND_STRL("db_connection_options"));
	if (read->connection && Z_TYPE_P(read->connection) == IS_NULL) {
		read->connection = NULL;
	}
	if (read->connection && Z_TYPE_P(read->connection) != IS_ARRAY) {
		zend_argument_type_error(2, "must have an option \"db_connection_options\" of type array, %s given",
								 zend_zval_type_name(read->connection));
		return FAILURE;
	}
	return SUCCESS;
}

void slock_advisory_throw_driver(slock_store *store, const char *driver, size_t length)
{
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
							"The adapter \"%s\" does not support the \"%.*s\" driver.", ZSTR_VAL(store->state_name),
							(int) length, driver);
}

zend_result slock_advisory_check_pdo(slock_store *store, zend_object *pdo, const char *driver)
{
	zval attribute, value;
	zend_result fits = FAILURE;

	if (!slock_sql_is_a(pdo, "pdo")) {
		zend_argument_type_error(1, "must be of type PDO|string, %s given", ZSTR_VAL(pdo->ce->name));
		return FAILURE;
	}
	ZVAL_LONG(&attribute, SLOCK_PDO_ATTR_ERRMODE);
	if (!slock_sql_call(pdo, "getAttribute", 1, &attribute, &value)) {
		return FAILURE;
	}
	if (Z_TYPE(value) != IS_LONG || Z_LVAL(value) != SLOCK_PDO_ERRMODE_EXCEPTION) {
		zval_ptr_dtor(&value);
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"\"%s::__construct\" requires PDO error mode attribute be set to throw Exceptions "
								"(i.e. $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION)).",
								ZSTR_VAL(store->state_name));
		return FAILURE;
	}
	ZVAL_LONG(&attribute, SLOCK_PDO_ATTR_DRIVER_NAME);
	if (!slock_sql_call(pdo, "getAttribute", 1, &attribute, &value)) {
		return FAILURE;
	}
	if (Z_TYPE(value) != IS_STRING || strcmp(Z_STRVAL(value), driver) != 0) {
		slock_advisory_throw_driver(store, Z_TYPE(value) == IS_STRING ? Z_STRVAL(value) : "",
									Z_TYPE(value) == IS_STRING ? Z_STRLEN(value) : 0);
	} else {
		fits = SUCCESS;
	}
	zval_ptr_dtor(&value);
	return fits;
}

zend_result slock_advisory_check_dbal(slock_store *store, zend_object *connection, const char *platform,
									  const char *other_platform)
{
	zend_result fits = FAILURE;
	zval value;

	if (!slock_sql_is_a(connection, "doctrine\\dbal\\connection")) {
		zend_argument_type_error(1, "must be of type Doctrine\\DBAL\\Connection|string, %s given",
								 ZSTR_VAL(connection->ce->name));
		return FAILURE;
	}
	if (!slock_sql_call(connection, "getDatabasePlatform", 0, NULL, &value)) {
		return FAILURE;
	}
	if (Z_TYPE(value) == IS_OBJECT &&
		(slock_sql_is_a(Z_OBJ(value), platform) || (other_platform && slock_sql_is_a(Z_OBJ(value), other_platform)))) {
		fits = SUCCESS;
	} else {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The adapter \"%s\" does not support the \"%s\" platform.", ZSTR_VAL(store->state_name),
								Z_TYPE(value) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE(value)->name) : "unknown");
	}
	zval_ptr_dtor(&value);
	return fits;
}

/* The scheme of a DSN without "+advisory", and what follows its colon; false when there is none. */
static bool split_scheme(zend_string *dsn, size_t *driver, const char **rest, bool *is_url)
{
	const char *colon = memchr(ZSTR_VAL(dsn), ':', ZSTR_LEN(dsn));

	if (!colon) {
		return false;
	}
	*driver = strcspn(ZSTR_VAL(dsn), "+:");
	*rest = colon + 1;
	*is_url = !strncmp(colon + 1, "//", 2);
	return true;
}

static bool is_one_of(const char *text, size_t length, const char *const *names)
{
	for (; *names; names++) {
		if (strlen(*names) == length && !memcmp(*names, text, length)) {
			return true;
		}
	}
	return false;
}

static void throw_no_dsn(void)
{
	zend_throw_exception(slock_ce_InvalidArgumentException,
						 "Invalid DSN: expected a scheme, a colon and what the driver needs.", 0);
}

/* --- PostgreSQL ----------------------------------------------------------------------------------------------------- */

/* The attributes of \PDO that mean something to a native session. */
static void apply_attributes(slock_pgsql_dsn *dsn, HashTable *attributes)
{
	zval *value = zend_hash_index_find_deref(attributes, SLOCK_PDO_ATTR_TIMEOUT);

	if (value && zval_get_double(value) > 0.0) {
		dsn->connect_timeout = MIN(zval_get_double(value), 86400.0);
	}
	value = zend_hash_index_find_deref(attributes, SLOCK_PDO_ATTR_PERSISTENT);
	if (value && zend_is_true(value)) {
		dsn->persistent = true;
	}
}

slock_session *slock_advisory_postgresql_by_dsn(slock_store *store, zend_string *dsn,
												const slock_advisory_options *options)
{
	static const char *const drivers[] = {"pgsql", "postgres", "postgresql", NULL};
	zend_string *error = NULL;
	slock_pgsql_dsn *parsed;
	const char *rest;
	size_t driver;
	bool is_url;

	if (!split_scheme(dsn, &driver, &rest, &is_url)) {
		throw_no_dsn();
		return NULL;
	}
	if (!is_one_of(ZSTR_VAL(dsn), driver, drivers) || (!is_url && driver != strlen("pgsql"))) {
		slock_advisory_throw_driver(store, ZSTR_VAL(dsn), driver);
		return NULL;
	}
	if (slock_store_require_client("pgsql") == FAILURE) {
		return NULL;
	}
	parsed = is_url ? slock_pgsql_dsn_parse_url(rest + 2, ZSTR_VAL(dsn) + ZSTR_LEN(dsn) - rest - 2, &error)
					: slock_pgsql_dsn_parse_pdo(rest, ZSTR_VAL(dsn) + ZSTR_LEN(dsn) - rest, &error);
	if (!parsed) {
		zend_throw_exception(slock_ce_InvalidArgumentException, ZSTR_VAL(error), 0);
		zend_string_release(error);
		return NULL;
	}
	if (options && options->user) {
		slock_pgsql_dsn_set(parsed, "user", options->user);
	}
	if (options && options->password) {
		slock_pgsql_dsn_set(parsed, "password", options->password);
	}
	if (options && options->connection) {
		apply_attributes(parsed, Z_ARRVAL_P(options->connection));
	}
	return slock_session_pgsql(parsed);
}

/* --- MySQL ----------------------------------------------------------------------------------------------------------- */

/* A DSN of pdo_mysql in the making. */
typedef struct {
	smart_str dsn;
	zend_string *user, *password, *host, *port, *socket;
} mysql_parts;

static void replace(zend_string **slot, zend_string *value)
{
	if (*slot) {
		zend_string_release(*slot);
	}
	*slot = value;
}

/* Takes one pair of a DSN: the credentials go another way, so that no stack trace and no message shows them. */
static void add_part(mysql_parts *parts, const char *name, size_t name_length, zend_string *value)
{
	if (name_length == 4 && !strncasecmp(name, "user", 4)) {
		replace(&parts->user, value);
		return;
	}
	if (name_length == 8 && !strncasecmp(name, "password", 8)) {
		replace(&parts->password, value);
		return;
	}
	if (name_length == 4 && !strncasecmp(name, "host", 4)) {
		replace(&parts->host, zend_string_copy(value));
	} else if (name_length == 4 && !strncasecmp(name, "port", 4)) {
		replace(&parts->port, zend_string_copy(value));
	} else if (name_length == 11 && !strncasecmp(name, "unix_socket", 11)) {
		replace(&parts->socket, zend_string_copy(value));
	}
	if (parts->dsn.s) {
		smart_str_appendc(&parts->dsn, ';');
	} else {
		smart_str_appends(&parts->dsn, "mysql:");
	}
	smart_str_appendl(&parts->dsn, name, name_length);
	smart_str_appendc(&parts->dsn, '=');
	for (const char *c = ZSTR_VAL(value); *c; c++) {
		if (*c == ';') {
			smart_str_appendc(&parts->dsn, ';');
		}
		smart_str_appendc(&parts->dsn, *c);
	}
	zend_string_release(value);
}

/* name=value;name=value, where ";;" is a semicolon in a value. */
static bool take_pdo_mysql(mysql_parts *parts, const char *text, const char *end)
{
	while (text < end) {
		const char *name = text, *equals = memchr(text, '=', end - text);
		smart_str value = {0};

		if (!equals || memchr(name, ';', equals - name) || equals == name) {
			return false;
		}
		for (text = equals + 1; text < end; text++) {
			if (*text == ';' && (text + 1 == end || *++text != ';')) {
				break;
			}
			smart_str_appendc(&value, *text);
		}
		if (text < end && *text == ';' && text + 1 == end) {
			text++;
		}
		smart_str_0(&value);
		while (name < equals && isspace((unsigned char) *name)) {
			name++;
		}
		add_part(parts, name, equals - name, value.s ? value.s : ZSTR_EMPTY_ALLOC());
	}
	return true;
}

static zend_string *decode(zend_string *text, size_t skip)
{
	zend_string *decoded = zend_string_init(ZSTR_VAL(text) + skip, ZSTR_LEN(text) - skip, false);

	ZSTR_LEN(decoded) = php_raw_url_decode(ZSTR_VAL(decoded), ZSTR_LEN(decoded));
	return decoded;
}

/* //user:password@host:port/database?charset=…&unix_socket=… */
static bool take_mysql_url(mysql_parts *parts, const char *text, const char *end)
{
	zend_string *url = zend_string_concat2(ZEND_STRL("file:"), text, end - text), *name;
	bool has_port;
	php_url *parsed = php_url_parse_ex2(ZSTR_VAL(url), ZSTR_LEN(url), &has_port);
	zval query, *value;

	zend_string_release(url);
	if (!parsed || (has_port && !parsed->port)) {
		if (parsed) {
			php_url_free(parsed);
		}
		return false;
	}
	if (parsed->user) {
		parts->user = decode(parsed->user, 0);
	}
	if (parsed->pass) {
		parts->password = decode(parsed->pass, 0);
	}
	if (parsed->host && ZSTR_LEN(parsed->host)) {
		add_part(parts, ZEND_STRL("host"), decode(parsed->host, 0));
	}
	if (has_port) {
		add_part(parts, ZEND_STRL("port"), zend_long_to_str(parsed->port));
	}
	if (parsed->path && ZSTR_LEN(parsed->path) > 1) {
		add_part(parts, ZEND_STRL("dbname"), decode(parsed->path, 1));
	}
	if (parsed->query) {
		array_init(&query);
		sapi_module.treat_data(PARSE_STRING, estrndup(ZSTR_VAL(parsed->query), ZSTR_LEN(parsed->query)), &query);
		ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(query), name, value) {
			if (name && Z_TYPE_P(value) == IS_STRING &&
				(zend_string_equals_literal(name, "charset") || zend_string_equals_literal(name, "unix_socket"))) {
				add_part(parts, ZSTR_VAL(name), ZSTR_LEN(name), zend_string_copy(Z_STR_P(value)));
			}
		}
		ZEND_HASH_FOREACH_END();
		zval_ptr_dtor(&query);
	}
	php_url_free(parsed);
	return true;
}

/* The server for messages. */
static zend_string *name_mysql(const mysql_parts *parts)
{
	if (parts->socket) {
		return zend_strpprintf(0, "MySQL at %s", ZSTR_VAL(parts->socket));
	}
	return zend_strpprintf(0, "MySQL at %s:%s", parts->host ? ZSTR_VAL(parts->host) : "localhost",
						   parts->port ? ZSTR_VAL(parts->port) : "3306");
}

/* Through Doctrine where the store is Doctrine's and it is installed, else through PDO. NULL with an exception. */
static slock_session *connect_mysql(slock_store *store, mysql_parts *parts, zend_string *url,
									const slock_advisory_options *options)
{
	zend_object *connection = url ? slock_own_dbal_make(url) : NULL;
	slock_own_pdo pdo = {0};

	if (connection) {
		return slock_session_own_dbal(connection, name_mysql(parts));
	}
	if (EG(exception)) {
		return NULL;
	}
	if (!parts->dsn.s) {
		smart_str_appends(&parts->dsn, "mysql:");
	}
	smart_str_0(&parts->dsn);
	if (!slock_own_pdo_check_driver(parts->dsn.s, store->ops->name)) {
		return NULL;
	}
	if (options && options->user) {
		replace(&parts->user, zend_string_copy(options->user));
	}
	if (options && options->password) {
		replace(&parts->password, zend_string_copy(options->password));
	}
	if (options && options->connection) {
		ZVAL_COPY(&pdo.options, options->connection);
	}
	pdo.dsn = smart_str_extract(&parts->dsn);
	pdo.username = parts->user;
	pdo.password = parts->password;
	parts->user = parts->password = NULL;
	return slock_session_own_pdo(&pdo, name_mysql(parts));
}

static slock_session *mysql_by_dsn(slock_store *store, zend_string *dsn, const slock_advisory_options *options,
								   bool prefers_dbal)
{
	static const char *const drivers[] = {"mysql", "mysql2", NULL};
	mysql_parts parts = {0};
	slock_session *session = NULL;
	const char *rest, *end = ZSTR_VAL(dsn) + ZSTR_LEN(dsn);
	zend_string *url = NULL;
	size_t driver;
	bool is_url;

	if (!split_scheme(dsn, &driver, &rest, &is_url)) {
		throw_no_dsn();
		return NULL;
	}
	if (!is_one_of(ZSTR_VAL(dsn), driver, drivers) || (!is_url && driver != strlen("mysql"))) {
		slock_advisory_throw_driver(store, ZSTR_VAL(dsn), driver);
		return NULL;
	}
	if (memchr(rest, '\0', end - rest) ||
		!(is_url ? take_mysql_url(&parts, rest, end) : take_pdo_mysql(&parts, rest, end))) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 is_url ? "Malformed MySQL DSN: expected scheme://[user[:password]@]host[:port]/database."
									: "Invalid MySQL DSN: expected \"name=value\" pairs, separated by semicolons.",
							 0);
	} else {
		if (is_url && prefers_dbal) {
			/* Without "+advisory". */
			url = zend_string_concat3(ZSTR_VAL(dsn), driver, ZEND_STRL(":"), rest, end - rest);
		}
		session = connect_mysql(store, &parts, url, options);
	}
	replace(&url, NULL);
	replace(&parts.user, NULL);
	replace(&parts.password, NULL);
	replace(&parts.host, NULL);
	replace(&parts.port, NULL);
	replace(&parts.socket, NULL);
	smart_str_free(&parts.dsn);
	return session;
}

slock_session *slock_advisory_mysql_by_dsn(slock_store *store, zend_string *dsn, const slock_advisory_options *options)
{
	return mysql_by_dsn(store, dsn, options, false);
}

slock_session *slock_advisory_mysql_by_url(slock_store *store, zend_string *url, const slock_advisory_options *options)
{
	return mysql_by_dsn(store, url, options, true);
}

/* --- constructors ----------------------------------------------------------------------------------------------------- */

void slock_advisory_construct_dbal(INTERNAL_FUNCTION_PARAMETERS, const char *platform, const char *other_platform,
								   slock_advisory_by_dsn *by_url, const slock_advisory_dialect *dialect)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_session *session = NULL;
	zend_object *connection;
	zend_string *url;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(connection, url)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (connection) {
		if (slock_advisory_check_dbal(store, connection, platform, other_platform) == SUCCESS) {
			session = slock_session_object(connection);
		}
	} else if (!strstr(ZSTR_VAL(url), "://")) {
		zend_throw_exception(slock_ce_InvalidArgumentException, "DSN is invalid for Doctrine DBAL.", 0);
	} else {
		session = by_url(store, url, NULL);
	}
	if (!session) {
		RETURN_THROWS();
	}
	slock_advisory_constructed(store, session, dialect);
}

void slock_advisory_construct(INTERNAL_FUNCTION_PARAMETERS, const char *driver, slock_advisory_by_dsn *by_dsn,
							  const slock_advisory_dialect *dialect)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_session *session;
	zend_object *connection;
	zend_string *dsn;
	HashTable *options = NULL;
	slock_advisory_options read;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(connection, dsn)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE ||
		slock_advisory_options_read(options, &read) == FAILURE) {
		RETURN_THROWS();
	}
	if (connection) {
		if (slock_advisory_check_pdo(store, connection, driver) == FAILURE) {
			RETURN_THROWS();
		}
		session = slock_session_object(connection);
	} else {
		session = by_dsn(store, dsn, &read);
		if (!session) {
			RETURN_THROWS();
		}
	}
	slock_advisory_constructed(store, session, dialect);
}
