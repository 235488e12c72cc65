/* SPDX-License-Identifier: MIT
 *
 * The files that FlockStore locks: their names, opening and making them, and flock(2) itself. Runs no PHP code. */
#ifndef SLOCK_STORES_LOCK_FILE_H
#define SLOCK_STORES_LOCK_FILE_H

#include "php.h"
#include "core/result.h"

/* The path of the file that stands for the resource, the same as the PHP package's; owned by the caller. */
zend_string *slock_lock_file_name(zend_string *directory, zend_string *resource);

/* Opens the file, and makes it for everybody when it is not there. One system call when it is. `to_write`: where that
 * is refused, another user may be about to make it for everybody, which is awaited for a moment; then it is opened for
 * reading, as it is without this. Returns SLOCK_OK, or SLOCK_STORAGE_ERROR with *fd -1. */
slock_status slock_lock_file_open(const char *file, bool to_write, int *fd, slock_result *result);

/* Whether the path still names the open file: not when its last owner has removed it. */
bool slock_lock_file_is_named(int fd, const char *file);

/* Whether both paths name the same file, or directory. */
bool slock_lock_file_is_same(const char *file, const char *other);

/* flock() without waiting, for LOCK_SH or LOCK_EX. Returns 0 or errno, EWOULDBLOCK for a conflict. */
int slock_lock_file_try(int fd, int operation);

/* Removes the file if the path still names it. The open file must be locked for writing, and no relative that has it,
 * too, may unlock it meanwhile: the path would name the next owner's file then. */
void slock_lock_file_remove(int fd, const char *file);

/* Removes the file if nobody else has locked it. The lock for reading that the open file may have is lost; no relative
 * may unlock it meanwhile. Who is refused meanwhile sees by slock_lock_file_is_leaving() that this is no owner. */
void slock_lock_file_remove_unless_locked(int fd, const char *file);

/* After that, when the open file is unlocked: nobody need wait for it any more. */
void slock_lock_file_end_removing(int fd);

/* After a conflict: whether it may have been with somebody who only wants to remove the file, or has removed it. To be
 * tried again, with the file that the path names then. */
bool slock_lock_file_is_leaving(int fd, const char *file);

/* "Cannot <what> the lock file <file>: <error>" as a storage error. */
slock_status slock_lock_file_error(slock_result *result, const char *what, const char *file, int error);

#endif
