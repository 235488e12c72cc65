/* SPDX-License-Identifier: MIT
 *
 * Commands over the native module: which server has the key, which connection leads there, and what becomes of answers
 * that nobody waits for any more. */
#include "php_slock.h"
#include "clients/channel.h"
#include "clients/module.h"
#include "clients/memcached/line.h"
#include "clients/memcached/native.h"
#include "core/store.h"
#include "core/text.h"

#include "zend_smart_str.h"

/* A pooled connection. At most one command awaits its answer, beside one that was abandoned before: answers of the text
 * protocol do not say whose they are, so one that was given up can be told from what follows, two could not. */
typedef struct {
	slock_channel channel;
	const slock_memcached_client *client;
	slock_memcached_connection *connection;
	bool busy;                      /* an operation waits for an answer, or to be sent */
	slock_memcached_verb abandoned; /* the command whose answer was given up */
} memcached_channel;

/* A command in progress. */
typedef struct {
	slock_channel_pending channel;
	slock_pooled *pooled; /* where the connection is */
	bool extra;           /* the connection is not shared, and closed after the command */
	bool behind;          /* an answer that nobody wants comes before its own */
	bool binary;          /* over the binary protocol */
	uint32_t server;      /* the place in the list of the server */
} memcached_native_pending;

typedef struct {
	slock_memcached base;
	slock_memcached_dsn *dsn;
	const slock_memcached_client *client; /* NULL: not loaded yet */
	slock_memcached_ring *ring;           /* NULL: not made yet, or there is one server only */
	slock_pooled **pooled; /* one for each server; where there are two protocols, then one for each again */
} native_memcached;

static void memcached_native_close(void *connection)
{
	memcached_channel *closing = connection;

	closing->client->close(closing->connection);
	pefree(closing, true);
}

/* Closing a connection says nothing on the wire, so a child may do it to its copy as well. */
static const slock_connection_type memcached_native_type = {
	.name = "memcached",
	.close = memcached_native_close,
	.abandon = memcached_native_close,
	.is_idle = slock_channel_is_idle,
};

/* Loads the module and makes the ring of several servers. */
static bool memcached_native_prepare(native_memcached *memcached, slock_result *result)
{
	const slock_memcached_dsn *dsn = memcached->dsn;
	slock_memcached_ring_server *servers;

	if (!memcached->client && !(memcached->client = slock_client_load("memcached", result))) {
		return false;
	}
	if (dsn->server_count == 1 || memcached->ring) {
		return true;
	}
	servers = safe_emalloc(dsn->server_count, sizeof(*servers), 0);
	for (uint32_t i = 0; i < dsn->server_count; i++) {
		servers[i].host = ZSTR_VAL(dsn->servers[i].text);
		servers[i].port = (uint16_t) dsn->servers[i].port;
		servers[i].weight = dsn->servers[i].weight;
	}
	memcached->ring =
		memcached->client->ring_new(servers, dsn->server_count, dsn->settings, dsn->setting_count, result);
	efree(servers);
	return memcached->ring != NULL;
}

/* Whether the text protocol takes it for one word. */
static bool memcached_native_is_plain(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if ((unsigned char) name[i] <= ' ' || (unsigned char) name[i] >= 127) {
			return false;
		}
	}
	return true;
}

static uint32_t memcached_native_pool_size(const slock_memcached_dsn *dsn)
{
	return dsn->automatic ? 2 * dsn->server_count : dsn->server_count;
}

static uint32_t memcached_native_choose_server(const native_memcached *memcached,
											   const slock_memcached_command *command)
{
	zend_string *prefix = memcached->dsn->prefix, *whole;
	uint32_t server;

	if (!memcached->ring) {
		return 0;
	}
	if (!prefix || !memcached->dsn->prefix_chooses) {
		return memcached->client->ring_choose(memcached->ring, command->key, command->key_length);
	}
	whole = zend_string_concat2(ZSTR_VAL(prefix), ZSTR_LEN(prefix), command->key, command->key_length);
	server = memcached->client->ring_choose(memcached->ring, ZSTR_VAL(whole), ZSTR_LEN(whole));
	zend_string_release(whole);
	return server;
}

