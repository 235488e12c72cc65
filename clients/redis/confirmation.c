/* SPDX-License-Identifier: MIT
 *
 * WAIT behind what has granted a lock: see confirmation.h. */
#include "php_slock.h"
#include "clients/mask.h"
#include "clients/redis/confirmation.h"
#include "clients/redis/native_channel.h"

/* What a WAIT that nobody awaits gets to end by itself before another connection is opened. */
#define FOR_REPLICAS_THAT_KEEP_UP (5 * SLOCK_MS)

/* So late may a server be with the end of a WAIT that is not confirmed: it looks at its timers ten times a second. */
#define LATE_TIMER (100 * SLOCK_MS)

/* How long replicas are waited for: where the answer must be there at some time, the server may be late with it, and
 * what has to be done when they do not confirm needs time as well. Where there is little, replicas that keep up need
 * some. */
static slock_time confirmation_time_for_replicas(const slock_redis_call *call)
{
	slock_time left, most = SLOCK_FOREVER;

	if (call->answer_by) {
		left = slock_clock_left(call->answer_by);
		most = MAX(MIN(left / 2, left - LATE_TIMER), left / 4);
	}
	/* 0 ms would be without an end. */
	return MAX(MIN(call->replica_timeout, most), SLOCK_MS);
}

/* How many replicas have what the script wrote. It waits at the server, which answers in the order of the requests. */
slock_progress slock_redis_send_wait(slock_redis_native *redis, slock_redis_channel *on, const slock_redis_call *call,
									 slock_redis_native_pending *pending, slock_result *result)
{
	slock_time duration = confirmation_time_for_replicas(call);
	char replicas[24], timeout[24];
	const char *argv[] = {"WAIT", replicas, timeout};
	const size_t lengths[] = {4, (size_t) snprintf(replicas, sizeof(replicas), "%d", call->replicas),
							  (size_t) snprintf(timeout, sizeof(timeout), "%lld", (long long) slock_ms_up(duration))};
	slock_progress progress = on->client->send(on->connection, 3, argv, lengths, pending->limit, result);

	if (progress != SLOCK_AWAITED) {
		slock_pooled_drop(redis->pooled);
		return progress;
	}
	on->wait = on->channel.sent;
	on->blocked_until = slock_clock_after(duration);
	*slock_channel_state(&on->channel, on->channel.sent++) = SLOCK_ANSWER_AWAITED;
	pending->confirmation = SLOCK_REDIS_WAIT_BEHIND;
	pending->wait = on->wait;
	pending->waited_for = duration;
	return SLOCK_AWAITED;
}

void slock_redis_abandon_wait(slock_redis_native *redis, slock_redis_native_pending *pending)
{
	slock_channel_pending behind = pending->channel;

	if (pending->confirmation == SLOCK_REDIS_WAIT_BEHIND) {
		behind.sequence = pending->wait;
		slock_channel_abandon(redis->pooled, &behind, false);
	}
	pending->confirmation = SLOCK_REDIS_NO_WAIT;
}

void slock_redis_conclude_wait(slock_redis_native *redis, const slock_redis_call *call,
							   const slock_redis_native_pending *pending, slock_redis_reply *reply,
							   slock_result *result)
{
	char words[SLOCK_MESSAGE_SIZE];

	if (reply->type != SLOCK_REDIS_INTEGER) {
		slock_result_error(result, "Redis at %s, WAIT: %s", redis->endpoint.name,
						   slock_mask_copy(words, reply->text, redis->endpoint.password));
	} else if (reply->integer < call->replicas) {
		slock_result_error(result, "Redis at %s: %lld of %d replicas have confirmed within %.3g seconds",
						   redis->endpoint.name, reply->integer, call->replicas, slock_seconds(pending->waited_for));
		reply->type = SLOCK_REDIS_UNCONFIRMED;
	} else {
		redis->lagging = false;
		reply->integer = pending->answered;
		slock_result_set(result, SLOCK_OK);
	}
}

