/* SPDX-License-Identifier: MIT
 *
 * Redis DSNs, in the grammar of symfony/cache. */
#ifndef SLOCK_CLIENTS_REDIS_DSN_H
#define SLOCK_CLIENTS_REDIS_DSN_H

#include "php.h"
#include "clients/redis/redis.h"

/* How the servers of a DSN belong together. */
typedef enum {
	SLOCK_REDIS_SINGLE,
	SLOCK_REDIS_CLUSTER,  /* the servers are some of a cluster's */
	SLOCK_REDIS_SENTINEL, /* the servers are sentinels */
	SLOCK_REDIS_ARRAY,    /* each key has its server, as \RedisArray shares them out */
} slock_redis_topology;

/* Either host or path is set. */
typedef struct {
	zend_string *host;
	int port;
	zend_string *path; /* of a unix socket */
} slock_redis_host;

typedef struct {
	slock_redis_topology topology;
	zend_string *name;       /* of the first server, "host:port" or the path; of all, where there are several */
	slock_redis_host *hosts; /* at least one */
	uint32_t host_count;
	zend_string *master;            /* SENTINEL: what the sentinels call it */
	zend_string *sentinel_user;     /* NULL: the default user */
	zend_string *sentinel_password; /* NULL: none */
	zend_string *user;              /* NULL: the default user */
	zend_string *password;          /* NULL: none */
	zend_string *persistent_id;     /* NULL: none */
	int database;
	int keepalive; /* seconds; 0: off */
	slock_time connect_timeout;
	slock_time command_timeout;
	bool persistent; /* kept across requests */
	bool fencing;    /* for the store; no matter to connections */
	bool keep_alive; /* the same */
	int replicas;    /* the same: how many have to confirm a lock */
	slock_time replica_timeout;
	bool sends_releases; /* the same: nobody awaits the answers to releases */
	bool expects_master; /* see slock_redis_endpoint */
	bool tls;
	bool verify_peer;
	bool verify_peer_name;
	zend_string *peer_name; /* these may be NULL, see slock_redis_endpoint */
	zend_string *cafile;
	zend_string *capath;
	zend_string *local_cert;
	zend_string *local_pk;
} slock_redis_dsn;

/* Parses redis:, rediss:, valkey: and valkeys: DSNs; timeouts that it does not name are the settings' of now. NULL:
 * *error is the reason, without credentials, to be released by the caller. */
slock_redis_dsn *slock_redis_dsn_parse(zend_string *dsn, zend_string **error);

/* Of one server, with the settings' timeouts of now and no more than this. `port`: 0: the host is the path of a unix
 * socket. `user` and `password` may be NULL. */
slock_redis_dsn *slock_redis_dsn_of_server(zend_string *host, int port, zend_string *user, zend_string *password);

void slock_redis_dsn_free(slock_redis_dsn *dsn);

/* The same for one of its servers, or for one that these have named: SINGLE, to be freed apart. `sentinel`: with what
 * opens a sentinel. */
slock_redis_dsn *slock_redis_dsn_for(const slock_redis_dsn *dsn, const slock_redis_host *host, bool sentinel);

/* The first server as the native client wants it; the strings stay the DSN's. */
void slock_redis_dsn_endpoint(const slock_redis_dsn *dsn, slock_redis_endpoint *endpoint);

/* A name that is equal exactly where two DSNs may share a connection. Holds the password: never print it. */
zend_string *slock_redis_dsn_name(const slock_redis_dsn *dsn);

#endif
