/* SPDX-License-Identifier: MIT
 *
 * See line.h. A lock is renewed in two steps, because no command both compares the owner and leaves a longer lifetime
 * alone: "mg" tells value, version and the seconds that are left, and where it is ours and has fewer of them than it
 * shall have, "ms" with that version writes it again. Whatever was written in between has another version, and then the
 * server is asked once more.
 *
 * A flight has rounds: each sends for every lock that has no outcome yet the step that it is at. */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/memcached/expiration.h"
#include "clients/memcached/line.h"
#include "clients/memcached/versions.h"
#include "core/process.h"

/* Two, the same again when a connection was lost, and again for locks that were written to meanwhile. More of them, and
 * it will not come to an end. */
#define MOST_ROUNDS 8

/* What stands in a command beside key, token and prefix. */
#define LONGEST_FLAGS 168

typedef struct {
	slock_line base;
	const slock_memcached_client *client;
	slock_memcached_endpoint endpoint; /* all its strings are owned */
	char *prefix;                      /* NULL: none */
	uint64_t seed, count;              /* of versions, and how many were made of it */
	slock_memcached_connection *connection;
	bool established;

	/* The flight. */
	slock_renewal_item **items; /* those that have no outcome yet */
	uint64_t *versions;         /* of each of them: what is to be overwritten; 0: it is not known yet */
	size_t versions_room;
	size_t count_left, answered;
	size_t again; /* of the answered ones, those that go out again: they stand in front */
	int rounds;
	bool fresh;   /* the connection was opened for it */
	bool refused; /* in this round: the server has said what is no answer to a command */
	slock_time give_up;

	/* The round's commands. */
	char *commands;
	size_t length, room, sent;
	bool ready; /* they are written */
} memcached_line;

/* --- the commands ------------------------------------------------------------------------------------------------- */

