/* SPDX-License-Identifier: MIT
 *
 * Threads beside the one that runs PHP. Plain C, and here as a whole so that client modules need nothing to link. */
#ifndef SLOCK_CORE_THREAD_H
#define SLOCK_CORE_THREAD_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "core/clock.h"

#ifdef __SANITIZE_ADDRESS__
#include <semaphore.h>

/* AddressSanitizer takes a lock of its allocator while a thread starts. A process that forks just then has a child that
 * waits for it forever. */
typedef struct {
	void *(*run)(void *);
	void *argument;
	sem_t begun;
} slock_thread_beginning;

static inline void *slock_thread_begin(void *argument)
{
	slock_thread_beginning *beginning = argument;
	void *(*run)(void *) = beginning->run;

	argument = beginning->argument;
	sem_post(&beginning->begun);
	return run(argument);
}

static inline int slock_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
									  void *argument)
{
	slock_thread_beginning beginning = {.run = run, .argument = argument};
	int failure;

	sem_init(&beginning.begun, 0, 0);
	failure = pthread_create(thread, attributes, slock_thread_begin, &beginning);
	while (!failure && sem_wait(&beginning.begun) < 0) {}
	sem_destroy(&beginning.begun);
	return failure;
}
#else
#define slock_thread_create pthread_create
#endif

/* Starts one that takes no signals: they are for the thread that runs PHP. 0, or the number of the error. `attributes`
 * may be NULL. */
static inline int slock_thread_start(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
									 void *argument)
{
	sigset_t all, before;
	int failure;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	failure = slock_thread_create(thread, attributes, run, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failure;
}

/* A condition for slock_thread_wait(). */
static inline void slock_thread_init_condition(pthread_cond_t *condition)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &attributes);
	pthread_condattr_destroy(&attributes);
}

/* Who waits by a clock that stands still while the machine is suspended looks at ours after so long: by then an end may
 * have passed. */
#define SLOCK_LONGEST_SLEEP SLOCK_SECOND

/* pthread_cond_timedwait() on such a one. The C library has none by our clock: it may return earlier, with 0 as at any
 * time. */
static inline int slock_thread_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, slock_time until)
{
	const slock_time left = slock_clock_left(until);
	struct timespec when;
	slock_time end;
	int outcome;

	clock_gettime(CLOCK_MONOTONIC, &when);
	end = slock_clock_add(when.tv_sec * SLOCK_SECOND + when.tv_nsec,
						  left < SLOCK_LONGEST_SLEEP ? left : SLOCK_LONGEST_SLEEP);
	when = (struct timespec){.tv_sec = (time_t) (end / SLOCK_SECOND), .tv_nsec = (long) (end % SLOCK_SECOND)};
	outcome = pthread_cond_timedwait(condition, mutex, &when);
	return left > SLOCK_LONGEST_SLEEP && outcome == ETIMEDOUT ? 0 : outcome;
}

#endif
