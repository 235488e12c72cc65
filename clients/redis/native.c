/* SPDX-License-Identifier: MIT
 *
 * Script calls over the native module: which connection, in which order the answers come, what to send again. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/channel.h"
#include "clients/redis/dsn.h"
#include "clients/redis/native.h"
#include "core/store.h"

/* A pooled connection. */
typedef struct {
	slock_channel channel;
	const slock_redis_client *client;
	slock_redis_connection *connection;
	slock_redis_reply replies[SLOCK_CHANNEL_WINDOW]; /* where an answer is parked */
	uint8_t known;                                   /* the scripts that the server has run on this connection */
} redis_channel;

typedef struct {
	slock_redis base;
	slock_redis_dsn *dsn;
	slock_pooled *pooled;
	slock_redis_endpoint endpoint; /* points into dsn */
} native_redis;

static void redis_native_close(void *connection)
{
	redis_channel *closing = connection;

	closing->client->close(closing->connection);
	pefree(closing, true);
}

/* Closing a Redis connection says nothing on the wire, so a child may do it to its copy as well. */
static const slock_connection_type redis_native_type = {
	.name = "redis",
	.close = redis_native_close,
	.abandon = redis_native_close,
	.is_idle = slock_channel_is_idle,
};

/* A connection that will be established. */
static redis_channel *redis_native_open_channel(native_redis *redis, slock_result *result)
{
	const slock_redis_client *client = slock_client_load("redis", result);
	slock_redis_connection *connection;
	redis_channel *opened;

	if (!client || !(connection = client->start(&redis->endpoint, result))) {
		return NULL;
	}
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = client;
	opened->connection = connection;
	slock_channel_keep(redis->pooled, &opened->channel);
	return opened;
}

static bool redis_native_is_unknown_script(const slock_redis_reply *reply)
{
	return reply->type == SLOCK_REDIS_ERROR && !strncmp(reply->text, ZEND_STRL("NOSCRIPT"));
}

/* Nothing is waited for. */
static const slock_redis_limit at_once = {0};

/* The end of a wait for an answer that begins now. */
static slock_redis_limit redis_native_limit_of(const native_redis *redis, const slock_redis_call *call)
{
	slock_time duration = redis->endpoint.command_timeout;
	slock_redis_limit limit = {slock_clock_limit(duration, call->answer_by), duration};

	if (limit.until == call->answer_by) {
		limit.duration = MAX(slock_clock_left(limit.until), 0);
	}
	return limit;
}

static bool redis_native_is_too_late(const slock_redis_call *call)
{
	return call->answer_by && slock_clock_left(call->answer_by) <= 0;
}

static slock_progress redis_native_read_answer(redis_channel *on, slock_redis_limit limit, slock_result *result)
{
	slock_redis_reply *reply = &on->replies[on->channel.received % SLOCK_CHANNEL_WINDOW];
	slock_progress progress = on->client->receive(on->connection, limit, reply, result);

	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	if (!slock_channel_received(&on->channel)) {
		slock_result_error(result, "Redis gave an answer that nobody asked for");
		return SLOCK_LOST;
	}
	if (UNEXPECTED(redis_native_is_unknown_script(reply))) {
		on->known = 0;
	}
	return SLOCK_ARRIVED;
}

/* Whether one more request can be sent, after taking in what has arrived of the abandoned ones. On false the result is
 * set, or the connection was dropped because it has not answered a whole window of requests that nobody awaits. */
static bool redis_native_has_room(native_redis *redis, redis_channel *on, slock_result *result)
{
	const slock_answer_state *next = slock_channel_state(&on->channel, on->channel.sent);
	slock_progress progress = SLOCK_ARRIVED;

	while (*next == SLOCK_ANSWER_ABANDONED && progress == SLOCK_ARRIVED) {
		progress = redis_native_read_answer(on, at_once, result);
	}
	if (*next == SLOCK_ANSWER_TAKEN) {
		if (on->channel.sent == on->channel.received && on->client->has_leftovers(on->connection)) {
			/* Who knows what else will come. */
			slock_pooled_drop(redis->pooled);
			slock_result_error(result, "Redis at %s: it says more than it was asked for", redis->endpoint.name);
			return false;
		}
		return true;
	}
	if (*next == SLOCK_ANSWER_ABANDONED) {
		slock_pooled_drop(redis->pooled);
	} else {
		slock_result_error(result, "Redis at %s: %d requests on one connection wait for their answers",
						   redis->endpoint.name, SLOCK_CHANNEL_WINDOW);
	}
	return false;
}

