/* SPDX-License-Identifier: MIT
 *
 * See line.h. A flight has rounds: what the server has not answered on a connection that turned out to be dead, and
 * what it wants in another form (it has lost the script, it cannot tell the time) goes out again. So does what no
 * master has answered, to the master that the sentinels name then. In a cluster, what this server does not have goes to
 * the line of another one, for the next flight: of the one that it names, or, where nothing is to be had from it, of
 * any that will name one. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/mask.h"
#include "clients/redis/line.h"
#include "clients/redis/line_answer.h"
#include "clients/redis/line_endpoint.h"
#include "clients/redis/line_pipeline.h"
#include "clients/redis/redirection.h"
#include "core/process.h"

/* More of them, and the server does not mean it. */
#define MOST_ROUNDS 5

/* The hint of an item: this server will have its slot, but ASKING has to go before it. */
#define ASKING 1

/* What ends sooner had no time for much. */
#define SHORT_FLIGHT (200 * SLOCK_MS)

typedef struct {
	slock_line base;
	const slock_redis_client *client;
	const slock_redis_script *script;
	slock_redis_endpoint endpoint;    /* all its strings are owned */
	slock_redis_sentinels *sentinels; /* who tell where it is, for each connection; NULL: it stays there */
	bool located;                     /* they have */
	slock_redis_nodes *nodes;         /* of the cluster it belongs to; NULL: to none */
	size_t common_length;             /* of the name: what all lines of the cluster have */
	slock_redis_connection *connection;
	bool established;
	bool known;    /* the server has run the script on this connection */
	bool timeless; /* the server has refused to use its clock, on this connection */

	/* The flight. */
	slock_renewal_item **items; /* those that have no outcome yet */
	size_t count, answered;
	bool asked;   /* the answer to the ASKING of the next one has come */
	size_t again; /* of the answered ones, those that go out again: they stand in front */
	int rounds;
	bool fresh;        /* the connection was opened for it */
	bool last_try;     /* when the connection is lost, no other one is opened */
	bool demoted;      /* what has answered is no master, or not yet */
	char refusal[256]; /* why a flight has failed, but for want of time, since an answer has come; "": none has */
	slock_time give_up;

	slock_redis_pipeline pipeline; /* of the round */
	bool ready;                    /* it is written */
} redis_line;

/* --- other servers of the cluster --------------------------------------------------------------------------------- */

/* A line to that server, which goes in the same ways. NULL: there is no memory. */
static slock_line *line_to_node(const redis_line *line, const slock_redis_address *address)
{
	slock_redis_endpoint endpoint;
	slock_line *other = NULL;

	if (!slock_redis_endpoint_copy(&endpoint, &line->endpoint)) {
		return NULL;
	}
	if (slock_redis_endpoint_move(&endpoint, address)) {
		other = slock_redis_line_new(&(slock_redis_line_plan){
			.client = line->client,
			.script = line->script,
			.endpoint = &endpoint,
			.nodes = line->nodes,
			.name = line->base.name,
			.name_length = line->common_length,
		});
	}
	slock_redis_endpoint_free(&endpoint);
	return other;
}

/* Sends the item to any other server, which will say who has its slot. */
static void line_leave_to_others(redis_line *line, slock_renewal_item *item)
{
	const slock_redis_address *other = line->nodes ? slock_redis_nodes_next(line->nodes, &line->endpoint) : NULL;

	if (other) {
		item->hint = 0;
		item->moved = line_to_node(line, other);
	}
}

/* Sends the item to where the answer tells. False: it does not. */
static bool line_redirect(const redis_line *line, slock_renewal_item *item, const char *text)
{
	slock_redis_redirection given;

	if (!line->nodes || !slock_redis_read_redirection(text, line->endpoint.host, &given)) {
		return false;
	}
	item->hint = given.ask ? ASKING : 0;
	item->moved = line_to_node(line, &given.to);
	return true;
}

/* --- the flight --------------------------------------------------------------------------------------------------- */

static void line_close(redis_line *line)
{
	if (line->fresh && line->located && !line->known) {
		/* Who was named has not shown to be the master. */
		slock_redis_sentinels_doubt(line->sentinels);
	}
	if (line->connection) {
		line->client->close(line->connection);
		line->connection = NULL;
	}
	if (line->sentinels) {
		slock_redis_sentinels_cancel(line->sentinels);
	}
	line->established = line->known = line->timeless = line->located = line->demoted = false;
}

