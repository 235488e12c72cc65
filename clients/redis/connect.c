/* SPDX-License-Identifier: MIT
 *
 * Connecting to a Redis server in steps that never wait: the socket, TLS, and the handshake. Part of slock_redis.so.1;
 * plain C. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "clients/mask.h"
#include "clients/redis/connect.h"

/* The answers that the handshake gets. */
typedef enum { OF_AUTH_OR_SELECT, OF_ROLE } handshake_answer;

/* Appends one command to the handshake. */
static bool connect_add_command(slock_redis_connection *connection, int argc, const char **argv, const size_t *lengths)
{
	char *command, *longer;
	long long length = redisFormatCommandArgv(&command, argc, argv, lengths);

	longer = length < 0 ? NULL : realloc(connection->handshake, connection->handshake_length + (size_t) length);
	if (longer) {
		memcpy(longer + connection->handshake_length, command, (size_t) length);
		connection->handshake = longer;
		connection->handshake_length += (size_t) length;
		connection->handshake_answers++;
	}
	if (length >= 0) {
		redisFreeCommand(command);
	}
	return longer != NULL;
}

/* AUTH, SELECT and ROLE go together: one round trip, and none without them. */
static bool connect_write_handshake(slock_redis_connection *connection, const slock_redis_endpoint *endpoint)
{
	const char *argv[3] = {"AUTH", endpoint->password, NULL};
	size_t lengths[3] = {strlen("AUTH"), endpoint->password_length, 0};
	char database[16];
	int argc = 2;

	if (endpoint->password) {
		if (endpoint->user) {
			argv[1] = endpoint->user;
			lengths[1] = strlen(endpoint->user);
			argv[argc] = endpoint->password;
			lengths[argc++] = endpoint->password_length;
		}
		if (!connect_add_command(connection, argc, argv, lengths)) {
			return false;
		}
	}
	if (endpoint->database) {
		snprintf(database, sizeof(database), "%d", endpoint->database);
		argv[0] = "SELECT";
		argv[1] = database;
		if (!connect_add_command(connection, 2, argv, NULL)) {
			return false;
		}
	}
	argv[0] = "ROLE";
	return !endpoint->master || connect_add_command(connection, 1, argv, NULL);
}

slock_redis_connection *slock_redis_start(const slock_redis_endpoint *endpoint, slock_result *result)
{
	slock_redis_connection *connection = calloc(1, sizeof(*connection));
	slock_time deadline = slock_clock_after(endpoint->connect_timeout);

	if (connection) {
		connection->fd = -1;
		connection->stage = SLOCK_REDIS_OPENING;
		connection->connect_deadline = deadline;
		connection->name = strdup(endpoint->name);
		connection->secret = endpoint->password ? strdup(endpoint->password) : NULL;
	}
	if (!connection || !connection->name || (endpoint->password && !connection->secret) ||
		!slock_redis_create_reader(connection) || !connect_write_handshake(connection, endpoint)) {
		slock_result_error(result, "Redis at %s: out of memory", endpoint->name);
	} else if (slock_socket_start(
				   &connection->attempt,
				   &(slock_socket_server){"Redis", connection->name, endpoint->path, endpoint->host, endpoint->port},
				   deadline, result)) {
		return connection;
	}
	if (connection) {
		slock_redis_close(connection);
	}
	return NULL;
}

/* The steps. ARRIVED: it is done. AWAITED: `waiting` says for what. */

static slock_progress connect_await(const slock_redis_connection *connection, short events, slock_waiting *waiting)
{
	waiting->descriptor = connection->fd;
	waiting->events = events;
	waiting->until = connection->connect_deadline;
	return SLOCK_AWAITED;
}

