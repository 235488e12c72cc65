/* SPDX-License-Identifier: MIT
 *
 * Ways to several Redis servers by DSN: Redis Cluster, the master that sentinels name, keys shared out as by
 * \RedisArray. */
#ifndef SLOCK_CLIENTS_REDIS_ROUTING_H
#define SLOCK_CLIENTS_REDIS_ROUTING_H

#include "clients/redis/dsn.h"
#include "clients/redis/redis.h"

/* Takes over the DSN, whose topology is any but SLOCK_REDIS_SINGLE. Nothing is connected until the first call. Stores
 * with the same DSN in one process share what they learn about the servers, and one connection per server. */
slock_redis *slock_redis_routing_new(slock_redis_dsn *dsn);

#endif
