/* SPDX-License-Identifier: MIT
 *
 * The two clocks; see clock.h. */
#include "core/clock.h"

#include <sys/time.h>

double slock_clock_wall(void)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	return (double) now.tv_sec + (double) now.tv_usec / 1e6;
}
