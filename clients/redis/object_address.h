/* SPDX-License-Identifier: MIT
 *
 * Where a client object's server is. */
#ifndef SLOCK_CLIENTS_REDIS_OBJECT_ADDRESS_H
#define SLOCK_CLIENTS_REDIS_OBJECT_ADDRESS_H

#include "php.h"

/* All zero: nothing is known. */
typedef struct {
	zend_string *text; /* owned, for messages: host:port, several with commas */
	zend_string *host; /* owned: of \Redis and Relay alone, in their words; NULL: not known */
	zend_long port;
	bool sends_again; /* of Predis: it has several servers, and may send a command again without telling */
} slock_redis_object_address;

/* Fills in what the object tells (now). `is_predis`: else it has the methods of an extension's
 * client. Sends nothing, but runs PHP code of the object, and leaves no exception. Before the first answer, asking
 * could make a lazy client connect. */
void slock_redis_object_address_learn(slock_redis_object_address *address, zend_object *client, bool is_predis);

void slock_redis_object_address_dtor(slock_redis_object_address *address);

#endif
