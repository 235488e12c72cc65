/* SPDX-License-Identifier: MIT
 *
 * Which sessions of \Zookeeper objects have made which nodes, in this request and in the processes that this one was
 * forked from. The extension tells the session of a node as a float, by which sessions that follow each other look like
 * one; what is noted here are integers. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_MADE_NODES_H
#define SLOCK_CLIENTS_ZOOKEEPER_MADE_NODES_H

#include "php.h"
#include "clients/zookeeper/zookeeper.h"

/* A CREATE of that client has ended, in that session; 0: it is not known in which. `done`: it has made the node; else
 * nobody knows, and what is noted of the same session stays. */
void slock_made_node_note(const slock_zookeeper_call *call, const zend_object *client, zend_long session, bool done);

/* The client has no such node, in whichever session. */
void slock_made_node_forget(const slock_zookeeper_call *call, const zend_object *client);

/* Whose node it is that has the token of the call as its data: `owner` is the server's word, a float or an integer, and
 * `session` the one that has asked. Where a float may mean several sessions, and one of them may have made the
 * node, it is not the asking one's, unless that has made it for certain. */
slock_zookeeper_owner slock_made_node_owner(const slock_zookeeper_call *call, const zval *owner, zend_long session);

void slock_made_nodes_end_request(void);

#endif
