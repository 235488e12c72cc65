/* SPDX-License-Identifier: MIT
 *
 * See line_nodes.h. */
#include <string.h>

#include "clients/redis/line_nodes.h"

static bool nodes_is_at(const slock_redis_address *address, const char *host, int port)
{
	return address->port == port && host && !strcmp(address->host, host);
}

void slock_redis_nodes_add(slock_redis_nodes *nodes, const slock_redis_address *address)
{
	for (size_t i = 0; i < nodes->count; i++) {
		if (nodes_is_at(&nodes->addresses[i], address->host, address->port)) {
			return;
		}
	}
	if (nodes->count < SLOCK_REDIS_NODES) {
		nodes->addresses[nodes->count++] = *address;
	}
}

const slock_redis_address *slock_redis_nodes_next(slock_redis_nodes *nodes, const slock_redis_endpoint *besides)
{
	for (size_t i = 0; i < nodes->count; i++) {
		const slock_redis_address *at = &nodes->addresses[nodes->next++ % nodes->count];

		if (!nodes_is_at(at, besides->host, besides->port)) {
			return at;
		}
	}
	return NULL;
}
