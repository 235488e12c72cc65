/* SPDX-License-Identifier: MIT
 *
 * PostgreSQL data source names: see dsn.h. Everything becomes connection parameters of libpq, which knows more of them
 * than we do. */
#include "php_slock.h"
#include "clients/dsn_options.h"
#include "clients/pgsql/dsn.h"
#include "clients/secrets.h"
#include "core/process.h"

#include "zend_smart_str.h"
#include <float.h>

static slock_pgsql_dsn *pgsql_dsn_new(void)
{
	slock_pgsql_dsn *dsn = ecalloc(1, sizeof(*dsn));

	dsn->parameters = zend_new_array(8);
	dsn->connect_timeout = SLOCK_G(connect_timeout);
	dsn->command_timeout = SLOCK_G(command_timeout);
	return dsn;
}

static slock_pgsql_dsn *pgsql_dsn_refuse(slock_pgsql_dsn *dsn, zend_string **error, const char *text)
{
	slock_pgsql_dsn_free(dsn);
	*error = zend_string_init(text, strlen(text), false);
	return NULL;
}

void slock_pgsql_dsn_set(slock_pgsql_dsn *dsn, const char *keyword, zend_string *value)
{
	zval zv;

	ZVAL_STR_COPY(&zv, value);
	zend_hash_str_update(dsn->parameters, keyword, strlen(keyword), &zv);
}

static const slock_option pgsql_options[] = {
	{"connect_timeout", SLOCK_OPTION_SECONDS, offsetof(slock_pgsql_dsn, connect_timeout), SLOCK_OPTION_OURS, DBL_MIN,
	 86400},
	{"command_timeout", SLOCK_OPTION_SECONDS, offsetof(slock_pgsql_dsn, command_timeout), SLOCK_OPTION_OURS, DBL_MIN,
	 86400},
	{"persistent", SLOCK_OPTION_BOOL, offsetof(slock_pgsql_dsn, persistent), SLOCK_OPTION_OURS, 0, 0},
	{"fencing", SLOCK_OPTION_BOOL, offsetof(slock_pgsql_dsn, fencing), SLOCK_OPTION_OURS, 0, 0},
	{NULL, SLOCK_OPTION_BOOL, 0, 0, 0, 0},
};

/* A host of a list; one that begins with an @ is an abstract socket, and one that begins with a slash a directory. */
static bool pgsql_dsn_is_socket(const char *host)
{
	return *host == '/' || *host == '@';
}

/* The parameter that holds "user:password@host" for a host, which libpq would show with its errors; or NULL. */
static const char *pgsql_dsn_with_credentials(const slock_pgsql_dsn *dsn)
{
	static const char *const names[] = {"host", "hostaddr"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const zval *value = zend_hash_str_find(dsn->parameters, names[i], strlen(names[i]));
		const char *host = value ? Z_STRVAL_P(value) : "";

		for (;; host++) {
			size_t length = strcspn(host, ",");

			if (!pgsql_dsn_is_socket(host) && slock_dsn_shows_credentials(host, length)) {
				return names[i];
			}
			host += length;
			if (!*host) {
				break;
			}
		}
	}
	return NULL;
}

/* Takes what is ours, not libpq's, out of the parameters: its own time limit does not hold for what we ask of it. */
static slock_pgsql_dsn *pgsql_dsn_take_own(slock_pgsql_dsn *dsn, zend_string **error)
{
	slock_dsn parameters = {0};
	const char *shows = pgsql_dsn_with_credentials(dsn);
	const slock_option *refused;

	if (shows) {
		slock_pgsql_dsn_free(dsn);
		slock_dsn_refuse(error,
						 "Malformed PostgreSQL DSN: \"%s\" must not contain credentials; they are \"user\" and"
						 " \"password\".",
						 shows);
		return NULL;
	}
	ZVAL_ARR(&parameters.query, dsn->parameters);
	refused = slock_options_read(pgsql_options, &parameters, dsn);
	if (refused) {
		slock_pgsql_dsn_free(dsn);
		slock_dsn_refuse(error,
						 refused->type == SLOCK_OPTION_BOOL
							 ? "Invalid PostgreSQL DSN: \"%s\" must be a boolean."
							 : "Invalid PostgreSQL DSN: \"%s\" must be a positive number of seconds.",
						 refused->name);
		return NULL;
	}
	for (const slock_option *own = pgsql_options; own->name; own++) {
		zend_hash_str_del(dsn->parameters, own->name, strlen(own->name));
	}
	return dsn;
}

