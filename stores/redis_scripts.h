/* SPDX-License-Identifier: MIT
 *
 * The scripts of RedisStore: each operation on a lock is one of them, one round trip and atomic. */
#ifndef SLOCK_REDIS_SCRIPTS_H
#define SLOCK_REDIS_SCRIPTS_H

#include "clients/redis/redis.h"

/* KEYS[1] is the resource, ARGV[1] the owner token, ARGV[2] the TTL in milliseconds, ARGV[3] (only below Redis 5) the
 * client's Unix time in milliseconds. Each returns 1 (done, held) or 0 (conflict, not held). All may be run twice. */
typedef struct {
	slock_redis_script acquire;      /* for writing */
	slock_redis_script acquire_read; /* for reading */
	slock_redis_script refresh;
	slock_redis_script exists;
	slock_redis_script release; /* ARGV: the token alone */
} slock_redis_script_set;

extern slock_redis_script_set slock_redis_scripts;

/* Computes the hashes. Call once, in MINIT. */
void slock_redis_scripts_startup(void);

#endif
