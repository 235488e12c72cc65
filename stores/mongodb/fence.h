/* SPDX-License-Identifier: MIT
 *
 * The fencing tokens of MongoDbStore. The document of a lock goes with its release, its expiry and every release by the
 * PHP package, so the last token cannot stand in it: it stands in a collection beside that of the locks,
 *     {_id: the resource, fence: the last token, expires_at: a date}
 * and a second command, one round trip more, counts it up after the lock was granted.
 *
 * An owner that is stopped between the two, and goes on when its lock is over, gets a greater number than the one who
 * has the lock by then. Nobody sees it: its lifetime, which began before the lock was asked for, has run out, and
 * instead of the number there is SLOCK_EXPIRED (slock_store_run()). The number is only skipped. Of a machine that has
 * slept the system's clock tells the same, once it is set again. */
#ifndef SLOCK_STORES_MONGODB_FENCE_H
#define SLOCK_STORES_MONGODB_FENCE_H

#include "clients/mongodb/mongodb.h"
#include "core/store.h"

/* The collection beside one of locks, owned by the caller. */
zend_string *slock_mongodb_fence_name(const zend_string *collection);

/* Puts the token of the owner with this owner token, who has just got the lock, into the result. May run PHP code, with
 * a client object. */
slock_status slock_mongodb_mint(slock_mongodb *mongodb, const zend_string *database, const zend_string *collection,
								const slock_request *request, const zend_string *token, slock_result *result);

#endif
