/* SPDX-License-Identifier: MIT
 *
 * A store some of whose locks are renewed by the thread of renewer.h. For that time its operations go through a table
 * that tells the renewals of what PHP does with these locks, whoever asks for it; a store without such locks has no
 * instruction more than before. */
#ifndef SLOCK_CORE_KEPT_STORE_H
#define SLOCK_CORE_KEPT_STORE_H

#include "core/key.h"
#include "core/renewer.h"
#include "core/store.h"

/* Has the thread renew the lock that the key holds on that store: `ttl` in seconds, the rest as in slock_renewal_order.
 * NULL: it cannot: the store is written in PHP, or in part, or has no way for another thread to its server, or there is
 * no thread or no memory. No exception is pending then. */
slock_renewal *slock_kept_store_begin(zend_object *store, slock_key *key, slock_renewal_listener *listener, double ttl,
									  slock_time until, slock_time last);

/* Whether an operation that writes to the lock of the key may be made in two steps, of which that table is not told:
 * not where the thread renews it. */
bool slock_kept_store_may_begin(const slock_store *store, const slock_key *key);

/* Whether that is still the lock that the key holds on the same store: one that is acquired with another token is not.
 */
bool slock_kept_store_renews(zend_object *store, slock_key *key, const slock_renewal *renewal);

/* Ends that. The store is the same. */
void slock_kept_store_end(zend_object *store, slock_renewal *renewal);

#endif
