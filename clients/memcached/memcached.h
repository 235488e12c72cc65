/* SPDX-License-Identifier: MIT
 *
 * THE contract of the Memcached clients: one command, one answer. `slock_memcached` is what MemcachedStore sees,
 * whatever the transport; `slock_memcached_client` is what the native module slock_memcached.so.1 provides. Plain C. */
#ifndef SLOCK_CLIENTS_MEMCACHED_MEMCACHED_H
#define SLOCK_CLIENTS_MEMCACHED_MEMCACHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clients/waiting.h"
#include "core/clock.h"
#include "core/result.h"

/* The longest key that memcached knows. */
#define SLOCK_MEMCACHED_MAX_KEY 250

typedef enum {
	SLOCK_MEMCACHED_ADD, /* OK: stored. REFUSED: the key has a value */
	SLOCK_MEMCACHED_GET, /* OK: it has this value, answer->version is the value's. REFUSED: another. MISSING: none */
	SLOCK_MEMCACHED_CAS, /* OK: stored over that version. REFUSED: it is another one by now. MISSING: it is gone */
	/* OK: deleted. REFUSED: it is another version by now. MISSING: it was gone. Only where `deletes_versions` */
	SLOCK_MEMCACHED_DELETE,
} slock_memcached_verb;

/* An expiration that is over: a CAS with it deletes the value, in one step with the comparison. The same in both
 * protocols and for every client object, unlike -1; a date, because it is more than 30 days. */
#define SLOCK_MEMCACHED_EXPIRED (60 * 60 * 24 * 30 + 1)

/* One command. The pointers are read until its answer is there. */
typedef struct {
	slock_memcached_verb verb;
	const char *key;
	size_t key_length;
	const char *value; /* ADD and CAS write it, GET compares with it; no flags */
	size_t value_length;
	uint32_t expiration; /* ADD, CAS: seconds up to 30 days, or a Unix time beyond; never 0 */
	uint64_t version;    /* CAS, DELETE: never 0 */
	/* ADD, CAS: the version that the value gets, where the server lets its clients name it; 0: the server's own. */
	uint64_t new_version;
	/* GET, CAS: a meta command also where the server takes no versions, and GET asks how long the value lasts. Only
	 * where the server knows meta commands. */
	bool renews;
	bool again; /* of an attempt like the one before it in the same wait, which was refused */
	/* No answer and no connection is awaited after that, and no outcome is known then; 0: only the endpoint's time
	 * limits. */
	slock_time answer_by;
} slock_memcached_command;

typedef enum {
	SLOCK_MEMCACHED_OK,
	SLOCK_MEMCACHED_REFUSED,
	SLOCK_MEMCACHED_MISSING,
	SLOCK_MEMCACHED_FAILED, /* no such answer; the result says why */
	/* The same, because a connection that was idle before turned out to be dead, or a client object had run another
	 * command: whether this one was run is unknown, and another one may well succeed. */
	SLOCK_MEMCACHED_STALE,
	SLOCK_MEMCACHED_BAD_KEY, /* the same, because a client object cannot send such a key; nothing was sent */
} slock_memcached_outcome;

typedef struct {
	slock_memcached_outcome outcome;
	uint64_t version; /* OK of GET, and of ADD and CAS where the protocol tells it, else 0 */
	bool repeated;    /* REFUSED of ADD: perhaps it was not, and the value is its own */
	uint64_t lasts;   /* OK of GET that renews: so many seconds; UINT64_MAX: indefinitely */
	bool named;       /* OK of ADD and CAS: the value has the new version that the command names */
	bool lingers;     /* OK of DELETE: the value has only expired, and takes up memory until somebody asks for it */
	/* FAILED of ADD and CAS, of a client object: it has said that it was done, but that could not be seen. Without one,
	 * the caller sets it to false. */
	bool unconfirmed;
	char text[SLOCK_MESSAGE_SIZE]; /* FAILED: the server's own words; "" when it did not answer */
} slock_memcached_answer;

