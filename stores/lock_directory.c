/* SPDX-License-Identifier: MIT
 *
 * The directory of a FlockStore: see lock_directory.h. */
#include "core/path.h"
#include "stores/lock_directory.h"

#include <sys/stat.h>
#include <unistd.h>

zend_string *slock_lock_directory_path(const char *path)
{
	const char *local = path;

	if (php_stream_locate_url_wrapper(path, &local, 0) != &php_plain_files_wrapper) {
		return NULL;
	}
	return slock_path_absolute(local);
}

static bool lock_directory_is_there(const char *path)
{
	zend_stat_t info;

	return VCWD_STAT(path, &info) == 0 && S_ISDIR(info.st_mode);
}

const char *slock_lock_directory_prepare(zend_string *path)
{
	static const char *const missing = "The FlockStore directory \"%s\" does not exists and cannot be created.";

	if (!ZSTR_LEN(path) || ZSTR_LEN(path) >= MAXPATHLEN) {
		return missing;
	}
	/* With its warning, which says that it is open_basedir's doing. */
	if (php_check_open_basedir(ZSTR_VAL(path))) {
		return missing;
	}
	if (lock_directory_is_there(ZSTR_VAL(path))) {
		return VCWD_ACCESS(ZSTR_VAL(path), W_OK) == 0 ? NULL : "The FlockStore directory \"%s\" is not writable.";
	}
	if (php_stream_mkdir(ZSTR_VAL(path), 0777, PHP_STREAM_MKDIR_RECURSIVE, NULL)) {
		return NULL;
	}
	/* Another process may have made it in the same moment. */
	return lock_directory_is_there(ZSTR_VAL(path)) ? NULL : missing;
}
