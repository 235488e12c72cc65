/* SPDX-License-Identifier: MIT
 *
 * Data source names of ZooKeeper: zookeeper://[user:password@]host[:port][,host[:port]…][?parameters]. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_DSN_H
#define SLOCK_CLIENTS_ZOOKEEPER_DSN_H

#include "php.h"
#include "core/clock.h"

typedef struct {
	zend_string *name;     /* the whole DSN, secrets included: what tells two sessions apart */
	zend_string *hosts;    /* "host:port,host:port" */
	zend_string *user;     /* NULL: no authentication */
	zend_string *password; /* NULL: none */
	zend_string *chroot;   /* "" or "/name[/name…]" */
	slock_time connect_timeout, command_timeout, session_timeout;
	bool persistent;
	bool fencing; /* for the store; no matter to sessions */
} slock_zookeeper_dsn;

/* The caller owns what is returned. NULL: the DSN has no meaning, and *error, owned, says why without secrets. */
slock_zookeeper_dsn *slock_zookeeper_dsn_parse(zend_string *dsn, zend_string **error);

void slock_zookeeper_dsn_free(slock_zookeeper_dsn *dsn);

/* What \Zookeeper's constructor gets: the hosts exactly as the PHP package writes them, unless one before the last has
 * a port of its own, which that does not know; and the chroot behind them, where the library takes it for one. NULL
 * with *error as above, also where the DSN wants fencing tokens. */
zend_string *slock_zookeeper_dsn_for_object(zend_string *dsn, zend_string **error);

#endif
