/* SPDX-License-Identifier: MIT
 *
 * Turns between processes that were forked from one another: see turns.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* robust mutexes, MAP_ANONYMOUS */
#endif

#include "clients/zookeeper/turns.h"
#include "core/process.h"

#ifndef _WIN32
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* Names share them; that makes a release wait now and then for one that does not concern it. */
#define TURNS 64

#define PAUSE 200000L /* ns between two looks */

/* A process that dies gives its turn back; one that was forked meanwhile does not have it. */
static pthread_mutex_t *turns;
static pthread_once_t made = PTHREAD_ONCE_INIT;

/* The turns of this thread, one bit each, and how often each was shared; by which process. */
static _Thread_local uint64_t mine;
static _Thread_local unsigned shared_by[TURNS];
static _Thread_local uint32_t generation;

/* A child that was forked while its parent had a turn has none. */
static void turns_forget_inherited(void)
{
	if (generation != slock_process_generation()) {
		generation = slock_process_generation();
		mine = 0;
		memset(shared_by, 0, sizeof(shared_by));
	}
}

static void turns_init(void)
{
	void *shared = mmap(NULL, TURNS * sizeof(*turns), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_t attributes;
	int i, failure = 0;

	if (shared == MAP_FAILED) {
		return;
	}
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	failure |= pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
	failure |= pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
	for (i = 0; i < TURNS && !failure; i++) {
		failure = pthread_mutex_init((pthread_mutex_t *) shared + i, &attributes);
	}
	pthread_mutexattr_destroy(&attributes);
	if (failure) {
		munmap(shared, TURNS * sizeof(*turns));
	} else {
		turns = shared;
	}
}

void slock_turns_make(void)
{
	pthread_once(&made, turns_init);
}

static uint64_t turns_hash(uint64_t so_far, unsigned char byte)
{
	return (so_far ^ byte) * 1099511628211u;
}

/* A child may have a store of its own whose DSN names the same servers in another order. */
static uint64_t turns_hash_hosts(const char *hosts)
{
	uint64_t sum = 0, one;

	do {
		one = 14695981039346656037u;
		for (; *hosts && *hosts != ','; hosts++) {
			one = turns_hash(one, *hosts >= 'A' && *hosts <= 'Z' ? *hosts | 0x20 : *hosts);
		}
		sum += one;
	} while (*hosts++ == ',');
	return sum;
}

static int turns_find(const char *scope, const char *name)
{
	uint64_t hash = turns_hash_hosts(scope);

	for (; *name; name++) {
		hash = turns_hash(hash, *name);
	}
	return (int) (hash >> 32) & (TURNS - 1);
}

int slock_turns_take(const char *scope, const char *name, slock_time until)
{
	const struct timespec pause = {.tv_nsec = PAUSE};
	const slock_time latest = slock_clock_after(SLOCK_TURNS_WAIT);
	const int turn = turns_find(scope, name);
	int failure;

	if (!turns) {
		return SLOCK_TURNS_NONE;
	}
	turns_forget_inherited();
	if (mine & UINT64_C(1) << turn) {
		return SLOCK_TURNS_MINE;
	}
	if (!until || until > latest) {
		until = latest;
	}
	while ((failure = pthread_mutex_trylock(turns + turn)) == EBUSY && slock_clock_now() < until) {
		nanosleep(&pause, NULL);
	}
	if (failure == EOWNERDEAD) {
		failure = pthread_mutex_consistent(turns + turn);
	}
	if (failure) {
		return SLOCK_TURNS_TAKEN;
	}
	mine |= UINT64_C(1) << turn;
	return turn;
}

int slock_turns_share(const char *scope, const char *name)
{
	const int turn = turns_find(scope, name);

	turns_forget_inherited();
	shared_by[turn]++;
	return turn;
}

void slock_turns_give(int turn)
{
	turns_forget_inherited();
	if (turn >= 0 && shared_by[turn]) {
		shared_by[turn]--;
	} else if (turn >= 0 && mine & UINT64_C(1) << turn) {
		mine &= ~(UINT64_C(1) << turn);
		pthread_mutex_unlock(turns + turn);
	}
}

void slock_turns_end_request(void)
{
	turns_forget_inherited();
	for (int turn = 0; mine; turn++) {
		if (mine & UINT64_C(1) << turn) {
			shared_by[turn] = 0;
			slock_turns_give(turn);
		}
	}
}
#else
void slock_turns_make(void)
{
}

int slock_turns_take(const char *scope, const char *name, slock_time until)
{
	return SLOCK_TURNS_NONE;
}

int slock_turns_share(const char *scope, const char *name)
{
	return SLOCK_TURNS_NONE;
}

void slock_turns_give(int turn)
{
}

void slock_turns_end_request(void)
{
}
#endif
