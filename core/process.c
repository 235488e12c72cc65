/* SPDX-License-Identifier: MIT
 *
 * The fork generation; see process.h. */
#include "core/process.h"

static uint32_t generation;

#ifndef _WIN32
#include <pthread.h>

/* Runs in the child, between fork() and its return: async-signal-safe code only. */
static void count_fork(void)
{
	generation++;
}
#endif

void slock_process_startup(void)
{
#ifndef _WIN32
	pthread_atfork(NULL, NULL, count_fork);
#endif
}

uint32_t slock_process_generation(void)
{
	return generation;
}
