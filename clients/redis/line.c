/* SPDX-License-Identifier: MIT
 *
 * See line.h. A flight has rounds: what the server has not answered on a connection that turned out to be dead, and
 * what it wants in another form (it has lost the script, it cannot tell the time) goes out again. */
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/redis/line.h"
#include "core/process.h"

/* More of them, and the server does not mean it. */
#define MOST_ROUNDS 5

typedef struct {
	slock_line base;
	const slock_redis_client *client;
	const slock_redis_script *script;
	slock_redis_endpoint endpoint; /* all its strings are owned */
	slock_redis_connection *connection;
	bool established;
	bool known; /* the server has run the script on this connection */
	bool client_time;

	/* The flight. */
	slock_renewal_item **items; /* those that have no outcome yet */
	size_t count, answered;
	size_t again; /* of the answered ones, those that go out again: they stand in front */
	int rounds;
	bool fresh; /* the connection was opened for it */
	slock_time give_up;

	/* The round's commands. */
	char *commands;
	size_t length, room, sent;
	bool ready; /* they are written */
} redis_line;

/* --- the endpoint ------------------------------------------------------------------------------------------------- */

#define STRINGS 10

static void line_list_strings(slock_redis_endpoint *endpoint, const char **strings[STRINGS])
{
	strings[0] = &endpoint->name;
	strings[1] = &endpoint->host;
	strings[2] = &endpoint->path;
	strings[3] = &endpoint->user;
	strings[4] = &endpoint->tls_peer_name;
	strings[5] = &endpoint->tls_cafile;
	strings[6] = &endpoint->tls_capath;
	strings[7] = &endpoint->tls_local_cert;
	strings[8] = &endpoint->tls_local_pk;
	strings[9] = &endpoint->password;
}

static void line_free_endpoint(slock_redis_endpoint *endpoint)
{
	const char **strings[STRINGS];

	line_list_strings(endpoint, strings);
	if (endpoint->password) {
		memset((char *) endpoint->password, 0, endpoint->password_length);
	}
	for (size_t i = 0; i < STRINGS; i++) {
		free((char *) *strings[i]);
	}
}

/* False: there is no memory, and nothing to free. */
static bool line_copy_endpoint(slock_redis_endpoint *to, const slock_redis_endpoint *from)
{
	const char **strings[STRINGS], *given;
	bool complete = true;
	size_t size;

	*to = *from;
	line_list_strings(to, strings);
	for (size_t i = 0; i < STRINGS; i++) {
		given = *strings[i];
		if (given) {
			/* A password may hold any bytes. */
			size = (i == STRINGS - 1 ? from->password_length : strlen(given)) + 1;
			*strings[i] = malloc(size);
			complete = complete && *strings[i];
			if (*strings[i]) {
				memcpy((char *) *strings[i], given, size);
			}
		}
	}
	if (!complete) {
		to->password_length = to->password ? to->password_length : 0;
		line_free_endpoint(to);
	}
	return complete;
}

/* --- the commands ------------------------------------------------------------------------------------------------- */

static bool line_write(redis_line *line, const char *data, size_t length)
{
	size_t room = line->room ? line->room : 4096;
	char *longer;

	while (room - line->length < length) {
		room *= 2;
	}
	if (room != line->room) {
		longer = realloc(line->commands, room);
		if (!longer) {
			return false;
		}
		line->commands = longer;
		line->room = room;
	}
	memcpy(line->commands + line->length, data, length);
	line->length += length;
	return true;
}

static bool line_write_argument(redis_line *line, const char *data, size_t length)
{
	char prefix[32], *start = prefix + sizeof(prefix) - 2;
	size_t rest = length;

	/* There are many of them. */
	memcpy(start, "\r\n", 2);
	do {
		*--start = (char) ('0' + rest % 10);
		rest /= 10;
	} while (rest);
	*--start = '$';
	return line_write(line, start, (size_t) (prefix + sizeof(prefix) - start)) && line_write(line, data, length) &&
		   line_write(line, "\r\n", 2);
}

/* Milliseconds, rounded up so that a lock never lives shorter than asked. */
static bool line_write_ms(redis_line *line, double ms)
{
	char text[64];

	return line_write_argument(line, text, (size_t) snprintf(text, sizeof(text), "%.0f", ms));
}

