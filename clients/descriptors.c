/* SPDX-License-Identifier: MIT
 *
 * Close-on-exec for other people's sockets: see descriptors.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "clients/descriptors.h"
#include "core/process.h"

void slock_descriptors_free(slock_descriptors *before)
{
	free(before->bits);
	before->bits = NULL;
	before->size = 0;
}

#ifdef _WIN32
/* Handles are not inherited there unless somebody wants it. */
void slock_descriptors_look(slock_descriptors *before)
{
	before->bits = NULL;
	before->size = 0;
}

void slock_descriptors_close_new_on_exec(slock_descriptors *before, bool ours)
{
	slock_descriptors_free(before);
}
#else

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#define OPEN_DESCRIPTORS "/proc/self/fd"
#else
#define OPEN_DESCRIPTORS "/dev/fd"
#endif

static bool note(slock_descriptors *before, size_t fd)
{
	if (fd / 8 >= before->size) {
		size_t size = fd / 8 + 64;
		unsigned char *bits = realloc(before->bits, size);

		if (!bits) {
			return false;
		}
		memset(bits + before->size, 0, size - before->size);
		before->bits = bits;
		before->size = size;
	}
	before->bits[fd / 8] |= (unsigned char) (1u << (fd % 8));
	return true;
}

/* The next number in the directory; -1 at its end. */
static long next(DIR *directory)
{
	struct dirent *entry;

	while ((entry = readdir(directory))) {
		char *end;
		long fd = strtol(entry->d_name, &end, 10);

		if (end != entry->d_name && !*end && fd >= 0 && fd != dirfd(directory)) {
			return fd;
		}
	}
	return -1;
}

void slock_descriptors_look(slock_descriptors *before)
{
	DIR *directory = opendir(OPEN_DESCRIPTORS);
	bool good = directory != NULL;
	long fd;

	before->bits = NULL;
	before->size = 0;
	while (good && (fd = next(directory)) >= 0) {
		good = note(before, (size_t) fd);
	}
	if (directory) {
		closedir(directory);
	}
	if (!good) {
		slock_descriptors_free(before);
	}
}

static void close_socket_on_exec(int fd, bool ours)
{
	struct stat status;
	int flags;

	if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode) && (flags = fcntl(fd, F_GETFD)) >= 0) {
		fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
		if (ours) {
			slock_process_drop_in_child(fd);
		}
	}
}

void slock_descriptors_close_new_on_exec(slock_descriptors *before, bool ours)
{
	DIR *directory = before->bits ? opendir(OPEN_DESCRIPTORS) : NULL;
	long fd;

	while (directory && (fd = next(directory)) >= 0) {
		size_t byte = (size_t) fd / 8;

		if (byte >= before->size || !(before->bits[byte] & (1u << (fd % 8)))) {
			close_socket_on_exec((int) fd, ours);
		}
	}
	if (directory) {
		closedir(directory);
	}
	slock_descriptors_free(before);
}
#endif
