/* SPDX-License-Identifier: MIT
 *
 * The fencing token in a lock file: its first eight bytes, the highest first. */
#ifndef SLOCK_STORES_LOCK_FILE_TOKEN_H
#define SLOCK_STORES_LOCK_FILE_TOKEN_H

#include "core/result.h"

/* The fencing token of an owner who has just got the lock. The file keeps that of the last writer, which is even.
 * Readers, who are together there and do not write, have the odd number behind it: greater than all writers before them
 * have had, smaller than what the next one will have.
 * Puts it into result->fence; anything but OK is a storage error, which names `file`. */
slock_status slock_lock_file_mint(const char *file, int fd, bool reads, slock_result *result);

#endif
