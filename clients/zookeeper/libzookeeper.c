/* SPDX-License-Identifier: MIT
 *
 * The native ZooKeeper client: slock_zookeeper.so.1. Plain C: no zval, no exception, no Zend call.
 *
 * It uses the library without threads (libzookeeper_st) and one thread of ours per session, which keeps the heartbeat
 * going while PHP computes. The library with threads (libzookeeper_mt) opens sockets in a thread of its own and tells
 * nobody their numbers: they could neither be made close-on-exec nor be closed in a forked child. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr, pipe2 and friends */
#endif

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clients/zookeeper/addresses.h"
#include "clients/zookeeper/requests.h"
#include "core/thread.h"
#include "slock_build.h"
#include "slock_version.h"

#define NO_HANDSHAKE "a server accepts the connection and does not answer the handshake"
#define PAUSE_MS 50 /* between two attempts to connect */
/* The library's own pause, when all servers have failed, is a sixtieth of the session's timeout: too long for long
 * ones. */
#define LONGEST_PAUSE_MS 1000
/* An outage that outlives the session by so much may be that of names which mean other servers by now: the next session
 * looks them up again. One that has locks goes on all the same: they are held for as long as no server says otherwise.
 */
#define RESUME_LIMIT (60 * SLOCK_SECOND)

/* Where the library's functions come from: the name of the file. The library cannot be asked for its version, and this
 * tells its ABI. */
static const char *libzookeeper_file(void)
{
	Dl_info library;
	const char *slash;

	/* Not the address of a function, which the linker may have put into this module. */
	if (!dladdr(dlsym(RTLD_DEFAULT, "zookeeper_init2") ? dlsym(RTLD_DEFAULT, "zookeeper_init2")
													   : (void *) zookeeper_init2,
				&library) ||
		!library.dli_fname) {
		return "";
	}
	slash = strrchr(library.dli_fname, '/');
	return slash ? slash + 1 : library.dli_fname;
}

static void libzookeeper_drain_eventfd(int fd)
{
	uint64_t count;
	ssize_t ignored = read(fd, &count, sizeof(count));

	(void) ignored;
}

static void libzookeeper_log_nothing(const char *message)
{
	(void) message;
}

static void libzookeeper_set_ready(slock_zookeeper_session *session)
{
	session->ready = session->ever_ready = true;
	session->connection++;
	session->caught_up = session->given_up = false;
	session->attempting = 0;
	session->id = zoo_client_id(session->handle)->client_id;
	session->lifetime = zoo_recv_timeout(session->handle) * SLOCK_MS;
	session->reason[0] = '\0';
}

/* One for all watches of a session: the library keeps a watch only once for the same function and context, so that
 * waiting for the same lock again and again piles nothing up. */
static void libzookeeper_on_event(zhandle_t *handle, int type, int state, const char *path, void *context)
{
	slock_zookeeper_session *session = context;
	slock_zookeeper_request *request;

	(void) handle;
	if (type == ZOO_SESSION_EVENT) {
		if (state == ZOO_CONNECTED_STATE && !session->cut_off) {
			libzookeeper_set_ready(session);
		} else {
			slock_zookeeper_lose(session, state == ZOO_EXPIRED_SESSION_STATE ? zerror(ZSESSIONEXPIRED)
										  : state == ZOO_AUTH_FAILED_STATE   ? zerror(ZAUTHFAILED)
																			 : NULL);
		}
	} else {
		for (request = session->requests; request; request = request->next) {
			if (request->verb == SLOCK_ZOOKEEPER_WATCH && !strcmp(request->path, path)) {
				request->changed = true;
			}
		}
	}
	slock_zookeeper_notify(session->to_caller);
}

