/* SPDX-License-Identifier: MIT
 *
 * The addresses of a session's servers; see addresses.h. Plain C. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strsep, rand_r */
#endif

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "clients/zookeeper/addresses.h"

#define MAX_ADDRESSES 64
/* What each of several servers gets for an attempt to connect, where there is as much. */
#define LEAST_CONNECT_GRACE (500 * SLOCK_MS)

/* Adds the addresses of one "host:port" to the list, numeric, so that the library never asks a name server (and blocks)
 * while it holds the lock. */
static void addresses_resolve(char *host, char addresses[][80], int *count, const char **reason)
{
	const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	struct addrinfo *found, *one;
	char *port = strrchr(host, ':'), numeric[64];
	int failure;

	*port++ = '\0';
	if (host[0] == '[') {
		host++;
		host[strlen(host) - 1] = '\0';
	}
	failure = getaddrinfo(host, port, &hints, &found);
	if (failure) {
		*reason = failure == EAI_SYSTEM ? strerror(errno) : gai_strerror(failure);
		return;
	}
	for (one = found; one && *count < MAX_ADDRESSES; one = one->ai_next) {
		if (!getnameinfo(one->ai_addr, one->ai_addrlen, numeric, sizeof(numeric), NULL, 0, NI_NUMERICHOST)) {
			snprintf(addresses[(*count)++], sizeof(*addresses), one->ai_family == AF_INET6 ? "[%s]:%s" : "%s:%s",
					 numeric, port);
		}
	}
	freeaddrinfo(found);
}

char *slock_zookeeper_addresses_of(const char *hosts, int *count, const char **reason)
{
	char addresses[MAX_ADDRESSES][80], swapped[80], *copy = strdup(hosts), *rest = copy, *host, *list;
	struct timespec seed;
	unsigned int random;

	*count = 0;
	*reason = "out of memory";
	while (copy && (host = strsep(&rest, ","))) {
		addresses_resolve(host, addresses, count, reason);
	}
	free(copy);
	list = *count ? malloc((size_t) (*count + 1) * sizeof(*addresses)) : NULL;
	if (!list) {
		return NULL;
	}
	clock_gettime(CLOCK_MONOTONIC, &seed);
	random = (unsigned int) seed.tv_nsec ^ (unsigned int) getpid();
	list[0] = '\0';
	for (int i = 0; i < *count; i++) {
		int other = i + (int) ((unsigned int) rand_r(&random) % (unsigned int) (*count - i));

		memcpy(swapped, addresses[i], sizeof(swapped));
		memmove(addresses[i], addresses[other], sizeof(swapped));
		memcpy(addresses[other], swapped, sizeof(swapped));
		strcat(list, i ? "," : "");
		strcat(list, addresses[i]);
	}
	/* After a failure the library goes on by two (ZOOKEEPER-2466): of an even number it would never try half again. */
	if (*count % 2 == 0) {
		strcat(list, ",");
		strcat(list, addresses[0]);
	}
	return list;
}

slock_time slock_zookeeper_addresses_grace(slock_time connect_timeout, int addresses)
{
	slock_time share = addresses > 1 ? connect_timeout / addresses : connect_timeout;
	slock_time least = connect_timeout < LEAST_CONNECT_GRACE ? connect_timeout : LEAST_CONNECT_GRACE;

	return share > least ? share : least;
}
