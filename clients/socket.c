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
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

double slock_socket_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

bool slock_socket_wait(int fd, short events, double deadline)
{
	struct pollfd poller = {.fd = fd, .events = events};
	double left;
	int ready;

	do {
		left = deadline - slock_socket_now();
		/* Rounded up: a wait of less than a millisecond would become a busy one. */
		ready = poll(&poller, 1, left > 0 ? (int) (left * 1000) + 1 : 0);
		if (ready > 0) {
			return true;
		}
	} while (left > 0 && (ready == 0 || errno == EINTR || errno == EAGAIN));
	return false;
}

/* A connected descriptor, or -1 with errno. */
static int connect_address(const struct sockaddr *address, socklen_t length, double deadline)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), failure = 0;
	socklen_t size = sizeof(failure);

	if (fd == -1 || connect(fd, address, length) == 0) {
		return fd;
	}
	if (errno == EAGAIN && address->sa_family == AF_UNIX) {
		/* The listener's queue is full; nothing tells when there is room. */
		while (errno == EAGAIN && slock_socket_now() < deadline) {
			poll(NULL, 0, 5);
			if (connect(fd, address, length) == 0) {
				return fd;
			}
		}
		failure = errno;
	} else if (errno != EINPROGRESS && errno != EINTR) {
		failure = errno;
	} else if (!slock_socket_wait(fd, POLLOUT, deadline)) {
		failure = ETIMEDOUT;
	} else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size) == -1) {
		failure = errno;
	}
	if (failure) {
		close(fd);
		errno = failure;
		return -1;
	}
	return fd;
}

int slock_socket_unix(const char *path, double deadline, const char **reason)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd;

	if (strlen(path) >= sizeof(address.sun_path)) {
		*reason = strerror(ENAMETOOLONG);
		return -1;
	}
	memcpy(address.sun_path, path, strlen(path) + 1);
	fd = connect_address((struct sockaddr *) &address, sizeof(address), deadline);
	if (fd == -1) {
		*reason = strerror(errno);
	}
	return fd;
}

int slock_socket_tcp(const char *host, int port, double deadline, const char **reason)
{
	const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	struct addrinfo *addresses, *address;
	char service[8];
	int fd = -1, left = 0, failure, on = 1;

	snprintf(service, sizeof(service), "%d", port);
	failure = getaddrinfo(host, service, &hints, &addresses);
	if (failure) {
		*reason = failure == EAI_SYSTEM ? strerror(errno) : gai_strerror(failure);
		return -1;
	}
	for (address = addresses; address; address = address->ai_next) {
		left++;
	}
	for (address = addresses; address && fd == -1; address = address->ai_next) {
		double now = slock_socket_now();

		fd = connect_address(address->ai_addr, address->ai_addrlen, now + (deadline - now) / left--);
	}
	if (fd == -1) {
		*reason = strerror(errno);
	}
	freeaddrinfo(addresses);
	if (fd != -1) {
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	}
	return fd;
}

int slock_socket_send(int fd, const char *data, size_t length, double deadline)
{
	while (length) {
		ssize_t written = send(fd, data, length, MSG_NOSIGNAL);

		if (written >= 0) {
			data += written;
			length -= (size_t) written;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			if (!slock_socket_wait(fd, POLLOUT, deadline)) {
				return ETIMEDOUT;
			}
		} else if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

ssize_t slock_socket_receive(int fd, char *data, size_t size)
{
	for (;;) {
		ssize_t got = recv(fd, data, size, 0);

		if (got > 0) {
			return got;
		}
		if (got == 0) {
			errno = 0;
			return -1;
		}
		if (errno == EAGAIN || errno == EWOULDBLOCK) {
			return 0;
		}
		if (errno != EINTR) {
			return -1;
		}
	}
}
