/* SPDX-License-Identifier: MIT
 *
 * What PHP asks of the thread that renews locks, and the life of that: see renewer.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "php_slock.h"
#include "core/renewer.h"

#ifdef _WIN32
void slock_renewer_startup(void)
{
}

slock_renewal_listener *slock_renewal_listener_new(void)
{
	return NULL;
}

void slock_renewal_listener_free(slock_renewal_listener *listener)
{
}

bool slock_renewal_listener_has_news(slock_renewal_listener *listener)
{
	return false;
}

slock_renewal *slock_renewal_start(slock_line *line, slock_renewal_listener *listener, const slock_renewal_order *order)
{
	return NULL;
}

void slock_renewal_end(slock_renewal *renewal)
{
}

bool slock_renewal_is_of(const slock_renewal *renewal, const char *token, size_t length)
{
	return true;
}

slock_renewal_state slock_renewal_look(slock_renewal *renewal, slock_time *until, slock_result *failure)
{
	return SLOCK_RENEWAL_OVER;
}

bool slock_renewals_have(const void *key, const void *store)
{
	return false;
}

void slock_renewals_operation_begins(const void *key, const void *store, bool releases)
{
}

void slock_renewals_operation_ended(const void *key, const void *store, bool releases, slock_status status,
									slock_time until)
{
}
#else

#include "core/fork_gate.h"
#include "core/renewer_state.h"
#include "core/renewer_thread.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

slock_renewer_state slock_renewer = {.life = PTHREAD_MUTEX_INITIALIZER, .mutex = PTHREAD_MUTEX_INITIALIZER};

/* --- its life ----------------------------------------------------------------------------------------------------- */

/* In a child, before fork() returns there: the thread does not survive it, and somebody may have held the mutexes.
 * Async-signal-safe code only. */
static void renewer_begin_again(void)
{
	pthread_mutex_init(&slock_renewer.life, NULL);
	pthread_mutex_init(&slock_renewer.mutex, NULL);
	if (slock_renewer.running) {
		close(slock_renewer.sleeper);
		close(slock_renewer.waker);
	}
	if (slock_renewer.lines) {
		slock_renewer.inherited = slock_renewer.first;
		slock_renewer.inherited_lines = slock_renewer.lines;
	}
	if (slock_renewer.poll.descriptors) {
		slock_renewer.inherited_descriptors = slock_renewer.poll.descriptors;
	}
	slock_renewer.poll = (slock_renewer_poll){0};
	slock_renewer.first = NULL;
	slock_renewer.lines = NULL;
	slock_renewer.count = 0;
	slock_renewer.running = slock_renewer.stopping = false;
}

void slock_renewer_startup(void)
{
	slock_fork_gate_startup();
	pthread_atfork(NULL, NULL, renewer_begin_again);
}

static bool renewer_open_pipe(void)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) {
		return false;
	}
	slock_renewer.sleeper = ends[0];
	slock_renewer.waker = ends[1];
	return true;
}

static void renewer_close_pipe(void)
{
	close(slock_renewer.sleeper);
	close(slock_renewer.waker);
	pthread_cond_destroy(&slock_renewer.changed);
}

/* Holds both mutexes. */
static bool renewer_start_thread(void)
{
	if (!renewer_open_pipe()) {
		return false;
	}
	slock_thread_init_condition(&slock_renewer.changed);
	slock_renewer.random = (uint64_t) slock_clock_now() * 2 + 1;
	slock_renewer.stopping = slock_renewer.begun = false;
	slock_renewer.wakes = SLOCK_FOREVER;
	slock_renewer.running = slock_thread_start(&slock_renewer.thread, NULL, slock_renewer_run, NULL) == 0;
	if (!slock_renewer.running) {
		renewer_close_pipe();
		return false;
	}
#ifdef __linux__
	/* For whoever wonders what it is. */
	pthread_setname_np(slock_renewer.thread, "slock-renewer");
#endif
	/* See alarm.c: a fork in the middle of its start would leave locked in the child what a thread locks then. */
	while (!slock_renewer.begun) {
		pthread_cond_wait(&slock_renewer.changed, &slock_renewer.mutex);
	}
	return true;
}

/* Holds `life`. */
static void renewer_end_thread(void)
{
	pthread_mutex_lock(&slock_renewer.mutex);
	slock_renewer.stopping = true;
	slock_renewer_wake();
	pthread_mutex_unlock(&slock_renewer.mutex);
	pthread_join(slock_renewer.thread, NULL);
	/* First: a child that another thread forks now would close what has these numbers by then. */
	slock_renewer.running = false;
	renewer_close_pipe();
}

/* --- what PHP does ------------------------------------------------------------------------------------------------ */

slock_renewal_listener *slock_renewal_listener_new(void)
{
	slock_renewal_listener *listener = malloc(sizeof(*listener));

	if (listener) {
		listener->interrupt = &EG(vm_interrupt);
		listener->generation = slock_process_generation();
		atomic_init(&listener->news, false);
	}
	return listener;
}

void slock_renewal_listener_free(slock_renewal_listener *listener)
{
	free(listener);
}

bool slock_renewal_listener_has_news(slock_renewal_listener *listener)
{
	return listener && atomic_load(&listener->news) && !slock_renewer_is_inherited(listener->generation) &&
		   atomic_exchange(&listener->news, false);
}