static bool line_write_command(redis_line *line, const slock_renewal_item *item, bool whole)
{
	const char *command = whole ? "EVAL" : "EVALSHA", *script = whole ? line->script->text : line->script->sha;

	return line_write(line, line->client_time ? "*7\r\n" : "*6\r\n", 4) &&
		   line_write_argument(line, command, strlen(command)) && line_write_argument(line, script, strlen(script)) &&
		   line_write_argument(line, "1", 1) && line_write_argument(line, item->resource, item->resource_length) &&
		   line_write_argument(line, item->token, item->token_length) &&
		   line_write_ms(line, ceil(item->ttl * 1000.0)) &&
		   (!line->client_time || line_write_ms(line, floor(slock_clock_wall() * 1000.0)));
}

/* The first one brings the script, unless the server is known to have it. */
static bool line_write_commands(redis_line *line)
{
	line->length = line->sent = 0;
	for (size_t i = 0; i < line->count; i++) {
		if (!line_write_command(line, line->items[i], !i && !line->known)) {
			return false;
		}
	}
	line->ready = true;
	return true;
}

/* --- the flight --------------------------------------------------------------------------------------------------- */

static void line_close(redis_line *line)
{
	if (line->connection) {
		line->client->close(line->connection);
		line->connection = NULL;
	}
	line->established = line->known = false;
}

/* What has no outcome yet goes out again, on whatever connection there is then. */
static void line_begin_round(redis_line *line)
{
	size_t left = line->count - line->answered;

	memmove(line->items + line->again, line->items + line->answered, left * sizeof(*line->items));
	line->count = line->again + left;
	line->answered = line->again = 0;
	line->ready = false;
	line->rounds++;
}

/* Ends the flight: what has no outcome has failed. */
static bool line_fail(redis_line *line, const char *reason)
{
	line_close(line);
	line_begin_round(line);
	for (size_t i = 0; i < line->count; i++) {
		line->items[i]->status = SLOCK_STORAGE_ERROR;
	}
	snprintf(line->base.failure, sizeof(line->base.failure), "%s", reason);
	return true;
}

/* The connection is lost. A server may close an idle one at any time, so one more try on a new one is made; that the
 * script then runs twice does no harm. Whether the flight has ended. */
static bool line_lose(redis_line *line, const slock_result *result)
{
	if (line->fresh) {
		return line_fail(line, result->message);
	}
	line_close(line);
	line_begin_round(line);
	return false;
}

static slock_progress line_connect(redis_line *line, slock_line_waiting *waiting, slock_result *result)
{
	const slock_redis_limit at_once = {0};
	slock_waiting connecting = {-1, 0, SLOCK_FOREVER};
	slock_progress progress;

	if (line->established && !line->sent && !line->answered && line->client->has_leftovers(line->connection)) {
		/* What is sent now would get no answer of its own. */
		line_close(line);
	}
	if (!line->connection) {
		line->fresh = true;
		line->connection = line->client->start(&line->endpoint, result);
		if (!line->connection) {
			return SLOCK_LOST;
		}
	}
	if (line->established) {
		return SLOCK_ARRIVED;
	}
	progress = line->client->establish(line->connection, &line->endpoint, at_once, &connecting, result);
	line->established = progress == SLOCK_ARRIVED;
	if (line->established) {
		/* A child is not to keep it open. */
		slock_process_drop_in_child(line->client->descriptor(line->connection));
	}
	*waiting = (slock_line_waiting){connecting.descriptor, connecting.events, connecting.until};
	return progress;
}

/* Takes the answer to an item. */
static void line_take_reply(redis_line *line, const slock_redis_reply *reply)
{
	slock_renewal_item *item = line->items[line->answered++];
	bool again = false;

	if (reply->type == SLOCK_REDIS_INTEGER && (reply->integer == 0 || reply->integer == 1)) {
		line->known = true;
		item->status = reply->integer ? SLOCK_OK : SLOCK_CONFLICT;
		item->answered = slock_clock_now();
		return;
	}
	if (reply->type == SLOCK_REDIS_ERROR && !strncmp(reply->text, "NOSCRIPT", strlen("NOSCRIPT"))) {
		line->known = false;
		again = true;
	} else if (slock_redis_refuses_time(reply)) {
		/* Also those that were sent before it was known. */
		line->client_time = true;
		again = true;
	}
	if (again && line->rounds < MOST_ROUNDS) {
		line->items[line->again++] = item;
		return;
	}
	item->status = SLOCK_STORAGE_ERROR;
	snprintf(line->base.failure, sizeof(line->base.failure), "Redis at %s: %.400s", line->endpoint.name,
			 reply->type == SLOCK_REDIS_ERROR ? reply->text : "this is no answer to the script");
}