/* The next command may be run by the server that is about to take the key's slot over. Nobody awaits the answer. */
static slock_progress redis_native_send_asking(native_redis *redis, redis_channel *on, slock_redis_limit limit,
											   slock_result *result)
{
	const char *argv[] = {"ASKING"};
	const size_t lengths[] = {sizeof("ASKING") - 1};
	slock_progress progress = on->client->send(on->connection, 1, argv, lengths, limit, result);

	if (progress != SLOCK_AWAITED) {
		slock_pooled_drop(redis->pooled);
		return progress;
	}
	*slock_channel_state(&on->channel, on->channel.sent++) = SLOCK_ANSWER_ABANDONED;
	if (redis_native_has_room(redis, on, result)) {
		return SLOCK_AWAITED;
	}
	slock_pooled_drop(redis->pooled);
	slock_result_error(result, "Redis at %s: too many requests wait for their answers", redis->endpoint.name);
	return SLOCK_LATE;
}

static slock_progress redis_native_send_call(native_redis *redis, redis_channel *on, const slock_redis_call *call,
											 slock_redis_native_pending *pending, slock_result *result)
{
	const char *argv[5 + SLOCK_REDIS_MAX_ARGUMENTS] = {pending->evaluated ? "EVAL" : "EVALSHA",
													   pending->evaluated ? call->script->text : call->script->sha,
													   call->companion ? "2" : "1", call->key, call->companion};
	size_t lengths[5 + SLOCK_REDIS_MAX_ARGUMENTS] = {strlen(argv[0]), strlen(argv[1]), 1, call->key_length,
													 call->companion_length};
	slock_progress progress;
	int argc = call->companion ? 5 : 4;

	if (UNEXPECTED(redis_native_is_too_late(call))) {
		slock_result_error(result, "Redis at %s: no answer in time", redis->endpoint.name);
		return SLOCK_LATE;
	}
	pending->limit = redis_native_limit_of(redis, call);
	for (int i = 0; i < call->argument_count; i++) {
		argv[argc] = call->arguments[i];
		lengths[argc++] = call->lengths[i];
	}
	if (pending->asking) {
		progress = redis_native_send_asking(redis, on, pending->limit, result);
		if (progress != SLOCK_AWAITED) {
			return progress;
		}
	}
	progress = on->client->send(on->connection, argc, argv, lengths, pending->limit, result);
	if (progress != SLOCK_AWAITED) {
		slock_pooled_drop(redis->pooled);
		return progress;
	}
	slock_channel_sent(&on->channel, &pending->channel, on->client->descriptor(on->connection));
	return SLOCK_AWAITED;
}

/* Sends as soon as the connection is established; false: it will not be, or the request cannot be sent. */
static bool redis_native_send_when_established(native_redis *redis, redis_channel *on, const slock_redis_call *call,
											   slock_redis_native_pending *pending, bool wait, slock_result *result)
{
	slock_redis_limit limit = at_once;
	slock_waiting waiting;

	if (!on->channel.established) {
		slock_progress progress;

		if (wait) {
			/* Connecting has a limit of its own. */
			limit.until = call->answer_by ? call->answer_by : SLOCK_FOREVER;
		}
		progress = on->client->establish(on->connection, &redis->endpoint, limit, &waiting, result);
		switch (slock_channel_step(&on->channel, &pending->channel, progress, &waiting)) {
			case SLOCK_ARRIVED:
				break;
			case SLOCK_AWAITED:
				return true;
			default:
				slock_pooled_drop(redis->pooled);
				return false;
		}
	}
	return redis_native_has_room(redis, on, result) &&
		   redis_native_send_call(redis, on, call, pending, result) == SLOCK_AWAITED;
}

/* Sends on the pooled connection, or on a new one when there is none or the pooled one turns out to be dead. True also
 * where that has to be established first. */
