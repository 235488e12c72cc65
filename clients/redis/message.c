/* SPDX-License-Identifier: MIT
 *
 * See message.h. */
#include <stdio.h>
#include <string.h>

#include "clients/redis/message.h"

/* [kind, channel, payload or number] */
static const struct {
	const char *kind;
	int type;
} kinds[] = {
	{"smessage", SLOCK_REDIS_PUBLISHED},   {"message", SLOCK_REDIS_PUBLISHED},  {"ssubscribe", SLOCK_REDIS_SUBSCRIBED},
	{"subscribe", SLOCK_REDIS_SUBSCRIBED}, {"sunsubscribe", SLOCK_REDIS_ENDED}, {"unsubscribe", SLOCK_REDIS_ENDED},
};

bool slock_redis_read_notice(const redisReply *from, slock_redis_notice *to)
{
	const redisReply *kind, *last;

	to->text[0] = '\0';
	if (from->type == REDIS_REPLY_ERROR) {
		to->type = SLOCK_REDIS_REFUSED;
		snprintf(to->text, sizeof(to->text), "%s", from->str);
		return true;
	}
	if (from->type != REDIS_REPLY_ARRAY || from->elements != 3 || from->element[0]->type != REDIS_REPLY_STRING) {
		return false;
	}
	kind = from->element[0];
	last = from->element[2];
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (!strcmp(kind->str, kinds[i].kind)) {
			to->type = kinds[i].type;
			if (last->type == REDIS_REPLY_STRING) {
				snprintf(to->text, sizeof(to->text), "%s", last->str);
			}
			return true;
		}
	}
	return false;
}
