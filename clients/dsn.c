/* SPDX-License-Identifier: MIT
 *
 * Data source names: see dsn.h. Splitting and decoding is php-src's own work. */
#include "php_slock.h"
#include "clients/dsn.h"

#include "SAPI.h"
#include "php_variables.h"
#include "ext/standard/url.h"
#include "zend_smart_str.h"

static zend_string *decode(const char *text, size_t length)
{
	zend_string *decoded = zend_string_init(text, length, false);

	ZSTR_LEN(decoded) = php_raw_url_decode(ZSTR_VAL(decoded), ZSTR_LEN(decoded));
	return decoded;
}

/* The credentials stand before the first @, and may hold any other character. Only a question mark makes it a question:
 * "a?b=c@d" is a password or a host with a parameter, and to take one for the other would tell somebody the password. */
static zend_result take_credentials(const char **text, const char *end, slock_dsn *dsn)
{
	const char *start = *text, *at = memchr(start, '@', end - start);
	const char *question, *colon, *password = start;

	if (!at) {
		return SUCCESS;
	}
	question = memchr(start, '?', at - start);
	if (question && memchr(question, '=', at - question)) {
		return FAILURE;
	}
	colon = memchr(start, ':', at - start);
	if (colon) {
		if (colon > start) {
			dsn->user = decode(start, colon - start);
		}
		password = colon + 1;
	}
	if (at > password) {
		dsn->password = decode(password, at - password);
	}
	*text = at + 1;
	return SUCCESS;
}

zend_result slock_dsn_parse(const char *after_scheme, size_t length, slock_dsn *dsn)
{
	const char *text = after_scheme, *end = after_scheme + length;
	bool slashes = length >= 2 && !memcmp(text, "//", 2);
	smart_str rest = {0};
	php_url *url;
	bool has_port;

	memset(dsn, 0, sizeof(*dsn));
	array_init(&dsn->query);
	if (slashes) {
		text += 2;
	}
	if (take_credentials(&text, end, dsn) == FAILURE) {
		return FAILURE;
	}

	/* As a file: URL, whose host may be empty, so that a socket's path is allowed. */
	smart_str_appends(&rest, slashes ? "file://" : "file:");
	smart_str_appendl(&rest, text, end - text);
	smart_str_0(&rest);
	url = php_url_parse_ex2(ZSTR_VAL(rest.s), ZSTR_LEN(rest.s), &has_port);
	smart_str_free(&rest);
	if (!url) {
		return FAILURE;
	}
	if (url->host) {
		dsn->host = zend_string_copy(url->host);
	}
	if (url->path) {
		dsn->path = zend_string_copy(url->path);
	}
	dsn->port = has_port ? url->port : 0;
	if (url->query) {
		/* parse_str(): it takes the string over. */
		sapi_module.treat_data(PARSE_STRING, estrndup(ZSTR_VAL(url->query), ZSTR_LEN(url->query)), &dsn->query);
	}
	php_url_free(url);
	return has_port && dsn->port == 0 ? FAILURE : SUCCESS;
}

void slock_dsn_dtor(slock_dsn *dsn)
{
	zend_string *strings[] = {dsn->user, dsn->password, dsn->host, dsn->path};

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		if (strings[i]) {
			zend_string_release(strings[i]);
		}
	}
	zval_ptr_dtor(&dsn->query);
}

zval *slock_dsn_find(const slock_dsn *dsn, const char *name)
{
	return zend_hash_str_find(Z_ARRVAL(dsn->query), name, strlen(name));
}

zend_result slock_dsn_get_text(const slock_dsn *dsn, const char *name, zend_string **value)
{
	zval *found = slock_dsn_find(dsn, name);

	if (found && Z_TYPE_P(found) != IS_STRING) {
		return FAILURE;
	}
	if (found) {
		*value = Z_STR_P(found);
	}
	return SUCCESS;
}

zend_result slock_dsn_get_number(const slock_dsn *dsn, const char *name, double *value)
{
	zend_string *text = NULL;
	zend_long integer;
	double number;

	if (slock_dsn_get_text(dsn, name, &text) == FAILURE) {
		return FAILURE;
	}
	if (!text) {
		return SUCCESS;
	}
	switch (is_numeric_string(ZSTR_VAL(text), ZSTR_LEN(text), &integer, &number, false)) {
		case IS_LONG:
			*value = (double) integer;
			return SUCCESS;
		case IS_DOUBLE:
			if (!zend_finite(number)) {
				return FAILURE;
			}
			*value = number;
			return SUCCESS;
		default:
			return FAILURE;
	}
}

zend_result slock_dsn_get_bool(const slock_dsn *dsn, const char *name, bool *value)
{
	static const char *const words[2][5] = {{"0", "false", "off", "no", ""}, {"1", "true", "on", "yes", "1"}};
	zend_string *text = NULL;

	if (slock_dsn_get_text(dsn, name, &text) == FAILURE) {
		return FAILURE;
	}
	if (!text) {
		return SUCCESS;
	}
	for (int yes = 0; yes < 2; yes++) {
		for (int i = 0; i < 5; i++) {
			if (zend_string_equals_cstr(text, words[yes][i], strlen(words[yes][i])) ||
				!strcasecmp(ZSTR_VAL(text), words[yes][i])) {
				*value = yes;
				return SUCCESS;
			}
		}
	}
	return FAILURE;
}
