/* SPDX-License-Identifier: MIT
 *
 * memcached HOST PORT: the commands of MemcachedStore. Acquire: add. Release, so that nobody else's lock is deleted:
 * get with its version, replace that version by one that has ended, and get, which makes the server drop it. In the
 * text protocol, which needs one message for each of them. */
#include <string.h>

#include <libmemcached/memcached.h>

#include "raw.h"

#define TOKEN "cmF3IGJlbmNobWFyayB0b2tlbiwgMzIgYnl0ZXMgbG9uZw=="
/* From 30 days on a time is one since 1970. */
#define LONG_AGO (30 * 24 * 3600 + 1)

static memcached_st *client;

static void check(memcached_return_t result, const char *what)
{
	if (result != MEMCACHED_SUCCESS) {
		give_up("%s: %s", what, memcached_strerror(client, result));
	}
}

/* The version of the token that is there; 0: there is none. */
static uint64_t version_of(const char *key, size_t length)
{
	memcached_return_t status;
	memcached_result_st *value;
	uint64_t version = 0;

	check(memcached_mget(client, &key, &length, 1), "get");
	while ((value = memcached_fetch_result(client, NULL, &status))) {
		if (memcached_result_length(value) != sizeof(TOKEN) - 1) {
			give_up("get: another token");
		}
		version = memcached_result_cas(value);
		memcached_result_free(value);
	}
	return version;
}

static void cycle(void)
{
	const char *key = own_name();
	size_t length = strlen(key);
	uint64_t version;

	check(memcached_add(client, key, length, TOKEN, sizeof(TOKEN) - 1, 30, 0), "add");
	version = version_of(key, length);
	if (!version) {
		give_up("get: no token");
	}
	check(memcached_cas(client, key, length, TOKEN, sizeof(TOKEN) - 1, LONG_AGO, 0, version), "cas");
	if (version_of(key, length)) {
		give_up("get: the token is still there");
	}
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		give_up("usage: memcached HOST PORT");
	}
	client = memcached_create(NULL);
	check(memcached_behavior_set(client, MEMCACHED_BEHAVIOR_SUPPORT_CAS, 1), "versions");
	check(memcached_behavior_set(client, MEMCACHED_BEHAVIOR_TCP_NODELAY, 1), "no delay");
	check(memcached_server_add(client, argv[1], (in_port_t) strtol(argv[2], NULL, 10)), "server");
	memcached_delete(client, own_name(), strlen(own_name()), 0);
	return serve(cycle);
}