/* What has no outcome yet goes out again, on whatever connection there is then. */
static void line_begin_round(redis_line *line)
{
	size_t left = line->count - line->answered;

	memmove(line->items + line->again, line->items + line->answered, left * sizeof(*line->items));
	line->count = line->again + left;
	line->answered = line->again = 0;
	line->ready = line->asked = false;
	line->rounds++;
}

/* Ends the flight: what has no outcome has failed. */
static bool line_fail(redis_line *line, const char *reason)
{
	line_close(line);
	line_begin_round(line);
	for (size_t i = 0; i < line->count; i++) {
		line->items[i]->status = SLOCK_STORAGE_ERROR;
		line_leave_to_others(line, line->items[i]);
	}
	snprintf(line->base.failure, sizeof(line->base.failure), "%s", reason);
	return true;
}

/* The same where the time is over. At the end of a lifetime there may be none for an answer, and what came before tells
 * more. */
static bool line_be_late(redis_line *line, const char *late)
{
	bool told = line->refusal[0] && slock_clock_now() < line->base.begun + SHORT_FLIGHT;

	return line_fail(line, told ? line->refusal : late);
}

/* The connection is lost. A server may close an idle one at any time, so one more try on a new one is made; that the
 * script then runs twice does no harm. Sentinels may name another server then. Whether the flight has ended. */
static bool line_lose(redis_line *line, const char *reason)
{
	if (line->last_try) {
		snprintf(line->refusal, sizeof(line->refusal), "%.255s", reason);
		return line_fail(line, reason);
	}
	line->last_try = line->sentinels != NULL;
	line->give_up = SLOCK_FOREVER;
	line_close(line);
	line_begin_round(line);
	return false;
}

/* Learns where the server is. */
static slock_progress line_locate(redis_line *line, slock_time answer_by, slock_waiting *waiting, slock_result *result)
{
	slock_redis_address master;
	slock_progress progress;

	if (!line->sentinels || line->located) {
		return SLOCK_ARRIVED;
	}
	progress = slock_redis_sentinels_step(line->sentinels, answer_by, waiting, &master, result);
	if (progress == SLOCK_ARRIVED && !slock_redis_endpoint_move(&line->endpoint, &master)) {
		slock_result_error(result, "Redis at %s: out of memory", line->endpoint.name);
		progress = SLOCK_LOST;
	}
	line->located = progress == SLOCK_ARRIVED;
	/* They would say the same again. */
	line->last_try = line->last_try || progress == SLOCK_LOST;
	return progress;
}

static slock_progress line_establish(redis_line *line, slock_time answer_by, slock_waiting *waiting,
									 slock_result *result)
{
	const slock_redis_limit at_once = {0};
	slock_progress progress;

	if (!line->connection) {
		progress = line_locate(line, answer_by, waiting, result);
		if (progress != SLOCK_ARRIVED) {
			return progress;
		}
		line->fresh = true;
		line->last_try = line->last_try || !line->sentinels;
		line->connection = line->client->start(&line->endpoint, result);
		if (!line->connection) {
			return SLOCK_LOST;
		}
	}
	progress = line->client->establish(line->connection, &line->endpoint, at_once, waiting, result);
	line->established = progress == SLOCK_ARRIVED;
	if (line->established) {
		/* A child is not to keep it open. */
		slock_process_drop_in_child(line->client->descriptor(line->connection));
	}
	return progress;
}

static slock_progress line_connect(redis_line *line, slock_time answer_by, slock_line_waiting *waiting,
								   slock_result *result)
{
	slock_waiting connecting = {-1, 0, SLOCK_FOREVER};
	slock_progress progress;

	if (line->established && !line->pipeline.sent && !line->answered && line->client->has_leftovers(line->connection)) {
		/* What is sent now would get no answer of its own. */
		line_close(line);
	}
	if (line->established) {
		return SLOCK_ARRIVED;
	}
	progress = line_establish(line, answer_by, &connecting, result);
	*waiting = (slock_line_waiting){connecting.descriptor, connecting.events, connecting.until};
	return progress;
}

