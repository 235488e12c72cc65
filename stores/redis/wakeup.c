/* SPDX-License-Identifier: MIT
 *
 * See wakeup.h. A waiter subscribes to a channel of its own, and stands in the lock's queue at the server from its next
 * attempt on. Whoever releases the lock wakes the first in the queue, who then tries. What it has waited with is kept
 * after it got the lock, so that its next wait begins in the queue. Who asks without having been woken leaves a lock
 * that is free to those who were, or who has just released it would always be the first. */
#include "php_slock.h"
#include "clients/redis/subscription.h"
#include "core/text.h"
#include "core/wait.h"
#include "stores/redis/scripts.h"
#include "stores/redis/wakeup.h"

#include "ext/random/php_random.h"

/* In ns. */
#define EXPIRY_SPREAD 10000000 /* who waits for the end of a lock's time tries within so much after it */
#define FIRST_PAUSE 100000000  /* before another subscription when one has failed; doubles up to the longest */
#define LONGEST_PAUSE (10 * SLOCK_SECOND)
#define DENIAL_LASTS 60000000000 /* until a server is asked again whether it lets us wake, or wait to be woken */
/* Who has no more time than that takes a lock that is free: those who were woken before are waited for as long. */
#define POLITE_BEFORE_END (60 * SLOCK_MS)
#define UNUSED_KEPT SLOCK_SECOND /* a subscription that no wait needs: what is beyond ends with the next release */

/* How long a place in the queue is kept beyond the next poll, ms. */
#define QUEUED_FOR 10000

/* Messages in a row that are taken. */
#define MOST_MESSAGES 100

typedef struct {
	slock_redis_subscription *subscription; /* NULL: none */
	bool polite;                            /* the next attempt lets those who were woken be first */
	/* Of the latest attempt. */
	bool yields;             /* it has let them */
	bool told;               /* the server was told the id */
	bool queued;             /* it has put the waiter into the queue */
	bool foreign;            /* what is under the lock's name is none of ours: nobody can queue for it */
	slock_time expiry;       /* when the lock is free if nobody touches it; SLOCK_FOREVER: not known */
	slock_redis_place place; /* what the message said after which the next attempt is made */
} wakeup_waiter;

/* A moment in [0, length) */
static slock_time wakeup_draw(slock_time length)
{
	zend_long drawn;

	return php_random_int_silent(0, (zend_long) length - 1, &drawn) == SUCCESS ? drawn : 0;
}

static void wakeup_drop_kept(slock_redis_wait *wait)
{
	if (wait->kept) {
		slock_redis_unsubscribe(wait->kept);
		wait->kept = NULL;
	}
}

void slock_redis_wait_free(slock_redis_wait *wait)
{
	slock_text_replace(&wait->unqueued, NULL);
	slock_text_replace(&wait->contended, NULL);
	wakeup_drop_kept(wait);
}

void slock_redis_wait_released(slock_redis_wait *wait, zend_string *resource, long long answer)
{
	const bool nobody = answer == 1 || answer == SLOCK_REDIS_SENT_TO_NOBODY;

	if (UNEXPECTED(wait->kept) && nobody && slock_clock_now() - wait->kept_since > UNUSED_KEPT) {
		wakeup_drop_kept(wait);
	}
	if (EXPECTED(answer == 1)) {
		return;
	}
	if (answer < 0) {
		wait->publish_denied_until = slock_clock_now() + DENIAL_LASTS;
		return;
	}
	slock_text_replace(&wait->contended, zend_string_copy(resource));
}

bool slock_redis_wait_is_publish_denied(const slock_redis_wait *wait)
{
	return UNEXPECTED(wait->publish_denied_until) && slock_clock_now() < wait->publish_denied_until;
}

static wakeup_waiter *wakeup_waiter_of(slock_watch *watch)
{
	wakeup_waiter *own = watch->own;

	if (!own) {
		own = watch->own = ecalloc(1, sizeof(*own));
		own->expiry = SLOCK_FOREVER;
	}
	return own;
}

