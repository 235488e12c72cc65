/* SPDX-License-Identifier: MIT
 *
 * A connection of slock_redis.so.1, and bytes to and from it. Plain C: no zval, no exception, no Zend call. hiredis.c
 * has the commands and their answers, connect.c connects. */
#ifndef SLOCK_CLIENTS_REDIS_CONNECTION_H
#define SLOCK_CLIENTS_REDIS_CONNECTION_H

#include <hiredis/hiredis.h>

#include "clients/redis/redis.h"
#include "clients/redis/tls.h"
#include "clients/socket.h"

struct slock_redis_connection {
	int fd;               /* -1: none yet */
	unsigned waits;       /* of slock_socket_receive_until() */
	slock_redis_tls *tls; /* NULL: the bytes go as they are */
	redisReader *reader;
	redisReplyObjectFunctions functions; /* the reader's */
	size_t unparsed;                     /* bytes that have come since the last whole answer */
	char *name;                          /* of the server, for messages */
	char *secret;                        /* owned; which they do not show; NULL: none */

	/* While connecting; connect.c's own. */
	enum { SLOCK_REDIS_OPENING, SLOCK_REDIS_SECURING, SLOCK_REDIS_HANDSHAKING, SLOCK_REDIS_OPEN } stage;
	slock_time connect_deadline;
	slock_socket_attempt attempt; /* OPENING */
	char *handshake;              /* owned; what is sent first */
	size_t handshake_length, handshake_sent;
	int handshake_answers; /* answers to it that are still to come */
};

/* Closes the descriptor and frees everything; see slock_redis_client. */
void slock_redis_close(slock_redis_connection *connection);

/* Set the result and return LOST, or LATE with "no answer within … seconds". */
slock_progress slock_redis_lost(const slock_redis_connection *connection, const char *reason, slock_result *result);
slock_progress slock_redis_late(const slock_redis_connection *connection, slock_time duration, slock_result *result);

/* Sends what it can of the bytes from *sent on: ARRIVED when that is all, AWAITED when there is no room (wait for
 * slock_redis_wanted()), or LOST. */
slock_progress slock_redis_send_some(slock_redis_connection *connection, const char *data, size_t length, size_t *sent,
									 slock_result *result);

/* What to poll for, where plain bytes would need these events. */
short slock_redis_wanted(const slock_redis_connection *connection, short events);

/* Takes one answer, which the caller frees with freeReplyObject(). Without a limit, only what has arrived. */
slock_progress slock_redis_receive(slock_redis_connection *connection, slock_redis_limit limit, redisReply **reply,
								   slock_result *result);

/* Whether there are bytes that no poll() tells about. */
bool slock_redis_has_data(const slock_redis_connection *connection);

/* Whether something has arrived, or the connection has ended, where no answer is awaited; never blocks. */
bool slock_redis_has_leftovers(const slock_redis_connection *connection);

/* Makes the reader, which takes only lists as long as an answer may be. False: out of memory. */
bool slock_redis_create_reader(slock_redis_connection *connection);

/* Whether it is an array of so many elements or more. */
bool slock_redis_is_list(const redisReply *reply, size_t least);

#endif
