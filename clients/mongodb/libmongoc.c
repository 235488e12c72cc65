/* SPDX-License-Identifier: MIT
 *
 * The native MongoDB client: slock_mongodb.so.1. Plain C over libmongoc 1.23 to 2.x: no zval, no exception, no Zend
 * call. One mongoc_client_t per connection: it has no threads, and connects to the servers of its URI by itself. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mongoc/mongoc.h>

#include "clients/mongodb/commands.h"
#include "clients/mongodb/document.h"
#include "clients/mongodb/endpoint.h"
#include "clients/mongodb/mongodb.h"
#include "clients/mongodb/stream.h"
#include "core/signals.h"
#include "slock_build.h"
#include "slock_version.h"

#define LOOK_AGAIN_AFTER (500 * SLOCK_MS) /* libmongoc looks at a server no more often */
#define TIME_FOR_AN_END (250 * SLOCK_MS)  /* for telling the server that its session has ended */

struct slock_mongodb_connection {
	mongoc_client_t *client;
	mongoc_write_concern_t *majority;
	mongoc_read_prefs_t *primary;
	slock_mongodb_limits limits;
	slock_time confirm_timeout;   /* a majority has so long to confirm what was written; 0: as long as it takes */
	slock_time selection_timeout; /* for looking again and again for a server that takes the command; 0: one look */
	slock_time shortest_timeout;  /* a command without an answer that took so long is late, not lost */
	bool tls;
	char name[256]; /* of the servers, for messages */
};

static const char *libmongoc_library_version(void)
{
	return mongoc_get_version();
}

/* Sets a time limit that the URI does not name, to the nearest millisecond; the one that counts then. */
static slock_time libmongoc_default_timeout(mongoc_uri_t *uri, const char *option, slock_time limit)
{
	int64_t ms = (limit + SLOCK_MS / 2) / SLOCK_MS;

	if (!mongoc_uri_has_option(uri, option)) {
		mongoc_uri_set_option_as_int32(uri, option, ms < 1 ? 1 : ms > INT_MAX ? INT_MAX : (int32_t) ms);
	}
	return mongoc_uri_get_option_as_int32(uri, option, 0) * SLOCK_MS;
}

/* The server has to say that nobody confirms before its answer is awaited no more: else nothing is taken back. */
static slock_time libmongoc_before_end_of(slock_time limit)
{
	return limit > 0 ? BSON_MAX(limit - limit / 8, SLOCK_MS) : 0;
}

/* What the URI says, if that is less than the answer is awaited for. */
static slock_time libmongoc_confirm_timeout(const mongoc_uri_t *uri, slock_time command)
{
	const slock_time own = mongoc_uri_get_option_as_int64(uri, MONGOC_URI_WTIMEOUTMS, 0) * SLOCK_MS;
	const slock_time most = libmongoc_before_end_of(command);

	return own > 0 && (own < most || most == 0) ? own : most;
}

/* Shortens a time limit to what is left until `answer_by`. */
static void libmongoc_hurry(mongoc_uri_t *uri, const char *option, slock_time answer_by)
{
	int64_t left = slock_clock_left(answer_by) / SLOCK_MS + 1;
	int32_t own = mongoc_uri_get_option_as_int32(uri, option, 0);

	left = left < 1 ? 1 : left;
	if (own <= 0 || own > left) {
		mongoc_uri_set_option_as_int32(uri, option, left > INT_MAX ? INT_MAX : (int32_t) left);
	}
}

static bool libmongoc_check(const slock_mongodb_endpoint *endpoint, slock_result *result)
{
	mongoc_uri_t *uri = slock_mongodb_endpoint_parse(endpoint, result);

	if (uri) {
		mongoc_uri_destroy(uri);
	}
	return uri != NULL;
}

static void libmongoc_free_connection(slock_mongodb_connection *connection)
{
	if (connection->client) {
		mongoc_client_destroy(connection->client);
	}
	mongoc_write_concern_destroy(connection->majority);
	mongoc_read_prefs_destroy(connection->primary);
	free(connection);
}

