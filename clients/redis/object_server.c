/* SPDX-License-Identifier: MIT
 *
 * From what a client object tells of itself to a connection of our own: see object_server.h. */
#include "php_slock.h"
#include "clients/redis/address.h"
#include "clients/redis/native.h"
#include "clients/redis/object_server.h"
#include "clients/userland.h"
#include "core/text.h"

#ifndef PHP_WIN32
#include <dirent.h>
#include <netdb.h>
#include <sys/socket.h>
#endif

typedef struct {
	zend_string *host; /* owned, as all of these; an address, or the path of a unix socket */
	zend_long port;    /* 0: a unix socket */
	zend_string *user; /* NULL: the default one */
	zend_string *password;
} object_server;

#ifndef PHP_WIN32
static zend_long object_server_port_of(const struct sockaddr *address)
{
	switch (address->sa_family) {
		case AF_INET:
			return ntohs(((const struct sockaddr_in *) address)->sin_port);
		case AF_INET6:
			return ntohs(((const struct sockaddr_in6 *) address)->sin6_port);
		default:
			return -1;
	}
}

/* The address that the process is connected to at that port; false: there is none, or more than one. The object is
 * connected, so its server is among them, where all descriptors are looked at. (A name would have to be looked up,
 * which may take any time.) */
static bool object_server_find_peer(zend_long port, char *found, size_t size)
{
	char host[NI_MAXHOST];
	DIR *descriptors = opendir("/dev/fd");
	const struct dirent *entry;
	bool single = true;

	*found = '\0';
	while (descriptors && single && (entry = readdir(descriptors))) {
		struct sockaddr_storage storage;
		struct sockaddr *address = (struct sockaddr *) &storage;
		socklen_t length = sizeof(storage);

		if (*entry->d_name == '.' || getpeername(atoi(entry->d_name), address, &length) ||
			object_server_port_of(address) != port ||
			getnameinfo(address, length, host, sizeof(host), NULL, 0, NI_NUMERICHOST)) {
			continue;
		}
		single = !*found || !strcmp(found, host);
		snprintf(found, size, "%s", host);
	}
	if (descriptors) {
		closedir(descriptors);
	}
	return single && *found;
}
#endif

/* What the object has told becomes the address. */
static bool object_server_set_address(object_server *server)
{
#ifdef PHP_WIN32
	return false;
#else
	const char *host = ZSTR_VAL(server->host);
	char found[NI_MAXHOST];

	if (*host == '/') {
		server->port = 0;
		return true;
	}
	if (!strncmp(host, ZEND_STRL("tcp://"))) {
		host += strlen("tcp://");
	}
	if (server->port <= 0 || server->port > 65535 || strstr(host, "://")) {
		return false;
	}
	if (!slock_redis_is_address(host)) {
		if (!object_server_find_peer(server->port, found, sizeof(found))) {
			return false;
		}
		host = found;
	}
	slock_text_replace(&server->host, zend_string_init(host, strlen(host), false));
	return true;
#endif
}

/* What getAuth() has told: a password, or a user and a password; anything else is nothing. */
static bool object_server_set_credentials(object_server *server, const zval *auth)
{
	const zval *user, *password;

	if (Z_TYPE_P(auth) == IS_STRING) {
		server->password = zend_string_copy(Z_STR_P(auth));
		return true;
	}
	if (Z_TYPE_P(auth) != IS_ARRAY) {
		return true;
	}
	user = zend_hash_index_find(Z_ARRVAL_P(auth), 0);
	password = zend_hash_index_find(Z_ARRVAL_P(auth), 1);
	if (user && !password) {
		password = user;
		user = NULL;
	}
	if (!password || Z_TYPE_P(password) != IS_STRING || (user && Z_TYPE_P(user) != IS_STRING)) {
		return false;
	}
	server->user = user ? zend_string_copy(Z_STR_P(user)) : NULL;
	server->password = zend_string_copy(Z_STR_P(password));
	return true;
}

static bool object_server_ask_credentials(zend_object *client, object_server *server)
{
	zval auth;
	bool known = slock_userland_call(client, "getAuth", 0, NULL, &auth) && object_server_set_credentials(server, &auth);

	zval_ptr_dtor(&auth);
	return known;
}

static bool object_server_ask_prefix(zend_object *client, zend_string **prefix)
{
	zval nothing, prefixed;
	bool known;

	ZVAL_EMPTY_STRING(&nothing);
	known = slock_userland_call(client, "_prefix", 1, &nothing, &prefixed) && Z_TYPE(prefixed) == IS_STRING;
	*prefix = known && Z_STRLEN(prefixed) ? zend_string_copy(Z_STR(prefixed)) : NULL;
	zval_ptr_dtor(&prefixed);
	return known;
}

slock_redis *slock_redis_object_server(zend_object *client, const slock_redis_object_address *address,
									   zend_string **prefix)
{
	object_server server = {.host = slock_text_copy(address->host), .port = address->port};
	slock_redis *made = NULL;

	*prefix = NULL;
	if (server.host && slock_userland_has(client, "getAuth") && slock_userland_has(client, "_prefix") &&
		object_server_set_address(&server) && object_server_ask_credentials(client, &server) &&
		object_server_ask_prefix(client, prefix)) {
		made = slock_redis_native_new(
			slock_redis_dsn_of_server(server.host, (int) server.port, server.user, server.password));
	}
	slock_userland_drop();
	slock_text_release(server.host);
	slock_text_release(server.user);
	slock_text_release(server.password);
	return made;
}
