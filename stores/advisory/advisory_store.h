/* SPDX-License-Identifier: MIT
 *
 * What the four advisory-lock stores share: the state machine between a key and a database session. */
#ifndef SLOCK_STORES_ADVISORY_ADVISORY_STORE_H
#define SLOCK_STORES_ADVISORY_ADVISORY_STORE_H

#include "clients/advisory/session.h"
#include "core/store.h"
#include "stores/advisory/dialects.h"

typedef struct {
	slock_session *session; /* NULL only before __construct() ran */
	const slock_advisory_dialect *dialect;
	/* Where locks are the store's own, also when it shares the session with other stores: what the names of its owners
	 * end with. "": they are those of the client object, for all its stores. */
	char own[24];
	bool has_acquired; /* ever */
	slock_store base;
} slock_advisory_store;

/* The operations; the tables of the store classes name them. A refresh asks whether the lock is held. */
slock_status slock_advisory_run(slock_store *store, const slock_request *request, slock_result *result);
void slock_advisory_leave(slock_store *store);
void slock_advisory_get_gc(slock_store *store, zend_get_gc_buffer *buffer);
void slock_advisory_free(slock_store *store);

#define SLOCK_ADVISORY_OPS                                                                                             \
	.run = slock_advisory_run, .leave = slock_advisory_leave, .get_gc = slock_advisory_get_gc,                         \
	.free = slock_advisory_free, .size = sizeof(slock_advisory_store)

/* What the constructors of the store classes end with. Takes the session over; throws when another call of the
 * constructor came first. */
void slock_advisory_constructed(slock_store *store, slock_session *session, const slock_advisory_dialect *dialect);

#endif