static bool pgsql_dsn_is_keyword(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char) name[i]) && name[i] != '_') {
			return false;
		}
	}
	return length > 0;
}

slock_pgsql_dsn *slock_pgsql_dsn_parse_pdo(const char *text, size_t length, zend_string **error)
{
	static const char pairs_expected[] =
		"Invalid PostgreSQL DSN: expected \"name=value\" pairs, separated by semicolons.";
	slock_dsn_pairs pairs = {.rest = text, .end = text + length, .conninfo = true};
	slock_pgsql_dsn *dsn = pgsql_dsn_new();
	zval value;

	if (memchr(text, '\0', length)) {
		return pgsql_dsn_refuse(dsn, error, "Invalid PostgreSQL DSN: it contains a NUL byte.");
	}
	for (;;) {
		switch (slock_dsn_next_pair(&pairs)) {
			case SLOCK_DSN_END:
				return pgsql_dsn_take_own(dsn, error);
			case SLOCK_DSN_NO_PAIR:
				return pgsql_dsn_refuse(dsn, error, pairs_expected);
			case SLOCK_DSN_OPEN_QUOTE:
				return pgsql_dsn_refuse(dsn, error,
										pgsql_dsn_is_keyword(pairs.name, pairs.name_length)
											? "Invalid PostgreSQL DSN: a quoted value does not end."
											: pairs_expected);
			default:
				ZVAL_STR(&value, pairs.value);
				zend_hash_str_update(dsn->parameters, pairs.name, pairs.name_length, &value);
				if (!pgsql_dsn_is_keyword(pairs.name, pairs.name_length)) {
					return pgsql_dsn_refuse(dsn, error, pairs_expected);
				}
		}
	}
}

static void pgsql_dsn_set_decoded(slock_pgsql_dsn *dsn, const char *keyword, const char *text, size_t length)
{
	zend_string *decoded = slock_dsn_decode(text, length);

	slock_pgsql_dsn_set(dsn, keyword, decoded);
	zend_string_release(decoded);
}

