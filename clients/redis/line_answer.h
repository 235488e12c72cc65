/* SPDX-License-Identifier: MIT
 *
 * What the answer of a Redis server to a renewal means. Pure functions, plain C. */
#ifndef SLOCK_CLIENTS_REDIS_LINE_ANSWER_H
#define SLOCK_CLIENTS_REDIS_LINE_ANSWER_H

#include "clients/redis/redis.h"

typedef enum {
	SLOCK_REDIS_RENEWED,
	SLOCK_REDIS_NOT_HELD,
	SLOCK_REDIS_NO_SCRIPT,    /* the server does not know the script */
	SLOCK_REDIS_NO_CLOCK,     /* it cannot tell the time in a script */
	SLOCK_REDIS_NO_MASTER,    /* it is none, or has not got its data yet */
	SLOCK_REDIS_REDIRECTED,   /* MOVED or ASK, which redirection.h reads */
	SLOCK_REDIS_CLUSTER_DOWN, /* as far as this server sees */
	SLOCK_REDIS_FAILED,       /* anything else */
} slock_redis_answer;

slock_redis_answer slock_redis_read_answer(const slock_redis_reply *reply);

/* Whether the server refused because it is too old to tell the time in a script that writes. */
bool slock_redis_refuses_time(const slock_redis_reply *reply);

#endif
