/* SPDX-License-Identifier: MIT
 *
 * What stands in a DSN of pdo_sqlite: see sqlite_dsn.h. */
#include "clients/sqlite_dsn.h"
#include "core/path.h"

#include <ctype.h>

#define SCHEME "sqlite:"

bool slock_sqlite_is_dsn(const zend_string *dsn)
{
	return zend_string_starts_with_cstr(dsn, ZEND_STRL(SCHEME)) &&
		   !zend_string_starts_with_cstr(dsn, ZEND_STRL(SCHEME "//"));
}

/* A pair behind the name of a file: "; name = value" or "; name". */
typedef struct {
	const char *start, *end; /* from its semicolon on */
	const char *name, *value;
	size_t name_length;
} sqlite_pair;

/* False: a part of the file's name stands there. */
static bool sqlite_read_pair(const char *start, const char *end, sqlite_pair *pair)
{
	const char *text = start + 1;

	for (; text < end && isspace((unsigned char) *text); text++) {}
	pair->start = start;
	pair->end = end;
	pair->name = text;
	for (; text < end && (isalpha((unsigned char) *text) || *text == '_' || *text == '-'); text++) {}
	pair->name_length = (size_t) (text - pair->name);
	for (; text < end && isspace((unsigned char) *text); text++) {}
	pair->value = text < end && *text == '=' ? text + 1 : end;
	return pair->name_length > 0 && (text == end || *text == '=') && !memchr(text, '/', (size_t) (end - text));
}

/* The pair before `end`. An empty one, as a semicolon at the end makes it, is passed over. */
static bool sqlite_last_pair(const zend_string *dsn, const char *end, sqlite_pair *pair)
{
	const char *start = ZSTR_VAL(dsn) + strlen(SCHEME);
	const char *semicolon = zend_memrchr(start, ';', (size_t) (end - start));

	if (semicolon && semicolon + 1 == end) {
		return sqlite_last_pair(dsn, semicolon, pair);
	}
	return semicolon && sqlite_read_pair(semicolon, end, pair);
}

/* Without the pair, and without semicolons that nothing follows then. */
static zend_string *sqlite_without(zend_string *dsn, const sqlite_pair *pair)
{
	size_t kept = (size_t) (pair->start - ZSTR_VAL(dsn)), length = strlen(pair->end);
	zend_string *rest;

	while (length && pair->end[length - 1] == ';') {
		length--;
	}
	while (!length && ZSTR_VAL(dsn)[kept - 1] == ';') {
		kept--;
	}
	rest = zend_string_concat2(ZSTR_VAL(dsn), kept, pair->end, length);
	zend_string_release(dsn);
	return rest;
}

zend_string *slock_sqlite_take_pair(zend_string *dsn, const char *name, zend_string **value)
{
	zend_string *rest = zend_string_copy(dsn);
	size_t end = ZSTR_LEN(rest);
	sqlite_pair pair;

	*value = NULL;
	while (sqlite_last_pair(rest, ZSTR_VAL(rest) + end, &pair)) {
		end = (size_t) (pair.start - ZSTR_VAL(rest));
		if (pair.name_length == strlen(name) && !strncasecmp(pair.name, name, pair.name_length)) {
			/* The last one counts. */
			if (!*value) {
				*value = zend_string_init(pair.value, (size_t) (pair.end - pair.value), false);
			}
			rest = sqlite_without(rest, &pair);
			end = MIN(end, ZSTR_LEN(rest));
		}
	}
	return rest;
}

zend_string *slock_sqlite_find_pair(const zend_string *dsn)
{
	const char *end = ZSTR_VAL(dsn) + ZSTR_LEN(dsn);
	sqlite_pair pair;

	return sqlite_last_pair(dsn, end, &pair) ? zend_string_init(pair.name, pair.name_length, false) : NULL;
}

zend_string *slock_sqlite_file(const char *name)
{
	bool is_path = strcmp(name, ":memory:") != 0 && strncmp(name, "file:", strlen("file:")) != 0;

	return is_path ? slock_path_absolute(name) : zend_string_init(name, strlen(name), false);
}

zend_string *slock_sqlite_resolve(const zend_string *dsn)
{
	zend_string *file = slock_sqlite_file(ZSTR_VAL(dsn) + strlen(SCHEME));
	zend_string *resolved = zend_string_concat2(ZEND_STRL(SCHEME), ZSTR_VAL(file), ZSTR_LEN(file));

	zend_string_release(file);
	return resolved;
}
