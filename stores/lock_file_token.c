/* SPDX-License-Identifier: MIT
 *
 * The fencing token in a lock file: see lock_file_token.h. */
#include "php_slock.h"
#include "stores/lock_file_token.h"
#include "core/fencing.h"
#include "stores/lock_file.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

/* Puts the token of a writer into the file; `appends`: behind what it holds. The offset stays what it is: FlockStore
 * has marks of its own there. */
static slock_status lock_file_token_write(const char *file, int fd, int64_t token, bool appends, slock_result *result)
{
	unsigned char bytes[8];
	ssize_t written = -1;

	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (unsigned char) ((uint64_t) token >> (8 * (sizeof(bytes) - 1 - i)));
	}
#ifdef RWF_APPEND
	if (appends) {
		struct iovec all = {.iov_base = bytes, .iov_len = sizeof(bytes)};

		written = pwritev2(fd, &all, 1, 0, RWF_APPEND);
		/* Linux before 4.16 does not know it, and a sandbox may not. */
		appends = written >= 0 || (errno != ENOSYS && errno != EOPNOTSUPP && errno != EINVAL && errno != EPERM);
	}
#else
	appends = false;
#endif
	if (!appends) {
		written = pwrite(fd, bytes, sizeof(bytes), 0);
	}
	if (written < 0 && errno == EBADF) {
		/* It could only be opened for reading, which a lock without tokens can do with. */
		return slock_result_error(result,
								  "Cannot write the lock file \"%s\": this user may only read it, and a fencing"
								  " token has to be written",
								  file);
	}
	if (written != (ssize_t) sizeof(bytes)) {
		return slock_lock_file_error(result, "write", file, written < 0 ? errno : ENOSPC);
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
	slock_status status = lock_file_token_write(file, fd, *token, true, result);
	bool empty;

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
