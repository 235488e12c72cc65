/* SPDX-License-Identifier: MIT
 *
 * What a ZookeeperStore keeps. */
#ifndef SLOCK_STORES_ZOOKEEPER_ZOOKEEPER_STORE_H
#define SLOCK_STORES_ZOOKEEPER_ZOOKEEPER_STORE_H

#include "clients/zookeeper/zookeeper.h"
#include "core/store.h"

typedef struct {
	slock_zookeeper *zookeeper; /* NULL only before __construct() ran */
	slock_store base;
} slock_zookeeper_store;

static inline slock_zookeeper_store *slock_zookeeper_store_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_zookeeper_store, store);
}

#endif
