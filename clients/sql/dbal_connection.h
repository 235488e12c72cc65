/* SPDX-License-Identifier: MIT
 *
 * A Doctrine\DBAL\Connection of ours, made from a URL. Doctrine connects it when it must; what is under it belongs to
 * the process that connected. */
#ifndef SLOCK_CLIENTS_SQL_DBAL_CONNECTION_H
#define SLOCK_CLIENTS_SQL_DBAL_CONNECTION_H

#include "php.h"
#include "clients/sql/fork_guard.h"

typedef struct {
	zend_object *connection; /* owned */
	slock_fork_guard guard;  /* of what holds the descriptor, where the driver shows it */
} slock_dbal_connection;

/* The connection that DBAL makes of a URL, owned by the caller. NULL: with an exception pending, or without one when
 * DBAL cannot be found by any autoloader. */
zend_object *slock_dbal_connection_make(zend_string *url);

/* Whether it is connected, by this process; what another one has connected is let go of. false may have an exception.
 */
bool slock_dbal_connection_is_open(slock_dbal_connection *own);

/* Connects it unless it is; its sockets are close-on-exec and known (guard.sockets). *begun: it was not. false with an
 * exception pending; *late and `until` are those of slock_pdo_connection_open(). */
bool slock_dbal_connection_open(slock_dbal_connection *own, slock_time until, bool *begun, bool *late);

/* Closes what is under it; it may be opened again. false with an exception pending. */
bool slock_dbal_connection_close(slock_dbal_connection *own);

void slock_dbal_connection_get_gc(slock_dbal_connection *own, zend_get_gc_buffer *buffer);

/* Lets go of everything, runs no PHP code that can be kept from running. */
void slock_dbal_connection_dtor(slock_dbal_connection *own);

#endif
