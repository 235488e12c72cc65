/* SPDX-License-Identifier: MIT
 *
 * Connections of libmongoc that know a deadline; see stream.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#include "clients/mongodb/stream.h"

#define TYPE 0x510c /* none of libmongoc's */

typedef struct {
	mongoc_stream_t stream;
	mongoc_stream_t *base; /* owned */
	slock_mongodb_limits *limits;
} limited_stream;

static mongoc_stream_t *stream_base_of(mongoc_stream_t *stream)
{
	return ((limited_stream *) stream)->base;
}

/* A time limit in milliseconds, negative for none, or what is left until the deadline, rounded up. */
static int32_t stream_limit_wait(const slock_mongodb_limits *limits, int32_t milliseconds)
{
	int64_t left;

	if (!limits->deadline) {
		return milliseconds;
	}
	left = slock_ms_up(slock_clock_left(limits->deadline));
	return milliseconds < 0 || milliseconds > left ? (int32_t) (left > INT32_MAX ? INT32_MAX : left) : milliseconds;
}

static void stream_destroy(mongoc_stream_t *stream)
{
	mongoc_stream_destroy(stream_base_of(stream));
	free(stream);
}

static void stream_failed(mongoc_stream_t *stream)
{
	mongoc_stream_failed(stream_base_of(stream));
	free(stream);
}

static int stream_close(mongoc_stream_t *stream)
{
	return mongoc_stream_close(stream_base_of(stream));
}

static int stream_flush(mongoc_stream_t *stream)
{
	return mongoc_stream_flush(stream_base_of(stream));
}

static ssize_t stream_writev(mongoc_stream_t *stream, mongoc_iovec_t *vector, size_t count, int32_t timeout)
{
	return mongoc_stream_writev(stream_base_of(stream), vector, count,
								stream_limit_wait(((limited_stream *) stream)->limits, timeout));
}

static ssize_t stream_readv(mongoc_stream_t *stream, mongoc_iovec_t *vector, size_t count, size_t least,
							int32_t timeout)
{
	return mongoc_stream_readv(stream_base_of(stream), vector, count, least,
							   stream_limit_wait(((limited_stream *) stream)->limits, timeout));
}

static int stream_setsockopt(mongoc_stream_t *stream, int level, int option, void *value, mongoc_socklen_t length)
{
	return mongoc_stream_setsockopt(stream_base_of(stream), level, option, value, length);
}

static bool stream_check_closed(mongoc_stream_t *stream)
{
	return mongoc_stream_check_closed(stream_base_of(stream));
}

static bool stream_timed_out(mongoc_stream_t *stream)
{
	return mongoc_stream_timed_out(stream_base_of(stream));
}

static bool stream_should_retry(mongoc_stream_t *stream)
{
	return mongoc_stream_should_retry(stream_base_of(stream));
}

/* For the look at all servers, which reads without waiting and waits here, until it gives up by itself. All are of one
 * client. */
static ssize_t stream_poll(mongoc_stream_poll_t *streams, size_t count, int32_t timeout)
{
	const slock_mongodb_limits *limits = ((limited_stream *) streams[0].stream)->limits;
	mongoc_stream_poll_t *bases = calloc(count, sizeof(*bases));
	ssize_t ready = -1;

	if (!bases) {
		return -1;
	}
	for (size_t i = 0; i < count; i++) {
		bases[i].stream = stream_base_of(streams[i].stream);
		bases[i].events = streams[i].events;
	}
	ready = mongoc_stream_poll(bases, count, stream_limit_wait(limits, timeout));
	for (size_t i = 0; i < count; i++) {
		streams[i].revents = bases[i].revents;
	}
	free(bases);
	if (ready == 0 && limits->deadline && slock_clock_now() >= limits->deadline) {
		/* It would only ask again. A connection that has hung up is given up at once. */
		for (size_t i = 0; i < count; i++) {
			streams[i].revents = POLLHUP;
		}
		ready = (ssize_t) count;
	}
	return ready;
}

