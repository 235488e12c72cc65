/* SPDX-License-Identifier: MIT
 *
 * Connection URIs of MongoDB; see uri.h. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/mongodb/uri.h"

#include "ext/standard/html.h"
#include "zend_smart_str.h"

#define PARAMETER "collection="
#define URI_NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._"

/* What follows the scheme; NULL when it is another one. */
static const char *uri_after_scheme(zend_string *uri)
{
	static const char *const schemes[] = {"mongodb://", "mongodb+srv://"};

	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		size_t length = strlen(schemes[i]);

		if (ZSTR_LEN(uri) >= length && !memcmp(ZSTR_VAL(uri), schemes[i], length)) {
			return ZSTR_VAL(uri) + length;
		}
	}
	return NULL;
}

/* The path between the hosts and the query, decoded; NULL when it is empty. */
static zend_string *uri_database_of(const char *authority)
{
	const char *start = authority + strcspn(authority, "/?#");
	size_t length;

	while (*start == '/') {
		start++;
	}
	length = strcspn(start, "?#");
	if (!length) {
		return NULL;
	}
	return slock_dsn_decode(start, length);
}

/* The last parameter of this name, after its "?" or "&"; NULL when there is none. */
static const char *uri_find_parameter(const char *text, const char *parameter)
{
	const char *found = NULL;

	for (const char *next = text; (next = strstr(next, parameter)); next++) {
		if (next > text && (next[-1] == '?' || next[-1] == '&')) {
			found = next;
		}
	}
	return found;
}

zend_string *slock_mongodb_uri_take(zend_string *uri, const char *name, zend_string **value)
{
	const char *parameter = uri_find_parameter(ZSTR_VAL(uri), name), *text, *rest;
	size_t kept, length;

	if (!parameter) {
		return zend_string_copy(uri);
	}
	text = parameter + strlen(name);
	length = strcspn(text, "&#");
	if (length) {
		*value = zend_string_init(text, length, false);
	}
	rest = text + length;
	if (*rest == '&') {
		rest++;
	}
	kept = (size_t) (parameter - ZSTR_VAL(uri));
	if (!*rest || *rest == '#') {
		kept--;
	}
	return zend_string_concat2(ZSTR_VAL(uri), kept, rest, strlen(rest));
}

zend_string *slock_mongodb_uri_skim(zend_string *uri, zend_string **database, zend_string **collection)
{
	const char *authority = uri_after_scheme(uri);

	if (!authority || strlen(authority) != ZSTR_LEN(uri) - (size_t) (authority - ZSTR_VAL(uri))) {
		return NULL;
	}
	*database = uri_database_of(authority);
	return slock_mongodb_uri_take(uri, PARAMETER, collection);
}

/* Whether this is plainly hosts and a database. What has no @ may still be credentials, in a URI that is malformed. */
static bool uri_is_address(const char *text, size_t length)
{
	const char *slash = memchr(text, '/', length), *end = slash ? slash : text + length;

	for (const char *at = text; at < end; at++) {
		if (*at == ':' && (at + 1 == end || at[1] < '0' || at[1] > '9')) {
			return false;
		}
		if (!isalnum((unsigned char) *at) && !memchr(".-_,:[]", *at, 7)) {
			return false;
		}
	}
	return !slash || 1 + strspn(slash + 1, URI_NAME_CHARACTERS) >= (size_t) (text + length - slash);
}

zend_string *slock_mongodb_uri_mask(zend_string *uri)
{
	const char *text = ZSTR_VAL(uri), *authority = uri_after_scheme(uri), *at = zend_memrchr(text, '@', ZSTR_LEN(uri));
	smart_str masked = {0};
	const char *shown;
	size_t length;

	if (!authority) {
		const char *scheme = strstr(text, "://");

		authority = scheme ? scheme + 3 : text;
	}
	smart_str_appendl(&masked, text, (size_t) (authority - text));
	shown = authority;
	if (at && at >= authority) {
		smart_str_appends(&masked, "***");
		shown = at;
	}
	length = strcspn(shown, "?#");
	if (shown == at || uri_is_address(shown, length)) {
		smart_str_appendl(&masked, shown, length);
	} else {
		smart_str_appends(&masked, "***");
	}
	if (shown[length]) {
		smart_str_appends(&masked, "?***");
	}
	smart_str_0(&masked);
	return masked.s ? masked.s : ZSTR_EMPTY_ALLOC();
}

bool slock_mongodb_is_utf8(const char *bytes, size_t length)
{
	zend_result status = SUCCESS;

	for (size_t at = 0; at < length && status == SUCCESS;) {
		if (length - at >= 2 && !memcmp(bytes + at, "\xc0\x80", 2)) {
			/* A NUL in two bytes: libbson takes that, and so a PHP package may have it in its collection as a
			 * string. */
			at += 2;
		} else {
			php_next_utf8_char((const unsigned char *) bytes, length, &at, &status);
		}
	}
	return status == SUCCESS;
}
