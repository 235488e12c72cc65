/* SPDX-License-Identifier: MIT
 *
 * See wakeup.h. The script that releases a lock publishes to those who have subscribed how many they are. Each of them
 * draws a moment within as many slots as they are, and tries then; so one of them gets the lock after about one slot,
 * all have the same chance, and the server sees about one attempt per slot however many they are. Who has just released
 * the lock takes part in that draw, or it would always be the first. */
#include "php_slock.h"
#include "clients/redis/subscription.h"
#include "stores/redis/wakeup.h"

#include "ext/random/php_random.h"

/* In ns. */
#define SLOT 300000            /* one attempt, with the round trip and what the winner does first */
#define LONGEST_DRAW 100000000 /* of all slots together */
#define EXPIRY_SPREAD 10000000 /* who waits for the end of a lock's time tries within so much after it */
#define FIRST_PAUSE 100000000  /* before another subscription when one has failed; doubles up to the longest */
#define LONGEST_PAUSE (10 * SLOCK_SECOND)
#define DENIAL_LASTS 60000000000 /* until a server is asked again whether it lets us publish or subscribe */

/* Messages in a row that are taken. */
#define MOST_MESSAGES 100

/* Attempts may be put off by new messages, but by no more than so many poll intervals. */
#define MOST_INTERVALS 10

typedef struct {
	slock_redis_subscription *subscription; /* NULL: none */
	slock_time poll;                        /* when to try unless a message comes */
	slock_time latest;                      /* when to try whatever comes */
} wakeup_waiter;

/* A moment in [0, length) */
static slock_time wakeup_draw(slock_time length)
{
	zend_long drawn;

	if (length <= 0 || php_random_int_silent(0, (zend_long) length - 1, &drawn) == FAILURE) {
		return 0;
	}
	return drawn;
}

static slock_time wakeup_slots_for(uint32_t waiting)
{
	return MIN((slock_time) waiting * SLOT, LONGEST_DRAW);
}

static slock_time wakeup_poll_interval(void)
{
	return SLOCK_G(poll_interval) * SLOCK_MS;
}

static void wakeup_forget_contended(slock_redis_wait *wait)
{
	if (wait->contended) {
		zend_string_release(wait->contended);
		wait->contended = NULL;
	}
}

void slock_redis_wait_free(slock_redis_wait *wait)
{
	wakeup_forget_contended(wait);
}

void slock_redis_wait_released(slock_redis_wait *wait, zend_string *resource, long long answer)
{
	if (EXPECTED(answer == 1)) {
		return;
	}
	if (answer < 0) {
		wait->publish_denied_until = slock_clock_now() + DENIAL_LASTS;
		return;
	}
	wakeup_forget_contended(wait);
	wait->contended = zend_string_copy(resource);
	wait->waiting = (uint32_t) MIN(answer - 1, UINT32_MAX);
	wait->released = slock_clock_now();
}

void slock_redis_wait_conflict(slock_redis_wait *wait, long long answer)
{
	/* Beyond a minute nobody needs to know, and beyond some years it could not be computed. */
	wait->expiry = answer < 0 && answer > -60000 ? slock_clock_now() - answer * SLOCK_MS : SLOCK_FOREVER;
}

bool slock_redis_wait_is_publish_denied(const slock_redis_wait *wait)
{
	return UNEXPECTED(wait->publish_denied_until) && slock_clock_now() < wait->publish_denied_until;
}

void slock_redis_wait_begin(slock_redis_wait *wait, zend_string *resource, slock_watch *watch)
{
	if (EXPECTED(!wait->contended) || !zend_string_equals(wait->contended, resource)) {
		return;
	}
	/* One slot after the others, who have yet to get the message. */
	watch->next = MAX(watch->next, wait->released + SLOT + wakeup_draw(wakeup_slots_for(wait->waiting)));
	wakeup_forget_contended(wait);
}

