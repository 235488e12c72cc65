/* SPDX-License-Identifier: MIT
 *
 * Memcached DSNs, in the grammar of symfony/cache. */
#ifndef SLOCK_CLIENTS_MEMCACHED_DSN_H
#define SLOCK_CLIENTS_MEMCACHED_DSN_H

#include "php.h"
#include "clients/memcached/memcached.h"

#define SLOCK_MEMCACHED_MAX_SETTINGS 16

/* One server of the list. */
typedef struct {
	zend_string *text; /* the host as the DSN writes it, which is what is hashed; or the path of a unix socket */
	zend_string *host; /* without the brackets of an IPv6 address; NULL: a unix socket */
	zend_string *name; /* for messages: "host:port" or the path */
	int port;          /* as \Memcached::addServers() would get it; of a unix socket it is part of what is hashed */
	uint32_t weight;   /* 0: 1 */
} slock_memcached_server;

typedef struct {
	slock_memcached_server *servers;
	uint32_t server_count;      /* at least 1 */
	zend_string *user;          /* NULL: no authentication */
	zend_string *password;      /* not NULL where there is a user */
	zend_string *prefix;        /* of all keys; NULL: none */
	zend_string *persistent_id; /* NULL: none */
	slock_time connect_timeout;
	slock_time command_timeout;
	bool binary;          /* the binary protocol */
	bool meta;            /* not with `binary`: meta commands, as far as the server knows them */
	bool automatic;       /* with `meta`: but for names that only the binary protocol can send, and servers that speak
							 nothing else; what every name is called on the server is what `binary` alone makes of it */
	const char *protocol; /* its name, where the DSN has the parameter; else NULL */
	bool binary_given;    /* the DSN has binary_protocol */
	bool persistent;      /* connections are kept across requests */
	bool prefix_chooses;  /* the prefix is part of what decides about the server */
	uint32_t setting_count;
	slock_memcached_ring_setting settings[SLOCK_MEMCACHED_MAX_SETTINGS];
} slock_memcached_dsn;

/* Parses memcached: DSNs; timeouts that it does not name are the settings' of now. NULL: *error is the reason, without
 * credentials, to be released by the caller. */
slock_memcached_dsn *slock_memcached_dsn_parse(zend_string *dsn, zend_string **error);

void slock_memcached_dsn_free(slock_memcached_dsn *dsn);

/* One of the servers as the native client wants it; the strings stay the DSN's. `binary`: over that protocol, which
 * must be so where dsn->binary is. */
void slock_memcached_dsn_endpoint(const slock_memcached_dsn *dsn, uint32_t server, bool binary,
								  slock_memcached_endpoint *endpoint);

/* A name that is equal exactly where two endpoints may share a connection. Holds the password: never print it. */
zend_string *slock_memcached_dsn_name(const slock_memcached_dsn *dsn, uint32_t server, bool binary);

#endif
