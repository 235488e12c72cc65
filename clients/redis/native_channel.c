/* SPDX-License-Identifier: MIT
 *
 * The pooled connection of the native transport: see native_channel.h. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/redis/line_answer.h"
#include "clients/redis/native_channel.h"

/* What earlier answers get to come before a connection is closed on which a release was sent without awaiting it. */
#define TO_PART (100 * SLOCK_MS)

/* For slock_connection_type, in a child: says nothing on the wire, and hears nothing. */
static void native_channel_close_copy(void *connection)
{
	slock_redis_channel *closing = connection;

	slock_redis_unheard_free(closing->unheard);
	closing->client->close(closing->connection);
	pefree(closing, true);
}

slock_redis_channel *slock_redis_channel_open(slock_redis_native *redis, slock_result *result)
{
	const slock_redis_client *client = slock_client_load("redis", result);
	slock_redis_connection *connection;
	slock_redis_channel *opened;

	if (!client || !(connection = client->start(&redis->endpoint, result))) {
		return NULL;
	}
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = client;
	opened->connection = connection;
	slock_channel_keep(redis->pooled, &opened->channel);
	return opened;
}

slock_progress slock_redis_channel_read(slock_redis_channel *on, slock_redis_limit limit, slock_result *result)
{
	slock_redis_reply *reply = &on->replies[on->channel.received % SLOCK_CHANNEL_WINDOW];
	slock_progress progress = on->client->receive(on->connection, limit, reply, result);

	if (progress == SLOCK_ARRIVED && !slock_channel_received(&on->channel)) {
		slock_result_error(result, "Redis gave an answer that nobody asked for");
		progress = SLOCK_LOST;
	}
	if (progress != SLOCK_ARRIVED) {
		on->given_up |= progress == SLOCK_LATE;
		if (UNEXPECTED(on->unheard && progress == SLOCK_LOST)) {
			slock_redis_unheard_lost(on->unheard, "the connection was lost before the answer came");
		}
		return progress;
	}
	if (UNEXPECTED(on->unheard)) {
		slock_redis_unheard_answer(on->unheard, on->channel.received - 1, reply);
	}
	if (UNEXPECTED(reply->type == SLOCK_REDIS_ERROR)) {
		on->known = slock_redis_is_unknown_script(reply) ? 0 : on->known;
		on->timeless |= slock_redis_refuses_time(reply);
	}
	return SLOCK_ARRIVED;
}

/* Takes the answers that have arrived and that nobody awaits, as long as such ones are the next. */
slock_progress slock_redis_channel_take_abandoned(slock_redis_channel *on, slock_result *result)
{
	slock_progress progress = SLOCK_ARRIVED;

	while (progress == SLOCK_ARRIVED &&
		   *slock_channel_state(&on->channel, on->channel.received) == SLOCK_ANSWER_ABANDONED) {
		progress = slock_redis_channel_read(on, slock_redis_at_once, result);
	}
	return progress;
}

/* Whether nothing but answers to releases that were only sent is to come. */
static bool native_channel_awaits_only_unheard(const slock_redis_channel *on)
{
	int outstanding = 0;

	for (size_t i = 0; i < SLOCK_CHANNEL_WINDOW; i++) {
		outstanding += on->channel.states[i] != SLOCK_ANSWER_TAKEN;
	}
	return on->unheard && outstanding == on->unheard->count && !on->given_up;
}

/* For slock_connection_type: a WAIT that nobody awaits may have ended meanwhile. The answers to releases that were only
 * sent may come when the next request has the connection: its own stand behind them, each in its place. */
static bool native_channel_is_idle(void *connection)
{
	slock_redis_channel *on = connection;
	slock_result ignored = {.status = SLOCK_OK};
	slock_progress progress = on->channel.established ? slock_redis_channel_take_abandoned(on, &ignored) : SLOCK_LOST;

	return (progress == SLOCK_ARRIVED && slock_channel_is_idle(connection)) ||
		   (progress == SLOCK_AWAITED && native_channel_awaits_only_unheard(on));
}

