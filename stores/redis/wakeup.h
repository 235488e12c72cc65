/* SPDX-License-Identifier: MIT
 *
 * Waiting for a Redis lock: when to try, so that a released lock goes over at once, to the one that has waited longest,
 * and the others ask nothing. At the server there is a queue, which is a hint and goes by itself. */
#ifndef SLOCK_STORES_REDIS_WAKEUP_H
#define SLOCK_STORES_REDIS_WAKEUP_H

#include "clients/redis/redis.h"
#include "clients/redis/subscription.h"
#include "core/store.h"

/* What a store remembers for its next wait. Zeroed in the beginning; slock_redis_wait_free() ends it. */
typedef struct {
	/* The lock that was released last, if that woke a waiter: NULL or owned. */
	zend_string *contended;
	/* What the last wait that got its lock has left for the next one: NULL or owned. */
	slock_redis_subscription *kept;
	slock_time kept_since;
	slock_time publish_denied_until; /* the server denies publishing: not tried before */
	slock_time retry_subscribe_at;   /* a subscription failed: no other one before */
	slock_time pause;                /* after the next one that fails; 0: the shortest */
	/* The last lock that the server let nobody queue for, NULL or owned, and until when nobody asks again. */
	zend_string *unqueued;
	slock_time unqueued_until;
} slock_redis_wait;

void slock_redis_wait_free(slock_redis_wait *wait);

/* A lock was released; `answer` is what the script said, 1 or more or -1, or SLOCK_REDIS_SENT_TO_NOBODY. What was kept
 * for another wait for long is closed when nobody waits, as far as is known. */
void slock_redis_wait_released(slock_redis_wait *wait, zend_string *resource, long long answer);

/* The attempt of a waiter ended in a conflict; `answer` is what the script said, 0 or less. */
void slock_redis_wait_conflict(slock_watch *watch, long long answer);

/* Whether the server denies publishing, so that the release of a lock sends no message. */
bool slock_redis_wait_is_publish_denied(const slock_redis_wait *wait);

/* What an attempt tells the script about the waiter; see slock_redis_script_set. Valid until the next function of these
 * is called for the wait. */
typedef struct {
	zend_string *id;    /* may be empty */
	zend_long kept_for; /* ms */
	const char *place;
} slock_redis_turn;

/* False: nothing. */
bool slock_redis_wait_describe(const slock_watch *watch, slock_redis_turn *turn);

/* The parts of slock_watch_ops. */
void slock_redis_wait_begin(slock_redis_wait *wait, zend_string *resource, slock_watch *watch);
void slock_redis_wait_on_conflict(slock_redis_wait *wait, slock_redis *redis, const slock_request *request,
								  slock_watch *watch);
void slock_redis_wait_poll(slock_redis_wait *wait, slock_watch *watch);
void slock_redis_wait_end(slock_redis_wait *wait, slock_watch *watch, bool acquired);

#endif
