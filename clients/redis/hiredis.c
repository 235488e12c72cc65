/* SPDX-License-Identifier: MIT
 *
 * The native Redis client: slock_redis.so. Plain C over hiredis: no zval, no exception, no Zend call. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>

#include <hiredis/hiredis.h>

#include "clients/redis/redis.h"

struct slock_redis_connection {
	redisContext *context;
	double command_timeout;
	char name[160]; /* "host:port" or the path, for messages */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static struct timeval to_timeval(double seconds)
{
	struct timeval time;

	if (seconds < 0.001) {
		seconds = 0.001;
	}
	time.tv_sec = (time_t) seconds;
	time.tv_usec = (suseconds_t) ((seconds - (double) time.tv_sec) * 1e6);
	return time;
}

/* hiredis cannot be asked for its version at run time; the name of the file that was linked tells its ABI. */
static const char *library_version(void)
{
	static char version[64];
	Dl_info library;
	const char *slash;

	if (!version[0]) {
		if (dladdr((const void *) redisConnectWithTimeout, &library) && library.dli_fname) {
			slash = strrchr(library.dli_fname, '/');
			snprintf(version, sizeof(version), "%s", slash ? slash + 1 : library.dli_fname);
		} else {
			snprintf(version, sizeof(version), "%d.%d.%d", HIREDIS_MAJOR, HIREDIS_MINOR, HIREDIS_PATCH);
		}
	}
	return version;
}

static void close_connection(slock_redis_connection *connection)
{
	if (connection->context) {
		redisFree(connection->context);
	}
	free(connection);
}

/* Whether the socket's time limit broke the context. */
static bool is_late(const redisContext *context)
{
	return context->err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK);
}

static void late(const slock_redis_connection *connection, slock_result *result)
{
	slock_result_error(result, "Redis at %s: no answer within %g seconds", connection->name,
					   connection->command_timeout);
}

/* The reason why the context is broken. */
static void explain(const slock_redis_connection *connection, slock_result *result)
{
	const redisContext *context = connection->context;

	if (is_late(context)) {
		late(connection, result);
	} else if (context->err == REDIS_ERR_EOF) {
		slock_result_error(result, "Redis at %s: the server closed the connection", connection->name);
	} else {
		slock_result_error(result, "Redis at %s: %s", connection->name, context->errstr);
	}
}

static void read_reply(const redisReply *from, slock_redis_reply *to)
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
			snprintf(to->text, sizeof(to->text), "%.*s", (int) from->len, from->str);
			break;
		default:
			to->type = SLOCK_REDIS_OTHER;
	}
}

static bool send_command(slock_redis_connection *connection, int argc, const char **argv, const size_t *lengths,
						 slock_result *result)
{
	redisContext *context = connection->context;
	int done = 0;

	errno = 0;
	if (redisAppendCommandArgv(context, argc, argv, (size_t *) lengths) != REDIS_OK) {
		explain(connection, result);
		return false;
	}
	do {
		if (redisBufferWrite(context, &done) != REDIS_OK) {
			explain(connection, result);
			return false;
		}
	} while (!done);
	return true;
}

static slock_redis_progress receive_reply(slock_redis_connection *connection, bool wait, slock_redis_reply *reply,
										  slock_result *result)
{
	redisContext *context = connection->context;
	double deadline = wait ? now() + connection->command_timeout : 0;
	void *parsed = NULL;
	bool read = false;

	for (;;) {
		errno = 0;
		if (redisReaderGetReply(context->reader, &parsed) != REDIS_OK) {
			slock_result_error(result, "Redis at %s: %s", connection->name, context->reader->errstr);
			return SLOCK_REDIS_LOST;
		}
		if (parsed) {
			read_reply(parsed, reply);
			freeReplyObject(parsed);
			return SLOCK_REDIS_ARRIVED;
		}
		if (read && !wait) {
			return SLOCK_REDIS_AWAITED;
		}
		/* The socket's own time limit starts anew after every signal, so the whole wait is bounded here. */
		if (wait && read && now() >= deadline) {
			late(connection, result);
			return SLOCK_REDIS_LATE;
		}
		errno = 0;
		if (redisBufferRead(context) != REDIS_OK) {
			if (is_late(context)) {
				late(connection, result);
				return SLOCK_REDIS_LATE;
			}
			explain(connection, result);
			return SLOCK_REDIS_LOST;
		}
		read = true;
	}
}