/* For slock_connection_type. */
static bool native_channel_hear(void *connection)
{
	slock_redis_channel *on = connection;
	slock_result ignored = {.status = SLOCK_OK};
	slock_progress progress = SLOCK_AWAITED;

	if (UNEXPECTED(on->unheard && on->unheard->count)) {
		progress = slock_redis_channel_take_abandoned(on, &ignored);
	}
	return progress == SLOCK_ARRIVED || progress == SLOCK_AWAITED;
}

/* For slock_connection_type. */
static void native_channel_silence(void *connection)
{
	slock_redis_channel *on = connection;

	if (on->unheard) {
		on->unheard->silent = true;
	}
}

/* What we close must have been delivered. A system that gets bytes for a closed socket, or finds some unread when it
 * closes it, resets the connection and throws away what it had not sent yet. So all answers before the last release's
 * are taken, and what else has arrived; then only that last one's can still come, which says that it is done. */
static void native_channel_part(slock_redis_channel *on)
{
	slock_redis_limit soon = {slock_clock_after(TO_PART), TO_PART};
	slock_progress progress = SLOCK_ARRIVED;
	slock_result ignored = {.status = SLOCK_OK};
	bool late = on->given_up;

	while (progress == SLOCK_ARRIVED && on->unheard->count && on->channel.received < on->unheard->last) {
		progress = slock_redis_channel_read(on, late ? slock_redis_at_once : soon, &ignored);
	}
	while (progress == SLOCK_ARRIVED && on->unheard->count) {
		progress = slock_redis_channel_read(on, slock_redis_at_once, &ignored);
	}
	/* Also if that was found here: what is still to come can reset the connection before the server has read all. */
	if (on->given_up) {
		slock_redis_unheard_lost(on->unheard, "no answer came in time");
	}
}

static void native_channel_close(void *connection)
{
	slock_redis_channel *closing = connection;

	if (UNEXPECTED(closing->unheard)) {
		native_channel_part(closing);
	}
	native_channel_close_copy(connection);
}

/* Closing a Redis connection says nothing on the wire, so a child may do it to its copy as well. */
const slock_connection_type slock_redis_channel_type = {
	.name = "redis",
	.close = native_channel_close,
	.abandon = native_channel_close_copy,
	.is_idle = native_channel_is_idle,
	.hear = native_channel_hear,
	.silence = native_channel_silence,
};

/* The first of the next `count` places that is not free; NULL: all are. */
static const slock_answer_state *native_channel_taken_place(slock_redis_channel *on, int count)
{
	for (int i = 0; i < count; i++) {
		const slock_answer_state *state = slock_channel_state(&on->channel, on->channel.sent + (uint64_t) i);

		if (*state != SLOCK_ANSWER_TAKEN) {
			return state;
		}
	}
	return NULL;
}

/* Whether all commands of a call can be sent, after taking in what has arrived of the abandoned ones. On false the
 * result is set, and the connection was dropped if it has not answered a whole window of requests that nobody
 * awaits. */
bool slock_redis_channel_has_room(slock_redis_native *redis, slock_redis_channel *on, int commands,
								  slock_result *result)
{
	const slock_answer_state *taken;
	slock_progress progress = SLOCK_ARRIVED;

	while ((taken = native_channel_taken_place(on, commands)) && *taken == SLOCK_ANSWER_ABANDONED &&
		   progress == SLOCK_ARRIVED) {
		progress = slock_redis_channel_read(on, slock_redis_at_once, result);
	}
	if (!taken) {
		if (on->channel.sent == on->channel.received && on->client->has_leftovers(on->connection)) {
			/* Who knows what else will come. */
			slock_pooled_drop(redis->pooled);
			slock_result_error(result, "Redis at %s: it says more than it was asked for", redis->endpoint.name);
			return false;
		}
		return true;
	}
	if (*taken == SLOCK_ANSWER_ABANDONED) {
		slock_pooled_drop(redis->pooled);
	}
	slock_result_error(result, "Redis at %s: %d requests on one connection wait for their answers",
					   redis->endpoint.name, SLOCK_CHANNEL_WINDOW);
	return false;
}
