/* SPDX-License-Identifier: MIT
 *
 * How the renewer's thread reaches a Memcached server: a connection of its own, and all renewals of a flight in two
 * pipelines of meta commands, one that asks and one that writes. Plain C in memory of malloc(): no zval, no engine, no
 * setting. */
#ifndef SLOCK_CLIENTS_MEMCACHED_LINE_H
#define SLOCK_CLIENTS_MEMCACHED_LINE_H

#include "clients/memcached/memcached.h"
#include "core/renewal.h"

/* The endpoint, which has no user, the name and the prefix of all keys (NULL: none) are copied; the client's table
 * stays. The resources, behind the prefix, must be keys as the server knows them. `seed`: random, for the versions of
 * what is written; 0: they are the server's own. NULL: there is no memory. */
slock_line *slock_memcached_line_new(const slock_memcached_client *client, const slock_memcached_endpoint *endpoint,
									 const char *name, size_t name_length, const char *prefix, uint64_t seed);

#endif
