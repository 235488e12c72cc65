/* SPDX-License-Identifier: MIT
 *
 * PQcancel() connects with a blocking connect(2), which a server that does not answer holds for minutes. So it runs in
 * a thread that is left alone when it takes too long. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "clients/pgsql/cancel.h"

/* Shared by the two threads; freed by the one that is the last to need it. */
typedef struct {
	pthread_mutex_t mutex;
	pthread_cond_t ended;
	PGcancel *canceller;
	bool over;   /* PQcancel() has returned, */
	bool asked;  /* and this is what it said */
	bool nobody; /* waits for that any more */
} job;

static void cancel_free_job(job *freed)
{
	pthread_cond_destroy(&freed->ended);
	pthread_mutex_destroy(&freed->mutex);
	free(freed);
}

static void *cancel_run(void *argument)
{
	job *of = argument;
	char unused[256];
	bool asked = PQcancel(of->canceller, unused, sizeof(unused)) == 1, nobody;

	pthread_mutex_lock(&of->mutex);
	of->over = true;
	of->asked = asked;
	nobody = of->nobody;
	pthread_cond_signal(&of->ended);
	pthread_mutex_unlock(&of->mutex);
	if (nobody) {
		PQfreeCancel(of->canceller);
		cancel_free_job(of);
	}
	return NULL;
}

/* Signals are for the thread that runs PHP. */
static bool cancel_start(job *of, pthread_t *thread)
{
	sigset_t all, before;
	bool started;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	started = pthread_create(thread, NULL, cancel_run, of) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

static job *cancel_new_job(PGcancel *canceller)
{
	pthread_condattr_t attributes;
	job *made = calloc(1, sizeof(*made));

	if (!made) {
		return NULL;
	}
	made->canceller = canceller;
	pthread_mutex_init(&made->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&made->ended, &attributes);
	pthread_condattr_destroy(&attributes);
	return made;
}

bool slock_pgsql_cancel(PGcancel **canceller, slock_time until)
{
	job *of = *canceller ? cancel_new_job(*canceller) : NULL;
	struct timespec when = {.tv_sec = (time_t) (until / 1000000000), .tv_nsec = (long) (until % 1000000000)};
	pthread_t thread;
	bool asked;

	if (!of) {
		return false;
	}
	if (!cancel_start(of, &thread)) {
		cancel_free_job(of);
		return false;
	}
	pthread_mutex_lock(&of->mutex);
	while (!of->over && pthread_cond_timedwait(&of->ended, &of->mutex, &when) != ETIMEDOUT) {}
	asked = of->over && of->asked;
	of->nobody = !of->over;
	if (of->nobody) {
		*canceller = NULL;
		pthread_detach(thread);
		pthread_mutex_unlock(&of->mutex);
		return false;
	}
	pthread_mutex_unlock(&of->mutex);
	pthread_join(thread, NULL);
	cancel_free_job(of);
	return asked;
}
