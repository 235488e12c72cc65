/* SPDX-License-Identifier: MIT
 *
 * Inside slock_memcached.so.1: what a connection is. Plain C. */
#ifndef SLOCK_CLIENTS_MEMCACHED_CONNECTION_H
#define SLOCK_CLIENTS_MEMCACHED_CONNECTION_H

#include "clients/memcached/memcached.h"
#include "clients/memcached/reader.h"
#include "clients/socket.h"

struct slock_memcached_connection {
	int fd;         /* -1: none yet */
	unsigned waits; /* of slock_socket_receive_until() */
	enum {
		SPEAKS_TEXT,
		/* The same, and "md": the server knows meta commands, but no new version in them; or what it does when its
		 * memory is full: see wire_is_meta(). */
		SPEAKS_META_DELETE,
		SPEAKS_META,
		SPEAKS_BINARY
	} speaks;
	slock_time command_timeout;
	char *name; /* of the server, for messages */

	/* While connecting. */
	enum { OPENING, SENDING_HANDSHAKE, AUTHENTICATING, SENDING_PROBE, PROBING, ASKING_FOR_SETTINGS, OPEN } stage;
	slock_time connect_deadline;  /* of the connection and the handshake, then of the answer to the probe */
	slock_socket_attempt attempt; /* OPENING */
	bool refused;                 /* PROBING: in a line of text, which is not about meta commands */
	bool probed_again;            /* PROBING: the first time the connection was closed */
	bool evicts;                  /* ASKING_FOR_SETTINGS: the server has said so */

	/* The numbers of the latest command and of the latest answer: not sent along in the text protocol. */
	uint32_t sent, answered;
	slock_time heard; /* when the latest bytes came */

	slock_memcached_reader reader;
};

#endif
