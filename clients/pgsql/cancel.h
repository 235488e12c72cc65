/* SPDX-License-Identifier: MIT
 *
 * PQcancel() with a time limit. Plain C. */
#ifndef SLOCK_CLIENTS_PGSQL_CANCEL_H
#define SLOCK_CLIENTS_PGSQL_CANCEL_H

#include <stdbool.h>

#include <libpq-fe.h>

#include "core/clock.h"

/* Asks the server to give up the statement that runs, over a connection of its own, by `until`. Takes over *canceller
 * (NULL afterwards) when that was not enough: libpq cannot be stopped, and needs it until it gives up by itself. false:
 * the server was not asked. */
bool slock_pgsql_cancel(PGcancel **canceller, slock_time until);

#endif