/* What the library says about its connection after each step. `error` is errno. */
static void libzookeeper_note(slock_zookeeper_session *session, int rc, int error)
{
	const char *reason = zerror(rc);

	if (rc == ZOK || rc == ZNOTHING) {
		return;
	}
	if (is_unrecoverable(session->handle)) {
		session->over = true;
		reason = session->reason[0] ? NULL : reason;
	} else {
		/* That is what it says when it has given up all that was asked. */
		session->cut_off = session->cut_off && rc != ZCONNECTIONLOSS;
		if (session->given_up) {
			/* The reason is there: who has closed the connection is we. */
			session->given_up = false;
			reason = NULL;
		} else if (rc == ZCONNECTIONLOSS && error && error != EINPROGRESS && error != EAGAIN) {
			/* The library says EHOSTDOWN when a server closes the connection. */
			reason = error == EHOSTDOWN ? "the server closed the connection" : strerror(error);
		}
		if (!session->ever_ready) {
			if (error == EHOSTDOWN || error == ECONNRESET || error == EPIPE) {
				session->accepted = true;
			}
			session->refusals++;
		}
	}
	slock_zookeeper_lose(session, reason);
}

/* What happens to unsent requests when the connection is closed. */
static void libzookeeper_set_linger(int fd, bool deliver)
{
	const struct linger linger = {.l_onoff = !deliver, .l_linger = 0};

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
}

static void libzookeeper_keep_socket(slock_zookeeper_session *session, int fd)
{
	session->socket = fd;
	if (fd != -1) {
		/* It may have the number of an earlier one, so every time. */
		fcntl(fd, F_SETFD, FD_CLOEXEC);
		/* A request whose connection was given up must not arrive late, when another one has gone before it. */
		libzookeeper_set_linger(fd, false);
	}
}

/* The library sees the end of the connection and goes on with the next server. */
static void libzookeeper_break_connection(slock_zookeeper_session *session)
{
	session->given_up = true;
	shutdown(session->socket, SHUT_RDWR);
}

static bool libzookeeper_is_handshaking(slock_zookeeper_session *session)
{
	return zoo_state(session->handle) == ZOO_ASSOCIATING_STATE;
}

/* The library gives up an attempt to connect only when a session without a connection would be over. Returns for how
 * many milliseconds at most the attempt may go on; -1: there is none. */
static int libzookeeper_watch_attempt(slock_zookeeper_session *session, bool open)
{
	slock_time left;

	if (session->ready || !open) {
		session->attempting = 0;
		return -1;
	}
	if (session->attempting == 0) {
		session->attempting = slock_clock_now();
	}
	left = session->attempting + session->connect_grace - slock_clock_now();
	if (left <= 0 && !session->given_up) {
		if (libzookeeper_is_handshaking(session)) {
			session->accepted = true;
			slock_zookeeper_set_reason(session, NO_HANDSHAKE);
		} else {
			slock_zookeeper_set_reason(session, strerror(ETIMEDOUT));
		}
		libzookeeper_break_connection(session);
	}
	return left > 0 ? (int) slock_ms_up(left) : PAUSE_MS;
}

/* Lets the library work on its socket, polled[1]; polled[0] is for who wakes the thread. */
static void libzookeeper_work(slock_zookeeper_session *session, struct pollfd *polled)
{
	int rc, error, events = 0;

	if (polled[1].revents & (POLLIN | POLLHUP | POLLERR)) {
		events |= ZOOKEEPER_READ;
	}
	if (polled[1].revents & (POLLOUT | POLLHUP | POLLERR)) {
		events |= ZOOKEEPER_WRITE;
	}
	errno = 0;
	rc = zookeeper_process(session->handle, events);
	error = errno;
	slock_zookeeper_heed_silent_loss(session);
	if (rc != ZOK && rc != ZNOTHING) {
		session->socket = -1;
		libzookeeper_note(session, rc, error);
		if (!session->over) {
			/* Not at once again, or a server that refuses would keep a processor busy. */
			polled[1].fd = -1;
			pthread_mutex_unlock(&slock_zookeeper_lock);
			poll(polled, 1, session->ever_ready || session->refusals >= session->addresses ? PAUSE_MS : 0);
			pthread_mutex_lock(&slock_zookeeper_lock);
		}
	}
}

