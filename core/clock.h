/* SPDX-License-Identifier: MIT
 *
 * The two clocks. Everything inside a process (waits, deadlines, remaining lifetimes) uses the monotonic one, so that
 * setting the system clock changes nothing; the wall clock is only for what leaves the process. Plain C. */
#ifndef SLOCK_CORE_CLOCK_H
#define SLOCK_CORE_CLOCK_H

#include <stdint.h>

/* A point on the monotonic clock, in nanoseconds. */
typedef int64_t slock_time;

#define SLOCK_TRY_ONCE ((slock_time) 0)        /* a deadline that has always passed */
#define SLOCK_FOREVER ((slock_time) INT64_MAX) /* a deadline that never comes; also a lifetime without an end */
#define SLOCK_NS_PER_S 1e9

/* CLOCK_MONOTONIC: it goes on while other processes sleep and is the same for every process of the machine. */
slock_time slock_clock_now(void);

/* Seconds since the Unix epoch with microseconds, as PHP's microtime(true). */
double slock_clock_wall(void);

/* `from` plus a number of seconds. Saturates at SLOCK_FOREVER and at zero; NaN must be refused by the caller. */
slock_time slock_clock_add(slock_time from, double seconds);

/* Seconds from now until `when`; negative when it has passed. `when` must not be SLOCK_FOREVER. */
double slock_clock_until(slock_time when);

#endif
