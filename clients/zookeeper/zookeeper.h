/* SPDX-License-Identifier: MIT
 *
 * THE contract of the ZooKeeper clients: one request about one node, one answer. `slock_zookeeper` is what
 * ZookeeperStore sees, whichever way the bytes go; `slock_zookeeper_client` is what the native module
 * slock_zookeeper.so.1 provides. The first half is plain C. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_ZOOKEEPER_H
#define SLOCK_CLIENTS_ZOOKEEPER_ZOOKEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/clock.h"
#include "core/result.h"

typedef enum {
	SLOCK_ZOOKEEPER_CREATE, /* an ephemeral node with the token as its data, open to the world */
	SLOCK_ZOOKEEPER_GET,    /* is it there, is its data the token, and whose session does it live in? */
	SLOCK_ZOOKEEPER_WATCH,  /* the same, and tell when that changes */
	SLOCK_ZOOKEEPER_SYNC,   /* let this session's server catch up with the others, so that the next GET sees what is */
	/* If its version still is the one given. Every new node has the same version, so a DELETE is sent once and never
	 * again: where nobody knows what became of it, the answer is UNKNOWN. */
	SLOCK_ZOOKEEPER_DELETE,
} slock_zookeeper_verb;

/* One request. The texts are read only while it is being sent; the module keeps its own copies. */
typedef struct {
	slock_zookeeper_verb verb;
	const char *path;  /* without NUL bytes */
	const char *token; /* for DELETE too: whose node it is meant to be */
	size_t token_length;
	int32_t version; /* DELETE */
	/* DELETE: slock_zookeeper_pending.session of the GET that told the version, and its answer's connection. In another
	 * one the DELETE is not sent, but UNKNOWN: the node with that version may be another owner's by now. */
	uint64_t session;
	unsigned connection;
	bool own;             /* DELETE: that GET said SLOCK_ZOOKEEPER_OWN */
	bool asks_created;    /* CREATE: the answer is to tell `created`, which servers below 3.5 cannot */
	bool releases;        /* GET: for a DELETE; from now on the caller sees to it that the node goes */
	bool catches_up;      /* GET: a SYNC goes before it, in the same flight */
	slock_time answer_by; /* no connection and no answer is awaited after that; 0: only the client's own limits count */
} slock_zookeeper_call;

typedef enum {
	SLOCK_ZOOKEEPER_DONE,
	SLOCK_ZOOKEEPER_EXISTS,  /* CREATE: there is such a node */
	SLOCK_ZOOKEEPER_MISSING, /* GET, WATCH, DELETE: there is none; WATCH watches nothing then. CREATE, from the module
							  * only: its parent is not there */
	SLOCK_ZOOKEEPER_CHANGED, /* DELETE: it has another version */
	SLOCK_ZOOKEEPER_FAILED,  /* anything else */
	/* The connection was lost, or the session, and nobody knows whether the server got the request. From the module,
	 * and for DELETE. */
	SLOCK_ZOOKEEPER_UNKNOWN,
	/* From the module only: */
	SLOCK_ZOOKEEPER_GONE, /* the session is over */
} slock_zookeeper_code;

/* Which session a node lives in, as the server says it (ephemeralOwner). */
typedef enum {
	SLOCK_ZOOKEEPER_OTHER, /* another one's, or none's */
	/* Another one that this process keeps alive, as far as the client tells, or one that an ancestor had when it
	 * forked. */
	SLOCK_ZOOKEEPER_RELATED,
	SLOCK_ZOOKEEPER_OWN, /* the one that the request was sent in */
} slock_zookeeper_owner;

