/* SPDX-License-Identifier: MIT
 *
 * What a connection waits for that is being established step by step. Plain C. */
#ifndef SLOCK_CLIENTS_WAITING_H
#define SLOCK_CLIENTS_WAITING_H

typedef struct {
	int descriptor; /* poll this; -1: nothing */
	short events;   /* for these */
	double until;   /* and go on at this time at the latest: seconds on the monotonic clock */
} slock_waiting;

#endif
