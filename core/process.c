/* SPDX-License-Identifier: MIT
 *
 * The fork generation; see process.h. */
#include "core/process.h"

static uint32_t generation;
static int id;

#ifndef _WIN32
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* Another thread of the parent may read it while this one forks. */
static atomic_uint forks;

/* These run between fork() and its return: async-signal-safe code only. */
static void count_in_parent(void)
{
	atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
}

static void count_in_child(void)
{
	count_in_parent();
	generation++;
	id = (int) getpid();
}
#endif

void slock_process_startup(void)
{
#ifndef _WIN32
	id = (int) getpid();
	pthread_atfork(NULL, count_in_parent, count_in_child);
#endif
}

uint32_t slock_process_generation(void)
{
	return generation;
}

int slock_process_id(void)
{
	return id;
}

uint32_t slock_process_forks(void)
{
#ifndef _WIN32
	return atomic_load_explicit(&forks, memory_order_relaxed);
#else
	return 0;
#endif
}
