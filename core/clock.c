/* SPDX-License-Identifier: MIT
 *
 * The two clocks; see clock.h. */
#include "core/clock.h"

#ifdef _WIN32
#include "php.h"
#include "ext/standard/hrtime.h"
#include "win32/time.h"
#else
#include <sys/time.h>
#include <time.h>
#endif

slock_time slock_clock_now(void)
{
#ifdef _WIN32
	return (slock_time) php_hrtime_current();
#else
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (slock_time) now.tv_sec * 1000000000 + now.tv_nsec;
#endif
}

double slock_clock_wall(void)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	return (double) now.tv_sec + (double) now.tv_usec / 1e6;
}

slock_time slock_clock_add(slock_time from, double seconds)
{
	/* Compared as doubles first: a TTL of 1e300 must not overflow the integer, where the result would be undefined. */
	double sum = (double) from + seconds * SLOCK_NS_PER_S;

	if (sum >= 9.2e18) {
		return SLOCK_FOREVER;
	}
	if (sum <= 0.0) {
		return 0;
	}
	return from + (slock_time) (seconds * SLOCK_NS_PER_S);
}

double slock_clock_until(slock_time when)
{
	/* As doubles: what a key says of its expiry may come from outside, and the difference not be a slock_time. */
	return ((double) when - (double) slock_clock_now()) / SLOCK_NS_PER_S;
}
