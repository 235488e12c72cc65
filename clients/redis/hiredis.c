/* SPDX-License-Identifier: MIT
 *
 * The native Redis client: slock_redis.so. Plain C: no zval, no exception, no Zend call. hiredis writes and reads the
 * protocol; the socket is ours, because hiredis' own is not close-on-exec from the start, raises SIGPIPE, and lets a
 * signal end a connect() or start a time limit anew. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr, SOCK_CLOEXEC */
#endif

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <hiredis/hiredis.h>

#include "clients/redis/notice.h"
#include "clients/redis/redis.h"
#include "clients/redis/tls.h"

struct slock_redis_connection {
	int fd;               /* non-blocking; -1: none yet */
	slock_redis_tls *tls; /* NULL: the bytes go as they are */
	redisReader *reader;
	double command_timeout; /* seconds */
	char *name;             /* of the server, for messages */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* hiredis cannot be asked for its version at run time; the name of the file that was linked tells its ABI. */
static const char *library_version(void)
{
	static char version[64];
	Dl_info library;
	const char *slash;

	if (!version[0]) {
		if (dladdr((const void *) redisReaderCreate, &library) && library.dli_fname) {
			slash = strrchr(library.dli_fname, '/');
			snprintf(version, sizeof(version), "%s", slash ? slash + 1 : library.dli_fname);
		} else {
			snprintf(version, sizeof(version), "%d.%d.%d", HIREDIS_MAJOR, HIREDIS_MINOR, HIREDIS_PATCH);
		}
	}
	return version;
}

#ifndef SLOCK_REDIS_TLS
#define slock_redis_tls_free(tls) ((void) 0)
#define slock_redis_tls_has_data(tls) false
#define send_bytes(connection, data, length) send((connection)->fd, data, length, MSG_NOSIGNAL)
#define receive_bytes(connection, buffer, length) recv((connection)->fd, buffer, length, 0)
#define wanted(connection, events) (events)
#else
static ssize_t send_bytes(slock_redis_connection *connection, const char *data, size_t length)
{
	return connection->tls ? slock_redis_tls_send(connection->tls, data, length)
						   : send(connection->fd, data, length, MSG_NOSIGNAL);
}

static ssize_t receive_bytes(slock_redis_connection *connection, char *buffer, size_t length)
{
	return connection->tls ? slock_redis_tls_receive(connection->tls, buffer, length)
						   : recv(connection->fd, buffer, length, 0);
}

/* What to wait for after EAGAIN. */
static short wanted(const slock_redis_connection *connection, short events)
{
	return connection->tls ? slock_redis_tls_wants(connection->tls) : events;
}
#endif

static void close_connection(slock_redis_connection *connection)
{
	if (connection->tls) {
		slock_redis_tls_free(connection->tls);
	}
	if (connection->fd != -1) {
		close(connection->fd);
	}
	if (connection->reader) {
		redisReaderFree(connection->reader);
	}
	free(connection->name);
	free(connection);
}

static slock_redis_progress lost(const slock_redis_connection *connection, const char *reason, slock_result *result)
{
	slock_result_error(result, "Redis at %s: %s", connection->name, reason);
	return SLOCK_REDIS_LOST;
}

static slock_redis_progress late(const slock_redis_connection *connection, double seconds, slock_result *result)
{
	slock_result_error(result, "Redis at %s: no answer within %g seconds", connection->name, seconds);
	return SLOCK_REDIS_LATE;
}

/* Waits until the descriptor is ready, however many signals arrive; false when the deadline passes first. Errors of the
 * descriptor count as ready: the next call on it tells them. */
static bool wait_ready(int fd, short events, double deadline)
{
	struct pollfd poller = {.fd = fd, .events = events};
	double left;
	int ready;

	do {
		left = deadline - now();
		/* Rounded up: a wait of less than a millisecond would become a busy one. */
		ready = poll(&poller, 1, left > 0 ? (int) (left * 1000) + 1 : 0);
		if (ready > 0) {
			return true;
		}
	} while (left > 0 && (ready == 0 || errno == EINTR || errno == EAGAIN));
	return false;
}

static slock_redis_progress send_until(slock_redis_connection *connection, int argc, const char **argv,
									   const size_t *lengths, double timeout, double deadline, slock_result *result)
{
	slock_redis_progress progress = SLOCK_REDIS_AWAITED;
	char *command = NULL;
	long long length = redisFormatCommandArgv(&command, argc, argv, lengths);
	size_t left = length < 0 ? 0 : (size_t) length;
	const char *next = command;
	ssize_t written;

	if (length < 0) {
		return lost(connection, "out of memory", result);
	}
	while (left) {
		written = send_bytes(connection, next, left);
		if (written >= 0) {
			next += written;
			left -= (size_t) written;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			if (!wait_ready(connection->fd, wanted(connection, POLLOUT), deadline)) {
				progress = late(connection, timeout, result);
				break;
			}
		} else if (errno != EINTR) {
			progress = lost(connection, strerror(errno), result);
			break;
		}
	}
	redisFreeCommand(command);
	return progress;
}

static slock_redis_progress send_command(slock_redis_connection *connection, int argc, const char **argv,
										 const size_t *lengths, slock_result *result)
{
	double timeout = connection->command_timeout;

	return send_until(connection, argc, argv, lengths, timeout, now() + timeout, result);
}

static void read_reply(const redisReply *from, slock_redis_reply *to)
{
	to->integer = 0;
	to->text[0] = '\0';
	switch (from->type) {
		case REDIS_REPLY_INTEGER:
			to->type = SLOCK_REDIS_INTEGER;
			to->integer = from->integer;
			break;
		case REDIS_REPLY_ERROR:
		case REDIS_REPLY_STATUS:
		case REDIS_REPLY_STRING:
			to->type = from->type == REDIS_REPLY_ERROR ? SLOCK_REDIS_ERROR : SLOCK_REDIS_TEXT;
			snprintf(to->text, sizeof(to->text), "%s", from->str);
			break;
		default:
			to->type = SLOCK_REDIS_OTHER;
	}
}

static bool has_data(const slock_redis_connection *connection)
{
	return connection->tls && slock_redis_tls_has_data(connection->tls);
}

/* `wait`: until the deadline, which is `timeout` seconds after something that the message need not tell. */
static slock_redis_progress receive_any(slock_redis_connection *connection, bool wait, double timeout, double deadline,
										redisReply **reply, slock_result *result)
{
	char buffer[4096];
	bool over = false;
	void *parsed;
	ssize_t got;

	for (;;) {
		parsed = NULL;
		if (redisReaderGetReply(connection->reader, &parsed) != REDIS_OK) {
			return lost(connection, connection->reader->errstr, result);
		}
		if (parsed) {
			*reply = parsed;
			return SLOCK_REDIS_ARRIVED;
		}
		if (wait) {
			/* A server that sends and sends, but never an answer, gets no more time than a silent one. */
			if (over || (!has_data(connection) && !wait_ready(connection->fd, POLLIN, deadline))) {
				return late(connection, timeout, result);
			}
			over = now() >= deadline;
		}
		got = receive_bytes(connection, buffer, sizeof(buffer));
		if (got == 0) {
			return lost(connection, "the server closed the connection", result);
		}
		if (got > 0) {
			if (redisReaderFeed(connection->reader, buffer, (size_t) got) != REDIS_OK) {
				return lost(connection, connection->reader->errstr, result);
			}
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			if (!wait) {
				return SLOCK_REDIS_AWAITED;
			}
		} else if (errno != EINTR) {
			return lost(connection, strerror(errno), result);
		}
	}
}

static slock_redis_progress receive_until(slock_redis_connection *connection, bool wait, double timeout,
										  double deadline, slock_redis_reply *reply, slock_result *result)
{
	redisReply *arrived;
	slock_redis_progress progress = receive_any(connection, wait, timeout, deadline, &arrived, result);

	if (progress == SLOCK_REDIS_ARRIVED) {
		read_reply(arrived, reply);
		freeReplyObject(arrived);
	}
	return progress;
}

static slock_redis_progress receive_reply(slock_redis_connection *connection, bool wait, slock_redis_reply *reply,
										  slock_result *result)
{
	double timeout = connection->command_timeout;

	return receive_until(connection, wait, timeout, wait ? now() + timeout : 0, reply, result);
}

static slock_redis_progress receive_notice(slock_redis_connection *connection, slock_redis_notice *notice,
										   slock_result *result)
{
	redisReply *arrived;
	slock_redis_progress progress = receive_any(connection, false, 0, 0, &arrived, result);

	if (progress == SLOCK_REDIS_ARRIVED) {
		if (!slock_redis_read_notice(arrived, notice)) {
			progress = lost(connection, "this is no answer to SUBSCRIBE", result);
		}
		freeReplyObject(arrived);
	}
	return progress;
}

/* One command whose answer may have several levels: the caller frees it. NULL: the result says why, or what the server
 * refused with. */
static redisReply *ask(slock_redis_connection *connection, int argc, const char **argv, slock_result *result)
{
	double timeout = connection->command_timeout, deadline = now() + timeout;
	size_t lengths[4];
	redisReply *answer = NULL;

	for (int i = 0; i < argc; i++) {
		lengths[i] = strlen(argv[i]);
	}
	if (send_until(connection, argc, argv, lengths, timeout, deadline, result) != SLOCK_REDIS_AWAITED ||
		receive_any(connection, true, timeout, deadline, &answer, result) != SLOCK_REDIS_ARRIVED) {
		return NULL;
	}
	if (answer->type == REDIS_REPLY_ERROR) {
		lost(connection, answer->str, result);
		freeReplyObject(answer);
		return NULL;
	}
	return answer;
}

static bool is_list(const redisReply *reply, size_t least)
{
	return reply->type == REDIS_REPLY_ARRAY && reply->elements >= least;
}

/* [first, last, [host, port, …], replicas…]; a host that is nil is that of the server itself. */
static bool read_slots(const redisReply *from, slock_redis_slots *to)
{
	const redisReply *master, *host;

	if (!is_list(from, 3) || from->element[0]->type != REDIS_REPLY_INTEGER ||
		from->element[1]->type != REDIS_REPLY_INTEGER || from->element[0]->integer < 0 ||
		from->element[0]->integer > from->element[1]->integer || from->element[1]->integer > 16383) {
		return false;
	}
	master = from->element[2];
	if (!is_list(master, 2) || master->element[1]->type != REDIS_REPLY_INTEGER || master->element[1]->integer < 1 ||
		master->element[1]->integer > 65535) {
		return false;
	}
	host = master->element[0];
	if (host->type == REDIS_REPLY_STRING ? host->len >= sizeof(to->master.host) : host->type != REDIS_REPLY_NIL) {
		return false;
	}
	to->first = (int) from->element[0]->integer;
	to->last = (int) from->element[1]->integer;
	to->master.port = (int) master->element[1]->integer;
	snprintf(to->master.host, sizeof(to->master.host), "%s", host->type == REDIS_REPLY_STRING ? host->str : "");
	return true;
}

static int cluster_slots(slock_redis_connection *connection, slock_redis_slots **slots, slock_result *result)
{
	redisReply *answer = ask(connection, 2, (const char *[]){"CLUSTER", "SLOTS"}, result);
	int count = -1;

	if (!answer) {
		return -1;
	}
	*slots = is_list(answer, 0) ? calloc(answer->elements + 1, sizeof(**slots)) : NULL;
	if (*slots) {
		for (count = 0; count < (int) answer->elements; count++) {
			if (!read_slots(answer->element[count], &(*slots)[count])) {
				free(*slots);
				count = -1;
				break;
			}
		}
	}
	freeReplyObject(answer);
	if (count == -1) {
		lost(connection, "this is no answer to CLUSTER SLOTS", result);
	}
	return count;
}

static int sentinel_master(slock_redis_connection *connection, const char *master, slock_redis_address *address,
						   slock_result *result)
{
	redisReply *answer = ask(connection, 3, (const char *[]){"SENTINEL", "get-master-addr-by-name", master}, result);
	int found = -1;

	if (!answer) {
		return -1;
	}
	if (answer->type == REDIS_REPLY_NIL) {
		found = 0;
	} else if (is_list(answer, 2) && answer->element[0]->type == REDIS_REPLY_STRING &&
			   answer->element[1]->type == REDIS_REPLY_STRING && answer->element[0]->len < sizeof(address->host)) {
		snprintf(address->host, sizeof(address->host), "%s", answer->element[0]->str);
		address->port = atoi(answer->element[1]->str);
		found = address->port > 0 && address->port < 65536 ? 1 : -1;
	}
	freeReplyObject(answer);
	if (found == -1) {
		lost(connection, "this is no answer to SENTINEL get-master-addr-by-name", result);
	}
	return found;
}

/* Starts one connection attempt; the descriptor, or -1 with errno. `*connected`: it is there already. */
static int start_connect(const struct sockaddr *address, socklen_t length, bool *connected)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int failure;

