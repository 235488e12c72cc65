/* SPDX-License-Identifier: MIT
 *
 * quorum HOST PORT...: acquire on all servers at once and go on when more than half have agreed; then release likewise.
 * Answers that come later are taken in by the poll loop that is running then. */
#include <poll.h>

#include "redis_script.h"

#define MAX_SERVERS 16

static struct {
	redisContext *redis;
	redis_script_hashes hashes;
	int awaited; /* answers */
} servers[MAX_SERVERS];
static int count;

/* Takes the answers that are there; returns whether one of them was the newest request's. */
static bool take_answers(int server)
{
	redisContext *redis = servers[server].redis;
	void *reply;

	if (redisBufferRead(redis) != REDIS_OK) {
		give_up("connection lost: %s", redis->errstr);
	}
	while (servers[server].awaited) {
		if (redisGetReplyFromReader(redis, &reply) != REDIS_OK) {
			give_up("protocol error: %s", redis->errstr);
		}
		if (!reply) {
			break;
		}
		check_reply(redis, reply);
		servers[server].awaited--;
	}
	return !servers[server].awaited;
}

static void step(bool acquire)
{
	struct pollfd pollers[MAX_SERVERS];
	int agreed = 0, done;

	for (int i = 0; i < count; i++) {
		redisContext *redis = servers[i].redis;

		if (acquire) {
			redisAppendCommand(redis, "EVALSHA %s 1 %s %s 30000", servers[i].hashes.acquire, own_name(), TOKEN);
		} else {
			redisAppendCommand(redis, "EVALSHA %s 1 %s %s", servers[i].hashes.release, own_name(), TOKEN);
		}
		do {
			if (redisBufferWrite(redis, &done) != REDIS_OK) {
				give_up("connection lost: %s", redis->errstr);
			}
		} while (!done);
		servers[i].awaited++;
		pollers[i].fd = redis->fd;
		pollers[i].events = POLLIN;
	}
	while (agreed <= count / 2) {
		if (poll(pollers, (nfds_t) count, 5000) <= 0) {
			give_up("no answer within 5 seconds");
		}
		for (int i = 0; i < count; i++) {
			if (pollers[i].revents && take_answers(i)) {
				agreed++;
				pollers[i].fd = -1;
			}
		}
	}
}

static void cycle(void)
{
	step(true);
	step(false);
}

int main(int argc, char **argv)
{
	count = argc - 2;
	if (count < 1 || count > MAX_SERVERS) {
		give_up("usage: quorum HOST PORT...");
	}
	for (int i = 0; i < count; i++) {
		servers[i].redis = connect_redis(argv[1], (int) strtol(argv[i + 2], NULL, 10), &servers[i].hashes);
	}
	return serve(cycle);
}
