/* SPDX-License-Identifier: MIT
 *
 * The two scripts of RedisStore on a hiredis connection. The texts are those of stores/redis/scripts.c itself. */
#ifndef SLOCK_BENCH_REDIS_SCRIPT_H
#define SLOCK_BENCH_REDIS_SCRIPT_H

#include <string.h>

#include <hiredis/hiredis.h>

#include "raw.h"
#include "stores/redis/scripts.h"

#define TOKEN "cmF3IGJlbmNobWFyayB0b2tlbiwgMzIgYnl0ZXMgbG9uZw=="

typedef struct {
	char acquire[41]; /* the scripts' hashes */
	char release[41];
} redis_script_hashes;

static inline void load_script(redisContext *redis, const char *text, char *sha)
{
	redisReply *reply = redisCommand(redis, "SCRIPT LOAD %s", text);

	if (!reply || reply->type != REDIS_REPLY_STRING || reply->len != 40) {
		give_up("Redis does not take the script: %s", reply ? reply->str : redis->errstr);
	}
	memcpy(sha, reply->str, 41);
	freeReplyObject(reply);
}

static inline redisContext *connect_redis(const char *host, int port, redis_script_hashes *hashes)
{
	redisContext *redis = redisConnect(host, port);

	if (!redis || redis->err) {
		give_up("cannot connect to Redis: %s", redis ? redis->errstr : "out of memory");
	}
	load_script(redis, slock_redis_scripts.acquire.text, hashes->acquire);
	load_script(redis, slock_redis_scripts.release.text, hashes->release);
	return redis;
}

/* The answer of a script must be 1; frees it. */
static inline void check_reply(redisContext *redis, redisReply *reply)
{
	if (!reply || reply->type != REDIS_REPLY_INTEGER || reply->integer != 1) {
		give_up("a script failed: %s", !reply ? redis->errstr : reply->str ? reply->str : "not 1");
	}
	freeReplyObject(reply);
}

#endif
