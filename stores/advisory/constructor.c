/* SPDX-License-Identifier: MIT
 *
 * What the constructors of the advisory stores take: options, client objects to be checked, DSNs. Throws where the PHP
 * package does, and with its words. */
#include "php_slock.h"
#include "clients/advisory/client_object.h"
#include "clients/pgsql/native.h"
#include "clients/secrets.h"
#include "clients/sql/dbal.h"
#include "clients/sql/dbal_connection.h"
#include "clients/sql/mysql_dsn.h"
#include "clients/sql/pdo.h"
#include "clients/sql/url.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/text.h"
#include "stores/advisory/constructor.h"
#include "stores/advisory/refused_session.h"
#include "stores/stores.h"

#include "zend_exceptions.h"

/* The options db_username, db_password and db_connection_options; borrowed, NULL where there is none. Throws. */
static bool advisory_read_options(HashTable *options, slock_pdo_options *read)
{
	const char *name, *type;
	zval *wrong = slock_pdo_options_read(options ? options : (HashTable *) &zend_empty_array, read, &name, &type);

	if (wrong) {
		zend_argument_type_error(2, "must have an option \"%s\" of type %s%s, %s given", name, *type == 's' ? "?" : "",
								 type, zend_zval_type_name(wrong));
	}
	return !wrong;
}

static void advisory_refuse_fencing(void)
{
	zend_throw_exception(slock_ce_InvalidArgumentException,
						 "\"fencing\": locks of this database have no fencing tokens.", 0);
}

/* Whether the options ask for fencing tokens; false with an exception pending: they cannot. */
static bool advisory_read_fencing(HashTable *options, const slock_advisory_dialect *dialect, bool *fencing)
{
	zval *value = options ? zend_hash_str_find_deref(options, ZEND_STRL("fencing")) : NULL;

	if (value && Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		zend_argument_type_error(2, "must have an option \"fencing\" of type bool, %s given",
								 zend_zval_type_name(value));
		return false;
	}
	*fencing = value && Z_TYPE_P(value) == IS_TRUE;
	if (*fencing && !dialect->sequence) {
		advisory_refuse_fencing();
		return false;
	}
	return slock_store_check_fencing(*fencing) == SUCCESS;
}

static void advisory_set_fencing(slock_store *store)
{
	SLOCK_STORE_AS(slock_advisory_store, store)->fencing = true;
	store->capabilities |= SLOCK_STORE_FENCES;
}

/* "The adapter … does not support the … driver." */
static void advisory_throw_driver(slock_store *store, const char *driver, size_t length)
{
	driver = slock_secrets_driver(driver, &length);
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
							"The adapter \"%s\" does not support the \"%.*s\" driver.", ZSTR_VAL(store->state_name),
							(int) length, driver);
}

/* A \PDO of this driver in exception mode, or an exception. */
static bool advisory_check_pdo(slock_store *store, zend_object *pdo, const char *wanted)
{
	zend_string *driver;
	bool fits;

	if (!slock_sql_pdo_check(pdo, ZSTR_VAL(store->state_name)) || !(driver = slock_sql_pdo_driver(pdo))) {
		return false;
	}
	fits = !strcmp(ZSTR_VAL(driver), wanted);
	if (!fits) {
		advisory_throw_driver(store, ZSTR_VAL(driver), ZSTR_LEN(driver));
	}
	zend_string_release(driver);
	return fits;
}

/* A Doctrine connection to a database that PDO has this driver for, or an exception. */
static bool advisory_check_dbal(slock_store *store, zend_object *connection, const char *wanted)
{
	const char *driver;
	zval platform;
	bool fits;

	if (!slock_sql_dbal_check(connection) || !slock_sql_dbal_platform(connection, &platform, &driver)) {
		return false;
	}
	fits = driver && !strcmp(driver, wanted);
	if (!fits) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The adapter \"%s\" does not support the \"%s\" platform.", ZSTR_VAL(store->state_name),
								Z_TYPE(platform) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE(platform)->name) : "unknown");
	}
	zval_ptr_dtor(&platform);
	return fits;
}

/* A DSN of a driver that the dialect knows. */
typedef struct {
	size_t scheme; /* its length, without "+advisory" */
	bool is_url;
	const char *rest; /* what follows the colon */
	size_t length;    /* of that */
} advisory_dsn;

