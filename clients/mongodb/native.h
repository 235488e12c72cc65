/* SPDX-License-Identifier: MIT
 *
 * The native transport to MongoDB, by URI. */
#ifndef SLOCK_CLIENTS_MONGODB_NATIVE_H
#define SLOCK_CLIENTS_MONGODB_NATIVE_H

#include "php.h"
#include "clients/mongodb/mongodb.h"

/* A client for the URI, which has no `collection` any more, with the options `uriOptions` and `driverOptions` of the
 * store (NULL or arrays). Loads the native module, connects to nothing. NULL: the result has the reason, a missing
 * module. A URI that the driver does not take, and an option that only the PHP driver has, is a storage error of every
 * command: the package's constructor does not ask the driver either. Stores with the same URI and options in one
 * process share one connection. */
slock_mongodb *slock_mongodb_native_new(zend_string *uri, HashTable *uri_options, HashTable *driver_options,
										slock_result *result);

#endif
