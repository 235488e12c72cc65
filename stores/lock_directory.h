/* SPDX-License-Identifier: MIT
 *
 * The directory that the files of a FlockStore are in. */
#ifndef SLOCK_STORES_LOCK_DIRECTORY_H
#define SLOCK_STORES_LOCK_DIRECTORY_H

#include "php.h"

/* A path that means the same after a chdir(); owned by the caller. NULL: it is not one of the file system. */
zend_string *slock_lock_directory_path(const char *path);

/* Makes it where it is not there. What is wrong with it, as a text with one %s for the directory; NULL: nothing. May
 * run PHP code: open_basedir has warnings. */
const char *slock_lock_directory_prepare(zend_string *path);

#endif