/* `drivers` are the schemes of its URLs, the first one also that of PDO's DSNs; ends with NULL. Throws. */
static bool advisory_read_dsn(slock_store *store, zend_string *dsn, const char *const *drivers, advisory_dsn *read)
{
	const char *text = ZSTR_VAL(dsn), *colon = memchr(text, ':', ZSTR_LEN(dsn));

	if (!colon) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "Invalid DSN: expected a scheme, a colon and what the driver needs.", 0);
		return false;
	}
	read->scheme = strcspn(text, "+:");
	read->rest = colon + 1;
	read->length = text + ZSTR_LEN(dsn) - read->rest;
	read->is_url = !strncmp(read->rest, "//", 2);
	for (size_t i = 0; drivers[i] && (!i || read->is_url); i++) {
		if (strlen(drivers[i]) == read->scheme && !memcmp(drivers[i], text, read->scheme)) {
			return true;
		}
	}
	advisory_throw_driver(store, text, read->scheme);
	return false;
}

/* The DSN has no driver that would do. Only Doctrine's stores, which have no options, say so at once, as the package's
 * do; the others wait until they are used. */
static slock_session *advisory_refuse(const slock_pdo_options *options)
{
	return options ? slock_refused_session() : NULL;
}

/* --- PostgreSQL -----------------------------------------------------------------------------------------------------
 */

/* The attributes of \PDO that mean something to a native session. */
static void advisory_apply_attributes(slock_pgsql_dsn *dsn, HashTable *attributes)
{
	zval *value = zend_hash_index_find_deref(attributes, SLOCK_PDO_ATTR_TIMEOUT);

	if (value && zval_get_double(value) > 0.0) {
		dsn->connect_timeout = slock_duration(MIN(zval_get_double(value), 86400.0));
	}
	value = zend_hash_index_find_deref(attributes, SLOCK_PDO_ATTR_PERSISTENT);
	if (value && zend_is_true(value)) {
		dsn->persistent = true;
	}
}

slock_session *slock_advisory_postgresql_by_dsn(slock_store *store, zend_string *dsn, const slock_pdo_options *options)
{
	static const char *const drivers[] = {"pgsql", "postgres", "postgresql", NULL};
	zend_string *error = NULL;
	slock_pgsql_dsn *parsed;
	advisory_dsn given;

	if (!advisory_read_dsn(store, dsn, drivers, &given)) {
		return advisory_refuse(options);
	}
	if (slock_store_require_client("pgsql") == FAILURE) {
		return NULL;
	}
	parsed = given.is_url ? slock_pgsql_dsn_parse_url(given.rest, given.length, &error)
						  : slock_pgsql_dsn_parse_pdo(given.rest, given.length, &error);
	if (!parsed) {
		slock_store_throw_invalid(error);
		return NULL;
	}
	if (parsed->fencing) {
		if (slock_store_check_fencing(true) == FAILURE) {
			slock_pgsql_dsn_free(parsed);
			return NULL;
		}
		advisory_set_fencing(store);
	}
	if (options && options->username) {
		slock_pgsql_dsn_set(parsed, "user", options->username);
	}
	if (options && options->password) {
		slock_pgsql_dsn_set(parsed, "password", options->password);
	}
	if (options && options->attributes) {
		advisory_apply_attributes(parsed, Z_ARRVAL_P(options->attributes));
	}
	return slock_session_pgsql(parsed);
}

/* --- MySQL -----------------------------------------------------------------------------------------------------------
 */

/* Through Doctrine where there is a URL for it and it is installed, else through PDO. Takes what it needs out of the
 * parsed DSN. NULL with an exception. */
static slock_session *advisory_connect_mysql(slock_store *store, slock_mysql_dsn *parsed, zend_string *url,
											 const slock_pdo_options *options)
{
	zend_object *connection = url ? slock_dbal_connection_make(url) : NULL;
	slock_pdo_connection pdo = {0};
	slock_sql *sql;

	if (!connection && (EG(exception) || !slock_pdo_check_dsn(parsed->dsn, store->ops->name))) {
		return NULL;
	}
	if (connection) {
		sql = slock_sql_dbal_new(connection, true);
		OBJ_RELEASE(connection);
		if (parsed->password) {
			slock_sql_dbal_hide(sql, parsed->password);
		}
	} else {
		pdo.dsn = zend_string_copy(parsed->dsn);
		pdo.username = parsed->user;
		pdo.password = parsed->password;
		parsed->user = parsed->password = NULL;
		slock_pdo_connection_set(&pdo, options);
		sql = slock_sql_pdo_own(&pdo);
	}
	return slock_session_own(sql, "mysql", zend_string_copy(parsed->server), zend_string_copy(parsed->dsn));
}

