/* SPDX-License-Identifier: MIT
 *
 * See topology.h. */
#include "php_slock.h"
#include "clients/redis/topology.h"
#include "clients/redis/slots.h"

/* Addresses that are noted: as many as there can be masters, and then some for those that have moved. */
#define MOST_SERVERS 20000

static void topology_close(void *pointer)
{
	slock_redis_known_topology *servers = pointer;

	free(servers->addresses);
	free(servers->slots);
	free(servers);
}

static bool topology_is_idle(void *pointer)
{
	return true;
}

const slock_connection_type slock_redis_known_topology_type = {
	.name = "redis servers",
	.close = topology_close,
	.abandon = topology_close,
	.is_idle = topology_is_idle,
};

static slock_redis_known_topology *topology_new(bool with_slots)
{
	slock_redis_known_topology *servers = pecalloc(1, sizeof(*servers), true);

	servers->learned_at = slock_clock_now();
	if (with_slots) {
		servers->slots = pecalloc(SLOCK_REDIS_SLOT_COUNT, sizeof(*servers->slots), true);
	}
	return servers;
}

/* The place of the address, added if need be; MOST_SERVERS: there is none left. */
static uint32_t topology_place_of(slock_redis_known_topology *servers, const slock_redis_address *address)
{
	for (uint32_t i = 0; i < servers->count; i++) {
		if (slock_redis_address_is_same(&servers->addresses[i], address)) {
			return i;
		}
	}
	if (servers->count == MOST_SERVERS) {
		return MOST_SERVERS;
	}
	servers->addresses = safe_perealloc(servers->addresses, servers->count + 1, sizeof(*servers->addresses), 0, true);
	servers->addresses[servers->count] = *address;
	return servers->count++;
}

void slock_redis_topology_assign(slock_redis_known_topology *servers, uint32_t first, uint32_t last,
								 const slock_redis_address *address)
{
	uint32_t place = topology_place_of(servers, address);

	if (place < MOST_SERVERS) {
		for (uint32_t slot = first; slot <= last; slot++) {
			servers->slots[slot] = (uint16_t) (place + 1);
		}
	}
}

void slock_redis_topology_keep_slots(slock_pooled *shared, slock_redis_slots *slots, int count, const char *told_by)
{
	slock_redis_known_topology *servers = topology_new(true);

	for (int i = 0; i < count; i++) {
		if (!slots[i].master.host[0] && told_by) {
			snprintf(slots[i].master.host, sizeof(slots[i].master.host), "%s", told_by);
		}
		slock_redis_topology_assign(servers, (uint32_t) slots[i].first, (uint32_t) slots[i].last, &slots[i].master);
	}
	slock_pooled_keep(shared, servers);
}

void slock_redis_topology_keep_master(slock_pooled *shared, const slock_redis_address *master, uint32_t told_by)
{
	slock_redis_known_topology *servers = topology_new(false);

	servers->told_by = told_by;
	topology_place_of(servers, master);
	slock_pooled_keep(shared, servers);
}

bool slock_redis_address_is_same(const slock_redis_address *a, const slock_redis_address *b)
{
	return a->port == b->port && !strcmp(a->host, b->host);
}

slock_redis_dsn *slock_redis_topology_dsn(const slock_redis_dsn *dsn, const slock_redis_address *address)
{
	slock_redis_host host = {.host = zend_string_init(address->host, strlen(address->host), false),
							 .port = address->port};
	slock_redis_dsn *to = slock_redis_dsn_for(dsn, &host, false);

	zend_string_release(host.host);
	return to;
}
