/* SPDX-License-Identifier: MIT
 *
 * Script calls over the native module: which connection, in which order the answers come, what to send again. */
#include "php_slock.h"
#include "clients/client.h"
#include "clients/redis/dsn.h"
#include "clients/redis/native.h"

#define MAX_OUTSTANDING 32

/* A pooled connection: answers come in the order of the requests, and each request has a ticket, the number of the
 * answer it awaits. Answers that somebody else has to read first are parked here. */
typedef struct {
	const slock_redis_client *client;
	slock_redis_connection *connection;
	uint64_t serial;   /* unique in this thread */
	uint64_t sent;     /* tickets given out */
	uint64_t received; /* answers read */
	struct {
		bool abandoned;
		bool arrived;
		slock_redis_reply reply;
	} outstanding[MAX_OUTSTANDING]; /* of ticket n at n % MAX_OUTSTANDING */
} channel;

typedef struct {
	slock_redis base;
	slock_redis_dsn *dsn;
	slock_pooled *pooled;
	slock_redis_endpoint endpoint; /* points into dsn */
} native_redis;

static void close_channel(void *connection)
{
	channel *closing = connection;

	closing->client->close(closing->connection);
	pefree(closing, true);
}

/* Closing a Redis connection says nothing on the wire, so a child may do it to its copy as well. */
static const slock_connection_type connection_type = {
	.name = "redis",
	.close = close_channel,
	.abandon = close_channel,
};

static channel *open_channel(native_redis *redis, slock_result *result)
{
	const slock_redis_client *client = slock_client_load("redis", result);
	slock_redis_connection *connection;
	channel *opened;

	if (!client || !(connection = client->connect(&redis->endpoint, result))) {
		return NULL;
	}
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = client;
	opened->connection = connection;
	opened->serial = ++SLOCK_G(connection_serial);
	slock_pooled_keep(redis->pooled, opened);
	return opened;
}

/* The channel a pending call was sent on; NULL when it is gone. */
static channel *channel_of(native_redis *redis, const slock_redis_pending *pending)
{
	channel *current = slock_pooled_connection(redis->pooled);

	return current && current->serial == pending->connection ? current : NULL;
}

static bool send_call(native_redis *redis, channel *on, const slock_redis_call *call, slock_redis_pending *pending,
					  slock_result *result)
{
	const char *argv[4 + SLOCK_REDIS_MAX_ARGUMENTS];
	size_t lengths[4 + SLOCK_REDIS_MAX_ARGUMENTS];
	int argc = 0;

	if (on->sent - on->received >= MAX_OUTSTANDING) {
		slock_result_error(result, "Redis: too many unanswered requests on one connection");
		return false;
	}
	if (pending->evaluated) {
		argv[argc] = "EVAL";
		lengths[argc++] = sizeof("EVAL") - 1;
		argv[argc] = call->script->text;
		lengths[argc++] = strlen(call->script->text);
	} else {
		argv[argc] = "EVALSHA";
		lengths[argc++] = sizeof("EVALSHA") - 1;
		argv[argc] = call->script->sha;
		lengths[argc++] = sizeof(call->script->sha) - 1;
	}
	argv[argc] = "1";
	lengths[argc++] = 1;
	argv[argc] = call->key;
	lengths[argc++] = call->key_length;
	for (int i = 0; i < call->argument_count; i++) {
		argv[argc] = call->arguments[i];
		lengths[argc++] = call->lengths[i];
	}
	if (!on->client->send(on->connection, argc, argv, lengths, result)) {
		slock_pooled_drop(redis->pooled);
		return false;
	}
	pending->connection = on->serial;
	pending->ticket = on->sent++;
	pending->descriptor = on->client->descriptor(on->connection);
	on->outstanding[pending->ticket % MAX_OUTSTANDING].abandoned = false;
	on->outstanding[pending->ticket % MAX_OUTSTANDING].arrived = false;
	return true;
}

/* Sends on the pooled connection, or on a new one when there is none or the pooled one turns out to be dead. */
static bool send_anywhere(native_redis *redis, const slock_redis_call *call, slock_redis_pending *pending,
						  slock_result *result)
{
	channel *on = slock_pooled_connection(redis->pooled);

	if (on) {
		pending->fresh = false;
		if (send_call(redis, on, call, pending, result)) {
			return true;
		}
	}
	pending->fresh = true;
	on = open_channel(redis, result);
	return on && send_call(redis, on, call, pending, result);
}

static bool begin(slock_redis *base, const slock_redis_call *call, slock_redis_pending *pending, slock_result *result)
{
	pending->evaluated = false;
	return send_anywhere((native_redis *) base, call, pending, result);
}

