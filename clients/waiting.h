/* SPDX-License-Identifier: MIT
 *
 * How far something on a connection has come, and what it waits for. Plain C. */
#ifndef SLOCK_CLIENTS_WAITING_H
#define SLOCK_CLIENTS_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/clock.h"

typedef enum {
	SLOCK_ARRIVED, /* it is done: the connection is established, or the answer is complete */
	SLOCK_AWAITED, /* the request is on the wire, and not all of its answer is there yet */
	/* The other ones: the connection is unusable and must be closed. The result says why. */
	SLOCK_LOST,
	SLOCK_LATE,   /* the time is over: asking again would wait again */
	SLOCK_BROKEN, /* what the server said is no answer: it would say so again */
} slock_progress;

/* What a connection waits for that is being established step by step. */
typedef struct {
	int descriptor;   /* poll this; -1: nothing */
	short events;     /* for these */
	slock_time until; /* and go on at this time at the latest */
} slock_waiting;

/* A request in progress: what every client of a pooled connection notes of it (channel.h). It stands first in the
 * client's own struct, which has the `pending_size` of its operations. */
typedef struct {
	uint64_t channel;  /* serial number of the connection it was sent on */
	uint64_t sequence; /* its place in the order of answers */
	bool fresh;        /* the connection was opened for it: losing that one is an error, not a reason to try again */
	bool connecting;   /* nothing was sent yet: the connection has to be established first */
	/* The caller of begin() starts these as false. */
	bool sent;        /* it was sent, at least once */
	bool paused;      /* it is to be sent, or sent again, when the descriptor is ready */
	int descriptor;   /* poll this; -1: nothing */
	short events;     /* for these */
	slock_time wake;  /* connecting: finish() must be called then at the latest; it knows when the time is over */
	slock_time until; /* > 0: for this answer, in the place of what the caller has counted */
	const char
		*server; /* Memcached: of all servers the one that was asked, for messages; valid as long as the client */
} slock_channel_pending;

#endif
