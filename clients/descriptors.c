/* SPDX-License-Identifier: MIT
 *
 * Other people's sockets: see descriptors.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "clients/descriptors.h"
#include "core/process.h"

static void descriptors_free(slock_descriptors *before)
{
	free(before->bits);
	before->bits = NULL;
	before->size = 0;
}

#ifdef _WIN32
/* Handles are not inherited there unless that is asked for. */
void slock_descriptors_look(slock_descriptors *before, const slock_sockets *known)
{
	before->bits = NULL;
	before->size = 0;
}

void slock_descriptors_close_new_on_exec(slock_descriptors *before, bool ours, slock_sockets *sockets)
{
	descriptors_free(before);
	sockets->count = 0;
}

void slock_descriptors_shut_new_down(const slock_descriptors *before)
{
}

void slock_sockets_shut_down(const slock_sockets *sockets)
{
}
#else

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#define OPEN_DESCRIPTORS "/proc/self/fd"
#else
#define OPEN_DESCRIPTORS "/dev/fd"
#endif

static bool descriptors_note(slock_descriptors *before, size_t fd)
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
static long descriptors_next(DIR *directory)
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

static bool descriptors_is_socket(int fd, struct stat *status)
{
	return fstat(fd, status) == 0 && S_ISSOCK(status->st_mode);
}

/* Whether the number still stands for that socket. */
static bool descriptors_is_still(const slock_sockets *sockets, unsigned which)
{
	struct stat status;

	return descriptors_is_socket(sockets->is[which].fd, &status) &&
		   (uint64_t) status.st_dev == sockets->is[which].device &&
		   (uint64_t) status.st_ino == sockets->is[which].inode;
}

/* Those that are still what they were: the numbers of the others may be somebody else's. */
static void descriptors_keep_known(slock_sockets *kept, const slock_sockets *known)
{
	kept->count = 0;
	for (unsigned i = 0; i < known->count; i++) {
		if (descriptors_is_still(known, i)) {
			kept->is[kept->count++] = known->is[i];
		}
	}
}

void slock_descriptors_look(slock_descriptors *before, const slock_sockets *known)
{
	DIR *directory = opendir(OPEN_DESCRIPTORS);
	bool good = directory != NULL;
	long fd;

	before->bits = NULL;
	before->size = 0;
	descriptors_keep_known(&before->known, known);
	while (good && (fd = descriptors_next(directory)) >= 0) {
		good = descriptors_note(before, (size_t) fd);
	}
	if (directory) {
		closedir(directory);
	}
	if (!good) {
		descriptors_free(before);
	}
}

/* Whether it was opened since. PDO closes a persistent connection that it finds dead, and the one that it opens instead
 * gets its number (PHP 8.4.27; older ones leave the dead one open). */
static bool descriptors_is_new_socket(const slock_descriptors *before, long fd, struct stat *status)
{
	size_t byte = (size_t) fd / 8;
	bool was_open = byte < before->size && (before->bits[byte] & (1u << (fd % 8)));

	if (!was_open) {
		return descriptors_is_socket((int) fd, status);
	}
	for (unsigned i = 0; i < before->known.count; i++) {
		if (before->known.is[i].fd == fd) {
			return descriptors_is_socket((int) fd, status) && !descriptors_is_still(&before->known, i);
		}
	}
	return false;
}

static void descriptors_note_socket(slock_sockets *sockets, int fd, const struct stat *status)
{
	if (sockets->count < SLOCK_SOCKETS) {
		sockets->is[sockets->count].fd = fd;
		sockets->is[sockets->count].device = (uint64_t) status->st_dev;
		sockets->is[sockets->count].inode = (uint64_t) status->st_ino;
		sockets->count++;
	}
}

void slock_descriptors_close_new_on_exec(slock_descriptors *before, bool ours, slock_sockets *sockets)
{
	DIR *directory = before->bits ? opendir(OPEN_DESCRIPTORS) : NULL;
	struct stat status;
	int flags;
	long fd;

	sockets->count = 0;
	while (directory && (fd = descriptors_next(directory)) >= 0) {
		if (descriptors_is_new_socket(before, fd, &status) && (flags = fcntl((int) fd, F_GETFD)) >= 0) {
			fcntl((int) fd, F_SETFD, flags | FD_CLOEXEC);
			if (ours) {
				slock_process_drop_in_child((int) fd);
				descriptors_note_socket(sockets, (int) fd, &status);
			}
		}
	}
	if (directory) {
		closedir(directory);
	}
	descriptors_free(before);
}

void slock_descriptors_shut_new_down(const slock_descriptors *before)
{
	DIR *directory = before->bits ? opendir(OPEN_DESCRIPTORS) : NULL;
	struct stat status;
	long fd;

	while (directory && (fd = descriptors_next(directory)) >= 0) {
		if (descriptors_is_new_socket(before, fd, &status)) {
			shutdown((int) fd, SHUT_RDWR);
		}
	}
	if (directory) {
		closedir(directory);
	}
}

void slock_sockets_shut_down(const slock_sockets *sockets)
{
	for (unsigned i = 0; i < sockets->count; i++) {
		if (descriptors_is_still(sockets, i)) {
			shutdown(sockets->is[i].fd, SHUT_RDWR);
		}
	}
}
#endif
