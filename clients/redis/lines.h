/* SPDX-License-Identifier: MIT
 *
 * Lines (line.h) to the servers of a native transport, for the thread that renews its locks. */
#ifndef SLOCK_CLIENTS_REDIS_LINES_H
#define SLOCK_CLIENTS_REDIS_LINES_H

#include "clients/redis/line.h"

/* A new line to whoever has the key, with a script as slock_redis_line_new() takes it; asks nobody. NULL: there is
 * none, because it is not known who has the key or the transport is a client object, or there is no memory. No
 * exception is pending. */
slock_line *slock_redis_line_to(slock_redis *redis, const char *key, size_t length, const slock_redis_script *script);

#endif
