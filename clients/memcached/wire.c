/* SPDX-License-Identifier: MIT
 *
 * memcached's protocols, as far as a lock needs them. Plain C: no zval, no exception, no Zend call. libmemcached
 * could speak them too, but it throws away what the server says about an error, takes errors of a "get" for a miss,
 * says "quit" on the wire when a forked child lets go of a connection, and cannot wait for several servers at once. */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/memcached/connection.h"
#include "clients/memcached/wire.h"
#include "clients/socket.h"

/* How long something is waited for. */
typedef struct {
	slock_time until;     /* 0: not at all, only what has arrived counts */
	slock_time duration;  /* for messages */
	slock_time answer_by; /* of the command, which may be earlier; 0: there is none */
} wire_limit;

/* That of one answer, from now on. */
static wire_limit wire_limit_of(const slock_memcached_connection *connection, const slock_memcached_command *command)
{
	return (wire_limit){.until = slock_clock_limit(connection->command_timeout, command->answer_by),
						.duration = connection->command_timeout,
						.answer_by = command->answer_by};
}

static slock_progress wire_lost(const slock_memcached_connection *connection, const char *reason, slock_result *result)
{
	slock_result_error(result, "Memcached at %s: %s", connection->name, reason);
	return SLOCK_LOST;
}

static slock_progress wire_late(const slock_memcached_connection *connection, const wire_limit *limit,
								slock_result *result)
{
	if (limit->answer_by && limit->answer_by <= slock_clock_now()) {
		slock_result_error(result, "Memcached at %s: no answer in time", connection->name);
	} else {
		slock_result_error(result, "Memcached at %s: no answer within %g seconds", connection->name,
						   slock_seconds(limit->duration));
	}
	return SLOCK_LATE;
}

static void wire_put_16(char *to, uint16_t number)
{
	number = htons(number);
	memcpy(to, &number, sizeof(number));
}

static void wire_put_32(char *to, uint32_t number)
{
	number = htonl(number);
	memcpy(to, &number, sizeof(number));
}

static void wire_put_64(char *to, uint64_t number)
{
	wire_put_32(to, (uint32_t) (number >> 32));
	wire_put_32(to + 4, (uint32_t) number);
}

/* Reads what is there, as much as there is room for. 1: something; 0: nothing; -1: the connection is lost. */
static int wire_fill(slock_memcached_connection *connection, slock_result *result)
{
	size_t room;
	char *to = slock_memcached_reader_room(&connection->reader, &room);
	ssize_t got = slock_socket_receive(connection->fd, to, room);

	if (got < 0) {
		wire_lost(connection, errno ? strerror(errno) : "the server closed the connection", result);
		return -1;
	}
	slock_memcached_reader_got(&connection->reader, (size_t) got);
	return got > 0;
}

/* Sends some pieces as one packet. */
static slock_progress wire_send_pieces(slock_memcached_connection *connection, const char *const *pieces,
									   const size_t *lengths, int count, const wire_limit *limit, slock_result *result)
{
	size_t total = 0, at = 0;
	char small[1024], *packet = small;
	int failure;

	for (int i = 0; i < count; i++) {
		total += lengths[i];
	}
	if (total > sizeof(small) && !(packet = malloc(total))) {
		return wire_lost(connection, "out of memory", result);
	}
	for (int i = 0; i < count; i++) {
		if (lengths[i]) {
			memcpy(packet + at, pieces[i], lengths[i]);
			at += lengths[i];
		}
	}
	failure = slock_socket_send(connection->fd, packet, total, limit->until);
	if (packet != small) {
		free(packet);
	}
	if (failure == 0) {
		return SLOCK_AWAITED;
	}
	return failure == ETIMEDOUT ? wire_late(connection, limit, result)
								: wire_lost(connection, strerror(failure), result);
}

