/* SPDX-License-Identifier: MIT
 *
 * Connecting to a Redis server: the socket, TLS and the handshake. Plain C. */
#ifndef SLOCK_CLIENTS_REDIS_CONNECT_H
#define SLOCK_CLIENTS_REDIS_CONNECT_H

#include "clients/redis/connection.h"

/* See slock_redis_client. */
slock_redis_connection *slock_redis_start(const slock_redis_endpoint *endpoint, slock_result *result);
slock_progress slock_redis_establish(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
									 slock_redis_limit limit, slock_waiting *waiting, slock_result *result);

#endif