	if (fd == -1) {
		return -1;
	}
	*connected = connect(fd, address, length) == 0;
	/* After a signal the attempt goes on, as after EINPROGRESS. */
	if (*connected || errno == EINPROGRESS || errno == EINTR) {
		return fd;
	}
	failure = errno;
	close(fd);
	errno = failure;
	return -1;
}

/* A connected descriptor, or -1 with errno. */
static int connect_address(const struct sockaddr *address, socklen_t length, double deadline)
{
	bool connected;
	int fd = start_connect(address, length, &connected), failure = 0;
	socklen_t size = sizeof(failure);

	if (fd == -1 || connected) {
		return fd;
	}
	if (!wait_ready(fd, POLLOUT, deadline)) {
		failure = ETIMEDOUT;
	} else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size) == -1) {
		failure = errno;
	}
	if (failure) {
		close(fd);
		errno = failure;
		return -1;
	}
	return fd;
}

static int connect_unix(const char *path, double deadline)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	if (strlen(path) >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	strcpy(address.sun_path, path);
	return connect_address((struct sockaddr *) &address, sizeof(address), deadline);
}

/* The addresses of the name one after another, each with a fair share of the time that is left. */
static int connect_tcp(const slock_redis_endpoint *endpoint, double deadline, const char **reason)
{
	const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	struct addrinfo *addresses, *address;
	char port[8];
	int fd = -1, unanswered = 0, failure, on = 1;

	snprintf(port, sizeof(port), "%d", endpoint->port);
	failure = getaddrinfo(endpoint->host, port, &hints, &addresses);
	if (failure) {
		*reason = failure == EAI_SYSTEM ? strerror(errno) : gai_strerror(failure);
		return -1;
	}
	for (address = addresses; address; address = address->ai_next) {
		unanswered++;
	}
	for (address = addresses; address && fd == -1; address = address->ai_next) {
		fd = connect_address(address->ai_addr, address->ai_addrlen, now() + (deadline - now()) / unanswered--);
	}
	if (fd == -1) {
		*reason = strerror(errno);
	}
	freeaddrinfo(addresses);
	if (fd == -1) {
		return -1;
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (endpoint->keepalive > 0) {
		/* Not worth a failed connection when the system knows no intervals. */
		setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
		setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &endpoint->keepalive, sizeof(endpoint->keepalive));
		setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &endpoint->keepalive, sizeof(endpoint->keepalive));
	}
	return fd;
}