/* ---- what the native module provides ---- */

/* Where a server is and how to get in. The strings belong to the caller and are only read during the call. */
typedef struct {
	const char *name;           /* of the server, for messages: "host:port" or the path */
	const char *host;           /* NULL: a unix socket */
	int port;                   /* 1 to 65535 */
	const char *path;           /* of the unix socket; NULL: TCP */
	const char *user;           /* NULL: no authentication. Else SASL PLAIN, for which `binary` must be set */
	const char *password;       /* never NULL where there is a user */
	bool binary;                /* the binary protocol, else the text protocol */
	bool meta;                  /* not with `binary`: meta commands, as far as the server knows them */
	bool or_binary;             /* with `meta`: the binary protocol where the server speaks nothing else */
	slock_time connect_timeout; /* > 0: for the connection and the authentication together */
	slock_time command_timeout; /* > 0: for one answer */
} slock_memcached_endpoint;

/* How keys are spread over several servers: what \Memcached's options of these names do, in the order they are
 * given. */
typedef enum {
	SLOCK_MEMCACHED_LIBKETAMA_COMPATIBLE,
	SLOCK_MEMCACHED_LIBKETAMA_HASH,
	SLOCK_MEMCACHED_DISTRIBUTION,
	SLOCK_MEMCACHED_HASH,
	SLOCK_MEMCACHED_SORT_HOSTS,
} slock_memcached_ring_option;

typedef struct {
	slock_memcached_ring_option option;
	uint64_t value; /* libmemcached's own number */
} slock_memcached_ring_setting;

typedef struct {
	const char *host; /* or the path of a unix socket */
	uint16_t port;    /* as \Memcached::addServers() gets it: it is part of what is hashed */
	uint32_t weight;  /* 0: 1 */
} slock_memcached_ring_server;

typedef struct slock_memcached_ring slock_memcached_ring;

/* A connection; commands and answers are in the same order. */
typedef struct slock_memcached_connection slock_memcached_connection;

/* What the server of a connection that is established knows of meta commands. */
typedef enum {
	SLOCK_MEMCACHED_NO_META, /* none, or they were not asked for */
	SLOCK_MEMCACHED_META,
	SLOCK_MEMCACHED_META_VERSIONS, /* and it takes a new version in them */
} slock_memcached_dialect;

/* The table `slock_memcached_client_table` in slock_memcached.so.1. No function runs PHP code, throws or keeps a
 * pointer to its arguments. */
