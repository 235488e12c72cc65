/* SPDX-License-Identifier: MIT
 *
 * memcached's two protocols, as far as a lock needs them. Plain C: no zval, no exception, no Zend call. libmemcached could
 * speak them too, but it throws away what the server says about an error, takes errors of a "get" for a miss, says
 * "quit" on the wire when a forked child lets go of a connection, and offers no way to wait for several servers at once. */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/memcached/wire.h"
#include "clients/socket.h"

#define HEADER_SIZE 24
#define BUFFER_SIZE 4096 /* a line of the text protocol fits: the key, and what stands around it */

/* Of the binary protocol. */
enum { OPCODE_GET = 0x00, OPCODE_SET = 0x01, OPCODE_ADD = 0x02, OPCODE_DELETE = 0x04, OPCODE_SASL_AUTH = 0x21 };
enum { STATUS_OK = 0x00, STATUS_MISSING = 0x01, STATUS_EXISTS = 0x02, STATUS_NOT_STORED = 0x05, STATUS_UNKNOWN = 0x81 };

struct slock_memcached_connection {
	int fd; /* non-blocking; -1: none yet */
	bool binary;
	double command_timeout; /* seconds */
	char *name;             /* of the server, for messages */

	/* On the way to the server. */
	enum { OPENING, KNOCKING, AUTHENTICATING, OPEN } stage;
	double connect_deadline;
	slock_socket_attempt attempt; /* OPENING */

	/* What was read and not looked at yet: buffer[start] to buffer[end - 1]. */
	size_t start, end;
	char buffer[BUFFER_SIZE];

	/* The answer that is being read. */
	enum { AT_HEAD, IN_BODY, AT_TAIL } place;
	size_t skip;   /* bytes of the body before the value: extras and key */
	size_t left;   /* bytes of the value that are still to come */
	size_t offset; /* bytes of the value that were compared */
	bool same;     /* as far as that, it is the value of the command */
};

static slock_memcached_progress lost(const slock_memcached_connection *connection, const char *reason,
									 slock_result *result)
{
	slock_result_error(result, "Memcached at %s: %s", connection->name, reason);
	return SLOCK_MEMCACHED_LOST;
}

static slock_memcached_progress late(const slock_memcached_connection *connection, double seconds, slock_result *result)
{
	slock_result_error(result, "Memcached at %s: no answer within %g seconds", connection->name, seconds);
	return SLOCK_MEMCACHED_LATE;
}

static void put_16(char *to, uint16_t number)
{
	number = htons(number);
	memcpy(to, &number, sizeof(number));
}

static void put_32(char *to, uint32_t number)
{
	number = htonl(number);
	memcpy(to, &number, sizeof(number));
}

static void put_64(char *to, uint64_t number)
{
	put_32(to, (uint32_t) (number >> 32));
	put_32(to + 4, (uint32_t) number);
}

static uint16_t get_16(const char *from)
{
	uint16_t number;

	memcpy(&number, from, sizeof(number));
	return ntohs(number);
}

static uint32_t get_32(const char *from)
{
	uint32_t number;

	memcpy(&number, from, sizeof(number));
	return ntohl(number);
}

/* Sends some pieces as one packet. */
static slock_memcached_progress send_pieces(slock_memcached_connection *connection, const char *const *pieces,
											const size_t *lengths, int count, double timeout, double deadline,
											slock_result *result)
{
	size_t total = 0, at = 0;
	char small[1024], *packet = small;
	int failure;

	for (int i = 0; i < count; i++) {
		total += lengths[i];
	}
	if (total > sizeof(small) && !(packet = malloc(total))) {
		return lost(connection, "out of memory", result);
	}
	for (int i = 0; i < count; i++) {
		if (lengths[i]) {
			memcpy(packet + at, pieces[i], lengths[i]);
			at += lengths[i];
		}
	}
	failure = slock_socket_send(connection->fd, packet, total, deadline);
	if (packet != small) {
		free(packet);
	}
	if (failure == 0) {
		return SLOCK_MEMCACHED_AWAITED;
	}
	return failure == ETIMEDOUT ? late(connection, timeout, result) : lost(connection, strerror(failure), result);
}

static slock_memcached_progress send_binary(slock_memcached_connection *connection, int opcode,
											const slock_memcached_command *command, uint8_t extras, double timeout,
											double deadline, slock_result *result)
{
	char header[HEADER_SIZE + 8] = {0};
	const char *pieces[] = {header, command->key, command->value};
	size_t lengths[] = {HEADER_SIZE + (size_t) extras, command->key_length, command->value_length};

	header[0] = (char) 0x80;
	header[1] = (char) opcode;
	put_16(header + 2, (uint16_t) command->key_length);
	header[4] = (char) extras;
	put_32(header + 8, (uint32_t) (extras + lengths[1] + lengths[2]));
	put_64(header + 16, command->version);
	put_32(header + HEADER_SIZE + 4, command->expiration);
	return send_pieces(connection, pieces, lengths, 3, timeout, deadline, result);
}

