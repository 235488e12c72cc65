/* SPDX-License-Identifier: MIT
 *
 * One operation on a lock of ZookeeperStore: one or two calls, in which each answer decides about the next one. Who
 * runs them, and how, is not known here. */
#ifndef SLOCK_STORES_ZOOKEEPER_OPERATION_H
#define SLOCK_STORES_ZOOKEEPER_OPERATION_H

#include "clients/zookeeper/zookeeper.h"
#include "core/store.h"

/* How far it has come. */
typedef struct {
	slock_op op;
	slock_zookeeper_call call;
	slock_zookeeper_pending pending;
	slock_zookeeper_answer answer;
	zend_string *path;
	zend_string *token;
	bool synced;      /* the server has caught up: what it says of the node is so */
	bool known;       /* the token is older than this operation, so a node may have it already */
	bool may_be_held; /* ACQUIRE: the same, to the end */
	int lost;         /* DELETEs of which nobody knows what became */
	/* RELEASE: which node is to go, and the turn among related processes. */
	int64_t created;
	int turn;
	slock_time turn_until; /* begun, and waits for its turn until then at most; 0: it does not */
	slock_time asked;      /* when its last call was begun */
	bool looked_again;
} slock_zookeeper_operation;

/* Begins an operation of that store, whose first call is to be run then. False: a PHP exception is pending, and there
 * is nothing to end. */
bool slock_zookeeper_operation_start(slock_zookeeper_operation *of, const slock_store *store,
									 const slock_zookeeper *zookeeper, const slock_request *request,
									 slock_result *result);

/* RELEASE, before its first call: takes the turn, where it can be had until then. */
void slock_zookeeper_operation_take_turn(slock_zookeeper_operation *of, const slock_zookeeper *zookeeper,
										 slock_time until);

/* Makes of->call another one, on the same node. */
void slock_zookeeper_operation_set_call(slock_zookeeper_operation *of, slock_zookeeper_verb verb);

/* What the answer to a call means for the operation. True: the result is final; false: of->call is the next one. */
bool slock_zookeeper_operation_proceed(slock_zookeeper_operation *of, const slock_zookeeper *zookeeper, slock_key *key,
									   slock_result *result);

/* Ends a begun operation and frees what it has. `unknown`: nobody knows what it has done. A node that should be gone,
 * or that nobody has been told of, would keep the lock for as long as the session lives: it is taken back. */
void slock_zookeeper_operation_end(slock_zookeeper_operation *of, slock_zookeeper *zookeeper, bool unknown);

#endif