/* Reads answers until that of the ticket is there; false: not yet, or lost (`*lost`, and the result says why). */
static bool receive_ticket(native_redis *redis, slock_redis_pending *pending, bool wait, slock_redis_reply *reply,
						   bool *lost, slock_result *result)
{
	channel *on = channel_of(redis, pending);

	*lost = false;
	if (!on) {
		slock_result_error(result, "Redis: the connection was lost before the answer came");
		*lost = true;
		return false;
	}
	if (on->outstanding[pending->ticket % MAX_OUTSTANDING].arrived) {
		*reply = on->outstanding[pending->ticket % MAX_OUTSTANDING].reply;
		return true;
	}
	for (;;) {
		slock_redis_progress progress = on->client->receive(on->connection, wait, reply, result);
		uint64_t ticket;

		if (progress != SLOCK_REDIS_ARRIVED) {
			if (progress != SLOCK_REDIS_AWAITED) {
				slock_pooled_drop(redis->pooled);
				*lost = true;
				/* Asking again would cost the same time again; "fresh" rules it out. */
				pending->fresh |= progress == SLOCK_REDIS_LATE;
			}
			return false;
		}
		ticket = on->received++;
		if (ticket == pending->ticket) {
			return true;
		}
		if (!on->outstanding[ticket % MAX_OUTSTANDING].abandoned) {
			on->outstanding[ticket % MAX_OUTSTANDING].reply = *reply;
			on->outstanding[ticket % MAX_OUTSTANDING].arrived = true;
		}
	}
}

/* The server's own words, and which server they are from. */
static void refused(const native_redis *redis, const slock_redis_reply *reply, slock_result *result)
{
	if (redis->endpoint.path) {
		slock_result_error(result, "Redis at %s: %s", redis->endpoint.path, reply->text);
	} else {
		slock_result_error(result, "Redis at %s:%d: %s", redis->endpoint.host, redis->endpoint.port, reply->text);
	}
}

/* Whether the call ended; on false an answer to what was sent again is awaited. */
static bool take_answer(native_redis *redis, const slock_redis_call *call, slock_redis_pending *pending, bool wait,
						slock_redis_reply *reply, slock_result *result)
{
	bool lost;

	if (!receive_ticket(redis, pending, wait, reply, &lost, result)) {
		if (!lost) {
			return false;
		}
		/* A server may close an idle connection at any time. All our scripts may be run twice with the same token, so
		 * one more try on a new connection is safe whether or not the first one was executed. */
		if (!pending->fresh && send_anywhere(redis, call, pending, result)) {
			pending->fresh = true;
			return false;
		}
		reply->type = SLOCK_REDIS_OTHER;
		reply->text[0] = '\0';
		return true;
	}
	if (reply->type == SLOCK_REDIS_ERROR && !pending->evaluated && !strncmp(reply->text, ZEND_STRL("NOSCRIPT"))) {
		pending->evaluated = true;
		if (send_anywhere(redis, call, pending, result)) {
			return false;
		}
		reply->type = SLOCK_REDIS_OTHER;
		reply->text[0] = '\0';
		return true;
	}
	if (reply->type == SLOCK_REDIS_INTEGER) {
		slock_result_set(result, SLOCK_OK);
	} else if (reply->type == SLOCK_REDIS_ERROR) {
		refused(redis, reply, result);
	} else {
		slock_result_error(result, "Redis gave an answer that the script does not give");
	}
	return true;
}

static bool finish(slock_redis *base, const slock_redis_call *call, slock_redis_pending *pending,
				   slock_redis_reply *reply, slock_result *result)
{
	return take_answer((native_redis *) base, call, pending, false, reply, result);
}

static slock_status run(slock_redis *base, const slock_redis_call *call, slock_redis_reply *reply, slock_result *result)
{
	slock_redis_pending pending;

	if (!begin(base, call, &pending, result)) {
		reply->type = SLOCK_REDIS_OTHER;
		return result->status;
	}
	while (!take_answer((native_redis *) base, call, &pending, true, reply, result)) {}
	return result->status;
}

static void abandon(slock_redis *base, slock_redis_pending *pending)
{
	channel *on = channel_of((native_redis *) base, pending);

	if (on) {
		on->outstanding[pending->ticket % MAX_OUTSTANDING].abandoned = true;
	}
}

static void free_redis(slock_redis *base)
{
	native_redis *redis = (native_redis *) base;

	slock_pooled_release(redis->pooled);
	slock_redis_dsn_free(redis->dsn);
	efree(redis);
}

static const slock_redis_ops native_ops = {
	.run = run,
	.begin = begin,
	.finish = finish,
	.abandon = abandon,
	.free = free_redis,
};

slock_redis *slock_redis_native_new(slock_redis_dsn *dsn)
{
	native_redis *redis = ecalloc(1, sizeof(*redis));
	zend_string *name = slock_redis_dsn_name(dsn);

	redis->base.ops = &native_ops;
	redis->dsn = dsn;
	slock_redis_dsn_endpoint(dsn, &redis->endpoint);
	redis->base.command_timeout = redis->endpoint.command_timeout;
	redis->pooled = slock_pool_get(&connection_type, name, dsn->persistent);
	zend_string_release(name);
	return &redis->base;
}
