/* SPDX-License-Identifier: MIT
 *
 * To be preloaded: a machine that has slept. CLOCK_BOOTTIME is as many nanoseconds ahead as the file says that
 * SLOCK_TEST_ASLEEP names, and without such a file unknown; the other clocks are the real ones. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static volatile const int64_t *slept;
static int (*real)(clockid_t clock, struct timespec *time);

__attribute__((constructor)) static void begin(void)
{
	const char *file = getenv("SLOCK_TEST_ASLEEP");
	int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
	void *shared = fd >= 0 ? mmap(NULL, sizeof(*slept), PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;

	slept = shared != MAP_FAILED ? shared : NULL;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
	if (!real) {
		real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
	}
	if (clock == CLOCK_BOOTTIME && !slept) {
		errno = EINVAL;
		return -1;
	}
	if (real(clock, time)) {
		return -1;
	}
	if (clock == CLOCK_BOOTTIME) {
		time->tv_sec += (time_t) (*slept / 1000000000);
	}
	return 0;
}
