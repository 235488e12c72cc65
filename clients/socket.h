/* SPDX-License-Identifier: MIT
 *
 * Stream sockets for client modules that speak their protocol themselves: non-blocking, close-on-exec from the start,
 * no SIGPIPE, with deadlines that no signal moves. Plain C: no zval, no exception, no Zend call. */
#ifndef SLOCK_CLIENTS_SOCKET_H
#define SLOCK_CLIENTS_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

#include "core/clock.h"

/* Connects to a unix socket, or to the addresses of a host name one after another, each with a fair share of the time
 * that is left. `host` may be an IPv6 address without its brackets. The descriptor; -1 with the reason in *reason,
 * which is static or valid until the next call in this thread. */
int slock_socket_unix(const char *path, slock_time deadline, const char **reason);
int slock_socket_tcp(const char *host, int port, slock_time deadline, const char **reason);

/* The same in steps. It starts as all zeros and must not be moved in memory. */
typedef struct {
	int fd;               /* of the attempt that goes on; -1: none */
	bool queued;          /* the listener's queue is full, and nothing tells when there is room */
	slock_time wake;      /* when to take the next step at the latest */
	slock_time deadline;  /* of all attempts together */
	slock_time until;     /* of this one */
	int count, at;        /* addresses, and the one that is tried */
	struct addrinfo *all; /* to be freed; NULL: `local` is the only one */
	struct sockaddr_un local;
} slock_socket_attempt;

/* Only getaddrinfo() may block, and not where the host is an address. False: nothing to cancel, *reason as above. */
bool slock_socket_start_unix(slock_socket_attempt *attempt, const char *path, slock_time deadline, const char **reason);
bool slock_socket_start_tcp(slock_socket_attempt *attempt, const char *host, int port, slock_time deadline,
							const char **reason);

/* 1: attempt->fd is connected, the caller's, and the attempt has ended. -1: it has ended with *reason. 0: to be called
 * again at attempt->wake, or when slock_socket_pollable() is ready for POLLOUT. */
int slock_socket_step(slock_socket_attempt *attempt, const char **reason);
int slock_socket_pollable(const slock_socket_attempt *attempt);

/* Ends it; right also after it has ended, and when it never started. */
void slock_socket_cancel(slock_socket_attempt *attempt);

/* Waits until the descriptor is ready for these events of poll(), however many signals arrive; false when the deadline
 * passes first. Errors of the descriptor count as ready: the next call on it tells them. */
bool slock_socket_wait(int fd, short events, slock_time deadline);

/* Writes everything. 0; ETIMEDOUT when the deadline passes first; else the errno of the failure. */
int slock_socket_send(int fd, const char *data, size_t length, slock_time deadline);

/* Reads what is there, without waiting: the number of bytes, 0 when there is nothing yet, -1 at the end of the stream
 * or with errno (0 at the end). */
ssize_t slock_socket_receive(int fd, char *data, size_t size);

#endif
