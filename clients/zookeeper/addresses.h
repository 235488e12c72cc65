/* SPDX-License-Identifier: MIT
 *
 * The addresses of a session's servers: looked up, put in order, and what each of them gets of the time. Plain C, a
 * part of slock_zookeeper.so.1. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_ADDRESSES_H
#define SLOCK_CLIENTS_ZOOKEEPER_ADDRESSES_H

#include "core/clock.h"

/* The numeric addresses of all hosts ("host:port,host:port") in a random order, as zookeeper_init2() takes them, and
 * how many there are; some names may fail. Asks name servers, and blocks for that. The caller frees it; NULL: the
 * reason, which is not owned, says why. */
char *slock_zookeeper_addresses_of(const char *hosts, int *count, const char **reason);

/* What one of so many servers gets of the time for all. */
slock_time slock_zookeeper_addresses_grace(slock_time connect_timeout, int addresses);

#endif
