/* SPDX-License-Identifier: MIT
 *
 * The native Redis client: slock_redis.so.1. Plain C: no zval, no exception, no Zend call. hiredis reads the protocol,
 * resp.h writes it; the socket is ours (connect.c), because hiredis' own is not close-on-exec from the start, raises
 * SIGPIPE, and lets a signal end a connect() or start a time limit again. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clients/mask.h"
#include "clients/redis/connect.h"
#include "clients/redis/resp.h"
#include "slock_build.h"
#include "slock_version.h"

/* hiredis cannot be asked for its version at run time; the name of the file that was linked tells its ABI. */
static const char *hiredis_library_version(void)
{
	static char version[64];
	Dl_info library;
	const char *slash;

	if (!version[0]) {
		if (dladdr((const void *) redisReaderCreate, &library) && library.dli_fname) {
			slash = strrchr(library.dli_fname, '/');
			snprintf(version, sizeof(version), "%s", slash ? slash + 1 : library.dli_fname);
		} else {
			snprintf(version, sizeof(version), "%d.%d.%d", HIREDIS_MAJOR, HIREDIS_MINOR, HIREDIS_PATCH);
		}
	}
	return version;
}

static slock_progress hiredis_send_command(slock_redis_connection *connection, int argc, const char **argv,
										   const size_t *lengths, slock_redis_limit limit, slock_result *result)
{
	slock_progress progress;
	char small[1024], *command = small, *end;
	size_t size = SLOCK_RESP_LINE, sent = 0;

	for (int i = 0; i < argc; i++) {
		size += SLOCK_RESP_ARGUMENT(lengths[i]);
	}
	if (size > sizeof(small) && !(command = malloc(size))) {
		return slock_redis_lost(connection, "out of memory", result);
	}
	end = slock_resp_put_line(command, '*', (uint64_t) argc);
	for (int i = 0; i < argc; i++) {
		end = slock_resp_put_argument(end, argv[i], lengths[i]);
	}
	while ((progress = slock_redis_send_some(connection, command, (size_t) (end - command), &sent, result)) ==
		   SLOCK_AWAITED) {
		if (!slock_socket_wait(connection->fd, slock_redis_wanted(connection, POLLOUT), limit.until)) {
			progress = slock_redis_late(connection, limit.duration, result);
			break;
		}
	}
	if (command != small) {
		free(command);
	}
	return progress == SLOCK_ARRIVED ? SLOCK_AWAITED : progress;
}

static void hiredis_read_reply(const redisReply *from, slock_redis_reply *to)
{
	to->integer = 0;
	to->text[0] = '\0';
	switch (from->type) {
		case REDIS_REPLY_INTEGER:
			to->type = SLOCK_REDIS_INTEGER;
			to->integer = from->integer;
			break;
		case REDIS_REPLY_ERROR:
		case REDIS_REPLY_STATUS:
		case REDIS_REPLY_STRING:
			to->type = from->type == REDIS_REPLY_ERROR ? SLOCK_REDIS_ERROR : SLOCK_REDIS_TEXT;
			snprintf(to->text, sizeof(to->text), "%s", from->str);
			break;
		default:
			to->type = SLOCK_REDIS_OTHER;
	}
}

/* Takes the answer that most scripts give, one digit, if that is what comes next and has arrived: hiredis would make
 * objects of it, and there may be a thousand in one go. The first one of them, which has not arrived when it is
 * awaited, is its own, and then it drops what was read before. */
static bool hiredis_take_digit(slock_redis_connection *connection, slock_redis_reply *reply)
{
	redisReader *reader = connection->reader;
	const char *next;

	/* Not in the middle of another answer. */
	if (reader->ridx != -1 || reader->len - reader->pos < 4) {
		return false;
	}
	next = reader->buf + reader->pos;
	if (next[0] != ':' || next[1] < '0' || next[1] > '9' || next[2] != '\r' || next[3] != '\n') {
		return false;
	}
	reader->pos += 4;
	connection->unparsed = 0;
	reply->type = SLOCK_REDIS_INTEGER;
	reply->integer = next[1] - '0';
	reply->text[0] = '\0';
	return true;
}

