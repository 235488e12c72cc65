/* SPDX-License-Identifier: MIT
 *
 * The native transport to one or several Memcached servers, by DSN. */
#ifndef SLOCK_CLIENTS_MEMCACHED_NATIVE_H
#define SLOCK_CLIENTS_MEMCACHED_NATIVE_H

#include "clients/memcached/dsn.h"
#include "clients/memcached/memcached.h"
#include "core/renewal.h"

/* Takes over the DSN. Nothing is connected until the first command. Stores with the same endpoint in one process share
 * one connection. */
slock_memcached *slock_memcached_native_new(slock_memcached_dsn *dsn);

/* A way to the server of this key for the thread that renews locks (core/store.h); `seed`: random, for the versions of
 * what it writes, or 0. NULL: the key would be sent in another form, the connection to its server is not open, its
 * server knows no meta commands, or there is no memory. */
slock_line *slock_memcached_native_line(const slock_memcached *memcached, const char *key, size_t length,
										uint64_t seed);

#endif
