/* SPDX-License-Identifier: MIT
 *
 * memcached HOST PORT: the commands of MemcachedStore. Acquire: add. Release, so that nobody else's lock is deleted:
 * get with its version, replace that version by one that ends soon, delete. In the text protocol, which needs one
 * message for each of them. */
#include <string.h>

#include <libmemcached/memcached.h>

#include "raw.h"

#define TOKEN "cmF3IGJlbmNobWFyayB0b2tlbiwgMzIgYnl0ZXMgbG9uZw=="

static memcached_st *client;

static void check(memcached_return_t result, const char *what)
{
	if (result != MEMCACHED_SUCCESS) {
		give_up("%s: %s", what, memcached_strerror(client, result));
	}
}

static void cycle(void)
{
	const char *keys[] = {own_name()};
	size_t lengths[] = {strlen(keys[0])};
	memcached_return_t status;
	memcached_result_st *value;
	uint64_t version;

	check(memcached_add(client, keys[0], lengths[0], TOKEN, sizeof(TOKEN) - 1, 30, 0), "add");
	check(memcached_mget(client, keys, lengths, 1), "get");
	value = memcached_fetch_result(client, NULL, &status);
	if (!value || memcached_result_length(value) != sizeof(TOKEN) - 1) {
		give_up("get: %s", memcached_strerror(client, status));
	}
	version = memcached_result_cas(value);
	memcached_result_free(value);
	while ((value = memcached_fetch_result(client, NULL, &status))) {
		memcached_result_free(value);
	}
	check(memcached_cas(client, keys[0], lengths[0], TOKEN, sizeof(TOKEN) - 1, 2, 0, version), "cas");
	check(memcached_delete(client, keys[0], lengths[0], 0), "delete");
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
