/* SPDX-License-Identifier: MIT
 *
 * See line_pipeline.h. A process may have many locks, and renews each of them several times a TTL: so there is room for
 * a whole command before it is written, and numbers are written without printf(). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clients/redis/line_pipeline.h"

#define ASKING "*1\r\n$6\r\nASKING\r\n"
#define WITH_CLIENT_TIME "*7\r\n"
#define WITHOUT "*6\r\n"
#define ONE_KEY "$1\r\n1\r\n"

/* What a number takes at most, with what stands around it. */
#define LONGEST_NUMBER 32
/* What a command has at most beside script, resource and token: that before it, the words of every command, and the
 * lengths and numbers: of the command, the script, the resource and the token, and two times with a length each. */
#define MOST_AROUND (sizeof(ASKING WITHOUT "EVALSHA\r\n" ONE_KEY) + 8 * LONGEST_NUMBER)

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

/* The rest writes where there is room, and returns where it has ended. */

static inline char *pipeline_write(char *to, const char *data, size_t length)
{
	memcpy(to, data, length);
	return to + length;
}

/* The digits and the end of the line. */
static char *pipeline_write_number(char *to, uint64_t number)
{
	char digits[LONGEST_NUMBER], *end = digits + sizeof(digits), *start = end - 2;

	memcpy(start, "\r\n", 2);
	do {
		*--start = (char) ('0' + number % 10);
		number /= 10;
	} while (number);
	return pipeline_write(to, start, (size_t) (end - start));
}

static char *pipeline_write_argument(char *to, const char *data, size_t length)
{
	*to++ = '$';
	to = pipeline_write(pipeline_write_number(to, length), data, length);
	return pipeline_write(to, "\r\n", 2);
}

/* `ms`: a whole number >= 0; no TTL that the store takes, and no time, is too large for one. */
static char *pipeline_write_ms(char *to, double ms)
{
	char number[LONGEST_NUMBER];
	size_t length = (size_t) (pipeline_write_number(number, (uint64_t) ms) - number);

	*to++ = '$';
	return pipeline_write(pipeline_write_number(to, length - 2), number, length);
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
	at = how->whole ? pipeline_write_argument(at, "EVAL", 4) : pipeline_write_argument(at, "EVALSHA", 7);
	at = pipeline_write_argument(at, script, script_length);
	at = pipeline_write(at, ONE_KEY, strlen(ONE_KEY));
	at = pipeline_write_argument(at, item->resource, item->resource_length);
	at = pipeline_write_argument(at, item->token, item->token_length);
	at = pipeline_write_ms(at, ceil(item->ttl * 1000.0));
	if (how->client_time) {
		at = pipeline_write_ms(at, floor(slock_clock_wall() * 1000.0));
	}
	self->length = (size_t) (at - self->data);
	return true;
}

void slock_redis_pipeline_free(slock_redis_pipeline *self)
{
	free(self->data);
}
