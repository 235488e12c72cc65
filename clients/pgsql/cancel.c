/* SPDX-License-Identifier: MIT
 *
 * PQcancel() connects with a blocking connect(2), which a server that does not answer holds for minutes. So it runs in
 * a thread that is left alone when it takes too long. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <stdlib.h>

#include "clients/pgsql/cancel.h"
#include "core/thread.h"

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

static job *cancel_new_job(PGcancel *canceller)
{
	job *made = calloc(1, sizeof(*made));

	if (!made) {
		return NULL;
	}
	made->canceller = canceller;
	pthread_mutex_init(&made->mutex, NULL);
	slock_thread_init_condition(&made->ended);
	return made;
}

bool slock_pgsql_cancel(PGcancel **canceller, slock_time until)
{
	job *of = *canceller ? cancel_new_job(*canceller) : NULL;
	pthread_t thread;
	bool asked;

	if (!of) {
		return false;
	}
	if (slock_thread_start(&thread, NULL, cancel_run, of) != 0) {
		cancel_free_job(of);
		return false;
	}
	pthread_mutex_lock(&of->mutex);
	while (!of->over && slock_thread_wait(&of->ended, &of->mutex, until) != ETIMEDOUT) {}
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