static slock_mongodb_connection *libmongoc_open(const slock_mongodb_endpoint *endpoint, slock_time answer_by,
												slock_result *result)
{
	mongoc_uri_t *uri = slock_mongodb_endpoint_parse(endpoint, result);
	slock_mongodb_connection *connection;
	bson_error_t error;
	slock_time connect, selection, command;

	if (!uri) {
		return NULL;
	}
	connection = calloc(1, sizeof(*connection));
	if (!connection) {
		mongoc_uri_destroy(uri);
		slock_result_error(result, "MongoDB: out of memory");
		return NULL;
	}
	connect = libmongoc_default_timeout(uri, MONGOC_URI_CONNECTTIMEOUTMS, endpoint->connect_timeout);
	selection = libmongoc_default_timeout(uri, MONGOC_URI_SERVERSELECTIONTIMEOUTMS, endpoint->connect_timeout);
	command = libmongoc_default_timeout(uri, MONGOC_URI_SOCKETTIMEOUTMS, endpoint->command_timeout);
	/* Trying again is our caller's affair: with a new client, and never after a timeout. */
	if (!mongoc_uri_has_option(uri, MONGOC_URI_RETRYREADS)) {
		mongoc_uri_set_option_as_bool(uri, MONGOC_URI_RETRYREADS, false);
	}
	if (!mongoc_uri_has_option(uri, MONGOC_URI_RETRYWRITES)) {
		mongoc_uri_set_option_as_bool(uri, MONGOC_URI_RETRYWRITES, false);
	}
	/* To look again is ours as well: libmongoc sleeps between two looks, and knows no deadline. */
	if (!mongoc_uri_get_option_as_bool(uri, MONGOC_URI_SERVERSELECTIONTRYONCE, true)) {
		mongoc_uri_set_option_as_bool(uri, MONGOC_URI_SERVERSELECTIONTRYONCE, true);
		connection->selection_timeout = selection;
	}
	if (answer_by) {
		libmongoc_hurry(uri, MONGOC_URI_CONNECTTIMEOUTMS, answer_by);
	}
	connection->limits.connect_timeout = connect;
	connection->confirm_timeout = libmongoc_confirm_timeout(uri, command);
	connection->shortest_timeout = command > 0 && command < connect ? command : connect;
	slock_mongodb_endpoint_name(uri, connection->name, sizeof(connection->name));
	connection->tls = mongoc_uri_get_tls(uri);
	connection->majority = mongoc_write_concern_new();
	mongoc_write_concern_set_w(connection->majority, MONGOC_WRITE_CONCERN_W_MAJORITY);
	connection->primary = mongoc_read_prefs_new(MONGOC_READ_PRIMARY);
	connection->client = mongoc_client_new_from_uri_with_error(uri, &error);
	mongoc_uri_destroy(uri);
	if (!connection->client) {
		slock_result_error(result, "MongoDB at %s: %s", connection->name, error.message);
		libmongoc_free_connection(connection);
		return NULL;
	}
	mongoc_client_set_error_api(connection->client, MONGOC_ERROR_API_VERSION_2);
	if (!connection->tls) {
		slock_mongodb_limit_client(connection->client, &connection->limits);
	}
	return connection;
}

static bool libmongoc_find(const bson_t *document, const char *path, bson_iter_t *found)
{
	bson_iter_t start;

	return bson_iter_init(&start, document) && bson_iter_find_descendant(&start, path, found);
}

static int64_t libmongoc_int_at(const bson_t *document, const char *path)
{
	bson_iter_t found;

	return libmongoc_find(document, path, &found) && BSON_ITER_HOLDS_NUMBER(&found) ? bson_iter_as_int64(&found) : 0;
}

static bool libmongoc_has(const bson_t *document, const char *path)
{
	bson_iter_t found;

	return libmongoc_find(document, path, &found);
}

static const char *libmongoc_text_at(const bson_t *document, const char *path)
{
	bson_iter_t found;

	return libmongoc_find(document, path, &found) && BSON_ITER_HOLDS_UTF8(&found) ? bson_iter_utf8(&found, NULL)
																				  : "no reason given";
}

/* Errors after which the command is sent once more on another connection. All others are final, and nothing was done.
 * The codes are those of MongoDB's error_codes.yml. */
static const struct {
	uint32_t code;
	bool maybe_done; /* what answered has asked another server, or was in the middle: it may be done, or will be */
} libmongoc_errors_of_servers[] = {
	{6, true},      /* HostUnreachable */
	{7, true},      /* HostNotFound */
	{89, true},     /* NetworkTimeout */
	{91, true},     /* ShutdownInProgress */
	{189, false},   /* PrimarySteppedDown */
	{262, true},    /* ExceededTimeLimit */
	{9001, true},   /* SocketException */
	{10107, false}, /* NotWritablePrimary */
	{11600, true},  /* InterruptedAtShutdown */
	{11602, true},  /* InterruptedDueToReplStateChange */
	{13435, false}, /* NotPrimaryNoSecondaryOk */
	{13436, false}, /* NotPrimaryOrSecondary */
};