static slock_memcached_progress send_command(slock_memcached_connection *connection,
											 const slock_memcached_command *command, double timeout, double deadline,
											 slock_result *result)
{
	slock_memcached_command sent = *command;

	switch (sent.verb) {
		case SLOCK_MEMCACHED_ADD:
			sent.version = 0;
			return send_binary(connection, OPCODE_ADD, &sent, 8, timeout, deadline, result);
		case SLOCK_MEMCACHED_CAS:
			return send_binary(connection, OPCODE_SET, &sent, 8, timeout, deadline, result);
		case SLOCK_MEMCACHED_GET:
			sent.version = 0;
			break;
		case SLOCK_MEMCACHED_DELETE:
			break;
	}
	/* The value is only compared with. */
	sent.value_length = 0;
	return send_binary(connection, sent.verb == SLOCK_MEMCACHED_GET ? OPCODE_GET : OPCODE_DELETE, &sent, 0, timeout,
					   deadline, result);
}

static slock_memcached_progress send_text(slock_memcached_connection *connection,
										  const slock_memcached_command *command, double timeout, double deadline,
										  slock_result *result)
{
	static const char *const verbs[] = {"add ", "gets ", "cas ", "delete "};
	char numbers[96] = "\r\n";
	const char *pieces[] = {verbs[command->verb], command->key, numbers, command->value, "\r\n"};
	size_t lengths[5] = {strlen(pieces[0]), command->key_length};
	int count = 3;

	if (command->verb == SLOCK_MEMCACHED_ADD || command->verb == SLOCK_MEMCACHED_CAS) {
		int length =
			snprintf(numbers, sizeof(numbers), " 0 %" PRIu32 " %zu", command->expiration, command->value_length);

		if (command->verb == SLOCK_MEMCACHED_CAS) {
			snprintf(numbers + length, sizeof(numbers) - (size_t) length, " %" PRIu64 "\r\n", command->version);
		} else {
			snprintf(numbers + length, sizeof(numbers) - (size_t) length, "\r\n");
		}
		lengths[3] = command->value_length;
		lengths[4] = 2;
		count = 5;
	}
	lengths[2] = strlen(numbers);
	return send_pieces(connection, pieces, lengths, count, timeout, deadline, result);
}

slock_memcached_progress slock_memcached_wire_send(slock_memcached_connection *connection,
												   const slock_memcached_command *command, slock_result *result)
{
	double timeout = connection->command_timeout, deadline = slock_socket_now() + timeout;

	return connection->binary ? send_command(connection, command, timeout, deadline, result)
							  : send_text(connection, command, timeout, deadline, result);
}

/* ---- answers: these functions eat what is in the buffer ---- */

static size_t unread(const slock_memcached_connection *connection)
{
	return connection->end - connection->start;
}

/* Eats as much as there is of the body; true: all of it is eaten. An error's text goes into the answer, a value is
 * compared with the command's. */
static bool read_body(slock_memcached_connection *connection, const slock_memcached_command *command,
					  slock_memcached_answer *answer)
{
	size_t there = unread(connection), some = connection->skip < there ? connection->skip : there;
	const char *data;

	connection->skip -= some;
	connection->start += some;
	there -= some;
	data = connection->buffer + connection->start;
	some = connection->left < there ? connection->left : there;
	if (answer->outcome == SLOCK_MEMCACHED_FAILED) {
		size_t room = sizeof(answer->text) - 1 - connection->offset, copied = some < room ? some : room;

		memcpy(answer->text + connection->offset, data, copied);
		connection->offset += copied;
		answer->text[connection->offset] = '\0';
	} else if (command->verb == SLOCK_MEMCACHED_GET) {
		connection->same = connection->same && connection->offset + some <= command->value_length &&
						   (!some || !memcmp(command->value + connection->offset, data, some));
		connection->offset += some;
	}
	connection->start += some;
	connection->left -= some;
	return !connection->skip && !connection->left;
}

static void expect_body(slock_memcached_connection *connection, size_t skip, size_t left)
{
	connection->place = IN_BODY;
	connection->skip = skip;
	connection->left = left;
	connection->offset = 0;
	connection->same = true;
}

