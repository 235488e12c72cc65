/* SPDX-License-Identifier: MIT
 *
 * How a Lock acquires: see lock_acquisition.h. A native store is asked once where the package asks two to four times.
 */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/lock_acquisition.h"
#include "core/lock_doubts.h"
#include "core/lock_lifetime.h"
#include "core/lock_notes.h"
#include "core/lock_operations.h"
#include "core/process.h"
#include "core/store_operations.h"
#include "core/wait.h"

#include "zend_exceptions.h"

#define ACQUIRE_FAILED "Failed to acquire the \"{resource}\" lock."
#define ACQUIRE_FAILED_ABOUT "Failed to acquire the \""

/* The refresh that follows an acquisition on a store that does not write the TTL by itself. Its failure is one of
 * the acquisition: the result's. */
static bool lock_refresh_acquired(slock_lock *lock, slock_result *result)
{
	if (slock_lock_refresh(lock, lock->ttl)) {
		return true;
	}
	slock_result_from_pending(result, SLOCK_INTERRUPTED);
	return false;
}

static void lock_conflict(slock_lock *lock, slock_result *result, bool blocking, zval *return_value)
{
	slock_lock_log(lock, SLOCK_LOG_INFO,
				   "Failed to acquire the \"{resource}\" lock. Someone else already acquired the lock.", NULL);
	if (blocking && result->status == SLOCK_CONFLICT) {
		slock_store_throw(result, slock_key_resource(slock_lock_key(lock)));
	}
	RETVAL_FALSE;
}

/* A write lock in the place of a read lock is acquired within acquireRead(), which treats what that throws, and what a
 * logger throws on the way, like the exceptions of a store: this is seen in the logs and in the chain of exceptions. */
static void lock_fail_again(slock_lock *lock, bool blocking, zval *return_value)
{
	slock_result result;

	slock_result_init(&result);
	switch (slock_result_from_pending(&result, SLOCK_INTERRUPTED)) {
		case SLOCK_CONFLICT:
			lock_conflict(lock, &result, blocking, return_value);
			break;
		case SLOCK_STORAGE_ERROR:
			slock_lock_fail(lock, ACQUIRE_FAILED, ACQUIRE_FAILED_ABOUT, &result);
			break;
		default:
			/* An Error. */
			break;
	}
	slock_result_dtor(&result);
}

/* An exception of the logger may be pending afterwards. Whether the lock has the TTL, and no refresh has to follow. */
static bool lock_log_acquired(slock_lock *lock, slock_mode mode, bool ttl_written)
{
	slock_key *key = slock_lock_key(lock);
	slock_time expiry = slock_key_expiry(key);

	slock_lock_log(lock, SLOCK_LOG_DEBUG,
				   mode == SLOCK_READ ? "Successfully acquired the \"{resource}\" lock for reading."
									  : "Successfully acquired the \"{resource}\" lock.",
				   NULL);
	if (ttl_written && !EG(exception)) {
		if (!slock_lock_is_held(lock) || slock_lock_was_granted_since(lock)) {
			/* The logger, or another fiber, has released, lost or refreshed it: what the store has written does not
			 * count any more. */
			return false;
		}
		/* The package refreshes now: what a logger has done to the key's lifetime does not count. */
		slock_key_set_expiry(key, expiry);
		slock_lock_log_ttl(lock, lock->ttl);
	}
	return ttl_written;
}

/* A handler, or another fiber, has released it by this key while the answer was on its way, or acquired it: what the
 * store has said may be about what was before. A store in PHP is asked what the package asks it, and no more. The
 * failure is the result's. */
static bool lock_is_held_yet(slock_lock *lock, slock_result *result)
{
	if (slock_lock_is_acquired(lock)) {
		return true;
	}
	if (EG(exception)) {
		slock_result_from_pending(result, SLOCK_INTERRUPTED);
	} else {
		result->status = SLOCK_CONFLICT;
	}
	return false;
}

