/* SPDX-License-Identifier: MIT
 *
 * What a server sends to those who subscribe. Part of slock_redis.so; plain C. */
#ifndef SLOCK_CLIENTS_REDIS_MESSAGE_H
#define SLOCK_CLIENTS_REDIS_MESSAGE_H

#include <stdbool.h>

#include <hiredis/hiredis.h>

#include "clients/redis/redis.h"

/* False: this is nothing that belongs to a subscription. */
bool slock_redis_read_notice(const redisReply *from, slock_redis_notice *to);

#endif