/* The outcome of a "get" whose value has been compared. */
static void conclude_value(slock_memcached_connection *connection, const slock_memcached_command *command,
						   slock_memcached_answer *answer)
{
	if (answer->outcome == SLOCK_MEMCACHED_OK && command->verb == SLOCK_MEMCACHED_GET &&
		(!connection->same || connection->offset != command->value_length)) {
		answer->outcome = SLOCK_MEMCACHED_REFUSED;
	}
}

static slock_memcached_progress read_binary(slock_memcached_connection *connection,
											const slock_memcached_command *command, slock_memcached_answer *answer,
											slock_result *result)
{
	const char *header = connection->buffer + connection->start;
	size_t extras, key, total;

	if (connection->place == AT_HEAD) {
		if (unread(connection) && (unsigned char) header[0] != 0x81) {
			return lost(connection,
						"this is no answer of the binary protocol; where the server speaks the text protocol only, add "
						"binary_protocol=0 to the DSN",
						result);
		}
		if (unread(connection) < HEADER_SIZE) {
			return SLOCK_MEMCACHED_AWAITED;
		}
		key = get_16(header + 2);
		extras = (unsigned char) header[4];
		total = get_32(header + 8);
		answer->version = (uint64_t) get_32(header + 16) << 32 | get_32(header + 20);
		answer->text[0] = '\0';
		switch (get_16(header + 6)) {
			case STATUS_OK:
				answer->outcome = SLOCK_MEMCACHED_OK;
				break;
			case STATUS_MISSING:
				answer->outcome = SLOCK_MEMCACHED_MISSING;
				break;
			case STATUS_EXISTS:
			case STATUS_NOT_STORED:
				answer->outcome = SLOCK_MEMCACHED_REFUSED;
				break;
			default:
				answer->outcome = SLOCK_MEMCACHED_FAILED;
				snprintf(answer->text, sizeof(answer->text), "status %d", get_16(header + 6));
		}
		if (extras + key > total) {
			return lost(connection, "the answer makes no sense", result);
		}
		connection->start += HEADER_SIZE;
		expect_body(connection, extras + key, total - extras - key);
	}
	if (!read_body(connection, command, answer)) {
		return SLOCK_MEMCACHED_AWAITED;
	}
	conclude_value(connection, command, answer);
	connection->place = AT_HEAD;
	return SLOCK_MEMCACHED_ARRIVED;
}

/* Takes one line out of the buffer and ends it with NUL; NULL: it is not there yet. */
static char *take_line(slock_memcached_connection *connection)
{
	char *line = connection->buffer + connection->start, *end = memchr(line, '\n', unread(connection));

	if (!end) {
		return NULL;
	}
	connection->start = (size_t) (end + 1 - connection->buffer);
	if (end > line && end[-1] == '\r') {
		end--;
	}
	*end = '\0';
	return line;
}

/* A line that is the whole answer. */
static void read_status(const char *line, const slock_memcached_command *command, slock_memcached_answer *answer)
{
	static const struct {
		const char *line;
		slock_memcached_verb verb;
		slock_memcached_outcome outcome;
	} statuses[] = {
		{"STORED", SLOCK_MEMCACHED_ADD, SLOCK_MEMCACHED_OK},
		{"NOT_STORED", SLOCK_MEMCACHED_ADD, SLOCK_MEMCACHED_REFUSED},
		{"END", SLOCK_MEMCACHED_GET, SLOCK_MEMCACHED_MISSING},
		{"STORED", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_OK},
		{"EXISTS", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_REFUSED},
		{"NOT_FOUND", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_MISSING},
		{"DELETED", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_OK},
		{"NOT_FOUND", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_MISSING},
	};

	answer->version = 0;
	answer->text[0] = '\0';
	for (size_t i = 0; i < sizeof(statuses) / sizeof(*statuses); i++) {
		if (statuses[i].verb == command->verb && !strcmp(statuses[i].line, line)) {
			answer->outcome = statuses[i].outcome;
			return;
		}
	}
	answer->outcome = SLOCK_MEMCACHED_FAILED;
	snprintf(answer->text, sizeof(answer->text), "%.*s", (int) sizeof(answer->text) - 1, line);
}

