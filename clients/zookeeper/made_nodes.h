/* SPDX-License-Identifier: MIT
 *
 * Which sessions of \Zookeeper objects have made which nodes, in this request and in the processes that this one was
 * forked from. The extension tells the session of a node as a float, by which sessions that follow each other look like
 * one; what is noted here are integers. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_MADE_NODES_H
#define SLOCK_CLIENTS_ZOOKEEPER_MADE_NODES_H

#include "php.h"
#include "clients/zookeeper/zookeeper.h"

/* The session, if it is not 0, has made the node of the call, or may have. */
void slock_made_node_note(const slock_zookeeper_call *call, zend_long session);

/* That node is gone. */
void slock_made_node_forget(const slock_zookeeper_call *call, zend_long session);

/* Whose node it is that has the token of the call as its data and, by a float, this session as its owner. Of one that
 * nothing is noted of the float alone decides. */
slock_zookeeper_owner slock_made_node_owner(const slock_zookeeper_call *call, double owner, zend_long session);

void slock_made_nodes_end_request(void);

#endif
