/* SPDX-License-Identifier: MIT
 *
 * The thread that ends calls whose time is over: see time_limit.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stddef.h>

#include "clients/time_limit.h"

#ifdef _WIN32
slock_time_limit *slock_time_limit_set(const slock_sockets *sockets, slock_time until, const bool *jumped)
{
	return NULL;
}

slock_time_limit *slock_time_limit_set_for_new(const slock_descriptors *before, slock_time until, const bool *jumped)
{
	return NULL;
}

bool slock_time_limit_lift(slock_time_limit *limit)
{
	return false;
}

void slock_time_limits_end_request(void)
{
}

void slock_time_limits_startup(void)
{
}

void slock_time_limits_shutdown(void)
{
}
#else

#include <stdlib.h>

#include "core/process.h"
#include "core/thread.h"

/* How often the sockets of a connection that is being opened are looked for once its time is over; ns. */
#define AGAIN 50000000

struct slock_time_limit {
	slock_time until;
	slock_sockets sockets;
	slock_descriptors before;    /* borrowed, until a jump; `bits` is NULL where the sockets are known */
	const volatile bool *jumped; /* the owner's */
	bool had_jumped;             /* what that was in the beginning */
	pthread_t owner;             /* the thread whose call it is */
	uint32_t generation;         /* the process whose call it is */
	bool bitten;
	slock_time_limit *next;
};

/* All of it is under the mutex. */
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	pthread_t thread;
	slock_time_limit *first;
	slock_time wakes; /* when the thread will look at the limits by itself */
	bool running, stopping;
} limits = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Its time is over: the library's poll() and read() return. */
static void time_limit_bite(slock_time_limit *limit)
{
	limit->bitten = true;
	if (limit->before.bits) {
		slock_descriptors_shut_new_down(&limit->before);
	} else {
		slock_sockets_shut_down(&limit->sockets);
	}
}

/* Nobody will lift it: what uses the sockets from now on are shutdown functions. */
static bool time_limit_is_left(const slock_time_limit *limit)
{
	return *limit->jumped != limit->had_jumped;
}

/* Ends those whose time is over; when to look again. */
static slock_time time_limit_look(void)
{
	slock_time now = slock_clock_now(), wakes = SLOCK_FOREVER;

	for (slock_time_limit *limit = limits.first; limit; limit = limit->next) {
		slock_time next = limit->until;

		if ((limit->bitten && !limit->before.bits) || time_limit_is_left(limit)) {
			continue;
		}
		if (next <= now) {
			time_limit_bite(limit);
			next = limit->before.bits ? now + AGAIN : SLOCK_FOREVER;
		}
		wakes = next < wakes ? next : wakes;
	}
	return wakes;
}

static void *time_limit_run(void *unused)
{
	pthread_mutex_lock(&limits.mutex);
	while (!limits.stopping) {
		limits.wakes = time_limit_look();
		if (limits.wakes == SLOCK_FOREVER) {
			pthread_cond_wait(&limits.changed, &limits.mutex);
		} else {
			slock_thread_wait(&limits.changed, &limits.mutex, limits.wakes);
		}
	}
	pthread_mutex_unlock(&limits.mutex);
	return NULL;
}

/* In a child, before fork() returns there: the thread does not survive it, and may have held the mutex.
 * Async-signal-safe code only. */
static void time_limit_begin_again(void)
{
	pthread_mutex_init(&limits.mutex, NULL);
	limits.first = NULL;
	limits.running = false;
}

void slock_time_limits_startup(void)
{
	pthread_atfork(NULL, NULL, time_limit_begin_again);
}

/* Holds the mutex. */
static bool time_limit_start(void)
{
	if (limits.running) {
		return true;
	}
	slock_thread_init_condition(&limits.changed);
	limits.stopping = false;
	limits.wakes = SLOCK_FOREVER;
	limits.running = slock_thread_start(&limits.thread, NULL, time_limit_run, NULL) == 0;
#ifdef __linux__
	if (limits.running) {
		/* For whoever wonders what it is. */
		pthread_setname_np(limits.thread, "slock-limit");
	}
#endif
	return limits.running;
}

static slock_time_limit *time_limit_add(const slock_time_limit *of)
{
	slock_time_limit *limit = of->until == SLOCK_FOREVER ? NULL : malloc(sizeof(*limit));

	if (!limit) {
		return NULL;
	}
	*limit = *of;
	limit->owner = pthread_self();
	limit->generation = slock_process_generation();
	pthread_mutex_lock(&limits.mutex);
	if (!time_limit_start()) {
		pthread_mutex_unlock(&limits.mutex);
		free(limit);
		return NULL;
	}
	limit->next = limits.first;
	limits.first = limit;
	if (limit->until < limits.wakes) {
		/* Others that are set until it has looked need not tell it again. */
		limits.wakes = limit->until;
		pthread_cond_signal(&limits.changed);
	}
	pthread_mutex_unlock(&limits.mutex);
	return limit;
}

slock_time_limit *slock_time_limit_set(const slock_sockets *sockets, slock_time until, const bool *jumped)
{
	slock_time_limit limit = {.until = until, .sockets = *sockets, .jumped = jumped, .had_jumped = *jumped};

	return sockets->count ? time_limit_add(&limit) : NULL;
}

slock_time_limit *slock_time_limit_set_for_new(const slock_descriptors *before, slock_time until, const bool *jumped)
{
	slock_time_limit limit = {.until = until, .before = *before, .jumped = jumped, .had_jumped = *jumped};

	return before->bits ? time_limit_add(&limit) : NULL;
}

bool slock_time_limit_lift(slock_time_limit *limit)
{
	bool bitten = false;

	if (!limit) {
		return false;
	}
	/* A child that was forked during the call has it in memory, and nothing else. */
	if (limit->generation == slock_process_generation()) {
		pthread_mutex_lock(&limits.mutex);
		for (slock_time_limit **at = &limits.first; *at; at = &(*at)->next) {
			if (*at == limit) {
				*at = limit->next;
				break;
			}
		}
		bitten = limit->bitten;
		pthread_mutex_unlock(&limits.mutex);
	}
	free(limit);
	return bitten;
}

void slock_time_limits_end_request(void)
{
	slock_time_limit **at = &limits.first, *ended;

	pthread_mutex_lock(&limits.mutex);
	while ((ended = *at)) {
		if (pthread_equal(ended->owner, pthread_self())) {
			*at = ended->next;
			/* Whoever would have freed them was jumped over, too. */
			free(ended->before.bits);
			free(ended);
		} else {
			at = &ended->next;
		}
	}
	pthread_mutex_unlock(&limits.mutex);
}

/* Before the code of the thread is unloaded. */
void slock_time_limits_shutdown(void)
{
	if (!limits.running) {
		return;
	}
	pthread_mutex_lock(&limits.mutex);
	limits.stopping = true;
	pthread_cond_signal(&limits.changed);
	pthread_mutex_unlock(&limits.mutex);
	pthread_join(limits.thread, NULL);
	pthread_cond_destroy(&limits.changed);
	limits.running = false;
}
#endif