/* A whole command; the connection gives it its number. */
static slock_progress wire_send_binary(slock_memcached_connection *connection, int opcode,
									   const slock_memcached_command *command, uint8_t extras, const wire_limit *limit,
									   slock_result *result)
{
	char header[SLOCK_MEMCACHED_HEADER_SIZE + 8] = {0};
	const char *pieces[] = {header, command->key, command->value};
	size_t lengths[] = {SLOCK_MEMCACHED_HEADER_SIZE + (size_t) extras, command->key_length, command->value_length};

	header[0] = (char) 0x80;
	header[1] = (char) opcode;
	wire_put_16(header + 2, (uint16_t) command->key_length);
	header[4] = (char) extras;
	wire_put_32(header + 8, (uint32_t) (extras + lengths[1] + lengths[2]));
	wire_put_32(header + 12, connection->sent);
	wire_put_64(header + 16, command->version);
	wire_put_32(header + SLOCK_MEMCACHED_HEADER_SIZE + 4, command->expiration);
	return wire_send_pieces(connection, pieces, lengths, 3, limit, result);
}

static int wire_opcode(slock_memcached_verb verb)
{
	static const int opcodes[] = {SLOCK_MEMCACHED_OPCODE_ADD, SLOCK_MEMCACHED_OPCODE_GET, SLOCK_MEMCACHED_OPCODE_SET,
								  SLOCK_MEMCACHED_OPCODE_DELETE};

	return opcodes[verb];
}

static slock_progress wire_send_command(slock_memcached_connection *connection, const slock_memcached_command *command,
										const wire_limit *limit, slock_result *result)
{
	slock_memcached_command sent = *command;
	bool writes = sent.verb == SLOCK_MEMCACHED_ADD || sent.verb == SLOCK_MEMCACHED_CAS;

	if (sent.verb == SLOCK_MEMCACHED_ADD || sent.verb == SLOCK_MEMCACHED_GET) {
		sent.version = 0;
	}
	if (!writes) {
		/* The value is only compared with. */
		sent.value_length = 0;
	}
	return wire_send_binary(connection, wire_opcode(sent.verb), &sent, writes ? 8 : 0, limit, result);
}