/* Sends AUTH and SELECT together and looks at both answers: one round trip, and none without them. */
static bool greet(slock_redis_connection *connection, const slock_redis_endpoint *endpoint, slock_result *result)
{
	const char *argv[3];
	size_t lengths[3];
	slock_redis_reply reply;
	char database[16];
	int expected = 0;

	if (endpoint->password) {
		int argc = 0;

		argv[argc++] = "AUTH";
		if (endpoint->user) {
			argv[argc++] = endpoint->user;
		}
		argv[argc++] = endpoint->password;
		for (int i = 0; i < argc; i++) {
			lengths[i] = strlen(argv[i]);
		}
		if (!send_command(connection, argc, argv, lengths, result)) {
			return false;
		}
		expected++;
	}
	if (endpoint->database) {
		snprintf(database, sizeof(database), "%d", endpoint->database);
		argv[0] = "SELECT";
		argv[1] = database;
		lengths[0] = strlen(argv[0]);
		lengths[1] = strlen(argv[1]);
		if (!send_command(connection, 2, argv, lengths, result)) {
			return false;
		}
		expected++;
	}
	while (expected--) {
		if (receive_reply(connection, true, &reply, result) != SLOCK_REDIS_ARRIVED) {
			return false;
		}
		if (reply.type == SLOCK_REDIS_ERROR) {
			slock_result_error(result, "Redis at %s: %s", connection->name, reply.text);
			return false;
		}
	}
	return true;
}

static redisContext *open_context(const slock_redis_endpoint *endpoint, double timeout)
{
	if (endpoint->path) {
		return redisConnectUnixWithTimeout(endpoint->path, to_timeval(timeout));
	}
	return redisConnectWithTimeout(endpoint->host, endpoint->port, to_timeval(timeout));
}

static slock_redis_connection *connect_endpoint(const slock_redis_endpoint *endpoint, slock_result *result)
{
	slock_redis_connection *connection = calloc(1, sizeof(*connection));
	double deadline = now() + endpoint->connect_timeout, left = endpoint->connect_timeout;
	int flags;

	if (!connection) {
		slock_result_error(result, "Redis: out of memory");
		return NULL;
	}
	if (endpoint->path) {
		snprintf(connection->name, sizeof(connection->name), "%s", endpoint->path);
	} else {
		snprintf(connection->name, sizeof(connection->name), "%s:%d", endpoint->host, endpoint->port);
	}
	/* hiredis takes a signal during connect() for a failure. */
	for (;;) {
		errno = 0;
		connection->context = open_context(endpoint, left);
		if (!connection->context || !connection->context->err || errno != EINTR || (left = deadline - now()) <= 0) {
			break;
		}
		redisFree(connection->context);
	}
	if (!connection->context) {
		slock_result_error(result, "Redis at %s: out of memory", connection->name);
		close_connection(connection);
		return NULL;
	}
	if (connection->context->err) {
		slock_result_error(result, "Redis at %s: cannot connect: %s", connection->name, connection->context->errstr);
		close_connection(connection);
		return NULL;
	}
	flags = fcntl(connection->context->fd, F_GETFD);
	if (flags != -1) {
		fcntl(connection->context->fd, F_SETFD, flags | FD_CLOEXEC);
	}
	if (endpoint->keepalive > 0 && !endpoint->path) {
		/* hiredis' own interval first, then the one that was asked for; neither failing is worth a failed connection. */
		redisEnableKeepAlive(connection->context);
		setsockopt(connection->context->fd, IPPROTO_TCP, TCP_KEEPIDLE, &endpoint->keepalive,
				   sizeof(endpoint->keepalive));
	}
	connection->command_timeout = endpoint->connect_timeout;
	redisSetTimeout(connection->context, to_timeval(endpoint->connect_timeout));
	if (!greet(connection, endpoint, result)) {
		close_connection(connection);
		return NULL;
	}
	if (endpoint->command_timeout != endpoint->connect_timeout) {
		connection->command_timeout = endpoint->command_timeout;
		redisSetTimeout(connection->context, to_timeval(endpoint->command_timeout));
	}
	return connection;
}

static int descriptor(const slock_redis_connection *connection)
{
	return connection->context->fd;
}

__attribute__((visibility("default"))) const slock_redis_client slock_redis_client_table = {
	.library_version = library_version,
	.connect = connect_endpoint,
	.send = send_command,
	.receive = receive_reply,
	.descriptor = descriptor,
	.close = close_connection,
};
