/* SPDX-License-Identifier: MIT
 *
 * Forks wait until a thread is out of what libraries do: see fork_gate.h. */
#ifndef _WIN32
#include "core/fork_gate.h"
#include "core/thread.h"

#include <stdbool.h>

/* Where the thread has been within for so long it waits for a name server, or has got no CPU. The C library has nothing
 * locked while it waits for that, and a fork is not to wait for as long as a look-up can take, which may be half a
 * minute. Also, what one of them holds the other may wait for: handlers of others that lock something before a fork. */
#define LONGEST_WAIT SLOCK_SECOND

/* All under the mutex, which whoever forks holds until the fork is over. */
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool within;
	slock_time since;
	unsigned forking; /* those who fork or wait for that: the thread does not come before them again */
} gate;

static void fork_gate_begin_again(void)
{
	pthread_mutex_init(&gate.mutex, NULL);
	slock_thread_init_condition(&gate.changed);
	gate.within = false;
	gate.forking = 0;
}

static void fork_gate_close(void)
{
	slock_time until;

	pthread_mutex_lock(&gate.mutex);
	gate.forking++;
	until = slock_clock_add(gate.since, LONGEST_WAIT);
	while (gate.within && slock_clock_now() < until) {
		slock_thread_wait(&gate.changed, &gate.mutex, until);
	}
}

static void fork_gate_open(void)
{
	gate.forking--;
	pthread_cond_broadcast(&gate.changed);
	pthread_mutex_unlock(&gate.mutex);
}

void slock_fork_gate_startup(void)
{
	fork_gate_begin_again();
	pthread_atfork(fork_gate_close, fork_gate_open, fork_gate_begin_again);
}

void slock_fork_gate_enter(void)
{
	pthread_mutex_lock(&gate.mutex);
	while (gate.forking) {
		pthread_cond_wait(&gate.changed, &gate.mutex);
	}
	gate.within = true;
	gate.since = slock_clock_now();
	pthread_mutex_unlock(&gate.mutex);
}

void slock_fork_gate_leave(void)
{
	pthread_mutex_lock(&gate.mutex);
	gate.within = false;
	pthread_cond_broadcast(&gate.changed);
	pthread_mutex_unlock(&gate.mutex);
}
#endif