static mongoc_stream_t *stream_new(mongoc_socket_t *socket, slock_mongodb_limits *limits)
{
	limited_stream *stream = calloc(1, sizeof(*stream));

	if (!stream || !(stream->base = mongoc_stream_socket_new(socket))) {
		mongoc_socket_destroy(socket);
		free(stream);
		return NULL;
	}
	stream->limits = limits;
	/* No base, or libmongoc would wait for that. */
	stream->stream = (mongoc_stream_t){
		.type = TYPE,
		.destroy = stream_destroy,
		.close = stream_close,
		.flush = stream_flush,
		.writev = stream_writev,
		.readv = stream_readv,
		.setsockopt = stream_setsockopt,
		.check_closed = stream_check_closed,
		.poll = stream_poll,
		.failed = stream_failed,
		.timed_out = stream_timed_out,
		.should_retry = stream_should_retry,
	};
	return &stream->stream;
}

/* NULL: errno says why. `until` is on libmongoc's clock. */
static mongoc_socket_t *stream_connect_address(int family, int type, int protocol, const struct sockaddr *address,
											   socklen_t length, int64_t until)
{
	mongoc_socket_t *socket = mongoc_socket_new(family, type, protocol);
	int error;

	if (socket && mongoc_socket_connect(socket, address, length, until) != 0) {
		error = mongoc_socket_errno(socket);
		mongoc_socket_destroy(socket);
		errno = error ? error : ETIMEDOUT;
		return NULL;
	}
	return socket;
}

static mongoc_socket_t *stream_connect_unix(const mongoc_host_list_t *host, int64_t until)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	if ((size_t) snprintf(address.sun_path, sizeof(address.sun_path), "%s", host->host) >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return stream_connect_address(AF_UNIX, SOCK_STREAM, 0, (const struct sockaddr *) &address, sizeof(address), until);
}

/* The first of the host's addresses that takes a connection; each gets its share of the time. */
static mongoc_socket_t *stream_connect_tcp(const mongoc_host_list_t *host, int64_t microseconds, const char **reason)
{
	const struct addrinfo hints = {.ai_family = host->family, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	struct addrinfo *found, *one;
	mongoc_socket_t *socket = NULL;
	int64_t addresses = 0;
	char port[16];
	int failure;

	snprintf(port, sizeof(port), "%hu", host->port);
	failure = getaddrinfo(host->host, port, &hints, &found);
	if (failure) {
		*reason = failure == EAI_SYSTEM ? strerror(errno) : gai_strerror(failure);
		return NULL;
	}
	for (one = found; one; one = one->ai_next) {
		addresses++;
	}
	for (one = found; one && !socket; one = one->ai_next) {
		socket = stream_connect_address(one->ai_family, one->ai_socktype, one->ai_protocol, one->ai_addr,
										one->ai_addrlen, bson_get_monotonic_time() + microseconds / addresses);
	}
	freeaddrinfo(found);
	return socket;
}

static int64_t stream_count_hosts(const mongoc_uri_t *uri)
{
	int64_t count = 0;

	for (const mongoc_host_list_t *host = mongoc_uri_get_hosts(uri); host; host = host->next) {
		count++;
	}
	return count ? count : 1;
}

/* libmongoc connects to one server after the other this way, so that each has its share of the time. */
static mongoc_stream_t *stream_connect(const mongoc_uri_t *uri, const mongoc_host_list_t *host, void *argument,
									   bson_error_t *error)
{
	slock_mongodb_limits *limits = argument;
	int64_t microseconds = limits->connect_timeout / 1000 / stream_count_hosts(uri);
	mongoc_socket_t *socket;
	mongoc_stream_t *stream = NULL;
	const char *reason = NULL;

	microseconds = (int64_t) stream_limit_wait(limits, (int32_t) (microseconds / 1000 + 1)) * 1000;
	errno = ENOMEM;
	socket = host->family == AF_UNIX ? stream_connect_unix(host, bson_get_monotonic_time() + microseconds)
									 : stream_connect_tcp(host, microseconds, &reason);
	if (socket) {
		stream = stream_new(socket, limits);
	}
	if (!stream) {
		bson_set_error(error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_CONNECT, "cannot connect to %s: %s",
					   host->host_and_port, reason ? reason : strerror(errno));
	}
	return stream;
}

void slock_mongodb_limit_client(mongoc_client_t *client, slock_mongodb_limits *limits)
{
	mongoc_client_set_stream_initiator(client, stream_connect, limits);
}
