/* SPDX-License-Identifier: MIT
 *
 * Data source names: see dsn.h. Splitting and decoding is php-src's own work. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/sqlite_dsn.h"
#include "core/text.h"

#include "SAPI.h"
#include "php_variables.h"
#include "ext/standard/url.h"
#include "zend_smart_str.h"

zend_string *slock_dsn_decode(const char *text, size_t length)
{
	zend_string *decoded = zend_string_init(text, length, false);

	ZSTR_LEN(decoded) = php_raw_url_decode(ZSTR_VAL(decoded), ZSTR_LEN(decoded));
	return decoded;
}

bool slock_dsn_shows_credentials(const char *host, size_t length)
{
	zend_string *text = zend_string_init(host, length, false);
	bool shows;
	size_t before;

	/* What was encoded twice is decoded once by a parser and once by whoever reads the message. */
	do {
		before = ZSTR_LEN(text);
		shows = memchr(ZSTR_VAL(text), '@', before) != NULL;
		ZSTR_LEN(text) = php_raw_url_decode(ZSTR_VAL(text), before);
	} while (!shows && ZSTR_LEN(text) < before);
	zend_string_release(text);
	return shows;
}

/* --- URLs --------------------------------------------------------------------------------------------------------- */

zend_result slock_dsn_split(const char *scheme, const char *after_scheme, size_t length, slock_dsn *dsn)
{
	zend_string *text = zend_string_concat3(scheme, strlen(scheme), ZEND_STRL(":"), after_scheme, length);
	php_url *url;

	memset(dsn, 0, sizeof(*dsn));
	array_init(&dsn->query);
	url = php_url_parse_ex2(ZSTR_VAL(text), ZSTR_LEN(text), &dsn->has_port);
	zend_string_release(text);
	if (!url) {
		return FAILURE;
	}
	dsn->user = url->user ? slock_dsn_decode(ZSTR_VAL(url->user), ZSTR_LEN(url->user)) : NULL;
	dsn->password = url->pass ? slock_dsn_decode(ZSTR_VAL(url->pass), ZSTR_LEN(url->pass)) : NULL;
	dsn->host = slock_text_copy(url->host);
	dsn->path = slock_text_copy(url->path);
	dsn->port = dsn->has_port ? url->port : 0;
	if (url->query) {
		/* parse_str(): it takes the string over. */
		sapi_module.treat_data(PARSE_STRING, estrndup(ZSTR_VAL(url->query), ZSTR_LEN(url->query)), &dsn->query);
	}
	php_url_free(url);
	/* "user:password%40host" has no credentials, and messages name the host. */
	return dsn->host && slock_dsn_shows_credentials(ZSTR_VAL(dsn->host), ZSTR_LEN(dsn->host)) ? FAILURE : SUCCESS;
}

zend_result slock_dsn_parse_url(const char *after_scheme, size_t length, slock_dsn *dsn)
{
	/* The one scheme whose host may be empty. */
	return slock_dsn_split("file", after_scheme, length, dsn) == SUCCESS && (!dsn->has_port || dsn->port) ? SUCCESS
																										  : FAILURE;
}

/* The credentials stand before the first @, and may hold any other character. Only a question mark makes it a question:
 * "a?b=c@d" is a password or a host with a parameter, and to take one for the other would show the
 * password. */
static zend_result dsn_take_credentials(const char **text, const char *end, zend_string **user, zend_string **password)
{
	const char *start = *text, *at = memchr(start, '@', end - start), *after_user = start;
	const char *question, *colon;

	if (!at) {
		return SUCCESS;
	}
	question = memchr(start, '?', at - start);
	if (question && memchr(question, '=', at - question)) {
		return FAILURE;
	}
	colon = memchr(start, ':', at - start);
	if (colon) {
		*user = colon > start ? slock_dsn_decode(start, colon - start) : NULL;
		after_user = colon + 1;
	}
	*password = at > after_user ? slock_dsn_decode(after_user, at - after_user) : NULL;
	*text = at + 1;
	return SUCCESS;
}

