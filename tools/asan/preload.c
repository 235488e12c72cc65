/* SPDX-License-Identifier: MIT */
/* Preloaded by ./dev asan, in front of the sanitizers: what they do not know about PHP, forks, tests and other
 * programs. */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>

/* PHP opens its modules with RTLD_DEEPBIND, which the address sanitizer cannot live with. */
void *dlopen(const char *file, int mode)
{
	static void *(*next)(const char *, int);

	if (!next) {
		*(void **) &next = dlsym(RTLD_NEXT, "dlopen");
	}
	return next(file, mode & ~RTLD_DEEPBIND);
}

static int preload_unchecked;       /* this process is not looked at when it ends */
static int preload_forks_unchecked; /* nor are those that it forks */

/*
 * The sanitizer looks for pointers on the stacks of the threads that it knows by their number. In a forked process the
 * one thread has another number: its stack and its thread-local storage would not be looked at, and whatever only they
 * point to would be taken for a leak.
 */
static void preload_forked(void)
{
	pthread_attr_t attributes;
	void *stack;
	size_t size;
	const size_t around = 4096; /* bytes on both sides of the thread pointer: glibc's own, and initial-exec variables */

	if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
		if (pthread_attr_getstack(&attributes, &stack, &size) == 0) {
			char *from = __builtin_frame_address(0);

			__lsan_register_root_region(from, (size_t) ((char *) stack + size - from));
		}
		pthread_attr_destroy(&attributes);
	}
	__lsan_register_root_region((char *) __builtin_thread_pointer() - around, 2 * around);
	preload_unchecked |= preload_forks_unchecked;
}

/*
 * Reports go to SLOCK_ASAN_REPORTS, if that is set, and are named after the test that has started the process, directly
 * or not: the first process of a test has its file as an argument and tells the others by SLOCK_ASAN_TEST. Forked
 * processes of the tests in SLOCK_ASAN_UNCHECKED_FORKS say nothing of leaks.
 */
static void preload_learn_test(int argc, char **argv)
{
	const char *directory = getenv("SLOCK_ASAN_REPORTS"), *test, *part;
	const char *unchecked = getenv("SLOCK_ASAN_UNCHECKED_FORKS");
	char path[512], *c;
	size_t length;
	int i;

	for (i = 1; i < argc; i++) {
		length = strlen(argv[i]);
		part = strstr(argv[i], "/tests/");
		if (part && length > 4 && strcmp(argv[i] + length - 4, ".php") == 0 && !getenv("SLOCK_ASAN_TEST")) {
			setenv("SLOCK_ASAN_TEST", part + strlen("/tests/"), 1);
		}
	}
	test = getenv("SLOCK_ASAN_TEST");
	preload_forks_unchecked = test && unchecked && strstr(unchecked, test);
	if (!directory || !*directory || !test) {
		return;
	}
	length = strlen(directory);
	snprintf(path, sizeof(path), "%s/%s", directory, test);
	for (c = path + length + 1; length < sizeof(path) && *c; c++) {
		if (*c == '/') {
			*c = '-';
		}
	}
	__sanitizer_set_report_path(path);
}

/* Whether someone traces this process (strace): the sanitizer would have to do so itself, and ends the process
 * otherwise. */
static int preload_traced(void)
{
	char status[2048], *line;
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	ssize_t size;

	if (fd < 0) {
		return 0;
	}
	size = read(fd, status, sizeof(status) - 1);
	close(fd);
	if (size <= 0) {
		return 0;
	}
	status[size] = '\0';
	line = strstr(status, "\nTracerPid:\t");
	return line && line[strlen("\nTracerPid:\t")] != '0';
}

__attribute__((constructor)) static void preload_start(int argc, char **argv)
{
	pthread_atfork(NULL, NULL, preload_forked);
	preload_learn_test(argc, argv);
	/* Not asked at the end: it would be seen in what strace writes, between what the test does. */
	preload_unchecked = preload_traced();
}

/* Called by slock in a process that keeps things in memory on purpose: clients/sql/fork_guard.c. */
void slock_leaks_are_on_purpose(void)
{
	preload_unchecked = 1;
}

/* Called by slock in a process whose forks are not to be looked at: clients/mongodb/client_object.c. */
void slock_leaks_in_forks(void)
{
	preload_forks_unchecked = 1;
}

static int preload_is_slock(struct dl_phdr_info *info, size_t size, void *data)
{
	static const char name[] = "/slock.so";
	size_t length = strlen(info->dlpi_name);

	(void) size;
	(void) data;
	return length >= sizeof(name) - 1 && strcmp(info->dlpi_name + length - (sizeof(name) - 1), name) == 0;
}

/* Asked when a process ends. Leaks of the shell, of a compiler or of PHP without slock are not ours. */
int __lsan_is_turned_off(void)
{
	return preload_unchecked || !dl_iterate_phdr(preload_is_slock, NULL);
}
