/* SPDX-License-Identifier: MIT
 *
 * See line_endpoint.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/redis/line_endpoint.h"

#define STRINGS 10

static void endpoint_list_strings(slock_redis_endpoint *endpoint, const char **strings[STRINGS])
{
	strings[0] = &endpoint->name;
	strings[1] = &endpoint->host;
	strings[2] = &endpoint->path;
	strings[3] = &endpoint->user;
	strings[4] = &endpoint->tls_peer_name;
	strings[5] = &endpoint->tls_cafile;
	strings[6] = &endpoint->tls_capath;
	strings[7] = &endpoint->tls_local_cert;
	strings[8] = &endpoint->tls_local_pk;
	strings[9] = &endpoint->password;
}

void slock_redis_endpoint_free(slock_redis_endpoint *endpoint)
{
	const char **strings[STRINGS];

	endpoint_list_strings(endpoint, strings);
	if (endpoint->password) {
		explicit_bzero((char *) endpoint->password, endpoint->password_length);
	}
	for (size_t i = 0; i < STRINGS; i++) {
		free((char *) *strings[i]);
	}
}

bool slock_redis_endpoint_copy(slock_redis_endpoint *to, const slock_redis_endpoint *from)
{
	const char **strings[STRINGS], *given;
	bool complete = true;
	size_t size;

	*to = *from;
	endpoint_list_strings(to, strings);
	for (size_t i = 0; i < STRINGS; i++) {
		given = *strings[i];
		if (given) {
			/* A password may hold any bytes. */
			size = (i == STRINGS - 1 ? from->password_length : strlen(given)) + 1;
			*strings[i] = malloc(size);
			complete = complete && *strings[i];
			if (*strings[i]) {
				memcpy((char *) *strings[i], given, size);
			}
		}
	}
	if (!complete) {
		to->password_length = to->password ? to->password_length : 0;
		slock_redis_endpoint_free(to);
	}
	return complete;
}

bool slock_redis_endpoint_move(slock_redis_endpoint *endpoint, const slock_redis_address *address)
{
	size_t size = strlen(address->host) + sizeof("[]:65535");
	char *host = strdup(address->host), *name = malloc(size);

	if (!host || !name) {
		free(host);
		free(name);
		return false;
	}
	snprintf(name, size, strchr(host, ':') ? "[%s]:%d" : "%s:%d", host, address->port);
	free((char *) endpoint->host);
	free((char *) endpoint->name);
	free((char *) endpoint->path);
	endpoint->host = host;
	endpoint->name = name;
	endpoint->path = NULL;
	endpoint->port = address->port;
	return true;
}
