/* SPDX-License-Identifier: MIT
 *
 * The commands of renewals that go over a line in one go. Plain C in memory of malloc(). */
#ifndef SLOCK_CLIENTS_REDIS_LINE_PIPELINE_H
#define SLOCK_CLIENTS_REDIS_LINE_PIPELINE_H

#include "clients/redis/redis.h"
#include "core/renewal.h"

/* Starts as all zeros; to empty it, set `length` and `sent` to 0. */
typedef struct {
	char *data; /* owned: whole commands */
	size_t length, room;
	size_t sent; /* bytes that are on their way */
} slock_redis_pipeline;

/* How a renewal is asked for. */
typedef struct {
	const slock_redis_script *script;
	bool whole;       /* the server may not know the script */
	bool asking;      /* ASKING goes before it, and has an answer of its own */
	bool client_time; /* the script is told the client's Unix time */
} slock_redis_renewing;

/* Adds one. False: there is no memory. */
bool slock_redis_pipeline_add(slock_redis_pipeline *pipeline, const slock_renewal_item *item,
							  const slock_redis_renewing *how);

void slock_redis_pipeline_free(slock_redis_pipeline *pipeline);

#endif
