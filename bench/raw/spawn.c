/* SPDX-License-Identifier: MIT
 *
 * spawn wall|cpu COMMAND ARGUMENT...: one cycle is one process, from its start to its end, or the CPU time that it has
 * used. posix_spawn() copies no page tables, so that nothing but the process is measured. */
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "raw.h"

extern char **environ;

static char **command;

static void cycle(void)
{
	pid_t pid;
	int status;

	if (posix_spawn(&pid, command[0], NULL, NULL, command, environ) || waitpid(pid, &status, 0) != pid || status) {
		give_up("%s failed", command[0]);
	}
}

/* Of all processes that have ended. */
static int64_t cpu_nanoseconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return ((int64_t) usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000 +
		   ((int64_t) usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		give_up("usage: spawn wall|cpu COMMAND ARGUMENT...");
	}
	command = argv + 2;
	return serve_by(strcmp(argv[1], "cpu") ? nanoseconds : cpu_nanoseconds, cycle);
}
