/* SPDX-License-Identifier: MIT
 *
 * See line_answer.h. */
#include <string.h>

#include "clients/redis/line_answer.h"

static const struct {
	const char *prefix;
	slock_redis_answer answer;
} errors[] = {
	{"NOSCRIPT", SLOCK_REDIS_NO_SCRIPT},       {"READONLY ", SLOCK_REDIS_NO_MASTER},
	{"LOADING ", SLOCK_REDIS_NO_MASTER},       {"MASTERDOWN ", SLOCK_REDIS_NO_MASTER},
	{"MOVED ", SLOCK_REDIS_REDIRECTED},        {"ASK ", SLOCK_REDIS_REDIRECTED},
	{"CLUSTERDOWN", SLOCK_REDIS_CLUSTER_DOWN},
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
	/* Below Redis 7, what fails in a script stands in the middle of the message. */
	return strstr(reply->text, "-READONLY ") ? SLOCK_REDIS_NO_MASTER : SLOCK_REDIS_FAILED;
}

bool slock_redis_refuses_time(const slock_redis_reply *reply)
{
	return reply->type == SLOCK_REDIS_ERROR && (strstr(reply->text, "not allowed after non deterministic") ||
												strstr(reply->text, "is not allowed from script"));
}
