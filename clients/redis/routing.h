/* SPDX-License-Identifier: MIT
 *
 * Ways to several Redis servers by DSN: Redis Cluster, the master that sentinels name, keys shared out as by
 * \RedisArray. */
#ifndef SLOCK_CLIENTS_REDIS_ROUTING_H
#define SLOCK_CLIENTS_REDIS_ROUTING_H

#include "clients/redis/dsn.h"
#include "clients/redis/line_nodes.h"
#include "clients/redis/redis.h"

/* Takes over the DSN, whose topology is any but SLOCK_REDIS_SINGLE. Nothing is connected until the first call. Stores
 * with the same DSN in one process share what they learn about the servers, and one connection per server. */
slock_redis *slock_redis_routing_new(slock_redis_dsn *dsn);

/* What it was made of, valid as long as `redis`; NULL: this is another transport. */
const slock_redis_dsn *slock_redis_routing_dsn(const slock_redis *redis);

/* Of one to a cluster: as many of its servers as there is room for, those that are known and those of the DSN. */
void slock_redis_routing_nodes(slock_redis *redis, slock_redis_nodes *nodes);

#endif
