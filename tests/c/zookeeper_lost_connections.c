/* SPDX-License-Identifier: MIT
 *
 * Connections of the native ZooKeeper client that are lost, and what the library makes of it. Without PHP, over a real
 * server. Prints one line per case; the exit status is the number of failed checks, or that of SIGALRM when something
 * hangs. */
#include "zookeeper_network.h"

/* As a server that goes away. */
static void lose(void)
{
	pthread_mutex_lock(&slock_zookeeper_lock);
	shutdown(session->socket, SHUT_RDWR);
	pthread_mutex_unlock(&slock_zookeeper_lock);
	while (state() == SLOCK_ZOOKEEPER_READY) {
		wait_for_news();
	}
}

/* Of several addresses only the last has a server. */
static void addresses(const char *server, const char *dead, const char *what)
{
	char hosts[200];
	const slock_time latest = slock_clock_now() + 15 * SLOCK_SECOND;

	snprintf(hosts, sizeof(hosts), "%s,%s", dead, server);
	begin(hosts, 20 * SLOCK_SECOND);
	lose();
	while (state() == SLOCK_ZOOKEEPER_CONNECTING && slock_clock_now() < latest) {
		wait_for_news();
	}
	check(state() == SLOCK_ZOOKEEPER_READY, "the one with a server was tried again");
	end(what);
}

/* The library tells the number of a socket that it has closed. */
static void silent_server(const char *server)
{
	int other = -1;

	begin(server, 4 * SLOCK_SECOND);
	nothing_arrives = true;
	for (;;) {
		pthread_mutex_lock(&slock_zookeeper_lock);
		if (!session->ready) {
			break;
		}
		pthread_mutex_unlock(&slock_zookeeper_lock);
		usleep(500);
	}
	if (session->socket != -1 && fcntl(session->socket, F_GETFD) == -1) {
		other = dup(0);
	}
	pthread_mutex_unlock(&slock_zookeeper_lock);
	check(other == -1, "no number is kept of what is closed");
	nothing_arrives = false;
	end("a server that falls silent");
}

/* The library keeps a socket that its heartbeat cannot be sent on. */
static void heartbeat(const char *server)
{
	slock_time began;

	begin(server, 4 * SLOCK_SECOND);
	cannot_send = true;
	while (state() == SLOCK_ZOOKEEPER_READY) {
		wait_for_news();
	}
	began = slock_clock_now();
	cannot_send = false;
	check(call(SLOCK_ZOOKEEPER_GET, "/lost-connections").code == SLOCK_ZOOKEEPER_MISSING, "connected again");
	check(slock_clock_now() - began < 10 * SLOCK_SECOND, "and soon");
	end("a heartbeat that cannot be sent");
}

/* Between the look and the delete the name may have gone to another owner, whose node has the same version. */
static void late_delete(const char *server)
{
	slock_zookeeper_call delete = {
		.verb = SLOCK_ZOOKEEPER_DELETE, .path = "/lost-connections", .token = "token", .token_length = 5, .own = true};
	slock_zookeeper_answer answer;

	begin(server, 20 * SLOCK_SECOND);
	check(call(SLOCK_ZOOKEEPER_CREATE, "/lost-connections").code == SLOCK_ZOOKEEPER_DONE, "a lock");
	answer = call(SLOCK_ZOOKEEPER_GET, "/lost-connections");
	check(answer.mine && answer.connection, "whose it is");
	delete.version = answer.version;
	delete.connection = answer.connection;
	lose();
	check(!client->send(session, &delete, &answer), "not sent without a connection");
	check(answer.code == SLOCK_ZOOKEEPER_UNKNOWN, "it is to be looked at again");
	while (state() == SLOCK_ZOOKEEPER_CONNECTING) {
		wait_for_news();
	}
	check(!client->send(session, &delete, &answer), "nor on the next one");
	check(answer.code == SLOCK_ZOOKEEPER_UNKNOWN, "it is to be looked at again, once more");
	check(call(SLOCK_ZOOKEEPER_GET, "/lost-connections").mine, "it is there");
	check(call(SLOCK_ZOOKEEPER_DELETE, "/lost-connections").code == SLOCK_ZOOKEEPER_DONE, "after another look it goes");
	end("a delete that comes too late");
}

/* The library's own pause, before a server has had the last word on the session's timeout. */
static void long_session(const char *server)
{
	slock_result result = SLOCK_RESULT_INIT;
	slock_time began = slock_clock_now();

	endpoint.session_timeout = 1200 * SLOCK_SECOND;
	endpoint.name = endpoint.hosts = server;
	cannot_send = true;
	session = client->open(&endpoint, &result);
	usleep(200000);
	cannot_send = false;
	while (state() != SLOCK_ZOOKEEPER_READY) {
		wait_for_news();
	}
	check(slock_clock_now() - began < 15 * SLOCK_SECOND, "it does not pause for a sixtieth of twenty minutes");
	end("a long session");
}

int main(int argc, char **argv)
{
	(void) argc;
	setvbuf(stdout, NULL, _IOLBF, 0);
	alarm(2 * LIMIT);
	addresses(argv[1], "127.0.0.2:1", "two addresses");
	addresses(argv[1], "127.0.0.2:1,127.0.0.3:1", "three addresses");
	addresses(argv[1], "127.0.0.2:1,127.0.0.3:1,127.0.0.4:1", "four addresses");
	silent_server(argv[1]);
	heartbeat(argv[1]);
	late_delete(argv[1]);
	long_session(argv[1]);
	return failures;
}
