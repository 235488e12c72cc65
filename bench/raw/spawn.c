/* SPDX-License-Identifier: MIT
 *
 * spawn COMMAND ARGUMENT...: one cycle is one process, from its start to its end. posix_spawn() copies no page tables, so
 * that nothing but the process is measured. */
#include <spawn.h>
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

int main(int argc, char **argv)
{
	if (argc < 2) {
		give_up("usage: spawn COMMAND ARGUMENT...");
	}
	command = argv + 1;
	return serve(cycle);
}
