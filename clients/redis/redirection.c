/* SPDX-License-Identifier: MIT
 *
 * See redirection.h. */
#include <stdlib.h>
#include <string.h>

#include "clients/redis/redirection.h"

#define SLOTS 16384

bool slock_redis_read_redirection(const char *text, const char *asked, slock_redis_redirection *redirection)
{
	const char *host, *colon = strrchr(text, ':');
	unsigned long slot;
	size_t length;
	char *end;

	redirection->ask = !strncmp(text, "ASK ", strlen("ASK "));
	if (!redirection->ask && strncmp(text, "MOVED ", strlen("MOVED "))) {
		return false;
	}
	host = strchr(text, ' ') + 1;
	slot = strtoul(host, &end, 10);
	if (end == host || *end != ' ' || slot >= SLOTS || !colon || colon <= end) {
		return false;
	}
	redirection->slot = (uint32_t) slot;
	host = end + 1;
	length = (size_t) (colon - host);
	redirection->to.port = atoi(colon + 1);
	if (redirection->to.port < 1 || redirection->to.port > 65535) {
		return false;
	}
	if (!length && asked) {
		host = asked;
		length = strlen(asked);
	}
	if (!length || length >= sizeof(redirection->to.host)) {
		return false;
	}
	memcpy(redirection->to.host, host, length);
	redirection->to.host[length] = '\0';
	return true;
}

bool slock_redis_refuses_connection(const char *message)
{
	return strstr(message, ": ERR ") || strstr(message, ": NOAUTH ") || strstr(message, ": WRONGPASS ") ||
		   strstr(message, ": NOPERM ");
}

bool slock_redis_is_read_only(const char *text)
{
	/* Below Redis 7, what fails in a script stands in the middle of the message. */
	return !strncmp(text, "READONLY ", strlen("READONLY ")) || strstr(text, "-READONLY ");
}

bool slock_redis_cannot_wait(const char *text)
{
	static const char unblocked[] = "UNBLOCKED ", replica[] = "ERR WAIT cannot be used with replica";

	return !strncmp(text, unblocked, strlen(unblocked)) || !strncmp(text, replica, strlen(replica));
}
