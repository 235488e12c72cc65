/* SPDX-License-Identifier: MIT
 *
 * Connecting to a host name with several addresses, of which some do not answer: each has a fair share of the time.
 * Without PHP and without DNS. Prints one line per case; the exit status is the number of failed checks. */
#define _GNU_SOURCE

#include "clients/socket.c"
#include "core/clock.c"

#include <arpa/inet.h>
#include <stdlib.h>

#define MOST 4

static int failures = 0;

/* What the name "host" stands for. */
static struct sockaddr_in addresses[MOST];
static struct addrinfo found[MOST];
static int count = 0;

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **all)
{
	for (int i = 0; i < count; i++) {
		found[i] = (struct addrinfo){.ai_family = AF_INET,
									 .ai_socktype = SOCK_STREAM,
									 .ai_addr = (struct sockaddr *) &addresses[i],
									 .ai_addrlen = sizeof(addresses[i]),
									 .ai_next = i + 1 < count ? &found[i + 1] : NULL};
	}
	*all = found;
	return 0;
}

void freeaddrinfo(struct addrinfo *all)
{
}

static void check(bool holds, const char *what)
{
	if (!holds) {
		printf("FAIL: %s\n", what);
		failures++;
	}
}

/* A listener that accepts nothing: its queue has room for so many. */
static struct sockaddr_in listener(int backlog)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t length = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	check(bind(fd, (struct sockaddr *) &at, sizeof(at)) == 0 && listen(fd, backlog) == 0 &&
			  getsockname(fd, (struct sockaddr *) &at, &length) == 0,
		  "a listener");
	return at;
}

/* Nobody answers there: its queue is full. */
static struct sockaddr_in silent(void)
{
	struct sockaddr_in at = listener(0);

	for (int i = 0; i < 4; i++) {
		connect(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), (struct sockaddr *) &at, sizeof(at));
	}
	return at;
}

/* How it ends; which address was tried last. */
static slock_progress connect_within(slock_time limit, int *last)
{
	slock_socket_attempt attempt = {0};
	slock_result result = SLOCK_RESULT_INIT;
	slock_waiting waiting;
	slock_progress progress;
	slock_time begun = slock_clock_now();

	check(
		slock_socket_start(&attempt, &(slock_socket_server){"Server", "host", NULL, "host", 1}, begun + limit, &result),
		"it starts");
	while ((progress = slock_socket_step(&attempt, &waiting, &result)) == SLOCK_AWAITED) {
		slock_socket_wait(waiting.descriptor, waiting.events, waiting.until);
		*last = attempt.at;
	}
	if (progress == SLOCK_ARRIVED) {
		*last = attempt.at;
		close(attempt.fd);
	}
	return progress;
}

int main(void)
{
	const slock_time second = INT64_C(1000000000);
	int last = -1;

	setvbuf(stdout, NULL, _IOLBF, 0);
	alarm(60);
	addresses[0] = silent();
	addresses[1] = silent();
	addresses[2] = listener(8);
	count = 3;
	check(connect_within(second + second / 2, &last) == SLOCK_ARRIVED && last == 2, "the third of three is reached");
	puts("done: two that do not answer, and one that does");
	count = 2;
	check(connect_within(second / 2, &last) == SLOCK_LATE && last == 1, "both are tried");
	puts("done: two that do not answer");
	return failures;
}
