/* SPDX-License-Identifier: MIT
 *
 * The four operations on any store, native or written in PHP, and what may be asked of it. */
#ifndef SLOCK_CORE_STORE_OPERATIONS_H
#define SLOCK_CORE_STORE_OPERATIONS_H

#include "core/store.h"

/* An operation on any store, native or written in PHP. Fills the result (see the contract, store.h), counts the key's
 * lifetime from before the request is sent, and gives an acquired lock back when its lifetime has run out
 * (SLOCK_EXPIRED). It does not wait on a store that cannot: see wait.h. */
slock_status slock_store_run(zend_object *store, const slock_request *request, slock_result *result);

/* The same on the native store itself, whatever methods a subclass has replaced. */
slock_status slock_store_run_native(slock_store *store, const slock_request *request, slock_result *result);

/* The same in two steps, with everything that slock_store_run() does around the store's own begin() and finish(): the
 * TTL is checked and the key's lifetime counted from before the request is sent, and what comes too late is given
 * back, which only then ends it (SLOCK_EXPIRED). Only where slock_store_can_begin() says so: a native store with the
 * two-step form whose method no subclass replaced, unless it writes to a lock that a thread renews; acquiring tries
 * once. They run no PHP code and never wait, but for those who tell where the server is. */
bool slock_store_can_begin(zend_object *store, const slock_key *key, slock_op op, slock_mode mode);
bool slock_store_is_connected(zend_object *store);
bool slock_store_begin(zend_object *store, const slock_request *request, slock_pending *pending, slock_result *result);
bool slock_store_finish(zend_object *store, slock_pending *pending, slock_result *result);
void slock_store_abandon(zend_object *store, slock_pending *pending);

/* What a store sends to take back what an acquisition has done on its server and cannot keep: the release, in a time of
 * its own, because that of the acquisition may be over, and what is not sent lets the lock stay for the whole TTL. Two
 * usual round trips, SLOCK_UNDO_TIME at least, where the acquisition is bounded; else the client's own limits count. */
#define SLOCK_UNDO_TIME (100 * SLOCK_MS)
slock_request slock_store_undoing(const slock_store *store, const slock_request *acquisition);

/* Sends that and waits for the answer, while an exception of the acquisition is pending or not; the result of the
 * acquisition notes what became of it. After exit() and in a fiber that is being destroyed no code of the user's may
 * run, and this might: then it stays in doubt. */
void slock_store_undo(slock_store *store, const slock_request *acquisition, slock_result *result);

/* Whether acquiring writes request->ttl by itself. When not, the caller refreshes after it, as the package
 * does: a store written in PHP, or one whose subclass replaced save() or putOffExpiration(). */
bool slock_store_writes_ttl(zend_object *store, slock_mode mode);

/* Whether the lifetime of a key that it holds is its own. Not with a store written in PHP, which changes lifetimes as
 * it likes, nor with one whose locks last, nor with one in front of stores that are all written in PHP. */
bool slock_store_counts_lifetimes(zend_object *store);

/* Whether the outcome of a release is the whole truth. When not, the caller asks whether the lock exists afterwards, as
 * the package does. */
bool slock_store_release_is_authoritative(zend_object *store);

/* Whether PHP code may run while it is asked: of a client object, a member, or a store. */
bool slock_store_may_run_php(zend_object *store);

/* Whether the key has a token of this native store, or of one behind it, that a late release could carry: locks that
 * expire are told apart by it at a server.
 * One that is forgotten is another one at the next operation. Nothing of what PHP code has a say in. */
bool slock_store_has_token(zend_object *store, slock_key *key, slock_token_ask ask);

/* Before an operation that asks for a lifetime, in a process that has forked, or was forked: `until` is the end of what
 * the key held. A token that another process may have, too, would make one owner of both: where the key does not hold
 * the lock by it, it gets another one. */
void slock_store_part_after_fork(zend_object *store, slock_key *key, slock_time until);

/* Whether acquiring waits until request->deadline. */
bool slock_store_blocks(zend_object *store, slock_mode mode);

/* The same without a method written in PHP in between, so that any deadline is kept. */
bool slock_store_blocks_natively(zend_object *store, slock_mode mode);

/* The native store that can wake those who wait for it to be acquired, or NULL: see slock_watch_ops. */
slock_store *slock_store_watched(zend_object *store, slock_mode mode);

/* Whether it is a native store with all these capabilities, SLOCK_STORE_…, none of whose methods a subclass has
 * replaced. */
bool slock_store_has(zend_object *store, uint32_t capabilities);

/* Whether the store knows read locks. */
bool slock_store_shares(zend_object *store);

/* From now on it keeps the locks alive that are acquired on it. */
void slock_store_keep_alive(slock_store *store);

/* Whether it does. Never before SLOCK_G(stores_keep), which is looked at first because it costs less. */
bool slock_store_keeps_alive(zend_object *store);

/* Throws what the failed result (not SLOCK_OK) stands for, unless an exception is pending already. */
void slock_store_throw(slock_result *result, zend_string *resource);

#endif
