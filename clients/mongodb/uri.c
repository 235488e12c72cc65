/* SPDX-License-Identifier: MIT
 *
 * Connection URIs of MongoDB; see uri.h. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/mongodb/uri.h"
#include "core/result.h"
#include "core/text.h"

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

zend_string *slock_mongodb_uri_skim(zend_string *uri, zend_string **database, zend_string **collection)
{
	const char *authority = uri_after_scheme(uri);
	zend_string *rest;

	if (!authority || strlen(authority) != ZSTR_LEN(uri) - (size_t) (authority - ZSTR_VAL(uri))) {
		return NULL;
	}
	*database = uri_database_of(authority);
	rest = slock_dsn_take_parameter(uri, PARAMETER, collection);
	if (*collection && !ZSTR_LEN(*collection)) {
		slock_text_replace(collection, NULL);
	}
	return rest;
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
		smart_str_appends(&masked, SLOCK_SECRET_MASK);
		/* One in the query may stand in a password there. */
		shown = strcspn(authority, "?#") < (size_t) (at - authority) ? text + ZSTR_LEN(uri) : at;
	}
	length = strcspn(shown, "?#");
	if (shown == at || uri_is_address(shown, length)) {
		smart_str_appendl(&masked, shown, length);
	} else {
		smart_str_appends(&masked, SLOCK_SECRET_MASK);
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