typedef struct {
	slock_zookeeper_code code;
	/* GET and WATCH, when DONE: */
	bool mine; /* the data is the token */
	slock_zookeeper_owner owner;
	int32_t version;
	/* czxid: no other node ever has the same, and none that is made later a smaller one; 0: the client does not tell.
	 * CREATE tells it where it was asked to. */
	int64_t created;
	/* The session's connection that it came on, from the module; see slock_zookeeper_call. */
	unsigned connection;
	bool going; /* GET: the session is about to delete it, see forget() and take_back() */

	bool repeated;    /* the request was sent more than once, so the answer may be about its own first sending */
	const char *text; /* the library's own words when FAILED, UNKNOWN or GONE; static storage */
} slock_zookeeper_answer;

/* ---- what the native module provides ---- */

/* Where the servers are and how to get in. The strings belong to the caller and are only read during the call. */
typedef struct {
	const char *name;           /* for messages: "host:port,host:port" */
	const char *hosts;          /* the same */
	const char *user;           /* digest authentication; NULL: none */
	const char *password;       /* NULL: none */
	slock_time connect_timeout; /* for all servers together to accept a connection and answer the handshake */
	slock_time session_timeout; /* the server has the last word on it */
	/* slock_turns_take() and slock_turns_give(), with the name above as the scope; NULL: no related process deletes. */
	int (*take_turn)(const char *scope, const char *name, slock_time until);
	void (*give_turn)(int turn);
} slock_zookeeper_endpoint;

#define SLOCK_ZOOKEEPER_REASON 128

/* A session: it outlives its connections, and the library connects again by itself. */
typedef struct slock_zookeeper_session slock_zookeeper_session;

/* A request that was sent. Ends with forget(). */
typedef struct slock_zookeeper_request slock_zookeeper_request;

typedef enum {
	SLOCK_ZOOKEEPER_READY,
	SLOCK_ZOOKEEPER_CONNECTING,
	SLOCK_ZOOKEEPER_REFUSED, /* connecting for the first time, and no server so much as accepts a connection */
	SLOCK_ZOOKEEPER_OVER, /* expired or refused by the server, or it has been away for a minute longer than the session
						   * lasts and no key holds a lock in it: close it and open another one */
} slock_zookeeper_state;

/* The table `slock_zookeeper_client_table` in slock_zookeeper.so.1. No function runs PHP code or throws; only open()
 * (which resolves names) and close() (which ends the session) may block. */
typedef struct {
	const char *build; /* SLOCK_BUILD */
	const char *(*library_version)(void);

	/* Starts a session and does not wait for it. NULL: the result has the reason. All descriptors are close-on-exec. */
	slock_zookeeper_session *(*open)(const slock_zookeeper_endpoint *endpoint, slock_result *result);

	/* How it is. `reason` (SLOCK_ZOOKEEPER_REASON bytes) is filled with why it is not ready, as far as that is known.
	 * `since` is when it stopped being ready, or was opened. */
	slock_zookeeper_state (*state)(slock_zookeeper_session *session, char *reason, slock_time *since);

	/* Whether nothing is left in it: no node that it has made and not deleted, no request that someone waits for. When
	 * in doubt, false. */
	bool (*is_idle)(slock_zookeeper_session *session);

	/* Sends; NULL when it cannot be, with the answer saying why (FAILED, GONE, and UNKNOWN for a DELETE that comes too
	 * late). */
	slock_zookeeper_request *(*send)(slock_zookeeper_session *session, const slock_zookeeper_call *call,
									 slock_zookeeper_answer *answer);

	/* Whether the answer is there; never blocks. */
	bool (*receive)(slock_zookeeper_session *session, const slock_zookeeper_request *request,
					slock_zookeeper_answer *answer);

	/* After a WATCH: whether the node has changed, or the session has missed something. */
	bool (*changed)(slock_zookeeper_session *session, const slock_zookeeper_request *request);

	/* Readable (POLLIN) when any of this session's answers, watches or states may have changed since drain(). */
	int (*descriptor)(const slock_zookeeper_session *session);
	void (*drain)(slock_zookeeper_session *session);

	/* Frees the request; one that is not answered goes on in the background. `undo`: what a CREATE has made, or turns
	 * out to have made, is deleted, unless a later CREATE or release of the same token makes it its own affair. A node
	 * that the token had before, as earlier answers have told, stays. */
	void (*forget)(slock_zookeeper_session *session, slock_zookeeper_request *request, bool undo);

	/* No node of the call's path and token is to stay in this session: in the background one is looked for and deleted,
	 * again and again until the server has said that it is gone, or that this session may not ask for it, or until a
	 * later CREATE or release of the same token makes it its own affair. `unless_held`: a node that earlier answers
	 * have told stays. */
	void (*take_back)(slock_zookeeper_session *session, const slock_zookeeper_call *call, bool unless_held);

	/* Ends the session at the server, which deletes its nodes. Blocks for seconds at most. */
	void (*close)(slock_zookeeper_session *session);

	/* In a forked child: closes this process' copies of the descriptors and touches nothing else of the session. */
	void (*abandon)(slock_zookeeper_session *session);
} slock_zookeeper_client;

