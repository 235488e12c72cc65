/* SPDX-License-Identifier: MIT
 *
 * The native way to ZooKeeper servers, by DSN. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_NATIVE_H
#define SLOCK_CLIENTS_ZOOKEEPER_NATIVE_H

#include "clients/zookeeper/dsn.h"
#include "clients/zookeeper/zookeeper.h"

/* Takes over the DSN. Nothing is connected until the first call. Stores with the same DSN in one process share one
 * session. */
slock_zookeeper *slock_zookeeper_native_new(slock_zookeeper_dsn *dsn);

#endif