/* The query of a URL: libpq's own parameters, and the names that Doctrine has for some of them. */
static bool pgsql_dsn_take_query(slock_pgsql_dsn *dsn, HashTable *query)
{
	static const struct {
		const char *doctrine;
		const char *libpq; /* NULL: means nothing here */
	} names[] = {
		{"charset", "client_encoding"}, {"default_dbname", NULL}, {"serverVersion", NULL}, {"driver", NULL},
		{"driverClass", NULL},          {"unix_socket", "host"},
	};
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(query, name, value) {
		const char *keyword;

		if (!name || Z_TYPE_P(value) != IS_STRING) {
			return false;
		}
		keyword = ZSTR_VAL(name);
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
			if (!strcmp(keyword, names[i].doctrine)) {
				keyword = names[i].libpq;
				break;
			}
		}
		if (keyword) {
			slock_pgsql_dsn_set(dsn, keyword, Z_STR_P(value));
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

slock_pgsql_dsn *slock_pgsql_dsn_parse_url(const char *text, size_t length, zend_string **error)
{
	slock_pgsql_dsn *dsn = pgsql_dsn_new();
	slock_dsn url;
	bool good;

	if (memchr(text, '\0', length)) {
		return pgsql_dsn_refuse(dsn, error, "Invalid PostgreSQL DSN: it contains a NUL byte.");
	}
	if (slock_dsn_parse_url(text, length, &url) == FAILURE) {
		slock_dsn_dtor(&url);
		return pgsql_dsn_refuse(dsn, error,
								"Malformed PostgreSQL DSN: expected scheme://[user[:password]@]host[:port]/database.");
	}
	if (!slock_dsn_refuse_nul(&url, error) || !slock_dsn_refuse_cut_password(&url, error)) {
		slock_dsn_dtor(&url);
		slock_pgsql_dsn_free(dsn);
		slock_dsn_name_product(error, "PostgreSQL");
		return NULL;
	}
	if (url.host && ZSTR_LEN(url.host)) {
		bool bracketed = ZSTR_VAL(url.host)[0] == '[' && ZSTR_VAL(url.host)[ZSTR_LEN(url.host) - 1] == ']';

		pgsql_dsn_set_decoded(dsn, "host", ZSTR_VAL(url.host) + bracketed, ZSTR_LEN(url.host) - 2 * bracketed);
	}
	if (url.port) {
		zend_string *port = zend_long_to_str(url.port);

		slock_pgsql_dsn_set(dsn, "port", port);
		zend_string_release(port);
	}
	if (url.user) {
		slock_pgsql_dsn_set(dsn, "user", url.user);
	}
	if (url.password) {
		slock_pgsql_dsn_set(dsn, "password", url.password);
	}
	if (url.path && ZSTR_LEN(url.path) > 1) {
		pgsql_dsn_set_decoded(dsn, "dbname", ZSTR_VAL(url.path) + 1, ZSTR_LEN(url.path) - 1);
	}
	good = pgsql_dsn_take_query(dsn, Z_ARRVAL(url.query));
	slock_dsn_dtor(&url);
	return good ? pgsql_dsn_take_own(dsn, error)
				: pgsql_dsn_refuse(dsn, error, "Malformed PostgreSQL DSN: a parameter is no text.");
}

static int pgsql_dsn_compare(const void *one, const void *other)
{
	return strcmp(*(const char *const *) one, *(const char *const *) other);
}

/* The environment of the process, which an executable may have a copy of: gcc links those so that name "environ" (-fpie
 * or not), and then everybody else uses the copy, getenv() and libpq among them. */
static char **pgsql_dsn_environment(void)
{
	char ***variable = slock_process_symbol("environ");

	return variable ? *variable : NULL;
}

/* Copies of the variables that libpq reads, `*count` of them, for free(). Nothing is allocated under the lock that
 * could end the request: all threads wait for it. */
static char **pgsql_dsn_copy_variables(size_t *count)
{
	char **environment, **copies;
	size_t most = 0;

	*count = 0;
	tsrm_env_lock();
	environment = pgsql_dsn_environment();
	while (environment && environment[most]) {
		most++;
	}
	copies = malloc((most + 1) * sizeof(*copies));
	for (size_t i = 0; copies && i < most; i++) {
		if (strncmp(environment[i], "PG", 2) == 0 && (copies[*count] = strdup(environment[i]))) {
			++*count;
		}
	}
	tsrm_env_unlock();
	return copies;
}

/* What libpq takes from the environment where a DSN does not name it: the database, the server, the user. In an order
 * of its own, as a variable that is set again may stand elsewhere. */
static void pgsql_dsn_add_environment(smart_str *name)
{
	size_t count;
	char **variables = pgsql_dsn_copy_variables(&count);

	if (count) {
		qsort(variables, count, sizeof(*variables), pgsql_dsn_compare);
	}
	for (size_t i = 0; i < count; i++) {
		smart_str_appendc(name, '\0');
		smart_str_appends(name, variables[i]);
		free(variables[i]);
	}
	free(variables);
}

/* What decides where a session is, and whose. https://www.postgresql.org/docs/current/libpq-envars.html */
static const struct {
	const char *variable, *keyword;
} places[] = {
	{"PGSERVICE", "service"},   {"PGHOST", "host"},
	{"PGHOSTADDR", "hostaddr"}, {"PGPORT", "port"},
	{"PGDATABASE", "dbname"},   {"PGUSER", "user"},
	{"PGPASSWORD", "password"}, {"PGPASSFILE", "passfile"},
	{"PGOPTIONS", "options"},   {"PGTARGETSESSIONATTRS", "target_session_attrs"},
};

#define PLACES (sizeof(places) / sizeof(*places))

/* To libpq what is empty is not set, in a list of parameters. */
static const char *pgsql_dsn_variable(size_t place)
{
	const char *text = getenv(places[place].variable);

	return text && *text ? text : NULL;
}

static bool pgsql_dsn_names(const slock_pgsql_dsn *dsn, const char *keyword)
{
	return zend_hash_str_exists(dsn->parameters, keyword, strlen(keyword));
}

/* Whether what the environment says of it counts. A service's own parameters go before the environment, but not before
 * those that are named; and who has a password looks for none. */
static bool pgsql_dsn_leaves_open(const slock_pgsql_dsn *dsn, size_t place)
{
	return !pgsql_dsn_names(dsn, "service") && !pgsql_dsn_names(dsn, places[place].keyword) &&
		   !(strcmp(places[place].keyword, "passfile") == 0 && pgsql_dsn_names(dsn, "password"));
}

static void pgsql_dsn_set_text(slock_pgsql_dsn *dsn, const char *keyword, const char *text)
{
	zend_string *value = zend_string_init(text, strlen(text), false);

	slock_pgsql_dsn_set(dsn, keyword, value);
	zend_string_release(value);
}

void slock_pgsql_dsn_settle(slock_pgsql_dsn *dsn)
{
	char *texts[PLACES] = {NULL};
	zend_string *keyword;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(dsn->parameters, keyword, value) {
		if (!Z_STRLEN_P(value)) {
			zend_hash_del(dsn->parameters, keyword);
		}
	}
	ZEND_HASH_FOREACH_END();
	/* Nothing is allocated under the lock that could end the request: all threads wait for it. */
	tsrm_env_lock();
	for (size_t i = 0; i < PLACES; i++) {
		const char *text = pgsql_dsn_variable(i);

		texts[i] = text ? strdup(text) : NULL;
	}
	tsrm_env_unlock();
	for (size_t i = 0; i < PLACES; i++) {
		if (texts[i] && pgsql_dsn_leaves_open(dsn, i)) {
			pgsql_dsn_set_text(dsn, places[i].keyword, texts[i]);
		}
		free(texts[i]);
	}
}

const char *slock_pgsql_dsn_moved_by(const slock_pgsql_dsn *dsn)
{
	const char *variable = NULL;

	tsrm_env_lock();
	for (size_t i = 0; i < PLACES && !variable; i++) {
		variable = pgsql_dsn_variable(i) && pgsql_dsn_leaves_open(dsn, i) ? places[i].variable : NULL;
	}
	tsrm_env_unlock();
	return variable;
}

zend_string *slock_pgsql_dsn_name(const slock_pgsql_dsn *dsn)
{
	smart_str name = {0};
	zend_string *keyword;
	zval *value;

	smart_str_appends(&name, "pgsql");
	smart_str_append_printf(&name, " %" PRId64 " %" PRId64 " %d", dsn->connect_timeout, dsn->command_timeout,
							dsn->persistent);
	ZEND_HASH_FOREACH_STR_KEY_VAL(dsn->parameters, keyword, value) {
		smart_str_appendc(&name, '\0');
		smart_str_append(&name, keyword);
		smart_str_appendc(&name, '=');
		smart_str_append(&name, Z_STR_P(value));
	}
	ZEND_HASH_FOREACH_END();
	pgsql_dsn_add_environment(&name);
	smart_str_0(&name);
	return name.s;
}

zend_string *slock_pgsql_dsn_place(const slock_pgsql_dsn *dsn)
{
	const char *separator = "";
	zend_string *place;
	smart_str text = {0};

	smart_str_appends(&text, "pgsql:");
	for (const char *const *keyword = slock_secrets_places; *keyword; keyword++) {
		const zval *value = zend_hash_str_find(dsn->parameters, *keyword, strlen(*keyword));

		if (value) {
			smart_str_append_printf(&text, "%s%s=", separator, *keyword);
			smart_str_append(&text, Z_STR_P(value));
			separator = ";";
		}
	}
	smart_str_0(&text);
	place = slock_secrets_place(ZSTR_VAL(text.s));
	smart_str_free(&text);
	return place;
}

void slock_pgsql_dsn_endpoint(slock_pgsql_dsn *dsn, slock_pgsql_endpoint *endpoint)
{
	uint32_t count = zend_hash_num_elements(dsn->parameters), i = 0;
	zend_string *keyword;
	zval *value;

	if (!dsn->lists) {
		dsn->lists = safe_emalloc(count + 1, 2 * sizeof(char *), 0);
		ZEND_HASH_FOREACH_STR_KEY_VAL(dsn->parameters, keyword, value) {
			dsn->lists[i] = ZSTR_VAL(keyword);
			dsn->lists[count + 1 + i++] = Z_STRVAL_P(value);
		}
		ZEND_HASH_FOREACH_END();
		dsn->lists[count] = dsn->lists[2 * count + 1] = NULL;
	}
	endpoint->keywords = dsn->lists;
	endpoint->values = dsn->lists + count + 1;
	endpoint->connect_timeout = dsn->connect_timeout;
}

void slock_pgsql_dsn_free(slock_pgsql_dsn *dsn)
{
	zend_array_destroy(dsn->parameters);
	if (dsn->lists) {
		efree(dsn->lists);
	}
	efree(dsn);
}
