/* SPDX-License-Identifier: MIT
 *
 * Asking the servers of a DSN who is responsible: sentinels for their master, the servers of a cluster for its slots.
 * In steps that never wait, but for a name server.
 *
 *     somebody has to know
 *       |
 *     one server after another is connected to and asked; each has a share of the time
 *       |-- one answers: the answer is kept in the pool (topology.h), and the lookup has ended
 *       |-- nobody is left: it has failed; the pool keeps why, for those who await the same one
 *       '-- its caller gives up: it goes on by itself, for whoever comes next
 *
 * A lookup is in the pool, like a connection: all stores with the same DSN share it, a forked child lets go of it, and
 * it ends with the request. It has connections of its own, which are closed at once: on a pooled one, answers to calls
 * may be awaited. */
#ifndef SLOCK_CLIENTS_REDIS_LOOKUP_H
#define SLOCK_CLIENTS_REDIS_LOOKUP_H

#include "clients/pool.h"
#include "clients/redis/dsn.h"
#include "clients/redis/redis.h"

/* Where it is looked up. The DSN is that of a cluster or of sentinels. */
typedef struct {
	const slock_redis_dsn *dsn;
	slock_pooled *known;  /* of slock_redis_known_topology_type */
	slock_pooled *lookup; /* slock_redis_lookup_pooled() */
} slock_redis_directory;

typedef enum {
	SLOCK_REDIS_LOOK_AGAIN, /* whatever was begun before is given up: it may have been told what is not true any more */
	SLOCK_REDIS_LOOK_TOGETHER, /* goes on with the one that is under way, if there is one */
	SLOCK_REDIS_LOOK_ON        /* after AWAITED; the same call. Whatever became of that one is the outcome */
} slock_redis_lookup_way;

/* The place of the lookups for a DSN in the pool, with one more user. */
slock_pooled *slock_redis_lookup_pooled(const slock_redis_dsn *dsn);

/* Goes as far as it can. ARRIVED: an answer of now is in `known`. AWAITED: to be called again after `waiting`. LOST: it
 * has failed, the result says why. What a cluster has told before stays known until there is another answer; the master
 * that a sentinel has named does not.
 * First those are asked that a cluster has named, but not `lost` (NULL: none), then those of the DSN; of the sentinels
 * first the one behind that which has named the last master: it may be cut off from the others. They share the time
 * until `answer_by` (0: as long as one of them may take for a connection and an answer). */
slock_progress slock_redis_look_up(const slock_redis_directory *directory, slock_redis_lookup_way way,
								   const slock_redis_address *lost, slock_time answer_by, slock_waiting *waiting,
								   slock_result *result);

/* Sleeps until there is a next step, until `answer_by` (0: any time) at most; a signal may end it early. */
void slock_redis_lookup_wait(const slock_waiting *waiting, slock_time answer_by);

#endif
