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

#define TYPE 0x510c                               /* none of libmongoc's */
#define GRACE (100 * SLOCK_MS)                    /* what other servers get once the primary is known */
#define USUAL_CONNECT_TIMEOUT (10 * SLOCK_SECOND) /* libmongoc's own */

typedef struct {
	mongoc_stream_t stream;
	mongoc_stream_t *base; /* owned; NULL: no address could be connected to, and `error` says why */
	slock_mongodb_limits *limits;
	slock_time started;          /* connecting */
	slock_time until;            /* the address that is being connected to has time */
	slock_time share;            /* of the time limit, for each address */
	struct addrinfo *found;      /* owned */
	const struct addrinfo *next; /* address to try */
	struct addrinfo local;       /* that of a Unix domain socket */
	struct sockaddr_un path;
	char name[sizeof(((mongoc_host_list_t *) NULL)->host_and_port)]; /* of the server, for messages */
	int error;
	bool connected;
	bool heard; /* the server has said something */
} limited_stream;

static mongoc_stream_t *stream_base_of(mongoc_stream_t *stream)
{
	return ((limited_stream *) stream)->base;
}

/* A time limit in milliseconds, negative for none, or what is left until `end`, rounded up. */
static int32_t stream_wait_until(slock_time end, int32_t milliseconds)
{
	int64_t left = slock_ms_up(slock_clock_left(end));

	return milliseconds < 0 || milliseconds > left ? (int32_t) (left > INT32_MAX ? INT32_MAX : left) : milliseconds;
}

static int32_t stream_limit_wait(const slock_mongodb_limits *limits, int32_t milliseconds)
{
	return limits->deadline ? stream_wait_until(limits->deadline, milliseconds) : milliseconds;
}

static void stream_free(limited_stream *stream)
{
	if (stream->found) {
		freeaddrinfo(stream->found);
	}
	bson_free(stream);
}

static void stream_destroy(mongoc_stream_t *stream)
{
	mongoc_stream_destroy(stream_base_of(stream));
	stream_free((limited_stream *) stream);
}

static void stream_failed(mongoc_stream_t *stream)
{
	if (stream_base_of(stream)) {
		mongoc_stream_failed(stream_base_of(stream));
	}
	stream_free((limited_stream *) stream);
}

static int stream_close(mongoc_stream_t *stream)
{
	return stream_base_of(stream) ? mongoc_stream_close(stream_base_of(stream)) : 0;
}

/* Whether there is nothing to read from or to write to. */
static bool stream_is_dead(const mongoc_stream_t *stream)
{
	const limited_stream *dead = (const limited_stream *) stream;

	if (dead->base) {
		return false;
	}
	errno = dead->error;
	return true;
}

static int stream_flush(mongoc_stream_t *stream)
{
	return stream_is_dead(stream) ? -1 : mongoc_stream_flush(stream_base_of(stream));
}

static ssize_t stream_writev(mongoc_stream_t *stream, mongoc_iovec_t *vector, size_t count, int32_t timeout)
{
	if (stream_is_dead(stream)) {
		return -1;
	}
	return mongoc_stream_writev(stream_base_of(stream), vector, count,
								stream_limit_wait(((limited_stream *) stream)->limits, timeout));
}

static ssize_t stream_readv(mongoc_stream_t *stream, mongoc_iovec_t *vector, size_t count, size_t least,
							int32_t timeout)
{
	limited_stream *from = (limited_stream *) stream;
	ssize_t bytes;

	if (stream_is_dead(stream)) {
		return -1;
	}
	bytes = mongoc_stream_readv(from->base, vector, count, least, stream_limit_wait(from->limits, timeout));
	from->heard |= bytes > 0;
	return bytes;
}

static int stream_setsockopt(mongoc_stream_t *stream, int level, int option, void *value, mongoc_socklen_t length)
{
	return stream_is_dead(stream) ? -1 : mongoc_stream_setsockopt(stream_base_of(stream), level, option, value, length);
}

static bool stream_check_closed(mongoc_stream_t *stream)
{
	return stream_is_dead(stream) || mongoc_stream_check_closed(stream_base_of(stream));
}

static bool stream_timed_out(mongoc_stream_t *stream)
{
	return !stream_is_dead(stream) && mongoc_stream_timed_out(stream_base_of(stream));
}

static bool stream_should_retry(mongoc_stream_t *stream)
{
	return !stream_is_dead(stream) && mongoc_stream_should_retry(stream_base_of(stream));
}

/* --- connecting
 * ------------------------------------------------------------------------------------------------------ */

