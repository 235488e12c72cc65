/* SPDX-License-Identifier: MIT
 *
 * The way to a Redis server: the socket, TLS, and the greeting. Part of slock_redis.so; plain C. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "clients/redis/connection.h"
#include "clients/socket.h"

static int connect_tcp(const slock_redis_endpoint *endpoint, double deadline, const char **reason)
{
	int fd = slock_socket_tcp(endpoint->host, endpoint->port, deadline, reason), on = 1;

	if (fd != -1 && endpoint->keepalive > 0) {
		/* Not worth a failed connection when the system knows no intervals. */
		setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
		setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &endpoint->keepalive, sizeof(endpoint->keepalive));
		setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &endpoint->keepalive, sizeof(endpoint->keepalive));
	}
	return fd;
}

static bool is_master(slock_redis_connection *connection, double timeout, double deadline, slock_result *result)
{
	redisReply *answer;
	const char *role;
	bool master;

	if (slock_redis_receive(connection, true, timeout, deadline, &answer, result) != SLOCK_REDIS_ARRIVED) {
		return false;
	}
	if (answer->type == REDIS_REPLY_ERROR) {
		slock_redis_lost(connection, answer->str, result);
		freeReplyObject(answer);
		return false;
	}
	role =
		slock_redis_is_list(answer, 1) && answer->element[0]->type == REDIS_REPLY_STRING ? answer->element[0]->str : "";
	master = !strcmp(role, "master");
	if (!master) {
		slock_result_error(result, "Redis at %s: this is no master but \"%.20s\"", connection->name, role);
	}
	freeReplyObject(answer);
	return master;
}

/* Sends AUTH, SELECT and ROLE together and looks at their answers: one round trip, and none without them. */
static bool greet(slock_redis_connection *connection, const slock_redis_endpoint *endpoint, double deadline,
				  slock_result *result)
{
	double timeout = endpoint->connect_timeout;
	const char *argv[3];
	size_t lengths[3];
	redisReply *reply;
	char database[16];
	int expected = 0;
	bool accepted;

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
		if (slock_redis_send(connection, argc, argv, lengths, timeout, deadline, result) != SLOCK_REDIS_AWAITED) {
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
		if (slock_redis_send(connection, 2, argv, lengths, timeout, deadline, result) != SLOCK_REDIS_AWAITED) {
			return false;
		}
		expected++;
	}
	if (endpoint->master) {
		argv[0] = "ROLE";
		lengths[0] = strlen(argv[0]);
		if (slock_redis_send(connection, 1, argv, lengths, timeout, deadline, result) != SLOCK_REDIS_AWAITED) {
			return false;
		}
	}
	while (expected--) {
		if (slock_redis_receive(connection, true, timeout, deadline, &reply, result) != SLOCK_REDIS_ARRIVED) {
			return false;
		}
		accepted = reply->type == REDIS_REPLY_STATUS;
		if (!accepted) {
			slock_redis_lost(connection,
							 reply->type == REDIS_REPLY_ERROR ? reply->str : "this is no answer to AUTH or SELECT",
							 result);
		}
		freeReplyObject(reply);
		if (!accepted) {
			return false;
		}
	}
	return !endpoint->master || is_master(connection, timeout, deadline, result);
}

#ifdef SLOCK_REDIS_TLS
static bool start_tls(slock_redis_connection *connection, const slock_redis_endpoint *endpoint, double deadline,
					  slock_result *result)
{
	char reason[256];
	int done = 0;

	connection->tls = slock_redis_tls_new(connection->fd, endpoint, reason, sizeof(reason));
	while (connection->tls && (done = slock_redis_tls_handshake(connection->tls, reason, sizeof(reason))) == 0) {
		if (!slock_socket_wait(connection->fd, slock_redis_tls_wants(connection->tls), deadline)) {
			slock_redis_late(connection, endpoint->connect_timeout, result);
			return false;
		}
	}
	if (done != 1) {
		slock_redis_lost(connection, reason, result);
	}
	return done == 1;
}
#endif

slock_redis_connection *slock_redis_connect(const slock_redis_endpoint *endpoint, slock_result *result)
{
	slock_redis_connection *connection = calloc(1, sizeof(*connection));
	double deadline = slock_socket_now() + endpoint->connect_timeout;
	const char *reason = NULL;

	if (connection) {
		connection->fd = -1;
		connection->command_timeout = endpoint->command_timeout;
		connection->name = strdup(endpoint->name);
		connection->reader = redisReaderCreate();
	}
	if (!connection || !connection->name || !connection->reader) {
		slock_result_error(result, "Redis at %s: out of memory", endpoint->name);
		goto failed;
	}
	connection->fd = endpoint->path ? slock_socket_unix(endpoint->path, deadline, &reason)
									: connect_tcp(endpoint, deadline, &reason);
	if (connection->fd == -1) {
		slock_result_error(result, "Redis at %s: cannot connect: %s", endpoint->name, reason);
		goto failed;
	}
#ifdef SLOCK_REDIS_TLS
	if (endpoint->tls && !start_tls(connection, endpoint, deadline, result)) {
		goto failed;
	}
#endif
	if (greet(connection, endpoint, deadline, result)) {
		return connection;
	}
failed:
	if (connection) {
		slock_redis_close(connection);
	}
	return NULL;
}