static bool is_master(slock_redis_connection *connection, double timeout, double deadline, slock_result *result)
{
	redisReply *answer;
	const char *role;
	bool master;

	if (receive_any(connection, true, timeout, deadline, &answer, result) != SLOCK_REDIS_ARRIVED) {
		return false;
	}
	if (answer->type == REDIS_REPLY_ERROR) {
		lost(connection, answer->str, result);
		freeReplyObject(answer);
		return false;
	}
	role = is_list(answer, 1) && answer->element[0]->type == REDIS_REPLY_STRING ? answer->element[0]->str : "";
	master = !strcmp(role, "master");
	if (!master) {
		slock_result_error(result, "Redis at %s: this is no master but \"%.20s\"", connection->name, role);
	}
	freeReplyObject(answer);
	return master;
}

/* Sends AUTH, SELECT and ROLE together and looks at their answers: one round trip, and none without them. */
static bool greet(slock_redis_connection *connection, const slock_redis_endpoint *endpoint, double deadline,
				  slock_result *result)
{
	double timeout = endpoint->connect_timeout;
	const char *argv[3];
	size_t lengths[3];
	slock_redis_reply reply;
	char database[16];
	int expected = 0;

	if (endpoint->password) {
		int argc = 0;

		argv[argc++] = "AUTH";
		if (endpoint->user) {
			argv[argc++] = endpoint->user;
		}
		argv[argc++] = endpoint->password;
		for (int i = 0; i < argc; i++) {
			lengths[i] = strlen(argv[i]);
		}
		if (send_until(connection, argc, argv, lengths, timeout, deadline, result) != SLOCK_REDIS_AWAITED) {
			return false;
		}
		expected++;
	}
	if (endpoint->database) {
		snprintf(database, sizeof(database), "%d", endpoint->database);
		argv[0] = "SELECT";
		argv[1] = database;
		lengths[0] = strlen(argv[0]);
		lengths[1] = strlen(argv[1]);
		if (send_until(connection, 2, argv, lengths, timeout, deadline, result) != SLOCK_REDIS_AWAITED) {
			return false;
		}
		expected++;
	}
	if (endpoint->master) {
		argv[0] = "ROLE";
		lengths[0] = strlen(argv[0]);
		if (send_until(connection, 1, argv, lengths, timeout, deadline, result) != SLOCK_REDIS_AWAITED) {
			return false;
		}
	}
	while (expected--) {
		if (receive_until(connection, true, timeout, deadline, &reply, result) != SLOCK_REDIS_ARRIVED) {
			return false;
		}
		if (reply.type != SLOCK_REDIS_TEXT) {
			lost(connection, reply.type == SLOCK_REDIS_ERROR ? reply.text : "this is no answer to AUTH or SELECT",
				 result);
			return false;
		}
	}
	return !endpoint->master || is_master(connection, timeout, deadline, result);
}