static slock_memcached_progress read_text(slock_memcached_connection *connection,
										  const slock_memcached_command *command, slock_memcached_answer *answer,
										  slock_result *result)
{
	const char *line;
	size_t length;

	if (connection->place == AT_HEAD) {
		if (!(line = take_line(connection))) {
			return SLOCK_MEMCACHED_AWAITED;
		}
		if (command->verb != SLOCK_MEMCACHED_GET || strncmp(line, "VALUE ", 6)) {
			read_status(line, command, answer);
			return SLOCK_MEMCACHED_ARRIVED;
		}
		/* The key holds no space. */
		if (sscanf(line, "VALUE %*s %*u %zu %" SCNu64, &length, &answer->version) != 2) {
			return lost(connection, "the answer makes no sense", result);
		}
		answer->outcome = SLOCK_MEMCACHED_OK;
		answer->text[0] = '\0';
		expect_body(connection, 0, length);
	}
	if (connection->place == IN_BODY) {
		if (!read_body(connection, command, answer)) {
			return SLOCK_MEMCACHED_AWAITED;
		}
		connection->place = AT_TAIL;
	}
	/* The end of the value's line, then END. */
	while ((line = take_line(connection))) {
		if (!strcmp(line, "END")) {
			conclude_value(connection, command, answer);
			connection->place = AT_HEAD;
			return SLOCK_MEMCACHED_ARRIVED;
		}
		if (*line) {
			return lost(connection, "the answer makes no sense", result);
		}
	}
	return SLOCK_MEMCACHED_AWAITED;
}

static slock_memcached_progress receive_until(slock_memcached_connection *connection,
											  const slock_memcached_command *command, bool wait, double timeout,
											  double deadline, slock_memcached_answer *answer, slock_result *result)
{
	bool over = false;

	for (;;) {
		slock_memcached_progress progress = connection->binary ? read_binary(connection, command, answer, result)
															   : read_text(connection, command, answer, result);
		ssize_t got;

		if (progress != SLOCK_MEMCACHED_AWAITED) {
			return progress;
		}
		if (connection->start) {
			memmove(connection->buffer, connection->buffer + connection->start, unread(connection));
			connection->end -= connection->start;
			connection->start = 0;
		}
		if (connection->end == sizeof(connection->buffer)) {
			return lost(connection, "the answer makes no sense", result);
		}
		if (wait) {
			/* A server that sends and sends, but never an answer, gets no more time than a silent one. */
			if (over || !slock_socket_wait(connection->fd, POLLIN, deadline)) {
				return late(connection, timeout, result);
			}
			over = slock_socket_now() >= deadline;
		}
		got = slock_socket_receive(connection->fd, connection->buffer + connection->end,
								   sizeof(connection->buffer) - connection->end);
		if (got < 0) {
			return lost(connection, errno ? strerror(errno) : "the server closed the connection", result);
		}
		if (got == 0 && !wait) {
			return SLOCK_MEMCACHED_AWAITED;
		}
		connection->end += (size_t) got;
	}
}

slock_memcached_progress slock_memcached_wire_receive(slock_memcached_connection *connection,
													  const slock_memcached_command *command, bool wait,
													  slock_memcached_answer *answer, slock_result *result)
{
	double timeout = connection->command_timeout, deadline = wait ? slock_socket_now() + timeout : 0;
	slock_memcached_progress progress = receive_until(connection, command, wait, timeout, deadline, answer, result);

	if (progress == SLOCK_MEMCACHED_ARRIVED && answer->outcome == SLOCK_MEMCACHED_FAILED) {
		slock_result_error(result, "Memcached at %s: %s", connection->name, answer->text);
	}
	return progress;
}

/* ---- the way to the server ---- */

/* SASL with the mechanism PLAIN: one round trip. */
static slock_memcached_progress knock(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
									  slock_result *result)
{
	size_t user = strlen(endpoint->user), password = strlen(endpoint->password);
	slock_memcached_command command = {.verb = SLOCK_MEMCACHED_DELETE, .key = "PLAIN", .key_length = strlen("PLAIN")};
	slock_memcached_progress progress;
	char *secret = malloc(user + password + 2);

	if (!secret) {
		return lost(connection, "out of memory", result);
	}
	secret[0] = '\0';
	memcpy(secret + 1, endpoint->user, user + 1);
	memcpy(secret + user + 2, endpoint->password, password);
	command.value = secret;
	command.value_length = user + password + 2;
	/* A new connection has room for so little. */
	progress = send_binary(connection, OPCODE_SASL_AUTH, &command, 0, endpoint->connect_timeout,
						   connection->connect_deadline, result);
	free(secret);
	return progress == SLOCK_MEMCACHED_AWAITED ? SLOCK_MEMCACHED_ARRIVED : progress;
}

