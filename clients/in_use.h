/* SPDX-License-Identifier: MIT
 *
 * Whether a client object is in the middle of a call of its user's: that is for renewals, which come between any two
 * opcodes, also those of code that the call runs, or of a library's that makes it. */
#ifndef SLOCK_CLIENTS_IN_USE_H
#define SLOCK_CLIENTS_IN_USE_H

#include "php.h"
#include "core/result.h"

/* True: nothing may be sent through it now, and the result says so, with the name of the store. `client` NULL: a native
 * one, which never is. Asks nobody, runs no PHP code. Calls of fibers that are suspended do not count. */
bool slock_client_is_in_use(const zend_object *client, const char *store, slock_result *result);

/* The same of a \PDO or a Doctrine connection of the user's: true also where another one is in the middle of a call. */
bool slock_database_is_in_use(const char *store, slock_result *result);

#endif
