/* SPDX-License-Identifier: MIT
 *
 * What the raw programs share: the protocol of bench/worker.php. A program that is ready prints "ready"; for each line
 * with a number on its input it runs as many cycles and prints the nanoseconds that they took. */
#ifndef SLOCK_BENCH_RAW_H
#define SLOCK_BENCH_RAW_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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

/* Serves until the input ends. `cycle` is one acquisition and one release; it gives up when either fails. `clock` is in
 * nanoseconds. */
static inline int serve_by(int64_t (*clock)(void), void (*cycle)(void))
{
	char line[64];

	puts("ready");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		long count = strtol(line, NULL, 10);
		int64_t start = clock();

		for (long i = 0; i < count; i++) {
			cycle();
		}
		printf("%lld\n", (long long) (clock() - start));
		fflush(stdout);
	}
	return 0;
}

static inline int serve(void (*cycle)(void))
{
	return serve_by(nanoseconds, cycle);
}

#endif
