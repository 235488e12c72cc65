/* SPDX-License-Identifier: MIT
 *
 * The native Memcached client: slock_memcached.so. Here: which of several servers has a key, by libmemcached itself, so
 * that it is the one that \Memcached picks. Plain C: no zval, no exception, no Zend call. */
#include <libmemcached/memcached.h>

#include "clients/memcached/wire.h"

static const char *library_version(void)
{
	return memcached_lib_version();
}

static void ring_free(slock_memcached_ring *ring)
{
	memcached_free((memcached_st *) ring);
}

static memcached_return_t apply(memcached_st *ring, const slock_memcached_ring_setting *setting)
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

static slock_memcached_ring *ring_new(const slock_memcached_ring_server *servers, uint32_t server_count,
									  const slock_memcached_ring_setting *settings, uint32_t setting_count,
									  slock_result *result)
{
	memcached_st *ring = memcached_create(NULL);
	memcached_server_list_st list = NULL;
	memcached_return_t status = ring ? MEMCACHED_SUCCESS : MEMCACHED_MEMORY_ALLOCATION_FAILURE;

	for (uint32_t i = 0; i < setting_count && status == MEMCACHED_SUCCESS; i++) {
		status = apply(ring, &settings[i]);
	}
	for (uint32_t i = 0; i < server_count && status == MEMCACHED_SUCCESS; i++) {
		list = memcached_server_list_append_with_weight(list, servers[i].host, servers[i].port, servers[i].weight,
														&status);
	}
	if (status == MEMCACHED_SUCCESS) {
		status = memcached_server_push(ring, list);
	}
	if (list) {
		memcached_server_list_free(list);
	}
	if (status != MEMCACHED_SUCCESS) {
		slock_result_error(result, "Memcached: the list of servers is refused: %s", memcached_strerror(ring, status));
		memcached_free(ring);
		return NULL;
	}
	return (slock_memcached_ring *) ring;
}

static uint32_t ring_choose(const slock_memcached_ring *ring, const char *key, size_t length)
{
	return memcached_generate_hash((const memcached_st *) ring, key, length);
}

__attribute__((visibility("default"))) const slock_memcached_client slock_memcached_client_table = {
	.library_version = library_version,
	.ring_new = ring_new,
	.ring_choose = ring_choose,
	.ring_free = ring_free,
	.connect = slock_memcached_wire_connect,
	.send = slock_memcached_wire_send,
	.receive = slock_memcached_wire_receive,
	.descriptor = slock_memcached_wire_descriptor,
	.close = slock_memcached_wire_close,
};
