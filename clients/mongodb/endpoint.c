/* SPDX-License-Identifier: MIT
 *
 * A URI as libmongoc reads it, and what may be said of it; see endpoint.h. */
#include <stdio.h>
#include <string.h>

#include "clients/mongodb/endpoint.h"

/* libmongoc writes warnings to the standard error. All that matters to us comes as an error as well. */
static void endpoint_silence(mongoc_log_level_t level, const char *domain, const char *message, void *data)
{
	(void) level;
	(void) domain;
	(void) message;
	(void) data;
}

/* May be called by several threads and many times; libmongoc counts only the first. Never cleaned up: the module stays
 * loaded until the process ends. */
static void endpoint_start_library(void)
{
	/* First, because starting has things to say as well. */
	mongoc_log_set_handler(endpoint_silence, NULL);
	mongoc_init();
}

/* What stands behind the name of the option that libmongoc complains of, which is no secret; else the whole message. */
static char *endpoint_after_option(char *message)
{
	static const char *const before[] = {"Unsupported value for \"", "Value for URI option \"", "URI option \""};
	char name[64];

	for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++) {
		size_t begin = strlen(before[i]), length;

		if (strncmp(message, before[i], begin) != 0) {
			continue;
		}
		length = strcspn(message + begin, "\"");
		if (message[begin + length] && length < sizeof(name)) {
			memcpy(name, message + begin, length);
			name[length] = '\0';
			if (mongoc_uri_option_is_bool(name) || mongoc_uri_option_is_int32(name) ||
				mongoc_uri_option_is_int64(name) || mongoc_uri_option_is_utf8(name)) {
				return message + begin + length + 1;
			}
		}
	}
	return message;
}

/* libmongoc quotes what it could not read, a password too. */
static void endpoint_hide_quoted(char *message)
{
	static const char quotes[] = "\"'";

	message = endpoint_after_option(message);
	for (const char *quote = quotes; *quote; quote++) {
		char *first = strchr(message, *quote), *last = strrchr(message, *quote);

		if (first && last > first) {
			memset(first + 1, '*', last - first < 4 ? (size_t) (last - first - 1) : 3);
			if (last - first > 4) {
				memmove(first + 4, last, strlen(last) + 1);
			}
		}
	}
}

mongoc_uri_t *slock_mongodb_endpoint_parse(const slock_mongodb_endpoint *endpoint, slock_result *result)
{
	bson_error_t error;
	mongoc_uri_t *uri;

	endpoint_start_library();
	uri = mongoc_uri_new_with_error(endpoint->uri, &error);
	if (!uri) {
		endpoint_hide_quoted(error.message);
		slock_result_error(result, "%s", error.message);
		return NULL;
	}
	if ((endpoint->user && !mongoc_uri_set_username(uri, endpoint->user)) ||
		(endpoint->password && !mongoc_uri_set_password(uri, endpoint->password))) {
		slock_result_error(result, "The user name or the password is not valid UTF-8");
		mongoc_uri_destroy(uri);
		return NULL;
	}
	return uri;
}

void slock_mongodb_endpoint_name(const mongoc_uri_t *uri, char *name, size_t size)
{
	size_t used = 0;

	name[0] = '\0';
	for (const mongoc_host_list_t *host = mongoc_uri_get_hosts(uri); host && used < size; host = host->next) {
		used += (size_t) snprintf(name + used, size - used, "%s%s", used ? "," : "", host->host_and_port);
	}
	if (!used) {
		const char *service = mongoc_uri_get_srv_hostname(uri);

		snprintf(name, size, "%s", service ? service : "?");
	}
}