/* Says once why there is no connection: libmongoc's own messages do not. */
static void stream_tell(const limited_stream *stream, const char *reason)
{
	char text[sizeof(stream->name) + 64], *all = stream->limits->reasons;
	size_t used = strlen(all);

	snprintf(text, sizeof(text), "cannot connect to %s: %.40s", stream->name, reason);
	if (!strstr(all, text)) {
		snprintf(all + used, sizeof(stream->limits->reasons) - used, "%s%s", used ? ", " : "", text);
	}
}

static void stream_tell_error(limited_stream *stream, int error)
{
	stream->error = error ? error : ECONNRESET;
	stream_tell(stream, strerror(stream->error));
}

/* Begins to connect to the next address, if there is one that does not fail at once. */
static void stream_try_next(limited_stream *stream)
{
	mongoc_stream_destroy(stream->base);
	stream->base = NULL;
	while (stream->next && !stream->base) {
		const struct addrinfo *to = stream->next;
		mongoc_socket_t *socket = mongoc_socket_new(to->ai_family, to->ai_socktype, to->ai_protocol);
		int error;

		stream->next = to->ai_next;
		if (!socket) {
			stream_tell_error(stream, errno);
			continue;
		}
		/* 0: it does not wait, and "again" means that it is under way. */
		error = mongoc_socket_connect(socket, to->ai_addr, to->ai_addrlen, 0) ? mongoc_socket_errno(socket) : 0;
		if (error && error != EAGAIN && error != EINPROGRESS) {
			stream_tell_error(stream, error);
			mongoc_socket_destroy(socket);
			continue;
		}
		stream->base = mongoc_stream_socket_new(socket);
		stream->until = slock_clock_now() + stream->share;
	}
}

/* Why the kernel gave up connecting. */
static int stream_connect_error(const limited_stream *stream)
{
	mongoc_socket_t *socket = mongoc_stream_socket_get_socket((mongoc_stream_socket_t *) stream->base);
	char byte;

	return mongoc_socket_recv(socket, &byte, 1, 0, 0) < 0 ? mongoc_socket_errno(socket) : ECONNRESET;
}

/* The end of the wait for a server that has not said anything yet, while another one takes writes: all of our commands
 * go there. */
static slock_time stream_grace_end(const limited_stream *stream)
{
	const slock_mongodb_limits *limits = stream->limits;
	slock_time start = stream->started > limits->writable_since ? stream->started : limits->writable_since;
	slock_time grace = GRACE;

	if (stream->heard || !limits->writable_since) {
		return SLOCK_FOREVER;
	}
	if (limits->deadline && (limits->deadline - start) / 2 < grace) {
		grace = (limits->deadline - start) / 2;
	}
	return start + grace;
}

/* When to look at the stream again, even if nothing has happened to it. */
static slock_time stream_due(const limited_stream *stream)
{
	slock_time grace_end = stream_grace_end(stream);

	return !stream->connected && stream->next && stream->until < grace_end ? stream->until : grace_end;
}

/* What libmongoc is told when poll() has told `events`. */
static int stream_seen(limited_stream *stream, int events)
{
	if (!stream->base) {
		/* Told below. */
	} else if (stream->connected) {
		return events;
	} else if (events & (POLLERR | POLLHUP)) {
		stream_tell_error(stream, stream_connect_error(stream));
		stream_try_next(stream);
	} else if (events) {
		stream->connected = true;
		return events;
	} else if (stream->next && slock_clock_now() >= stream->until) {
		stream_tell_error(stream, ETIMEDOUT);
		stream_try_next(stream);
	}
	/* Its words for POLLHUP are "connection refused". */
	return stream->base ? 0 : stream->error == ECONNREFUSED ? POLLHUP : POLLERR;
}

/* For the look at all servers, which reads without waiting and waits here, until it gives up by itself. All are of one
 * client. */
static ssize_t stream_poll(mongoc_stream_poll_t *streams, size_t count, int32_t timeout)
{
	const slock_mongodb_limits *limits = ((limited_stream *) streams[0].stream)->limits;
	mongoc_stream_poll_t *bases = bson_malloc0(count * sizeof(*bases));
	size_t used = 0;
	ssize_t ready = 0;

	timeout = stream_limit_wait(limits, timeout);
	for (size_t i = 0; i < count; i++) {
		const limited_stream *one = (limited_stream *) streams[i].stream;

		if (one->base) {
			bases[used].stream = one->base;
			bases[used++].events = streams[i].events;
		}
		timeout = one->base ? stream_wait_until(stream_due(one), timeout) : 0;
	}
	if (used && mongoc_stream_poll(bases, used, timeout) < 0) {
		bson_free(bases);
		return -1;
	}
	used = 0;
	for (size_t i = 0; i < count; i++) {
		limited_stream *one = (limited_stream *) streams[i].stream;

		streams[i].revents = stream_seen(one, one->base ? bases[used++].revents : 0);
		if (!streams[i].revents && slock_clock_now() >= stream_grace_end(one)) {
			streams[i].revents = POLLERR;
		}
		ready += streams[i].revents != 0;
	}
	bson_free(bases);
	if (ready == 0 && limits->deadline && slock_clock_now() >= limits->deadline) {
		/* It would only ask again. A connection that its peer has closed is given up at once. */
		for (size_t i = 0; i < count; i++) {
			streams[i].revents = POLLHUP;
		}
		ready = (ssize_t) count;
	}
	return ready;
}

