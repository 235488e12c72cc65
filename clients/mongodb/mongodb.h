/* SPDX-License-Identifier: MIT
 *
 * THE contract of the MongoDB clients: one command of ours, one answer. `slock_mongodb` is what MongoDbStore sees,
 * whatever the transport; `slock_mongodb_client` is what the native module slock_mongodb.so.1 provides. Plain C. */
#ifndef SLOCK_CLIENTS_MONGODB_MONGODB_H
#define SLOCK_CLIENTS_MONGODB_MONGODB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clients/waiting.h"
#include "core/clock.h"
#include "core/result.h"

/* The error code: another document has this _id. */
#define SLOCK_MONGODB_DUPLICATE_KEY 11000

/* Whether the error code says that there is such an index with other options: IndexOptionsConflict (another time;
 * another name), IndexKeySpecsConflict. */
static inline bool slock_mongodb_is_other_index(int64_t code)
{
	return code == 85 || code == 86;
}

typedef enum {
	SLOCK_MONGODB_ACQUIRE, /* upsert {_id, token, expires_at}, where the document has our token or has expired */
	SLOCK_MONGODB_REFRESH, /* the same for the document with our token, without making one */
	SLOCK_MONGODB_EXISTS,  /* find a document with our token that has not expired */
	SLOCK_MONGODB_RELEASE, /* delete the document with our token */
	SLOCK_MONGODB_INDEX,   /* create the TTL index */
	/* Of MongoDbDocumentStore: the command in `text`, a findAndModify or a find of one document, whose answer has our
	 * token in its field `held` where we hold the lock. */
	SLOCK_MONGODB_DOCUMENT_WRITE,
	SLOCK_MONGODB_DOCUMENT_READ,
} slock_mongodb_command;

/* Bytes that a document takes: a BSON string if they are UTF-8, else a BSON binary. */
typedef struct {
	const char *bytes;
	size_t length;
	bool binary;
} slock_mongodb_value;

/* One command. The pointers are read until the call has ended. */
typedef struct {
	slock_mongodb_command command;
	const char *database, *collection; /* UTF-8 */
	slock_mongodb_value id, token;     /* not for INDEX; documents: only the token */
	/* Documents: the command in MongoDB's Extended JSON, without a concern; what the answer has of the document is the
	 * last of its fields. */
	const char *text;
	struct _zend_object *session; /* documents, client objects: a MongoDB\Driver\Session, or NULL */
	int64_t now, expires_at;      /* milliseconds of Unix time; acquire: both, refresh: expires_at, exists: now */
	bool keeps_later;             /* acquire, refresh: a later expires_at that the document has stays */
	int64_t expire_after;         /* seconds, for INDEX */
	slock_time answer_by;         /* no connection and no answer is awaited after that; 0: only the client's limits */
} slock_mongodb_call;

typedef struct {
	int64_t count;  /* documents that were matched, upserted, found or deleted; 1: the document is held by our token */
	bool found;     /* documents: there is one with this _id */
	bool flagged;   /* documents: `held` is true in place of a token */
	int64_t fence;  /* documents: the number of 64 bits in the field `fence` of the answer; 0: none */
	bool upserted;  /* the document was made by this call */
	bool duplicate; /* error 11000: another document has this _id */
	bool other_index; /* INDEX: there is one with other options */
	/* A failure: the server did it, but did not confirm it for a majority; or it does not know whether that was done;
	 * or code of the user's threw, which the driver calls. */
	bool maybe_done;
	bool cut; /* a failure of the native client: of the connection on which the command was sent, or was to be */
} slock_mongodb_reply;

/* ---- what the native module provides ---- */

/* Where the servers are. The strings belong to the caller and are only read during the call. */
typedef struct {
	const char *uri;
	const char *user, *password; /* NULL: those of the URI */
	slock_time connect_timeout;  /* > 0: for what the URI does not say itself */
	slock_time command_timeout;
} slock_mongodb_endpoint;

/* A client with its connections to all the servers of one deployment. */
typedef struct slock_mongodb_connection slock_mongodb_connection;

/* The table `slock_mongodb_client_table` in slock_mongodb.so.1. No function runs PHP code, throws or keeps a pointer to
 * its arguments. */
typedef struct {
	const char *build; /* SLOCK_BUILD */
	const char *(*library_version)(void);

	/* Whether the URI is well formed; the result has the reason when it is not. Nothing is connected. */
	bool (*check)(const slock_mongodb_endpoint *endpoint, slock_result *result);

	/* A client; servers are connected to when the first command needs them, which is needed by `answer_by` (0: no such
	 * time). NULL: the result has the reason. */
	slock_mongodb_connection *(*open)(const slock_mongodb_endpoint *endpoint, slock_time answer_by,
									  slock_result *result);

	/* Runs one command to its end; a signal neither ends it nor makes it longer. ARRIVED: OK with a reply, or a storage
	 * error that the server answered. LOST: the command may be sent once more on another connection, with the same
	 * reply, which keeps what may have been done (it is empty for the first attempt). Over TLS call->answer_by only
	 * counts for a client that was opened with it. */
	slock_progress (*run)(slock_mongodb_connection *connection, const slock_mongodb_call *call,
						  slock_mongodb_reply *reply, slock_result *result);

	/* Ends the server's session (when `healthy`: the last command was answered), closes and frees everything. Over TLS
	 * alone it waits for a server that says nothing, as long as a command does. */
	void (*close)(slock_mongodb_connection *connection, bool healthy);

	/* Frees it in a forked child: not one byte is written. */
	void (*abandon)(slock_mongodb_connection *connection);
} slock_mongodb_client;

/* ---- what MongoDbStore sees ---- */

typedef struct slock_mongodb slock_mongodb;

typedef struct {
	/* Runs the call to its end. SLOCK_OK: the reply tells how many documents. SLOCK_STORAGE_ERROR: anything else, also
	 * reply->duplicate. A client object may leave SLOCK_INTERRUPTED. */
	slock_status (*run)(slock_mongodb *mongodb, const slock_mongodb_call *call, slock_mongodb_reply *reply,
						slock_result *result);
	void (*free)(slock_mongodb *mongodb);
} slock_mongodb_ops;

struct slock_mongodb {
	const slock_mongodb_ops *ops;
	struct _zend_object *client; /* owned: the client object behind it; NULL: native */
	struct _zend_string *uri;    /* its passwords included: never print it; NULL: a client object */
};

#endif
