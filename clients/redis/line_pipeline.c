/* SPDX-License-Identifier: MIT
 *
 * See line_pipeline.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/redis/line_pipeline.h"

static bool pipeline_write(slock_redis_pipeline *self, const char *data, size_t length)
{
	size_t room = self->room ? self->room : 4096;
	char *longer;

	while (room - self->length < length) {
		room *= 2;
	}
	if (room != self->room) {
		longer = realloc(self->data, room);
		if (!longer) {
			return false;
		}
		self->data = longer;
		self->room = room;
	}
	memcpy(self->data + self->length, data, length);
	self->length += length;
	return true;
}

static bool pipeline_write_argument(slock_redis_pipeline *self, const char *data, size_t length)
{
	char prefix[32], *start = prefix + sizeof(prefix) - 2;
	size_t rest = length;

	/* There are many of them. */
	memcpy(start, "\r\n", 2);
	do {
		*--start = (char) ('0' + rest % 10);
		rest /= 10;
	} while (rest);
	*--start = '$';
	return pipeline_write(self, start, (size_t) (prefix + sizeof(prefix) - start)) &&
		   pipeline_write(self, data, length) && pipeline_write(self, "\r\n", 2);
}

/* Milliseconds, rounded up so that a lock never lives shorter than asked. */
static bool pipeline_write_ms(slock_redis_pipeline *self, double ms)
{
	char text[64];

	return pipeline_write_argument(self, text, (size_t) snprintf(text, sizeof(text), "%.0f", ms));
}

bool slock_redis_pipeline_add(slock_redis_pipeline *self, const slock_renewal_item *item,
							  const slock_redis_renewing *how)
{
	static const char asking[] = "*1\r\n$6\r\nASKING\r\n";
	const char *command = how->whole ? "EVAL" : "EVALSHA", *script = how->whole ? how->script->text : how->script->sha;

	return (!how->asking || pipeline_write(self, asking, strlen(asking))) &&
		   pipeline_write(self, how->client_time ? "*7\r\n" : "*6\r\n", 4) &&
		   pipeline_write_argument(self, command, strlen(command)) &&
		   pipeline_write_argument(self, script, strlen(script)) && pipeline_write_argument(self, "1", 1) &&
		   pipeline_write_argument(self, item->resource, item->resource_length) &&
		   pipeline_write_argument(self, item->token, item->token_length) &&
		   pipeline_write_ms(self, ceil(item->ttl * 1000.0)) &&
		   (!how->client_time || pipeline_write_ms(self, floor(slock_clock_wall() * 1000.0)));
}

void slock_redis_pipeline_free(slock_redis_pipeline *self)
{
	free(self->data);
}