void slock_redis_read_held(slock_redis_native_pending *pending, slock_redis_reply *reply)
{
	bool held = reply->type == SLOCK_REDIS_TEXT && !strncmp(reply->text, ZEND_STRL("held "));

	if (held) {
		reply->type = SLOCK_REDIS_INTEGER;
		reply->integer = strtoll(reply->text + sizeof("held ") - 1, NULL, 10);
	}
	/* What was granted once, and is asked for again on another connection, is held there. */
	pending->granted |= !held && reply->type == SLOCK_REDIS_INTEGER && reply->integer > 0;
}

/* The script has granted the lock: awaits the answer to the WAIT. False: it cannot be sent, and the result says why. */
bool slock_redis_await_replicas(slock_redis_native *redis, const slock_redis_call *call,
								slock_redis_native_pending *pending, slock_result *result)
{
	slock_redis_channel *on = slock_pooled_connection(redis->pooled);
	slock_time more;

	if (pending->confirmation == SLOCK_REDIS_NO_WAIT &&
		(!slock_redis_channel_has_room(redis, on, 1, result) ||
		 slock_redis_send_wait(redis, on, call, pending, result) != SLOCK_AWAITED)) {
		return false;
	}
	pending->confirmation = SLOCK_REDIS_WAIT_AWAITED;
	pending->channel.sequence = pending->wait;
	/* The replicas' time is theirs, and no part of that for an answer. */
	more = MAX(slock_clock_left(on->blocked_until), 0) + LATE_TIMER;
	pending->limit = slock_redis_limit_of(redis, call, more);
	pending->channel.until = pending->limit.until;
	return true;
}

void slock_redis_blame_wait(const slock_redis_native *redis, const slock_redis_call *call,
							const slock_redis_native_pending *pending, slock_result *result)
{
	if (pending->confirmation == SLOCK_REDIS_WAIT_AWAITED) {
		slock_result_error(result,
						   "Redis at %s: no answer to WAIT in time: not known whether %d replicas have confirmed",
						   redis->endpoint.name, call->replicas);
	}
}

/* Whether the server awaits replicas on this connection, for a call that has ended, and nothing else is to come on it
 * or to be taken from it: then what is sent now would only be late. Where a script is on its way as well, the next one
 * must not overtake it on another connection. */
static bool confirmation_is_blocked(slock_redis_channel *on)
{
	if (on->channel.received != on->wait || on->channel.sent != on->wait + 1 ||
		*slock_channel_state(&on->channel, on->wait) != SLOCK_ANSWER_ABANDONED ||
		slock_clock_left(on->blocked_until) <= 0) {
		return false;
	}
	for (uint64_t i = 1; i < SLOCK_CHANNEL_WINDOW; i++) {
		if (*slock_channel_state(&on->channel, on->wait + i) != SLOCK_ANSWER_TAKEN) {
			return false;
		}
	}
	return true;
}

/* The connection, or NULL when it was given up because replicas are awaited on it. */
slock_redis_channel *slock_redis_leave_blocked(slock_redis_native *redis, slock_redis_channel *on,
											   const slock_redis_call *call)
{
	slock_result ignored = {.status = SLOCK_OK};
	slock_redis_limit soon = {slock_clock_limit(FOR_REPLICAS_THAT_KEEP_UP, call->answer_by), 0};
	slock_progress progress;

	on->blocked_until = slock_clock_left(on->blocked_until) > 0 ? on->blocked_until : 0;
	progress = slock_redis_channel_take_abandoned(on, &ignored);
	if (progress == SLOCK_AWAITED && confirmation_is_blocked(on)) {
		/* Who polls many does not wait for one. */
		progress = call->once ? SLOCK_LATE : slock_redis_channel_read(on, soon, &ignored);
	}
	if (progress == SLOCK_ARRIVED || progress == SLOCK_AWAITED) {
		return on;
	}
	redis->lagging = true;
	slock_pooled_drop(redis->pooled);
	return NULL;
}
