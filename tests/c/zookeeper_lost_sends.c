/* SPDX-License-Identifier: MIT
 *
 * Requests of the native ZooKeeper client that cannot be sent any more, because the connection has just been closed:
 * the library then drops its connection without a word. Without PHP, over a real server. Prints one line per case; the
 * exit status is the number of failed checks, or that of SIGALRM when something hangs. */
#include "zookeeper_network.h"

/* What is asked now ends with the connection, and all that has no answer yet, too. */
static slock_zookeeper_request *ask_in_vain(slock_zookeeper_verb verb, const char *path)
{
	slock_zookeeper_request *request;

	cannot_send = true;
	request = ask(verb, path);
	cannot_send = nothing_arrives = false;
	return request;
}

/* Whether the kernel drops what is unsent when the socket is closed, and resets the connection. */
static bool drops_unsent(void)
{
	struct linger linger = {0};
	socklen_t length = sizeof(linger);
	int failure;

	pthread_mutex_lock(&slock_zookeeper_lock);
	failure = getsockopt(session->socket, SOL_SOCKET, SO_LINGER, &linger, &length);
	pthread_mutex_unlock(&slock_zookeeper_lock);
	return failure == 0 && linger.l_onoff && linger.l_linger == 0;
}

static void one_request(void)
{
	slock_zookeeper_request *request;

	check(drops_unsent(), "what is unsent does not arrive late");
	request = ask_in_vain(SLOCK_ZOOKEEPER_CREATE, "/lost-sends");

	check(state() == SLOCK_ZOOKEEPER_CONNECTING, "it is known at once that there is no connection");
	check(hear(request).code == SLOCK_ZOOKEEPER_UNKNOWN, "the connection was lost");
	check(call(SLOCK_ZOOKEEPER_GET, "/lost-sends").code == SLOCK_ZOOKEEPER_MISSING, "nothing was made later on");
	check(drops_unsent(), "nor on the next connection");
	puts("done: one request");
}

static void two_requests(void)
{
	slock_zookeeper_request *create, *get;

	nothing_arrives = true;
	create = ask(SLOCK_ZOOKEEPER_CREATE, "/lost-sends");
	get = ask_in_vain(SLOCK_ZOOKEEPER_GET, "/lost-sends");
	check(hear(create).code == SLOCK_ZOOKEEPER_UNKNOWN, "a create that has arrived, perhaps");
	check(hear(get).code == SLOCK_ZOOKEEPER_UNKNOWN, "what could not be sent");
	check(call(SLOCK_ZOOKEEPER_GET, "/lost-sends").mine, "the node is the session's");
	check(call(SLOCK_ZOOKEEPER_DELETE, "/lost-sends").code == SLOCK_ZOOKEEPER_DONE, "and can be deleted");
	puts("done: two requests");
}

/* Nobody waits for them: an acquisition that was given up, and what is looked for in the background. */
static void forgotten_requests(void)
{
	const slock_zookeeper_call released = {
		.verb = SLOCK_ZOOKEEPER_DELETE, .path = "/lost-sends-2", .token = "token", .token_length = 5, .own = true};
	slock_zookeeper_request *create;

	check(call(SLOCK_ZOOKEEPER_CREATE, "/lost-sends-2").code == SLOCK_ZOOKEEPER_DONE, "a lock");
	nothing_arrives = true;
	create = ask(SLOCK_ZOOKEEPER_CREATE, "/lost-sends");
	client->forget(session, create, true);
	client->take_back(session, &released, false);
	ask_in_vain(SLOCK_ZOOKEEPER_SYNC, "/");
	while (call(SLOCK_ZOOKEEPER_GET, "/lost-sends").code != SLOCK_ZOOKEEPER_MISSING) {}
	while (call(SLOCK_ZOOKEEPER_GET, "/lost-sends-2").code != SLOCK_ZOOKEEPER_MISSING) {}
	puts("done: forgotten requests");
}

/* The session's thread may find it out first, with a request of its own. */
static void cleaning(void)
{
	const slock_zookeeper_call released = {
		.verb = SLOCK_ZOOKEEPER_DELETE, .path = "/lost-sends", .token = "token", .token_length = 5, .own = true};

	check(call(SLOCK_ZOOKEEPER_CREATE, "/lost-sends").code == SLOCK_ZOOKEEPER_DONE, "a lock");
	nothing_arrives = true;
	ask(SLOCK_ZOOKEEPER_SYNC, "/");
	cannot_send = true;
	client->take_back(session, &released, false);
	while (state() == SLOCK_ZOOKEEPER_READY) {
		wait_for_news();
	}
	cannot_send = nothing_arrives = false;
	while (call(SLOCK_ZOOKEEPER_GET, "/lost-sends").code != SLOCK_ZOOKEEPER_MISSING) {}
	puts("done: requests of the session's thread");
}

static void forked(void)
{
	const int number = session->socket;
	int other;

	/* The session's thread shall make no other connection before the fork. */
	pthread_mutex_lock(&slock_zookeeper_lock);
	cannot_send = true;
	zoo_async(session->handle, "/", requests_ignore_string, NULL);
	slock_zookeeper_heed_silent_loss(session);
	check(session->socket == -1, "there is no socket");
	other = dup(0);
	check(other == number, "its number is another file's");
	pthread_mutex_unlock(&slock_zookeeper_lock);
	check(child_leaves_open(other), "a child closes nobody's file");
	cannot_send = false;
	close(other);
	check(call(SLOCK_ZOOKEEPER_GET, "/lost-sends").code == SLOCK_ZOOKEEPER_MISSING, "the parent goes on");
	puts("done: a fork");
}

/* For the next connection there is no descriptor. */
static void no_descriptors(void)
{
	slock_zookeeper_request *create;

	check(call(SLOCK_ZOOKEEPER_GET, "/lost-sends").code == SLOCK_ZOOKEEPER_MISSING, "a free name");
	nothing_arrives = true;
	create = ask(SLOCK_ZOOKEEPER_CREATE, "/lost-sends");
	no_sockets = true;
	ask_in_vain(SLOCK_ZOOKEEPER_SYNC, "/");
	check(hear(create).code == SLOCK_ZOOKEEPER_UNKNOWN, "a create that has arrived, perhaps");
	no_sockets = false;
	while (call(SLOCK_ZOOKEEPER_DELETE, "/lost-sends").code != SLOCK_ZOOKEEPER_DONE) {}
	puts("done: no descriptors");
}

int main(int argc, char **argv)
{
	(void) argc;
	setvbuf(stdout, NULL, _IOLBF, 0);
	alarm(LIMIT);
	begin(argv[1], 20 * SLOCK_SECOND);
	check(call(SLOCK_ZOOKEEPER_GET, "/lost-sends").code == SLOCK_ZOOKEEPER_MISSING, "a free name");
	one_request();
	two_requests();
	forgotten_requests();
	cleaning();
	forked();
	no_descriptors();
	client->close(session);
	return failures;
}
