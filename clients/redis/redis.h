/* SPDX-License-Identifier: MIT
 *
 * THE contract of the Redis clients: one script call, one answer. `slock_redis` is what RedisStore sees, whatever the
 * transport; `slock_redis_client` is what the native module slock_redis.so.1 provides. The second half is plain C. */
#ifndef SLOCK_CLIENTS_REDIS_REDIS_H
#define SLOCK_CLIENTS_REDIS_REDIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "clients/waiting.h"
#include "core/clock.h"
#include "core/result.h"

/* ---- what the native module provides ---- */

/* Where a server is and how to get in. The strings belong to the caller and are only read during the call. */
typedef struct {
	const char *name;     /* of the server, for messages: "host:port" or the path */
	const char *host;     /* NULL: a unix socket */
	int port;             /* 1 to 65535 */
	const char *path;     /* of the unix socket; NULL: TCP */
	const char *user;     /* NULL: the default user */
	const char *password; /* NULL: no AUTH. May hold any bytes */
	size_t password_length;
	int database;               /* SELECT unless 0 */
	slock_time connect_timeout; /* > 0: for the connection and the handshake together */
	slock_time command_timeout; /* > 0: for one answer */
	int keepalive;              /* seconds between TCP keep-alive probes; 0: off */
	bool master;                /* connect() fails unless the server says that it is one (ROLE) */

	bool tls;                  /* only where SLOCK_REDIS_TLS is defined */
	bool tls_verify_peer;      /* the server's certificate must be trusted */
	bool tls_verify_peer_name; /* and be made for tls_peer_name */
	const char *tls_peer_name; /* NULL: the host */
	const char *tls_cafile;    /* NULL in both: what the system trusts */
	const char *tls_capath;
	const char *tls_local_cert; /* of the client; NULL: none */
	const char *tls_local_pk;   /* its key; NULL: in the same file */
} slock_redis_endpoint;

/* Where a server is, as other servers tell it. */
typedef struct {
	char host[256]; /* "" in an answer of CLUSTER SLOTS: the host that was asked */
	int port;
} slock_redis_address;

/* A range of slots and its master. */
typedef struct {
	int first, last; /* 0 to 16383 */
	slock_redis_address master;
} slock_redis_slots;

/* How long something is waited for. */
typedef struct {
	slock_time until;    /* 0: not at all, only what has arrived counts */
	slock_time duration; /* for messages */
} slock_redis_limit;

/* One answer, in the only shapes that our scripts and their errors have. */
typedef struct {
	enum {
		SLOCK_REDIS_INTEGER,
		SLOCK_REDIS_TEXT,
		SLOCK_REDIS_ERROR,
		SLOCK_REDIS_OTHER,
		/* No answers, but ends of calls with `replicas`, which are storage errors. Too few have confirmed: */
		SLOCK_REDIS_UNCONFIRMED,
		/* Whatever has gone wrong, the script has granted the key what it had not held before: */
		SLOCK_REDIS_TO_GIVE_BACK,
		/* And of calls through a client object. After an answer that was not its own, or may not have been, there was
		 * none, or only that to another sending, and the script may have been run. Also with SLOCK_INTERRUPTED: */
		SLOCK_REDIS_IN_DOUBT
	} type;
	long long integer;
	char text[SLOCK_MESSAGE_SIZE]; /* of a status, a string or an error; cut, always terminated */
} slock_redis_reply;

/* To an unknown command Redis answers with its arguments: a password, or the token of a lock. Cuts them off; false:
 * there are none. */
static inline bool slock_redis_cut_arguments(char *text)
{
	char *arguments = strstr(text, ", with args beginning with");

	if (arguments) {
		*arguments = '\0';
	}
	return arguments != NULL;
}

/* The answer to a call with `replicas` that has written nothing, so that there is nothing to be confirmed. */
#define SLOCK_REDIS_NOTHING_DONE 2

/* The answer to a call with `unheard` that was only sent, where the last one that was heard has found nobody to wake.
 */
#define SLOCK_REDIS_SENT_TO_NOBODY 3

/* The call ended without an answer; the result says why. True. */
static inline bool slock_redis_unanswered(slock_redis_reply *reply)
{
	reply->type = SLOCK_REDIS_OTHER;
	reply->text[0] = '\0';
	return true;
}

