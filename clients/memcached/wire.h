/* SPDX-License-Identifier: MIT
 *
 * Inside slock_memcached.so.1: the commands and answers of wire.c, for the table in libmemcached.c, and what they are
 * made of, for connect.c. Plain C. */
#ifndef SLOCK_CLIENTS_MEMCACHED_WIRE_H
#define SLOCK_CLIENTS_MEMCACHED_WIRE_H

#include "clients/memcached/memcached.h"

/* See memcached.h. */
slock_progress slock_memcached_wire_send(slock_memcached_connection *connection, const slock_memcached_command *command,
										 slock_result *result);
uint32_t slock_memcached_wire_announce(slock_memcached_connection *connection, slock_result *result);
slock_progress slock_memcached_wire_receive(slock_memcached_connection *connection,
											const slock_memcached_command *command, bool wait,
											slock_memcached_answer *answer, slock_result *result);

/* How long something is waited for. */
typedef struct {
	slock_time until;     /* 0: not at all, only what has arrived counts */
	slock_time duration;  /* for messages */
	slock_time answer_by; /* of the command, which may be earlier; 0: there is none */
} slock_memcached_limit;

/* Make the result a storage error with that reason, and are SLOCK_LOST and SLOCK_LATE. */
slock_progress slock_memcached_wire_lost(const slock_memcached_connection *connection, const char *reason,
										 slock_result *result);
slock_progress slock_memcached_wire_late(const slock_memcached_connection *connection,
										 const slock_memcached_limit *limit, slock_result *result);

/* Reads what is there, as much as there is room for, or what comes until that time (0: without waiting). 1: something;
 * 0: nothing; -1: the connection is lost. */
int slock_memcached_wire_fill(slock_memcached_connection *connection, slock_time until, slock_result *result);

/* Sends all of that: AWAITED, LOST or LATE. */
slock_progress slock_memcached_wire_send_bytes(slock_memcached_connection *connection, const char *bytes, size_t length,
											   const slock_memcached_limit *limit, slock_result *result);

/* The same of a whole command of the binary protocol, with the number of the latest one that was sent. `extras`: 8
 * where it has an expiration, else 0. */
slock_progress slock_memcached_wire_send_binary(slock_memcached_connection *connection, int opcode,
												const slock_memcached_command *command, uint8_t extras,
												const slock_memcached_limit *limit, slock_result *result);

/* Takes the next answer, which is left in connection->reader: ARRIVED; AWAITED, where the limit is not to wait; LOST,
 * LATE, or BROKEN. `opcode`: of the command, in the binary protocol. */
slock_progress slock_memcached_wire_receive_until(slock_memcached_connection *connection, int opcode,
												  const slock_memcached_command *command,
												  const slock_memcached_limit *limit, slock_result *result);

#endif