/* Over which connection the command goes. */
static void memcached_native_choose(const native_memcached *memcached, const slock_memcached_command *command,
									memcached_native_pending *pending)
{
	const slock_memcached_dsn *dsn = memcached->dsn;
	bool needs_binary = dsn->automatic && !memcached_native_is_plain(command->key, command->key_length);

	pending->server = memcached_native_choose_server(memcached, command);
	pending->binary = dsn->binary || needs_binary;
	pending->pooled = memcached->pooled[needs_binary ? dsn->server_count + pending->server : pending->server];
}

/* A connection of its own for a command that cannot wait until another one, on the shared connection, has ended. */
static slock_pooled *memcached_native_extra_connection(const native_memcached *memcached,
													   const memcached_native_pending *pending)
{
	zend_string *shared = slock_memcached_dsn_name(memcached->dsn, pending->server, pending->binary);
	smart_str name = {0};
	slock_pooled *pooled;

	smart_str_append(&name, shared);
	smart_str_append_printf(&name, " %" PRIu64, ++SLOCK_G(connection_serial));
	zend_string_release(shared);
	shared = smart_str_extract(&name);
	pooled = slock_pool_get(&memcached_native_type, shared, false);
	zend_string_release(shared);
	return pooled;
}

/* Ends the use of a connection by a command. */
static void memcached_native_let_go(memcached_native_pending *pending)
{
	memcached_channel *on = slock_channel_of(pending->pooled, &pending->channel);

	if (on) {
		on->busy = false;
	}
	if (pending->extra) {
		slock_pooled_release(pending->pooled);
	}
	pending->pooled = NULL;
}

static bool memcached_native_fail(slock_memcached_answer *answer, slock_memcached_outcome outcome)
{
	answer->outcome = outcome;
	answer->version = 0;
	answer->repeated = answer->named = answer->lingers = false;
	answer->text[0] = '\0';
	return false;
}

/* A connection that will be established. */
static memcached_channel *memcached_native_open_channel(const native_memcached *memcached,
														const memcached_native_pending *pending, slock_result *result)
{
	slock_memcached_endpoint endpoint;
	slock_memcached_connection *connection;
	memcached_channel *opened;

	slock_memcached_dsn_endpoint(memcached->dsn, pending->server, pending->binary, &endpoint);
	connection = memcached->client->start(&endpoint, result);
	if (!connection) {
		return NULL;
	}
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = memcached->client;
	opened->connection = connection;
	slock_channel_keep(pending->pooled, &opened->channel);
	return opened;
}

/* ARRIVED: it can be used; AWAITED: `pending` tells for what. */
static slock_progress memcached_native_establish(const native_memcached *memcached, memcached_channel *on,
												 memcached_native_pending *pending, bool wait, slock_time answer_by,
												 slock_result *result)
{
	slock_memcached_endpoint endpoint;
	slock_waiting waiting;

	if (EXPECTED(on->channel.established)) {
		return SLOCK_ARRIVED;
	}
	slock_memcached_dsn_endpoint(memcached->dsn, pending->server, pending->binary, &endpoint);
	return slock_channel_step(&on->channel, &pending->channel,
							  on->client->establish(on->connection, &endpoint, wait, answer_by, &waiting, result),
							  &waiting);
}

/* The command with the prefix before its key; `storage` has room for the longest. */
static void memcached_native_add_prefix(const native_memcached *memcached, slock_memcached_command *command,
										char *storage)
{
	zend_string *prefix = memcached->dsn->prefix;

	if (prefix) {
		memcpy(storage, ZSTR_VAL(prefix), ZSTR_LEN(prefix));
		memcpy(storage + ZSTR_LEN(prefix), command->key, command->key_length);
		command->key = storage;
		command->key_length += ZSTR_LEN(prefix);
	}
}