/* What comes on a connection that has sent SUBSCRIBE or SSUBSCRIBE. */
typedef struct {
	enum {
		SLOCK_REDIS_SUBSCRIBED, /* the server's confirmation */
		SLOCK_REDIS_PUBLISHED,  /* a message; `text` is what it says */
		SLOCK_REDIS_ENDED,      /* the server has ended the subscription */
		SLOCK_REDIS_REFUSED,    /* it did not accept it; `text` is why */
	} type;
	char text[SLOCK_MESSAGE_SIZE]; /* cut, always terminated */
} slock_redis_message;

/* A connection; requests and answers are in the same order. */
typedef struct slock_redis_connection slock_redis_connection;

/* The table `slock_redis_client_table` in slock_redis.so.1. No function runs PHP code, throws or keeps a pointer to its
 * arguments. */
typedef struct {
	const char *build; /* SLOCK_BUILD */
	const char *(*library_version)(void);

	/* Connects, authenticates and selects the database, in steps. start() waits for nothing, except that a host that is
	 * a name is looked up; NULL: the result has the reason. Close-on-exec is set. establish() goes on as far as it can:
	 * ARRIVED: the connection can be used; AWAITED: call it again after `waiting`; LOST, LATE (the endpoint's
	 * connect_timeout is over): close it. AWAITED with a limit: that is over, but the connection may still be
	 * established. The endpoint is the same for both. */
	slock_redis_connection *(*start)(const slock_redis_endpoint *endpoint, slock_result *result);
	slock_progress (*establish)(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
								slock_redis_limit limit, slock_waiting *waiting, slock_result *result);

	/* Puts one command on the wire: AWAITED, LOST, or LATE (the limit is over, and part of it may be sent). Raises no
	 * SIGPIPE. */
	slock_progress (*send)(slock_redis_connection *connection, int argc, const char **argv, const size_t *lengths,
						   slock_redis_limit limit, slock_result *result);

	/* Puts as much on the wire as there is room for, of bytes that are whole commands, from *sent on, which is moved:
	 * ARRIVED when that is all; AWAITED: call it again when the descriptor is ready for wanted(POLLOUT); LOST. Never
	 * waits. */
	slock_progress (*send_some)(slock_redis_connection *connection, const char *data, size_t length, size_t *sent,
								slock_result *result);

	/* What to poll the descriptor for where plain bytes would need these events. */
	short (*wanted)(const slock_redis_connection *connection, short events);

	/* Takes the next answer. With a limit: until it is there or that is over (LATE, which loses the connection); else
	 * only what has arrived, and never blocks. */
	slock_progress (*receive)(slock_redis_connection *connection, slock_redis_limit limit, slock_redis_reply *reply,
							  slock_result *result);

	/* Whether more has arrived than was asked for, or the end of the stream: what is sent now would get no answer of
	 * its own. For a connection on which no answer is awaited. Never blocks. */
	bool (*has_leftovers)(const slock_redis_connection *connection);

	/* Takes what has come next on a connection that has subscribed; never blocks. */
	slock_progress (*receive_message)(slock_redis_connection *connection, slock_redis_message *message,
									  slock_result *result);

	/* Take the answers to CLUSTER SLOTS and SENTINEL get-master-addr-by-name, sent with send() or send_some(); as
	 * receive(). receive_slots(): ARRIVED: `*count` ranges in `*slots`, which the caller frees with free().
	 * receive_master(): ARRIVED with "" for the host: there is no such master. */
	slock_progress (*receive_slots)(slock_redis_connection *connection, slock_redis_limit limit,
									slock_redis_slots **slots, int *count, slock_result *result);
	slock_progress (*receive_master)(slock_redis_connection *connection, slock_redis_limit limit,
									 slock_redis_address *address, slock_result *result);

	/* Poll this for POLLIN to learn when receive() has something to read. */
	int (*descriptor)(const slock_redis_connection *connection);

	/* Closes the descriptor and frees everything. Nothing is written: right in a forked child as well. */
	void (*close)(slock_redis_connection *connection);
} slock_redis_client;

/* ---- what RedisStore sees ---- */

