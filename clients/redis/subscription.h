/* SPDX-License-Identifier: MIT
 *
 * Messages of a Redis server that a lock may have been released: a subscription on a connection of its own. A message
 * is only ever a hint, and a subscription that is not to be had is no error. */
#ifndef SLOCK_CLIENTS_REDIS_SUBSCRIPTION_H
#define SLOCK_CLIENTS_REDIS_SUBSCRIPTION_H

#include "php.h"
#include "clients/redis/redis.h"

typedef struct slock_redis_subscription slock_redis_subscription;

typedef enum {
	SLOCK_REDIS_NO_MESSAGE,   /* nothing more has come */
	SLOCK_REDIS_CONFIRMED,    /* the server has confirmed the subscription: what is published from now on arrives */
	SLOCK_REDIS_WOKEN,        /* a message: the lock was released, and it is this waiter's turn */
	SLOCK_REDIS_UNSUBSCRIBED, /* it is over: end it. Another one may be tried */
	SLOCK_REDIS_DENIED,       /* the same, and the server would not allow another one either */
	SLOCK_REDIS_MISPLACED,    /* the same, and so would another one for this lock: its channel is in another slot */
} slock_redis_subscription_event;

/* The place in the queue that a waiter had until it was woken: a number below 0, or "": it is not known. */
typedef struct {
	char text[24];
} slock_redis_place;

/* Begins to connect to the server (slock_redis.server_of, which has to live on) as it is connected to otherwise, and
 * waits for nothing. slock_redis_subscription_poll() goes on with it. `prefix`: what stands before the key at the
 * server; NULL: nothing. NULL: not possible now. */
slock_redis_subscription *slock_redis_subscribe(slock_redis *server, zend_string *key, zend_string *prefix);

/* What a release has to know to wake this waiter and no other, on a channel of its own. NULL until the subscription is
 * confirmed, and in a child that was forked off since: it is the parent's. Lives as long as the subscription. */
zend_string *slock_redis_subscription_id(const slock_redis_subscription *subscription);

/* Which lock it is for. */
zend_string *slock_redis_subscription_key(const slock_redis_subscription *subscription);

/* What has come next; never blocks. `*place` is set with a message. In a child that was forked off since, the
 * subscription is the parent's: UNSUBSCRIBED, and nothing is read or written. */
slock_redis_subscription_event slock_redis_subscription_poll(slock_redis_subscription *subscription,
															 slock_redis_place *place);

/* What to poll before slock_redis_subscription_poll() is called again (now and then it should be all the same); -1:
 * nothing. */
int slock_redis_subscription_descriptor(slock_redis_subscription *subscription, short *events);

/* The server that it was made with; for comparisons. */
const slock_redis *slock_redis_subscription_server(const slock_redis_subscription *subscription);

/* Closes the connection, which ends the subscription. */
void slock_redis_unsubscribe(slock_redis_subscription *subscription);

#endif
