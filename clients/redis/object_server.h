/* SPDX-License-Identifier: MIT
 *
 * The server behind a client object, for connections of our own beside the object's. */
#ifndef SLOCK_CLIENTS_REDIS_OBJECT_SERVER_H
#define SLOCK_CLIENTS_REDIS_OBJECT_SERVER_H

#include "clients/redis/object_address.h"
#include "clients/redis/redis.h"

#include "php.h"

/* The native transport (native.h, not connected) to the one server of a \Redis, or of another object with its methods,
 * with the credentials that it tells, and its prefix for keys: NULL where there is none. Both are the caller's. For an
 * object that has just been answered: it does not connect then. `address` is what it has told before. Runs PHP code of
 * the object, and leaves no exception. NULL: it is not known how to reach it without looking up a name: a cluster, TLS,
 * whose settings no object tells, or a host by name whose address no connection of the process tells. */
slock_redis *slock_redis_object_server(zend_object *client, const slock_redis_object_address *address,
									   zend_string **prefix);

#endif
