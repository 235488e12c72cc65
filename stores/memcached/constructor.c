/* SPDX-License-Identifier: MIT
 *
 * MemcachedStore::__construct(), and whether there is what it needs. */
#include "php_slock.h"
#include "clients/memcached/client_object.h"
#include "clients/memcached/dsn.h"
#include "clients/memcached/native.h"
#include "core/exceptions.h"
#include "core/object.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "stores/memcached/memcached_store.h"
#include "stores/stores.h"

#include "zend_exceptions.h"

ZEND_METHOD(Symfony_Component_Lock_Store_MemcachedStore, isSupported)
{
#ifdef SLOCK_MEMCACHED_BUILD_VERSION
	RETURN_TRUE;
#else
	RETURN_BOOL(zend_hash_str_exists(&module_registry, ZEND_STRL("memcached")));
#endif
}

ZEND_METHOD(Symfony_Component_Lock_Store_MemcachedStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_object *client;
	zend_string *dsn, *error;
	slock_memcached_dsn *parsed;
	slock_memcached *memcached;
	zend_long initial_ttl = 300;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, dsn)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_LONG(initial_ttl)
	ZEND_PARSE_PARAMETERS_END();

	if (initial_ttl < 1) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"\"%s::__construct()\" expects a strictly positive TTL. Got " ZEND_LONG_FMT ".",
								ZSTR_VAL(store->state_name), initial_ttl);
		RETURN_THROWS();
	}
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (client) {
		if (!slock_memcached_object_is_client(client)) {
			zend_argument_type_error(1, "must be of type Memcached|string, %s given", ZSTR_VAL(client->ce->name));
			RETURN_THROWS();
		}
		memcached = slock_memcached_object_new(client);
	} else {
		if (slock_store_require_client("memcached") == FAILURE) {
			RETURN_THROWS();
		}
		parsed = slock_memcached_dsn_parse(dsn, &error);
		if (!parsed) {
			slock_store_throw_invalid(error);
			RETURN_THROWS();
		}
		memcached = slock_memcached_native_new(parsed);
		store->capabilities |= SLOCK_STORE_ASYNC;
	}
	slock_memcached_store_of(store)->memcached = memcached;
	store->held = client;
	store->initial_ttl = (double) initial_ttl;
	store->constructed = true;
}
