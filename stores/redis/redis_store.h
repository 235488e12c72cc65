/* SPDX-License-Identifier: MIT
 *
 * What a RedisStore keeps. */
#ifndef SLOCK_STORES_REDIS_REDIS_STORE_H
#define SLOCK_STORES_REDIS_REDIS_STORE_H

#include "clients/redis/redis.h"
#include "core/store.h"
#include "stores/redis/wakeup.h"

typedef struct {
	slock_redis *redis; /* NULL only before __construct() ran */
	int replicas;       /* that have to confirm a lock; 0: none */
	slock_time replica_timeout;
	bool sends_releases; /* without awaiting their answers, see clients/redis/unheard.h */
	slock_redis_wait wait;
	slock_store base;
} slock_redis_store;

static inline slock_redis_store *slock_redis_store_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_redis_store, store);
}

#endif
