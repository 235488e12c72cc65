/* SPDX-License-Identifier: MIT
 *
 * redis_turns HOST PORT: processes that take turns by a list with one element, as fast as Redis can pass it on: who
 * waits longest gets it (BLPOP), and whoever has it gives it back (RPUSH). There is neither an owner nor a lifetime: it
 * is the floor of what takes turns fairly, and no lock. Understands what actor() of worker.php does for crowds. */
#include <stdbool.h>

#include <hiredis/hiredis.h>

#include "raw.h"

#define LIST "slock-bench-turns"

static redisContext *redis;

/* Frees the answer, which must be of that type. */
static void check(redisReply *reply, int type)
{
	if (!reply || reply->type != type) {
		give_up("Redis failed: %s", !reply ? redis->errstr : reply->str ? reply->str : "another answer");
	}
	freeReplyObject(reply);
}

static void turn(void)
{
	check(redisCommand(redis, "BLPOP " LIST " 30"), REDIS_REPLY_ARRAY);
	check(redisCommand(redis, "RPUSH " LIST " x"), REDIS_REPLY_INTEGER);
}

/* How many were over in time, or -1 when `start` has passed. */
static long contend(double seconds, int64_t start)
{
	int64_t now = nanoseconds(), end = start + (int64_t) (seconds * 1e9);
	long turns = 0;

	if (now >= start) {
		return -1;
	}
	usleep((useconds_t) ((start - now) / 1000));
	for (;; turns++) {
		turn();
		if (nanoseconds() >= end) {
			return turns;
		}
	}
}

/* The first of all processes puts the element into the list. */
static void make_list(void)
{
	redisReply *reply = redisCommand(redis, "SETNX " LIST "-made 1");
	bool first = reply && reply->type == REDIS_REPLY_INTEGER && reply->integer == 1;

	check(reply, REDIS_REPLY_INTEGER);
	if (first) {
		check(redisCommand(redis, "RPUSH " LIST " x"), REDIS_REPLY_INTEGER);
	}
}

int main(int argc, char **argv)
{
	char line[96];
	double seconds;
	long long start;

	if (argc != 3) {
		give_up("usage: redis_turns HOST PORT");
	}
	redis = redisConnect(argv[1], (int) strtol(argv[2], NULL, 10));
	if (!redis || redis->err) {
		give_up("cannot connect to Redis: %s", redis ? redis->errstr : "out of memory");
	}
	make_list();
	puts("ready");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "contend %lf 0 %lld", &seconds, &start) == 2) {
			printf("%ld\n", contend(seconds, start));
		} else if (!strcmp(line, "failures\n")) {
			puts("0");
		} else if (!strcmp(line, "turn 0\n")) {
			turn();
			puts("0");
		} else {
			give_up("no such command: %s", line);
		}
		fflush(stdout);
	}
	return 0;
}
