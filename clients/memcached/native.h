/* SPDX-License-Identifier: MIT
 *
 * The native transport to one or several Memcached servers, by DSN. */
#ifndef SLOCK_CLIENTS_MEMCACHED_NATIVE_H
#define SLOCK_CLIENTS_MEMCACHED_NATIVE_H

#include "clients/memcached/dsn.h"
#include "clients/memcached/memcached.h"

/* Takes over the DSN. Nothing is connected until the first command. Stores with the same endpoint in one process share
 * one connection. */
slock_memcached *slock_memcached_native_new(slock_memcached_dsn *dsn);

#endif
