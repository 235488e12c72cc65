/* SPDX-License-Identifier: MIT
 *
 * Threads that open their first ZooKeeper sessions at the same moment, work, and see one of them fork: the native
 * client without PHP, over a real server. Prints one line per case; the exit status is the number of failed checks, or
 * that of SIGALRM when something hangs. Built and run by zookeeper-threads.phpt. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

/* The first thing that the client asks for when it prepares the library. It takes so long here that all threads are in
 * there at once. */
static int slow_dladdr(const void *address, Dl_info *info)
{
	usleep(20000);
	return dladdr(address, info);
}

static int handlers; /* registered for forks */

static int counted_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
	__atomic_fetch_add(&handlers, 1, __ATOMIC_RELAXED);
	return pthread_atfork(before, parent, child);
}

#define dladdr slow_dladdr
#define pthread_atfork counted_atfork
#include "clients/zookeeper/addresses.c"
#include "clients/zookeeper/libzookeeper.c"
#include "clients/zookeeper/requests.c"
#include "clients/zookeeper/session.c"
#undef dladdr
#undef pthread_atfork

#include <stdatomic.h>
#include <sys/wait.h>

#define THREADS 6
#define FORKS 40
#define LIMIT 60 /* seconds */

static slock_zookeeper_endpoint endpoint = {.connect_timeout = 20 * SLOCK_SECOND, .session_timeout = 20 * SLOCK_SECOND};
static const slock_zookeeper_client *client = &slock_zookeeper_client_table;
static pthread_barrier_t opening, opened;
static atomic_int failures, cycles[THREADS];
static atomic_bool stop;

static void check(bool holds, const char *what)
{
	if (!holds) {
		failures++;
		printf("FAIL: %s\n", what);
	}
}

static void wait_for(slock_zookeeper_session *session)
{
	struct pollfd polled = {.fd = client->descriptor(session), .events = POLLIN};

	poll(&polled, 1, 100);
	client->drain(session);
}

static slock_zookeeper_code call(slock_zookeeper_session *session, slock_zookeeper_verb verb, const char *path)
{
	slock_zookeeper_call called = {.verb = verb, .path = path, .token = "token", .token_length = 5, .own = true};
	slock_zookeeper_answer answer = {.code = SLOCK_ZOOKEEPER_FAILED};
	slock_zookeeper_request *request;
	char reason[SLOCK_ZOOKEEPER_REASON];
	slock_time since;

	while (client->state(session, reason, &since) == SLOCK_ZOOKEEPER_CONNECTING) {
		wait_for(session);
	}
	called.connection = session->connection;
	request = client->send(session, &called, &answer);
	if (request) {
		while (!client->receive(session, request, &answer)) {
			wait_for(session);
		}
		client->forget(session, request, false);
	}
	return answer.code;
}

static bool open_one(slock_zookeeper_session **session)
{
	slock_result result = SLOCK_RESULT_INIT;

	*session = client->open(&endpoint, &result);
	check(*session != NULL, result.message);
	return *session != NULL;
}

static bool cycle(slock_zookeeper_session *session, const char *path)
{
	return call(session, SLOCK_ZOOKEEPER_CREATE, path) == SLOCK_ZOOKEEPER_DONE &&
		   call(session, SLOCK_ZOOKEEPER_DELETE, path) == SLOCK_ZOOKEEPER_DONE;
}

static void *work(void *argument)
{
	const int number = (int) (intptr_t) argument;
	slock_zookeeper_session *session;
	bool is_open;
	char path[64];

	snprintf(path, sizeof(path), "/threads-%d-%d", (int) getpid(), number);
	pthread_barrier_wait(&opening);
	is_open = open_one(&session);
	pthread_barrier_wait(&opened);
	while (is_open && !stop) {
		check(cycle(session, path), "a cycle of a thread");
		cycles[number]++;
	}
	if (is_open) {
		client->close(session);
	}
	return NULL;
}

/* What a child does with the only thread that it has. */
static int be_child(slock_zookeeper_session *inherited_one)
{
	slock_zookeeper_session *session;
	char path[64];

	alarm(LIMIT);
	failures = 0;
	client->abandon(inherited_one);
	snprintf(path, sizeof(path), "/threads-%d", (int) getpid());
	if (open_one(&session)) {
		check(cycle(session, path), "a cycle of a child");
		client->close(session);
	}
	fflush(stdout);
	return failures;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	slock_zookeeper_session *session = NULL;
	int i, status, before[THREADS];
	pid_t child;

	(void) argc;
	setvbuf(stdout, NULL, _IOLBF, 0);
	alarm(LIMIT);
	endpoint.name = endpoint.hosts = argv[1];
	pthread_barrier_init(&opening, NULL, THREADS);
	pthread_barrier_init(&opened, NULL, THREADS + 1);
	for (i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, work, (void *) (intptr_t) i);
	}
	pthread_barrier_wait(&opened);
	check(handlers == 1, "the handlers of forks are there once");
	puts("done: first sessions at once");
	for (i = 0; i < FORKS && (session || open_one(&session)); i++) {
		usleep(1000 * (i % 5));
		fflush(stdout);
		child = fork();
		if (child == 0) {
			_exit(be_child(session));
		}
		check(child > 0 && waitpid(child, &status, 0) == child && status == 0, "a child");
	}
	puts("done: forks");
	for (i = 0; i < THREADS; i++) {
		before[i] = cycles[i];
	}
	for (i = 0; i < THREADS; i++) {
		while (cycles[i] == before[i]) {
			usleep(1000);
		}
	}
	puts("done: all threads go on");
	stop = true;
	for (i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	if (session) {
		client->close(session);
	}
	return failures;
}
