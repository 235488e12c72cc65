/* SPDX-License-Identifier: MIT
 *
 * The native transport to a Redis server, by DSN. */
#ifndef SLOCK_CLIENTS_REDIS_NATIVE_H
#define SLOCK_CLIENTS_REDIS_NATIVE_H

#include "clients/redis/native_state.h"

/* Takes over the DSN. Nothing is connected until the first call. Stores with the same DSN in one process share one
 * connection. */
slock_redis *slock_redis_native_new(slock_redis_dsn *dsn);

/* The steps of a call, for routing.c; `redis` is a native one. begin() with ASKING before the call. take(): whether the
 * call ended; `wait`: it waits until the command timeout is over, which ends the call. On false an answer, maybe to
 * what was sent again, is awaited. */
bool slock_redis_native_begin(slock_redis *redis, const slock_redis_call *call, bool asking,
							  slock_redis_native_pending *pending, slock_result *result);
bool slock_redis_native_take(slock_redis *redis, const slock_redis_call *call, slock_redis_native_pending *pending,
							 bool wait, slock_redis_reply *reply, slock_result *result);

/* After a begin(), of a call with `unheard`: its answer is left for whoever reads next on that connection, see
 * unheard.h; the call has ended, with a reply as if a waiter had been woken, or after what was heard of the last one:
 * SENT_TO_NOBODY, or as if it were denied. False: it has to be taken, and nothing was changed. */
bool slock_redis_native_leave(slock_redis *redis, const slock_redis_call *call, slock_redis_native_pending *pending,
							  slock_redis_reply *reply, slock_result *result);

/* For the end of a call, after take() or a begin() that failed: makes it a reply TO_GIVE_BACK where it is one. */
void slock_redis_native_settle(const slock_redis_native_pending *pending, slock_redis_reply *reply,
							   const slock_result *result);

/* Where it goes; valid as long as `redis`. */
const slock_redis_endpoint *slock_redis_native_endpoint(const slock_redis *redis);

/* What tells its connection apart from others, secrets included: never print it. Valid as long as `redis`. */
const zend_string *slock_redis_native_name(const slock_redis *redis);

/* The descriptor of this process' connection, or -1. */
int slock_redis_native_descriptor(slock_redis *redis);

/* Whether there is a connection of this process. */
bool slock_redis_native_is_connected(slock_redis *redis);

void slock_redis_native_disconnect(slock_redis *redis);

#endif
