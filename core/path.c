/* SPDX-License-Identifier: MIT
 *
 * Paths of the file system: see path.h. */
#include "core/path.h"

zend_string *slock_path_absolute(const char *path)
{
	char directory[MAXPATHLEN];

	if (IS_ABSOLUTE_PATH(path, strlen(path)) || !*path || !VCWD_GETCWD(directory, sizeof(directory))) {
		return zend_string_init(path, strlen(path), false);
	}
	return zend_strpprintf(0, "%s/%s", directory, path);
}
