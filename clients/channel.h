/* SPDX-License-Identifier: MIT
 *
 * A pooled connection on which requests are sent before the answers to earlier ones are taken. Answers come in the
 * order of the requests, so each request has a sequence number, the place of its answer. The client's own struct for a
 * connection begins with this. How requests are written, whether several may wait at once, and what is sent again after
 * a loss is the client's affair. */
#ifndef SLOCK_CLIENTS_CHANNEL_H
#define SLOCK_CLIENTS_CHANNEL_H

#include "clients/pool.h"
#include "clients/waiting.h"
#include "core/store.h"

/* Requests whose answers are not taken yet. */
#define SLOCK_CHANNEL_WINDOW 32

/* What becomes of a sequence number. */
typedef enum {
	SLOCK_ANSWER_TAKEN,     /* or it was not given out yet */
	SLOCK_ANSWER_AWAITED,   /* the request was sent */
	SLOCK_ANSWER_ABANDONED, /* the same, but nobody wants the answer any more */
	SLOCK_ANSWER_PARKED,    /* the answer came while another one was waited for */
} slock_answer_state;

/* Begins as all zeros. */
typedef struct {
	uint64_t serial;                                 /* unique in this thread */
	bool established;                                /* else nothing was sent, and nothing can be */
	uint64_t sent;                                   /* sequence numbers given out */
	uint64_t received;                               /* answers read */
	slock_answer_state states[SLOCK_CHANNEL_WINDOW]; /* of sequence number n at n % window */
} slock_channel;

static inline slock_answer_state *slock_channel_state(slock_channel *channel, uint64_t sequence)
{
	return &channel->states[sequence % SLOCK_CHANNEL_WINDOW];
}

/* Keeps a connection that this process has just begun to open. */
void slock_channel_keep(slock_pooled *pooled, slock_channel *opened);

/* The one that the request was sent on, or waits for; NULL: it is gone. */
static inline void *slock_channel_of(slock_pooled *pooled, const slock_channel_pending *pending)
{
	slock_channel *current = slock_pooled_connection(pooled);

	return current && current->serial == pending->channel ? current : NULL;
}

/* Whether there is one of this process that can be used. */
bool slock_channel_is_established(slock_pooled *pooled);

/* For slock_connection_type: no answer is outstanding. */
bool slock_channel_is_idle(void *connection);

/* After one step of establishing it: notes for what the request waits. Returns `progress`. */
slock_progress slock_channel_step(slock_channel *channel, slock_channel_pending *pending, slock_progress progress,
								  const slock_waiting *waiting);

/* The request was sent: it gets its sequence number. `descriptor` is polled for its answer. */
static inline void slock_channel_sent(slock_channel *channel, slock_channel_pending *pending, int descriptor)
{
	pending->channel = channel->serial;
	pending->sequence = channel->sent++;
	pending->connecting = false;
	pending->sent = true;
	pending->paused = false;
	pending->descriptor = descriptor;
	pending->events = SLOCK_POLL_IN;
	pending->until = 0;
	*slock_channel_state(channel, pending->sequence) = SLOCK_ANSWER_AWAITED;
}

/* The next answer was read: where it is awaited it is PARKED now, until whoever wants it has taken it. False: nobody
 * has asked for it, and whose the following ones are is not known. */
static inline bool slock_channel_received(slock_channel *channel)
{
	slock_answer_state *state = slock_channel_state(channel, channel->received);

	if (*state != SLOCK_ANSWER_AWAITED && *state != SLOCK_ANSWER_ABANDONED) {
		return false;
	}
	*state = *state == SLOCK_ANSWER_AWAITED ? SLOCK_ANSWER_PARKED : SLOCK_ANSWER_TAKEN;
	channel->received++;
	return true;
}

/* Gives up the answer; `drop`: and the connection, which is not trusted any more. An attempt to connect goes on by
 * itself, for whoever comes next. */
void slock_channel_abandon(slock_pooled *pooled, const slock_channel_pending *pending, bool drop);

/* What the caller of a store's begin() and finish() has to know. Its time begins where a request was sent that was not
 * before: `begun` says so, or that the connection was awaited. Then true is returned. */
bool slock_channel_describe(const slock_channel_pending *own, bool begun, slock_time timeout, slock_pending *pending);

/* The operation has ended in finish(), which may have sent the request and lost its connection at once. */
static inline void slock_channel_describe_end(const slock_channel_pending *own, slock_pending *pending)
{
	pending->sent = pending->sent || own->sent;
}

#endif
