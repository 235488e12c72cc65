/* SPDX-License-Identifier: MIT
 *
 * The thread that renews locks by itself, also while PHP sleeps: one in the process, there as long as something is to
 * be renewed. It takes no signals, runs nothing of the engine, and has connections of its own. It knows no stores: how
 * renewals reach a server is what a line does. Plain C but for the flag that interrupts the engine.
 *
 * A renewal is RUNNING, and once it is not it is never again:
 *
 *     RUNNING -> REFUSED   the server said that this owner does not have the lock
 *     RUNNING -> EXPIRED   `until` has passed before an answer to a renewal had come
 *     RUNNING -> OVER      `last` has passed
 *
 * - `until` is when the lifetime ends that the server is known to have granted, counted from before the request was
 *   sent. The thread looks at the clock before it sends: what has expired is not sent. A process that is stopped
 *   between the two sends too late, and the server, which renews only what this owner holds and what has not expired,
 *   refuses.
 * - An answer that comes after `until` is none: the lock counts as lost. What the server has then stays there for its
 *   TTL, unless the lock is released, so that nobody else comes in before PHP has been told.
 * - A renewal never makes a lifetime shorter at the server. So one that is on its way while PHP asks for something else
 *   does no harm, whichever comes first: released, it finds nothing; acquired again or refreshed, the server has at
 *   least what PHP was granted.
 * - Operations of PHP on the same lock go before: each tells when it begins and how it ended, and the answer to a
 *   renewal that was on its way at one of these times counts for nothing, neither as a lifetime nor as a loss. What the
 *   operation says is what holds from then on. While one releases, nothing is sent.
 * - A child that was forked has no thread: what it has inherited can be looked at and freed, and tells nothing. */
#ifndef SLOCK_CORE_RENEWER_H
#define SLOCK_CORE_RENEWER_H

#include "core/renewal.h"

/* For slock.c only: when the module is loaded, after slock_process_startup(). */
void slock_renewer_startup(void);

/* For the calling thread. NULL: there is no memory, or no such thing on this system. */
slock_renewal_listener *slock_renewal_listener_new(void);

/* When no renewal tells it any more. */
void slock_renewal_listener_free(slock_renewal_listener *listener);

/* Whether something has changed since this was asked last. With each change the engine's interrupt function is called.
 * Never in a child that was forked. NULL: nothing has. */
bool slock_renewal_listener_has_news(slock_renewal_listener *listener);

/* What is to be renewed. The strings are copied. */
typedef struct {
	const void *key, *store; /* what operations on the same lock name it by: see below */
	const char *resource, *token;
	size_t resource_length, token_length;
	double ttl;       /* seconds, > 0: what each renewal asks for */
	slock_time until; /* when the lifetime ends that it has */
	slock_time last;  /* when it has been kept alive for long enough */
} slock_renewal_order;

/* Renews a lock from now on, a third of the TTL after the latest time. Takes the line over, whatever happens. NULL:
 * there is no memory, or no thread can be started. */
slock_renewal *slock_renewal_start(slock_line *line, slock_renewal_listener *listener,
								   const slock_renewal_order *order);

/* Ends it, waits for nobody, and frees it: nothing is sent from now on. With the last one the thread ends, which only a
 * look-up of a name can delay. */
void slock_renewal_end(slock_renewal *renewal);

/* Whether it renews what this owner holds. */
bool slock_renewal_is_of(const slock_renewal *renewal, const char *token, size_t length);

/* Its state; *until is when its lifetime ends. *failure becomes a storage error where the latest renewal has failed;
 * NULL: nobody wants to know. */
slock_renewal_state slock_renewal_look(slock_renewal *renewal, slock_time *until, slock_result *failure);

/* Whether it renews the lock that `key` names on the store. */
bool slock_renewals_have(const void *key, const void *store);

/* Around an operation of PHP that writes to the lock that `key` names on the store. */
void slock_renewals_operation_begins(const void *key, const void *store, bool releases);

/* `until`: when the lifetime ends that it asked for; SLOCK_FOREVER: none. `status`: OK: that is what holds now.
 * CONFLICT: nothing was changed. Anything else: whichever is shorter. */
void slock_renewals_operation_ended(const void *key, const void *store, bool releases, slock_status status,
									slock_time until);

#endif
