/* SPDX-License-Identifier: MIT
 *
 * flock FILE: open and lock a file, unlock and close it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "raw.h"

static const char *file;

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

int main(int argc, char **argv)
{
	if (argc != 2) {
		give_up("usage: flock FILE");
	}
	file = argv[1];
	return serve(cycle);
}
