/* SPDX-License-Identifier: MIT
 *
 * Where a server of a Redis Cluster sends its clients. Plain C. */
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

#endif
