/* SPDX-License-Identifier: MIT
 *
 * The pooled connection of the native transport: opening and closing it, and reading the answers in their order. */
#ifndef SLOCK_CLIENTS_REDIS_NATIVE_CHANNEL_H
#define SLOCK_CLIENTS_REDIS_NATIVE_CHANNEL_H

#include "clients/redis/native_state.h"

/* For slock_pool_get(). */
extern const slock_connection_type slock_redis_channel_type;

/* A new connection in the pool, which is to be established. NULL: the result says why not. */
slock_redis_channel *slock_redis_channel_open(slock_redis_native *redis, slock_result *result);

/* Reads the next answer, until the limit at most: ARRIVED: it is parked, or taken where nobody awaits it. AWAITED: it
 * is not there yet, which only a limit in the past says. LATE or LOST: the result says why, and the caller drops the
 * connection. */
slock_progress slock_redis_channel_read(slock_redis_channel *on, slock_redis_limit limit, slock_result *result);

/* Takes the answers that have arrived and that nobody awaits, as long as such ones are the next. As above. */
slock_progress slock_redis_channel_take_abandoned(slock_redis_channel *on, slock_result *result);

/* Whether so many commands can be sent, after taking in what has arrived of the abandoned answers. On false the result
 * is set, and the connection was dropped if it has not answered a whole window of requests that nobody awaits. */
bool slock_redis_channel_has_room(slock_redis_native *redis, slock_redis_channel *on, int commands,
								  slock_result *result);

#endif
