/* SPDX-License-Identifier: MIT
 *
 * Connecting to a memcached server: the socket, SASL, and what the server knows of the protocols; see connect.h. The
 * bytes of all that go through wire.c. Plain C. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/mask.h"
#include "clients/memcached/connect.h"
#include "clients/memcached/connection.h"
#include "clients/memcached/wire.h"
#include "clients/socket.h"

/* So many reads in a row, of what a server says of its settings. */
#define MOST_READS 64

/* SASL with the mechanism PLAIN: one round trip. */
static slock_progress connect_send_handshake(slock_memcached_connection *connection,
											 const slock_memcached_endpoint *endpoint, slock_result *result)
{
	size_t user = strlen(endpoint->user), password = strlen(endpoint->password);
	slock_memcached_command command = {.verb = SLOCK_MEMCACHED_DELETE, .key = "PLAIN", .key_length = strlen("PLAIN")};
	const slock_memcached_limit limit = {.until = connection->connect_deadline, .duration = endpoint->connect_timeout};
	slock_progress progress;
	char *secret = malloc(user + password + 2);

	if (!secret) {
		return slock_memcached_wire_lost(connection, "out of memory", result);
	}
	secret[0] = '\0';
	memcpy(secret + 1, endpoint->user, user + 1);
	memcpy(secret + user + 2, endpoint->password, password);
	command.value = secret;
	command.value_length = user + password + 2;
	connection->sent++;
	/* A new connection has room for so little. */
	progress =
		slock_memcached_wire_send_binary(connection, SLOCK_MEMCACHED_OPCODE_SASL_AUTH, &command, 0, &limit, result);
	free(secret);
	return progress == SLOCK_AWAITED ? SLOCK_ARRIVED : progress;
}

static slock_progress connect_authenticate(slock_memcached_connection *connection,
										   const slock_memcached_endpoint *endpoint, slock_result *result)
{
	const slock_memcached_command command = {.verb = SLOCK_MEMCACHED_DELETE};
	const slock_memcached_limit at_once = {.until = 0};
	slock_memcached_answer *answer = &connection->reader.answer;
	slock_progress progress =
		slock_memcached_wire_receive_until(connection, SLOCK_MEMCACHED_OPCODE_SASL_AUTH, &command, &at_once, result);

	/* A server without authentication does not know the command, and lets everybody in. */
	if (progress == SLOCK_ARRIVED && answer->outcome == SLOCK_MEMCACHED_FAILED) {
		slock_mask_secret(answer->text, endpoint->password);
		slock_result_error(result, "Memcached at %s: authentication failed: %s", connection->name, answer->text);
		return SLOCK_BROKEN;
	}
	return progress;
}

/* Asks for what nobody has in a way that only some servers understand, and for its settings, which every server tells.
 * Each is one line, so whatever the server makes of it, nothing else of it can be taken for a command. */
static slock_progress connect_send_probe(slock_memcached_connection *connection,
										 const slock_memcached_endpoint *endpoint, slock_result *result)
{
	/* At least as long as a header of the binary protocol: a server that speaks nothing else then closes the
	 * connection and does not wait for the rest of it. */
	static const char probe[] = "mg slock-takes-versions E1\r\nstats settings\r\n";
	const slock_memcached_limit limit = {.until = connection->connect_deadline, .duration = endpoint->command_timeout};
	slock_progress progress;

	connection->sent++;
	progress = slock_memcached_wire_send_bytes(connection, probe, strlen(probe), &limit, result);
	return progress == SLOCK_AWAITED ? SLOCK_ARRIVED : progress;
}

