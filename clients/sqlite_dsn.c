/* SPDX-License-Identifier: MIT
 *
 * What stands in a DSN of pdo_sqlite: see sqlite_dsn.h. */
#include "clients/sqlite_dsn.h"
#include "core/path.h"

#define SCHEME "sqlite:"

bool slock_sqlite_is_dsn(const zend_string *dsn)
{
	return zend_string_starts_with_cstr(dsn, ZEND_STRL(SCHEME));
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
