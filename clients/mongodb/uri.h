/* SPDX-License-Identifier: MIT
 *
 * What MongoDbStore reads out of a connection URI by itself. The rest of its grammar is the driver's affair. */
#ifndef SLOCK_CLIENTS_MONGODB_URI_H
#define SLOCK_CLIENTS_MONGODB_URI_H

#include "php.h"

/* The URI without its last parameter `collection`, owned by the caller, and the names it holds, owned as well and NULL
 * where there is none: the database is the decoded path, the collection the parameter as it stands. NULL: it does not
 * begin with mongodb:// or mongodb+srv://, or is no URI at all. */
zend_string *slock_mongodb_uri_skim(zend_string *uri, zend_string **database, zend_string **collection);

/* The URI without its user, password and parameters, for messages. */
zend_string *slock_mongodb_uri_mask(zend_string *uri);

/* Whether BSON takes the bytes for a string: by the rule of libbson, which lets a NUL in two bytes through. */
bool slock_mongodb_is_utf8(const char *bytes, size_t length);

#endif
