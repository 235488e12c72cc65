/* SPDX-License-Identifier: MIT
 *
 * flock FILE [NAMES]: open and lock a file of this name and the process's number, unlock and close it. With NAMES it
 * goes through so many files, which are made to begin with. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <unistd.h>

#include "raw.h"

static char file[PATH_MAX];

static void cycle(void)
{
	int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);

	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) < 0) {
		give_up("cannot lock %s", file);
	}
	if (flock(fd, LOCK_UN) < 0) {
		give_up("cannot unlock %s", file);
	}
	close(fd);
}

static const char *prefix;
static long names, at;

/* Not in the order in which they were made; as names() of worker.php. */
static void cycle_of_names(void)
{
	snprintf(file, sizeof(file), "%s-%ld", prefix, at);
	cycle();
	at = (at + 7919) % names;
}

int main(int argc, char **argv)
{
	if (argc == 3) {
		prefix = argv[1];
		names = strtol(argv[2], NULL, 10);
		for (long i = 0; i < names; i++) {
			cycle_of_names();
		}
		return serve(cycle_of_names);
	}
	if (argc != 2) {
		give_up("usage: flock FILE [NAMES]");
	}
	snprintf(file, sizeof(file), "%s-%ld", argv[1], (long) getpid());
	return serve(cycle);
}
