/* SPDX-License-Identifier: MIT
 *
 * See topology.h. Questions go over connections of their own, which are closed at once: on a pooled one, answers to
 * calls may be awaited. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/redis/topology.h"
#include "clients/redis/slots.h"

/* Addresses that are noted: as many as there can be masters, and then some for those that have moved. */
#define MOST_SERVERS 20000

/* A cluster in doubt is not asked again for so long, nor for so many times as long as asking took. */
#define ASK_AGAIN_AFTER (500 * SLOCK_MS)
#define ASK_AGAIN_SHARE 20

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

	if (with_slots) {
		servers->slots = pecalloc(SLOCK_REDIS_SLOT_COUNT, sizeof(*servers->slots), true);
	}
	return servers;
}

static bool topology_is_same(const slock_redis_address *a, const slock_redis_address *b)
{
	return a->port == b->port && !strcmp(a->host, b->host);
}

/* The place of the address, added if need be; MOST_SERVERS: there is none left. */
static uint32_t topology_place_of(slock_redis_known_topology *servers, const slock_redis_address *address)
{
	for (uint32_t i = 0; i < servers->count; i++) {
		if (topology_is_same(&servers->addresses[i], address)) {
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

/* The end of all questions together. */
static slock_time topology_end_of_questions(const slock_redis_dsn *dsn, slock_time answer_by)
{
	return slock_clock_limit(dsn->connect_timeout + dsn->command_timeout, answer_by);
}

/* A fair share of the time that is left for one of so many: a server that stalls leaves some for the others. */
static slock_redis_limit topology_share_of(const slock_redis_dsn *dsn, slock_time end, uint32_t candidates)
{
	slock_time left = slock_clock_left(end) / MAX(candidates, 1);
	slock_time duration = MAX(MIN(left, dsn->connect_timeout + dsn->command_timeout), 0);

	return (slock_redis_limit){slock_clock_after(duration), duration};
}

slock_redis_dsn *slock_redis_topology_dsn(const slock_redis_dsn *dsn, const slock_redis_address *address)
{
	slock_redis_host host = {.host = zend_string_init(address->host, strlen(address->host), false),
							 .port = address->port};
	slock_redis_dsn *to = slock_redis_dsn_for(dsn, &host, false);

	zend_string_release(host.host);
	return to;
}

/* Doubts that remain are looked into again, but never take much of the time of those who could do without: members of
 * a quorum. */
static void topology_set_asked(slock_pooled *shared, slock_time began)
{
	slock_redis_known_topology *known = slock_pooled_connection(shared);
	slock_time now = slock_clock_now();

	if (known) {
		known->ask_again_at = now + MAX(ASK_AGAIN_AFTER, ASK_AGAIN_SHARE * (now - began));
	}
}

/* What the server says about the cluster; NULL: the result says why. Frees `to`. */
static slock_redis_known_topology *topology_ask_server(const slock_redis_client *client, slock_redis_dsn *to,
													   slock_redis_limit limit, slock_result *result)
{
	const zend_string *host = to->hosts[0].host;
	slock_redis_connection *connection;
	slock_redis_endpoint endpoint;
	slock_redis_known_topology *servers = NULL;
	slock_redis_slots *slots;
	int count = -1;

	slock_redis_dsn_endpoint(to, &endpoint);
	connection = client->connect(&endpoint, limit, result);
	if (connection) {
		count = client->cluster_slots(connection, limit, &slots, result);
		client->close(connection);
	}
	if (count == 0) {
		/* It has not joined a cluster yet, or has been removed from one, and cannot know where the others are. */
		free(slots);
		slock_result_error(result, "Redis at %s: it knows of no hash slots", endpoint.name);
		count = -1;
	}
	if (count >= 0) {
		servers = topology_new(true);
		for (int i = 0; i < count; i++) {
			if (!slots[i].master.host[0] && host) {
				snprintf(slots[i].master.host, sizeof(slots[i].master.host), "%s", ZSTR_VAL(host));
			}
			slock_redis_topology_assign(servers, (uint32_t) slots[i].first, (uint32_t) slots[i].last, &slots[i].master);
		}
		free(slots);
	}
	slock_redis_dsn_free(to);
	return servers;
}

bool slock_redis_learn_cluster(const slock_redis_dsn *dsn, slock_pooled *shared, const slock_redis_address *lost,
							   slock_time answer_by, slock_result *result)
{
	const slock_redis_client *client = slock_client_load("redis", result);
	slock_redis_known_topology *known = slock_pooled_connection(shared), *servers = NULL;
	uint32_t candidates = dsn->host_count + (known ? known->count : 0);
	slock_time began = slock_clock_now(), end = topology_end_of_questions(dsn, answer_by);

	if (!client) {
		return false;
	}
	slock_result_error(result, "Redis Cluster at %s: no server answers in time", ZSTR_VAL(dsn->name));
	for (uint32_t i = 0; known && i < known->count && !servers && slock_clock_left(end) > 0; i++, candidates--) {
		if (!lost || !topology_is_same(&known->addresses[i], lost)) {
			servers = topology_ask_server(client, slock_redis_topology_dsn(dsn, &known->addresses[i]),
										  topology_share_of(dsn, end, candidates), result);
		}
	}
	for (uint32_t i = 0; i < dsn->host_count && !servers && slock_clock_left(end) > 0; i++, candidates--) {
		servers = topology_ask_server(client, slock_redis_dsn_for(dsn, &dsn->hosts[i], false),
									  topology_share_of(dsn, end, candidates), result);
	}
	if (servers) {
		slock_pooled_keep(shared, servers);
		slock_result_set(result, SLOCK_OK);
	}
	topology_set_asked(shared, began);
	return servers != NULL;
}

/* 1, 0 and -1 as the client's sentinel_master(). */
static int topology_ask_sentinel(const slock_redis_client *client, const slock_redis_dsn *dsn,
								 const slock_redis_host *sentinel, slock_redis_limit limit,
								 slock_redis_address *address, slock_result *result)
{
	slock_redis_dsn *to = slock_redis_dsn_for(dsn, sentinel, true);
	slock_redis_connection *connection;
	slock_redis_endpoint endpoint;
	int found = -1;

	slock_redis_dsn_endpoint(to, &endpoint);
	connection = client->connect(&endpoint, limit, result);
	if (connection) {
		found = client->sentinel_master(connection, ZSTR_VAL(dsn->master), limit, address, result);
		client->close(connection);
	}
	slock_redis_dsn_free(to);
	return found;
}

bool slock_redis_learn_master(const slock_redis_dsn *dsn, slock_pooled *shared, slock_time answer_by,
							  slock_result *result)
{
	const slock_redis_client *client = slock_client_load("redis", result);
	slock_redis_known_topology *servers = slock_pooled_connection(shared);
	uint32_t first = servers ? servers->told_by + 1 : 0;
	slock_redis_address address;
	slock_result reason = SLOCK_RESULT_INIT;
	slock_time end = topology_end_of_questions(dsn, answer_by);
	bool unknown = false;

	if (!client) {
		return false;
	}
	slock_pooled_drop(shared);
	slock_result_error(&reason, "there was no time for an answer");
	for (uint32_t i = 0; i < dsn->host_count && slock_clock_left(end) > 0; i++) {
		uint32_t at = (first + i) % dsn->host_count;

		switch (topology_ask_sentinel(client, dsn, &dsn->hosts[at], topology_share_of(dsn, end, dsn->host_count - i),
									  &address, &reason)) {
			case 1:
				servers = topology_new(false);
				servers->told_by = at;
				topology_place_of(servers, &address);
				slock_pooled_keep(shared, servers);
				return true;
			case 0:
				unknown = true;
				break;
			default:
				break;
		}
	}
	if (unknown) {
		slock_result_error(result, "Redis Sentinel at %s: there is no master \"%s\"", ZSTR_VAL(dsn->name),
						   ZSTR_VAL(dsn->master));
	} else {
		slock_result_error(result, "Redis Sentinel at %s: no sentinel answers, the last one: %.300s",
						   ZSTR_VAL(dsn->name), reason.message);
	}
	return false;
}