static slock_memcached_progress authenticate(slock_memcached_connection *connection,
											 const slock_memcached_endpoint *endpoint, slock_result *result)
{
	const slock_memcached_command command = {.verb = SLOCK_MEMCACHED_DELETE};
	slock_memcached_answer answer;
	slock_memcached_progress progress =
		receive_until(connection, &command, false, endpoint->connect_timeout, 0, &answer, result);

	/* A server without authentication does not know the command, and lets everybody in. */
	if (progress == SLOCK_MEMCACHED_ARRIVED && answer.outcome != SLOCK_MEMCACHED_OK &&
		strncmp(answer.text, "Unknown command", strlen("Unknown command"))) {
		slock_result_error(result, "Memcached at %s: authentication failed: %s", connection->name, answer.text);
		return SLOCK_MEMCACHED_LOST;
	}
	return progress;
}

slock_memcached_connection *slock_memcached_wire_start(const slock_memcached_endpoint *endpoint, slock_result *result)
{
	slock_memcached_connection *connection = calloc(1, sizeof(*connection));
	double deadline = slock_socket_now() + endpoint->connect_timeout;
	const char *reason = NULL;

	if (!connection || !(connection->name = strdup(endpoint->name))) {
		free(connection);
		slock_result_error(result, "Memcached at %s: out of memory", endpoint->name);
		return NULL;
	}
	connection->fd = -1;
	connection->stage = OPENING;
	connection->connect_deadline = deadline;
	connection->binary = endpoint->binary;
	connection->command_timeout = endpoint->command_timeout;
	if (endpoint->path
			? slock_socket_start_unix(&connection->attempt, endpoint->path, deadline, &reason)
			: slock_socket_start_tcp(&connection->attempt, endpoint->host, endpoint->port, deadline, &reason)) {
		return connection;
	}
	slock_result_error(result, "Memcached at %s: cannot connect: %s", endpoint->name, reason);
	slock_memcached_wire_close(connection);
	return NULL;
}

void slock_memcached_wire_renew(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint)
{
	double now = slock_socket_now();

	if (connection->stage != OPEN && now >= connection->connect_deadline) {
		connection->connect_deadline = now + endpoint->connect_timeout;
		if (connection->stage == OPENING) {
			slock_socket_renew(&connection->attempt, connection->connect_deadline);
		}
	}
}

static slock_memcached_progress step(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
									 slock_waiting *waiting, slock_result *result)
{
	slock_memcached_progress progress = SLOCK_MEMCACHED_ARRIVED;
	const char *reason = NULL;

	if (connection->stage == OPENING) {
		switch (slock_socket_step(&connection->attempt, &reason)) {
			case 1:
				connection->fd = connection->attempt.fd;
				connection->stage = endpoint->user ? KNOCKING : OPEN;
				break;
			case 0:
				*waiting =
					(slock_waiting){slock_socket_pollable(&connection->attempt), POLLOUT, connection->attempt.wake};
				return SLOCK_MEMCACHED_AWAITED;
			default:
				slock_result_error(result, "Memcached at %s: cannot connect: %s", connection->name, reason);
				return slock_socket_now() < connection->connect_deadline ? SLOCK_MEMCACHED_LOST : SLOCK_MEMCACHED_LATE;
		}
	}
	if (connection->stage == KNOCKING) {
		progress = knock(connection, endpoint, result);
		connection->stage = AUTHENTICATING;
	}
	if (connection->stage == AUTHENTICATING && progress == SLOCK_MEMCACHED_ARRIVED) {
		progress = authenticate(connection, endpoint, result);
	}
	if (progress == SLOCK_MEMCACHED_ARRIVED) {
		connection->stage = OPEN;
	} else if (progress == SLOCK_MEMCACHED_AWAITED) {
		*waiting = (slock_waiting){connection->fd, POLLIN, connection->connect_deadline};
		if (slock_socket_now() >= connection->connect_deadline) {
			return late(connection, endpoint->connect_timeout, result);
		}
	}
	return progress;
}

slock_memcached_progress slock_memcached_wire_establish(slock_memcached_connection *connection,
														const slock_memcached_endpoint *endpoint, bool wait,
														slock_waiting *waiting, slock_result *result)
{
	slock_memcached_progress progress = step(connection, endpoint, waiting, result);

	while (wait && progress == SLOCK_MEMCACHED_AWAITED) {
		slock_socket_wait(waiting->descriptor, waiting->events, waiting->until);
		progress = step(connection, endpoint, waiting, result);
	}
	return progress;
}

int slock_memcached_wire_descriptor(const slock_memcached_connection *connection)
{
	return connection->fd;
}

void slock_memcached_wire_close(slock_memcached_connection *connection)
{
	slock_socket_cancel(&connection->attempt);
	if (connection->fd != -1) {
		close(connection->fd);
	}
	free(connection->name);
	free(connection);
}