static slock_progress connect_probe(slock_memcached_connection *connection, slock_result *result)
{
	const slock_memcached_command command = {.verb = SLOCK_MEMCACHED_GET};
	const slock_memcached_limit at_once = {.until = 0};
	slock_progress progress = slock_memcached_wire_receive_until(connection, 0, &command, &at_once, result);
	const slock_memcached_answer *answer = &connection->reader.answer;

	if (progress == SLOCK_LOST) {
		return slock_memcached_wire_lost(
			connection,
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
		connection->refused = true;
		slock_memcached_wire_lost(connection, answer->text, result);
		return SLOCK_BROKEN;
	}
	return SLOCK_ARRIVED;
}

/* Takes what it says of its settings. One that does not say that it evicts is taken for one that does not. */
static slock_progress connect_learn_settings(slock_memcached_connection *connection, slock_result *result)
{
	const char *reason = NULL;
	int got;

	for (int reads = 0;; reads++) {
		switch (slock_memcached_reader_settings(&connection->reader, "STAT evictions on\r\n", &connection->evicts,
												&reason)) {
			case SLOCK_MEMCACHED_READ_ALL:
				if (connection->speaks == SPEAKS_META && !connection->evicts) {
					connection->speaks = SPEAKS_META_DELETE;
				}
				return SLOCK_ARRIVED;
			case SLOCK_MEMCACHED_READ_NONSENSE:
				slock_memcached_wire_lost(connection, reason, result);
				return SLOCK_BROKEN;
			default:
				break;
		}
		/* A server that sends and sends gets no more time than a silent one. */
		if (reads == MOST_READS) {
			return SLOCK_AWAITED;
		}
		got = slock_memcached_wire_fill(connection, 0, result);
		if (got <= 0) {
			return got < 0 ? SLOCK_LOST : SLOCK_AWAITED;
		}
	}
}

static bool connect_open(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
						 slock_result *result)
{
	connection->stage = OPENING;
	connection->connect_deadline = slock_clock_after(endpoint->connect_timeout);
	return slock_socket_start(
		&connection->attempt,
		&(slock_socket_server){"Memcached", connection->name, endpoint->path, endpoint->host, endpoint->port},
		connection->connect_deadline, result);
}

/* The server closed the connection when it was asked for meta commands, or said what nobody understands: once more,
 * over the binary protocol. Anybody may close a connection, and only a server that does so twice is taken for one that
 * speaks nothing else: nobody would be told, and the thread that renews has no meta commands then. */
static bool connect_reopen(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
						   bool closed, slock_result *result)
{
	const bool probes_again = closed && !connection->probed_again;

	result->status = SLOCK_OK;
	result->message[0] = '\0';
	close(connection->fd);
	connection->fd = -1;
	connection->sent = connection->answered = 0;
	connection->probed_again = true;
	connection->speaks = probes_again ? SPEAKS_TEXT : SPEAKS_BINARY;
	memset(&connection->reader, 0, sizeof(connection->reader));
	memset(&connection->attempt, 0, sizeof(connection->attempt));
	return connect_open(connection, endpoint, result);
}

slock_memcached_connection *slock_memcached_start(const slock_memcached_endpoint *endpoint, slock_result *result)
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
	if (connect_open(connection, endpoint, result)) {
		return connection;
	}
	slock_memcached_close(connection);
	return NULL;
}

static slock_progress connect_step(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
								   slock_waiting *waiting, slock_result *result)
{
	slock_progress progress = SLOCK_ARRIVED;

	if (connection->stage == OPENING) {
		progress = slock_socket_step(&connection->attempt, waiting, result);
		if (progress != SLOCK_ARRIVED) {
			return progress;
		}
		connection->fd = connection->attempt.fd;
		connection->waits = 0;
		/* What nobody has looked at until its time was over is as good, and what follows can only begin now. */
		if (slock_clock_now() >= connection->connect_deadline) {
			connection->connect_deadline = slock_clock_after(endpoint->connect_timeout);
		}
		connection->stage = endpoint->user                                        ? SENDING_HANDSHAKE
							: endpoint->meta && connection->speaks == SPEAKS_TEXT ? SENDING_PROBE
																				  : OPEN;
	}
	if (connection->stage == SENDING_HANDSHAKE) {
		progress = connect_send_handshake(connection, endpoint, result);
		connection->stage = AUTHENTICATING;
	}
	if (connection->stage == AUTHENTICATING && progress == SLOCK_ARRIVED) {
		progress = connect_authenticate(connection, endpoint, result);
	}
	if (connection->stage == SENDING_PROBE) {
		connection->connect_deadline = slock_clock_after(endpoint->command_timeout);
		progress = connect_send_probe(connection, endpoint, result);
		connection->stage = PROBING;
	}
	if (connection->stage == PROBING && progress == SLOCK_ARRIVED) {
		progress = connect_probe(connection, result);
		connection->stage = progress == SLOCK_ARRIVED ? ASKING_FOR_SETTINGS : PROBING;
	}
	if (connection->stage == ASKING_FOR_SETTINGS && progress == SLOCK_ARRIVED) {
		progress = connect_learn_settings(connection, result);
	}
	if (connection->stage == PROBING && endpoint->or_binary && !connection->refused &&
		(progress == SLOCK_LOST || progress == SLOCK_BROKEN)) {
		return connect_reopen(connection, endpoint, progress == SLOCK_LOST, result)
				   ? connect_step(connection, endpoint, waiting, result)
				   : SLOCK_LOST;
	}
	if (progress == SLOCK_ARRIVED) {
		connection->stage = OPEN;
	} else if (progress == SLOCK_AWAITED) {
		*waiting = (slock_waiting){connection->fd, POLLIN, connection->connect_deadline};
		if (slock_clock_now() >= connection->connect_deadline) {
			const slock_time duration =
				connection->stage >= PROBING ? endpoint->command_timeout : endpoint->connect_timeout;

			return slock_memcached_wire_late(connection, &(slock_memcached_limit){.duration = duration}, result);
		}
	}
	return progress;
}

slock_progress slock_memcached_establish(slock_memcached_connection *connection,
										 const slock_memcached_endpoint *endpoint, bool wait, slock_time answer_by,
										 slock_waiting *waiting, slock_result *result)
{
	for (;;) {
		slock_progress progress = connect_step(connection, endpoint, waiting, result);

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

int slock_memcached_descriptor(const slock_memcached_connection *connection)
{
	return connection->fd;
}

void slock_memcached_close(slock_memcached_connection *connection)
{
	slock_socket_cancel(&connection->attempt);
	if (connection->fd != -1) {
		close(connection->fd);
	}
	free(connection->name);
	free(connection);
}
