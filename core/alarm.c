/* SPDX-License-Identifier: MIT
 *
 * The thread that interrupts PHP at a time: see alarm.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "php_slock.h"
#include "core/alarm.h"

#ifdef _WIN32
void slock_alarms_startup(void)
{
}

slock_alarm *slock_alarm_new(void)
{
	return NULL;
}

bool slock_alarm_set(slock_alarm *alarm, slock_time when)
{
	return false;
}

bool slock_alarm_has_rung(const slock_alarm *alarm)
{
	return false;
}

bool slock_alarm_is_inherited(const slock_alarm *alarm)
{
	return false;
}

void slock_alarm_free(slock_alarm *alarm)
{
}
#else

#include <stdatomic.h>
#include <stdlib.h>

#include "core/process.h"
#include "core/thread.h"

struct slock_alarm {
	slock_time when;
	zend_atomic_bool *interrupt; /* the engine's, of the thread that runs PHP */
	atomic_bool rung;
	uint32_t generation; /* of the process */
	slock_alarm *next;
};

/* Who starts or ends the thread, or sets an alarm, holds `life` as well: nobody counts on a thread that is about to
 * end. What it looks at is under the mutex. */
static struct {
	pthread_mutex_t life, mutex;
	pthread_cond_t changed;
	pthread_t thread;
	slock_alarm *first;            /* those that are set */
	slock_time wakes;              /* when the thread will look by itself */
	bool running, stopping, begun; /* begun: the thread has got to its own work */
} alarms = {.life = PTHREAD_MUTEX_INITIALIZER, .mutex = PTHREAD_MUTEX_INITIALIZER};

/* Rings what is due; when to look again. */
static slock_time alarm_look(void)
{
	slock_time now = slock_clock_now(), wakes = SLOCK_FOREVER;

	for (slock_alarm *alarm = alarms.first; alarm; alarm = alarm->next) {
		if (alarm->when <= now) {
			alarm->when = SLOCK_FOREVER;
			atomic_store(&alarm->rung, true);
			zend_atomic_bool_store(alarm->interrupt, true);
		}
		wakes = MIN(wakes, alarm->when);
	}
	return wakes;
}

static void *alarm_run(void *unused)
{
	(void) unused;
	pthread_mutex_lock(&alarms.mutex);
	alarms.begun = true;
	pthread_cond_signal(&alarms.changed);
	while (!alarms.stopping) {
		alarms.wakes = alarm_look();
		if (alarms.wakes == SLOCK_FOREVER) {
			pthread_cond_wait(&alarms.changed, &alarms.mutex);
		} else {
			slock_thread_wait(&alarms.changed, &alarms.mutex, alarms.wakes);
		}
	}
	pthread_mutex_unlock(&alarms.mutex);
	return NULL;
}

/* In a child, before fork() returns there: the thread does not survive it, and somebody may have held the mutexes.
 * Async-signal-safe code only. */
static void alarm_begin_again(void)
{
	pthread_mutex_init(&alarms.life, NULL);
	pthread_mutex_init(&alarms.mutex, NULL);
	alarms.first = NULL;
	alarms.running = alarms.stopping = false;
}

void slock_alarms_startup(void)
{
	pthread_atfork(NULL, NULL, alarm_begin_again);
}

/* Holds both mutexes. */
static bool alarm_start_thread(void)
{
	slock_thread_init_condition(&alarms.changed);
	alarms.stopping = alarms.begun = false;
	alarms.wakes = SLOCK_FOREVER;
	alarms.running = slock_thread_start(&alarms.thread, NULL, alarm_run, NULL) == 0;
	if (!alarms.running) {
		pthread_cond_destroy(&alarms.changed);
		return false;
	}
#ifdef __linux__
	/* For whoever wonders what it is. */
	pthread_setname_np(alarms.thread, "slock-alarm");
#endif
	/* A fork in the middle of its start would leave locked in the child what a thread locks then: AddressSanitizer's
	 * allocator, for one. */
	while (!alarms.begun) {
		pthread_cond_wait(&alarms.changed, &alarms.mutex);
	}
	return true;
}

/* Holds `life`. */
static void alarm_end_thread(void)
{
	pthread_mutex_lock(&alarms.mutex);
	alarms.stopping = true;
	pthread_cond_signal(&alarms.changed);
	pthread_mutex_unlock(&alarms.mutex);
	pthread_join(alarms.thread, NULL);
	pthread_cond_destroy(&alarms.changed);
	alarms.running = false;
}

slock_alarm *slock_alarm_new(void)
{
	slock_alarm *alarm = malloc(sizeof(*alarm));

	if (alarm) {
		alarm->when = SLOCK_FOREVER;
		alarm->interrupt = &EG(vm_interrupt);
		atomic_init(&alarm->rung, false);
		alarm->generation = slock_process_generation();
		alarm->next = NULL;
	}
	return alarm;
}

bool slock_alarm_is_inherited(const slock_alarm *alarm)
{
	return alarm->generation != slock_process_generation();
}

/* Takes it from those that are set; holds the mutex. */
static void alarm_remove(const slock_alarm *alarm)
{
	for (slock_alarm **at = &alarms.first; *at; at = &(*at)->next) {
		if (*at == alarm) {
			*at = alarm->next;
			break;
		}
	}
}

bool slock_alarm_set(slock_alarm *alarm, slock_time when)
{
	bool set = true;

	if (slock_alarm_is_inherited(alarm)) {
		return false;
	}
	pthread_mutex_lock(&alarms.life);
	pthread_mutex_lock(&alarms.mutex);
	alarm_remove(alarm);
	alarm->when = when;
	atomic_store(&alarm->rung, false);
	if (when != SLOCK_FOREVER && (alarms.running || (set = alarm_start_thread()))) {
		alarm->next = alarms.first;
		alarms.first = alarm;
		if (when < alarms.wakes) {
			alarms.wakes = when;
			pthread_cond_signal(&alarms.changed);
		}
	}
	pthread_mutex_unlock(&alarms.mutex);
	if (alarms.running && !alarms.first) {
		alarm_end_thread();
	}
	pthread_mutex_unlock(&alarms.life);
	return set;
}

bool slock_alarm_has_rung(const slock_alarm *alarm)
{
	return atomic_load(&alarm->rung) && !slock_alarm_is_inherited(alarm);
}

void slock_alarm_free(slock_alarm *alarm)
{
	if (alarm) {
		/* A child that was forked has it in memory, and nothing else. */
		slock_alarm_set(alarm, SLOCK_FOREVER);
		free(alarm);
	}
}
#endif
