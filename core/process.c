/* SPDX-License-Identifier: MIT
 *
 * The fork generation; see process.h. */
#include "core/process.h"

static uint32_t generation;
static int id;
static slock_time forked_at;

#ifndef _WIN32
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_PRIVATE 256

/* Descriptors that children let go of. What they were tells whether the number stands for something else by now. */
static struct {
	atomic_int fd; /* and 1; 0: none. Written last, because another thread may fork meanwhile */
	dev_t device;
	ino_t inode;
} private[MAX_PRIVATE];
static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

/* Another thread of the parent may read it while this one forks. */
static atomic_uint forks;

/* These run between fork() and its return: async-signal-safe code only. */
static void process_count_in_parent(void)
{
	atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
}

static bool process_is_still_there(size_t i)
{
	struct stat status;
	int fd = atomic_load(&private[i].fd) - 1;

	return fd >= 0 && fstat(fd, &status) == 0 && status.st_dev == private[i].device &&
		   status.st_ino == private[i].inode;
}

static void process_drop_private(void)
{
	int nobody = -1;

	pthread_mutex_init(&registering, NULL);
	for (size_t i = 0; i < MAX_PRIVATE; i++) {
		if (process_is_still_there(i) && (nobody >= 0 || (nobody = open("/dev/null", O_RDWR | O_CLOEXEC)) >= 0)) {
			dup2(nobody, atomic_load(&private[i].fd) - 1);
			fcntl(atomic_load(&private[i].fd) - 1, F_SETFD, FD_CLOEXEC);
		}
		atomic_store(&private[i].fd, 0);
	}
	if (nobody >= 0) {
		close(nobody);
	}
}

static void process_count_in_child(void)
{
	process_count_in_parent();
	generation++;
	id = (int) getpid();
	forked_at = slock_clock_now();
	process_drop_private();
}

void slock_process_drop_in_child(int fd)
{
	struct stat status;

	if (fd < 0 || fstat(fd, &status) != 0) {
		return;
	}
	pthread_mutex_lock(&registering);
	for (size_t i = 0; i < MAX_PRIVATE; i++) {
		if (!process_is_still_there(i)) {
			atomic_store(&private[i].fd, 0);
			private[i].device = status.st_dev;
			private[i].inode = status.st_ino;
			atomic_store(&private[i].fd, fd + 1);
			break;
		}
	}
	pthread_mutex_unlock(&registering);
}

void *slock_process_symbol(const char *name)
{
	void *process = dlopen(NULL, RTLD_LAZY);
	void *symbol = process ? dlsym(process, name) : NULL;

	if (process) {
		dlclose(process);
	}
	return symbol;
}
#else
void slock_process_drop_in_child(int fd)
{
	(void) fd;
}

void *slock_process_symbol(const char *name)
{
	(void) name;
	return NULL;
}
#endif

void slock_process_startup(void)
{
#ifndef _WIN32
	id = (int) getpid();
	pthread_atfork(NULL, process_count_in_parent, process_count_in_child);
#endif
}

uint32_t slock_process_generation(void)
{
	return generation;
}

slock_time slock_process_forked_at(void)
{
	return forked_at;
}

int slock_process_id(void)
{
	return id;
}

uint32_t slock_process_forks(void)
{
#ifndef _WIN32
	return atomic_load_explicit(&forks, memory_order_relaxed);
#else
	return 0;
#endif
}

#ifdef _WIN32
bool slock_process_has_forked(void)
{
	return false;
}

uint32_t slock_process_depth(void)
{
	return 0;
}

void slock_process_request_begins(void)
{
}

void slock_process_thread_begins(void)
{
}

void slock_process_thread_ends(void)
{
}

bool slock_process_has_one_php_thread(void)
{
	return false;
}
#else
/* The process whose first request has begun, and the forks before. A server forks its workers before their first
 * requests, also after a request of its own that preloads classes. */
static atomic_int request_process;
static atomic_uint forks_before, generation_before;

bool slock_process_has_forked(void)
{
	return slock_process_forks() != atomic_load_explicit(&forks_before, memory_order_relaxed);
}

uint32_t slock_process_depth(void)
{
	return generation - atomic_load_explicit(&generation_before, memory_order_relaxed);
}

void slock_process_request_begins(void)
{
	if (atomic_load(&request_process) != id) {
		atomic_store(&generation_before, generation);
		atomic_store(&forks_before, slock_process_forks());
		atomic_store(&request_process, id);
	}
}

/* As many as there are sets of module globals. */
static atomic_int php_threads;

void slock_process_thread_begins(void)
{
	atomic_fetch_add(&php_threads, 1);
}

void slock_process_thread_ends(void)
{
	atomic_fetch_sub(&php_threads, 1);
}

bool slock_process_has_one_php_thread(void)
{
	return atomic_load(&php_threads) <= 1;
}
#endif
