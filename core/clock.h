/* SPDX-License-Identifier: MIT
 *
 * The two clocks. Everything inside a process (waits, deadlines, remaining lifetimes) uses the monotonic one, so that
 * setting the system clock changes nothing; the wall clock is only for what leaves the process. Plain C. */
#ifndef SLOCK_CORE_CLOCK_H
#define SLOCK_CORE_CLOCK_H

#include <stdint.h>
#ifndef _WIN32
#include <time.h>
#endif

/* A point on the monotonic clock, in nanoseconds. */
typedef int64_t slock_time;

#define SLOCK_TRY_ONCE ((slock_time) 0)        /* a deadline that has always passed */
#define SLOCK_FOREVER ((slock_time) INT64_MAX) /* a deadline that never comes; also a lifetime without an end */
#define SLOCK_NS_PER_S 1e9

/* CLOCK_MONOTONIC: it goes on while other processes sleep and is the same for every process of the machine. Here rather
 * than in a file of its own so that client modules need nothing to link. */
#ifdef _WIN32
slock_time slock_clock_now(void);
#else
static inline slock_time slock_clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (slock_time) now.tv_sec * 1000000000 + now.tv_nsec;
}
#endif

/* Seconds since the Unix epoch with microseconds, as PHP's microtime(true). */
double slock_clock_wall(void);

/* `from` plus a number of seconds. Saturates at SLOCK_FOREVER and at zero; NaN must be refused by the caller. */
static inline slock_time slock_clock_add(slock_time from, double seconds)
{
	/* Compared as doubles first: a TTL of 1e300 must not overflow the integer, where the result would be undefined. */
	double sum = (double) from + seconds * SLOCK_NS_PER_S;

	if (sum >= 9.2e18) {
		return SLOCK_FOREVER;
	}
	return sum <= 0.0 ? 0 : from + (slock_time) (seconds * SLOCK_NS_PER_S);
}

/* Seconds from now until `when`; negative when it has passed. `when` must not be SLOCK_FOREVER. */
static inline double slock_clock_until(slock_time when)
{
	/* As doubles: what a key says of its expiry may come from outside, and the difference not be a slock_time. */
	return ((double) when - (double) slock_clock_now()) / SLOCK_NS_PER_S;
}

#endif
