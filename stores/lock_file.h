/* SPDX-License-Identifier: MIT
 *
 * The files that FlockStore locks: their names, opening and making them, and flock(2) itself. Runs no PHP code. */
#ifndef SLOCK_STORES_LOCK_FILE_H
#define SLOCK_STORES_LOCK_FILE_H

#include "php.h"
#include "core/result.h"

/* The path of the file that stands for the resource, the same as the PHP package's; owned by the caller. */
zend_string *slock_lock_file_name(zend_string *directory, zend_string *resource);

/* Opens the file, and makes it for everybody when it is not there. One system call when it is. Returns SLOCK_OK, or
 * SLOCK_STORAGE_ERROR with *fd -1. */
slock_status slock_lock_file_open(const char *file, int *fd, slock_result *result);

/* Whether the path still names the open file: not when its last owner has removed it. */
bool slock_lock_file_is_named(int fd, const char *file);

/* flock() without waiting, for LOCK_SH or LOCK_EX. Returns 0 or errno, EWOULDBLOCK for a conflict. */
int slock_lock_file_try(int fd, int operation);

/* "Cannot <what> the lock file <file>: <error>" as a storage error. */
slock_status slock_lock_file_error(slock_result *result, const char *what, const char *file, int error);

#endif
