/* SPDX-License-Identifier: MIT
 *
 * Stream sockets for client modules that speak their protocol themselves: non-blocking, close-on-exec from the start, no
 * SIGPIPE, with deadlines that no signal moves. Plain C: no zval, no exception, no Zend call. */
#ifndef SLOCK_SOCKET_H
#define SLOCK_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Seconds on the monotonic clock. All deadlines here are on it. */
double slock_socket_now(void);

/* Connects to a unix socket, or to the addresses of a host name one after another, each with a fair share of the time
 * that is left. `host` may be an IPv6 address without its brackets. The descriptor; -1 with the reason in *reason, which
 * is static or valid until the next call in this thread. */
int slock_socket_unix(const char *path, double deadline, const char **reason);
int slock_socket_tcp(const char *host, int port, double deadline, const char **reason);

/* Waits until the descriptor is ready for these events of poll(), however many signals arrive; false when the deadline
 * passes first. Errors of the descriptor count as ready: the next call on it tells them. */
bool slock_socket_wait(int fd, short events, double deadline);

/* Writes everything. 0; ETIMEDOUT when the deadline passes first; else the errno of the failure. */
int slock_socket_send(int fd, const char *data, size_t length, double deadline);

/* Reads what is there, without waiting: the number of bytes, 0 when there is nothing yet, -1 at the end of the stream or
 * with errno (0 at the end). */
ssize_t slock_socket_receive(int fd, char *data, size_t size);

#endif
