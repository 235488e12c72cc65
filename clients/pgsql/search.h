/* SPDX-License-Identifier: MIT
 *
 * A new connection on its way through the servers that its parameters name. Plain C over libpq. */
#ifndef SLOCK_CLIENTS_PGSQL_SEARCH_H
#define SLOCK_CLIENTS_PGSQL_SEARCH_H

#include <libpq-fe.h>

#include "clients/pgsql/pgsql.h"

/* Waits for an event of poll(2). false: the time is over, also when there always is something to read. A signal is no
 * reason to return. */
bool slock_pgsql_await(int fd, short events, slock_time until);

/* Begins to connect. Of several servers the one that writes, wherever they are named, also in the file of a service:
 * libpq itself takes any of them, and the advisory locks of a standby are not those of the primary. Not where the
 * parameters or PGTARGETSESSIONATTRS say which; a service that says "any" is not told from one that says nothing.
 * *servers: how many are named. NULL: out of memory. */
PGconn *slock_pgsql_search_begin(const slock_pgsql_endpoint *endpoint, int *servers);

typedef enum {
	SLOCK_PGSQL_FOUND,
	SLOCK_PGSQL_NOT_FOUND,   /* libpq has the reason */
	SLOCK_PGSQL_SEARCH_LATE, /* the time is over */
} slock_pgsql_search_end;

/* Goes through the servers by `until` at the latest (but for the name server). Each has its share of the time to give a
 * first sign of life: libpq limits the time for one only where it waits itself. *gave_up: one of them has given none.
 */
slock_pgsql_search_end slock_pgsql_search_run(PGconn *session, int servers, slock_time until, bool *gave_up);

#endif