static slock_progress hiredis_receive_reply(slock_redis_connection *connection, slock_redis_limit limit,
											slock_redis_reply *reply, slock_result *result)
{
	redisReply *arrived;
	slock_progress progress;

	if (hiredis_take_digit(connection, reply)) {
		return SLOCK_ARRIVED;
	}
	progress = slock_redis_receive(connection, limit, &arrived, result);
	if (progress == SLOCK_ARRIVED) {
		hiredis_read_reply(arrived, reply);
		freeReplyObject(arrived);
	}
	return progress;
}

static bool hiredis_has_leftovers(const slock_redis_connection *connection)
{
	return connection->reader->pos < connection->reader->len || slock_redis_has_leftovers(connection);
}

/* [kind, channel, payload or number] */
static const struct {
	const char *kind;
	int type;
} kinds[] = {
	{"smessage", SLOCK_REDIS_PUBLISHED},   {"message", SLOCK_REDIS_PUBLISHED},  {"ssubscribe", SLOCK_REDIS_SUBSCRIBED},
	{"subscribe", SLOCK_REDIS_SUBSCRIBED}, {"sunsubscribe", SLOCK_REDIS_ENDED}, {"unsubscribe", SLOCK_REDIS_ENDED},
};

/* False: this is nothing that belongs to a subscription. */
static bool hiredis_read_message(const redisReply *from, slock_redis_message *to)
{
	const redisReply *kind, *last;

	to->text[0] = '\0';
	if (from->type == REDIS_REPLY_ERROR) {
		to->type = SLOCK_REDIS_REFUSED;
		snprintf(to->text, sizeof(to->text), "%s", from->str);
		return true;
	}
	if (from->type != REDIS_REPLY_ARRAY || from->elements != 3 || from->element[0]->type != REDIS_REPLY_STRING) {
		return false;
	}
	kind = from->element[0];
	last = from->element[2];
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (!strcmp(kind->str, kinds[i].kind)) {
			to->type = kinds[i].type;
			if (last->type == REDIS_REPLY_STRING) {
				snprintf(to->text, sizeof(to->text), "%s", last->str);
			}
			return true;
		}
	}
	return false;
}

static slock_progress hiredis_receive_message(slock_redis_connection *connection, slock_redis_message *message,
											  slock_result *result)
{
	const slock_redis_limit at_once = {0};
	redisReply *arrived;
	slock_progress progress = slock_redis_receive(connection, at_once, &arrived, result);

	if (progress == SLOCK_ARRIVED) {
		if (!hiredis_read_message(arrived, message)) {
			progress = slock_redis_lost(connection, "this is no answer to SUBSCRIBE", result);
		}
		freeReplyObject(arrived);
	}
	return progress;
}

/* [first, last, [host, port, …], replicas…]; a host that is nil is that of the server itself. */
static bool hiredis_read_slots(const redisReply *from, slock_redis_slots *to)
{
	const redisReply *master, *host;

	if (!slock_redis_is_list(from, 3) || from->element[0]->type != REDIS_REPLY_INTEGER ||
		from->element[1]->type != REDIS_REPLY_INTEGER || from->element[0]->integer < 0 ||
		from->element[0]->integer > from->element[1]->integer || from->element[1]->integer > 16383) {
		return false;
	}
	master = from->element[2];
	if (!slock_redis_is_list(master, 2) || master->element[1]->type != REDIS_REPLY_INTEGER ||
		master->element[1]->integer < 1 || master->element[1]->integer > 65535) {
		return false;
	}
	host = master->element[0];
	if (host->type == REDIS_REPLY_STRING ? host->len >= sizeof(to->master.host) : host->type != REDIS_REPLY_NIL) {
		return false;
	}
	to->first = (int) from->element[0]->integer;
	to->last = (int) from->element[1]->integer;
	to->master.port = (int) master->element[1]->integer;
	snprintf(to->master.host, sizeof(to->master.host), "%s", host->type == REDIS_REPLY_STRING ? host->str : "");
	return true;
}

