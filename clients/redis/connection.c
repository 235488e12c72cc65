/* SPDX-License-Identifier: MIT
 *
 * A connection of the native Redis client: bytes to and from it; see connection.h. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clients/redis/connection.h"

/* Reads of an answer of which the caller wants only what has arrived. */
#define MOST_READS 16

/* Bytes of an answer. Those to CLUSTER SLOTS have some hundred for each range of slots. */
#define LONGEST_ANSWER (8 << 20)

/* Elements of a list; the longest one is that of CLUSTER SLOTS, which has at most one for each slot. */
#define LONGEST_LIST 16384

#ifndef SLOCK_REDIS_TLS
#define slock_redis_tls_free(tls) ((void) 0)
#define slock_redis_tls_has_data(tls) false
#define slock_redis_tls_has_leftovers(tls) true
#define slock_redis_tls_send(tls, data, length) (-1)
#define slock_redis_tls_receive(tls, buffer, length) (-1)
#endif

/* As slock_socket_send_some(). */
static int connection_send_some(slock_redis_connection *connection, const char *data, size_t length, size_t *sent)
{
	if (!connection->tls) {
		return slock_socket_send_some(connection->fd, data, length, sent);
	}
	while (*sent < length) {
		ssize_t written = slock_redis_tls_send(connection->tls, data + *sent, length - *sent);

		if (written < 0) {
			return errno == EWOULDBLOCK ? EAGAIN : errno ? errno : EIO;
		}
		*sent += (size_t) written;
	}
	return 0;
}

/* As slock_socket_receive(). */
static ssize_t connection_receive_bytes(slock_redis_connection *connection, char *buffer, size_t length)
{
	ssize_t got;

	if (!connection->tls) {
		return slock_socket_receive(connection->fd, buffer, length);
	}
	got = slock_redis_tls_receive(connection->tls, buffer, length);
	if (got == 0) {
		errno = 0;
		return -1;
	}
	return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : got;
}

/* As slock_socket_receive_until(); 0 also where TLS needs more than has arrived. */
static ssize_t connection_await_bytes(slock_redis_connection *connection, char *buffer, size_t length, slock_time until)
{
	if (!connection->tls) {
		return slock_socket_receive_until(connection->fd, &connection->waits, buffer, length, until);
	}
	return slock_redis_has_data(connection) || slock_socket_wait(connection->fd, POLLIN, until)
			   ? connection_receive_bytes(connection, buffer, length)
			   : 0;
}

short slock_redis_wanted(const slock_redis_connection *connection, short events)
{
#ifdef SLOCK_REDIS_TLS
	return connection->tls ? slock_redis_tls_wants(connection->tls) : events;
#else
	return events;
#endif
}

/* hiredis allocates a list when it knows its length, and 1.0.0 and older take any. */
#if HIREDIS_MAJOR >= 1
typedef size_t list_length;
#else
typedef int list_length;
#endif

static void *connection_create_list(const redisReadTask *task, list_length length)
{
	const redisReplyObjectFunctions *library = task->privdata;

	/* Without one, hiredis says that there is no memory. */
	return length <= LONGEST_LIST ? library->createArray(task, length) : NULL;
}

bool slock_redis_create_reader(slock_redis_connection *connection)
{
	connection->reader = redisReaderCreate();
	if (connection->reader) {
		connection->functions = *connection->reader->fn;
		connection->functions.createArray = connection_create_list;
		connection->reader->privdata = connection->reader->fn;
		connection->reader->fn = &connection->functions;
	}
	return connection->reader != NULL;
}

void slock_redis_close(slock_redis_connection *connection)
{
	if (connection->tls) {
		slock_redis_tls_free(connection->tls);
	}
	if (connection->fd != -1) {
		close(connection->fd);
	}
	if (connection->reader) {
		redisReaderFree(connection->reader);
	}
	slock_socket_cancel(&connection->attempt);
	if (connection->handshake) {
		explicit_bzero(connection->handshake, connection->handshake_length);
		free(connection->handshake);
	}
	if (connection->secret) {
		explicit_bzero(connection->secret, strlen(connection->secret));
		free(connection->secret);
	}
	free(connection->name);
	free(connection);
}

slock_progress slock_redis_lost(const slock_redis_connection *connection, const char *reason, slock_result *result)
{
	slock_result_error(result, "Redis at %s: %s", connection->name, reason);
	return SLOCK_LOST;
}

slock_progress slock_redis_late(const slock_redis_connection *connection, slock_time duration, slock_result *result)
{
	slock_result_error(result, "Redis at %s: no answer within %.3g seconds", connection->name, slock_seconds(duration));
	return SLOCK_LATE;
}

slock_progress slock_redis_send_some(slock_redis_connection *connection, const char *data, size_t length, size_t *sent,
									 slock_result *result)
{
	int failure = connection_send_some(connection, data, length, sent);

	if (failure == EAGAIN) {
		return SLOCK_AWAITED;
	}
	return failure ? slock_redis_lost(connection, strerror(failure), result) : SLOCK_ARRIVED;
}

bool slock_redis_has_data(const slock_redis_connection *connection)
{
	return connection->tls && slock_redis_tls_has_data(connection->tls);
}

bool slock_redis_has_leftovers(const slock_redis_connection *connection)
{
	char byte;

	if (slock_redis_has_data(connection)) {
		return true;
	}
	if (recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
		(errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
		return false;
	}
	return !connection->tls || slock_redis_tls_has_leftovers(connection->tls);
}

slock_progress slock_redis_receive(slock_redis_connection *connection, slock_redis_limit limit, redisReply **reply,
								   slock_result *result)
{
	char buffer[4096];
	bool over = false;
	void *parsed;
	ssize_t got;

	for (int reads = 0;; reads++) {
		parsed = NULL;
		if (redisReaderGetReply(connection->reader, &parsed) != REDIS_OK) {
			return slock_redis_lost(connection, connection->reader->errstr, result);
		}
		if (parsed) {
			connection->unparsed = 0;
			*reply = parsed;
			if ((*reply)->type == REDIS_REPLY_ERROR && slock_redis_cut_arguments((*reply)->str)) {
				(*reply)->len = strlen((*reply)->str);
			}
			return SLOCK_ARRIVED;
		}
		if (limit.until) {
			/* A server that sends and sends, but never an answer, gets no more time than a silent one. */
			if (over) {
				return slock_redis_late(connection, limit.duration, result);
			}
			got = connection_await_bytes(connection, buffer, sizeof(buffer), limit.until);
			over = slock_clock_now() >= limit.until;
		} else if (reads == MOST_READS && !slock_redis_has_data(connection)) {
			/* The caller has other things to do. */
			return SLOCK_AWAITED;
		} else {
			got = connection_receive_bytes(connection, buffer, sizeof(buffer));
		}
		if (got < 0) {
			return slock_redis_lost(connection, errno ? strerror(errno) : "the server closed the connection", result);
		}
		if (got == 0) {
			if (!limit.until) {
				return SLOCK_AWAITED;
			}
			continue;
		}
		connection->unparsed += (size_t) got;
		if (connection->unparsed > LONGEST_ANSWER) {
			return slock_redis_lost(connection, "the answer is too long", result);
		}
		if (redisReaderFeed(connection->reader, buffer, (size_t) got) != REDIS_OK) {
			return slock_redis_lost(connection, connection->reader->errstr, result);
		}
	}
}

bool slock_redis_is_list(const redisReply *reply, size_t least)
{
	return reply->type == REDIS_REPLY_ARRAY && reply->elements >= least;
}