static slock_progress line_receive(redis_line *line, slock_line_waiting *waiting, slock_result *result)
{
	const slock_redis_limit at_once = {0};
	slock_progress progress = SLOCK_ARRIVED;
	slock_redis_reply reply;

	while (line->answered < line->count && progress == SLOCK_ARRIVED) {
		progress = line->client->receive(line->connection, at_once, &reply, result);
		if (progress == SLOCK_ARRIVED) {
			line_take_reply(line, &reply);
		}
	}
	waiting->descriptor = line->client->descriptor(line->connection);
	waiting->events = line->client->wanted(line->connection, POLLIN);
	return progress;
}

/* Connects, sends and receives, as far as nothing has to be waited for. ARRIVED: the round has all its answers. */
static slock_progress line_go_on(redis_line *line, slock_line_waiting *waiting, slock_result *result)
{
	slock_progress progress = line_connect(line, waiting, result);

	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	if (!line->ready && !line_write_commands(line)) {
		slock_result_error(result, "Redis at %s: out of memory", line->endpoint.name);
		line->fresh = true;
		return SLOCK_LOST;
	}
	progress = line->client->send_some(line->connection, line->commands, line->length, &line->sent, result);
	if (progress == SLOCK_AWAITED) {
		waiting->descriptor = line->client->descriptor(line->connection);
		waiting->events = line->client->wanted(line->connection, POLLOUT);
		return progress;
	}
	return progress == SLOCK_ARRIVED ? line_receive(line, waiting, result) : progress;
}

static void line_begin(slock_line *base, slock_renewal_item **items, size_t count)
{
	redis_line *line = (redis_line *) base;

	line->items = items;
	line->count = count;
	line->answered = line->again = line->sent = 0;
	line->rounds = 0;
	line->ready = line->fresh = false;
	line->give_up = SLOCK_FOREVER;
}

static bool line_step(slock_line *base, slock_time answer_by, slock_line_waiting *waiting)
{
	redis_line *line = (redis_line *) base;
	slock_result result = {.status = SLOCK_OK};
	char late[SLOCK_MESSAGE_SIZE];

	for (;;) {
		switch (line_go_on(line, waiting, &result)) {
			case SLOCK_ARRIVED:
				if (!line->again) {
					return true;
				}
				line->give_up = SLOCK_FOREVER;
				line_begin_round(line);
				continue;
			case SLOCK_AWAITED:
				break;
			default:
				if (line_lose(line, &result)) {
					return true;
				}
				continue;
		}
		if (line->established && line->give_up == SLOCK_FOREVER) {
			line->give_up = slock_clock_after(line->endpoint.command_timeout);
		}
		waiting->until = waiting->until < line->give_up ? waiting->until : line->give_up;
		if (slock_clock_now() < answer_by && slock_clock_now() < line->give_up) {
			return false;
		}
		snprintf(late, sizeof(late), "Redis at %s: no answer in time", line->endpoint.name);
		return line_fail(line, late);
	}
}

static void line_free(slock_line *base)
{
	redis_line *line = (redis_line *) base;

	line_close(line);
	line_free_endpoint(&line->endpoint);
	memset(base->name, 0, base->name_length);
	free(base->name);
	free(line->commands);
	free(line);
}

static const slock_line_ops line_ops = {
	.begin = line_begin,
	.step = line_step,
	.free = line_free,
};

slock_line *slock_redis_line_new(const slock_redis_client *client, const slock_redis_endpoint *endpoint,
								 const char *name, size_t name_length, const slock_redis_script *script,
								 bool client_time)
{
	redis_line *line = calloc(1, sizeof(*line));
	char *own_name = malloc(name_length + 1);

	if (!line || !own_name || !line_copy_endpoint(&line->endpoint, endpoint)) {
		free(line);
		free(own_name);
		return NULL;
	}
	memcpy(own_name, name, name_length);
	line->base.ops = &line_ops;
	line->base.name = own_name;
	line->base.name_length = name_length;
	line->client = client;
	line->script = script;
	line->client_time = client_time;
	return &line->base;
}

bool slock_redis_refuses_time(const slock_redis_reply *reply)
{
	return reply->type == SLOCK_REDIS_ERROR && (strstr(reply->text, "not allowed after non deterministic") ||
												strstr(reply->text, "is not allowed from script"));
}
