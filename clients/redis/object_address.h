/* SPDX-License-Identifier: MIT
 *
 * Where a client object's server is, for messages. */
#ifndef SLOCK_CLIENTS_REDIS_OBJECT_ADDRESS_H
#define SLOCK_CLIENTS_REDIS_OBJECT_ADDRESS_H

#include "php.h"

/* host:port, several with commas, for the caller; NULL: the object does not tell (now). `is_predis`: else it has the
 * methods of an extension's client. Sends nothing, but runs PHP code of the object, and leaves no exception. Before the
 * first answer, asking could make a lazy client connect. */
zend_string *slock_redis_object_address(zend_object *client, bool is_predis);

#endif