/* Sends as soon as the connection is established. False: the command has ended. */
static bool memcached_native_send_when_established(const native_memcached *memcached, memcached_channel *on,
												   const slock_memcached_command *command,
												   memcached_native_pending *pending, bool wait,
												   slock_memcached_answer *answer, slock_result *result)
{
	slock_memcached_command sent = *command;
	char key[2 * SLOCK_MEMCACHED_MAX_KEY];
	slock_progress progress = memcached_native_establish(memcached, on, pending, wait, command->answer_by, result);

	if (progress == SLOCK_AWAITED) {
		return true;
	}
	if (progress == SLOCK_ARRIVED) {
		memcached_native_add_prefix(memcached, &sent, key);
		progress = on->client->send(on->connection, &sent, result);
	}
	if (progress != SLOCK_AWAITED) {
		slock_pooled_drop(pending->pooled);
		memcached_native_let_go(pending);
		return memcached_native_fail(
			answer, progress == SLOCK_LOST && !pending->channel.fresh ? SLOCK_MEMCACHED_STALE : SLOCK_MEMCACHED_FAILED);
	}
	slock_channel_sent(&on->channel, &pending->channel, on->client->descriptor(on->connection));
	pending->behind = pending->channel.sequence != on->channel.received;
	return true;
}

static bool memcached_native_is_behind(memcached_channel *on)
{
	return *slock_channel_state(&on->channel, on->channel.received) == SLOCK_ANSWER_ABANDONED;
}

/* Takes the answer that nobody wants; the connection is of no use where it is none, or an error. */
static slock_progress memcached_native_receive_abandoned(memcached_channel *on, bool wait, slock_time answer_by,
														 slock_memcached_answer *answer, slock_result *result)
{
	const slock_memcached_command abandoned = {.verb = on->abandoned, .answer_by = answer_by};
	slock_progress progress = on->client->receive(on->connection, &abandoned, wait, answer, result);

	if (progress == SLOCK_ARRIVED) {
		slock_channel_received(&on->channel);
		return answer->outcome == SLOCK_MEMCACHED_FAILED ? SLOCK_BROKEN : SLOCK_ARRIVED;
	}
	return progress;
}

static bool memcached_native_begin(slock_memcached *base, const slock_memcached_command *command,
								   slock_channel_pending *shared, slock_memcached_answer *answer, slock_result *result)
{
	native_memcached *memcached = (native_memcached *) base;
	memcached_native_pending *pending = (memcached_native_pending *) shared;
	slock_result ignored;
	memcached_channel *on;

	pending->channel.connecting = false;
	if (!memcached_native_prepare(memcached, result)) {
		return memcached_native_fail(answer, SLOCK_MEMCACHED_FAILED);
	}
	memcached_native_choose(memcached, command, pending);
	pending->channel.server = ZSTR_VAL(memcached->dsn->servers[pending->server].name);
	pending->extra = false;
	on = slock_pooled_connection(pending->pooled);
	if (on && on->busy) {
		pending->pooled = memcached_native_extra_connection(memcached, pending);
		pending->extra = true;
		on = NULL;
	}
	if (on && memcached_native_is_behind(on) &&
		memcached_native_receive_abandoned(on, false, 0, answer, &ignored) > SLOCK_AWAITED) {
		slock_pooled_drop(pending->pooled);
		on = NULL;
	}
	if (on && !on->channel.established &&
		memcached_native_establish(memcached, on, pending, false, 0, &ignored) > SLOCK_AWAITED) {
		/* It was another command's attempt. That it went wrong in the meantime tells nothing about now. */
		slock_pooled_drop(pending->pooled);
		on = NULL;
	}
	pending->channel.fresh = !on;
	if (!on && !(on = memcached_native_open_channel(memcached, pending, result))) {
		memcached_native_let_go(pending);
		return memcached_native_fail(answer, SLOCK_MEMCACHED_FAILED);
	}
	pending->channel.channel = on->channel.serial;
	on->busy = true;
	return memcached_native_send_when_established(memcached, on, command, pending, false, answer, result);
}