/* With a copy of the strings behind it in memory. */
static slock_renewal *renewer_create(slock_renewal_listener *listener, const slock_renewal_order *order)
{
	slock_renewal *renewal = calloc(1, sizeof(*renewal) + order->resource_length + order->token_length);
	char *strings;

	if (!renewal) {
		return NULL;
	}
	strings = (char *) (renewal + 1);
	memcpy(strings, order->resource, order->resource_length);
	memcpy(strings + order->resource_length, order->token, order->token_length);
	renewal->item = (slock_renewal_item){
		.resource = strings,
		.resource_length = order->resource_length,
		.token = strings + order->resource_length,
		.token_length = order->token_length,
		.ttl = order->ttl,
	};
	renewal->listener = listener;
	renewal->key = order->key;
	renewal->store = order->store;
	renewal->state = SLOCK_RENEWAL_RUNNING;
	renewal->lifetime = slock_duration(order->ttl);
	renewal->until = order->until;
	renewal->last = order->last;
	renewal->generation = slock_process_generation();
	return renewal;
}

slock_renewal *slock_renewal_start(slock_line *line, slock_renewal_listener *listener, const slock_renewal_order *order)
{
	slock_renewal *renewal = renewer_create(listener, order);

	if (!renewal) {
		line->ops->free(line);
		return NULL;
	}
	pthread_mutex_lock(&slock_renewer.life);
	pthread_mutex_lock(&slock_renewer.mutex);
	if (!slock_renewer.running && !renewer_start_thread()) {
		pthread_mutex_unlock(&slock_renewer.mutex);
		pthread_mutex_unlock(&slock_renewer.life);
		line->ops->free(line);
		free(renewal);
		return NULL;
	}
	renewal->line = slock_renewer_share_line(line, renewal->lifetime);
	renewal->line->users++;
	slock_renewer_set_due(renewal, slock_renewer_jitter(1000));
	renewal->next = slock_renewer.first;
	slock_renewer.first = renewal;
	slock_renewer.count++;
	if (MIN(renewal->due, renewal->last) < slock_renewer.wakes) {
		slock_renewer.wakes = MIN(renewal->due, renewal->last);
		slock_renewer_wake();
	}
	pthread_mutex_unlock(&slock_renewer.mutex);
	pthread_mutex_unlock(&slock_renewer.life);
	return renewal;
}

/* Holds the mutex. */
static void renewer_remove(slock_renewal *renewal)
{
	slock_renewer.count--;
	renewal->listener = NULL;
	if (renewal->flying) {
		return;
	}
	for (slock_renewal **at = &slock_renewer.first; *at; at = &(*at)->next) {
		if (*at == renewal) {
			*at = renewal->next;
			break;
		}
	}
	renewal->line->users--;
	free(renewal);
}

void slock_renewal_end(slock_renewal *renewal)
{
	if (slock_renewer_is_inherited(renewal->generation)) {
		free(renewal);
		return;
	}
	pthread_mutex_lock(&slock_renewer.life);
	pthread_mutex_lock(&slock_renewer.mutex);
	renewer_remove(renewal);
	pthread_mutex_unlock(&slock_renewer.mutex);
	if (!slock_renewer.count) {
		renewer_end_thread();
	}
	pthread_mutex_unlock(&slock_renewer.life);
}

bool slock_renewal_is_of(const slock_renewal *renewal, const char *token, size_t length)
{
	return renewal->item.token_length == length && memcmp(renewal->item.token, token, length) == 0;
}

slock_renewal_state slock_renewal_look(slock_renewal *renewal, slock_time *until, slock_result *failure)
{
	bool shared = !slock_renewer_is_inherited(renewal->generation);
	slock_renewal_state state;

	if (shared) {
		pthread_mutex_lock(&slock_renewer.mutex);
	}
	state = renewal->state;
	*until = renewal->until;
	if (failure && renewal->failure[0]) {
		slock_result_error(failure, "%s", renewal->failure);
	}
	if (shared) {
		pthread_mutex_unlock(&slock_renewer.mutex);
	}
	return state;
}

bool slock_renewals_have(const void *key, const void *store)
{
	bool have = false;

	pthread_mutex_lock(&slock_renewer.mutex);
	for (const slock_renewal *at = slock_renewer.first; at && !have; at = at->next) {
		have = at->key == key && at->store == store && at->listener;
	}
	pthread_mutex_unlock(&slock_renewer.mutex);
	return have;
}

void slock_renewals_operation_begins(const void *key, const void *store, bool releases)
{
	pthread_mutex_lock(&slock_renewer.mutex);
	for (slock_renewal *at = slock_renewer.first; at; at = at->next) {
		if (at->key == key && at->store == store && at->listener) {
			at->version++;
			at->releasing += releases;
		}
	}
	pthread_mutex_unlock(&slock_renewer.mutex);
}

void slock_renewals_operation_ended(const void *key, const void *store, bool releases, slock_status status,
									slock_time until)
{
	pthread_mutex_lock(&slock_renewer.mutex);
	for (slock_renewal *at = slock_renewer.first; at; at = at->next) {
		if (at->key != key || at->store != store || !at->listener) {
			continue;
		}
		at->version++;
		at->releasing -= releases && at->releasing;
		/* Before PHP, or the process, went on: the thread may not have come to it. What is granted now is another one.
		 */
		if (at->state == SLOCK_RENEWAL_RUNNING && slock_clock_now() >= at->until) {
			at->state = SLOCK_RENEWAL_EXPIRED;
		}
		if (!releases && until != SLOCK_FOREVER && status != SLOCK_CONFLICT && at->state == SLOCK_RENEWAL_RUNNING) {
			at->until = status == SLOCK_OK ? until : MIN(at->until, until);
			slock_renewer_set_due(at, slock_renewer_jitter(1000));
		}
		slock_renewer_tell(at);
		if (MIN(at->due, at->until) < slock_renewer.wakes) {
			slock_renewer.wakes = MIN(at->due, at->until);
			slock_renewer_wake();
		}
	}
	pthread_mutex_unlock(&slock_renewer.mutex);
}
#endif