static void stream_find_path(limited_stream *stream, const char *path)
{
	stream->path.sun_family = AF_UNIX;
	if ((size_t) snprintf(stream->path.sun_path, sizeof(stream->path.sun_path), "%s", path) >=
		sizeof(stream->path.sun_path)) {
		stream_tell_error(stream, ENAMETOOLONG);
		return;
	}
	stream->local.ai_family = AF_UNIX;
	stream->local.ai_socktype = SOCK_STREAM;
	stream->local.ai_addr = (struct sockaddr *) &stream->path;
	stream->local.ai_addrlen = sizeof(stream->path);
	stream->next = &stream->local;
}

static void stream_find_addresses(limited_stream *stream, const mongoc_host_list_t *host)
{
	const struct addrinfo hints = {.ai_family = host->family, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	slock_time left = stream->limits->connect_timeout > 0 ? stream->limits->connect_timeout : USUAL_CONNECT_TIMEOUT;
	int64_t addresses = 0;
	char port[16];
	int failure;

	snprintf(port, sizeof(port), "%hu", host->port);
	failure = getaddrinfo(host->host, port, &hints, &stream->found);
	if (failure) {
		stream->error = EHOSTUNREACH;
		stream_tell(stream, failure == EAI_SYSTEM ? strerror(errno) : gai_strerror(failure));
		stream->found = NULL;
		return;
	}
	for (const struct addrinfo *one = stream->found; one; one = one->ai_next) {
		addresses++;
	}
	if (stream->limits->deadline && slock_clock_left(stream->limits->deadline) < left) {
		left = slock_clock_left(stream->limits->deadline);
	}
	stream->share = left / addresses;
	stream->next = stream->found;
}

/* Only begins to connect, so that one server that does not answer does not keep the others waiting. Never NULL: while
 * libmongoc 1.23 handles an answer, it locks a mutex twice to be told of that, and never wakes (CDRIVER-4666). What
 * cannot be connected is told by stream_poll(). */
static mongoc_stream_t *stream_connect(const mongoc_uri_t *uri, const mongoc_host_list_t *host, void *argument,
									   bson_error_t *error)
{
	limited_stream *stream = bson_malloc0(sizeof(*stream));

	(void) uri;
	(void) error;
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
	stream->limits = argument;
	snprintf(stream->name, sizeof(stream->name), "%s", host->host_and_port);
	if (host->family == AF_UNIX) {
		stream_find_path(stream, host->host);
	} else {
		stream_find_addresses(stream, host);
	}
	stream->started = slock_clock_now();
	stream_try_next(stream);
	return &stream->stream;
}

/* Called within the look at all servers, after each answer that changes what is known of them. Only for deployments of
 * several servers: a load balancer passes for one that takes writes before it is connected to. */
static void stream_servers_changed(const mongoc_apm_topology_changed_t *event)
{
	slock_mongodb_limits *limits = mongoc_apm_topology_changed_get_context(event);
	const mongoc_topology_description_t *servers = mongoc_apm_topology_changed_get_new_description(event);
	const char *type = mongoc_topology_description_type(servers);

	if ((strcmp(type, "ReplicaSetWithPrimary") != 0 && strcmp(type, "Sharded") != 0) ||
		!mongoc_topology_description_has_writable_server(servers)) {
		limits->writable_since = 0;
	} else if (!limits->writable_since) {
		limits->writable_since = slock_clock_now();
	}
}

void slock_mongodb_limit_client(mongoc_client_t *client, slock_mongodb_limits *limits)
{
	mongoc_apm_callbacks_t *callbacks = mongoc_apm_callbacks_new();

	mongoc_apm_set_topology_changed_cb(callbacks, stream_servers_changed);
	mongoc_client_set_apm_callbacks(client, callbacks, limits);
	mongoc_apm_callbacks_destroy(callbacks);
	mongoc_client_set_stream_initiator(client, stream_connect, limits);
}
