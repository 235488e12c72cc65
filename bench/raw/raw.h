/* SPDX-License-Identifier: MIT
 *
 * What the raw programs share: the protocol of bench/worker.php. A program that is ready prints "ready"; for each line
 * with a number on its input it runs as many cycles and prints the nanoseconds that they took. For a line
 * "for NANOSECONDS CHUNK START" it runs cycles from that moment on for as long, looks at the clock after each chunk and
 * prints how many there were. */
#ifndef SLOCK_BENCH_RAW_H
#define SLOCK_BENCH_RAW_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Prints why and ends the program: a benchmark of something that fails measures nothing. */
static inline _Noreturn __attribute__((format(printf, 1, 2))) void give_up(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(1);
}

static inline int64_t nanoseconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A name that no other process has, of a lock; made once. */
static inline const char *own_name(void)
{
	static char name[40];

	if (!*name) {
		snprintf(name, sizeof(name), "slock-bench-raw-%ld", (long) getpid());
	}
	return name;
}

/* Runs cycles for `time` ns from `start` on and returns how many; of the chunk during which the time was up, the part
 * that it had then. -1 when that moment is over. As during() of worker.php. */
static inline double run_during(void (*cycle)(void), int64_t time, long chunk, int64_t start)
{
	int64_t end = start + time, before = start, now = nanoseconds();
	double done = 0;

	if (now >= start) {
		return -1;
	}
	usleep((useconds_t) ((start - now) / 1000));
	for (now = nanoseconds(); now < end; done += (double) chunk) {
		before = now;
		for (long i = 0; i < chunk; i++) {
			cycle();
		}
		now = nanoseconds();
	}
	return now > end && done > 0 ? done - (double) chunk * (double) (now - end) / (double) (now - before) : done;
}

/* Serves until the input ends. `cycle` is one acquisition and one release; it gives up when either fails. `clock` is in
 * nanoseconds. `ready` is the first line, for programs that have more to say. */
static inline int serve_as(const char *ready, int64_t (*clock)(void), void (*cycle)(void))
{
	char line[96];

	puts(ready);
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		long long time, moment;
		long count;
		int64_t start;

		if (sscanf(line, "for %lld %ld %lld", &time, &count, &moment) == 3) {
			printf("%.3f\n", run_during(cycle, time, count, moment));
			fflush(stdout);
			continue;
		}
		count = strtol(line, NULL, 10);
		start = clock();

		for (long i = 0; i < count; i++) {
			cycle();
		}
		printf("%lld\n", (long long) (clock() - start));
		fflush(stdout);
	}
	return 0;
}

static inline int serve_by(int64_t (*clock)(void), void (*cycle)(void))
{
	return serve_as("ready", clock, cycle);
}

static inline int serve(void (*cycle)(void))
{
	return serve_by(nanoseconds, cycle);
}

#endif