#define SLOCK_REDIS_MAX_ARGUMENTS 7 /* of a script */
/* Of those a client object sends so many, and then a number of its own and, if it has to be told, that of its database.
 * With two keys not one more: of somebody who has not authenticated a server takes ten words, and closes the connection
 * after more. Only those who wait, and so have been answered, send those after the fourth, too. */
#define SLOCK_REDIS_OBJECT_ARGUMENTS 3
/* The one that the transport gets, which is empty or missing in a call: the client's Unix time in milliseconds, for a
 * server that cannot use its clock in scripts that write (below Redis 5). */
#define SLOCK_REDIS_TIME_ARGUMENT 2

/* A script of ours and its SHA-1, computed once at start-up. */
typedef struct {
	const char *text;
	char sha[41];
	uint8_t bit; /* 1, 2, 4 …: what stands for it in a set of scripts */
} slock_redis_script;

/* One call of a script. The pointers are read until the call has ended. */
typedef struct {
	const slock_redis_script *script;
	const char *key; /* which decides about the server */
	size_t key_length;
	const char *companion; /* a second key of the script, in the same hash slot; NULL: it has none */
	size_t companion_length;
	const char *arguments[SLOCK_REDIS_MAX_ARGUMENTS];
	size_t lengths[SLOCK_REDIS_MAX_ARGUMENTS];
	int argument_count;
	/* No answer and no connection is awaited after that: the call then ends with a storage error. 0: only the client's
	 * own time limits count. */
	slock_time answer_by;
	/* A script that has answered with more than 0 counts only when so many replicas have what it wrote (WAIT), which
	 * are awaited for so long, or less where answer_by is near; else the call ends with a storage error. 0: none has
	 * to. Such a script may answer "held 1" instead of 1: the key has held the lock before. */
	int replicas;
	slock_time replica_timeout;
	/* Nobody may come back to send it again: begin() sends the whole script unless the server has shown on this
	 * connection that it knows it. */
	bool once;
	/* run() may end as soon as it was sent, with a reply as if it had been done: see unheard.h. Client objects await
	 * the answer. */
	bool unheard;
	/* When the answer is 0 or less, server_of() and `prefix` are looked at. */
	bool waits;
} slock_redis_call;

/* A transport to a Redis server. */
typedef struct slock_redis slock_redis;

typedef struct {
	/* Runs the call to its end. SLOCK_OK: the reply is an integer. SLOCK_STORAGE_ERROR: anything else; the reply is an
	 * SLOCK_REDIS_ERROR where the server refused. A client object may leave SLOCK_INTERRUPTED. */
	slock_status (*run)(slock_redis *redis, const slock_redis_call *call, slock_redis_reply *reply,
						slock_result *result);

	/* The same in two steps, see core/store.h; NULL where a client object offers no such thing. `pending` has
	 * pending_size bytes. Neither blocks, but for a name server when it has to connect. An answer may be in memory
	 * already when its turn comes, because another call on the same connection has read it: ask finish() once more
	 * before each poll(). `late`: the time for this answer is over, so the connection is not trusted
	 * any more. abandon() is true where a reply would be TO_GIVE_BACK. */
	bool (*begin)(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
				  slock_result *result);
	bool (*finish)(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
				   slock_redis_reply *reply, slock_result *result);
	bool (*abandon)(slock_redis *redis, slock_channel_pending *pending, bool late);
	bool (*is_connected)(slock_redis *redis); /* see core/store.h; NULL without begin() */
	size_t pending_size;

	/* The native transport (native.h) to the server that has the key, as far as is known without asking anybody; else
	 * NULL. It lives as long as `redis`. For a client object it is only there to be subscribed to (object_server.h). */
	slock_redis *(*server_of)(slock_redis *redis, const char *key, size_t length);

	void (*free)(slock_redis *redis);
} slock_redis_ops;

struct slock_redis {
	const slock_redis_ops *ops;
	struct _zend_object *client; /* owned: the client object behind it; NULL: native */
	struct _zend_string *prefix; /* owned: what the client object puts before all keys; NULL: nothing, or not known */
	/* For finish(); not set where there is none. */
	slock_time command_timeout; /* how long it may be waited for */
	const char *name;           /* of the server, for messages and dumps; of all, where there are several */
	int database;
};

#endif
