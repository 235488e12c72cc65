/* SPDX-License-Identifier: MIT
 *
 * Client object adapter: a transport to Memcached servers through a \Memcached object. Only its methods are used, so
 * its options apply: prefix, serializer, compression, distribution, protocol. */
#ifndef SLOCK_CLIENTS_MEMCACHED_CLIENT_OBJECT_H
#define SLOCK_CLIENTS_MEMCACHED_CLIENT_OBJECT_H

#include "php.h"
#include "clients/memcached/memcached.h"

/* Whether the object is a \Memcached. Loads no class. */
bool slock_memcached_object_is_client(zend_object *client);

/* Takes its own reference to the client. */
slock_memcached *slock_memcached_object_new(zend_object *client);

#endif