static bool redis_native_send_anywhere(native_redis *redis, const slock_redis_call *call,
									   slock_redis_native_pending *pending, slock_result *result)
{
	redis_channel *on = slock_pooled_connection(redis->pooled);

	pending->channel.connecting = false;
	pending->channel.fresh = false;
	if (on && !on->channel.established) {
		/* Another call's attempt. That it went wrong in the meantime tells nothing about now. */
		if (redis_native_send_when_established(redis, on, call, pending, false, result)) {
			return true;
		}
		on = NULL;
	}
	if (on && redis_native_has_room(redis, on, result)) {
		switch (redis_native_send_call(redis, on, call, pending, result)) {
			case SLOCK_AWAITED:
				return true;
			case SLOCK_LATE:
				return false;
			default:
				if (redis->endpoint.master) {
					return false;
				}
				break;
		}
	} else if (redis->pooled->connection) {
		return false;
	}
	pending->channel.fresh = true;
	on = redis_native_open_channel(redis, result);
	return on && redis_native_send_when_established(redis, on, call, pending, false, result);
}

/* The pooled connection, after the answers have been taken that nobody awaited: they may tell that the server has lost
 * our scripts, or is gone. NULL when there is no connection. */
static redis_channel *redis_native_take_abandoned(native_redis *redis)
{
	redis_channel *on = slock_pooled_connection(redis->pooled);
	slock_result ignored = {.status = SLOCK_OK};

	while (on && on->channel.established &&
		   *slock_channel_state(&on->channel, on->channel.received) == SLOCK_ANSWER_ABANDONED) {
		switch (redis_native_read_answer(on, at_once, &ignored)) {
			case SLOCK_ARRIVED:
				break;
			case SLOCK_AWAITED:
				return on;
			default:
				slock_pooled_drop(redis->pooled);
				return NULL;
		}
	}
	return on;
}

bool slock_redis_native_begin(slock_redis *base, const slock_redis_call *call, bool asking,
							  slock_redis_native_pending *pending, slock_result *result)
{
	native_redis *redis = (native_redis *) base;
	const redis_channel *on;

	pending->evaluated = false;
	pending->asking = asking;
	if (call->once) {
		on = redis_native_take_abandoned(redis);
		pending->evaluated = !on || !(on->known & call->script->bit);
	}
	return redis_native_send_anywhere(redis, call, pending, result);
}

/* Reads answers until that of the pending call is there. */
static slock_progress redis_native_receive(native_redis *redis, const slock_redis_script *script,
										   const slock_redis_native_pending *pending, slock_redis_limit limit,
										   slock_redis_reply *reply, slock_result *result)
{
	redis_channel *on = slock_channel_of(redis->pooled, &pending->channel);
	slock_answer_state *state;
	slock_progress progress;

	if (!on) {
		slock_result_error(result, "Redis at %s: the connection was lost before the answer came", redis->endpoint.name);
		return SLOCK_LOST;
	}
	state = slock_channel_state(&on->channel, pending->channel.sequence);
	while (*state != SLOCK_ANSWER_PARKED) {
		progress = redis_native_read_answer(on, limit, result);
		if (progress != SLOCK_ARRIVED) {
			if (progress != SLOCK_AWAITED) {
				slock_pooled_drop(redis->pooled);
			}
			return progress;
		}
	}
	*reply = on->replies[pending->channel.sequence % SLOCK_CHANNEL_WINDOW];
	*state = SLOCK_ANSWER_TAKEN;
	if (EXPECTED(reply->type == SLOCK_REDIS_INTEGER)) {
		on->known |= script->bit;
	}
	return SLOCK_ARRIVED;
}

