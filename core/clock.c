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
#endif

#ifdef _WIN32
slock_time slock_clock_now(void)
{
	return (slock_time) php_hrtime_current();
}

void slock_clock_sleep_until(slock_time when)
{
	slock_time left;

	while ((left = slock_clock_left(when)) > 0) {
		usleep((unsigned int) (left / 1000) + 1);
	}
}
#endif

double slock_clock_wall(void)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	return (double) now.tv_sec + (double) now.tv_usec / 1e6;
}
