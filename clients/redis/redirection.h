/* SPDX-License-Identifier: MIT
 *
 * Where a server of a Redis Cluster sends its clients, and which refusals another server would not give. Pure
 * functions, plain C. */
#ifndef SLOCK_CLIENTS_REDIS_REDIRECTION_H
#define SLOCK_CLIENTS_REDIS_REDIRECTION_H

#include "clients/redis/redis.h"

typedef struct {
	bool ask;      /* ASK: only this time, after ASKING; else MOVED */
	uint32_t slot; /* 0 to 16383 */
	slock_redis_address to;
} slock_redis_redirection;

/* Reads "MOVED 3999 127.0.0.1:6381", or the same with ASK. `asked`: the host of the server that says so, which an empty
 * host stands for; NULL: it is not known. False: it is none of these, or names nobody. */
bool slock_redis_read_redirection(const char *text, const char *asked, slock_redis_redirection *redirection);

/* From a message about a lost connection: the server was reached and refused the connection itself, which no other try
 * changes. */
bool slock_redis_refuses_connection(const char *message);

/* From the text of an error: the server is a replica; and the same as a WAIT is answered with by a server that is no
 * master any more. */
bool slock_redis_is_read_only(const char *text);
bool slock_redis_cannot_wait(const char *text);

#endif
