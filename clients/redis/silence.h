/* SPDX-License-Identifier: MIT
 *
 * Whether a server answers at all, seen on a connection of its own. */
#ifndef SLOCK_CLIENTS_REDIS_SILENCE_H
#define SLOCK_CLIENTS_REDIS_SILENCE_H

#include "php.h"
#include "core/clock.h"

/* True: there is a connection to that host (a name, an address, or a path without a port), and nothing came over it in
 * that time. Any bytes, and the end of the connection, are an answer: the server may want a password or TLS first.
 * False also where there is no connection, and where the host has a scheme with a handshake: whoever connects there
 * learns it then. Runs no PHP code, throws and warns of nothing. */
bool slock_redis_is_silent(const zend_string *host, zend_long port, slock_time limit);

#endif