/* What the server's code says of a command that it has not done, as far as it knows. */
static slock_progress libmongoc_judge(uint32_t code, slock_mongodb_reply *reply)
{
	reply->duplicate = code == SLOCK_MONGODB_DUPLICATE_KEY;
	reply->other_index = slock_mongodb_is_other_index(code);
	for (size_t i = 0; i < sizeof(libmongoc_errors_of_servers) / sizeof(*libmongoc_errors_of_servers); i++) {
		if (libmongoc_errors_of_servers[i].code == code) {
			/* Or the attempt before, on another connection, was. */
			reply->maybe_done = reply->maybe_done || libmongoc_errors_of_servers[i].maybe_done;
			return SLOCK_LOST;
		}
	}
	return SLOCK_ARRIVED;
}

static slock_progress libmongoc_read_answer(const slock_mongodb_connection *connection, const slock_mongodb_call *call,
											const bson_t *answer, slock_mongodb_reply *reply, slock_result *result)
{
	slock_result_set(result, SLOCK_OK);
	if (call->command == SLOCK_MONGODB_EXISTS) {
		reply->count = libmongoc_has(answer, "cursor.firstBatch.0") ? 1 : 0;
		return SLOCK_ARRIVED;
	}
	if (call->text) {
		slock_mongodb_document_read(answer, call, reply);
	} else {
		reply->count = libmongoc_int_at(answer, "n");
	}
	reply->upserted = libmongoc_has(answer, "upserted.0");
	if (libmongoc_has(answer, "writeErrors.0")) {
		slock_result_error(result, "MongoDB at %s: %s", connection->name,
						   libmongoc_text_at(answer, "writeErrors.0.errmsg"));
		return libmongoc_judge((uint32_t) libmongoc_int_at(answer, "writeErrors.0.code"), reply);
	}
	if (libmongoc_has(answer, "writeConcernError")) {
		reply->maybe_done = true;
		slock_result_error(result, "MongoDB at %s: the write was not confirmed by a majority: %s", connection->name,
						   libmongoc_text_at(answer, "writeConcernError.errmsg"));
	}
	return SLOCK_ARRIVED;
}

/* What ended without ok: 1. */
static slock_progress libmongoc_read_failure(const slock_mongodb_connection *connection, const slock_mongodb_call *call,
											 const bson_error_t *error, slock_time took, slock_mongodb_reply *reply,
											 slock_result *result)
{
	bool unreached = error->domain == MONGOC_ERROR_SERVER_SELECTION && *connection->limits.reasons;

	reply->cut = error->domain == MONGOC_ERROR_STREAM;
	slock_result_error(result, "MongoDB at %s: %s%s%s", connection->name, unreached ? connection->limits.reasons : "",
					   unreached ? "; " : "", error->message);
	if (error->domain == MONGOC_ERROR_SERVER || error->domain == MONGOC_ERROR_WRITE_CONCERN) {
		return libmongoc_judge(error->code, reply);
	}
	if (call->answer_by && slock_clock_now() >= call->answer_by) {
		slock_result_error(result, "MongoDB at %s: no answer in time", connection->name);
		return SLOCK_LATE;
	}
	/* A connection that was not made in a shorter time than that is LOST as well: nothing was sent. */
	return took < connection->shortest_timeout / 10 * 9 ? SLOCK_LOST : SLOCK_LATE;
}

/* Whether there is time for another look at the servers, and then it is time for that. */
static bool libmongoc_may_look_again(slock_time until)
{
	const struct timespec pause = {.tv_nsec = LOOK_AGAIN_AFTER};

	return slock_clock_left(until) > LOOK_AGAIN_AFTER && nanosleep(&pause, NULL) == 0;
}

/* libmongoc has been told to look once, and says that this is why it has found none. */
static void libmongoc_say_in_time(char *message)
{
	static const char set[] = "(`serverSelectionTryOnce` set)", in_time[] = "in time";
	char *found = strstr(message, set);

	if (found) {
		memcpy(found, in_time, strlen(in_time));
		memmove(found + strlen(in_time), found + strlen(set), strlen(found + strlen(set)) + 1);
	}
}

/* The options of a write, which the caller destroys. */
static void libmongoc_ask_majority(const slock_mongodb_connection *connection, slock_time answer_by, bson_t *options)
{
	slock_time limit = connection->confirm_timeout, left;

	if (answer_by) {
		left = libmongoc_before_end_of(BSON_MAX(slock_clock_left(answer_by), SLOCK_MS));
		limit = limit ? BSON_MIN(limit, left) : left;
	}
	mongoc_write_concern_set_wtimeout_int64(connection->majority, limit / SLOCK_MS);
	mongoc_write_concern_append(connection->majority, options);
}

