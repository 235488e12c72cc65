/* SPDX-License-Identifier: MIT
 *
 * The connection of a client object, as far as its methods show it: its time limit, its database, its address, and what
 * becomes of it after a failure. Clients of one class may differ in all of it with their version. All of this runs PHP
 * code of the object, and leaves no exception of its own. */
#ifndef SLOCK_CLIENTS_REDIS_OBJECT_CONNECTION_H
#define SLOCK_CLIENTS_REDIS_OBJECT_CONNECTION_H

#include "php.h"
#include "clients/redis/object_address.h"
#include "clients/redis/object_call.h"
#include "clients/setting.h"
#include "core/clock.h"

/* All zero but the kind: nothing is known. Owns what the address owns. */
typedef struct {
	slock_redis_client_kind kind;
	zend_long database; /* the last that it told; 0: none, or not known yet */
	bool unselected;    /* it has connected again, and may have forgotten its database */
	bool closed;        /* after a failure, by us; no answer of the server has been seen since */
	bool asked;         /* for its address, after it had answered */
	slock_redis_object_address address;
} slock_redis_object_connection;

/* Sets the time limit for reads to what is left, or to the user's own if that is less. The caller ends it with the next
 * one. NULL: nothing was changed. */
slock_setting *slock_redis_object_shorten_read_timeout(zend_object *client, slock_time left);

void slock_redis_object_restore_read_timeout(slock_setting *setting);

/* The number of its database. Scripts are told, because ext-redis' connections are not always in the one that the
 * object speaks of: one from its pool may still be in that of the object before, and one that was opened again in 0.
 * Negative: this is no \Redis, or it does not know it now: without a connection it tells only when it can make one. The
 * members of an array are not told apart, and may have different ones. */
zend_long slock_redis_object_database(slock_redis_object_connection *connection, zend_object *client);

/* Before a call: NULL, or why there must be none, because it would go to a server that does not answer or to another
 * database. */
const char *slock_redis_object_connect_if_needed(slock_redis_object_connection *connection, zend_object *client);

/* The next thing that is read on the connection could be an answer that was given up, so it is closed. Clients open
 * another one by themselves, with what was set on the object: user, prefix, options. A pending exception stays.
 * `kind`: of the client, which may be a member of the array. */
void slock_redis_object_disconnect(slock_redis_object_connection *connection, zend_object *client,
								   slock_redis_client_kind kind, bool in_a_hurry);

/* Relay gives up a connection that did not answer in time by itself, and whether it opens another one after close() is
 * not known: that is left for the case that an answer proves to belong to another call. */
bool slock_redis_object_keeps_unread_answers(const zend_object *client);

/* After the first answer, good or bad: before it, asking could make a lazy client connect. `failed`: it is needed, so
 * it is asked for again. */
void slock_redis_object_learn_address(slock_redis_object_connection *connection, zend_object *client, bool failed);

#endif
