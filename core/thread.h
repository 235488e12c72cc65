/* SPDX-License-Identifier: MIT
 *
 * Threads beside the one that runs PHP. Plain C, and here as a whole so that client modules need nothing to link. */
#ifndef SLOCK_CORE_THREAD_H
#define SLOCK_CORE_THREAD_H

#include <pthread.h>
#include <signal.h>

#include "core/clock.h"

/* Starts one that takes no signals: they are for the thread that runs PHP. 0, or the number of the error. `attributes`
 * may be NULL. */
static inline int slock_thread_start(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
									 void *argument)
{
	sigset_t all, before;
	int failure;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	failure = pthread_create(thread, attributes, run, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failure;
}

/* A condition that is waited for by the monotonic clock. */
static inline void slock_thread_init_condition(pthread_cond_t *condition)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &attributes);
	pthread_condattr_destroy(&attributes);
}

/* pthread_cond_timedwait() on such a one. */
static inline int slock_thread_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, slock_time until)
{
	struct timespec when = {.tv_sec = (time_t) (until / 1000000000), .tv_nsec = (long) (until % 1000000000)};

	return pthread_cond_timedwait(condition, mutex, &when);
}

#endif
