/* SPDX-License-Identifier: MIT
 *
 * WAIT behind what has granted a lock: how many replicas have it (https://redis.io/docs/latest/commands/wait/). Until
 * the server has answered that, it does nothing else for the connection. */
#ifndef SLOCK_CLIENTS_REDIS_CONFIRMATION_H
#define SLOCK_CLIENTS_REDIS_CONFIRMATION_H

#include "clients/redis/native_state.h"

/* Whether WAIT is sent in the same flight. Those who ask many and go on when some have answered would have their next
 * scripts stand behind a WAIT that is of no use, and so would those who ask again and again beside replicas that lag:
 * there it is sent when the script has granted the lock. */
static inline bool slock_redis_waits_at_once(const slock_redis_native *redis, const slock_redis_call *call)
{
	return UNEXPECTED(call->replicas) && !call->once && !redis->lagging;
}

/* Sends it. Anything but AWAITED: the connection was dropped, and the result says why. */
slock_progress slock_redis_send_wait(slock_redis_native *redis, slock_redis_channel *on, const slock_redis_call *call,
									 slock_redis_native_pending *pending, slock_result *result);

/* "held 1": where replicas have to confirm, the script says whether the key has held the lock before. Makes the reply
 * the number, and notes what was granted. */
void slock_redis_read_held(slock_redis_native_pending *pending, slock_redis_reply *reply);

/* The script has granted the lock: awaits the answer to the WAIT, which is sent where it was not. False: it cannot be
 * sent, and the result says why. */
bool slock_redis_await_replicas(slock_redis_native *redis, const slock_redis_call *call,
								slock_redis_native_pending *pending, slock_result *result);

/* Makes of the answer to the WAIT that of the call. */
void slock_redis_conclude_wait(slock_redis_native *redis, const slock_redis_call *call,
							   const slock_redis_native_pending *pending, slock_redis_reply *reply,
							   slock_result *result);

/* Nobody wants the answer to the WAIT behind the call any more. */
void slock_redis_abandon_wait(slock_redis_native *redis, slock_redis_native_pending *pending);

/* The time for an answer is over: says so where it is that to the WAIT. */
void slock_redis_blame_wait(const slock_redis_native *redis, const slock_redis_call *call,
							const slock_redis_native_pending *pending, slock_result *result);

/* Where a WAIT was given up: the connection, or NULL when that was given up as well, because replicas are awaited on
 * it.
 */
slock_redis_channel *slock_redis_leave_blocked(slock_redis_native *redis, slock_redis_channel *on,
											   const slock_redis_call *call);

#endif