/* If its store keeps its locks alive. False: it cannot be kept, and the result says why. */
static bool lock_keep(slock_lock *lock, slock_result *result)
{
	if (!slock_store_keeps_alive(lock->store) || slock_lock_keeper.attach(lock) == SUCCESS) {
		return true;
	}
	slock_result_error(result,
					   "The lock cannot be kept alive: no thread can be started that would tell when to renew it");
	return false;
}

/* As far as it knows, which was held until then. */
static bool lock_is_writer(const slock_lock *lock, slock_time until)
{
	return slock_lock_is_held(lock) && lock->writes && until > slock_clock_now();
}

/* What was asked of the writer: whether it may be a reader's lock at any time from now on. What members of a quorum
 * have heard is not known. */
static void lock_note_demotion(slock_lock *lock, const slock_result *result)
{
	slock_lock_note_late(lock, (result->status != SLOCK_OK && result->status != SLOCK_CONFLICT) || result->sent_again ||
								   slock_store_has(lock->store, SLOCK_STORE_DECORATES));
}

/* Nobody has acquired it by this key since, and somebody else has it. */
static void lock_note_refusal(slock_lock *lock)
{
	slock_key_set_held(slock_lock_key(lock), slock_store_kinds(lock->store), false);
	if (UNEXPECTED(lock->dirty)) {
		lock->lost = true;
		if (SLOCK_G(keepers)) {
			slock_lock_keeper.missed(lock);
		}
	}
}

/* `events`: those of the key when the store was asked. */
static void lock_ask(slock_lock *lock, slock_request *request, const slock_lock_before *before,
					 slock_key_events *events, slock_result *result)
{
	const uint32_t kinds = slock_store_kinds(lock->store);
	const bool reads = request->mode == SLOCK_READ;
	/* The reader may be another Lock on the key. */
	const bool stays_reader =
		!reads && ((slock_lock_is_held(lock) && !lock->writes) || slock_key_reads_by(request->key, kinds));
	bool of_members;

	if (slock_lock_may_ask(lock, SLOCK_KEY_UNSURE, request->deadline, result)) {
		if (UNEXPECTED(slock_process_has_forked())) {
			slock_store_part_after_fork(lock->store, request->key, before->until);
		}
		request->keeps_writer = reads && !lock_is_writer(lock, before->until);
		/* Members of a quorum find by themselves that the key is the writer, which it is through another Lock. */
		of_members = reads && slock_store_has(lock->store, SLOCK_STORE_DECORATES) &&
					 slock_store_has_token(lock->store, request->key, SLOCK_TOKEN_KEPT);
		*events = slock_key_events_so_far(request->key);
		slock_wait_acquire(lock->store, request, result);
		if (before->expires) {
			slock_lock_note_ends(lock, request, result);
		}
		if (UNEXPECTED(reads && (!request->keeps_writer || result->asked_writer || of_members))) {
			lock_note_demotion(lock, result);
		}
	}
	if (result->status == SLOCK_OK) {
		lock->writes = !reads;
	} else if (EXPECTED(before->grants == slock_key_grants(request->key))) {
		lock->writes = false;
		/* A reader that is refused as the writer is a reader yet. */
		if ((result->status == SLOCK_CONFLICT || result->status == SLOCK_TIMEOUT) &&
			!(stays_reader && !result->given_back)) {
			lock_note_refusal(lock);
		}
	}
	/* Of a member of a quorum that was not needed, or of an earlier attempt. */
	slock_lock_note_late(lock, result->release_unheard);
	if (result->status != SLOCK_OK) {
		slock_lock_end_lifetime(lock, before, request->op, result);
	}
}

/* See below. */
static bool lock_acquire(slock_lock *lock, slock_mode mode, slock_time deadline, zval *return_value);

/* For reading, on a store that knows no readers: it begins again, and what the logger has done to the key's lifetime
 * counts. `events`: those of the key when the reader began. As lock_acquire(). */