static slock_progress wire_send_text(slock_memcached_connection *connection, const slock_memcached_command *command,
									 const wire_limit *limit, slock_result *result)
{
	static const char *const verbs[] = {"add ", "gets ", "cas "};
	char numbers[96] = "\r\n";
	const char *pieces[5] = {NULL, command->key, numbers, command->value, "\r\n"};
	size_t lengths[5] = {0, command->key_length};
	int count = 3;

	pieces[0] = verbs[command->verb];
	lengths[0] = strlen(pieces[0]);
	if (command->verb != SLOCK_MEMCACHED_GET) {
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
	return wire_send_pieces(connection, pieces, lengths, count, limit, result);
}

/* Where the server knows no new versions: as much as it needs. Nor does it write with "ms" where it evicts nothing
 * (-M): when it has no memory for the new value it deletes the old one first, whoever's it is, and then looks whether
 * it was to be written ("Avoid stale data persisting in cache because we failed alloc", proto_text.c; so does a SET of
 * the binary protocol). The classic "add" and "cas" leave it. */
static bool wire_is_meta(const slock_memcached_connection *connection, const slock_memcached_command *command)
{
	return connection->speaks == SPEAKS_META ||
		   (connection->speaks == SPEAKS_META_DELETE &&
			(command->verb == SLOCK_MEMCACHED_DELETE || (command->renews && command->verb == SLOCK_MEMCACHED_GET)));
}

static slock_progress wire_send_meta(slock_memcached_connection *connection, const slock_memcached_command *command,
									 const wire_limit *limit, slock_result *result)
{
	static const char *const verbs[] = {"ms ", "mg ", "ms ", "md "};
	bool writes = command->verb == SLOCK_MEMCACHED_ADD || command->verb == SLOCK_MEMCACHED_CAS;
	char flags[160], name[48] = "";
	const char *pieces[] = {verbs[command->verb], command->key, flags, command->value, "\r\n"};
	size_t lengths[] = {strlen(verbs[0]), command->key_length, 0, command->value_length, 2};
	int at;

	if (writes && command->new_version) {
		snprintf(name, sizeof(name), " E%" PRIu64 " c", command->new_version);
	}
	if (command->verb == SLOCK_MEMCACHED_ADD) {
		at = snprintf(flags, sizeof(flags), " %zu ME T%" PRIu32 "%s O%" PRIu32 "\r\n", command->value_length,
					  command->expiration, name, connection->sent);
	} else if (command->verb == SLOCK_MEMCACHED_CAS) {
		at = snprintf(flags, sizeof(flags), " %zu C%" PRIu64 " T%" PRIu32 "%s O%" PRIu32 "\r\n", command->value_length,
					  command->version, command->expiration, name, connection->sent);
	} else if (command->verb == SLOCK_MEMCACHED_GET) {
		at = snprintf(flags, sizeof(flags), " v c O%" PRIu32 "\r\n", connection->sent);
	} else {
		at = snprintf(flags, sizeof(flags), " C%" PRIu64 " O%" PRIu32 "\r\n", command->version, connection->sent);
	}
	lengths[2] = (size_t) at;
	return wire_send_pieces(connection, pieces, lengths, writes ? 5 : 3, limit, result);
}

/* The text protocol has nothing that deletes a version, but a time for it that is over. */
static slock_progress wire_send_line(slock_memcached_connection *connection, const slock_memcached_command *command,
									 const wire_limit *limit, slock_result *result)
{
	slock_memcached_command sent = *command;

	if (sent.verb == SLOCK_MEMCACHED_DELETE) {
		sent.verb = SLOCK_MEMCACHED_CAS;
		sent.expiration = SLOCK_MEMCACHED_EXPIRED;
	}
	return wire_send_text(connection, &sent, limit, result);
}

/* Whether the connection is where it should be before a command: nothing has arrived that nobody asked for, and would
 * be taken for the answer. Nor has the server closed it. */
static bool wire_is_quiet(slock_memcached_connection *connection, slock_result *result)
{
	if (connection->sent != connection->answered) {
		return true;
	}
	if (slock_memcached_reader_is_empty(&connection->reader)) {
		switch (wire_fill(connection, result)) {
			case 0:
				return true;
			case -1:
				return false;
			default:
				break;
		}
	}
	wire_lost(connection, "the server has sent what it was not asked for", result);
	return false;
}

uint32_t slock_memcached_wire_announce(slock_memcached_connection *connection, slock_result *result)
{
	if (!wire_is_quiet(connection, result)) {
		return 0;
	}
	if (++connection->sent == 0) {
		/* That number stands for none. */
		wire_lost(connection, "too many commands on one connection", result);
	}
	return connection->sent;
}

slock_progress slock_memcached_wire_send(slock_memcached_connection *connection, const slock_memcached_command *command,
										 slock_result *result)
{
	const wire_limit limit = wire_limit_of(connection, command);

	if (!slock_memcached_wire_announce(connection, result)) {
		return SLOCK_LOST;
	}
	if (connection->speaks == SPEAKS_BINARY) {
		return wire_send_command(connection, command, &limit, result);
	}
	return wire_is_meta(connection, command) ? wire_send_meta(connection, command, &limit, result)
											 : wire_send_line(connection, command, &limit, result);
}

/* ---- answers ---- */

static slock_memcached_reading wire_read(slock_memcached_connection *connection, int opcode,
										 const slock_memcached_command *command, const char **reason)
{
	uint32_t number = connection->answered + 1;

	if (connection->stage == PROBING) {
		return slock_memcached_reader_meta(&connection->reader, 0, command, reason);
	}
	if (connection->speaks == SPEAKS_BINARY) {
		return slock_memcached_reader_binary(&connection->reader, opcode, number, command, reason);
	}
	return wire_is_meta(connection, command) ? slock_memcached_reader_meta(&connection->reader, number, command, reason)
											 : slock_memcached_reader_text(&connection->reader, command, reason);
}

static slock_progress wire_receive_until(slock_memcached_connection *connection, int opcode,
										 const slock_memcached_command *command, const wire_limit *limit,
										 slock_result *result)
{
	const char *reason = NULL;
	bool over = false;

	for (;;) {
		slock_memcached_reading reading = wire_read(connection, opcode, command, &reason);
		int got;

		if (reading == SLOCK_MEMCACHED_READ_ALL) {
			connection->answered++;
			return SLOCK_ARRIVED;
		}
		if (reading == SLOCK_MEMCACHED_READ_NONSENSE) {
			wire_lost(connection, reason, result);
			return SLOCK_BROKEN;
		}
		if (limit->until) {
			/* A server that sends and sends, but never an answer, gets no more time than a silent one. */
			if (over || !slock_socket_wait(connection->fd, POLLIN, limit->until)) {
				return wire_late(connection, limit, result);
			}
			over = slock_clock_now() >= limit->until;
		}
		got = wire_fill(connection, result);
		if (got < 0) {
			return SLOCK_LOST;
		}
		if (got == 0 && !limit->until) {
			return SLOCK_AWAITED;
		}
	}
}

slock_progress slock_memcached_wire_receive(slock_memcached_connection *connection,
											const slock_memcached_command *command, bool wait,
											slock_memcached_answer *answer, slock_result *result)
{
	const wire_limit limit = wait ? wire_limit_of(connection, command) : (wire_limit){.until = 0};
	slock_progress progress = wire_receive_until(connection, wire_opcode(command->verb), command, &limit, result);

	if (progress == SLOCK_ARRIVED) {
		*answer = connection->reader.answer;
		answer->named = answer->outcome == SLOCK_MEMCACHED_OK && connection->speaks == SPEAKS_META &&
						(command->verb == SLOCK_MEMCACHED_ADD || command->verb == SLOCK_MEMCACHED_CAS) &&
						command->new_version && answer->version == command->new_version;
		answer->lingers = connection->speaks == SPEAKS_TEXT && command->verb == SLOCK_MEMCACHED_DELETE;
		if (answer->outcome == SLOCK_MEMCACHED_FAILED) {
			slock_result_error(result, "Memcached at %s: %s", connection->name, answer->text);
		}
	}
	return progress;
}

/* ---- connecting ---- */

/* SASL with the mechanism PLAIN: one round trip. */
static slock_progress wire_send_handshake(slock_memcached_connection *connection,
										  const slock_memcached_endpoint *endpoint, slock_result *result)
{
	size_t user = strlen(endpoint->user), password = strlen(endpoint->password);
	slock_memcached_command command = {.verb = SLOCK_MEMCACHED_DELETE, .key = "PLAIN", .key_length = strlen("PLAIN")};
	const wire_limit limit = {.until = connection->connect_deadline, .duration = endpoint->connect_timeout};
	slock_progress progress;
	char *secret = malloc(user + password + 2);

	if (!secret) {
		return wire_lost(connection, "out of memory", result);
	}
	secret[0] = '\0';
	memcpy(secret + 1, endpoint->user, user + 1);
	memcpy(secret + user + 2, endpoint->password, password);
	command.value = secret;
	command.value_length = user + password + 2;
	connection->sent++;
	/* A new connection has room for so little. */
	progress = wire_send_binary(connection, SLOCK_MEMCACHED_OPCODE_SASL_AUTH, &command, 0, &limit, result);
	free(secret);
	return progress == SLOCK_AWAITED ? SLOCK_ARRIVED : progress;
}

static slock_progress wire_authenticate(slock_memcached_connection *connection, slock_result *result)
{
	const slock_memcached_command command = {.verb = SLOCK_MEMCACHED_DELETE};
	const wire_limit at_once = {.until = 0};
	slock_progress progress =
		wire_receive_until(connection, SLOCK_MEMCACHED_OPCODE_SASL_AUTH, &command, &at_once, result);

	/* A server without authentication does not know the command, and lets everybody in. */
	if (progress == SLOCK_ARRIVED && connection->reader.answer.outcome == SLOCK_MEMCACHED_FAILED) {
		slock_result_error(result, "Memcached at %s: authentication failed: %s", connection->name,
						   connection->reader.answer.text);
		return SLOCK_BROKEN;
	}
	return progress;
}

/* Asks for what nobody has in a way that only some servers understand, and for its settings, which every server tells.
 * Each is one line, so whatever the server makes of it, nothing else of it can be taken for a command. */
static slock_progress wire_send_probe(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
									  slock_result *result)
{
	/* At least as long as a header of the binary protocol: a server that speaks nothing else then closes the
	 * connection and does not wait for the rest of it. */
	static const char probe[] = "mg slock-takes-versions E1\r\nstats settings\r\n";
	const char *pieces[] = {probe};
	const size_t lengths[] = {strlen(probe)};
	const wire_limit limit = {.until = connection->connect_deadline, .duration = endpoint->command_timeout};
	slock_progress progress;

	connection->sent++;
	progress = wire_send_pieces(connection, pieces, lengths, 1, &limit, result);
	return progress == SLOCK_AWAITED ? SLOCK_ARRIVED : progress;
}

static slock_progress wire_probe(slock_memcached_connection *connection, slock_result *result)
{
	const slock_memcached_command command = {.verb = SLOCK_MEMCACHED_GET};
	const wire_limit at_once = {.until = 0};
	slock_progress progress = wire_receive_until(connection, 0, &command, &at_once, result);
	const slock_memcached_answer *answer = &connection->reader.answer;

	if (progress == SLOCK_LOST) {
		return wire_lost(connection,
						 "the server closed the connection when it was asked for meta commands; where it, or a proxy, "
						 "knows none, add protocol=text to the DSN",
						 result);
	}
	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	if (answer->outcome != SLOCK_MEMCACHED_FAILED) {
		connection->speaks = SPEAKS_META;
	} else if (!strncmp(answer->text, "CLIENT_ERROR", strlen("CLIENT_ERROR"))) {
		connection->speaks = SPEAKS_META_DELETE;
	} else if (strcmp(answer->text, "ERROR")) {
		wire_lost(connection, answer->text, result);
		return SLOCK_BROKEN;
	}
	return SLOCK_ARRIVED;
}

/* Takes what it says of its settings. One that does not say that it evicts is taken for one that does not. */
static slock_progress wire_learn_settings(slock_memcached_connection *connection, slock_result *result)
{
	const char *reason = NULL;
	int got;

	for (;;) {
		switch (slock_memcached_reader_settings(&connection->reader, "STAT evictions on\r\n", &connection->evicts,
												&reason)) {
			case SLOCK_MEMCACHED_READ_ALL:
				if (connection->speaks == SPEAKS_META && !connection->evicts) {
					connection->speaks = SPEAKS_META_DELETE;
				}
				return SLOCK_ARRIVED;
			case SLOCK_MEMCACHED_READ_NONSENSE:
				wire_lost(connection, reason, result);
				return SLOCK_BROKEN;
			default:
				break;
		}
		got = wire_fill(connection, result);
		if (got <= 0) {
			return got < 0 ? SLOCK_LOST : SLOCK_AWAITED;
		}
	}
}

static bool wire_open(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
					  slock_result *result)
{
	connection->stage = OPENING;
	connection->connect_deadline = slock_clock_after(endpoint->connect_timeout);
	return slock_socket_start(
		&connection->attempt,
		&(slock_socket_server){"Memcached", connection->name, endpoint->path, endpoint->host, endpoint->port},
		connection->connect_deadline, result);
}

/* The server closes a connection when it is asked for meta commands, or says what nobody understands: once more, over
 * the binary protocol. */
static bool wire_reopen(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
						slock_result *result)
{
	result->status = SLOCK_OK;
	result->message[0] = '\0';
	close(connection->fd);
	connection->fd = -1;
	connection->sent = connection->answered = 0;
	connection->speaks = SPEAKS_BINARY;
	memset(&connection->reader, 0, sizeof(connection->reader));
	memset(&connection->attempt, 0, sizeof(connection->attempt));
	return wire_open(connection, endpoint, result);
}

slock_memcached_connection *slock_memcached_wire_start(const slock_memcached_endpoint *endpoint, slock_result *result)
{
	slock_memcached_connection *connection = calloc(1, sizeof(*connection));

	if (!connection || !(connection->name = strdup(endpoint->name))) {
		free(connection);
		slock_result_error(result, "Memcached at %s: out of memory", endpoint->name);
		return NULL;
	}
	connection->fd = -1;
	connection->speaks = endpoint->binary ? SPEAKS_BINARY : SPEAKS_TEXT;
	connection->command_timeout = endpoint->command_timeout;
	if (wire_open(connection, endpoint, result)) {
		return connection;
	}
	slock_memcached_wire_close(connection);
	return NULL;
}

static slock_progress wire_step(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
								slock_waiting *waiting, slock_result *result)
{
	slock_progress progress = SLOCK_ARRIVED;

	if (connection->stage == OPENING) {
		progress = slock_socket_step(&connection->attempt, waiting, result);
		if (progress != SLOCK_ARRIVED) {
			return progress;
		}
		connection->fd = connection->attempt.fd;
		connection->stage = endpoint->user                                        ? SENDING_HANDSHAKE
							: endpoint->meta && connection->speaks == SPEAKS_TEXT ? SENDING_PROBE
																				  : OPEN;
	}
	if (connection->stage == SENDING_HANDSHAKE) {
		progress = wire_send_handshake(connection, endpoint, result);
		connection->stage = AUTHENTICATING;
	}
	if (connection->stage == AUTHENTICATING && progress == SLOCK_ARRIVED) {
		progress = wire_authenticate(connection, result);
	}
	if (connection->stage == SENDING_PROBE) {
		connection->connect_deadline = slock_clock_after(endpoint->command_timeout);
		progress = wire_send_probe(connection, endpoint, result);
		connection->stage = PROBING;
	}
	if (connection->stage == PROBING && progress == SLOCK_ARRIVED) {
		progress = wire_probe(connection, result);
		connection->stage = progress == SLOCK_ARRIVED ? ASKING_FOR_SETTINGS : PROBING;
	}
	if (connection->stage == ASKING_FOR_SETTINGS && progress == SLOCK_ARRIVED) {
		progress = wire_learn_settings(connection, result);
	}
	if (connection->stage == PROBING && endpoint->or_binary && (progress == SLOCK_LOST || progress == SLOCK_BROKEN)) {
		return wire_reopen(connection, endpoint, result) ? wire_step(connection, endpoint, waiting, result)
														 : SLOCK_LOST;
	}
	if (progress == SLOCK_ARRIVED) {
		connection->stage = OPEN;
	} else if (progress == SLOCK_AWAITED) {
		*waiting = (slock_waiting){connection->fd, POLLIN, connection->connect_deadline};
		if (slock_clock_now() >= connection->connect_deadline) {
			const slock_time duration =
				connection->stage >= PROBING ? endpoint->command_timeout : endpoint->connect_timeout;

			return wire_late(connection, &(wire_limit){.duration = duration}, result);
		}
	}
	return progress;
}

slock_progress slock_memcached_wire_establish(slock_memcached_connection *connection,
											  const slock_memcached_endpoint *endpoint, bool wait, slock_time answer_by,
											  slock_waiting *waiting, slock_result *result)
{
	for (;;) {
		slock_progress progress = wire_step(connection, endpoint, waiting, result);

		if (progress != SLOCK_AWAITED) {
			return progress;
		}
		if (answer_by) {
			if (slock_clock_now() >= answer_by) {
				slock_result_error(result, "Memcached at %s: %s in time", connection->name,
								   connection->stage == OPENING ? "no connection" : "no answer");
				return SLOCK_LATE;
			}
			if (answer_by < waiting->until) {
				waiting->until = answer_by;
			}
		}
		if (!wait) {
			return progress;
		}
		slock_socket_wait(waiting->descriptor, waiting->events, waiting->until);
	}
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