void slock_redis_wait_conflict(slock_watch *watch, long long answer)
{
	wakeup_waiter *own = wakeup_waiter_of(watch);

	own->foreign = answer == 0;
	own->queued = answer <= -SLOCK_REDIS_QUEUED;
	if (own->queued) {
		answer += SLOCK_REDIS_QUEUED;
	}
	watch->yielded = own->yields && answer < 0 && answer >= -SLOCK_REDIS_WOKEN_FIRST;
	/* Beyond a minute nobody needs to know, and beyond some years it could not be computed. */
	own->expiry = answer < 0 && answer > -60000 ? slock_clock_now() - answer * SLOCK_MS : SLOCK_FOREVER;
}

/* Whether a subscription that was kept is still one. What was said to it meanwhile is of no wait. */
static bool wakeup_is_alive(slock_redis_subscription *kept)
{
	slock_redis_place unused;

	for (int taken = 0; taken < MOST_MESSAGES && slock_redis_subscription_id(kept); taken++) {
		switch (slock_redis_subscription_poll(kept, &unused)) {
			case SLOCK_REDIS_NO_MESSAGE:
				return true;
			case SLOCK_REDIS_CONFIRMED:
			case SLOCK_REDIS_WOKEN:
				break;
			default:
				return false;
		}
	}
	return false;
}

void slock_redis_wait_begin(slock_redis_wait *wait, zend_string *resource, slock_watch *watch)
{
	if (wait->kept && zend_string_equals(slock_redis_subscription_key(wait->kept), resource)) {
		if (wakeup_is_alive(wait->kept)) {
			wakeup_waiter_of(watch)->subscription = wait->kept;
			wakeup_waiter_of(watch)->polite = true;
			watch->notified = true;
			wait->kept = NULL;
		} else {
			wakeup_drop_kept(wait);
		}
	}
	if (wait->contended && zend_string_equals(wait->contended, resource)) {
		wakeup_waiter_of(watch)->polite = true;
		slock_text_replace(&wait->contended, NULL);
	}
}

static zend_string *wakeup_id(const wakeup_waiter *own)
{
	return own->subscription ? slock_redis_subscription_id(own->subscription) : NULL;
}

bool slock_redis_wait_describe(const slock_watch *watch, slock_redis_turn *turn)
{
	wakeup_waiter *own = watch->own;
	zend_string *id = own ? wakeup_id(own) : NULL;
	bool polite = own && own->polite && watch->spare > POLITE_BEFORE_END;

	if (own) {
		own->told = id != NULL;
		own->yields = polite;
	}
	if (!own || (!id && !polite)) {
		return false;
	}
	turn->id = id ? id : ZSTR_EMPTY_ALLOC();
	turn->kept_for = SLOCK_G(poll_interval) * 2 + QUEUED_FOR;
	turn->place = id && watch->last ? "last" : polite ? "polite" : own->polite ? "" : own->place.text;
	return true;
}

/* When to try next: at what was planned for, or when the lock's time is over. */
static slock_time wakeup_sooner(const wakeup_waiter *own, slock_time planned)
{
	if (own->expiry >= planned) {
		return planned;
	}
	return MIN(planned, own->expiry + SLOCK_MS + wakeup_draw(EXPIRY_SPREAD));
}

static void wakeup_unsubscribe(wakeup_waiter *own, slock_watch *watch)
{
	if (own->subscription) {
		slock_redis_unsubscribe(own->subscription);
		own->subscription = NULL;
	}
	own->polite = false;
	watch->fd = -1;
	watch->notified = false;
}

/* The server does not let us subscribe. */
static void wakeup_denied(slock_redis_wait *wait, wakeup_waiter *own, slock_watch *watch)
{
	wait->retry_subscribe_at = slock_clock_now() + DENIAL_LASTS;
	wakeup_unsubscribe(own, watch);
}

/* The server did not put us into the queue. That may be of this lock alone: in a cluster, of a slot that is being
 * moved, or of a name whose queue is in another one. */
