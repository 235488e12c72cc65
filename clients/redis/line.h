/* SPDX-License-Identifier: MIT
 *
 * How the renewer's thread reaches a Redis server: a connection of its own, and all renewals of a flight in one
 * pipeline. Plain C in memory of malloc(): no zval, no engine, no setting. */
#ifndef SLOCK_CLIENTS_REDIS_LINE_H
#define SLOCK_CLIENTS_REDIS_LINE_H

#include "clients/redis/line_nodes.h"
#include "clients/redis/line_sentinels.h"
#include "clients/redis/redis.h"
#include "core/renewal.h"

/* What a line is made of. All is copied but what is said otherwise. */
typedef struct {
	const slock_redis_client *client; /* stays */
	/* Stays. It gets the token and the TTL in milliseconds, and the client's time where the server refuses to use its
	 * own clock (TIME_ARGUMENT), and answers 1 or 0. */
	const slock_redis_script *script;
	const slock_redis_endpoint *endpoint;
	/* Taken over, whatever happens: they tell where the server is, whoever the endpoint names, which has to ask for a
	 * master. NULL: it is where the endpoint says. */
	slock_redis_sentinels *sentinels;
	/* The endpoint's server is one of a cluster, of which these are known. NULL: it is not. */
	const slock_redis_nodes *nodes;
	/* See slock_line. In a cluster: what all its lines have in common; the line adds its server. */
	const char *name;
	size_t name_length;
} slock_redis_line_plan;

/* NULL: there is no memory. */
slock_line *slock_redis_line_new(const slock_redis_line_plan *plan);

#endif
