/* SPDX-License-Identifier: MIT
 *
 * Hearing from a Redis server that somebody may have released a lock: a subscription on a connection of its own. What is
 * heard is only ever a hint, and a subscription that is not to be had is no error. */
#ifndef SLOCK_CLIENTS_REDIS_SUBSCRIPTION_H
#define SLOCK_CLIENTS_REDIS_SUBSCRIPTION_H

#include "php.h"
#include "clients/redis/redis.h"

typedef struct slock_redis_subscription slock_redis_subscription;

typedef enum {
	SLOCK_REDIS_SILENCE,   /* nothing more has come */
	SLOCK_REDIS_LISTENING, /* the server has confirmed the subscription: what is published from now on is heard */
	SLOCK_REDIS_HINT,      /* somebody has released the lock */
	SLOCK_REDIS_GONE,      /* it is over: end it. Another one may be tried */
	SLOCK_REDIS_FORBIDDEN, /* the same, and the server would not allow another one either */
} slock_redis_heard;

/* The channel on which the release of a lock is told; the script that releases makes the same name. */
zend_string *slock_redis_channel(const char *key, size_t length);

/* Begins to connect to the server (slock_redis.server_of, which has to live on) as it is connected to otherwise, and waits for
 * nothing. slock_redis_hear() goes on with it. NULL: not possible now. */
slock_redis_subscription *slock_redis_subscribe(slock_redis *server, const char *key, size_t length);

/* What has come next; never blocks. `*listeners`: with a hint, how many have heard it, 1 or more. In a child that was forked off since,
 * the subscription is the parent's: GONE, and nothing is read or written. */
slock_redis_heard slock_redis_hear(slock_redis_subscription *subscription, uint32_t *listeners);

/* What to poll before slock_redis_hear() is called again (now and then it should be all the same); -1: nothing. */
int slock_redis_subscription_poll(slock_redis_subscription *subscription, short *events);

/* The server that it was made with; for comparisons. */
const slock_redis *slock_redis_subscription_server(const slock_redis_subscription *subscription);

/* Closes the connection, which ends the subscription. */
void slock_redis_unsubscribe(slock_redis_subscription *subscription);

#endif
