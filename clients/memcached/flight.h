/* SPDX-License-Identifier: MIT
 *
 * Inside slock_memcached.so.1: many commands on their way at once, for the table in libmemcached.c. See memcached.h for
 * what these do. Plain C. */
#ifndef SLOCK_CLIENTS_MEMCACHED_FLIGHT_H
#define SLOCK_CLIENTS_MEMCACHED_FLIGHT_H

#include "clients/memcached/memcached.h"

slock_memcached_dialect slock_memcached_flight_dialect(const slock_memcached_connection *connection);
slock_progress slock_memcached_flight_send_some(slock_memcached_connection *connection, const char *data, size_t length,
												size_t *sent, slock_result *result);

#endif