/* Whether the command ended; on false its answer is awaited. */
static bool memcached_native_take(const native_memcached *memcached, const slock_memcached_command *command,
								  memcached_native_pending *pending, bool wait, slock_memcached_answer *answer,
								  slock_result *result)
{
	memcached_channel *on = slock_channel_of(pending->pooled, &pending->channel);
	slock_progress progress = SLOCK_ARRIVED;
	slock_memcached_command expected = *command;
	char key[2 * SLOCK_MEMCACHED_MAX_KEY];

	if (!on) {
		slock_result_error(result, "Memcached at %s: the connection was lost before the answer came",
						   pending->channel.server);
		memcached_native_let_go(pending);
		memcached_native_fail(answer, SLOCK_MEMCACHED_FAILED);
		return true;
	}
	if (pending->channel.connecting) {
		if (!memcached_native_send_when_established(memcached, on, command, pending, wait, answer, result)) {
			return true;
		}
		if (pending->channel.connecting) {
			return false;
		}
	}
	if (memcached_native_is_behind(on)) {
		progress = memcached_native_receive_abandoned(on, wait, command->answer_by, answer, result);
	}
	if (progress == SLOCK_ARRIVED) {
		memcached_native_add_prefix(memcached, &expected, key);
		progress = on->client->receive(on->connection, &expected, wait, answer, result);
	}
	/* Behind an answer that was given up, an error may be that answer's, and the command itself has done nothing
	 * wrong. */
	if (pending->behind &&
		(progress == SLOCK_BROKEN || (progress == SLOCK_ARRIVED && answer->outcome == SLOCK_MEMCACHED_FAILED))) {
		progress = SLOCK_LOST;
	}
	switch (progress) {
		case SLOCK_AWAITED:
			return false;
		case SLOCK_ARRIVED:
			slock_channel_received(&on->channel);
			*slock_channel_state(&on->channel, pending->channel.sequence) = SLOCK_ANSWER_TAKEN;
			if (answer->outcome == SLOCK_MEMCACHED_FAILED) {
				slock_pooled_drop(pending->pooled);
			}
			break;
		default:
			slock_pooled_drop(pending->pooled);
			memcached_native_fail(answer, progress == SLOCK_LOST && !pending->channel.fresh ? SLOCK_MEMCACHED_STALE
																							: SLOCK_MEMCACHED_FAILED);
	}
	memcached_native_let_go(pending);
	return true;
}

static bool memcached_native_finish(slock_memcached *memcached, const slock_memcached_command *command,
									slock_channel_pending *pending, slock_memcached_answer *answer,
									slock_result *result)
{
	return memcached_native_take((native_memcached *) memcached, command, (memcached_native_pending *) pending, false,
								 answer, result);
}

static void memcached_native_run(slock_memcached *memcached, const slock_memcached_command *command,
								 slock_memcached_answer *answer, slock_result *result)
{
	memcached_native_pending pending = {.pooled = NULL};

	if (memcached_native_begin(memcached, command, &pending.channel, answer, result)) {
		while (!memcached_native_take((native_memcached *) memcached, command, &pending, true, answer, result)) {}
	}
}

static void memcached_native_abandon(slock_memcached *memcached, const slock_memcached_command *command,
									 slock_channel_pending *pending, bool late)
{
	memcached_native_pending *own = (memcached_native_pending *) pending;
	memcached_channel *on = slock_channel_of(own->pooled, pending);

	(void) memcached;
	if (on && !pending->connecting) {
		late = late || memcached_native_is_behind(on);
		on->abandoned = command->verb;
	}
	slock_channel_abandon(own->pooled, pending, late);
	memcached_native_let_go(own);
}

static bool memcached_native_is_connected(slock_memcached *base)
{
	const native_memcached *memcached = (native_memcached *) base;

	for (uint32_t i = 0; i < memcached->dsn->server_count; i++) {
		if (!slock_channel_is_established(memcached->pooled[i])) {
			return false;
		}
	}
	return true;
}

/* What \Memcached sends as it is, so that a fleet with the PHP package excludes itself; everything else is hashed. */
static bool memcached_native_can_send(const slock_memcached *base, const char *resource, size_t length)
{
	const native_memcached *memcached = (const native_memcached *) base;
	size_t prefix = memcached->dsn->prefix ? ZSTR_LEN(memcached->dsn->prefix) : 0;

	if (length == 0 || prefix + length > SLOCK_MEMCACHED_MAX_KEY) {
		return false;
	}
	if (memcached->dsn->binary || memcached->dsn->automatic) {
		return !memchr(resource, '\n', length);
	}
	return memcached_native_is_plain(resource, length);
}

