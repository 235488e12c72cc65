/* SPDX-License-Identifier: MIT
 *
 * The servers of a Redis Cluster that the renewer's thread knows: whom it asks when the one that should have a slot
 * does not answer. Any of them says who has it (MOVED). Plain C. */
#ifndef SLOCK_CLIENTS_REDIS_LINE_NODES_H
#define SLOCK_CLIENTS_REDIS_LINE_NODES_H

#include "clients/redis/redis.h"

#define SLOCK_REDIS_NODES 16

/* May be copied. */
typedef struct {
	size_t count; /* up to SLOCK_REDIS_NODES */
	size_t next;  /* whose turn it is, any number */
	slock_redis_address addresses[SLOCK_REDIS_NODES];
} slock_redis_nodes;

/* Adds one, unless there is no room for it or it is there. */
void slock_redis_nodes_add(slock_redis_nodes *nodes, const slock_redis_address *address);

/* The next one in turn that is not this endpoint's server, valid as long as `nodes`; NULL: there is none. */
const slock_redis_address *slock_redis_nodes_next(slock_redis_nodes *nodes, const slock_redis_endpoint *besides);

#endif
