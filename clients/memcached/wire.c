/* SPDX-License-Identifier: MIT
 *
 * memcached's protocols, as far as a lock needs them: the commands and answers of a connection, which connect.c opens.
 * Plain C: no zval, no exception, no Zend call. libmemcached could speak them too, but it throws away what the server
 * says about an error, takes errors of a "get" for a miss, says "quit" on the wire when a forked child lets go of a
 * connection, and cannot wait for several servers at once. */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/memcached/connection.h"
#include "clients/memcached/wire.h"
#include "clients/socket.h"

/* So long after an answer it is worth no system call to see whether the connection is still there; ns. */
#define JUST_HEARD 50000000

/* That of one answer, from now on. */
static slock_memcached_limit wire_limit_of(const slock_memcached_connection *connection,
										   const slock_memcached_command *command)
{
	return (slock_memcached_limit){.until = slock_clock_limit(connection->command_timeout, command->answer_by),
								   .duration = connection->command_timeout,
								   .answer_by = command->answer_by};
}

slock_progress slock_memcached_wire_lost(const slock_memcached_connection *connection, const char *reason,
										 slock_result *result)
{
	slock_result_error(result, "Memcached at %s: %s", connection->name, reason);
	return SLOCK_LOST;
}

slock_progress slock_memcached_wire_late(const slock_memcached_connection *connection,
										 const slock_memcached_limit *limit, slock_result *result)
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

int slock_memcached_wire_fill(slock_memcached_connection *connection, slock_time until, slock_result *result)
{
	size_t room;
	char *to = slock_memcached_reader_room(&connection->reader, &room);
	ssize_t got = until ? slock_socket_receive_until(connection->fd, &connection->waits, to, room, until)
						: slock_socket_receive(connection->fd, to, room);

	if (got < 0) {
		slock_memcached_wire_lost(connection, errno ? strerror(errno) : "the server closed the connection", result);
		return -1;
	}
	slock_memcached_reader_got(&connection->reader, (size_t) got);
	return got > 0;
}

slock_progress slock_memcached_wire_send_bytes(slock_memcached_connection *connection, const char *bytes, size_t length,
											   const slock_memcached_limit *limit, slock_result *result)
{
	int failure = slock_socket_send(connection->fd, bytes, length, limit->until);

	if (failure == 0) {
		return SLOCK_AWAITED;
	}
	return failure == ETIMEDOUT ? slock_memcached_wire_late(connection, limit, result)
								: slock_memcached_wire_lost(connection, strerror(failure), result);
}

/* Sends some pieces as one packet. */
static slock_progress wire_send_pieces(slock_memcached_connection *connection, const char *const *pieces,
									   const size_t *lengths, int count, const slock_memcached_limit *limit,
									   slock_result *result)
{
	size_t total = 0, at = 0;
	char small[1024], *packet = small;
	slock_progress progress;

	for (int i = 0; i < count; i++) {
		total += lengths[i];
	}
	if (total > sizeof(small) && !(packet = malloc(total))) {
		return slock_memcached_wire_lost(connection, "out of memory", result);
	}
	for (int i = 0; i < count; i++) {
		if (lengths[i]) {
			memcpy(packet + at, pieces[i], lengths[i]);
			at += lengths[i];
		}
	}
	progress = slock_memcached_wire_send_bytes(connection, packet, total, limit, result);
	if (packet != small) {
		free(packet);
	}
	return progress;
}

slock_progress slock_memcached_wire_send_binary(slock_memcached_connection *connection, int opcode,
												const slock_memcached_command *command, uint8_t extras,
												const slock_memcached_limit *limit, slock_result *result)
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
										const slock_memcached_limit *limit, slock_result *result)
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
	return slock_memcached_wire_send_binary(connection, wire_opcode(sent.verb), &sent, writes ? 8 : 0, limit, result);
}

