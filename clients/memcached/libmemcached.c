/* SPDX-License-Identifier: MIT
 *
 * The native Memcached client: slock_memcached.so.1. Here: which of several servers has a key, by libmemcached itself,
 * so that it is the one that \Memcached picks. Plain C: no zval, no exception, no Zend call. */
#include <stdlib.h>
#include <string.h>

#include <libmemcached/memcached.h>

#include "clients/memcached/connect.h"
#include "clients/memcached/flight.h"
#include "clients/memcached/wire.h"
#include "slock_build.h"
#include "slock_version.h"

struct slock_memcached_ring {
	memcached_st *memcached;
	uint32_t *order; /* libmemcached's number of a server (it may have sorted them) => its place in the list */
};

static const char *libmemcached_library_version(void)
{
	return memcached_lib_version();
}

static void libmemcached_ring_free(slock_memcached_ring *ring)
{
	if (ring->memcached) {
		memcached_free(ring->memcached);
	}
	free(ring->order);
	free(ring);
}

/* Where the list has the server that libmemcached gave this number. */
static uint32_t libmemcached_find_place(memcached_st *memcached, uint32_t number,
										const slock_memcached_ring_server *servers, uint32_t server_count)
{
	/* libmemcached forgets the port of a socket. */
	const memcached_instance_st *server = memcached_server_instance_by_position(memcached, number);

	for (uint32_t i = 0; i < server_count; i++) {
		if (server && !strcmp(memcached_server_name(server), servers[i].host) &&
			(servers[i].host[0] == '/' || memcached_server_port(server) == servers[i].port)) {
			return i;
		}
	}
	return server_count;
}

static memcached_return_t libmemcached_apply(memcached_st *ring, const slock_memcached_ring_setting *setting)
{
	static const memcached_behavior_t behaviors[] = {MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, MEMCACHED_BEHAVIOR_KETAMA_HASH,
													 MEMCACHED_BEHAVIOR_DISTRIBUTION, MEMCACHED_BEHAVIOR_HASH,
													 MEMCACHED_BEHAVIOR_SORT_HOSTS};
	memcached_return_t status = memcached_behavior_set(ring, behaviors[setting->option], setting->value);

	if (setting->option == SLOCK_MEMCACHED_LIBKETAMA_COMPATIBLE && !setting->value) {
		/* What \Memcached does too, since libmemcached itself changes nothing back. */
		memcached_behavior_set_key_hash(ring, MEMCACHED_HASH_DEFAULT);
		memcached_behavior_set_distribution_hash(ring, MEMCACHED_HASH_DEFAULT);
		memcached_behavior_set_distribution(ring, MEMCACHED_DISTRIBUTION_MODULA);
	}
	return status;
}

static memcached_return_t libmemcached_fill(memcached_st *memcached, const slock_memcached_ring_server *servers,
											uint32_t server_count, const slock_memcached_ring_setting *settings,
											uint32_t setting_count)
{
	memcached_server_list_st list = NULL;
	memcached_return_t status = MEMCACHED_SUCCESS;

	for (uint32_t i = 0; i < setting_count && status == MEMCACHED_SUCCESS; i++) {
		status = libmemcached_apply(memcached, &settings[i]);
	}
	for (uint32_t i = 0; i < server_count && status == MEMCACHED_SUCCESS; i++) {
		/* Without memory it frees the whole list, and may say SUCCESS. */
		list = memcached_server_list_append_with_weight(list, servers[i].host, servers[i].port, servers[i].weight,
														&status);
		status = status == MEMCACHED_SUCCESS && !list ? MEMCACHED_MEMORY_ALLOCATION_FAILURE : status;
	}
	if (status == MEMCACHED_SUCCESS) {
		status = memcached_server_push(memcached, list);
	}
	if (list) {
		memcached_server_list_free(list);
	}
	return status;
}

static slock_memcached_ring *libmemcached_ring_new(const slock_memcached_ring_server *servers, uint32_t server_count,
												   const slock_memcached_ring_setting *settings, uint32_t setting_count,
												   slock_result *result)
{
	slock_memcached_ring *ring = calloc(1, sizeof(*ring));
	memcached_return_t status = MEMCACHED_MEMORY_ALLOCATION_FAILURE;

	if (!ring) {
		slock_result_error(result, "Memcached: out of memory");
		return NULL;
	}
	ring->memcached = memcached_create(NULL);
	ring->order = calloc(server_count, sizeof(*ring->order));
	if (ring->memcached && ring->order) {
		status = libmemcached_fill(ring->memcached, servers, server_count, settings, setting_count);
	}
	for (uint32_t i = 0; i < server_count && status == MEMCACHED_SUCCESS; i++) {
		ring->order[i] = libmemcached_find_place(ring->memcached, i, servers, server_count);
		if (ring->order[i] == server_count) {
			status = MEMCACHED_INVALID_HOST_PROTOCOL;
		}
	}
	if (status != MEMCACHED_SUCCESS) {
		slock_result_error(result, "Memcached: the list of servers is refused: %s", memcached_strerror(NULL, status));
		libmemcached_ring_free(ring);
		return NULL;
	}
	return ring;
}

static uint32_t libmemcached_ring_choose(const slock_memcached_ring *ring, const char *key, size_t length)
{
	return ring->order[memcached_generate_hash(ring->memcached, key, length)];
}

__attribute__((visibility("default"))) const slock_memcached_client slock_memcached_client_table = {
	.build = SLOCK_BUILD,
	.library_version = libmemcached_library_version,
	.ring_new = libmemcached_ring_new,
	.ring_choose = libmemcached_ring_choose,
	.ring_free = libmemcached_ring_free,
	.start = slock_memcached_start,
	.establish = slock_memcached_establish,
	.send = slock_memcached_wire_send,
	.receive = slock_memcached_wire_receive,
	.dialect = slock_memcached_flight_dialect,
	.announce = slock_memcached_wire_announce,
	.send_some = slock_memcached_flight_send_some,
	.descriptor = slock_memcached_descriptor,
	.close = slock_memcached_close,
};
