/* SPDX-License-Identifier: MIT
 *
 * Sessions over the native PostgreSQL client. */
#ifndef SLOCK_CLIENTS_PGSQL_NATIVE_H
#define SLOCK_CLIENTS_PGSQL_NATIVE_H

#include "clients/advisory/session.h"
#include "clients/pgsql/dsn.h"

/* Takes over the DSN. Nothing is connected until the first lock. Stores with the same DSN share a session. */
slock_session *slock_session_pgsql(slock_pgsql_dsn *dsn);

#endif
