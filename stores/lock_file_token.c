/* SPDX-License-Identifier: MIT
 *
 * The fencing token in a lock file: see lock_file_token.h. */
#include "php_slock.h"
#include "stores/lock_file_token.h"
#include "core/fencing.h"
#include "stores/lock_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Puts the token of a writer into the file; `appends`: behind what it holds. The offset stays what it is: FlockStore
 * has marks of its own there. */
static slock_status lock_file_token_write(const char *file, int fd, int64_t token, bool appends, slock_result *result)
{
	unsigned char bytes[8];
	off_t offset = appends ? lseek(fd, 0, SEEK_CUR) : 0;
	ssize_t written;

	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (unsigned char) ((uint64_t) token >> (8 * (sizeof(bytes) - 1 - i)));
	}
	written = appends ? write(fd, bytes, sizeof(bytes)) : pwrite(fd, bytes, sizeof(bytes), 0);
	if (written != (ssize_t) sizeof(bytes) || (appends && lseek(fd, offset, SEEK_SET) != offset)) {
		return slock_lock_file_error(result, "write", file, errno);
	}
	return SLOCK_OK;
}

/* The token of the last writer; 0: there was none. */
static slock_status lock_file_token_read(const char *file, int fd, int64_t *last, bool *empty, slock_result *result)
{
	unsigned char bytes[8] = {0};
	ssize_t count = pread(fd, bytes, sizeof(bytes), 0);

	if (count < 0) {
		return slock_lock_file_error(result, "read", file, errno);
	}
	*empty = count == 0;
	*last = 0;
	for (size_t i = 0; i < sizeof(bytes); i++) {
		*last = (int64_t) ((uint64_t) *last << 8 | bytes[i]);
	}
	if (*last < 0 || *last > SLOCK_FENCE_MAX - 4) {
		return slock_result_error(result, "The lock file \"%s\" holds something else than a fencing token", file);
	}
	return SLOCK_OK;
}

/* The first readers of a new file write a token as well, as if there had been a writer: or a clock that is set back
 * meanwhile would give the next writer less. They may be several at once, so each appends its own, and all have the one
 * that came first. */
static slock_status lock_file_token_begin(const char *file, int fd, int64_t *token, slock_result *result)
{
	int flags = fcntl(fd, F_GETFL);
	slock_status status;
	bool empty;

	if (flags < 0 || fcntl(fd, F_SETFL, flags | O_APPEND) < 0) {
		return slock_lock_file_error(result, "write", file, errno);
	}
	status = lock_file_token_write(file, fd, *token, true, result);
	if (fcntl(fd, F_SETFL, flags) < 0 && status == SLOCK_OK) {
		status = slock_lock_file_error(result, "write", file, errno);
	}
	return status == SLOCK_OK ? lock_file_token_read(file, fd, token, &empty, result) : status;
}

slock_status slock_lock_file_mint(const char *file, int fd, bool reads, slock_result *result)
{
	int64_t last, token;
	bool empty;
	slock_status status = lock_file_token_read(file, fd, &last, &empty, result);

	if (status != SLOCK_OK) {
		return status;
	}
	token = last;
	if (!reads || !last) {
		token = slock_fence_after(last + 1);
		token += token & 1;
		status = reads && empty ? lock_file_token_begin(file, fd, &token, result)
								: lock_file_token_write(file, fd, token, false, result);
	}
	result->fence = token + reads;
	return status;
}