zend_result slock_dsn_parse(const char *after_scheme, size_t length, slock_dsn *dsn)
{
	const char *text = after_scheme, *end = after_scheme + length;
	bool slashes = length >= 2 && !memcmp(text, "//", 2);
	zend_string *user = NULL, *password = NULL, *rest;
	zend_result taken, parsed;

	text += slashes ? 2 : 0;
	taken = dsn_take_credentials(&text, end, &user, &password);
	rest = zend_string_concat2("//", slashes ? 2 : 0, text, end - text);
	parsed = slock_dsn_parse_url(ZSTR_VAL(rest), ZSTR_LEN(rest), dsn);
	zend_string_release(rest);
	slock_text_replace(&dsn->user, user);
	slock_text_replace(&dsn->password, password);
	return taken == SUCCESS ? parsed : FAILURE;
}

void slock_dsn_dtor(slock_dsn *dsn)
{
	slock_text_release(dsn->user);
	slock_text_release(dsn->password);
	slock_text_release(dsn->host);
	slock_text_release(dsn->path);
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

int64_t slock_dsn_to_number(const char *text, size_t length, int64_t max)
{
	int64_t number = 0;

	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9') {
			return -1;
		}
		number = number * 10 + (text[i] - '0');
		if (number > max) {
			return -1;
		}
	}
	return length ? number : -1;
}