/* What the library waits for, on which socket; -1: none. The session is not over. */
static int libzookeeper_interest(slock_zookeeper_session *session, int *fd, int *interest, struct timeval *limit)
{
	int rc, error;

	errno = 0;
	rc = zookeeper_interest(session->handle, fd, interest, limit);
	error = errno;
	if (rc != ZOK && *fd != -1 && zoo_state(session->handle) == ZOO_CONNECTED_STATE) {
		/* A heartbeat that could not be sent: the library would keep that socket, and try again and again. */
		libzookeeper_keep_socket(session, *fd);
		slock_zookeeper_lose(session, zerror(rc));
		libzookeeper_break_connection(session);
		return ZOK;
	}
	if (rc != ZOK) {
		/* It has closed the socket, and tells its number all the same. */
		*fd = -1;
	}
	libzookeeper_keep_socket(session, *fd);
	libzookeeper_note(session, rc, error);
	if (session->cut_off && *fd != -1 && !session->given_up) {
		libzookeeper_break_connection(session);
	}
	return rc;
}

/* One turn of the library: ask what it waits for, wait for that, let it work. Called with the lock held. */
static void libzookeeper_turn(slock_zookeeper_session *session)
{
	struct pollfd polled[2] = {{.fd = session->to_thread, .events = POLLIN}, {.fd = -1, .events = 0}};
	struct timeval limit = {0, 0};
	int fd = -1, interest = 0, milliseconds, limit_of_attempt, rc;
	const bool waits = slock_zookeeper_clean_up(session);

	slock_zookeeper_heed_silent_loss(session);
	rc = session->over ? ZINVALIDSTATE : libzookeeper_interest(session, &fd, &interest, &limit);
	milliseconds = session->over ? -1 : (int) (limit.tv_sec * 1000 + limit.tv_usec / 1000);
	if (rc == ZOK && fd != -1) {
		polled[1].fd = fd;
		polled[1].events =
			(short) ((interest & ZOOKEEPER_READ ? POLLIN : 0) | (interest & ZOOKEEPER_WRITE ? POLLOUT : 0));
	} else if (!session->over) {
		milliseconds = milliseconds < PAUSE_MS ? PAUSE_MS : milliseconds;
		milliseconds = milliseconds > LONGEST_PAUSE_MS ? LONGEST_PAUSE_MS : milliseconds;
	}
	limit_of_attempt = session->over ? -1 : libzookeeper_watch_attempt(session, rc == ZOK && fd != -1);
	if (limit_of_attempt >= 0 && limit_of_attempt < milliseconds) {
		milliseconds = limit_of_attempt;
	}
	if (waits && milliseconds > PAUSE_MS) {
		milliseconds = PAUSE_MS;
	}
	pthread_mutex_unlock(&slock_zookeeper_lock);
	poll(polled, 2, milliseconds);
	pthread_mutex_lock(&slock_zookeeper_lock);
	if (polled[0].revents) {
		libzookeeper_drain_eventfd(session->to_thread);
	}
	if (session->stop || session->over || rc != ZOK || session->socket == -1) {
		return;
	}
	libzookeeper_work(session, polled);
}

static void *libzookeeper_run(void *argument)
{
	slock_zookeeper_session *session = argument;

	pthread_mutex_lock(&slock_zookeeper_lock);
	while (!session->stop) {
		libzookeeper_turn(session);
	}
	/* Here rather than in the caller's thread, where a signal would cut its short waits even shorter. What is still
	 * asked is answered with ZCLOSING. */
	if (session->socket != -1) {
		libzookeeper_set_linger(session->socket, true);
	}
	zookeeper_close(session->handle);
	pthread_mutex_unlock(&slock_zookeeper_lock);
	return NULL;
}

static void libzookeeper_free_session(slock_zookeeper_session *session)
{
	while (session->requests) {
		slock_zookeeper_free_request(session->requests);
	}
	while (session->nodes) {
		slock_zookeeper_free_node(&session->nodes);
	}
	if (session->to_thread != -1) {
		close(session->to_thread);
	}
	if (session->to_caller != -1) {
		close(session->to_caller);
	}
	free(session->scope);
	free(session);
}

