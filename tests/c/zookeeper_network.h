/* SPDX-License-Identifier: MIT
 *
 * Programs about the native ZooKeeper client and a network that fails: the client itself, without PHP, with the calls
 * of its library to the kernel in our hands; and one session over a real server. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <sys/socket.h>

static atomic_bool cannot_send, nothing_arrives, no_sockets;

/* The library's calls arrive here. */
ssize_t send(int socket, const void *bytes, size_t length, int flags)
{
	ssize_t (*real)(int, const void *, size_t, int) =
		(ssize_t(*)(int, const void *, size_t, int)) dlsym(RTLD_NEXT, "send");

	if (cannot_send) {
		errno = EPIPE;
		return -1;
	}
	return real(socket, bytes, length, flags);
}

ssize_t recv(int socket, void *bytes, size_t length, int flags)
{
	ssize_t (*real)(int, void *, size_t, int) = (ssize_t(*)(int, void *, size_t, int)) dlsym(RTLD_NEXT, "recv");

	if (nothing_arrives) {
		errno = EAGAIN;
		return -1;
	}
	return real(socket, bytes, length, flags);
}

int socket(int domain, int type, int protocol)
{
	int (*real)(int, int, int) = (int (*)(int, int, int)) dlsym(RTLD_NEXT, "socket");

	if (no_sockets) {
		errno = EMFILE;
		return -1;
	}
	return real(domain, type, protocol);
}

#include "clients/zookeeper/addresses.c"
#include "clients/zookeeper/libzookeeper.c"
#include "clients/zookeeper/requests.c"
#include "clients/zookeeper/session.c"

#include <sys/wait.h>

#define LIMIT 60 /* seconds */

static slock_zookeeper_endpoint endpoint = {.connect_timeout = 20 * SLOCK_SECOND, .session_timeout = 20 * SLOCK_SECOND};
static const slock_zookeeper_client *client = &slock_zookeeper_client_table;
static slock_zookeeper_session *session;
static int failures;

static void check(bool holds, const char *what)
{
	if (!holds) {
		failures++;
		printf("FAIL: %s\n", what);
	}
}

static slock_zookeeper_state state(void)
{
	char reason[SLOCK_ZOOKEEPER_REASON];
	slock_time since;

	return client->state(session, reason, &since);
}

static void wait_for_news(void)
{
	struct pollfd polled = {.fd = client->descriptor(session), .events = POLLIN};

	poll(&polled, 1, 100);
	client->drain(session);
}

static slock_zookeeper_request *ask(slock_zookeeper_verb verb, const char *path)
{
	static slock_zookeeper_call asked = {.token = "token", .token_length = 5, .own = true};
	static slock_zookeeper_answer ignored;

	asked.verb = verb;
	asked.path = path;
	asked.connection = session->connection;
	return client->send(session, &asked, &ignored);
}

static slock_zookeeper_answer hear(slock_zookeeper_request *request)
{
	slock_zookeeper_answer answer = {.code = SLOCK_ZOOKEEPER_FAILED};

	while (!client->receive(session, request, &answer)) {
		wait_for_news();
	}
	client->forget(session, request, false);
	return answer;
}

static slock_zookeeper_answer call(slock_zookeeper_verb verb, const char *path)
{
	while (state() == SLOCK_ZOOKEEPER_CONNECTING) {
		wait_for_news();
	}
	return hear(ask(verb, path));
}

/* A session of its own for a case; it is connected. */
static void begin(const char *hosts, slock_time session_timeout)
{
	slock_result result = SLOCK_RESULT_INIT;

	endpoint.name = endpoint.hosts = hosts;
	endpoint.session_timeout = session_timeout;
	session = client->open(&endpoint, &result);
	if (!session) {
		puts(result.message);
		exit(1);
	}
	while (state() == SLOCK_ZOOKEEPER_CONNECTING) {
		wait_for_news();
	}
}

__attribute__((unused)) static void end(const char *what)
{
	client->close(session);
	session = NULL;
	printf("done: %s\n", what);
}

/* Whether a child, which closes the descriptors of its parent's sessions, leaves a file alone. */
__attribute__((unused)) static bool child_leaves_open(int file)
{
	int status = -1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		client->abandon(session);
		_exit(fcntl(file, F_GETFD) == -1);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}