bool slock_dsn_read_hosts(const slock_dsn *dsn, const char *nameless,
						  bool (*add)(void *to, zend_string *name, zval *value, zend_string **error), void *to,
						  zend_string **error)
{
	zval *hosts = slock_dsn_find(dsn, "host"), *value;
	zend_string *name;

	if (!hosts) {
		return true;
	}
	if (Z_TYPE_P(hosts) != IS_ARRAY) {
		return slock_dsn_refuse(error, "query parameter \"host\" must be an array.");
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(hosts), name, value) {
		if (name && ZSTR_VAL(name)[0] != '/' && slock_dsn_shows_credentials(ZSTR_VAL(name), ZSTR_LEN(name))) {
			return slock_dsn_refuse(error, "a \"host\" must not contain credentials; they come before the hosts.");
		}
		/* host[]=name has a number for its key, and the name of no host is one. */
		if (name ? !add(to, name, value, error) : !slock_dsn_refuse(error, "%s", nameless)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* --- errors ------------------------------------------------------------------------------------------------------- */

bool slock_dsn_refuse(zend_string **error, const char *reason, ...)
{
	va_list args;

	va_start(args, reason);
	*error = zend_vstrpprintf(0, reason, args);
	va_end(args);
	return false;
}

static bool dsn_has_nul(zend_string *text)
{
	return text && strlen(ZSTR_VAL(text)) != ZSTR_LEN(text);
}

/* Of a parameter of a database; any other name may be a part of the password, where that holds a question mark. */
static bool dsn_may_be_shown(zend_string *name)
{
	static const char *const names[] = {
		"charset", "unix_socket",      "serverVersion",   "sslmode",         "sslrootcert", "sslcert",   "sslkey",
		"sslcrl",  "application_name", "connect_timeout", "command_timeout", "gssencmode",  "persistent"};

	for (size_t i = 0; name && i < sizeof(names) / sizeof(*names); i++) {
		if (zend_string_equals_cstr(name, names[i], strlen(names[i]))) {
			return true;
		}
	}
	return false;
}

bool slock_dsn_refuse_nul(const slock_dsn *dsn, zend_string **error)
{
	const struct {
		const char *name;
		bool wrong;
	} parts[] = {
		{"user", dsn_has_nul(dsn->user)},
		{"password", dsn_has_nul(dsn->password)},
		{"host", dsn->host && strstr(ZSTR_VAL(dsn->host), "%00")},
		{"path", dsn->path && strstr(ZSTR_VAL(dsn->path), "%00")},
	};
	zend_string *name;
	zval *value;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (parts[i].wrong) {
			return slock_dsn_refuse(error, "the %s contains a NUL byte.", parts[i].name);
		}
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(dsn->query), name, value) {
		if (dsn_has_nul(name) || (Z_TYPE_P(value) == IS_STRING && dsn_has_nul(Z_STR_P(value)))) {
			return dsn_may_be_shown(name)
					   ? slock_dsn_refuse(error, "the parameter \"%s\" contains a NUL byte.", ZSTR_VAL(name))
					   : slock_dsn_refuse(error, "a parameter contains a NUL byte.");
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

bool slock_dsn_refuse_cut_password(const slock_dsn *dsn, zend_string **error)
{
	zend_string *name;
	bool cut = dsn->path && memchr(ZSTR_VAL(dsn->path), '@', ZSTR_LEN(dsn->path));

	ZEND_HASH_FOREACH_STR_KEY(Z_ARRVAL(dsn->query), name) {
		cut = cut || (name && memchr(ZSTR_VAL(name), '@', ZSTR_LEN(name)));
	}
	ZEND_HASH_FOREACH_END();
	return !cut || dsn->user || dsn->password ||
		   slock_dsn_refuse(error, "there is an @ behind the host; a password has to be URL-encoded.");
}

void slock_dsn_name_product(zend_string **error, const char *product)
{
	slock_text_replace(error, zend_strpprintf(0, "Invalid %s DSN: %s", product, ZSTR_VAL(*error)));
}

/* --- name=value pairs --------------------------------------------------------------------------------------------- */

static bool dsn_is_space(const char *text, const char *end)
{
	return text < end && isspace((unsigned char) *text);
}

/* As libpq's conninfo_parse(); a semicolon is a space to pdo_pgsql. */
static slock_dsn_next dsn_next_conninfo(slock_dsn_pairs *pairs)
{
	const char *text = pairs->rest, *end = pairs->end;
	smart_str value = {0};
	bool quoted;

	while (dsn_is_space(text, end) || (text < end && *text == ';')) {
		text++;
	}
	pairs->text = pairs->name = text;
	if (text == end) {
		return SLOCK_DSN_END;
	}
	while (text < end && *text != '=' && *text != ';' && !dsn_is_space(text, end)) {
		text++;
	}
	pairs->name_length = (size_t) (text - pairs->name);
	while (dsn_is_space(text, end)) {
		text++;
	}
	if (text == end || *text++ != '=') {
		return SLOCK_DSN_NO_PAIR;
	}
	while (dsn_is_space(text, end)) {
		text++;
	}
	quoted = text < end && *text == '\'';
	text += quoted;
	while (text < end && !(quoted ? *text == '\'' : *text == ';' || dsn_is_space(text, end))) {
		text += *text == '\\';
		if (text < end) {
			smart_str_appendc(&value, *text++);
		}
	}
	if (quoted && (text == end || *text++ != '\'')) {
		smart_str_free(&value);
		return SLOCK_DSN_OPEN_QUOTE;
	}
	pairs->rest = text;
	pairs->length = (size_t) (text - pairs->text);
	pairs->value = smart_str_extract(&value);
	return SLOCK_DSN_PAIR;
}

/* As PDO's php_pdo_parse_data_source(): a value ends at a semicolon, and two of them are one that does not end it. What
 * has no equals sign belongs to the next name. */
static slock_dsn_next dsn_next_of_pdo(slock_dsn_pairs *pairs)
{
	const char *text = pairs->rest, *end = pairs->end, *equals, *name_end;
	smart_str value = {0};

	pairs->text = text;
	if (text == end) {
		return SLOCK_DSN_END;
	}
	equals = memchr(text, '=', (size_t) (end - text));
	if (!equals) {
		return SLOCK_DSN_NO_PAIR;
	}
	for (pairs->name = text; dsn_is_space(pairs->name, equals) || *pairs->name == ';';) {
		pairs->name++;
	}
	for (name_end = equals; name_end > pairs->name && isspace((unsigned char) name_end[-1]);) {
		name_end--;
	}
	pairs->name_length = (size_t) (name_end - pairs->name);
	for (text = equals + 1; text < end && (*text != ';' || (text + 1 < end && text[1] == ';')); text++) {
		smart_str_appendc(&value, *text);
		text += *text == ';';
	}
	pairs->length = (size_t) (text - pairs->text);
	for (pairs->rest = text < end ? text + 1 : end; dsn_is_space(pairs->rest, end);) {
		pairs->rest++;
	}
	pairs->value = smart_str_extract(&value);
	return SLOCK_DSN_PAIR;
}

slock_dsn_next slock_dsn_next_pair(slock_dsn_pairs *pairs)
{
	return pairs->conninfo ? dsn_next_conninfo(pairs) : dsn_next_of_pdo(pairs);
}

/* The last parameter of this name, after its "?" or "&"; NULL when there is none. */
static const char *dsn_find_parameter(const char *text, const char *parameter)
{
	const char *found = NULL;

	for (const char *next = text; (next = strstr(next, parameter)); next++) {
		if (next > text && (next[-1] == '?' || next[-1] == '&')) {
			found = next;
		}
	}
	return found;
}

zend_string *slock_dsn_take_parameter(zend_string *url, const char *name, zend_string **value)
{
	const char *parameter = dsn_find_parameter(ZSTR_VAL(url), name), *text, *rest;
	size_t kept, length;

	*value = NULL;
	if (!parameter) {
		return zend_string_copy(url);
	}
	text = parameter + strlen(name);
	length = strcspn(text, "&#");
	*value = zend_string_init(text, length, false);
	rest = text + length;
	if (*rest == '&') {
		rest++;
	}
	kept = (size_t) (parameter - ZSTR_VAL(url));
	if (!*rest || *rest == '#') {
		kept--;
	}
	return zend_string_concat2(ZSTR_VAL(url), kept, rest, strlen(rest));
}

zend_result slock_dsn_to_flag(const zend_string *value, bool *flag)
{
	if (!zend_string_equals_literal(value, "0") && !zend_string_equals_literal(value, "1")) {
		return FAILURE;
	}
	*flag = *ZSTR_VAL(value) == '1';
	return SUCCESS;
}

bool slock_dsn_is_called(const char *name, size_t length, const char *wanted)
{
	return strlen(wanted) == length && strncasecmp(name, wanted, length) == 0;
}

void slock_dsn_append_pair(smart_str *to, size_t scheme, const char *text, size_t length)
{
	if (ZSTR_LEN(to->s) > scheme) {
		smart_str_appendc(to, ';');
	}
	smart_str_appendl(to, text, length);
}

zend_string *slock_dsn_take_pair(zend_string *dsn, const char *name, zend_string **value)
{
	const bool pgsql = zend_string_starts_with_cstr(dsn, ZEND_STRL("pgsql:"));
	const size_t scheme = sizeof("pgsql:") - 1; /* as long as "mysql:" */
	slock_dsn_pairs pairs = {.rest = ZSTR_VAL(dsn), .end = ZSTR_VAL(dsn) + ZSTR_LEN(dsn), .conninfo = pgsql};
	smart_str kept = {0};

	if (slock_sqlite_is_dsn(dsn)) {
		return slock_sqlite_take_pair(dsn, name, value);
	}
	*value = NULL;
	if ((!pgsql && !zend_string_starts_with_cstr(dsn, ZEND_STRL("mysql:"))) || strstr(ZSTR_VAL(dsn), "://")) {
		return zend_string_copy(dsn);
	}
	smart_str_appendl(&kept, ZSTR_VAL(dsn), scheme);
	pairs.rest += scheme;
	while (slock_dsn_next_pair(&pairs) == SLOCK_DSN_PAIR) {
		if (slock_dsn_is_called(pairs.name, pairs.name_length, name)) {
			slock_text_replace(value, pairs.value);
		} else {
			slock_dsn_append_pair(&kept, scheme, pairs.text, pairs.length);
			zend_string_release(pairs.value);
		}
	}
	if (!*value) {
		smart_str_free(&kept);
		return zend_string_copy(dsn);
	}
	/* What is no pair is the driver's to refuse. */
	if (pairs.text < pairs.end) {
		slock_dsn_append_pair(&kept, scheme, pairs.text, (size_t) (pairs.end - pairs.text));
	}
	return smart_str_extract(&kept);
}