static bool libzookeeper_start_thread(slock_zookeeper_session *session)
{
	errno = slock_thread_start(&session->thread, NULL, libzookeeper_run, session);
	return errno == 0;
}

static bool libzookeeper_authenticate(slock_zookeeper_session *session, const slock_zookeeper_endpoint *endpoint)
{
	size_t size;
	char *certificate;
	int length, rc;

	if (!endpoint->user) {
		return true;
	}
	size = strlen(endpoint->user) + strlen(endpoint->password ? endpoint->password : "") + 2;
	certificate = malloc(size);
	if (!certificate) {
		return false;
	}
	length = snprintf(certificate, size, "%s:%s", endpoint->user, endpoint->password ? endpoint->password : "");
	rc = zoo_add_auth(session->handle, "digest", certificate, length, slock_zookeeper_ignore_answer, NULL);
	free(certificate);
	return rc == ZOK;
}

static void libzookeeper_keep_turns(slock_zookeeper_session *session, const slock_zookeeper_endpoint *endpoint)
{
	session->scope = strdup(endpoint->name);
	session->take_turn = session->scope ? endpoint->take_turn : NULL;
	session->give_turn = endpoint->give_turn;
}

/* Everything that is the same for all sessions; false when another library has taken the place of ours. */
static bool libzookeeper_prepare_library(const slock_zookeeper_endpoint *endpoint, slock_result *result)
{
	if (strstr(libzookeeper_file(), "zookeeper_mt")) {
		slock_result_error(result,
						   "ZooKeeper at %s: the native client cannot work in a process that has loaded %s; pass a "
						   "\\Zookeeper object instead of a DSN",
						   endpoint->name, libzookeeper_file());
		return false;
	}
	zoo_set_debug_level((ZooLogLevel) 0);
	/* The order is ours (and random): left to itself, the library may ask the same dead server again and again. */
	zoo_deterministic_conn_order(1);
	/* Last: several threads may open their first sessions at once, and each handler must be there once. */
	slock_zookeeper_watch_forks();
	return true;
}

static slock_zookeeper_session *libzookeeper_open_session(const slock_zookeeper_endpoint *endpoint,
														  slock_result *result)
{
	slock_zookeeper_session *session = calloc(1, sizeof(*session));
	const char *reason = "out of memory";
	char *addresses = NULL;

	if (!libzookeeper_prepare_library(endpoint, result)) {
		free(session);
		return NULL;
	}
	if (session) {
		session->socket = -1;
		session->to_caller = -1;
		session->since = slock_clock_now();
		session->lifetime = endpoint->session_timeout;
		libzookeeper_keep_turns(session, endpoint);
		session->to_thread = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		session->to_caller = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		addresses = slock_zookeeper_addresses_of(endpoint->hosts, &session->addresses, &reason);
		session->connect_grace = slock_zookeeper_addresses_grace(endpoint->connect_timeout, session->addresses);
	}
	if (!addresses) {
		slock_result_error(result, "ZooKeeper at %s: %s", endpoint->name, reason);
		goto failed;
	}
	if (session->to_thread == -1 || session->to_caller == -1) {
		slock_result_error(result, "ZooKeeper at %s: %s", endpoint->name, strerror(errno));
		goto failed;
	}
	pthread_mutex_lock(&slock_zookeeper_lock);
	session->watcher = libzookeeper_on_event;
	session->handle = zookeeper_init2(addresses, session->watcher, (int) (endpoint->session_timeout / SLOCK_MS), NULL,
									  session, 0, libzookeeper_log_nothing);
	if (!session->handle) {
		slock_result_error(result, "ZooKeeper at %s: %s", endpoint->name, strerror(errno));
	} else {
		zoo_set_servers_resolution_delay(session->handle, -1);
		if (!libzookeeper_authenticate(session, endpoint) || !libzookeeper_start_thread(session)) {
			slock_result_error(result, "ZooKeeper at %s: %s", endpoint->name, strerror(errno));
			zookeeper_close(session->handle);
			session->handle = NULL;
		}
	}
	if (session->handle) {
		slock_zookeeper_add_session(session);
	}
	pthread_mutex_unlock(&slock_zookeeper_lock);
	if (session->handle) {
		free(addresses);
		return session;
	}
failed:
	free(addresses);
	if (session) {
		libzookeeper_free_session(session);
	}
	return NULL;
}

