/* SPDX-License-Identifier: MIT
 *
 * What the four advisory-lock stores share: their operations, and the end of their construction. */
#ifndef SLOCK_STORES_ADVISORY_ADVISORY_STORE_H
#define SLOCK_STORES_ADVISORY_ADVISORY_STORE_H

#include "stores/advisory/operation.h"

/* The operations; the tables of the store classes name them. A refresh asks whether the lock is held. */
slock_status slock_advisory_run(slock_store *store, const slock_request *request, slock_result *result);
void slock_advisory_show(slock_store *store, HashTable *into);
void slock_advisory_leave(slock_store *store);
void slock_advisory_get_gc(slock_store *store, zend_get_gc_buffer *buffer);
void slock_advisory_free(slock_store *store);

#define SLOCK_ADVISORY_OPS                                                                                             \
	.run = slock_advisory_run, .show = slock_advisory_show, .leave = slock_advisory_leave,                             \
	.get_gc = slock_advisory_get_gc, .free = slock_advisory_free, .size = sizeof(slock_advisory_store)

/* What the constructors of the store classes end with. Takes the session over; throws when another call of the
 * constructor came first. */
void slock_advisory_constructed(slock_store *store, slock_session *session, const slock_advisory_dialect *dialect);

#endif
