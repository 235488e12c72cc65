/* SPDX-License-Identifier: MIT
 *
 * How the renewer's thread reaches a Redis server: a connection of its own, and all renewals of a flight in one
 * pipeline. Plain C in memory of malloc(): no zval, no engine, no setting. */
#ifndef SLOCK_CLIENTS_REDIS_LINE_H
#define SLOCK_CLIENTS_REDIS_LINE_H

#include "clients/redis/redis.h"
#include "core/renewer.h"

/* The endpoint and the name are copied; the client's table and the script stay. The script gets the token and the TTL
 * in milliseconds, and answers 1 or 0. `client_time`: also the client's Unix time, because the server is below Redis 5.
 * NULL: there is no memory. */
slock_line *slock_redis_line_new(const slock_redis_client *client, const slock_redis_endpoint *endpoint,
								 const char *name, size_t name_length, const slock_redis_script *script,
								 bool client_time);

/* Whether the server refused because it is too old to tell the time in a script that writes. */
bool slock_redis_refuses_time(const slock_redis_reply *reply);

#endif
