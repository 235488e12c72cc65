/* SPDX-License-Identifier: MIT
 *
 * What clusters and sentinels tell about their servers, and how they are asked. */
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
	uint32_t told_by;               /* the sentinel that named the master: its place in the DSN */
	uint16_t *slots;                /* in a cluster, the master of each slot: its place among the addresses + 1, or 0 */
	bool doubted;                   /* a server that a cluster named could not be reached: this one */
	slock_redis_address lost;
	slock_time ask_again_at; /* in doubt, a cluster is asked again from this time on */
} slock_redis_known_topology;

/* How the pool ends this knowledge: it is kept like a connection, for the process that has gathered it. */
extern const slock_connection_type slock_redis_known_topology_type;

/* Asks one server after another until one answers: those that are known, but `lost` last, then those of the DSN. Keeps
 * the answer in the pool. False: the result says why, and what was known stays. They share the time until `answer_by`
 * (0: as long as one of them may take for a connection and an answer). */
bool slock_redis_learn_cluster(const slock_redis_dsn *dsn, slock_pooled *shared, const slock_redis_address *lost,
							   slock_time answer_by, slock_result *result);

/* Asks one sentinel after another until one names the master, first the one behind that which named the last one: it
 * may be cut off from the others. The rest is as above. */
bool slock_redis_learn_master(const slock_redis_dsn *dsn, slock_pooled *shared, slock_time answer_by,
							  slock_result *result);

/* The DSN of one server that others have named, to be freed apart. */
slock_redis_dsn *slock_redis_topology_dsn(const slock_redis_dsn *dsn, const slock_redis_address *address);

/* Notes that slots have moved there. */
void slock_redis_topology_assign(slock_redis_known_topology *servers, uint32_t first, uint32_t last,
								 const slock_redis_address *address);

#endif