static slock_session *advisory_mysql_by_dsn(slock_store *store, zend_string *dsn, const slock_pdo_options *options,
											bool prefers_dbal)
{
	static const char *const drivers[] = {"mysql", "mysql2", NULL};
	slock_session *session = NULL;
	slock_mysql_dsn parsed;
	advisory_dsn given;
	zend_string *url;

	if (!advisory_read_dsn(store, dsn, drivers, &given)) {
		return advisory_refuse(options);
	}
	if (given.is_url && !slock_sql_url_check(dsn, store->ops->name)) {
		return NULL;
	}
	if (slock_mysql_dsn_parse(given.rest, given.length, given.is_url, &parsed) == FAILURE) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 given.is_url
								 ? "Malformed MySQL DSN: expected scheme://[user[:password]@]host[:port]/database."
							 : parsed.shows_credentials
								 ? "Malformed MySQL DSN: \"host\" must not contain credentials; they are \"user\" and"
								   " \"password\"."
								 : "Invalid MySQL DSN: expected \"name=value\" pairs, separated by semicolons.",
							 0);
	} else if (parsed.has_fencing) {
		advisory_refuse_fencing();
	} else {
		/* Without "+advisory". */
		url = given.is_url && prefers_dbal
				  ? zend_string_concat3(ZSTR_VAL(dsn), given.scheme, ZEND_STRL(":"), given.rest, given.length)
				  : NULL;
		session = advisory_connect_mysql(store, &parsed, url, options);
		slock_text_release(url);
	}
	slock_mysql_dsn_dtor(&parsed);
	return session;
}

slock_session *slock_advisory_mysql_by_dsn(slock_store *store, zend_string *dsn, const slock_pdo_options *options)
{
	return advisory_mysql_by_dsn(store, dsn, options, false);
}

slock_session *slock_advisory_mysql_by_url(slock_store *store, zend_string *url, const slock_pdo_options *options)
{
	return advisory_mysql_by_dsn(store, url, options, true);
}

/* --- constructors ------------------------------------------------------------------------------------------------- */

void slock_advisory_construct_dbal(INTERNAL_FUNCTION_PARAMETERS, slock_advisory_by_dsn *by_url,
								   const slock_advisory_dialect *dialect)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_session *session = NULL;
	zend_object *connection;
	zend_string *url;
	zval *options = NULL;
	bool fencing;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(connection, url)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(options)
	ZEND_PARSE_PARAMETERS_END();

	/* MySQL's has none, and ignores what it does not declare. */
	if (options && dialect->sequence && Z_TYPE_P(options) != IS_ARRAY) {
		zend_argument_type_error(2, "must be of type array, %s given", zend_zval_type_name(options));
		RETURN_THROWS();
	}
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE ||
		!advisory_read_fencing(options && dialect->sequence ? Z_ARRVAL_P(options) : NULL, dialect, &fencing)) {
		RETURN_THROWS();
	}
	if (connection) {
		if (advisory_check_dbal(store, connection, dialect->words.driver)) {
			session = slock_session_object(connection, dialect->words.driver);
		}
	} else if (!strstr(ZSTR_VAL(url), "://")) {
		zend_throw_exception(slock_ce_InvalidArgumentException, "DSN is invalid for Doctrine DBAL.", 0);
	} else {
		session = by_url(store, url, NULL);
	}
	if (!session) {
		RETURN_THROWS();
	}
	if (fencing) {
		advisory_set_fencing(store);
	}
	slock_advisory_constructed(store, session, dialect);
}

void slock_advisory_construct(INTERNAL_FUNCTION_PARAMETERS, slock_advisory_by_dsn *by_dsn,
							  const slock_advisory_dialect *dialect)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_session *session = NULL;
	zend_object *connection;
	zend_string *dsn;
	HashTable *options = NULL;
	slock_pdo_options read;
	bool fencing;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(connection, dsn)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE ||
		!advisory_read_options(options, &read) || !advisory_read_fencing(options, dialect, &fencing)) {
		RETURN_THROWS();
	}
	if (!connection) {
		session = by_dsn(store, dsn, &read);
	} else if (advisory_check_pdo(store, connection, dialect->words.driver)) {
		session = slock_session_object(connection, dialect->words.driver);
	}
	if (!session) {
		RETURN_THROWS();
	}
	if (fencing) {
		advisory_set_fencing(store);
	}
	slock_advisory_constructed(store, session, dialect);
}
