/* SPDX-License-Identifier: MIT
 *
 * Inside slock_memcached.so.1: from nothing to a connection that can be used, and its end, for the table in
 * libmemcached.c. See memcached.h for what these do. Plain C. */
#ifndef SLOCK_CLIENTS_MEMCACHED_CONNECT_H
#define SLOCK_CLIENTS_MEMCACHED_CONNECT_H

#include "clients/memcached/memcached.h"

slock_memcached_connection *slock_memcached_start(const slock_memcached_endpoint *endpoint, slock_result *result);
slock_progress slock_memcached_establish(slock_memcached_connection *connection,
										 const slock_memcached_endpoint *endpoint, bool wait, slock_time answer_by,
										 slock_waiting *waiting, slock_result *result);
int slock_memcached_descriptor(const slock_memcached_connection *connection);
void slock_memcached_close(slock_memcached_connection *connection);

#endif