/* The ranges of an answer, for free(), and how many there are; -1: it is none. */
static int hiredis_read_ranges(const redisReply *answer, slock_redis_slots **ranges)
{
	int count = 0;

	/* More ranges than slots would only be work. */
	if (!slock_redis_is_list(answer, 0) || answer->elements > 16384 ||
		!(*ranges = calloc(answer->elements + 1, sizeof(**ranges)))) {
		return -1;
	}
	while (count < (int) answer->elements && hiredis_read_slots(answer->element[count], &(*ranges)[count])) {
		count++;
	}
	if (count < (int) answer->elements) {
		free(*ranges);
		return -1;
	}
	return count;
}

/* Takes an answer that the caller frees. One that is an error of the server ends the connection. */
static slock_progress hiredis_receive_answer(slock_redis_connection *connection, slock_redis_limit limit,
											 redisReply **answer, slock_result *result)
{
	slock_progress progress = slock_redis_receive(connection, limit, answer, result);

	if (progress == SLOCK_ARRIVED && (*answer)->type == REDIS_REPLY_ERROR) {
		slock_mask_secret((*answer)->str, connection->secret);
		progress = slock_redis_lost(connection, (*answer)->str, result);
		freeReplyObject(*answer);
	}
	return progress;
}

static slock_progress hiredis_receive_slots(slock_redis_connection *connection, slock_redis_limit limit,
											slock_redis_slots **slots, int *count, slock_result *result)
{
	redisReply *answer;
	slock_progress progress = hiredis_receive_answer(connection, limit, &answer, result);

	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	if ((*count = hiredis_read_ranges(answer, slots)) == -1) {
		progress = slock_redis_lost(connection, "this is no answer to CLUSTER SLOTS", result);
	}
	freeReplyObject(answer);
	return progress;
}

static bool hiredis_read_master(const redisReply *from, slock_redis_address *to)
{
	to->host[0] = '\0';
	if (from->type == REDIS_REPLY_NIL) {
		return true;
	}
	if (!slock_redis_is_list(from, 2) || from->element[0]->type != REDIS_REPLY_STRING ||
		from->element[1]->type != REDIS_REPLY_STRING || !from->element[0]->len ||
		from->element[0]->len >= sizeof(to->host)) {
		return false;
	}
	snprintf(to->host, sizeof(to->host), "%s", from->element[0]->str);
	to->port = atoi(from->element[1]->str);
	return to->port > 0 && to->port < 65536;
}

static slock_progress hiredis_receive_master(slock_redis_connection *connection, slock_redis_limit limit,
											 slock_redis_address *address, slock_result *result)
{
	redisReply *answer;
	slock_progress progress = hiredis_receive_answer(connection, limit, &answer, result);

	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	if (!hiredis_read_master(answer, address)) {
		progress = slock_redis_lost(connection, "this is no answer to SENTINEL get-master-addr-by-name", result);
	}
	freeReplyObject(answer);
	return progress;
}

static int hiredis_descriptor(const slock_redis_connection *connection)
{
	return connection->fd;
}

__attribute__((visibility("default"))) const slock_redis_client slock_redis_client_table = {
	.build = SLOCK_BUILD,
	.library_version = hiredis_library_version,
	.start = slock_redis_start,
	.establish = slock_redis_establish,
	.send = hiredis_send_command,
	.send_some = slock_redis_send_some,
	.wanted = slock_redis_wanted,
	.receive = hiredis_receive_reply,
	.has_leftovers = hiredis_has_leftovers,
	.receive_message = hiredis_receive_message,
	.receive_slots = hiredis_receive_slots,
	.receive_master = hiredis_receive_master,
	.descriptor = hiredis_descriptor,
	.close = slock_redis_close,
};
