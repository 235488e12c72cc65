/* SPDX-License-Identifier: MIT
 *
 * Client object adapter: a transport to a Redis server through an object of a PHP client, \Redis, \RedisCluster,
 * \RedisArray, Relay, and Predis. Only their methods are used, so their prefixes, serializers and transactions
 * apply. */
#ifndef SLOCK_CLIENTS_REDIS_CLIENT_OBJECT_H
#define SLOCK_CLIENTS_REDIS_CLIENT_OBJECT_H

#include "php.h"
#include "clients/redis/redis.h"

/* Whether the object is of a class that slock_redis_object_new() takes. Loads no class. */
bool slock_redis_object_is_client(zend_object *client);

/* Takes its own reference to the client. */
slock_redis *slock_redis_object_new(zend_object *client);

#endif
