/* SPDX-License-Identifier: MIT
 *
 * To be preloaded: a C library and an OpenSSL that lock something of their own, which no fork unlocks. In the thread
 * that renews locks, the function that SLOCK_TEST_SLOW names takes so many milliseconds as SLOCK_TEST_SLOW_MS says,
 * after it has made the file of SLOCK_TEST_SLOW_BEGUN, and keeps that locked unless SLOCK_TEST_SLOW_UNLOCKED is set. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static pthread_mutex_t of_the_library = PTHREAD_MUTEX_INITIALIZER;

static void enter(const char *function)
{
	char thread[16] = "";
	const char *slow = getenv("SLOCK_TEST_SLOW");

	pthread_mutex_lock(&of_the_library);
	prctl(PR_GET_NAME, thread);
	if (strcmp(thread, "slock-renewer") || !slow || strcmp(slow, function)) {
		return;
	}
	if (getenv("SLOCK_TEST_SLOW_UNLOCKED")) {
		pthread_mutex_unlock(&of_the_library);
	}
	close(open(getenv("SLOCK_TEST_SLOW_BEGUN"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	usleep((useconds_t) atoi(getenv("SLOCK_TEST_SLOW_MS")) * 1000);
	if (getenv("SLOCK_TEST_SLOW_UNLOCKED")) {
		pthread_mutex_lock(&of_the_library);
	}
}

static void leave(void)
{
	pthread_mutex_unlock(&of_the_library);
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
	int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
	int failure;

	*(void **) &real = dlsym(RTLD_NEXT, "getaddrinfo");
	enter("getaddrinfo");
	failure = real(host, service, hints, found);
	leave();
	return failure;
}

void *SSL_CTX_new(const void *method)
{
	void *(*real)(const void *);
	void *context;

	*(void **) &real = dlsym(RTLD_NEXT, "SSL_CTX_new");
	enter("SSL_CTX_new");
	context = real(method);
	leave();
	return context;
}
