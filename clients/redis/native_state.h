/* SPDX-License-Identifier: MIT
 *
 * What the parts of the native transport agree on: a server, its pooled connection, and a call in progress. */
#ifndef SLOCK_CLIENTS_REDIS_NATIVE_STATE_H
#define SLOCK_CLIENTS_REDIS_NATIVE_STATE_H

#include "clients/channel.h"
#include "clients/redis/dsn.h"
#include "clients/redis/redis.h"
#include "clients/redis/unheard.h"

/* A pooled connection. */
typedef struct {
	slock_channel channel;
	const slock_redis_client *client;
	slock_redis_connection *connection;
	slock_redis_reply replies[SLOCK_CHANNEL_WINDOW]; /* where an answer is parked */
	uint8_t known;                                   /* the scripts that the server has run on this connection */
	bool timeless;                                   /* the server has refused to use its clock, see TIME_ARGUMENT */
	/* The last WAIT: its place in the order of answers, and when it ends at the latest; 0: there was none. Until its
	 * answer is there the server does nothing else for this connection. */
	uint64_t wait;
	slock_time blocked_until;
	slock_redis_unheard *unheard; /* releases that were only sent; NULL: there was none */
	bool given_up;                /* an answer was late: nothing more is awaited, not even to part */
} slock_redis_channel;

typedef struct {
	slock_redis base;
	slock_redis_dsn *dsn;
	slock_pooled *pooled;
	/* Replicas have not kept up: WAIT is sent behind what has been granted only, until they have again. */
	bool lagging;
	slock_redis_endpoint endpoint; /* points into dsn */
} slock_redis_native;

/* A call in progress at one server. */
typedef struct {
	slock_channel_pending channel;
	bool evaluated;          /* the whole script was sent, not only its hash */
	bool timed;              /* and the client's time with it */
	bool timeless;           /* since begin(), a server has refused it without that */
	bool asking;             /* ASKING goes before it */
	slock_redis_limit limit; /* for its answer */
	/* WAIT has been sent behind it; and then its answer is the one that is awaited. */
	enum { SLOCK_REDIS_NO_WAIT, SLOCK_REDIS_WAIT_BEHIND, SLOCK_REDIS_WAIT_AWAITED } confirmation;
	uint64_t wait;         /* its place in the order of answers */
	slock_time waited_for; /* the time that the WAIT gives replicas */
	long long answered;    /* what the script has answered meanwhile */
	/* The script has said, on this connection or one before, that it has granted what the key had not held. False
	 * before the first begin(). */
	bool granted;
} slock_redis_native_pending;

/* Nothing is waited for. */
static const slock_redis_limit slock_redis_at_once = {0};

static inline bool slock_redis_is_unknown_script(const slock_redis_reply *reply)
{
	return reply->type == SLOCK_REDIS_ERROR && !strncmp(reply->text, ZEND_STRL("NOSCRIPT"));
}

/* The end of a wait for an answer that begins now. `more`: what the server is asked to wait for before it answers. */
static inline slock_redis_limit slock_redis_limit_of(const slock_redis_native *redis, const slock_redis_call *call,
													 slock_time more)
{
	slock_time duration = redis->endpoint.command_timeout + more;
	slock_redis_limit limit = {slock_clock_limit(duration, call->answer_by), duration};

	if (limit.until == call->answer_by) {
		limit.duration = MAX(slock_clock_left(limit.until), 0);
	}
	return limit;
}

static inline bool slock_redis_is_too_late(const slock_redis_call *call)
{
	return call->answer_by && slock_clock_left(call->answer_by) <= 0;
}

#endif
