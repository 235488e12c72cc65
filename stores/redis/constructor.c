/* SPDX-License-Identifier: MIT
 *
 * RedisStore::__construct(). */
#include "php_slock.h"
#include "clients/redis/client_object.h"
#include "clients/redis/dsn.h"
#include "clients/redis/native.h"
#include "clients/redis/routing.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "stores/redis/redis_store.h"
#include "stores/redis/scripts.h"
#include "stores/stores.h"

#include "zend_exceptions.h"

/* NULL with an exception pending. `*fencing`: set where the DSN asks for tokens. */
static slock_redis *constructor_from_dsn(slock_redis_store *store, zend_string *dsn, bool *fencing)
{
	zend_string *error;
	slock_redis_dsn *parsed;

	if (slock_store_require_client("redis") == FAILURE) {
		return NULL;
	}
	parsed = slock_redis_dsn_parse(dsn, &error);
	if (!parsed) {
		slock_store_throw_invalid(error);
		return NULL;
	}
	if (slock_store_check_fencing(parsed->fencing) == FAILURE) {
		slock_redis_dsn_free(parsed);
		return NULL;
	}
	*fencing = parsed->fencing;
	store->replicas = parsed->replicas;
	store->replica_timeout = parsed->replica_timeout;
	store->sends_releases = parsed->sends_releases;
	if (parsed->keep_alive) {
		slock_store_keep_alive(&store->base);
	}
	return parsed->topology == SLOCK_REDIS_SINGLE ? slock_redis_native_new(parsed) : slock_redis_routing_new(parsed);
}

ZEND_METHOD(Symfony_Component_Lock_Store_RedisStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_object *client;
	zend_string *dsn;
	slock_redis *redis;
	double initial_ttl = 300.0;
	HashTable *options = NULL;
	bool fencing = false, asked = false;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, dsn)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_DOUBLE(initial_ttl)
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (options && slock_store_read_fencing(options, &asked) == FAILURE) {
		RETURN_THROWS();
	}
	if (!zend_finite(initial_ttl) && slock_ttl_check(initial_ttl, "initialTtl") == FAILURE) {
		RETURN_THROWS();
	}
	if (initial_ttl <= 0.0) {
		zend_throw_exception_ex(slock_ce_InvalidTtlException, 0,
								"\"%s::__construct()\" expects a strictly positive TTL. Got " ZEND_LONG_FMT ".",
								ZSTR_VAL(store->state_name), slock_double_to_long(initial_ttl));
		RETURN_THROWS();
	}
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (client) {
		if (!slock_redis_object_is_client(client)) {
			zend_argument_type_error(1,
									 "must be of type Redis|Relay\\Relay|Relay\\Cluster|RedisArray|RedisCluster|"
									 "Predis\\ClientInterface|string, %s given",
									 ZSTR_VAL(client->ce->name));
			RETURN_THROWS();
		}
		redis = slock_redis_object_new(client);
	} else {
		redis = constructor_from_dsn(slock_redis_store_of(store), dsn, &fencing);
		if (!redis) {
			RETURN_THROWS();
		}
		store->capabilities |= SLOCK_STORE_ASYNC;
	}
	/* What the DSN says is what goes where the options say nothing. */
	fencing = options && zend_hash_num_elements(options) ? asked : fencing;
	slock_redis_store_of(store)->redis = redis;
	store->capabilities |= fencing ? SLOCK_STORE_FENCES : 0;
	store->held = client;
	store->initial_ttl = initial_ttl;
#ifndef ZTS
	slock_redis_scripts_hash();
#endif
	store->constructed = true;
}
