/* SPDX-License-Identifier: MIT
 *
 * All keepers of a PHP thread. They stand in one table, by their owners, with one alarm that is set to when the first
 * of them has something to do. That is done at the engine's interrupts, where signal handlers run as well
 * (keepers_interrupt.c). */
#ifndef SLOCK_CORE_KEEPERS_H
#define SLOCK_CORE_KEEPERS_H

#include "php.h"
#include "core/alarm.h"
#include "core/clock.h"
#include "core/renewal.h"

typedef enum {
	SLOCK_KEEPER_ENDED,
	SLOCK_KEEPER_RUNNING,
	SLOCK_KEEPER_LOST, /* and nobody has been told */
	SLOCK_KEEPER_TOLD,
	SLOCK_KEEPER_CUT, /* the request has ended, and nothing renews it any more; whether it is lost, the clock tells */
} slock_keeper_state;

/* Its owner sets the first part before slock_keeper_start(); the rest, all zero in the beginning, is that of
 * keeper.c, keeper_known.c, keeper_loss.c and keepers.c. */
typedef struct {
	zend_object *owner;   /* with which it ends: it is in the owner's memory, or the owner ends it */
	zend_object *lock;    /* a LockInterface, which lives as long as the owner; or the owner itself */
	zend_object *on_lost; /* a closure, owned by the owner; NULL: throw */
	double ttl;           /* seconds, for renewals; 0: a lock of another class takes what it knows itself */
	slock_time last;      /* when it has been kept alive for long enough */

	slock_keeper_state state;
	uint32_t grants;        /* of a Lock: what its key had counted when this began */
	zend_object *failure;   /* owned: why the latest renewal did not succeed; NULL: it did */
	const char *reason;     /* LOST: a text with one %s for the resource */
	slock_time lifetime;    /* what is left after a renewal */
	slock_time until;       /* when the lock's lifetime ends, as far as is known; SLOCK_FOREVER: it does not */
	slock_time due;         /* when there is something to do */
	slock_renewal *renewal; /* the thread renews it; NULL: we do */
	slock_time pause;       /* until its client object was asked for again, which was in use; 0: it was not */
	bool unasked;           /* its key's lifetime may be that of another store's lock: ours is not known yet */
	bool working;           /* it is being renewed, further down in the stack or in a suspended fiber */
} slock_keeper;

typedef struct slock_keepers {
	HashTable running;                /* those that run, or have something to tell: slock_keeper * by its owner */
	HashTable attached;               /* all that belong to a Lock, the same way; owned */
	slock_time alarm_at;              /* when the alarm rings */
	slock_alarm *alarm;               /* NULL: none runs, there is no memory for it, or no such thing here */
	slock_renewal_listener *listener; /* the same */
	uint32_t working;                 /* what is going on, further down in the stack or in suspended fibers */
	zend_object *thrown;              /* by a handler, in the middle of a renewal, which it is not about; owned */
	HashTable renewing;               /* where that is: how many, by the places of slock_keepers_here() */
	HashTable telling;                /* where closures are told of a loss, the same way */
} slock_keepers;

/* In an order of its own, and nothing may be added or removed meanwhile. Ends with ZEND_HASH_FOREACH_END(). */
#define SLOCK_FOREACH_KEEPER(all, at) ZEND_HASH_FOREACH_PTR(&(all)->running, at)

/* Where it stands in the tables. */
zend_ulong slock_keepers_index(const zend_object *owner);

/* The table of this PHP thread, with an alarm of this process; what a parent process has in it has ended. NULL: there
 * can be no alarm. */
slock_keepers *slock_keepers_prepare(void);

/* Whether it has an alarm of this process. Without it nothing is kept alive: what a parent process has is the parent's.
 */
static inline bool slock_keepers_are_ours(const slock_keepers *all)
{
	return all && all->alarm && !slock_alarm_is_inherited(all->alarm);
}

/* One is gone. With the last one that runs the threads go, and with the last of all the table. */
void slock_keepers_arrange(void);

/* False: there is no thread that would tell. */
bool slock_keepers_set_alarm(slock_keepers *all, slock_time at);

/* To when the first of them has something to do, where there is an alarm. One whose loss cannot be told where this is
 * called may be told in another fiber at any time, and what rings while an exit() or the end of a fiber is on its way
 * is not heard. */
void slock_keepers_set_alarm_to_first(void);

/* The fiber that runs, or what stands for the main program. */
const void *slock_keepers_here(const slock_keepers *all);

/* Whether what runs now was called by a store or a lock in PHP that renews: what is thrown there is taken for its own.
 */
bool slock_keepers_are_within(const slock_keepers *all);

/* How many of them are going on here, each within the one before. */
zend_long slock_keepers_renewals_here(const slock_keepers *all);

/* What is called from the one to the other is that: also when it ends the keeper that it was called for. The other one
 * gets what the first one returns. */
zend_ulong slock_keepers_begin_renewal(slock_keepers *all);
void slock_keepers_finish_renewal(slock_keepers *all, zend_ulong place);

/* Whether what runs now may be interrupted by a loss that is told: neither a renewal, nor a closure that is just told
 * of one. */
bool slock_keepers_may_tell(slock_keepers *all);

/* A closure is told here, from the one to the other, which gets what the first one returns: after a fatal error in a
 * fiber it may be somewhere else that runs. There is a table. */
zend_ulong slock_keepers_begin_telling(void);
void slock_keepers_end_telling(zend_ulong place);

/* The one that has been due for the longest: those that fail again and again do not come before others. What is being
 * renewed is not renewed again, and due at the end of its lifetime, to be told that it is lost: its fiber may be
 * suspended, and the answer never come. Nobody is told of a loss where slock_keepers_may_tell() says no. NULL: there is
 * none. */
slock_keeper *slock_keepers_first(slock_keepers *all, slock_time *due);

/* When to look again whether somebody can be told who cannot be told here; SLOCK_FOREVER: there is nobody. */
slock_time slock_keepers_next_elsewhere(slock_keepers *all);

/* The thread renews it no more. */
void slock_keepers_end_renewal(slock_keeper *keeper);

/* It is in this state from now on, ENDED or TOLD, and out of the table. The table may be gone afterwards. */
void slock_keepers_remove(slock_keeper *keeper, slock_keeper_state state);

/* In RSHUTDOWN, after slock_keepers_hear_last(): nothing is renewed any more, and the thread of the alarms ends. */
void slock_keepers_end_request(void);

#endif
