/* SPDX-License-Identifier: MIT
 *
 * PostgreSQL data source names: see dsn.h. Everything becomes connection parameters of libpq, which knows more of them
 * than we do. */
#include "php_slock.h"
#include "clients/pgsql/dsn.h"

#include "SAPI.h"
#include "php_variables.h"
#include "ext/standard/url.h"
#include "zend_smart_str.h"

static slock_pgsql_dsn *new_dsn(void)
{
	slock_pgsql_dsn *dsn = ecalloc(1, sizeof(*dsn));

	dsn->parameters = zend_new_array(8);
	dsn->connect_timeout = SLOCK_G(connect_timeout);
	dsn->command_timeout = SLOCK_G(command_timeout);
	return dsn;
}

static slock_pgsql_dsn *refuse(slock_pgsql_dsn *dsn, zend_string **error, const char *text)
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

static bool to_seconds(zend_string *text, double *seconds)
{
	zend_long integer;
	double number;

	switch (is_numeric_string(ZSTR_VAL(text), ZSTR_LEN(text), &integer, &number, false)) {
		case IS_LONG:
			number = (double) integer;
			break;
		case IS_DOUBLE:
			break;
		default:
			return false;
	}
	if (!(number > 0.0) || number > 86400.0) {
		return false;
	}
	*seconds = number;
	return true;
}

/* Takes what is ours, not libpq's, out of the parameters: its own time limit does not hold for what we ask of it. */
static slock_pgsql_dsn *take_own(slock_pgsql_dsn *dsn, zend_string **error)
{
	const struct {
		const char *name;
		double *seconds;
	} times[] = {
		{"connect_timeout", &dsn->connect_timeout},
		{"command_timeout", &dsn->command_timeout},
	};
	zval *value;

	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		value = zend_hash_str_find(dsn->parameters, times[i].name, strlen(times[i].name));
		if (!value) {
			continue;
		}
		if (!to_seconds(Z_STR_P(value), times[i].seconds)) {
			return refuse(dsn, error,
						  i ? "Invalid PostgreSQL DSN: \"command_timeout\" must be a positive number of seconds."
							: "Invalid PostgreSQL DSN: \"connect_timeout\" must be a positive number of seconds.");
		}
		zend_hash_str_del(dsn->parameters, times[i].name, strlen(times[i].name));
	}
	value = zend_hash_str_find(dsn->parameters, ZEND_STRL("persistent"));
	if (value) {
		dsn->persistent = zend_is_true(value) && !zend_string_equals_literal_ci(Z_STR_P(value), "false");
		zend_hash_str_del(dsn->parameters, ZEND_STRL("persistent"));
	}
	return dsn;
}

/* One value of a connection string, plain or quoted, with backslash escapes; NULL when a quote is not closed. */
static zend_string *take_value(const char **text, const char *end)
{
	bool quoted = *text < end && **text == '\'';
	smart_str value = {0};

	if (quoted) {
		(*text)++;
	}
	for (; *text < end; (*text)++) {
		if (quoted ? **text == '\'' : **text == ';' || isspace((unsigned char) **text)) {
			break;
		}
		if (**text == '\\' && *text + 1 < end) {
			(*text)++;
		}
		smart_str_appendc(&value, **text);
	}
	if (quoted) {
		if (*text == end) {
			smart_str_free(&value);
			return NULL;
		}
		(*text)++;
	}
	smart_str_0(&value);
	return value.s ? value.s : ZSTR_EMPTY_ALLOC();
}

slock_pgsql_dsn *slock_pgsql_dsn_parse_pdo(const char *text, size_t length, zend_string **error)
{
	const char *end = text + length;
	slock_pgsql_dsn *dsn = new_dsn();

	if (memchr(text, '\0', length)) {
		return refuse(dsn, error, "Invalid PostgreSQL DSN: it contains a NUL byte.");
	}
	for (;;) {
		const char *keyword;
		size_t keyword_length;
		zend_string *value;
		zval zv;

		while (text < end && (*text == ';' || isspace((unsigned char) *text))) {
			text++;
		}
		if (text == end) {
			return take_own(dsn, error);
		}
		keyword = text;
		while (text < end && (isalnum((unsigned char) *text) || *text == '_')) {
			text++;
		}
		keyword_length = text - keyword;
		while (text < end && isspace((unsigned char) *text)) {
			text++;
		}
		if (!keyword_length || text == end || *text++ != '=') {
			return refuse(dsn, error,
						  "Invalid PostgreSQL DSN: expected \"name=value\" pairs, separated by semicolons.");
		}
		while (text < end && isspace((unsigned char) *text)) {
			text++;
		}
		value = take_value(&text, end);
		if (!value) {
			return refuse(dsn, error, "Invalid PostgreSQL DSN: a quoted value does not end.");
		}
		ZVAL_STR(&zv, value);
		zend_hash_str_update(dsn->parameters, keyword, keyword_length, &zv);
	}
}