bool slock_redis_native_take(slock_redis *base, const slock_redis_call *call, slock_redis_native_pending *pending,
							 bool wait, slock_redis_reply *reply, slock_result *result)
{
	native_redis *redis = (native_redis *) base;

	if (pending->channel.connecting) {
		redis_channel *on = slock_channel_of(redis->pooled, &pending->channel);

		if (!on) {
			slock_result_error(result, "Redis at %s: the connection was lost before the request was sent",
							   redis->endpoint.name);
			return slock_redis_unanswered(reply);
		}
		if (!redis_native_send_when_established(redis, on, call, pending, wait, result)) {
			return slock_redis_unanswered(reply);
		}
		if (pending->channel.connecting) {
			if (redis_native_is_too_late(call)) {
				/* It goes on by itself, for whoever comes next. */
				slock_result_error(result, "Redis at %s: no connection in time", redis->endpoint.name);
				return slock_redis_unanswered(reply);
			}
			return false;
		}
	}
	switch (redis_native_receive(redis, call->script, pending, wait ? pending->limit : at_once, reply, result)) {
		case SLOCK_ARRIVED:
			break;
		case SLOCK_AWAITED:
			return false;
		case SLOCK_LOST:
			/* A server may close an idle connection at any time. All our scripts may be run twice with the same token,
			 * so one more try on a new connection is safe whether or not the first one was executed. */
			if (!pending->channel.fresh && !redis->endpoint.master &&
				redis_native_send_anywhere(redis, call, pending, result)) {
				pending->channel.fresh = true;
				return false;
			}
			return slock_redis_unanswered(reply);
		default:
			return slock_redis_unanswered(reply);
	}
	if (UNEXPECTED(!pending->evaluated && redis_native_is_unknown_script(reply))) {
		pending->evaluated = true;
		return !redis_native_send_anywhere(redis, call, pending, result) && slock_redis_unanswered(reply);
	}
	switch (reply->type) {
		case SLOCK_REDIS_INTEGER:
			slock_result_set(result, SLOCK_OK);
			break;
		case SLOCK_REDIS_ERROR:
			slock_result_error(result, "Redis at %s: %s", redis->endpoint.name, reply->text);
			break;
		default:
			slock_result_error(result, "Redis at %s: this is no answer to the script", redis->endpoint.name);
	}
	return true;
}

bool slock_redis_native_is_connected(slock_redis *base)
{
	return slock_channel_is_established(((native_redis *) base)->pooled);
}

void slock_redis_native_disconnect(slock_redis *base)
{
	slock_pooled_drop(((native_redis *) base)->pooled);
}

static bool redis_native_begin(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
							   slock_result *result)
{
	return slock_redis_native_begin(redis, call, false, (slock_redis_native_pending *) pending, result);
}

static bool redis_native_finish(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
								slock_redis_reply *reply, slock_result *result)
{
	return slock_redis_native_take(redis, call, (slock_redis_native_pending *) pending, false, reply, result);
}

static slock_status redis_native_run(slock_redis *redis, const slock_redis_call *call, slock_redis_reply *reply,
									 slock_result *result)
{
	slock_redis_native_pending pending;

	if (!slock_redis_native_begin(redis, call, false, &pending, result)) {
		slock_redis_unanswered(reply);
		return result->status;
	}
	while (!slock_redis_native_take(redis, call, &pending, true, reply, result)) {}
	return result->status;
}

static void redis_native_abandon(slock_redis *redis, slock_channel_pending *pending, bool late)
{
	slock_channel_abandon(((native_redis *) redis)->pooled, pending, late);
}

const slock_redis_endpoint *slock_redis_native_endpoint(const slock_redis *base)
{
	return &((const native_redis *) base)->endpoint;
}

const zend_string *slock_redis_native_name(const slock_redis *base)
{
	return ((const native_redis *) base)->pooled->name;
}

int slock_redis_native_descriptor(slock_redis *base)
{
	redis_channel *on = slock_pooled_connection(((native_redis *) base)->pooled);

	return on && on->channel.established ? on->client->descriptor(on->connection) : -1;
}

static slock_redis *redis_native_server_of(slock_redis *base, const char *key, size_t length)
{
	return base;
}

static void redis_native_free(slock_redis *base)
{
	native_redis *redis = (native_redis *) base;

	slock_pooled_release(redis->pooled);
	slock_redis_dsn_free(redis->dsn);
	efree(redis);
}

static const slock_redis_ops redis_native_ops = {
	.run = redis_native_run,
	.begin = redis_native_begin,
	.finish = redis_native_finish,
	.abandon = redis_native_abandon,
	.pending_size = sizeof(slock_redis_native_pending),
	.is_connected = slock_redis_native_is_connected,
	.server_of = redis_native_server_of,
	.free = redis_native_free,
};

slock_redis *slock_redis_native_new(slock_redis_dsn *dsn)
{
	native_redis *redis = ecalloc(1, sizeof(*redis));
	zend_string *name = slock_redis_dsn_name(dsn);

	redis->base.ops = &redis_native_ops;
	redis->dsn = dsn;
	slock_redis_dsn_endpoint(dsn, &redis->endpoint);
	redis->base.command_timeout = redis->endpoint.command_timeout;
	redis->base.name = redis->endpoint.name;
	redis->base.database = dsn->database;
	redis->pooled = slock_pool_get(&redis_native_type, name, dsn->persistent);
	zend_string_release(name);
	return &redis->base;
}
