/* SPDX-License-Identifier: MIT
 *
 * memcached_meta HOST PORT: two meta requests, over a socket. Acquire: "ms" in the mode "add", whose answer tells the
 * version. Release: "md" of that version. HOST is an IPv4 address. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "raw.h"

#define TOKEN "cmF3IGJlbmNobWFyayB0b2tlbiwgMzIgYnl0ZXMgbG9uZw=="

static int server;
static uint64_t number;

/* One request, and the rest of its answer, which must begin like this; valid until the next one. */
static const char *ask(const char *request, int length, const char *expected)
{
	static char answer[256];
	ssize_t got;

	if (send(server, request, (size_t) length, MSG_NOSIGNAL) != length) {
		give_up("send");
	}
	got = recv(server, answer, sizeof(answer) - 1, 0);
	if (got < 2 || answer[got - 1] != '\n') {
		give_up("recv");
	}
	answer[got] = '\0';
	if (strncmp(answer, expected, strlen(expected))) {
		give_up("%s: %s", request, answer);
	}
	return answer + strlen(expected);
}

static void cycle(void)
{
	char request[256];
	unsigned long long version;

	version = strtoull(ask(request,
						   snprintf(request, sizeof(request), "ms %s %zu T32 ME c O%ju\r\n" TOKEN "\r\n", own_name(),
									sizeof(TOKEN) - 1, (uintmax_t) ++number),
						   "HD c"),
					   NULL, 10);
	ask(request, snprintf(request, sizeof(request), "md %s C%llu O%ju\r\n", own_name(), version, (uintmax_t) ++number),
		"HD");
}

int main(int argc, char **argv)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	int on = 1;

	if (argc != 3 || inet_pton(AF_INET, argv[1], &address.sin_addr) != 1) {
		give_up("usage: memcached_meta HOST PORT");
	}
	address.sin_port = htons((uint16_t) strtol(argv[2], NULL, 10));
	server = socket(AF_INET, SOCK_STREAM, 0);
	if (server == -1 || connect(server, (struct sockaddr *) &address, sizeof(address))) {
		give_up("connect");
	}
	setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	return serve(cycle);
}
