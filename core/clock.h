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

/* A point on the monotonic clock, or a duration; in nanoseconds. */
typedef int64_t slock_time;

#define SLOCK_TRY_ONCE ((slock_time) 0)        /* a deadline that has always passed */
#define SLOCK_FOREVER ((slock_time) INT64_MAX) /* a deadline that never comes; also a lifetime without an end */
#define SLOCK_LATEST ((slock_time) 9200000000000000000) /* what is later is SLOCK_FOREVER */
#define SLOCK_MS ((slock_time) 1000000)
#define SLOCK_SECOND ((slock_time) 1000000000)

/* The same for every process of the machine. On Linux CLOCK_MONOTONIC stands still while the machine is suspended, and
 * who slept would count on a lock that others have by then; CLOCK_BOOTTIME is that clock and goes on
 * (clock_gettime(2)). Here rather than in a file of its own so that client modules need nothing to link. */
#ifdef __linux__
#define SLOCK_MONOTONIC CLOCK_BOOTTIME
#else
#define SLOCK_MONOTONIC CLOCK_MONOTONIC
#endif

#ifdef _WIN32
slock_time slock_clock_now(void);
#else
static inline slock_time slock_clock_now(void)
{
	struct timespec now;

	if (clock_gettime(SLOCK_MONOTONIC, &now)) {
		/* Linux programs run on systems that know less. */
		clock_gettime(CLOCK_MONOTONIC, &now);
	}
	return now.tv_sec * SLOCK_SECOND + now.tv_nsec;
}
#endif

/* Seconds since the Unix epoch with microseconds, as PHP's microtime(true). */
double slock_clock_wall(void);

/* A duration that PHP code, a setting or a DSN gives in seconds, where it enters: to the nearest nanosecond, but never
 * 0 for a positive one. 292 years and more are SLOCK_FOREVER, or that below zero. NaN must be refused by the caller. */
static inline slock_time slock_duration(double seconds)
{
	double ns = seconds * 1e9;

	if (ns >= (double) SLOCK_LATEST || ns <= -(double) SLOCK_LATEST) {
		return ns > 0.0 ? SLOCK_FOREVER : -SLOCK_FOREVER;
	}
	return ns > 0.0 && ns < 1.0 ? 1 : (slock_time) (ns < 0.0 ? ns - 0.5 : ns + 0.5);
}

/* The way back, for messages and PHP code. */
static inline double slock_seconds(slock_time duration)
{
	return (double) duration / 1e9;
}

/* Whole milliseconds, rounded up; 0 for what has passed. */
static inline int64_t slock_ms_up(slock_time duration)
{
	return duration > 0 ? (duration - 1) / SLOCK_MS + 1 : 0;
}

/* `from`, which is not negative, plus a duration. Saturates at zero and, some months early, at SLOCK_FOREVER: a pause
 * may be added to a deadline without a look at its size. */
static inline slock_time slock_clock_add(slock_time from, slock_time duration)
{
	if (duration >= SLOCK_LATEST - from) {
		return SLOCK_FOREVER;
	}
	return from + duration < 0 ? 0 : from + duration;
}

/* The same from now. */
static inline slock_time slock_clock_after(slock_time duration)
{
	return slock_clock_add(slock_clock_now(), duration);
}

/* The end of what may take so long from now, in an operation that must have its answer by `answer_by` (0: whenever). */
static inline slock_time slock_clock_limit(slock_time duration, slock_time answer_by)
{
	slock_time own = slock_clock_after(duration);

	return answer_by && answer_by < own ? answer_by : own;
}

/* From now until a deadline; negative when it has passed. */
static inline slock_time slock_clock_left(slock_time deadline)
{
	return deadline - slock_clock_now();
}

/* Sleeps until then. A signal ends it no earlier, and its handler in PHP runs only after it: for moments. */
#ifdef _WIN32
void slock_clock_sleep_until(slock_time when);
#else
static inline void slock_clock_sleep_until(slock_time when)
{
	slock_time left;

	while ((left = slock_clock_left(when)) > 0) {
		struct timespec pause = {.tv_sec = (time_t) (left / SLOCK_SECOND), .tv_nsec = (long) (left % SLOCK_SECOND)};

		nanosleep(&pause, NULL);
	}
}
#endif

/* Seconds from now until `when`, for PHP code. `when` must not be SLOCK_FOREVER. */
static inline double slock_clock_until(slock_time when)
{
	/* As doubles: what a key says of its expiry may come from outside, and the difference not be a slock_time. */
	return ((double) when - (double) slock_clock_now()) / 1e9;
}

#endif
