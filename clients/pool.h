/* SPDX-License-Identifier: MIT
 *
 * A pool of native connections, which hands a connection only to the process that opened it. */
#ifndef SLOCK_CLIENTS_POOL_H
#define SLOCK_CLIENTS_POOL_H

#include "php.h"

/* A pool of connections, one per thread. */
typedef struct slock_pool slock_pool;

/* How the pool ends a connection. */
typedef struct {
	const char *name;
	/* Closes it in the process that opened it. */
	void (*close)(void *connection);
	/* Frees it in a forked child: closes this process' copy of the descriptor and writes not one byte. */
	void (*abandon)(void *connection);
	/* Whether the next PHP request may use it; asked for persistent connections when a request ends, which may have
	 * been in the middle of something. NULL: it never may. */
	bool (*is_idle)(void *connection);
	/* Takes what has arrived that nobody awaits, without waiting; asked before a request has to tell what it knows.
	 * False: the connection is of no use any more, and is closed. NULL: there never is such a thing. */
	bool (*hear)(void *connection);
	/* From now on it notes nothing of what it hears: nobody is left to be told. NULL: it never does. */
	void (*silence)(void *connection);
} slock_connection_type;

/* One pooled connection. `connection` is NULL while there is none (not opened yet, or dropped after an error). */
typedef struct slock_pooled {
	const slock_connection_type *type;
	void *connection;
	uint32_t generation; /* of the process that opened it */
	uint32_t users;      /* stores that refer to it; it is freed when the last one lets go, unless persistent */
	bool persistent;     /* survives the end of the request */
	zend_string *name;   /* the endpoint with everything that tells two connections apart, secrets included */
} slock_pooled;

/* The entry for this name, with one more user; made without a connection when there is none. Never NULL. */
slock_pooled *slock_pool_get(const slock_connection_type *type, zend_string *name, bool persistent);

/* The connection, if this process opened it; one inherited from the parent is abandoned first, and NULL returned. */
void *slock_pooled_connection(slock_pooled *pooled);

/* Keeps a connection this process has just opened. */
void slock_pooled_keep(slock_pooled *pooled, void *connection);

/* Closes (or abandons) the connection, for instance after an error that leaves its stream in an unknown state. */
void slock_pooled_drop(slock_pooled *pooled);

/* One user less. */
void slock_pooled_release(slock_pooled *pooled);

/* For slock.c only: what is still to be heard before the end of a request, that end, and that of a thread. `pool` may
 * be NULL. */
void slock_pool_hear(slock_pool *pool);
void slock_pool_end_request(slock_pool *pool);
void slock_pool_shutdown(slock_pool *pool);

#endif
