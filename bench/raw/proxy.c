/* SPDX-License-Identifier: MIT
 *
 * proxy MICROSECONDS PORT...: relays connections on 127.0.0.1 to each port and holds back everything that it relays, in
 * either direction, for so long. Prints the ports it listens on, in the same order, on one line; ends with its input.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "raw.h"

#define MAX_LISTENERS 16
#define MAX_PIPES 512
#define CHUNK 16384

/* Bytes on their way. */
typedef struct chunk {
	struct chunk *next;
	int64_t due; /* when the far side may have them */
	size_t length;
	char bytes[CHUNK];
} chunk;

/* One direction of a connection; the other one is its neighbour (index ^ 1). */
typedef struct {
	int from, to;
	chunk *first, *last;
	bool ended; /* nothing more will come */
} pipe_end;

static int listeners[MAX_LISTENERS], targets[MAX_LISTENERS], listener_count;
static pipe_end pipes[MAX_PIPES];
static int64_t delay;

static int tcp_socket(struct sockaddr_in *address, int port)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

	if (fd < 0) {
		give_up("no socket: %s", strerror(errno));
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	memset(address, 0, sizeof(*address));
	address->sin_family = AF_INET;
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	address->sin_port = htons((uint16_t) port);
	return fd;
}

static void listen_for(int target)
{
	struct sockaddr_in address;
	socklen_t length = sizeof(address);
	int fd = tcp_socket(&address, 0);

	if (bind(fd, (struct sockaddr *) &address, length) < 0 || listen(fd, 64) < 0 ||
		getsockname(fd, (struct sockaddr *) &address, &length) < 0) {
		give_up("cannot listen: %s", strerror(errno));
	}
	printf("%d ", ntohs(address.sin_port));
	targets[listener_count] = target;
	listeners[listener_count++] = fd;
}

/* The first of two directions that are free; -1: none. */
static int free_pair(void)
{
	for (int i = 0; i < MAX_PIPES; i += 2) {
		if (!pipes[i].from) {
			return i;
		}
	}
	return -1;
}

static void accept_one(int listener)
{
	struct sockaddr_in address;
	int near_fd = accept4(listeners[listener], NULL, NULL, SOCK_CLOEXEC), far_fd, on = 1, i = free_pair();

	if (near_fd < 0) {
		return;
	}
	far_fd = tcp_socket(&address, targets[listener]);
	if (i < 0 || connect(far_fd, (struct sockaddr *) &address, sizeof(address)) < 0) {
		close(near_fd);
		close(far_fd);
		return;
	}
	setsockopt(near_fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	pipes[i] = (pipe_end){.from = near_fd, .to = far_fd};
	pipes[i + 1] = (pipe_end){.from = far_fd, .to = near_fd};
}

static void take_in(pipe_end *one)
{
	chunk *taken = malloc(sizeof(*taken));
	ssize_t length;

	if (!taken) {
		give_up("out of memory");
	}
	length = recv(one->from, taken->bytes, sizeof(taken->bytes), 0);
	if (length <= 0) {
		one->ended = true;
		free(taken);
		return;
	}
	taken->next = NULL;
	taken->due = nanoseconds() + delay;
	taken->length = (size_t) length;
	if (one->last) {
		one->last->next = taken;
	} else {
		one->first = taken;
	}
	one->last = taken;
}

static void hand_on(pipe_end *one, int64_t now)
{
	while (one->first && one->first->due <= now) {
		chunk *next = one->first;

		for (size_t sent = 0; sent < next->length;) {
			ssize_t written = send(one->to, next->bytes + sent, next->length - sent, MSG_NOSIGNAL);

			if (written < 0) {
				one->ended = true;
				break;
			}
			sent += (size_t) written;
		}
		one->first = next->next;
		if (!one->first) {
			one->last = NULL;
		}
		free(next);
	}
}

static void drop(pipe_end *one)
{
	while (one->first) {
		chunk *next = one->first->next;

		free(one->first);
		one->first = next;
	}
	memset(one, 0, sizeof(*one));
}

static void close_ended(void)
{
	for (int i = 0; i < MAX_PIPES; i += 2) {
		bool ended = (pipes[i].ended && !pipes[i].first) || (pipes[i + 1].ended && !pipes[i + 1].first);

		if (pipes[i].from && ended) {
			close(pipes[i].from);
			close(pipes[i].to);
			drop(&pipes[i]);
			drop(&pipes[i + 1]);
		}
	}
}

int main(int argc, char **argv)
{
	if (argc < 3 || argc > 2 + MAX_LISTENERS) {
		give_up("usage: proxy MICROSECONDS PORT...");
	}
	/* The default slack of 50 us would show in the delays. */
	prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
	delay = strtol(argv[1], NULL, 10) * 1000;
	for (int i = 2; i < argc; i++) {
		listen_for((int) strtol(argv[i], NULL, 10));
	}
	puts("");
	fflush(stdout);
	for (;;) {
		struct pollfd pollers[1 + MAX_LISTENERS + MAX_PIPES];
		pipe_end *owners[MAX_PIPES];
		struct timespec timeout;
		nfds_t polled = 0;
		int64_t next = INT64_MAX, now;

		pollers[polled++] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
		for (int i = 0; i < listener_count; i++) {
			pollers[polled++] = (struct pollfd){.fd = listeners[i], .events = POLLIN};
		}
		for (int i = 0; i < MAX_PIPES; i++) {
			if (pipes[i].from && !pipes[i].ended) {
				owners[polled - 1 - (nfds_t) listener_count] = &pipes[i];
				pollers[polled++] = (struct pollfd){.fd = pipes[i].from, .events = POLLIN};
			}
			if (pipes[i].first && pipes[i].first->due < next) {
				next = pipes[i].first->due;
			}
		}
		now = nanoseconds();
		if (next != INT64_MAX) {
			int64_t left = next > now ? next - now : 0;

			timeout.tv_sec = left / 1000000000;
			timeout.tv_nsec = left % 1000000000;
		}
		if (ppoll(pollers, polled, next == INT64_MAX ? NULL : &timeout, NULL) < 0 && errno != EINTR) {
			give_up("ppoll() failed: %s", strerror(errno));
		}
		if (pollers[0].revents) {
			return 0;
		}
		for (int i = 0; i < listener_count; i++) {
			if (pollers[1 + i].revents) {
				accept_one(i);
			}
		}
		for (nfds_t i = 1 + (nfds_t) listener_count; i < polled; i++) {
			if (pollers[i].revents) {
				take_in(owners[i - 1 - (nfds_t) listener_count]);
			}
		}
		now = nanoseconds();
		for (int i = 0; i < MAX_PIPES; i++) {
			hand_on(&pipes[i], now);
		}
		close_ended();
	}
}
