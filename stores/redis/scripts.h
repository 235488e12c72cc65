/* SPDX-License-Identifier: MIT
 *
 * The scripts of RedisStore: each operation on a lock is one of them, one round trip and atomic. */
#ifndef SLOCK_STORES_REDIS_SCRIPTS_H
#define SLOCK_STORES_REDIS_SCRIPTS_H

#include "clients/redis/redis.h"

/* KEYS[1] is the resource, ARGV[1] the owner token, ARGV[2] the TTL in milliseconds, ARGV[3] (only below Redis 5, else
 * empty or missing) the client's Unix time in milliseconds, ARGV[4] (may be missing) a number below 2^53. Each returns
 * 1 (done, held) or 0 (conflict, not held), but
 * - acquire, acquire_read: for 0 also minus the milliseconds after which the lock is free if nobody touches it;
 * - release: 1 and the number of those who wait and got a message; -1: released, and the server denied publishing. With
 *   ARGV[4] the answer is a list of that and ARGV[4]. All may be run twice. */
typedef struct {
	slock_redis_script acquire;      /* for writing */
	slock_redis_script acquire_read; /* for reading */
	slock_redis_script refresh;
	slock_redis_script exists;
	/* ARGV[2]: "0": publish nothing. */
	slock_redis_script release;
} slock_redis_script_set;

extern slock_redis_script_set slock_redis_scripts;

/* Computes the hashes, unless that was done before. Call before a script is used (most processes use none), and from
 * one thread only. */
void slock_redis_scripts_hash(void);

#endif