#ifdef SLOCK_REDIS_TLS
static bool start_tls(slock_redis_connection *connection, const slock_redis_endpoint *endpoint, double deadline,
					  slock_result *result)
{
	char reason[256];
	int done = 0;

	connection->tls = slock_redis_tls_new(connection->fd, endpoint, reason, sizeof(reason));
	while (connection->tls && (done = slock_redis_tls_handshake(connection->tls, reason, sizeof(reason))) == 0) {
		if (!wait_ready(connection->fd, slock_redis_tls_wants(connection->tls), deadline)) {
			late(connection, endpoint->connect_timeout, result);
			return false;
		}
	}
	if (done != 1) {
		lost(connection, reason, result);
	}
	return done == 1;
}
#endif

static slock_redis_connection *connect_endpoint(const slock_redis_endpoint *endpoint, slock_result *result)
{
	slock_redis_connection *connection = calloc(1, sizeof(*connection));
	double deadline = now() + endpoint->connect_timeout;
	const char *reason = NULL;

	if (connection) {
		connection->fd = -1;
		connection->command_timeout = endpoint->command_timeout;
		connection->name = strdup(endpoint->name);
		connection->reader = redisReaderCreate();
	}
	if (!connection || !connection->name || !connection->reader) {
		slock_result_error(result, "Redis at %s: out of memory", endpoint->name);
		goto failed;
	}
	connection->fd = endpoint->path ? connect_unix(endpoint->path, deadline) : connect_tcp(endpoint, deadline, &reason);
	if (connection->fd == -1) {
		slock_result_error(result, "Redis at %s: cannot connect: %s", endpoint->name,
						   reason ? reason : strerror(errno));
		goto failed;
	}
#ifdef SLOCK_REDIS_TLS
	if (endpoint->tls && !start_tls(connection, endpoint, deadline, result)) {
		goto failed;
	}
#endif
	if (greet(connection, endpoint, deadline, result)) {
		return connection;
	}
failed:
	if (connection) {
		close_connection(connection);
	}
	return NULL;
}

static int descriptor(const slock_redis_connection *connection)
{
	return connection->fd;
}

__attribute__((visibility("default"))) const slock_redis_client slock_redis_client_table = {
	.library_version = library_version,
	.connect = connect_endpoint,
	.send = send_command,
	.receive = receive_reply,
	.receive_notice = receive_notice,
	.cluster_slots = cluster_slots,
	.sentinel_master = sentinel_master,
	.descriptor = descriptor,
	.close = close_connection,
};
