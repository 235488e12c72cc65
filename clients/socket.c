/* SPDX-License-Identifier: MIT
 *
 * Stream sockets: see socket.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* SOCK_CLOEXEC, SOCK_NONBLOCK */
#endif

#include "clients/socket.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define LONGEST_POLL INT64_C(3600000000000) /* ns */

/* How long one recv() blocks; ns. Such a wait looks at the clock as often, and a shorter one is made by poll(). */
#define LONGEST_RECEIVE 100000000

/* So many waits on a connection are no reason to make it a blocking one, which takes two system calls and then saves
 * one for each wait. */
#define FEW_WAITS 4

/* Between two tries to get into a full queue; ns. */
#define QUEUE_PAUSE 5000000

bool slock_socket_wait(int fd, short events, slock_time deadline)
{
	struct pollfd poller = {.fd = fd, .events = events};
	slock_time left;
	int ready;

	do {
		left = deadline - slock_clock_now();
		/* Rounded up: a wait of less than a millisecond would become a busy one. */
		ready = poll(&poller, 1, left > 0 ? (int) ((left < LONGEST_POLL ? left : LONGEST_POLL) / 1000000) + 1 : 0);
		if (ready > 0) {
			return true;
		}
	} while (left > 0 && (ready == 0 || errno == EINTR || errno == EAGAIN));
	return false;
}

static bool socket_find_path(slock_socket_attempt *attempt, const char *path, const char **reason)
{
	if (strlen(path) >= sizeof(attempt->local.sun_path)) {
		*reason = strerror(ENAMETOOLONG);
		return false;
	}
	attempt->local.sun_family = AF_UNIX;
	memcpy(attempt->local.sun_path, path, strlen(path) + 1);
	attempt->count = 1;
	return true;
}

static bool socket_find_host(slock_socket_attempt *attempt, const char *host, int port, const char **reason)
{
	const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	char service[8];
	int failure;

	snprintf(service, sizeof(service), "%d", port);
	failure = getaddrinfo(host, service, &hints, &attempt->all);
	if (failure) {
		attempt->all = NULL;
		*reason = failure == EAI_SYSTEM ? strerror(errno) : gai_strerror(failure);
		return false;
	}
	for (struct addrinfo *address = attempt->all; address; address = address->ai_next) {
		attempt->count++;
	}
	return true;
}

static void socket_failed(const slock_socket_attempt *attempt, const char *reason, slock_result *result)
{
	slock_result_error(result, "%s at %s: cannot connect: %s", attempt->product, attempt->name, reason);
}

bool slock_socket_start(slock_socket_attempt *attempt, const slock_socket_server *to, slock_time deadline,
						slock_result *result)
{
	const char *reason = NULL;

	attempt->product = to->product;
	attempt->name = to->name;
	attempt->fd = -1;
	attempt->deadline = deadline;
	if (to->path ? socket_find_path(attempt, to->path, &reason)
				 : socket_find_host(attempt, to->host, to->port, &reason)) {
		return true;
	}
	socket_failed(attempt, reason, result);
	return false;
}

static const struct sockaddr *socket_address_of(const slock_socket_attempt *attempt, socklen_t *length)
{
	const struct addrinfo *address = attempt->all;

	if (!address) {
		*length = sizeof(attempt->local);
		return (const struct sockaddr *) &attempt->local;
	}
	for (int i = 0; i < attempt->at; i++) {
		address = address->ai_next;
	}
	*length = address->ai_addrlen;
	return address->ai_addr;
}

/* 1: connected; 0: it goes on; -1: errno. */
static int socket_try_connect(slock_socket_attempt *attempt)
{
	socklen_t length;
	const struct sockaddr *address = socket_address_of(attempt, &length);

	attempt->queued = false;
	if (connect(attempt->fd, address, length) == 0) {
		return 1;
	}
	attempt->queued = errno == EAGAIN && address->sa_family == AF_UNIX;
	/* After a signal the attempt goes on, as after EINPROGRESS. */
	return attempt->queued || errno == EINPROGRESS || errno == EINTR ? 0 : -1;
}

static bool socket_is_ready(int fd)
{
	struct pollfd poller = {.fd = fd, .events = POLLOUT};

	return poll(&poller, 1, 0) > 0;
}