/* Sends a write. In a bounded wait the server is looked for and connected to first, because that takes of the time
 * which is told it for the majority: what it says later than that is not heard any more. */
static bool libmongoc_write(const slock_mongodb_connection *connection, const slock_mongodb_call *call,
							const bson_t *command, bson_t *answer, bson_error_t *error)
{
	bson_t options = BSON_INITIALIZER;
	mongoc_server_description_t *server;
	bool ok;

	if (call->answer_by) {
		server = mongoc_client_select_server(connection->client, true, NULL, error);
		if (!server) {
			bson_init(answer);
			bson_destroy(&options);
			return false;
		}
		mongoc_server_description_destroy(server);
	}
	libmongoc_ask_majority(connection, call->answer_by, &options);
	ok = mongoc_client_write_command_with_opts(connection->client, call->database, command, &options, answer, error);
	bson_destroy(&options);
	return ok;
}

/* Sends the command as soon as there is a server for it. The caller destroys the answer. */
static bool libmongoc_send(const slock_mongodb_connection *connection, const slock_mongodb_call *call,
						   const bson_t *command, bson_t *answer, bson_error_t *error)
{
	const slock_time until = slock_clock_limit(connection->selection_timeout, call->answer_by);
	mongoc_client_t *client = connection->client;
	bool ok;

	for (;;) {
		if (call->command == SLOCK_MONGODB_EXISTS || call->command == SLOCK_MONGODB_DOCUMENT_READ) {
			ok = mongoc_client_read_command_with_opts(client, call->database, command, connection->primary, NULL,
													  answer, error);
		} else if (call->command == SLOCK_MONGODB_INDEX) {
			ok = mongoc_client_command_simple(client, call->database, command, NULL, answer, error);
		} else {
			ok = libmongoc_write(connection, call, command, answer, error);
		}
		if (ok || error->domain != MONGOC_ERROR_SERVER_SELECTION || !libmongoc_may_look_again(until)) {
			break;
		}
		bson_destroy(answer);
	}
	if (!ok && connection->selection_timeout) {
		libmongoc_say_in_time(error->message);
	}
	return ok;
}

static slock_progress libmongoc_run(slock_mongodb_connection *connection, const slock_mongodb_call *call,
									slock_mongodb_reply *reply, slock_result *result)
{
	slock_progress progress;
	bson_t command, answer;
	slock_time started = slock_clock_now();
	bson_error_t error;
	slock_signals before;
	bool ok;

	slock_signals_block(&before);
	connection->limits.deadline = call->answer_by;
	connection->limits.reasons[0] = '\0';
	if (!slock_mongodb_command_build(&command, call, result)) {
		slock_signals_restore(&before);
		return SLOCK_ARRIVED;
	}
	ok = libmongoc_send(connection, call, &command, &answer, &error);
	if (ok || (libmongoc_int_at(&answer, "ok") == 1 &&
			   (libmongoc_has(&answer, "writeErrors.0") || libmongoc_has(&answer, "writeConcernError")))) {
		progress = libmongoc_read_answer(connection, call, &answer, reply, result);
	} else {
		progress = libmongoc_read_failure(connection, call, &error, slock_clock_now() - started, reply, result);
	}
	connection->limits.deadline = 0;
	bson_destroy(&command);
	bson_destroy(&answer);
	slock_signals_restore(&before);
	return progress;
}

static void libmongoc_close(slock_mongodb_connection *connection, bool healthy)
{
	slock_signals before;

	slock_signals_block(&before);
	if (!healthy) {
		/* Forgets the sessions, whose end would be told to a server that does not answer. */
		mongoc_client_reset(connection->client);
	}
	/* It is sent at once. Its answer says nothing. */
	connection->limits.deadline = slock_clock_after(TIME_FOR_AN_END);
	libmongoc_free_connection(connection);
	slock_signals_restore(&before);
}

static void libmongoc_abandon(slock_mongodb_connection *connection)
{
	mongoc_client_reset(connection->client);
	if (connection->tls) {
		/* TLS sends close_notify when its stream is freed, on the parent's connection. So this one is never freed; its
		 * descriptor is close-on-exec. */
		connection->client = NULL;
	}
	/* A socket of libmongoc knows which process opened it, and is only closed here, not shut down. */
	libmongoc_free_connection(connection);
}

__attribute__((visibility("default"))) const slock_mongodb_client slock_mongodb_client_table = {
	.build = SLOCK_BUILD,
	.library_version = libmongoc_library_version,
	.check = libmongoc_check,
	.open = libmongoc_open,
	.run = libmongoc_run,
	.close = libmongoc_close,
	.abandon = libmongoc_abandon,
};