/* When to try next: at what was planned for, or when the lock's time is over. */
static slock_time wakeup_sooner(const slock_redis_wait *wait, slock_time planned)
{
	if (wait->expiry >= planned) {
		return planned;
	}
	return MIN(planned, wait->expiry + SLOCK_MS + wakeup_draw(EXPIRY_SPREAD));
}

static void wakeup_unsubscribe(wakeup_waiter *own, slock_watch *watch)
{
	if (own->subscription) {
		slock_redis_unsubscribe(own->subscription);
		own->subscription = NULL;
	}
	watch->fd = -1;
	watch->notified = false;
}

static void wakeup_subscription_failed(slock_redis_wait *wait)
{
	wait->pause = MAX(wait->pause, FIRST_PAUSE);
	wait->retry_subscribe_at = slock_clock_now() + wait->pause;
	wait->pause = MIN(wait->pause * 2, LONGEST_PAUSE);
}

void slock_redis_wait_on_conflict(slock_redis_wait *wait, slock_redis *redis, const slock_request *request,
								  slock_watch *watch)
{
	wakeup_waiter *own = watch->own;
	zend_string *resource = request->resource;
	slock_redis *server;

	if (!own) {
		own = watch->own = ecalloc(1, sizeof(*own));
	}
	own->poll = watch->next;
	own->latest = slock_clock_now() + MOST_INTERVALS * wakeup_poll_interval();
	watch->next = wakeup_sooner(wait, own->poll);
	if (!redis->ops->server_of || slock_clock_now() < wait->retry_subscribe_at) {
		return;
	}
	server = redis->ops->server_of(redis, ZSTR_VAL(resource), ZSTR_LEN(resource));
	if (own->subscription && slock_redis_subscription_server(own->subscription) != server) {
		/* The lock is somewhere else by now. */
		wakeup_unsubscribe(own, watch);
	}
	if (!own->subscription && server) {
		own->subscription = slock_redis_subscribe(server, ZSTR_VAL(resource), ZSTR_LEN(resource));
		if (!own->subscription) {
			wakeup_subscription_failed(wait);
		}
		slock_redis_wait_poll(wait, watch);
	}
}

void slock_redis_wait_poll(slock_redis_wait *wait, slock_watch *watch)
{
	wakeup_waiter *own = watch->own;
	uint32_t subscribers;

	/* Who publishes without an end is polled again later. */
	for (int taken = 0; taken < MOST_MESSAGES && own && own->subscription; taken++) {
		switch (slock_redis_subscription_poll(own->subscription, &subscribers)) {
			case SLOCK_REDIS_NO_MESSAGE:
				watch->fd = slock_redis_subscription_descriptor(own->subscription, &watch->events);
				return;
			case SLOCK_REDIS_CONFIRMED:
				wait->pause = 0;
				watch->notified = true;
				/* It may have been released in between, and no message would have come. */
				watch->next = slock_clock_now();
				break;
			case SLOCK_REDIS_RELEASED:
				/* Whoever releases tells, so there is no need to poll on top of that. */
				own->poll = MIN(slock_clock_now() + wakeup_poll_interval(), own->latest);
				watch->next = subscribers == 1 ? slock_clock_now()
											   : slock_clock_now() + wakeup_draw(wakeup_slots_for(subscribers));
				watch->next = MIN(watch->next, own->poll);
				break;
			case SLOCK_REDIS_DENIED:
				wait->retry_subscribe_at = slock_clock_now() + DENIAL_LASTS;
				wakeup_unsubscribe(own, watch);
				return;
			case SLOCK_REDIS_UNSUBSCRIBED:
				wakeup_subscription_failed(wait);
				wakeup_unsubscribe(own, watch);
				return;
		}
	}
}

void slock_redis_wait_end(slock_watch *watch)
{
	if (watch->own) {
		wakeup_unsubscribe(watch->own, watch);
		efree(watch->own);
		watch->own = NULL;
	}
}
