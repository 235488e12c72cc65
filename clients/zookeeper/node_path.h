/* SPDX-License-Identifier: MIT
 *
 * Which node of ZooKeeper stands for a resource. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_NODE_PATH_H
#define SLOCK_CLIENTS_ZOOKEEPER_NODE_PATH_H

#include "php.h"

/* The path of the resource's node below the chroot, for the caller: the one that the PHP package uses. Names that no
 * server takes, and that the PHP package can therefore never lock, become their hash, as the empty one does. */
zend_string *slock_zookeeper_node_path(const char *chroot, zend_string *resource);

#endif
