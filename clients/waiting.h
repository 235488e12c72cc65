/* SPDX-License-Identifier: MIT
 *
 * How far something on a connection has come, and what it waits for. Plain C. */
#ifndef SLOCK_CLIENTS_WAITING_H
#define SLOCK_CLIENTS_WAITING_H

typedef enum {
	SLOCK_ARRIVED, /* it is done: the connection is established, or the answer is complete */
	SLOCK_AWAITED, /* the request is on the wire, and not all of its answer is there yet */
	/* The other ones: the connection is unusable and must be closed. The result says why. */
	SLOCK_LOST,
	SLOCK_LATE,   /* the time is over: asking again would wait again */
	SLOCK_BROKEN, /* what the server said is no answer: it would say so again */
} slock_progress;

typedef struct {
	int descriptor; /* poll this; -1: nothing */
	short events;   /* for these */
	double until;   /* and go on at this time at the latest: seconds on the monotonic clock */
} slock_waiting;

#endif
