/* SPDX-License-Identifier: MIT
 *
 * See line_answer.h. */
#include <string.h>

#include "clients/redis/line_answer.h"
#include "clients/redis/redirection.h"

static const struct {
	const char *prefix;
	slock_redis_answer answer;
} errors[] = {
	{"NOSCRIPT", SLOCK_REDIS_NO_SCRIPT}, {"LOADING ", SLOCK_REDIS_NO_MASTER}, {"MASTERDOWN ", SLOCK_REDIS_NO_MASTER},
	{"MOVED ", SLOCK_REDIS_REDIRECTED},  {"ASK ", SLOCK_REDIS_REDIRECTED},    {"CLUSTERDOWN", SLOCK_REDIS_CLUSTER_DOWN},
};

slock_redis_answer slock_redis_read_answer(const slock_redis_reply *reply)
{
	if (reply->type == SLOCK_REDIS_INTEGER && (reply->integer == 0 || reply->integer == 1)) {
		return reply->integer ? SLOCK_REDIS_RENEWED : SLOCK_REDIS_NOT_HELD;
	}
	if (reply->type != SLOCK_REDIS_ERROR) {
		return SLOCK_REDIS_FAILED;
	}
	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		if (!strncmp(reply->text, errors[i].prefix, strlen(errors[i].prefix))) {
			return errors[i].answer;
		}
	}
	if (slock_redis_refuses_time(reply)) {
		return SLOCK_REDIS_NO_CLOCK;
	}
	return slock_redis_is_read_only(reply->text) ? SLOCK_REDIS_NO_MASTER : SLOCK_REDIS_FAILED;
}

bool slock_redis_refuses_time(const slock_redis_reply *reply)
{
	return reply->type == SLOCK_REDIS_ERROR && (strstr(reply->text, "not allowed after non deterministic") ||
												strstr(reply->text, "is not allowed from script"));
}