/* ---- what ZookeeperStore sees ---- */

/* A way to ZooKeeper servers. */
typedef struct slock_zookeeper slock_zookeeper;

/* A call in progress (native only). */
typedef struct {
	uint64_t session;                 /* serial number of the session it was sent in */
	slock_zookeeper_request *request; /* NULL while the session is being established */
	slock_time deadline;              /* for what is awaited now: the session or the answer */
	int attempts;
	bool fresh;     /* the session was opened for it: that one's end is an error, not a reason to open another one */
	bool repeated;  /* an earlier sending may have reached the server */
	int descriptor; /* poll this for POLLIN; -1: there is no session any more */
} slock_zookeeper_pending;

typedef struct {
	/* Runs the call to its end. SLOCK_OK: the answer is not FAILED. SLOCK_STORAGE_ERROR: anything else. A client object
	 * may leave SLOCK_INTERRUPTED. With a WATCH that is DONE the pending call goes on until abandon(). */
	slock_status (*run)(slock_zookeeper *zookeeper, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
						slock_zookeeper_answer *answer, slock_result *result);

	/* The same in two steps, see core/store.h; NULL where a client object offers no such thing. Neither waits for a
	 * server. begin() and finish() return true when the call has ended, with its outcome in the result. */
	bool (*begin)(slock_zookeeper *zookeeper, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
				  slock_zookeeper_answer *answer, slock_result *result);
	bool (*finish)(slock_zookeeper *zookeeper, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
				   slock_zookeeper_answer *answer, slock_result *result);
	void (*abandon)(slock_zookeeper *zookeeper, slock_zookeeper_pending *pending);

	/* Opens a session for the next begin(), unless there is one, and does not wait for it. That call tells what went
	 * wrong. NULL where there is no begin(). */
	void (*prepare)(slock_zookeeper *zookeeper);

	/* After an operation that ended without an outcome, in this call: the node of its token is to go as soon as the
	 * servers can be asked, if it lives in the session that is used. By itself in the background; through a client
	 * object before its next call, by whichever store. `may_be_held`: the key may hold the lock since before; a node
	 * that it is known to hold stays, and so does, through a client object, one of which nothing is known. */
	void (*take_back)(slock_zookeeper *zookeeper, const slock_zookeeper_call *call, bool may_be_held);

	/* Whether there is a session that can be used at once; NULL where there is no begin(). */
	bool (*is_connected)(slock_zookeeper *zookeeper);

	/* Whether a watched node may have changed. When not, pending->descriptor becomes readable when it has. */
	bool (*changed)(slock_zookeeper *zookeeper, slock_zookeeper_pending *pending);

	void (*free)(slock_zookeeper *zookeeper);
} slock_zookeeper_ops;

struct slock_zookeeper {
	const slock_zookeeper_ops *ops;
	struct _zend_object *client; /* owned: the client object behind it; NULL: native */
	const char *name;            /* of the servers, for messages; NULL: a client object does not tell */
	const char *chroot;          /* what stands before every path: "" or "/name[/name…]" */
};

#endif