static slock_progress wire_send_text(slock_memcached_connection *connection, const slock_memcached_command *command,
									 const slock_memcached_limit *limit, slock_result *result)
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
									 const slock_memcached_limit *limit, slock_result *result)
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
									 const slock_memcached_limit *limit, slock_result *result)
{
	slock_memcached_command sent = *command;

	if (sent.verb == SLOCK_MEMCACHED_DELETE) {
		sent.verb = SLOCK_MEMCACHED_CAS;
		sent.expiration = SLOCK_MEMCACHED_EXPIRED;
	}
	return wire_send_text(connection, &sent, limit, result);
}

/* Whether the connection is where it should be before a command: nothing has arrived that nobody asked for, and would
 * be taken for the answer. Nor has the server closed it. Whose answer has a number of its own (`numbered`) takes no
 * other for it, and a server that has just answered is most likely there: then that is not looked at. */
static bool wire_is_quiet(slock_memcached_connection *connection, bool numbered, slock_result *result)
{
	if (connection->sent != connection->answered) {
		return true;
	}
	if (slock_memcached_reader_is_empty(&connection->reader)) {
		if (numbered && slock_clock_now() - connection->heard < JUST_HEARD) {
			return true;
		}
		switch (slock_memcached_wire_fill(connection, 0, result)) {
			case 0:
				return true;
			case -1:
				return false;
			default:
				break;
		}
	}
	slock_memcached_wire_lost(connection, "the server has sent what it was not asked for", result);
	return false;
}

static uint32_t wire_count(slock_memcached_connection *connection, bool numbered, slock_result *result)
{
	if (!wire_is_quiet(connection, numbered, result)) {
		return 0;
	}
	if (++connection->sent == 0) {
		/* That number stands for none. */
		slock_memcached_wire_lost(connection, "too many commands on one connection", result);
	}
	return connection->sent;
}

uint32_t slock_memcached_wire_announce(slock_memcached_connection *connection, slock_result *result)
{
	return wire_count(connection, false, result);
}

slock_progress slock_memcached_wire_send(slock_memcached_connection *connection, const slock_memcached_command *command,
										 slock_result *result)
{
	const slock_memcached_limit limit = wire_limit_of(connection, command);
	const bool numbered = connection->speaks == SPEAKS_BINARY || wire_is_meta(connection, command);

	if (!wire_count(connection, numbered, result)) {
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

slock_progress slock_memcached_wire_receive_until(slock_memcached_connection *connection, int opcode,
												  const slock_memcached_command *command,
												  const slock_memcached_limit *limit, slock_result *result)
{
	const char *reason = NULL;
	bool over = false;
	slock_time now;

	for (;;) {
		slock_memcached_reading reading = wire_read(connection, opcode, command, &reason);
		int got;

		if (reading == SLOCK_MEMCACHED_READ_ALL) {
			connection->answered++;
			return SLOCK_ARRIVED;
		}
		if (reading == SLOCK_MEMCACHED_READ_NONSENSE) {
			slock_memcached_wire_lost(connection, reason, result);
			return SLOCK_BROKEN;
		}
		/* A server that sends and sends, but never an answer, gets no more time than a silent one. */
		if (over) {
			return slock_memcached_wire_late(connection, limit, result);
		}
		got = slock_memcached_wire_fill(connection, limit->until, result);
		if (got < 0) {
			return SLOCK_LOST;
		}
		if (got == 0 && !limit->until) {
			return SLOCK_AWAITED;
		}
		now = slock_clock_now();
		connection->heard = got ? now : connection->heard;
		over = limit->until && now >= limit->until;
	}
}

slock_progress slock_memcached_wire_receive(slock_memcached_connection *connection,
											const slock_memcached_command *command, bool wait,
											slock_memcached_answer *answer, slock_result *result)
{
	const slock_memcached_limit limit = wait ? wire_limit_of(connection, command) : (slock_memcached_limit){.until = 0};
	slock_progress progress =
		slock_memcached_wire_receive_until(connection, wire_opcode(command->verb), command, &limit, result);

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
