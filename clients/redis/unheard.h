/* SPDX-License-Identifier: MIT
 *
 * Releases that were sent and whose answers nobody awaits (release=send), on one connection.
 *
 *     run() of a call with `unheard`, on a connection that was established before
 *       |
 *     SENT: its place in the order of answers is ABANDONED (channel.h), and the lock's name is kept here
 *       |-- its answer comes, a number: forgotten
 *       |-- its answer comes, anything else (NOPERM, READONLY, MOVED, LOADING …): noted as a late failure
 *       |-- the connection is lost, or given up because an answer was late: noted as a late failure
 *       |-- we close the connection: what was sent is delivered before (native_channel.c), the last answer is not
 *       |   awaited; where those before it do not come soon, the connection is given up
 *       '-- a fork: the parent hears it, the child forgets it
 *
 * Answers are heard when the next command's on that connection is read, before the next release is sent, and, without
 * waiting, when the request ends and once more when its connections are closed.
 * A release is never sent again. Its caller has gone on, and may have handed the key with its token to another process,
 * or a connection that was given up may still deliver the first one: the second would take away what was acquired with
 * that token since. For the same reason the key forgets its token with the release. So it must not be in want of being
 * sent again: it goes as EVAL, which no server refuses for not knowing the script; where there is no connection yet, or
 * it was opened for it, or too many are on their way, it is a release like any other, whose answer is awaited. */
#ifndef SLOCK_CLIENTS_REDIS_UNHEARD_H
#define SLOCK_CLIENTS_REDIS_UNHEARD_H

#include "clients/channel.h"
#include "clients/redis/redis.h"

typedef struct {
	int count;     /* of those whose answers are to come */
	uint64_t last; /* the place of the last one of all */
	char *server;  /* for messages */
	char *secret;  /* which they do not show; NULL: none */
	bool denied;   /* the last answer said that the server does not let it look for waiters */
	bool nobody;   /* the last answer said that nobody was woken */
	bool silent;   /* nothing is noted any more */
	struct {
		char *name; /* of the lock; NULL: this place is none of a release */
		size_t length;
	} sent[SLOCK_CHANNEL_WINDOW]; /* at n % window */
} slock_redis_unheard;

/* The release of `call` was sent to that server, in that place. Makes *unheard, which is persistent memory, where it is
 * NULL. */
void slock_redis_unheard_keep(slock_redis_unheard **unheard, const slock_redis_endpoint *server, uint64_t sequence,
							  const slock_redis_call *call);

/* The answer in that place; nothing happens where it is not one to a release. */
void slock_redis_unheard_answer(slock_redis_unheard *unheard, uint64_t sequence, const slock_redis_reply *reply);

/* No answer will come any more; `why` without the server. */
void slock_redis_unheard_lost(slock_redis_unheard *unheard, const char *why);

/* Without noting anything. May be NULL. */
void slock_redis_unheard_free(slock_redis_unheard *unheard);

#endif