static bool line_make_room(memcached_line *line, size_t more)
{
	size_t room = line->room ? line->room : 4096;
	char *longer;

	while (room - line->length < more) {
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
	return true;
}

/* There is room for it. */
static void line_write(memcached_line *line, const char *data, size_t length)
{
	memcpy(line->commands + line->length, data, length);
	line->length += length;
}

static void line_write_get(memcached_line *line, uint32_t number)
{
	char flags[LONGEST_FLAGS];
	int length = snprintf(flags, sizeof(flags), " v c t O%" PRIu32 "\r\n", number);

	line_write(line, flags, (size_t) length);
}

/* Else as the classic protocol does: see wire_is_meta() in wire.c. */
static bool line_writes_meta(const memcached_line *line)
{
	return line->client->dialect(line->connection) == SLOCK_MEMCACHED_META_VERSIONS;
}

static void line_write_set(memcached_line *line, const slock_renewal_item *item, uint64_t version, uint32_t number)
{
	char flags[LONGEST_FLAGS], name[48] = "";
	uint32_t expiration = 0;
	int length;

	slock_memcached_expiration(item->ttl, &expiration);
	if (!line_writes_meta(line)) {
		length = snprintf(flags, sizeof(flags), " 0 %" PRIu32 " %zu %" PRIu64 "\r\n", expiration, item->token_length,
						  version);
		line_write(line, flags, (size_t) length);
		line_write(line, item->token, item->token_length);
		line_write(line, "\r\n", 2);
		return;
	}
	if (line->seed) {
		snprintf(name, sizeof(name), " E%" PRIu64, slock_memcached_version_number(line->seed, ++line->count));
	}
	length = snprintf(flags, sizeof(flags), " %zu C%" PRIu64 " T%" PRIu32 "%s O%" PRIu32 "\r\n", item->token_length,
					  version, expiration, name, number);
	line_write(line, flags, (size_t) length);
	line_write(line, item->token, item->token_length);
	line_write(line, "\r\n", 2);
}

static slock_progress line_write_commands(memcached_line *line, slock_result *result)
{
	size_t prefix = line->prefix ? strlen(line->prefix) : 0;

	line->length = line->sent = 0;
	for (size_t i = 0; i < line->count_left; i++) {
		const slock_renewal_item *item = line->items[i];
		uint32_t number = line->client->announce(line->connection, result);

		if (!number) {
			return SLOCK_LOST;
		}
		if (!line_make_room(line, prefix + item->resource_length + item->token_length + LONGEST_FLAGS)) {
			slock_result_error(result, "Memcached at %s: out of memory", line->endpoint.name);
			line->fresh = true;
			return SLOCK_LOST;
		}
		if (line->versions[i] && !line_writes_meta(line)) {
			line_write(line, "cas ", 4);
		} else {
			line_write(line, line->versions[i] ? "ms " : "mg ", 3);
		}
		line_write(line, line->prefix ? line->prefix : "", prefix);
		line_write(line, item->resource, item->resource_length);
		if (line->versions[i]) {
			line_write_set(line, item, line->versions[i], number);
		} else {
			line_write_get(line, number);
		}
	}
	line->ready = true;
	return SLOCK_ARRIVED;
}

/* --- the flight --------------------------------------------------------------------------------------------------- */

static void line_close(memcached_line *line)
{
	if (line->connection) {
		line->client->close(line->connection);
		line->connection = NULL;
	}
	line->established = false;
}

/* What has no outcome yet goes out again, on whatever connection there is then. */
static void line_begin_round(memcached_line *line)
{
	size_t left = line->count_left - line->answered;

	memmove(line->items + line->again, line->items + line->answered, left * sizeof(*line->items));
	memmove(line->versions + line->again, line->versions + line->answered, left * sizeof(*line->versions));
	line->count_left = line->again + left;
	line->answered = line->again = 0;
	line->ready = line->refused = false;
	line->rounds++;
}

/* Ends the flight: what has no outcome has failed. */
static bool line_fail(memcached_line *line, const char *reason)
{
	line_close(line);
	if (line->versions) {
		line_begin_round(line);
	}
	for (size_t i = 0; i < line->count_left; i++) {
		line->items[i]->status = SLOCK_STORAGE_ERROR;
	}
	snprintf(line->base.failure, sizeof(line->base.failure), "%s", reason);
	return true;
}

/* The connection is lost. A server may close an idle one at any time, so one more try on a new one is made: what was
 * written has another version, so that a second time does no harm. Whether the flight has ended. */
static bool line_lose(memcached_line *line, const slock_result *result)
{
	if (line->fresh) {
		return line_fail(line, result->message);
	}
	line_close(line);
	line_begin_round(line);
	return false;
}

static slock_progress line_connect(memcached_line *line, slock_line_waiting *waiting, slock_result *result)
{
	slock_waiting connecting = {-1, 0, SLOCK_FOREVER};
	slock_progress progress;

	if (line->established) {
		return SLOCK_ARRIVED;
	}
	if (!line->connection) {
		line->fresh = true;
		line->connection = line->client->start(&line->endpoint, result);
		if (!line->connection) {
			return SLOCK_LOST;
		}
	}
	progress = line->client->establish(line->connection, &line->endpoint, false, 0, &connecting, result);
	*waiting = (slock_line_waiting){connecting.descriptor, connecting.events, connecting.until};
	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	if (line->client->dialect(line->connection) == SLOCK_MEMCACHED_NO_META) {
		slock_result_error(result, "Memcached at %s: the server knows no meta commands any more", line->endpoint.name);
		return SLOCK_BROKEN;
	}
	line->established = true;
	/* A child is not to keep it open. */
	slock_process_drop_in_child(line->client->descriptor(line->connection));
	return SLOCK_ARRIVED;
}

static void line_set_failure(memcached_line *line, const char *words)
{
	snprintf(line->base.failure, sizeof(line->base.failure), "Memcached at %s: %.400s", line->endpoint.name, words);
}

/* It has its next step, or the first one again. */
static void line_send_again(memcached_line *line, slock_renewal_item *item, uint64_t version)
{
	if (line->rounds < MOST_ROUNDS) {
		line->items[line->again] = item;
		line->versions[line->again++] = version;
	} else {
		item->status = SLOCK_STORAGE_ERROR;
		line_set_failure(line, "the lock is being written to all the time");
	}
}

static void line_conclude(slock_renewal_item *item, slock_status status)
{
	item->status = status;
	item->answered = slock_clock_now();
}

/* Ours: whether it lasts for long enough already. */
static void line_take_value(memcached_line *line, slock_renewal_item *item, const slock_memcached_answer *answer)
{
	uint32_t expiration;

	if (answer->lasts >= (uint64_t) (ceil(item->ttl) + SLOCK_MEMCACHED_RESERVE)) {
		line_conclude(item, SLOCK_OK);
	} else if (!slock_memcached_expiration(item->ttl, &expiration)) {
		item->status = SLOCK_STORAGE_ERROR;
		line_set_failure(line, "it cannot keep a lock until after January 19, 2038");
	} else if (!answer->version) {
		item->status = SLOCK_STORAGE_ERROR;
		line_set_failure(line, "the server keeps no versions of its values (it was started with -C)");
	} else {
		line_send_again(line, item, answer->version);
	}
}

/* Takes the answer to an item. */
static void line_take_answer(memcached_line *line, const slock_memcached_answer *answer)
{
	bool writes = line->versions[line->answered] != 0;
	slock_renewal_item *item = line->items[line->answered++];

	switch (answer->outcome) {
		case SLOCK_MEMCACHED_OK:
			if (writes && line->refused && !line_writes_meta(line)) {
				/* It has no number either, see below; what was written is seen then. */
				line_send_again(line, item, 0);
			} else if (writes) {
				line_conclude(item, SLOCK_OK);
			} else {
				line_take_value(line, item, answer);
			}
			break;
		case SLOCK_MEMCACHED_REFUSED:
			if (writes) {
				line_send_again(line, item, 0);
			} else {
				line_conclude(item, SLOCK_CONFLICT);
			}
			break;
		case SLOCK_MEMCACHED_MISSING:
			/* A miss has no number, so behind an error it may be the answer to another command. */
			if (line->refused) {
				line_send_again(line, item, 0);
			} else {
				line_conclude(item, SLOCK_CONFLICT);
			}
			break;
		default:
			item->status = SLOCK_STORAGE_ERROR;
			line->refused = true;
			line_set_failure(line, answer->text);
	}
}

static slock_progress line_receive(memcached_line *line, slock_result *result)
{
	slock_progress progress = SLOCK_ARRIVED;
	slock_memcached_answer answer;

	while (line->answered < line->count_left && progress == SLOCK_ARRIVED) {
		const slock_renewal_item *item = line->items[line->answered];
		const slock_memcached_command command = {
			.verb = line->versions[line->answered] ? SLOCK_MEMCACHED_CAS : SLOCK_MEMCACHED_GET,
			.value = item->token,
			.value_length = item->token_length,
			.renews = true,
		};

		progress = line->client->receive(line->connection, &command, false, &answer, result);
		if (progress == SLOCK_ARRIVED) {
			line_take_answer(line, &answer);
		}
	}
	return progress;
}

/* Connects, sends and receives, as far as nothing has to be waited for. ARRIVED: the round has all its answers. */
static slock_progress line_go_on(memcached_line *line, slock_line_waiting *waiting, slock_result *result)
{
	slock_progress progress = line_connect(line, waiting, result), sending;

	if (progress == SLOCK_ARRIVED && !line->ready) {
		progress = line_write_commands(line, result);
	}
	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	sending = line->client->send_some(line->connection, line->commands, line->length, &line->sent, result);
	if (sending == SLOCK_LOST) {
		return sending;
	}
	/* Also while not all is sent: a server whose answers nobody takes reads no further. */
	progress = line_receive(line, result);
	waiting->descriptor = line->client->descriptor(line->connection);
	waiting->events = sending == SLOCK_AWAITED ? POLLIN | POLLOUT : POLLIN;
	return progress;
}

static bool line_keep_versions(memcached_line *line, size_t count)
{
	uint64_t *versions;

	if (count > line->versions_room) {
		versions = realloc(line->versions, count * sizeof(*versions));
		if (!versions) {
			return false;
		}
		line->versions = versions;
		line->versions_room = count;
	}
	memset(line->versions, 0, count * sizeof(*line->versions));
	return true;
}

static void line_begin(slock_line *base, slock_renewal_item **items, size_t count)
{
	memcached_line *line = (memcached_line *) base;

	line->items = items;
	line->count_left = line_keep_versions(line, count) ? count : 0;
	for (size_t i = line->count_left; i < count; i++) {
		items[i]->status = SLOCK_STORAGE_ERROR;
		line_set_failure(line, "out of memory");
	}
	line->answered = line->again = line->sent = 0;
	line->rounds = 0;
	line->ready = line->fresh = line->refused = false;
	line->give_up = SLOCK_FOREVER;
}

/* The round has all its answers: whether the flight has ended. */
static bool line_end_round(memcached_line *line)
{
	if (line->refused) {
		line_close(line);
	}
	if (!line->again) {
		return true;
	}
	line->give_up = SLOCK_FOREVER;
	line_begin_round(line);
	return false;
}

static bool line_step(slock_line *base, slock_time answer_by, slock_line_waiting *waiting)
{
	memcached_line *line = (memcached_line *) base;
	slock_result result = {.status = SLOCK_OK};
	char late[SLOCK_MESSAGE_SIZE];

	while (line->count_left) {
		switch (line_go_on(line, waiting, &result)) {
			case SLOCK_ARRIVED:
				if (line_end_round(line)) {
					return true;
				}
				continue;
			case SLOCK_AWAITED:
				break;
			case SLOCK_LOST:
				if (line_lose(line, &result)) {
					return true;
				}
				continue;
			default:
				return line_fail(line, result.message);
		}
		if (line->established && line->give_up == SLOCK_FOREVER) {
			line->give_up = slock_clock_after(line->endpoint.command_timeout);
		}
		waiting->until = waiting->until < line->give_up ? waiting->until : line->give_up;
		if (slock_clock_now() < answer_by && slock_clock_now() < line->give_up) {
			return false;
		}
		snprintf(late, sizeof(late), "Memcached at %s: no answer in time", line->endpoint.name);
		return line_fail(line, late);
	}
	return true;
}

/* --- the line ----------------------------------------------------------------------------------------------------- */

static void line_free(slock_line *base)
{
	memcached_line *line = (memcached_line *) base;

	line_close(line);
	free((char *) line->endpoint.name);
	free((char *) line->endpoint.host);
	free((char *) line->endpoint.path);
	free(line->prefix);
	free(line->versions);
	free(line->commands);
	free(base->name);
	free(line);
}

static const slock_line_ops line_ops = {
	.begin = line_begin,
	.step = line_step,
	.free = line_free,
};

/* What is NULL stays NULL. False: there is no memory. */
static bool line_copy(char **to, const char *from, size_t length)
{
	*to = NULL;
	if (!from) {
		return true;
	}
	*to = malloc(length + 1);
	if (*to) {
		memcpy(*to, from, length);
		(*to)[length] = '\0';
	}
	return *to != NULL;
}

static bool line_copy_text(char **to, const char *from)
{
	return line_copy(to, from, from ? strlen(from) : 0);
}

slock_line *slock_memcached_line_new(const slock_memcached_client *client, const slock_memcached_endpoint *endpoint,
									 const char *name, size_t name_length, const char *prefix, uint64_t seed)
{
	memcached_line *line = calloc(1, sizeof(*line));
	bool complete;

	if (!line) {
		return NULL;
	}
	line->base.ops = &line_ops;
	line->base.name_length = name_length;
	line->client = client;
	line->seed = seed;
	line->endpoint = *endpoint;
	line->endpoint.user = line->endpoint.password = NULL;
	complete = line_copy(&line->base.name, name, name_length);
	complete = line_copy_text(&line->prefix, prefix) && complete;
	complete = line_copy_text((char **) &line->endpoint.name, endpoint->name) && complete;
	complete = line_copy_text((char **) &line->endpoint.host, endpoint->host) && complete;
	complete = line_copy_text((char **) &line->endpoint.path, endpoint->path) && complete;
	if (!complete) {
		line_free(&line->base);
		return NULL;
	}
	return &line->base;
}
