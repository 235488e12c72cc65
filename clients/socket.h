/* SPDX-License-Identifier: MIT
 *
 * Stream sockets for client modules that speak their protocol themselves: not blocking, close-on-exec from the start,
 * no SIGPIPE, with deadlines that no signal moves. Plain C: no zval, no exception, no Zend call. */
#ifndef SLOCK_CLIENTS_SOCKET_H
#define SLOCK_CLIENTS_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

#include "clients/waiting.h"
#include "core/clock.h"
#include "core/result.h"

/* Whereto. */
typedef struct {
	const char *product, *name; /* for messages: "Redis" at "host:port"; they must outlive the attempt */
	const char *path;           /* of a unix socket; NULL: TCP */
	const char *host;           /* a name, or an address; IPv6 without its brackets */
	int port;
} slock_socket_server;

/* Connecting to a unix socket, or to the addresses of a host name one after another, each with a fair share of the time
 * that is left. It starts as all zeros and must not be moved in memory. */
typedef struct {
	const char *product, *name;
	int fd;               /* of the attempt that goes on, or what was connected; -1: none */
	bool queued;          /* the listener's queue is full, and nothing tells when there is room */
	slock_time deadline;  /* of all attempts together */
	slock_time until;     /* of this one */
	int count, at;        /* addresses, and the one that is tried */
	struct addrinfo *all; /* to be freed; NULL: `local` is the only one */
	struct sockaddr_un local;
} slock_socket_attempt;

/* Only getaddrinfo() may block, and not where the host is an address. False: nothing to cancel, the result says why. */
bool slock_socket_start(slock_socket_attempt *attempt, const slock_socket_server *to, slock_time deadline,
						slock_result *result);

/* ARRIVED: attempt->fd is connected, the caller's, and the attempt has ended. LOST, or LATE at its deadline: it has
 * ended, the result says why. AWAITED: to be called again after `waiting`. */
slock_progress slock_socket_step(slock_socket_attempt *attempt, slock_waiting *waiting, slock_result *result);

/* Ends it; right also after it has ended, and when it never started. */
void slock_socket_cancel(slock_socket_attempt *attempt);

/* Waits until the descriptor is ready for these events of poll(), however many signals arrive; false when the deadline
 * passes first. Errors of the descriptor count as ready: the next call on it tells them. */
bool slock_socket_wait(int fd, short events, slock_time deadline);

/* Writes what there is room for, from *sent on, which it moves, without waiting. 0: that was all; EAGAIN: there is no
 * room for the rest; else the errno of the failure. */
int slock_socket_send_some(int fd, const char *data, size_t length, size_t *sent);

/* Writes everything. 0; ETIMEDOUT when the deadline passes first; else the errno of the failure. */
int slock_socket_send(int fd, const char *data, size_t length, slock_time deadline);

/* Reads what is there, without waiting: the number of bytes, 0 when there is nothing yet, -1 at the end of the stream
 * or with errno (0 at the end). */
ssize_t slock_socket_receive(int fd, char *data, size_t size);

/* The same, and waits for something until the deadline, however many signals arrive; 0 then. `waits`: what it notes of
 * this socket, 0 at first. It may make the socket a blocking one: the functions here never rely on its mode, and nobody
 * else may. */
ssize_t slock_socket_receive_until(int fd, unsigned *waits, char *data, size_t size, slock_time deadline);

#endif
