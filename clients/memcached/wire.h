/* SPDX-License-Identifier: MIT
 *
 * Inside slock_memcached.so.1: the entry points of wire.c, for the table in libmemcached.c. See memcached.h for what
 * they do. */
#ifndef SLOCK_CLIENTS_MEMCACHED_WIRE_H
#define SLOCK_CLIENTS_MEMCACHED_WIRE_H

#include "clients/memcached/memcached.h"

slock_memcached_connection *slock_memcached_wire_start(const slock_memcached_endpoint *endpoint, slock_result *result);
slock_progress slock_memcached_wire_establish(slock_memcached_connection *connection,
											  const slock_memcached_endpoint *endpoint, bool wait, slock_time answer_by,
											  slock_waiting *waiting, slock_result *result);
slock_progress slock_memcached_wire_send(slock_memcached_connection *connection, const slock_memcached_command *command,
										 slock_result *result);
uint32_t slock_memcached_wire_announce(slock_memcached_connection *connection, slock_result *result);
slock_progress slock_memcached_wire_receive(slock_memcached_connection *connection,
											const slock_memcached_command *command, bool wait,
											slock_memcached_answer *answer, slock_result *result);
int slock_memcached_wire_descriptor(const slock_memcached_connection *connection);
void slock_memcached_wire_close(slock_memcached_connection *connection);

#endif
