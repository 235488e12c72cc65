/* SPDX-License-Identifier: MIT
 *
 * The native way to a Redis server, by DSN. */
#ifndef SLOCK_REDIS_NATIVE_H
#define SLOCK_REDIS_NATIVE_H

#include "clients/redis/dsn.h"
#include "clients/redis/redis.h"

/* Takes over the DSN. Nothing is connected until the first call. Stores with the same DSN in one process share one
 * connection. */
slock_redis *slock_redis_native_new(slock_redis_dsn *dsn);

#endif
