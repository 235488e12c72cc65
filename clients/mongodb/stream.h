/* SPDX-License-Identifier: MIT
 *
 * Connections of libmongoc that know a deadline, which its interface has for none of its calls: it reads and writes
 * through our stream, which waits no longer. Plain C, a part of slock_mongodb.so.1. */
#ifndef SLOCK_CLIENTS_MONGODB_STREAM_H
#define SLOCK_CLIENTS_MONGODB_STREAM_H

#include <mongoc/mongoc.h>

#include "core/clock.h"

/* What all connections of one client share. */
typedef struct {
	slock_time deadline;        /* after that every wait ends as if its time limit were over; 0: none */
	slock_time connect_timeout; /* for one attempt to reach all the servers; each address of one gets its share */
	slock_time writable_since;  /* a server is known that takes writes; 0: none is. Others have little time then */
	char reasons[256];          /* why servers could not be connected to, since the user emptied it */
} slock_mongodb_limits;

/* The client, which has no connection yet and does not use TLS, makes its connections here from now on. `limits` must
 * outlive the client. */
void slock_mongodb_limit_client(mongoc_client_t *client, slock_mongodb_limits *limits);

#endif
