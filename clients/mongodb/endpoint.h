/* SPDX-License-Identifier: MIT
 *
 * An endpoint as libmongoc reads it, whose messages quote what it could not read: no secret leaves this file. Plain C
 * over libmongoc, which is started here. */
#ifndef SLOCK_CLIENTS_MONGODB_ENDPOINT_H
#define SLOCK_CLIENTS_MONGODB_ENDPOINT_H

#include <mongoc/mongoc.h>

#include "clients/mongodb/mongodb.h"

/* The URI with the endpoint's user and password, which the caller destroys; NULL: the result has the reason. */
mongoc_uri_t *slock_mongodb_endpoint_parse(const slock_mongodb_endpoint *endpoint, slock_result *result);

/* "host:port,host:port", without anything else of the URI. */
void slock_mongodb_endpoint_name(const mongoc_uri_t *uri, char *name, size_t size);

#endif
