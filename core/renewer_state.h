/* SPDX-License-Identifier: MIT
 *
 * What renewer.c and its thread share. */
#ifndef SLOCK_CORE_RENEWER_STATE_H
#define SLOCK_CORE_RENEWER_STATE_H

#include "php_slock.h"
#include "core/process.h"
#include "core/renewal.h"
#include "core/thread.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct slock_renewal_listener {
	zend_atomic_bool *interrupt; /* the engine's, of the thread that runs PHP */
	atomic_bool news;
	uint32_t generation; /* of the process */
};

/* All but `item` and what does not change is under the mutex. */
struct slock_renewal {
	slock_renewal_item item; /* first. The line's while it is flying */
	slock_line *line;
	const void *key, *store;
	slock_renewal_listener *listener; /* NULL: it was ended while it was flying, and the thread frees it */
	slock_renewal_state state;
	bool flying;
	slock_time lifetime;    /* of a renewal */
	slock_time until, last; /* see slock_renewal_order */
	slock_time due;
	uint32_t version;      /* changes when an operation of PHP begins and when it ends */
	uint32_t sent_version; /* what that was when the flight began */
	uint32_t releasing;    /* such operations */
	uint32_t moves;        /* to other lines, since it succeeded */
	uint32_t generation;   /* of the process */
	slock_renewal *next;   /* before what is hardly ever looked at: the thread often goes through all of them */
	char failure[256];     /* of the latest renewal, or "" */
};

/* What is polled: the sleeper, and one descriptor for each line that waits. */
typedef struct {
	struct pollfd *descriptors;
	size_t count, room;
	slock_time until;
} slock_renewer_poll;

/* Who starts or ends the thread holds `life` as well. Lines are added in front of others only, by whoever runs PHP and
 * by the thread, and removed by the thread. */
typedef struct {
	pthread_mutex_t life, mutex;
	pthread_cond_t changed;
	pthread_t thread;
	slock_renewal *first;
	slock_line *lines;
	/* Of a parent process, whose thread may have been at work with them: never touched. */
	slock_renewal *inherited;
	slock_line *inherited_lines;
	struct pollfd *inherited_descriptors;
	slock_renewer_poll poll; /* the thread's own */
	size_t count;            /* of the renewals that nobody has ended */
	slock_time wakes;        /* when the thread will look by itself */
	uint64_t random;
	int sleeper, waker;            /* a pipe: what the thread polls, and what wakes it */
	bool running, stopping, begun; /* begun: the thread has got to its own work */
} slock_renewer_state;

extern slock_renewer_state slock_renewer;

static inline void slock_renewer_wake(void)
{
	/* A full pipe wakes it as well. */
	while (write(slock_renewer.waker, "", 1) < 0 && errno == EINTR) {}
}

/* The numbers of xorshift64: nobody is to guess anything, renewals are only not to come all at once. */
static inline slock_time slock_renewer_jitter(slock_time delay)
{
	slock_time tenth = delay / 10;

	slock_renewer.random ^= slock_renewer.random << 13;
	slock_renewer.random ^= slock_renewer.random >> 7;
	slock_renewer.random ^= slock_renewer.random << 17;
	return tenth > 0 ? (slock_time) (slock_renewer.random % (uint64_t) (2 * tenth + 1)) - tenth : 0;
}

/* A third of the lifetime after the latest time. `jitter`: thousandths of that third. */
static inline void slock_renewer_set_due(slock_renewal *renewal, slock_time jitter)
{
	slock_time third = renewal->lifetime / 3, due = renewal->until - 2 * third + third / 1000 * jitter;

	renewal->due = due > 0 ? due : 0;
}

static inline void slock_renewer_tell(slock_renewal *renewal)
{
	if (renewal->listener) {
		atomic_store(&renewal->listener->news, true);
		zend_atomic_bool_store(renewal->listener->interrupt, true);
	}
}

static inline bool slock_renewer_is_inherited(uint32_t generation)
{
	return generation != slock_process_generation();
}

#endif
