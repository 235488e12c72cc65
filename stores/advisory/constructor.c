/* SPDX-License-Identifier: MIT
 *
 * What the constructors of the advisory stores take: options, client objects to be checked, DSNs. Throws where the PHP
 * package does, and with its words. */
#include "php_slock.h"
#include "clients/advisory/client_object.h"
#include "clients/pgsql/native.h"
#include "clients/sql/mysql_dsn.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "stores/advisory/constructor.h"
#include "stores/stores.h"

#include "zend_exceptions.h"

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
	parsed = is_url ? slock_pgsql_dsn_parse_url(rest, ZSTR_VAL(dsn) + ZSTR_LEN(dsn) - rest, &error)
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

/* The user's own credentials win over those of the DSN. */
static void take_credential(zend_string **slot, zend_string *credential)
{
	if (credential) {
		if (*slot) {
			zend_string_release(*slot);
		}
		*slot = zend_string_copy(credential);
	}
}

/* Through Doctrine where there is a URL for it and it is installed, else through PDO. Takes what it needs out of the parsed
 * DSN. NULL with an exception. */
static slock_session *connect_mysql(slock_store *store, slock_mysql_dsn *parsed, zend_string *url,
									const slock_advisory_options *options)
{
	zend_object *connection = url ? slock_dbal_connection_make(url) : NULL;
	slock_pdo_connection pdo = {0};

	if (!connection && (EG(exception) || !slock_pdo_connection_check_driver(parsed->dsn, store->ops->name))) {
		return NULL;
	}
	if (connection) {
		return slock_session_own_dbal(connection, zend_string_copy(parsed->server));
	}
	if (options) {
		take_credential(&parsed->user, options->user);
		take_credential(&parsed->password, options->password);
	}
	if (options && options->connection) {
		ZVAL_COPY(&pdo.options, options->connection);
	}
	pdo.dsn = zend_string_copy(parsed->dsn);
	pdo.username = parsed->user;
	pdo.password = parsed->password;
	parsed->user = parsed->password = NULL;
	return slock_session_own_pdo(&pdo, zend_string_copy(parsed->server));
}

static slock_session *mysql_by_dsn(slock_store *store, zend_string *dsn, const slock_advisory_options *options,
								   bool prefers_dbal)
{
	static const char *const drivers[] = {"mysql", "mysql2", NULL};
	slock_session *session = NULL;
	slock_mysql_dsn parsed;
	const char *rest, *end = ZSTR_VAL(dsn) + ZSTR_LEN(dsn);
	zend_string *url;
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
	if (slock_mysql_dsn_parse(rest, end - rest, is_url, &parsed) == FAILURE) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 is_url ? "Malformed MySQL DSN: expected scheme://[user[:password]@]host[:port]/database."
									: "Invalid MySQL DSN: expected \"name=value\" pairs, separated by semicolons.",
							 0);
	} else {
		/* Without "+advisory". */
		url = is_url && prefers_dbal ? zend_string_concat3(ZSTR_VAL(dsn), driver, ZEND_STRL(":"), rest, end - rest)
									 : NULL;
		session = connect_mysql(store, &parsed, url, options);
		if (url) {
			zend_string_release(url);
		}
	}
	slock_mysql_dsn_dtor(&parsed);
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
