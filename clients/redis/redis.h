/* SPDX-License-Identifier: MIT
 *
 * THE contract of the Redis clients: one script call, one answer. `slock_redis` is what RedisStore sees, whichever way
 * the bytes go; `slock_redis_client` is what the native module slock_redis.so provides. The second half is plain C. */
#ifndef SLOCK_REDIS_H
#define SLOCK_REDIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/clock.h"
#include "core/result.h"

/* ---- what the native module provides ---- */

/* Where a server is and how to get in. The strings belong to the caller and are only read during the call. */
typedef struct {
	const char *name;       /* of the server, for messages: "host:port" or the path */
	const char *host;       /* NULL: a unix socket */
	int port;               /* 1 to 65535 */
	const char *path;       /* of the unix socket; NULL: TCP */
	const char *user;       /* NULL: the default user */
	const char *password;   /* NULL: no AUTH */
	int database;           /* SELECT unless 0 */
	double connect_timeout; /* seconds, > 0: for the connection and the greeting together */
	double command_timeout; /* seconds, > 0: for one answer */
	int keepalive;          /* seconds between TCP keep-alive probes; 0: off */
} slock_redis_endpoint;

/* One answer, in the only shapes that our scripts and their errors have. */
typedef struct {
	enum { SLOCK_REDIS_INTEGER, SLOCK_REDIS_TEXT, SLOCK_REDIS_ERROR, SLOCK_REDIS_OTHER } type;
	long long integer;
	char text[SLOCK_MESSAGE_SIZE]; /* of a status, a string or an error; cut, always terminated */
} slock_redis_reply;

typedef enum {
	SLOCK_REDIS_ARRIVED, /* the reply is filled in */
	SLOCK_REDIS_AWAITED, /* the request is on the wire, and not all of its answer is there yet */
	SLOCK_REDIS_LOST,    /* the connection is unusable and must be closed; the result says why */
	SLOCK_REDIS_LATE,    /* the same, because the command timeout is over: asking again would wait again */
} slock_redis_progress;

/* A connection; requests and answers are in the same order. */
typedef struct slock_redis_connection slock_redis_connection;

/* The table `slock_redis_client_table` in slock_redis.so. No function runs PHP code, throws or keeps a pointer to its
 * arguments. */
typedef struct {
	const char *(*library_version)(void);

	/* Connects, authenticates and selects the database. NULL: the result has the reason. Close-on-exec is set. */
	slock_redis_connection *(*connect)(const slock_redis_endpoint *endpoint, slock_result *result);

	/* Puts one command on the wire: AWAITED, LOST or LATE. Raises no SIGPIPE. */
	slock_redis_progress (*send)(slock_redis_connection *connection, int argc, const char **argv, const size_t *lengths,
								 slock_result *result);

	/* Takes the next answer. `wait`: until it is there or the command timeout is over (which loses the connection);
	 * else only what has arrived, and never blocks. */
	slock_redis_progress (*receive)(slock_redis_connection *connection, bool wait, slock_redis_reply *reply,
									slock_result *result);

	/* Poll this for POLLIN to learn when receive() has something to read. */
	int (*descriptor)(const slock_redis_connection *connection);

	/* Closes the descriptor and frees everything. Nothing is written: right in a forked child as well. */
	void (*close)(slock_redis_connection *connection);
} slock_redis_client;

/* ---- what RedisStore sees ---- */

#define SLOCK_REDIS_MAX_ARGUMENTS 3

/* A script of ours and its SHA-1, computed once at start-up. */
typedef struct {
	const char *text;
	char sha[41];
} slock_redis_script;

/* One call of a script with one key. The pointers are read until the call has ended. */
typedef struct {
	const slock_redis_script *script;
	const char *key;
	size_t key_length;
	const char *arguments[SLOCK_REDIS_MAX_ARGUMENTS];
	size_t lengths[SLOCK_REDIS_MAX_ARGUMENTS];
	int argument_count;
} slock_redis_call;

/* A way to a Redis server. */
typedef struct slock_redis slock_redis;

/* A call in progress (native only). */
typedef struct {
	uint64_t connection; /* serial number of the connection it was sent on */
	uint64_t ticket;     /* its place in the order of answers */
	bool fresh;          /* the connection was opened for it: losing that one is an error, not a reason to try again */
	bool evaluated;      /* the whole script was sent, not only its hash */
	int descriptor;      /* poll this for POLLIN */
} slock_redis_pending;

typedef struct {
	/* Runs the call to its end. SLOCK_OK: the reply is an integer. SLOCK_STORAGE_ERROR: anything else; the reply is an
	 * SLOCK_REDIS_ERROR where the server refused. A client object may leave SLOCK_INTERRUPTED. */
	slock_status (*run)(slock_redis *redis, const slock_redis_call *call, slock_redis_reply *reply,
						slock_result *result);

	/* The same in two steps, see core/store.h; NULL where a client object offers no such thing. finish() never blocks,
	 * unless it has to connect again. An answer may be in memory already when its turn comes, because another call on
	 * the same connection has read it: ask finish() once more before each poll(). `late`: the time for this answer is
	 * over, so the connection is not trusted any more. */
	bool (*begin)(slock_redis *redis, const slock_redis_call *call, slock_redis_pending *pending, slock_result *result);
	bool (*finish)(slock_redis *redis, const slock_redis_call *call, slock_redis_pending *pending,
				   slock_redis_reply *reply, slock_result *result);
	void (*abandon)(slock_redis *redis, slock_redis_pending *pending, bool late);

	void (*free)(slock_redis *redis);
} slock_redis_ops;

struct slock_redis {
	const slock_redis_ops *ops;
	/* For finish(); not set where there is none. */
	double command_timeout; /* seconds; how long it may be waited for */
	const char *name;       /* of the server, for messages */
};

#endif