typedef struct {
	const char *build; /* SLOCK_BUILD */
	const char *(*library_version)(void);

	/* Spreads keys over servers exactly as libmemcached does for \Memcached. NULL: the result has the reason. */
	slock_memcached_ring *(*ring_new)(const slock_memcached_ring_server *servers, uint32_t server_count,
									  const slock_memcached_ring_setting *settings, uint32_t setting_count,
									  slock_result *result);
	/* The place in the list of the server that has the key. Nothing ever moves a key to another one. */
	uint32_t (*ring_choose)(const slock_memcached_ring *ring, const char *key, size_t length);
	void (*ring_free)(slock_memcached_ring *ring);

	/* Connects and authenticates, in steps. start() waits for nothing, except that a host that is a name is looked up;
	 * NULL: the result has the reason. Close-on-exec is set. establish() goes on as far as it can: ARRIVED: the
	 * connection can be used; AWAITED: call it again after `waiting`; else close it. `wait`: to the end, or until
	 * `answer_by` (0: none), when it is LATE. The endpoint is the same for both. */
	slock_memcached_connection *(*start)(const slock_memcached_endpoint *endpoint, slock_result *result);
	slock_progress (*establish)(slock_memcached_connection *connection, const slock_memcached_endpoint *endpoint,
								bool wait, slock_time answer_by, slock_waiting *waiting, slock_result *result);

	/* Puts one command on the wire: AWAITED, LOST or LATE. Raises no SIGPIPE. At most one answer is awaited beside.
	 * LOST also, and nothing was sent, where no answer is awaited and something has arrived. */
	slock_progress (*send)(slock_memcached_connection *connection, const slock_memcached_command *command,
						   slock_result *result);

	/* Takes the answer to the oldest command without one, which the caller repeats in `command`; of one that was given
	 * up, the verb is enough. After FAILED the connection must be closed. What has arrived of it stays in the
	 * connection: *answer is written when it is complete, and not before. `wait`: until it is there or the time is
	 * over; else only what has arrived, and never blocks. */
	slock_progress (*receive)(slock_memcached_connection *connection, const slock_memcached_command *command, bool wait,
							  slock_memcached_answer *answer, slock_result *result);

	/* For who has many commands on their way at once, all of them meta commands that renew; the answers are taken with
	 * receive(). announce() gives one more its number, to be sent along with the flag O; 0: the connection is lost,
	 * as for send(). send_some() writes what can be written without waiting, `*sent` bytes of it have been: ARRIVED,
	 * AWAITED or LOST. */
	slock_memcached_dialect (*dialect)(const slock_memcached_connection *connection);
	uint32_t (*announce)(slock_memcached_connection *connection, slock_result *result);
	slock_progress (*send_some)(slock_memcached_connection *connection, const char *data, size_t length, size_t *sent,
								slock_result *result);

	/* Poll this for POLLIN to learn when receive() has something to read. */
	int (*descriptor)(const slock_memcached_connection *connection);

	/* Closes the descriptor and frees everything. Nothing is written: right in a forked child as well. */
	void (*close)(slock_memcached_connection *connection);
} slock_memcached_client;

/* ---- what MemcachedStore sees ---- */

/* A transport to one server or several. */
typedef struct slock_memcached slock_memcached;

typedef struct {
	/* Runs the command to its end. Where the outcome is FAILED or like it the result is not SLOCK_OK: a storage error,
	 * or SLOCK_INTERRUPTED from a client object; otherwise the result is untouched. */
	void (*run)(slock_memcached *memcached, const slock_memcached_command *command, slock_memcached_answer *answer,
				slock_result *result);

	/* The same in two steps, see core/store.h; NULL where a client object offers no such thing. `pending` has
	 * pending_size bytes. begin() on false, and finish() on true, have filled in the answer as run() does. `late`: the
	 * time for this answer is over. */
	bool (*begin)(slock_memcached *memcached, const slock_memcached_command *command, slock_channel_pending *pending,
				  slock_memcached_answer *answer, slock_result *result);
	bool (*finish)(slock_memcached *memcached, const slock_memcached_command *command, slock_channel_pending *pending,
				   slock_memcached_answer *answer, slock_result *result);
	void (*abandon)(slock_memcached *memcached, const slock_memcached_command *command, slock_channel_pending *pending,
					bool late);
	bool (*is_connected)(slock_memcached *memcached); /* to all servers that a key may be on */
	size_t pending_size;

	void (*free)(slock_memcached *memcached);
} slock_memcached_ops;

struct slock_memcached {
	const slock_memcached_ops *ops;
	struct _zend_object *client; /* owned: the client object behind it; NULL: native */
	/* Whether this transport can send the resource itself as a key, without the hash. A client object may still find
	 * out later that it cannot; it may run PHP code, and leave an exception pending. */
	bool (*can_send)(const slock_memcached *memcached, const char *resource, size_t length);
	/* The name of a server, counted from 0, for dumps; NULL: there are not so many. Not set for client objects. */
	const char *(*server)(const slock_memcached *memcached, uint32_t number);
	slock_time command_timeout; /* how long finish() may be waited for; not set where there is none */
	bool deletes_versions;      /* whether it knows DELETE */
	bool names_versions;        /* whether a command may have a new_version */
	const char *protocol;       /* for dumps; NULL: the DSN does not name one */
};

#endif