static void wakeup_not_queued(slock_redis_wait *wait, zend_string *resource, wakeup_waiter *own, slock_watch *watch)
{
	slock_text_replace(&wait->unqueued, zend_string_copy(resource));
	wait->unqueued_until = slock_clock_now() + DENIAL_LASTS;
	wakeup_unsubscribe(own, watch);
}

/* Whether there is a reason not to subscribe for this lock now. */
static bool wakeup_must_poll(const slock_redis_wait *wait, const wakeup_waiter *own, zend_string *resource)
{
	slock_time now = slock_clock_now();

	return own->foreign || now < wait->retry_subscribe_at ||
		   (UNEXPECTED(wait->unqueued) && now < wait->unqueued_until && zend_string_equals(wait->unqueued, resource));
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
	wakeup_waiter *own = wakeup_waiter_of(watch);
	zend_string *resource = request->resource;
	slock_redis *server;

	watch->next = wakeup_sooner(own, watch->next);
	if (wakeup_id(own)) {
		own->polite = true;
		if (!own->told) {
			/* Of an earlier wait, and this one came to the store with an attempt behind it. */
			watch->next = slock_clock_now();
		} else if (own->foreign) {
			wakeup_unsubscribe(own, watch);
		} else if (!own->queued && !watch->last) {
			wakeup_not_queued(wait, resource, own, watch);
		}
	}
	if (!redis->ops->server_of || wakeup_must_poll(wait, own, resource)) {
		return;
	}
	server = redis->ops->server_of(redis, ZSTR_VAL(resource), ZSTR_LEN(resource));
	if (own->subscription && slock_redis_subscription_server(own->subscription) != server) {
		/* The lock is somewhere else by now. */
		wakeup_unsubscribe(own, watch);
	}
	if (!own->subscription && server) {
		own->subscription = slock_redis_subscribe(server, resource, redis->prefix);
		if (!own->subscription) {
			wakeup_subscription_failed(wait);
		}
	}
	if (watch->fd == -1) {
		slock_redis_wait_poll(wait, watch);
	}
}

void slock_redis_wait_poll(slock_redis_wait *wait, slock_watch *watch)
{
	wakeup_waiter *own = watch->own;

	/* Who publishes without an end is polled again later. */
	for (int taken = 0; taken < MOST_MESSAGES && own && own->subscription; taken++) {
		switch (slock_redis_subscription_poll(own->subscription, &own->place)) {
			case SLOCK_REDIS_NO_MESSAGE:
				watch->fd = slock_redis_subscription_descriptor(own->subscription, &watch->events);
				return;
			case SLOCK_REDIS_CONFIRMED:
				wait->pause = 0;
				watch->notified = true;
				own->polite = true;
				/* The next attempt is what puts the waiter into the queue. */
				watch->next = slock_clock_now();
				break;
			case SLOCK_REDIS_WOKEN:
				own->polite = false;
				watch->next = slock_clock_now();
				break;
			case SLOCK_REDIS_DENIED:
				wakeup_denied(wait, own, watch);
				return;
			case SLOCK_REDIS_MISPLACED:
				wakeup_not_queued(wait, slock_redis_subscription_key(own->subscription), own, watch);
				return;
			case SLOCK_REDIS_UNSUBSCRIBED:
				wakeup_subscription_failed(wait);
				wakeup_unsubscribe(own, watch);
				/* What was said meanwhile nobody has heard. */
				watch->next = MIN(watch->next, wait->retry_subscribe_at);
				return;
		}
	}
}

void slock_redis_wait_end(slock_redis_wait *wait, slock_watch *watch, bool acquired)
{
	wakeup_waiter *own = watch->own;

	if (!own) {
		return;
	}
	if (acquired && wakeup_id(own)) {
		wakeup_drop_kept(wait);
		wait->kept = own->subscription;
		wait->kept_since = slock_clock_now();
		own->subscription = NULL;
	}
	wakeup_unsubscribe(own, watch);
	efree(own);
	watch->own = NULL;
}
