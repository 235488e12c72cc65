/* SPDX-License-Identifier: MIT
 *
 * Client object adapter: a transport to ZooKeeper servers through a \Zookeeper object. Only its methods are used. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_CLIENT_OBJECT_H
#define SLOCK_CLIENTS_ZOOKEEPER_CLIENT_OBJECT_H

#include "php.h"
#include "clients/zookeeper/zookeeper.h"

/* The class \Zookeeper when there is one; loads nothing. */
zend_class_entry *slock_zookeeper_object_class(void);

/* Takes its own reference to the client. */
slock_zookeeper *slock_zookeeper_object_new(zend_object *client);

#endif