static slock_zookeeper_state libzookeeper_state(slock_zookeeper_session *session, char *reason, slock_time *since)
{
	slock_zookeeper_state answer = SLOCK_ZOOKEEPER_CONNECTING;

	pthread_mutex_lock(&slock_zookeeper_lock);
	/* Whether the session has expired is for the servers to say, which begin to count again when they start. */
	if (session->over || (session->ever_ready && !session->ready && !session->nodes &&
						  slock_clock_now() > session->since + session->lifetime + RESUME_LIMIT)) {
		answer = SLOCK_ZOOKEEPER_OVER;
	} else if (session->ready) {
		answer = SLOCK_ZOOKEEPER_READY;
	} else if (!session->ever_ready && !session->accepted && session->refusals >= session->addresses) {
		answer = SLOCK_ZOOKEEPER_REFUSED;
	}
	if (answer == SLOCK_ZOOKEEPER_CONNECTING && libzookeeper_is_handshaking(session)) {
		slock_zookeeper_set_reason(session, NO_HANDSHAKE);
	}
	memcpy(reason, session->reason, SLOCK_ZOOKEEPER_REASON);
	*since = session->since;
	pthread_mutex_unlock(&slock_zookeeper_lock);
	return answer;
}

static bool libzookeeper_is_idle(slock_zookeeper_session *session)
{
	slock_zookeeper_request *request;
	bool idle;

	pthread_mutex_lock(&slock_zookeeper_lock);
	for (request = session->requests; request && request->forgotten; request = request->next) {}
	idle = !session->over && !session->held && !request;
	pthread_mutex_unlock(&slock_zookeeper_lock);
	return idle;
}

static int libzookeeper_descriptor(const slock_zookeeper_session *session)
{
	return session->to_caller;
}

static void libzookeeper_drain(slock_zookeeper_session *session)
{
	libzookeeper_drain_eventfd(session->to_caller);
}

static void libzookeeper_close_session(slock_zookeeper_session *session)
{
	pthread_mutex_lock(&slock_zookeeper_lock);
	slock_zookeeper_remove_session(session);
	session->stop = true;
	pthread_mutex_unlock(&slock_zookeeper_lock);
	slock_zookeeper_notify(session->to_thread);
	pthread_join(session->thread, NULL);
	libzookeeper_free_session(session);
}

static void libzookeeper_abandon(slock_zookeeper_session *session)
{
	pthread_mutex_lock(&slock_zookeeper_lock);
	/* A fork waits for the lock, so this is the number the library had then. */
	if (session->socket != -1) {
		close(session->socket);
	}
	close(session->to_thread);
	close(session->to_caller);
	slock_zookeeper_inherit_session(session);
	pthread_mutex_unlock(&slock_zookeeper_lock);
}

__attribute__((visibility("default"))) const slock_zookeeper_client slock_zookeeper_client_table = {
	.build = SLOCK_BUILD,
	.library_version = libzookeeper_file,
	.open = libzookeeper_open_session,
	.state = libzookeeper_state,
	.is_idle = libzookeeper_is_idle,
	.send = slock_zookeeper_send,
	.receive = slock_zookeeper_receive,
	.changed = slock_zookeeper_changed,
	.descriptor = libzookeeper_descriptor,
	.drain = libzookeeper_drain,
	.forget = slock_zookeeper_forget,
	.take_back = slock_zookeeper_take_back,
	.close = libzookeeper_close_session,
	.abandon = libzookeeper_abandon,
};