/* One step with the address that is tried; as socket_try_connect(). */
static int socket_step_address(slock_socket_attempt *attempt)
{
	socklen_t length;
	int failure = 0;

	if (attempt->fd == -1) {
		slock_time now = slock_clock_now();

		/* Each address has a fair share of the time that is left. */
		attempt->until = now + (attempt->deadline - now) / (attempt->count - attempt->at);
		attempt->fd =
			socket(socket_address_of(attempt, &length)->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		return attempt->fd == -1 ? -1 : socket_try_connect(attempt);
	}
	if (attempt->queued) {
		return socket_try_connect(attempt);
	}
	if (!socket_is_ready(attempt->fd)) {
		return 0;
	}
	length = sizeof(failure);
	if (getsockopt(attempt->fd, SOL_SOCKET, SO_ERROR, &failure, &length) == -1) {
		return -1;
	}
	errno = failure;
	return failure ? -1 : 1;
}

static void socket_free_addresses(slock_socket_attempt *attempt)
{
	if (attempt->all) {
		freeaddrinfo(attempt->all);
		attempt->all = NULL;
	}
}

static void socket_close_attempt(slock_socket_attempt *attempt)
{
	if (attempt->fd != -1) {
		close(attempt->fd);
		attempt->fd = -1;
	}
}

void slock_socket_cancel(slock_socket_attempt *attempt)
{
	if (attempt->count) {
		socket_close_attempt(attempt);
		socket_free_addresses(attempt);
		attempt->count = 0;
	}
}

slock_progress slock_socket_step(slock_socket_attempt *attempt, slock_waiting *waiting, slock_result *result)
{
	int progress, failure = 0, on = 1;

	for (; attempt->at < attempt->count; attempt->at++) {
		progress = socket_step_address(attempt);
		failure = errno;
		if (progress == 1) {
			if (attempt->all) {
				setsockopt(attempt->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
			}
			socket_free_addresses(attempt);
			attempt->count = 0;
			return SLOCK_ARRIVED;
		}
		if (progress == 0) {
			slock_time now = slock_clock_now();

			if (now < attempt->until) {
				waiting->descriptor = attempt->queued ? -1 : attempt->fd;
				waiting->events = POLLOUT;
				waiting->until =
					attempt->queued && now + QUEUE_PAUSE < attempt->until ? now + QUEUE_PAUSE : attempt->until;
				return SLOCK_AWAITED;
			}
			failure = attempt->queued ? EAGAIN : ETIMEDOUT;
		}
		socket_close_attempt(attempt);
	}
	slock_socket_cancel(attempt);
	socket_failed(attempt, strerror(failure), result);
	return slock_clock_now() < attempt->deadline ? SLOCK_LOST : SLOCK_LATE;
}

int slock_socket_send_some(int fd, const char *data, size_t length, size_t *sent)
{
	while (*sent < length) {
		ssize_t written = send(fd, data + *sent, length - *sent, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (written >= 0) {
			*sent += (size_t) written;
		} else if (errno != EINTR) {
			return errno == EWOULDBLOCK ? EAGAIN : errno;
		}
	}
	return 0;
}

int slock_socket_send(int fd, const char *data, size_t length, slock_time deadline)
{
	size_t sent = 0;
	int failure;

	while ((failure = slock_socket_send_some(fd, data, length, &sent)) == EAGAIN) {
		if (!slock_socket_wait(fd, POLLOUT, deadline)) {
			return ETIMEDOUT;
		}
	}
	return failure;
}

/* As slock_socket_receive(), with these flags for recv(). */
static ssize_t socket_receive(int fd, char *data, size_t size, int flags)
{
	for (;;) {
		ssize_t got = recv(fd, data, size, flags);

		if (got > 0) {
			return got;
		}
		if (got == 0) {
			errno = 0;
			return -1;
		}
		if (errno == EAGAIN || errno == EWOULDBLOCK || (errno == EINTR && !(flags & MSG_DONTWAIT))) {
			return 0;
		}
		if (errno != EINTR) {
			return -1;
		}
	}
}

ssize_t slock_socket_receive(int fd, char *data, size_t size)
{
	return socket_receive(fd, data, size, MSG_DONTWAIT);
}

/* Whether the socket is a blocking one, whose recv() waits for LONGEST_RECEIVE at most. */
static bool socket_is_blocking(int fd, unsigned *waits)
{
	const struct timeval longest = {.tv_usec = LONGEST_RECEIVE / 1000};
	int off = 0;

	if (*waits == FEW_WAITS &&
		(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof(longest)) || ioctl(fd, FIONBIO, &off))) {
		return false;
	}
	*waits += *waits <= FEW_WAITS;
	return *waits > FEW_WAITS;
}

ssize_t slock_socket_receive_until(int fd, unsigned *waits, char *data, size_t size, slock_time deadline)
{
	ssize_t got;

	do {
		if (deadline - slock_clock_now() > LONGEST_RECEIVE && socket_is_blocking(fd, waits)) {
			got = socket_receive(fd, data, size, 0);
		} else if (slock_socket_wait(fd, POLLIN, deadline)) {
			got = slock_socket_receive(fd, data, size);
		} else {
			return 0;
		}
	} while (got == 0);
	return got;
}
