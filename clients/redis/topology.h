/* SPDX-License-Identifier: MIT
 *
 * What clusters and sentinels have told about their servers. How they are asked is in lookup.h. */
#ifndef SLOCK_CLIENTS_REDIS_TOPOLOGY_H
#define SLOCK_CLIENTS_REDIS_TOPOLOGY_H

#include "php.h"
#include "clients/pool.h"
#include "clients/redis/dsn.h"
#include "clients/redis/redis.h"

/* What stores with the same DSN know about its servers. */
typedef struct {
	slock_redis_address *addresses; /* masters */
	uint32_t count;                 /* of addresses; a sentinel's only one is [0] */
	slock_time learned_at;
	uint32_t told_by; /* the sentinel that named the master: its place in the DSN */
	uint16_t *slots;  /* in a cluster, the master of each slot: its place among the addresses + 1, or 0 */
	bool doubted;     /* a server that a cluster named could not be reached: this one */
	slock_redis_address lost;
	slock_time ask_again_at; /* in doubt, a cluster is asked again from this time on */
} slock_redis_known_topology;

/* How the pool ends this knowledge: it is kept like a connection, for the process that has gathered it. */
extern const slock_connection_type slock_redis_known_topology_type;

/* Keeps an answer in the pool, in the place of what was known. Slots: `count` ranges, whose masters without a host are
 * at `told_by`, the host that was asked (NULL: it has none). Sentinels: `told_by` is a place in the DSN. */
void slock_redis_topology_keep_slots(slock_pooled *shared, slock_redis_slots *slots, int count, const char *told_by);
void slock_redis_topology_keep_master(slock_pooled *shared, const slock_redis_address *master, uint32_t told_by);

bool slock_redis_address_is_same(const slock_redis_address *a, const slock_redis_address *b);

/* The DSN of one server that others have named, to be freed apart. */
slock_redis_dsn *slock_redis_topology_dsn(const slock_redis_dsn *dsn, const slock_redis_address *address);

/* Notes that slots have moved there. */
void slock_redis_topology_assign(slock_redis_known_topology *servers, uint32_t first, uint32_t last,
								 const slock_redis_address *address);

#endif