slock_line *slock_memcached_native_line(const slock_memcached *base, const char *key, size_t length, uint64_t seed)
{
	const native_memcached *memcached = (const native_memcached *) base;
	const slock_memcached_dsn *dsn = memcached->dsn;
	const slock_memcached_command command = {.key = key, .key_length = length};
	slock_memcached_endpoint endpoint;
	const memcached_channel *on;
	slock_line *line;
	zend_string *shared;
	smart_str name = {0};
	uint32_t server;

	if (!memcached_native_can_send(base, key, length) || !memcached_native_is_plain(key, length) ||
		!memcached->client) {
		return NULL;
	}
	server = memcached_native_choose_server(memcached, &command);
	on = slock_pooled_connection(memcached->pooled[server]);
	if (!on || !on->channel.established || on->client->dialect(on->connection) == SLOCK_MEMCACHED_NO_META) {
		/* In the classic protocols nothing tells how long a value lasts, and a renewal might make that shorter. */
		return NULL;
	}
	slock_memcached_dsn_endpoint(dsn, server, false, &endpoint);
	shared = slock_memcached_dsn_name(dsn, server, false);
	smart_str_append(&name, shared);
	smart_str_appendc(&name, '\0');
	if (dsn->prefix) {
		smart_str_append(&name, dsn->prefix);
	}
	smart_str_0(&name);
	line = slock_memcached_line_new(memcached->client, &endpoint, ZSTR_VAL(name.s), ZSTR_LEN(name.s),
									slock_text_chars(dsn->prefix), seed);
	zend_string_release(shared);
	smart_str_free(&name);
	return line;
}

static void memcached_native_free(slock_memcached *base)
{
	native_memcached *memcached = (native_memcached *) base;

	for (uint32_t i = 0; i < memcached_native_pool_size(memcached->dsn); i++) {
		slock_pooled_release(memcached->pooled[i]);
	}
	if (memcached->ring) {
		memcached->client->ring_free(memcached->ring);
	}
	efree(memcached->pooled);
	slock_memcached_dsn_free(memcached->dsn);
	efree(memcached);
}

static const slock_memcached_ops memcached_native_ops = {
	.run = memcached_native_run,
	.begin = memcached_native_begin,
	.finish = memcached_native_finish,
	.abandon = memcached_native_abandon,
	.pending_size = sizeof(memcached_native_pending),
	.is_connected = memcached_native_is_connected,
	.free = memcached_native_free,
};

static const char *memcached_native_server(const slock_memcached *base, uint32_t number)
{
	const slock_memcached_dsn *dsn = ((const native_memcached *) base)->dsn;

	return number < dsn->server_count ? ZSTR_VAL(dsn->servers[number].name) : NULL;
}

slock_memcached *slock_memcached_native_new(slock_memcached_dsn *dsn)
{
	native_memcached *memcached = ecalloc(1, sizeof(*memcached));

	memcached->base.ops = &memcached_native_ops;
	memcached->base.can_send = memcached_native_can_send;
	memcached->base.server = memcached_native_server;
	memcached->base.command_timeout = dsn->command_timeout;
	memcached->base.deletes_versions = dsn->binary || dsn->meta;
	memcached->base.names_versions = dsn->meta;
	memcached->base.protocol = dsn->protocol;
	memcached->dsn = dsn;
	memcached->pooled = safe_emalloc(memcached_native_pool_size(dsn), sizeof(*memcached->pooled), 0);
	for (uint32_t i = 0; i < memcached_native_pool_size(dsn); i++) {
		zend_string *name = slock_memcached_dsn_name(dsn, i % dsn->server_count, dsn->binary || i >= dsn->server_count);

		memcached->pooled[i] = slock_pool_get(&memcached_native_type, name, dsn->persistent);
		zend_string_release(name);
	}
	return &memcached->base;
}
