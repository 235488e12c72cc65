/* SPDX-License-Identifier: MIT
 *
 * See lines.h. What a DSN says is turned into what the thread may keep. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/redis/lines.h"
#include "clients/redis/native.h"
#include "clients/redis/routing.h"

/* Where the sentinels of the DSN are. NULL: there is no memory. */
static slock_redis_sentinels *lines_sentinels(const slock_redis_client *client, const slock_redis_dsn *dsn)
{
	slock_redis_dsn **each = safe_emalloc(dsn->host_count, sizeof(*each), 0);
	slock_redis_endpoint *endpoints = safe_emalloc(dsn->host_count, sizeof(*endpoints), 0);
	slock_redis_sentinels *sentinels;

	for (uint32_t i = 0; i < dsn->host_count; i++) {
		each[i] = slock_redis_dsn_for(dsn, &dsn->hosts[i], true);
		slock_redis_dsn_endpoint(each[i], &endpoints[i]);
	}
	sentinels =
		slock_redis_sentinels_new(client, endpoints, dsn->host_count, ZSTR_VAL(dsn->name), ZSTR_VAL(dsn->master));
	for (uint32_t i = 0; i < dsn->host_count; i++) {
		slock_redis_dsn_free(each[i]);
	}
	efree(endpoints);
	efree(each);
	return sentinels;
}

/* One for all locks: who the master is, is asked with each connection. */
static slock_line *lines_to_master(slock_redis_line_plan plan, const slock_redis_dsn *dsn)
{
	slock_redis_dsn *master;
	slock_redis_endpoint endpoint;
	zend_string *name;
	slock_line *line;

	plan.sentinels = lines_sentinels(plan.client, dsn);
	if (!plan.sentinels) {
		return NULL;
	}
	/* Any host will do until the master is named. */
	master = slock_redis_dsn_for(dsn, &dsn->hosts[0], false);
	slock_redis_dsn_endpoint(master, &endpoint);
	plan.endpoint = &endpoint;
	name = slock_redis_dsn_name(dsn);
	plan.name = ZSTR_VAL(name);
	plan.name_length = ZSTR_LEN(name);
	line = slock_redis_line_new(&plan);
	zend_string_release(name);
	slock_redis_dsn_free(master);
	return line;
}

static slock_line *lines_to_server(slock_redis_line_plan plan, const slock_redis *server)
{
	const zend_string *name = slock_redis_native_name(server);

	plan.endpoint = slock_redis_native_endpoint(server);
	plan.name = ZSTR_VAL(name);
	plan.name_length = ZSTR_LEN(name);
	return slock_redis_line_new(&plan);
}

/* To the one that has the key, as far as is known. */
static slock_line *lines_to_node(slock_redis_line_plan plan, slock_redis *redis, const slock_redis *server)
{
	slock_redis_nodes nodes;
	zend_string *name;
	slock_line *line;

	if (!server) {
		return NULL;
	}
	slock_redis_routing_nodes(redis, &nodes);
	name = slock_redis_dsn_name(slock_redis_routing_dsn(redis));
	plan.endpoint = slock_redis_native_endpoint(server);
	plan.nodes = &nodes;
	plan.name = ZSTR_VAL(name);
	plan.name_length = ZSTR_LEN(name);
	line = slock_redis_line_new(&plan);
	zend_string_release(name);
	return line;
}

slock_line *slock_redis_line_to(slock_redis *redis, const char *key, size_t length, const slock_redis_script *script)
{
	slock_redis_line_plan plan = {.script = script};
	slock_result ignored = SLOCK_RESULT_INIT;
	const slock_redis_dsn *dsn;

	if (redis->client || !(plan.client = slock_client_load("redis", &ignored))) {
		return NULL;
	}
	dsn = slock_redis_routing_dsn(redis);
	switch (dsn ? dsn->topology : SLOCK_REDIS_SINGLE) {
		case SLOCK_REDIS_SENTINEL:
			return lines_to_master(plan, dsn);
		case SLOCK_REDIS_CLUSTER:
			return lines_to_node(plan, redis, redis->ops->server_of(redis, key, length));
		default:
			return lines_to_server(plan, redis->ops->server_of(redis, key, length));
	}
}
