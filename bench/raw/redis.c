/* SPDX-License-Identifier: MIT
 *
 * redis HOST PORT: acquire and release by EVALSHA, one after the other, with hiredis as its manual shows it. */
#include "redis_script.h"

static redisContext *redis;
static redis_script_hashes hashes;

static void cycle(void)
{
	check_reply(redis, redisCommand(redis, "EVALSHA %s 1 %s %s 30000", hashes.acquire, own_name(), TOKEN));
	check_reply(redis, redisCommand(redis, "EVALSHA %s 1 %s %s", hashes.release, own_name(), TOKEN));
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		give_up("usage: redis HOST PORT");
	}
	redis = connect_redis(argv[1], (int) strtol(argv[2], NULL, 10), &hashes);
	return serve(cycle);
}
