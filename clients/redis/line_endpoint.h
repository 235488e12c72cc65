/* SPDX-License-Identifier: MIT
 *
 * Endpoints that outlive a DSN, for the renewer's thread and for lookups: copies in memory of malloc(). Plain C. */
#ifndef SLOCK_CLIENTS_REDIS_LINE_ENDPOINT_H
#define SLOCK_CLIENTS_REDIS_LINE_ENDPOINT_H

#include "clients/redis/redis.h"

/* Copies it with all its strings. False: there is no memory, and nothing to free. */
bool slock_redis_endpoint_copy(slock_redis_endpoint *to, const slock_redis_endpoint *from);

/* Frees what a copy owns, and wipes the password. */
void slock_redis_endpoint_free(slock_redis_endpoint *endpoint);

/* Makes a copy that of another server, by TCP, with the same ways in. False: there is no memory, and it stays. */
bool slock_redis_endpoint_move(slock_redis_endpoint *endpoint, const slock_redis_address *address);

#endif
