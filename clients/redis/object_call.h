/* SPDX-License-Identifier: MIT
 *
 * One script call through a client object: its arguments, and what its answer means. */
#ifndef SLOCK_CLIENTS_REDIS_OBJECT_CALL_H
#define SLOCK_CLIENTS_REDIS_OBJECT_CALL_H

#include "clients/redis/redis.h"
#include "core/result.h"

/* Keys, arguments with the number, and the database. */
#define SLOCK_REDIS_OBJECT_WORDS (2 + SLOCK_REDIS_MAX_ARGUMENTS + 1)

/* Of the numbers that go with calls: Lua's, and the integers of a 32-bit PHP. */
#define SLOCK_REDIS_GREATEST_NUMBER MIN((zend_long) ((1LL << 53) - 1), ZEND_LONG_MAX)

typedef enum {
	SLOCK_REDIS_CLIENT_NONE,
	SLOCK_REDIS_CLIENT_EXTENSION,
	SLOCK_REDIS_CLIENT_ARRAY,
	SLOCK_REDIS_CLIENT_PREDIS
} slock_redis_client_kind;

/* What has come of a call. */
typedef enum {
	SLOCK_REDIS_CALL_ANSWERED, /* an answer to it, good or bad; the reply has it */
	SLOCK_REDIS_CALL_FOREIGN,  /* an answer, but to something else that was sent on the connection */
	SLOCK_REDIS_CALL_QUEUED,   /* none: the object is in a transaction or a pipeline */
	SLOCK_REDIS_CALL_FAILED,   /* none; the result says why */
} slock_redis_call_end;

/* The text of the client's last error into the reply, if it has one. */
bool slock_redis_object_last_error(zend_object *client, slock_redis_reply *reply);

/* [keys…, arguments…] for the extensions; sha-or-text, number of keys, keys…, arguments… for Predis. `timed`: the
 * client's time is one of them. `database`: negative: untold. Returns their number; the caller destroys them. */
uint32_t slock_redis_object_build_arguments(slock_redis_client_kind kind, const slock_redis_call *what,
											const char *script, bool timed, zend_long number, zend_long database,
											zval *argv);

/* What a method returned that has not thrown. */
slock_redis_call_end slock_redis_object_read_answer(zend_object *client, slock_redis_client_kind kind,
													const zval *answer, zend_long number, slock_redis_reply *reply);

/* What a method has thrown, which is pending, and dropped unless the result is SLOCK_INTERRUPTED. Clients throw some or
 * all of what the server answered; then it is in the reply as well as in the result, because the callers look for
 * NOSCRIPT and others among it. */
slock_redis_call_end slock_redis_object_read_exception(zend_object *client, slock_redis_client_kind kind,
													   slock_redis_reply *reply, slock_result *result);

/* What the answer to another question tells of the errors before it. */
typedef enum {
	SLOCK_REDIS_IN_STEP,     /* it was its own, so they were those of the call; or nothing can be asked */
	SLOCK_REDIS_OUT_OF_STEP, /* it was that to something before it, so they were somebody else's */
	SLOCK_REDIS_SILENT       /* there was none, and it may come: the result says why, or is SLOCK_INTERRUPTED */
} slock_redis_step;

/* Asks the server for a word of our own (ECHO), once. */
slock_redis_step slock_redis_object_step(zend_object *client, slock_redis_client_kind kind,
										 const slock_redis_call *what, slock_result *result);

#endif
