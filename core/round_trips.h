/* SPDX-License-Identifier: MIT
 *
 * How long answers take on a link, from the latest two. Plain C. */
#ifndef SLOCK_CORE_ROUND_TRIPS_H
#define SLOCK_CORE_ROUND_TRIPS_H

#include "core/clock.h"

typedef struct {
	slock_time latest, before; /* ns; 0: there was none */
} slock_round_trips;

/* An answer took so long; ns. */
static inline void slock_round_trips_note(slock_round_trips *seen, slock_time took)
{
	seen->before = seen->latest;
	seen->latest = took;
}

/* What an answer may be expected to take; ns, 0: nobody knows. The shorter one of two, because one alone may be that of
 * a process that was stopped, of a server that did something else, or have opened the connection. The only one counts
 * up to a second. */
static inline slock_time slock_round_trips_usual(const slock_round_trips *seen)
{
	slock_time other = seen->before ? seen->before : SLOCK_SECOND;

	return seen->latest < other ? seen->latest : other;
}

#endif