static void line_note_failure(redis_line *line, const slock_redis_reply *reply)
{
	const char *text = reply->type == SLOCK_REDIS_ERROR ? reply->text : "this is no answer to the script";
	char words[SLOCK_MESSAGE_SIZE];

	snprintf(line->base.failure, sizeof(line->base.failure), "Redis at %.100s: %.400s", line->endpoint.name,
			 slock_mask_copy(words, text, line->endpoint.password));
}

/* Whether the item is to go out again, for what the answer says of the server. */
static bool line_has_to_repeat(redis_line *line, slock_redis_answer answer, const slock_redis_reply *reply)
{
	if (line->rounds >= MOST_ROUNDS) {
		return false;
	}
	switch (answer) {
		case SLOCK_REDIS_NOT_HELD:
			/* Who follows another server by now may not have the lock any more, or not yet: only who has said in this
			 * flight that it is a master has anything to say about a loss. */
			line->demoted = line->demoted || (line->sentinels && !line->fresh);
			return line->sentinels && !line->fresh;
		case SLOCK_REDIS_NO_MASTER:
			line->demoted = line->demoted || line->sentinels;
			line_note_failure(line, reply);
			return line->sentinels != NULL;
		case SLOCK_REDIS_NO_SCRIPT:
			line->known = false;
			return true;
		case SLOCK_REDIS_NO_CLOCK:
			/* Also those that were sent before it was known. */
			line->timeless = true;
			return true;
		default:
			return false;
	}
}

/* Takes the answer to an item. */
static void line_take_reply(redis_line *line, const slock_redis_reply *reply)
{
	slock_renewal_item *item = line->items[line->answered++];
	slock_redis_answer answer = slock_redis_read_answer(reply);

	if (line_has_to_repeat(line, answer, reply)) {
		line->items[line->again++] = item;
		return;
	}
	if (answer == SLOCK_REDIS_RENEWED || answer == SLOCK_REDIS_NOT_HELD) {
		line->known = true;
		line->refusal[0] = '\0';
		item->status = answer == SLOCK_REDIS_RENEWED ? SLOCK_OK : SLOCK_CONFLICT;
		item->answered = slock_clock_now();
		return;
	}
	item->status = SLOCK_STORAGE_ERROR;
	if (answer == SLOCK_REDIS_REDIRECTED && line_redirect(line, item, reply->text)) {
		/* That is no failure yet. */
		return;
	}
	line_note_failure(line, reply);
	if (answer == SLOCK_REDIS_NO_MASTER || answer == SLOCK_REDIS_CLUSTER_DOWN) {
		line_leave_to_others(line, item);
	}
}

/* The first one brings the script, unless the server is known to have it. */
static bool line_write_commands(redis_line *line)
{
	slock_redis_renewing how = {.script = line->script, .client_time = line->timeless};

	line->pipeline.length = line->pipeline.sent = 0;
	for (size_t i = 0; i < line->count; i++) {
		how.whole = !i && !line->known;
		how.asking = line->items[i]->hint == ASKING;
		if (!slock_redis_pipeline_add(&line->pipeline, line->items[i], &how)) {
			return false;
		}
	}
	line->ready = true;
	return true;
}

static slock_progress line_receive(redis_line *line, slock_line_waiting *waiting, slock_result *result)
{
	const slock_redis_limit at_once = {0};
	slock_progress progress = SLOCK_ARRIVED;
	slock_redis_reply reply;

	while (line->answered < line->count && progress == SLOCK_ARRIVED) {
		progress = line->client->receive(line->connection, at_once, &reply, result);
		if (progress == SLOCK_ARRIVED && line->items[line->answered]->hint == ASKING && !line->asked) {
			line->asked = true;
		} else if (progress == SLOCK_ARRIVED) {
			line->asked = false;
			line_take_reply(line, &reply);
		}
	}
	waiting->descriptor = line->client->descriptor(line->connection);
	waiting->events = line->client->wanted(line->connection, POLLIN);
	return progress;
}

