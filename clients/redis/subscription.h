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
	SLOCK_REDIS_RELEASED,     /* a message: the lock was released */
	SLOCK_REDIS_UNSUBSCRIBED, /* it is over: end it. Another one may be tried */
	SLOCK_REDIS_DENIED,       /* the same, and the server would not allow another one either */
} slock_redis_subscription_event;

/* The channel on which the release of a lock is published; the script that releases makes the same name. */
zend_string *slock_redis_channel(const char *key, size_t length);

/* Begins to connect to the server (slock_redis.server_of, which has to live on) as it is connected to otherwise, and
 * waits for nothing. slock_redis_subscription_poll() goes on with it. NULL: not possible now. */
slock_redis_subscription *slock_redis_subscribe(slock_redis *server, const char *key, size_t length);

/* What has come next; never blocks. `*subscribers`: with a message, how many have got it, 1 or more. In a child that
 * was forked off since, the subscription is the parent's: GONE, and nothing is read or written. */
slock_redis_subscription_event slock_redis_subscription_poll(slock_redis_subscription *subscription,
															 uint32_t *subscribers);

/* What to poll before slock_redis_subscription_poll() is called again (now and then it should be all the same); -1:
 * nothing. */
int slock_redis_subscription_descriptor(slock_redis_subscription *subscription, short *events);

/* The server that it was made with; for comparisons. */
const slock_redis *slock_redis_subscription_server(const slock_redis_subscription *subscription);

/* Closes the connection, which ends the subscription. */
void slock_redis_unsubscribe(slock_redis_subscription *subscription);

#endif