static slock_progress connect_open_socket(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
										  slock_waiting *waiting, slock_result *result)
{
	slock_progress progress = slock_socket_step(&connection->attempt, waiting, result);
	int on = 1;

	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	connection->fd = connection->attempt.fd;
	if (endpoint->keepalive > 0 && endpoint->host) {
		/* Not worth a failed connection when the system knows no intervals. */
		setsockopt(connection->fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
		setsockopt(connection->fd, IPPROTO_TCP, TCP_KEEPIDLE, &endpoint->keepalive, sizeof(endpoint->keepalive));
		setsockopt(connection->fd, IPPROTO_TCP, TCP_KEEPINTVL, &endpoint->keepalive, sizeof(endpoint->keepalive));
	}
	return SLOCK_ARRIVED;
}

static slock_progress connect_secure(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
									 slock_waiting *waiting, slock_result *result)
{
#ifdef SLOCK_REDIS_TLS
	char reason[SLOCK_MESSAGE_SIZE];

	if (!endpoint->tls) {
		return SLOCK_ARRIVED;
	}
	if (!connection->tls &&
		!(connection->tls = slock_redis_tls_new(connection->fd, endpoint, reason, sizeof(reason)))) {
		return slock_redis_lost(connection, reason, result);
	}
	switch (slock_redis_tls_handshake(connection->tls, reason, sizeof(reason))) {
		case 1:
			return SLOCK_ARRIVED;
		case 0:
			return connect_await(connection, slock_redis_tls_wants(connection->tls), waiting);
		default:
			return slock_redis_lost(connection, reason, result);
	}
#else
	return SLOCK_ARRIVED;
#endif
}

/* Whether the server said what it should. */
static bool connect_accepts(const slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
							redisReply *reply, handshake_answer to, slock_result *result)
{
	char none[] = "", *role;

	if (reply->type == REDIS_REPLY_ERROR) {
		slock_mask_secret(reply->str, connection->secret);
		slock_redis_lost(connection, reply->str, result);
		return false;
	}
	if (to == OF_AUTH_OR_SELECT) {
		if (reply->type != REDIS_REPLY_STATUS) {
			slock_redis_lost(connection, "this is no answer to AUTH or SELECT", result);
		}
		return reply->type == REDIS_REPLY_STATUS;
	}
	role =
		slock_redis_is_list(reply, 1) && reply->element[0]->type == REDIS_REPLY_STRING ? reply->element[0]->str : none;
	if (strcmp(role, "master")) {
		slock_mask_secret(role, connection->secret);
		slock_result_error(result, "Redis at %s: this is no master but \"%.20s\"", connection->name, role);
		return false;
	}
	return true;
}

static slock_progress connect_handshake(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
										slock_waiting *waiting, slock_result *result)
{
	slock_progress progress = slock_redis_send_some(connection, connection->handshake, connection->handshake_length,
													&connection->handshake_sent, result);
	const slock_redis_limit at_once = {0};
	redisReply *reply;
	bool welcome;

	if (progress == SLOCK_AWAITED) {
		return connect_await(connection, slock_redis_wanted(connection, POLLOUT), waiting);
	}
	while (progress == SLOCK_ARRIVED && connection->handshake_answers) {
		progress = slock_redis_receive(connection, at_once, &reply, result);
		if (progress == SLOCK_AWAITED) {
			return connect_await(connection, slock_redis_wanted(connection, POLLIN), waiting);
		}
		if (progress == SLOCK_ARRIVED) {
			connection->handshake_answers--;
			welcome = connect_accepts(connection, endpoint, reply,
									  endpoint->master && !connection->handshake_answers ? OF_ROLE : OF_AUTH_OR_SELECT,
									  result);
			freeReplyObject(reply);
			if (!welcome) {
				return SLOCK_LOST;
			}
		}
	}
	return progress;
}

/* What was done after the time limit was done while nobody looked, as when a caller has given up: it is as good, and
 * what follows can only begin now. */
static void connect_allow_next(slock_redis_connection *connection, const slock_redis_endpoint *endpoint)
{
	slock_time now = slock_clock_now();

	if (now >= connection->connect_deadline) {
		connection->connect_deadline = now + endpoint->connect_timeout;
	}
}

static slock_progress connect_step(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
								   slock_waiting *waiting, slock_result *result)
{
	slock_progress progress = SLOCK_ARRIVED;

	while (progress == SLOCK_ARRIVED && connection->stage != SLOCK_REDIS_OPEN) {
		switch (connection->stage) {
			case SLOCK_REDIS_OPENING:
				progress = connect_open_socket(connection, endpoint, waiting, result);
				break;
			case SLOCK_REDIS_SECURING:
				progress = connect_secure(connection, endpoint, waiting, result);
				break;
			default:
				progress = connect_handshake(connection, endpoint, waiting, result);
		}
		if (progress == SLOCK_ARRIVED) {
			connection->stage++;
			connect_allow_next(connection, endpoint);
		}
	}
	if (progress == SLOCK_ARRIVED && connection->handshake) {
		/* It held the password. */
		explicit_bzero(connection->handshake, connection->handshake_length);
		free(connection->handshake);
		connection->handshake = NULL;
	}
	if (progress == SLOCK_AWAITED && connection->stage != SLOCK_REDIS_OPENING &&
		slock_clock_now() >= connection->connect_deadline) {
		return slock_redis_late(connection, endpoint->connect_timeout, result);
	}
	return progress;
}

slock_progress slock_redis_establish(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
									 slock_redis_limit limit, slock_waiting *waiting, slock_result *result)
{
	slock_progress progress = connect_step(connection, endpoint, waiting, result);

	while (progress == SLOCK_AWAITED && slock_clock_now() < limit.until) {
		slock_socket_wait(waiting->descriptor, waiting->events,
						  waiting->until < limit.until ? waiting->until : limit.until);
		progress = connect_step(connection, endpoint, waiting, result);
	}
	return progress;
}
