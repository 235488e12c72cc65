/* SPDX-License-Identifier: MIT
 *
 * To be preloaded: no thread can be started while SLOCK_TEST_NO_THREADS is in the environment. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
	int (*real)(pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

	*(void **) &real = dlsym(RTLD_NEXT, "pthread_create");
	return getenv("SLOCK_TEST_NO_THREADS") ? EAGAIN : real(thread, attributes, run, argument);
}
