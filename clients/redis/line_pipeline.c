/* SPDX-License-Identifier: MIT
 *
 * See line_pipeline.h. A process may have many locks, and renews each of them several times a TTL: so there is room for
 * a whole command before it is written. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clients/redis/line_pipeline.h"
#include "clients/redis/resp.h"

#define ASKING "*1\r\n$6\r\nASKING\r\n"
#define WITH_CLIENT_TIME "*7\r\n"
#define WITHOUT "*6\r\n"
#define ONE_KEY "$1\r\n1\r\n"

/* What a command has at most beside script, resource and token: that before it, the words of every command, the lines
 * of three lengths, and two times. */
#define MOST_AROUND                                                                                                    \
	(sizeof(ASKING WITHOUT ONE_KEY) + SLOCK_RESP_ARGUMENT(sizeof("EVALSHA")) + 3 * SLOCK_RESP_ARGUMENT(0) +            \
	 2 * SLOCK_RESP_ARGUMENT(SLOCK_RESP_LINE))

static bool pipeline_make_room(slock_redis_pipeline *self, size_t more)
{
	size_t room = self->room ? self->room : 4096;
	char *longer;

	while (room - self->length < more) {
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
	return true;
}

static char *pipeline_write(char *to, const char *data, size_t length)
{
	memcpy(to, data, length);
	return to + length;
}

bool slock_redis_pipeline_add(slock_redis_pipeline *self, const slock_renewal_item *item,
							  const slock_redis_renewing *how)
{
	const char *script = how->whole ? how->script->text : how->script->sha;
	const size_t script_length = strlen(script);
	char *at;

	if (!pipeline_make_room(self, MOST_AROUND + script_length + item->resource_length + item->token_length)) {
		return false;
	}
	at = self->data + self->length;
	if (how->asking) {
		at = pipeline_write(at, ASKING, strlen(ASKING));
	}
	at = pipeline_write(at, how->client_time ? WITH_CLIENT_TIME : WITHOUT, strlen(WITHOUT));
	at = how->whole ? slock_resp_put_argument(at, "EVAL", 4) : slock_resp_put_argument(at, "EVALSHA", 7);
	at = slock_resp_put_argument(at, script, script_length);
	at = pipeline_write(at, ONE_KEY, strlen(ONE_KEY));
	at = slock_resp_put_argument(at, item->resource, item->resource_length);
	at = slock_resp_put_argument(at, item->token, item->token_length);
	/* Rounded up, so that a lock never lives shorter than asked. Nothing that the store takes is too large. */
	at = slock_resp_put_number_argument(at, (uint64_t) ceil(item->ttl * 1000.0));
	if (how->client_time) {
		at = slock_resp_put_number_argument(at, (uint64_t) floor(slock_clock_wall() * 1000.0));
	}
	self->length = (size_t) (at - self->data);
	return true;
}

void slock_redis_pipeline_free(slock_redis_pipeline *self)
{
	free(self->data);
}
