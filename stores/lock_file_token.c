/* SPDX-License-Identifier: MIT
 *
 * The fencing token in a lock file: see lock_file_token.h. */
#include "php_slock.h"
#include "stores/lock_file_token.h"
#include "core/fencing.h"
#include "stores/lock_file.h"

#include <errno.h>
#include <unistd.h>

/* Puts the token of a writer into the file. */
static slock_status lock_file_token_write(const char *file, int fd, int64_t token, slock_result *result)
{
	unsigned char bytes[8];

	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (unsigned char) ((uint64_t) token >> (8 * (sizeof(bytes) - 1 - i)));
	}
	if (pwrite(fd, bytes, sizeof(bytes), 0) != (ssize_t) sizeof(bytes)) {
		return slock_lock_file_error(result, "write", file, errno);
	}
	return SLOCK_OK;
}

slock_status slock_lock_file_mint(const char *file, int fd, bool reads, slock_result *result)
{
	unsigned char bytes[8] = {0};
	int64_t last = 0, token;

	if (pread(fd, bytes, sizeof(bytes), 0) < 0) {
		return slock_lock_file_error(result, "read", file, errno);
	}
	for (size_t i = 0; i < sizeof(bytes); i++) {
		last = (int64_t) ((uint64_t) last << 8 | bytes[i]);
	}
	if (last < 0 || last > SLOCK_FENCE_MAX - 4) {
		return slock_result_error(result, "The lock file \"%s\" holds something else than a fencing token", file);
	}
	token = last;
	if (!reads || !last) {
		token = slock_fence_after(last + 1);
		token += token & 1;
		/* Of the first reader of a new file too, as if there had been a writer: or a clock that is set back meanwhile
		 * would give the next writer less. */
		if (lock_file_token_write(file, fd, token, result) != SLOCK_OK) {
			return result->status;
		}
	}
	result->fence = token + reads;
	return SLOCK_OK;
}
