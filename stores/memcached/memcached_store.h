/* SPDX-License-Identifier: MIT
 *
 * What a MemcachedStore keeps. */
#ifndef SLOCK_STORES_MEMCACHED_MEMCACHED_STORE_H
#define SLOCK_STORES_MEMCACHED_MEMCACHED_STORE_H

#include "clients/memcached/memcached.h"
#include "clients/memcached/versions.h"
#include "core/store.h"

typedef struct {
	slock_memcached *memcached; /* NULL only before __construct() ran */
	slock_memcached_versions versions;
	slock_store base;
} slock_memcached_store;

static inline slock_memcached_store *slock_memcached_store_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_memcached_store, store);
}

#endif
