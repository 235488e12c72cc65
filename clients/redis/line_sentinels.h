/* SPDX-License-Identifier: MIT
 *
 * How the renewer's thread learns from sentinels who the master is: over a connection of its own, which is closed at
 * once, and in steps that never wait (but for a name server). Plain C in memory of malloc(). */
#ifndef SLOCK_CLIENTS_REDIS_LINE_SENTINELS_H
#define SLOCK_CLIENTS_REDIS_LINE_SENTINELS_H

#include "clients/redis/redis.h"

typedef struct slock_redis_sentinels slock_redis_sentinels;

/* `endpoints`: of `count` > 0 sentinels; `name`: of all of them, for messages; `master`: what they call it. All is
 * copied but the client's table. NULL: there is no memory. */
slock_redis_sentinels *slock_redis_sentinels_new(const slock_redis_client *client,
												 const slock_redis_endpoint *endpoints, size_t count, const char *name,
												 const char *master);

/* NULL is nothing to free. */
void slock_redis_sentinels_free(slock_redis_sentinels *sentinels);

/* Asks one after another until one names the master, from the one on that did so last; they share the time until
 * `answer_by` with whoever is named, none gets more than its time limits. ARRIVED: *address is the master. AWAITED: to
 * be called again after `waiting`. LOST: none has named one, the result says why. LATE: there was no time for
 * answers. */
slock_progress slock_redis_sentinels_step(slock_redis_sentinels *sentinels, slock_time answer_by,
										  slock_waiting *waiting, slock_redis_address *address, slock_result *result);

/* Gives up a question that is on its way. */
void slock_redis_sentinels_cancel(slock_redis_sentinels *sentinels);

/* The master that was named last was none, or could not be reached: the next question goes to another sentinel first.
 */
void slock_redis_sentinels_doubt(slock_redis_sentinels *sentinels);

#endif
