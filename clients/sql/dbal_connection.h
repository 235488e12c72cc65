/* SPDX-License-Identifier: MIT
 *
 * A Doctrine\DBAL\Connection of ours, made from a URL. Doctrine connects it when it must; what is under it belongs to the
 * process that connected. */
#ifndef SLOCK_CLIENTS_SQL_DBAL_CONNECTION_H
#define SLOCK_CLIENTS_SQL_DBAL_CONNECTION_H

#include "php.h"
#include "clients/sql/fork_guard.h"

typedef struct {
	zend_object *connection; /* owned */
	slock_sql_guard guard;   /* of what holds the descriptor, where the driver shows it */
} slock_own_dbal;

/* The connection that DBAL makes of a URL, owned by the caller. NULL: with an exception pending, or without one when DBAL
 * cannot be found by any autoloader. */
zend_object *slock_own_dbal_make(zend_string *url);

/* Whether it is connected, by this process; what another one has connected is let go of. false may have an exception. */
bool slock_own_dbal_is_open(slock_own_dbal *own);

/* Connects it unless it is; its sockets are close-on-exec and known (guard.sockets). false with an exception pending; *late and
 * `until` are those of slock_own_pdo_open(). */
bool slock_own_dbal_open(slock_own_dbal *own, slock_time until, bool *late);

/* Closes what is under it; it may be opened again. false with an exception pending. */
bool slock_own_dbal_close(slock_own_dbal *own);

void slock_own_dbal_get_gc(slock_own_dbal *own, zend_get_gc_buffer *buffer);

/* Lets go of everything, runs no PHP code that can be kept from running. */
void slock_own_dbal_dtor(slock_own_dbal *own);

#endif
