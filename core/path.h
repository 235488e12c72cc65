/* SPDX-License-Identifier: MIT
 *
 * Paths of the file system. */
#ifndef SLOCK_CORE_PATH_H
#define SLOCK_CORE_PATH_H

#include "php.h"

/* A path that means the same after a chdir(); owned by the caller. The empty one stays empty. */
zend_string *slock_path_absolute(const char *path);

#endif