/* Connects, sends and receives, as far as nothing has to be waited for. ARRIVED: the round has all its answers. */
static slock_progress line_go_on(redis_line *line, slock_time answer_by, slock_line_waiting *waiting,
								 slock_result *result)
{
	slock_progress progress = line_connect(line, answer_by, waiting, result);

	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	if (!line->ready && !line_write_commands(line)) {
		slock_result_error(result, "Redis at %s: out of memory", line->endpoint.name);
		line->last_try = true;
		return SLOCK_LOST;
	}
	progress = line->client->send_some(line->connection, line->pipeline.data, line->pipeline.length,
									   &line->pipeline.sent, result);
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
	line->answered = line->again = line->pipeline.sent = 0;
	line->rounds = 0;
	line->asked = false;
	line->ready = line->fresh = line->last_try = false;
	line->give_up = SLOCK_FOREVER;
}

/* All answers are there. Whether the flight has ended. */
static bool line_end_round(redis_line *line)
{
	char reason[SLOCK_MESSAGE_SIZE];

	if (!line->again) {
		return true;
	}
	line->give_up = SLOCK_FOREVER;
	if (line->demoted) {
		snprintf(reason, sizeof(reason), "%s", line->base.failure);
		return line_lose(line, reason);
	}
	line_begin_round(line);
	return false;
}

/* Something is awaited. Whether the flight has ended, because the time is over. */
static bool line_await(redis_line *line, slock_time answer_by, slock_line_waiting *waiting)
{
	slock_time now = slock_clock_now();
	char late[SLOCK_MESSAGE_SIZE];

	if (line->established && line->give_up == SLOCK_FOREVER) {
		line->give_up = slock_clock_add(now, line->endpoint.command_timeout);
	}
	waiting->until = waiting->until < line->give_up ? waiting->until : line->give_up;
	if (now < answer_by && now < line->give_up) {
		return false;
	}
	snprintf(late, sizeof(late), "Redis at %.400s: no answer in time", line->endpoint.name);
	return line_be_late(line, late);
}

static bool line_step(slock_line *base, slock_time answer_by, slock_line_waiting *waiting)
{
	redis_line *line = (redis_line *) base;
	slock_result result = {.status = SLOCK_OK};

	for (;;) {
		bool ended;

		switch (line_go_on(line, answer_by, waiting, &result)) {
			case SLOCK_ARRIVED:
				ended = line_end_round(line);
				break;
			case SLOCK_AWAITED:
				return line_await(line, answer_by, waiting);
			case SLOCK_LATE:
				ended = line_be_late(line, result.message);
				break;
			default:
				ended = line_lose(line, result.message);
		}
		if (ended) {
			return true;
		}
	}
}

static void line_free(slock_line *base)
{
	redis_line *line = (redis_line *) base;

	line_close(line);
	slock_redis_endpoint_free(&line->endpoint);
	slock_redis_sentinels_free(line->sentinels);
	explicit_bzero(base->name, base->name_length);
	free(base->name);
	free(line->nodes);
	slock_redis_pipeline_free(&line->pipeline);
	free(line);
}

static const slock_line_ops line_ops = {
	.begin = line_begin,
	.step = line_step,
	.free = line_free,
};

/* The name, and with it that of the server, where there are several. */
static bool line_set_name(redis_line *line, const slock_redis_line_plan *plan)
{
	const char *server = plan->nodes ? plan->endpoint->name : "";
	size_t length = strlen(server);
	char *name = malloc(plan->name_length + length + 1);

	if (name) {
		memcpy(name, plan->name, plan->name_length);
		memcpy(name + plan->name_length, server, length);
		line->base.name = name;
		line->base.name_length = plan->name_length + length;
		line->common_length = plan->name_length;
	}
	return name != NULL;
}

static bool line_copy_nodes(redis_line *line, const slock_redis_nodes *nodes)
{
	line->nodes = nodes ? malloc(sizeof(*nodes)) : NULL;
	if (line->nodes) {
		*line->nodes = *nodes;
	}
	return line->nodes || !nodes;
}

slock_line *slock_redis_line_new(const slock_redis_line_plan *plan)
{
	redis_line *line = calloc(1, sizeof(*line));

	if (!line || !line_set_name(line, plan) || !line_copy_nodes(line, plan->nodes) ||
		!slock_redis_endpoint_copy(&line->endpoint, plan->endpoint)) {
		if (line) {
			free(line->base.name);
			free(line->nodes);
		}
		free(line);
		slock_redis_sentinels_free(plan->sentinels);
		return NULL;
	}
	line->base.ops = &line_ops;
	line->client = plan->client;
	line->sentinels = plan->sentinels;
	line->script = plan->script;
	return &line->base;
}
