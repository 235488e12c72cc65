/* SPDX-License-Identifier: MIT
 *
 * What a server is told of a lock's lifetime. Plain C. */
#ifndef SLOCK_CLIENTS_MEMCACHED_EXPIRATION_H
#define SLOCK_CLIENTS_MEMCACHED_EXPIRATION_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/clock.h"

/* A longer time is taken for a date by memcached. */
#define SLOCK_MEMCACHED_MAX_RELATIVE_TTL (60.0 * 60.0 * 24.0 * 30.0)

/* Seconds that the server is told more, or it would forget a lock before its time is over: its clock ticks once a
 * second, late where the machine is busy, and a time is counted from its last tick (memcached.c, clock_handler(),
 * realtime()). */
#define SLOCK_MEMCACHED_RESERVE 2.0

/* Whole seconds, rounded up, and the reserve; a Unix time where memcached would take the seconds for one. The wall
 * clock of this machine and the server's then have to agree to some seconds, which does not matter to locks of more
 * than a month. False: the server cannot keep it that long. */
static inline bool slock_memcached_expiration(double ttl, uint32_t *expiration)
{
	double seconds = ceil(ttl) + SLOCK_MEMCACHED_RESERVE;

	if (seconds > SLOCK_MEMCACHED_MAX_RELATIVE_TTL) {
		seconds += ceil(slock_clock_wall());
	}
	if (seconds > (double) INT32_MAX) {
		return false;
	}
	*expiration = (uint32_t) seconds;
	return true;
}

#endif
