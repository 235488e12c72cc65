/* SPDX-License-Identifier: MIT
 *
 * Redis DSNs, in the grammar of symfony/cache. */
#ifndef SLOCK_REDIS_DSN_H
#define SLOCK_REDIS_DSN_H

#include "php.h"
#include "clients/redis/redis.h"

/* One server. Either host or path is set. */
typedef struct {
	zend_string *name; /* "host:port" or the path, for messages */
	zend_string *host;
	int port;
	zend_string *path;          /* of a unix socket */
	zend_string *user;          /* NULL: the default user */
	zend_string *password;      /* NULL: none */
	zend_string *persistent_id; /* NULL: none */
	int database;
	int keepalive;          /* seconds; 0: off */
	double connect_timeout; /* seconds */
	double command_timeout; /* seconds */
	bool persistent;        /* kept across requests */
} slock_redis_dsn;

/* Parses redis:, rediss:, valkey: and valkeys: DSNs; timeouts that it does not name are the settings' of now. NULL:
 * *error is the reason, without credentials, to be released by the caller. */
slock_redis_dsn *slock_redis_dsn_parse(zend_string *dsn, zend_string **error);

void slock_redis_dsn_free(slock_redis_dsn *dsn);

/* The DSN as the native client wants it; the strings stay the DSN's. */
void slock_redis_dsn_endpoint(const slock_redis_dsn *dsn, slock_redis_endpoint *endpoint);

/* A name that is equal exactly where two DSNs may share a connection. Holds the password: never print it. */
zend_string *slock_redis_dsn_name(const slock_redis_dsn *dsn);

#endif
