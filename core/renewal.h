/* SPDX-License-Identifier: MIT
 *
 * What a family of stores provides so that a thread can renew its locks (renewer.h), and the states of a renewal. Plain
 * C. */
#ifndef SLOCK_CORE_RENEWAL_H
#define SLOCK_CORE_RENEWAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/clock.h"
#include "core/result.h"

/* See renewer.h. */
typedef enum {
	SLOCK_RENEWAL_RUNNING,
	SLOCK_RENEWAL_REFUSED,
	SLOCK_RENEWAL_EXPIRED,
	SLOCK_RENEWAL_OVER,
} slock_renewal_state;

typedef struct slock_renewal slock_renewal;

/* Whom renewals tell: one for each thread that runs PHP. */
typedef struct slock_renewal_listener slock_renewal_listener;

typedef struct slock_line slock_line;

/* One lock. */
typedef struct {
	const char *resource; /* any bytes */
	size_t resource_length;
	const char *token; /* of its owner */
	size_t token_length;
	double ttl; /* seconds, > 0 */
	int hint;   /* the family's own, 0 at first: it stays when the item goes to another line */
	/* Filled in by the line. OK: it lasts for the TTL from when it was sent, or longer. CONFLICT: this owner does not
	 * have it. STORAGE_ERROR: anything else, and line->failure says why. */
	slock_status status;
	slock_time answered; /* OK: when the answer was read */
	/* STORAGE_ERROR: a new line of the same family that it takes from now on, which is the renewer's then; it is
	 * renewed there at once, or after a pause where that happens again and again. NULL: it stays. */
	slock_line *moved;
} slock_renewal_item;

/* What a line waits for. */
typedef struct {
	int descriptor;   /* poll this; -1: nothing */
	short events;     /* for these: POLLIN and its like */
	slock_time until; /* and go on at this time at the latest */
} slock_line_waiting;

/* Called by the thread alone, but free(), which is also called for a line that it has never seen. None runs PHP code,
 * uses the engine or its memory, raises a signal, or waits (but for a name server). */
typedef struct {
	/* Begins to renew these, in one flight. The items may be put into another order and are the line's until step()
	 * says that the flight has ended. Only items that this owner holds and that have not expired are renewed, and none
	 * gets a shorter lifetime. */
	void (*begin)(slock_line *line, slock_renewal_item **items, size_t count);
	/* Goes on with that. True: the flight has ended, and each item has its outcome; at `answer_by` at the latest. */
	bool (*step)(slock_line *line, slock_time answer_by, slock_line_waiting *waiting);
	/* Closes the connection and frees all. */
	void (*free)(slock_line *line);
} slock_line_ops;

/* The way to a server; first in the struct of its family, in memory of malloc(). Lines with the same name are one, but
 * for locks that last so shortly that the others are not to wait for what they can wait for. */
struct slock_line {
	const slock_line_ops *ops;
	char *name; /* with everything that tells two connections apart, secrets included: never print it */
	size_t name_length;
	char failure[SLOCK_MESSAGE_SIZE]; /* of the latest flight, without credentials; "": items were only moved */
	/* The renewer's own. */
	size_t users;
	bool brief; /* for locks with short lifetimes */
	bool wanted, flying;
	slock_time longest;          /* lifetime of those that are due */
	slock_time begun, answer_by; /* of the flight */
	slock_renewal_item **items;  /* with room for `room` */
	size_t count, room;
	slock_line *next;
};

#endif