static void set_decoded(slock_pgsql_dsn *dsn, const char *keyword, const char *text, size_t length)
{
	zend_string *decoded = zend_string_init(text, length, false);

	ZSTR_LEN(decoded) = php_raw_url_decode(ZSTR_VAL(decoded), ZSTR_LEN(decoded));
	slock_pgsql_dsn_set(dsn, keyword, decoded);
	zend_string_release(decoded);
}

/* The query of a URL: libpq's own parameters, and the names that Doctrine has for some of them. */
static bool take_query(slock_pgsql_dsn *dsn, zend_string *query)
{
	static const struct {
		const char *doctrine;
		const char *libpq; /* NULL: means nothing here */
	} names[] = {
		{"charset", "client_encoding"}, {"default_dbname", NULL}, {"serverVersion", NULL}, {"driver", NULL},
		{"driverClass", NULL},          {"unix_socket", "host"},
	};
	zend_string *name;
	zval parsed, *value;
	bool good = true;

	array_init(&parsed);
	/* parse_str(): it takes the string over. */
	sapi_module.treat_data(PARSE_STRING, estrndup(ZSTR_VAL(query), ZSTR_LEN(query)), &parsed);
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(parsed), name, value) {
		const char *keyword;

		if (!name || Z_TYPE_P(value) != IS_STRING || memchr(Z_STRVAL_P(value), '\0', Z_STRLEN_P(value))) {
			good = false;
			break;
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
	zval_ptr_dtor(&parsed);
	return good;
}

slock_pgsql_dsn *slock_pgsql_dsn_parse_url(const char *text, size_t length, zend_string **error)
{
	slock_pgsql_dsn *dsn = new_dsn();
	/* As a file: URL, whose host may be empty: the default socket. */
	zend_string *url = zend_string_concat2(ZEND_STRL("file://"), text, length);
	bool has_port, good = true;
	php_url *parsed = php_url_parse_ex2(ZSTR_VAL(url), ZSTR_LEN(url), &has_port);

	zend_string_release(url);
	if (!parsed || (has_port && !parsed->port)) {
		if (parsed) {
			php_url_free(parsed);
		}
		return refuse(dsn, error,
					  "Malformed PostgreSQL DSN: expected scheme://[user[:password]@]host[:port]/database.");
	}
	if (parsed->host && ZSTR_LEN(parsed->host)) {
		const char *host = ZSTR_VAL(parsed->host);
		size_t host_length = ZSTR_LEN(parsed->host);

		if (host[0] == '[' && host[host_length - 1] == ']') {
			host++;
			host_length -= 2;
		}
		set_decoded(dsn, "host", host, host_length);
	}
	if (has_port) {
		zend_string *port = zend_long_to_str(parsed->port);

		slock_pgsql_dsn_set(dsn, "port", port);
		zend_string_release(port);
	}
	if (parsed->user) {
		set_decoded(dsn, "user", ZSTR_VAL(parsed->user), ZSTR_LEN(parsed->user));
	}
	if (parsed->pass) {
		set_decoded(dsn, "password", ZSTR_VAL(parsed->pass), ZSTR_LEN(parsed->pass));
	}
	if (parsed->path && ZSTR_LEN(parsed->path) > 1) {
		set_decoded(dsn, "dbname", ZSTR_VAL(parsed->path) + 1, ZSTR_LEN(parsed->path) - 1);
	}
	if (parsed->query) {
		good = take_query(dsn, parsed->query);
	}
	php_url_free(parsed);
	if (good) {
		zval *value;

		ZEND_HASH_FOREACH_VAL(dsn->parameters, value) {
			good &= !memchr(Z_STRVAL_P(value), '\0', Z_STRLEN_P(value));
		}
		ZEND_HASH_FOREACH_END();
	}
	return good ? take_own(dsn, error) : refuse(dsn, error, "Malformed PostgreSQL DSN: a parameter is no text.");
}

zend_string *slock_pgsql_dsn_name(const slock_pgsql_dsn *dsn)
{
	smart_str name = {0};
	zend_string *keyword;
	zval *value;

	smart_str_appends(&name, "pgsql");
	smart_str_append_printf(&name, " %.17g %.17g %d", dsn->connect_timeout, dsn->command_timeout, dsn->persistent);
	ZEND_HASH_FOREACH_STR_KEY_VAL(dsn->parameters, keyword, value) {
		smart_str_appendc(&name, '\0');
		smart_str_append(&name, keyword);
		smart_str_appendc(&name, '=');
		smart_str_append(&name, Z_STR_P(value));
	}
	ZEND_HASH_FOREACH_END();
	smart_str_0(&name);
	return name.s;
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