static bool lock_acquire_as_writer(slock_lock *lock, const slock_request *request, const slock_lock_before *before,
								   slock_key_events events, slock_time deadline, zval *return_value)
{
	slock_key *key = slock_lock_key(lock);
	bool ended;

	slock_lock_log(lock, SLOCK_LOG_DEBUG, "Store does not support ReadLocks, fallback to WriteLock.", NULL);
	if (EXPECTED(slock_key_expiry(key) == SLOCK_FOREVER && !slock_key_had_events(key, events))) {
		slock_key_set_expiry(key, EG(exception) || !request->held_until || slock_lock_has_released(lock)
									  ? before->until
									  : request->held_until);
	}
	if (UNEXPECTED(lock->lost && !before->lost)) {
		slock_key_limit_expiry(key, slock_clock_now());
	}
	ended = EG(exception) || lock_acquire(lock, SLOCK_WRITE, deadline, return_value);
	if (ended && EG(exception)) {
		lock_fail_again(lock, deadline != SLOCK_TRY_ONCE, return_value);
	}
	return ended;
}

/* false: interrupted. What is pending then comes out as it is: a handler has thrown it, or nobody may catch it. */
static bool lock_acquire(slock_lock *lock, slock_mode mode, slock_time deadline, zval *return_value)
{
	slock_key *key = slock_lock_key(lock);
	slock_request request = slock_lock_request_for(lock, SLOCK_OP_ACQUIRE);
	slock_result result;
	slock_key_events events = slock_key_events_so_far(key);
	bool blocking = deadline != SLOCK_TRY_ONCE, ttl_written, overtaken;
	slock_lock_before before = slock_lock_begin_lifetime(lock, &request);

	slock_result_init(&result);
	if (mode == SLOCK_READ && !slock_store_shares(lock->store)) {
		return lock_acquire_as_writer(lock, &request, &before, events, deadline, return_value);
	}
	ttl_written = lock->ttl > 0.0 && slock_store_writes_ttl(lock->store, mode);
	request.mode = mode;
	request.ttl = ttl_written ? lock->ttl : 0.0;
	request.deadline = deadline;

	lock_ask(lock, &request, &before, &events, &result);
	overtaken = slock_key_had_events(key, events);
	if (result.status == SLOCK_OK) {
		slock_lock_note_held(lock, true);
		if (UNEXPECTED(lock->logger)) {
			ttl_written = lock_log_acquired(lock, mode, ttl_written);
		}
		if (UNEXPECTED(EG(exception))) {
			slock_result_from_pending(&result, SLOCK_INTERRUPTED);
		} else if ((EXPECTED(!overtaken) || !slock_store_release_is_authoritative(lock->store) ||
					lock_is_held_yet(lock, &result)) &&
				   (lock->ttl == 0.0 || ttl_written || lock_refresh_acquired(lock, &result))) {
			if (EXPECTED(!slock_key_is_expired(key)) && (EXPECTED(!SLOCK_G(stores_keep)) || lock_keep(lock, &result))) {
				RETVAL_TRUE;
				return true;
			}
			slock_lock_give_back(lock);
			if (result.status == SLOCK_OK) {
				slock_result_set(&result, EG(exception) ? SLOCK_INTERRUPTED : SLOCK_EXPIRED);
			}
		}
	}
	switch (result.status) {
		case SLOCK_CONFLICT:
		case SLOCK_TIMEOUT:
			lock_conflict(lock, &result, blocking, return_value);
			break;
		case SLOCK_INTERRUPTED:
			break;
		default:
			slock_lock_fail(lock, ACQUIRE_FAILED, ACQUIRE_FAILED_ABOUT, &result);
	}
	slock_result_dtor(&result);
	return result.status != SLOCK_INTERRUPTED;
}

void slock_lock_acquire(slock_lock *lock, slock_mode mode, slock_time deadline, zval *return_value)
{
	lock_acquire(lock, mode, deadline, return_value);
}
