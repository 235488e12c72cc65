/* SPDX-License-Identifier: MIT
 *
 * The state machine between a Key and a store, but for acquiring: lock_acquisition.c. What each operation logs and
 * throws, and in which order, is what the PHP package does; what is different is that a native store is asked once
 * where the package asks two to four times. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/lock_doubts.h"
#include "core/lock_lifetime.h"
#include "core/lock_notes.h"
#include "core/lock_operations.h"
#include "core/process.h"
#include "core/store_operations.h"

#include "zend_exceptions.h"

static void lock_release(slock_lock *lock, bool automatic);

void slock_lock_give_back(slock_lock *lock)
{
	/* What a signal handler throws in a store that is written in PHP is no failure of that. */
	slock_interrupts_defer();
	lock_release(lock, false);
	slock_exception_drop_failure();
	slock_interrupts_resume();
}

/* Of a lock that an operation has given back, which the store has refreshed: the release is still on its way, or lost,
 * and whoever counted on the lock would lose it at any time. */
static void lock_release_refreshed(slock_lock *lock, slock_result *result)
{
	slock_lock_change_doubts(lock, 0, SLOCK_KEY_HAUNTED);
	result->given_back = true;
	if (slock_lock_release_at_last(lock, SLOCK_FOREVER, result)) {
		slock_result_error(result, "An earlier release of this lock was not answered, and it is released now");
	}
}

/* Once more where a handler, or another fiber, has released it by this key while the answer was on its way: that may be
 * about what was before. A store in PHP is asked what the package asks it, and no more. */
static void lock_ask_about(slock_lock *lock, const slock_request *request, slock_result *result)
{
	slock_key_events events = slock_key_events_so_far(request->key);
	bool unheard = false, again = false;

	slock_store_run(lock->store, request, result);
	while (UNEXPECTED(result->status == SLOCK_OK && slock_key_had_events(request->key, events) &&
					  slock_store_release_is_authoritative(lock->store))) {
		unheard = unheard || result->release_unheard;
		again = again || result->release_again;
		slock_result_dtor(result);
		slock_result_init(result);
		events = slock_key_events_so_far(request->key);
		slock_store_run(lock->store, request, result);
	}
	result->release_unheard = result->release_unheard || unheard;
	result->release_again = result->release_again || again;
}

static void lock_note_refreshed(slock_lock *lock, const slock_result *result)
{
	if (UNEXPECTED(result->unasked && !slock_key_is_held_by(slock_lock_key(lock), slock_store_kinds(lock->store)))) {
		/* The key does not hold the lock by that. As with the package, the destructor looks. */
		lock->dirty = true;
	} else {
		slock_lock_note_held(lock, false);
	}
}

/* Refreshes; on failure the exception is pending. */
bool slock_lock_refresh(slock_lock *lock, double ttl)
{
	slock_key *key = slock_lock_key(lock);
	slock_request request = slock_lock_request_for(lock, SLOCK_OP_REFRESH);
	slock_lock_before before;
	slock_result result;

	slock_result_init(&result);
	request.ttl = ttl;
	before = slock_lock_begin_lifetime(lock, &request);
	/* Who has only failed to acquire it is told by the store that it is not held. */
	if (slock_lock_may_ask(lock, SLOCK_KEY_RELEASED, SLOCK_FOREVER, &result)) {
		if (UNEXPECTED(slock_process_has_forked())) {
			slock_store_part_after_fork(lock->store, key, before.until);
		}
		lock_ask_about(lock, &request, &result);
		if (before.expires) {
			slock_lock_note_ends(lock, &request, &result);
		}
		if (UNEXPECTED(result.status == SLOCK_OK && (slock_lock_doubts(lock) & SLOCK_KEY_UNSURE) &&
					   slock_store_has_token(lock->store, key, SLOCK_TOKEN_KEPT))) {
			lock_release_refreshed(lock, &result);
		}
	}
	if (UNEXPECTED(result.status != SLOCK_OK)) {
		slock_lock_end_lifetime(lock, &before, request.op, &result);
		lock->dirty = lock->dirty && !result.given_back_to_all;
	}
	slock_lock_note_late(lock, result.release_unheard);
	if (result.status == SLOCK_OK) {
		lock_note_refreshed(lock, &result);
		if (EXPECTED(!slock_key_is_expired(key))) {
			slock_lock_log_ttl(lock, ttl);
			if (EXPECTED(!EG(exception))) {
				return true;
			}
			/* What a logger throws fails the operation, as with the package. */
			slock_result_from_pending(&result, SLOCK_INTERRUPTED);
		} else {
			/* Only a store written in PHP leaves this to us. */
			slock_lock_give_back(lock);
			slock_result_set(&result, EG(exception) ? SLOCK_INTERRUPTED : SLOCK_STORAGE_ERROR);
			result.exception =
				slock_exception_about(slock_ce_LockExpiredException, NULL, "Failed to put off the expiration of the \"",
									  slock_key_resource(key), "\" lock within the specified time.");
		}
	}
	if (result.status == SLOCK_CONFLICT) {
		slock_lock_note_lost(lock, before.grants);
		slock_lock_log(lock, SLOCK_LOG_NOTICE,
					   "Failed to define an expiration for the \"{resource}\" lock, someone else acquired the lock.",
					   NULL);
		slock_store_throw(&result, slock_key_resource(key));
	} else if (result.status != SLOCK_INTERRUPTED) {
		slock_lock_fail(lock, "Failed to define an expiration for the \"{resource}\" lock.",
						"Failed to define an expiration for the \"", &result);
	}
	slock_result_dtor(&result);
	return false;
}

/* There is no exception yet; where there never is one, a refusal tells itself. */
static void lock_log_failed_renewal(slock_lock *lock, const slock_result *result)
{
	HashTable *extra = NULL;
	zval reason;

	if (lock->logger && result->status == SLOCK_STORAGE_ERROR) {
		ZVAL_STRING(&reason, result->message[0] || !result->exception ? result->message
																	  : slock_exception_message(result->exception));
		extra = slock_log_extra("reason", &reason);
	}
	slock_lock_log(lock, SLOCK_LOG_NOTICE, "Failed to define an expiration for the \"{resource}\" lock.", extra);
}

slock_status slock_lock_renew(slock_lock *lock, double ttl, slock_time until, slock_time answer_by,
							  slock_result *result)
{
	slock_key *key = slock_lock_key(lock);
	slock_request request = slock_lock_request_for(lock, SLOCK_OP_REFRESH);
	const uint32_t grants = slock_key_grants(key);

	request.ttl = ttl;
	request.answer_by = answer_by;
	request.only_if_held = true;
	request.held_until = slock_lock_held_until(lock);
	slock_key_reset_lifetime(key);
	slock_store_run(lock->store, &request, result);
	slock_lock_note_ends(lock, &request, result);
	if (result->status == SLOCK_OK && !slock_key_is_expired(key)) {
		slock_lock_log_ttl(lock, ttl);
		return SLOCK_OK;
	}
	/* Unless a handler, or another fiber, has refreshed or acquired it meanwhile. */
	if (grants == slock_key_grants(key) && slock_lock_lifetime_is_of(key, result)) {
		slock_key_set_expiry(key, until);
	}
	slock_lock_note_unheard(lock, result);
	if (result->status == SLOCK_OK) {
		/* Only a store written in PHP leaves this to us. */
		slock_result_set(result, SLOCK_EXPIRED);
	}
	/* What was put off is asked for again, a thousand times maybe. */
	if (result->status != SLOCK_INTERRUPTED && !result->put_off) {
		lock_log_failed_renewal(lock, result);
	}
	return result->status;
}

/* `automatic`: the destructor tells it, once. */
static void lock_release_failed(slock_lock *lock, zend_object *exception, bool automatic)
{
	if (automatic) {
		slock_exception_throw(exception);
		return;
	}
	slock_lock_log(lock, SLOCK_LOG_NOTICE, "Failed to release the \"{resource}\" lock.", NULL);
	slock_lock_throw_logged(exception);
}

/* Asks a store whose release tells nothing whether the lock is gone; when it is not, the exception is pending. */
static bool lock_is_gone(slock_lock *lock, bool automatic)
{
	slock_request request = slock_lock_request_for(lock, SLOCK_OP_EXISTS);
	zend_string *resource;
	slock_result result = SLOCK_RESULT_INIT;
	zend_object *exception;

	slock_store_run(lock->store, &request, &result);
	if (result.status == SLOCK_CONFLICT && !result.exception) {
		return true;
	}
	/* Not before: a store written in PHP may change the key. */
	resource = slock_key_resource(slock_lock_key(lock));
	if (result.status == SLOCK_OK) {
		lock_release_failed(lock,
							slock_exception_about(slock_ce_LockReleasingException, NULL, "Failed to release the \"",
												  resource, "\" lock, the resource is still locked."),
							automatic);
	} else if (result.status != SLOCK_INTERRUPTED) {
		exception = slock_exception_from_result(&result, resource);
		if (instanceof_function(exception->ce, slock_ce_LockReleasingException)) {
			lock_release_failed(lock, exception, automatic);
		} else {
			slock_exception_throw(exception);
		}
	}
	slock_result_dtor(&result);
	return false;
}

/* Until it is answered a release may be carried out at any time, and what another fiber, or a handler, acquires
 * meanwhile must not have the token that it carries. */
static void lock_doubt_until_answered(slock_lock *lock)
{
	if (slock_store_may_run_php(lock->store) &&
		slock_store_has_token(lock->store, slock_lock_key(lock), SLOCK_TOKEN_KEPT)) {
		slock_lock_change_doubts(lock, 0, SLOCK_KEY_UNSURE | SLOCK_KEY_HAUNTED | SLOCK_KEY_RELEASED);
	}
}

/* It has been, and `before` are the doubts that there were. `alone`: nothing has come in between; other doubts are of
 * what has. */
static void lock_note_answered_release(slock_lock *lock, uint32_t before, bool alone, const slock_result *result)
{
	const bool late = result->sent_again || (slock_lock_doubts(lock) & SLOCK_KEY_LATE);

	slock_lock_change_doubts(lock, alone ? SLOCK_KEY_DOUBTS & ~(before & SLOCK_KEY_UNSURE) : 0,
							 late ? SLOCK_KEY_UNSURE : 0);
	slock_lock_note_unheard(lock, result);
}

/* Releases; on failure the exception is pending. `automatic`: from the destructor, where a lock that is not ours any
 * more is nothing to tell. */
static void lock_release(slock_lock *lock, bool automatic)
{
	slock_request request = slock_lock_request_for(lock, SLOCK_OP_RELEASE);
	const uint32_t grants = slock_key_grants(request.key), doubts = slock_lock_doubts(lock);
	slock_key_events events;
	slock_result result;
	bool held, alone;

	slock_result_init(&result);
	request.automatic = automatic;
	lock->let_go = true;
	lock->writes = false;
	if (UNEXPECTED(SLOCK_G(keepers))) {
		slock_lock_keeper.let_go(lock);
	}
	lock_doubt_until_answered(lock);
	slock_key_note_release(request.key);
	events = slock_key_events_so_far(request.key);
	slock_store_run(lock->store, &request, &result);
	alone = !slock_key_had_events(request.key, events);
	slock_key_note_release(request.key);
	held = result.status == SLOCK_OK;
	if (!held && result.status != SLOCK_CONFLICT) {
		slock_lock_change_doubts(lock, 0, SLOCK_KEY_UNSURE | SLOCK_KEY_HAUNTED | SLOCK_KEY_RELEASED);
	}
	/* Also a conflict is a failure when a store written in PHP threw it. */
	if (held || (result.status == SLOCK_CONFLICT && !result.exception)) {
		/* Unless a handler, or another fiber, has acquired it again through this Lock in the meantime. */
		if (EXPECTED(lock->let_go) || grants == slock_key_grants(request.key)) {
			lock->dirty = false;
		}
		lock_note_answered_release(lock, doubts, alone, &result);
		if (grants == slock_key_grants(request.key)) {
			slock_key_set_held(request.key, slock_store_kinds(lock->store), false);
		}
		if (!slock_store_release_is_authoritative(lock->store)) {
			if (!lock_is_gone(lock, automatic)) {
				return;
			}
			held = true;
		}
		if (held || !automatic) {
			slock_lock_log(lock, SLOCK_LOG_DEBUG, "Successfully released the \"{resource}\" lock.", NULL);
		}
	} else if (result.status != SLOCK_INTERRUPTED) {
		/* As the key is now: a store written in PHP may have changed it. */
		zend_string *resource = slock_key_resource(slock_lock_key(lock));
		zend_object *cause = slock_exception_from_result(&result, resource);

		if (!instanceof_function(cause->ce, slock_ce_LockReleasingException)) {
			cause = slock_exception_about(slock_ce_LockReleasingException, cause, "Failed to release the \"", resource,
										  "\" lock.");
		}
		lock_release_failed(lock, cause, automatic);
	}
	slock_result_dtor(&result);
}

/* The key holds the lock. One that was released, or that the store did not have any more, is held again, through
 * another Lock on the key, unless it is in doubt that it was released. */
static void lock_adopt(slock_lock *lock)
{
	const bool again = !lock->dirty || lock->let_go;

	if (UNEXPECTED(SLOCK_G(keepers))) {
		slock_lock_keeper.regained(lock, SLOCK_FOUND_HELD);
	}
	slock_key_set_held(slock_lock_key(lock), slock_store_kinds(lock->store), true);
	lock->dirty = true;
	if (UNEXPECTED(again) && !(slock_lock_doubts(lock) & SLOCK_KEY_HAUNTED)) {
		lock->let_go = lock->lost = false;
		lock->grants = slock_key_grants(slock_lock_key(lock));
	}
}

/* Asks the store; on failure the exception is pending. */
bool slock_lock_is_acquired(slock_lock *lock)
{
	slock_request request = slock_lock_request_for(lock, SLOCK_OP_EXISTS);
	const uint32_t grants = slock_key_grants(request.key);
	slock_result result;
	bool held;

	slock_result_init(&result);
	lock_ask_about(lock, &request, &result);
	held = result.status == SLOCK_OK;
	if (held || (result.status == SLOCK_CONFLICT && !result.exception)) {
		if (held) {
			lock_adopt(lock);
		} else {
			slock_lock_note_lost(lock, grants);
		}
		/* A lock that was never acquired through this object, whose key came from elsewhere, is adopted by whoever
		 * finds it held first. Asking about a lock that a parent process had before the fork adopts nothing. */
		if (lock->dirty && lock->generation == SLOCK_NO_PROCESS) {
			lock->generation = slock_process_generation();
		}
	} else if (result.status != SLOCK_INTERRUPTED) {
		slock_store_throw(&result, slock_key_resource(slock_lock_key(lock)));
	}
	slock_result_dtor(&result);
	return held && !EG(exception);
}

void slock_lock_release(slock_lock *lock)
{
	lock_release(lock, false);
}

/* The message of the innermost cause, which says most; borrowed. */
static const char *lock_innermost_message(zend_object *exception)
{
	zval *property, rv;

	while ((property = zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), 1, &rv)) &&
		   Z_TYPE_P(property) == IS_OBJECT && instanceof_function(Z_OBJCE_P(property), zend_ce_exception)) {
		exception = Z_OBJ_P(property);
	}
	return slock_exception_message(exception);
}

/* A destructor has nobody to throw at: a failed release is a notice for the logger, and a warning where there is
 * none. */
static void lock_report_failed_destructor(slock_lock *lock)
{
	zend_object *exception = slock_exception_take(), *thrown;

	if (!exception) {
		return;
	}
	if (lock->logger) {
		slock_lock_log(lock, SLOCK_LOG_NOTICE, "Failed to release the \"{resource}\" lock.", NULL);
	} else {
		php_error_docref(NULL, E_WARNING, "Failed to release the \"%s\" lock automatically: %s",
						 ZSTR_VAL(slock_key_resource(slock_lock_key(lock))), lock_innermost_message(exception));
	}
	/* Neither a logger nor a handler that turns warnings into exceptions makes a destructor throw. */
	thrown = slock_exception_take();
	slock_object_release(thrown);
	OBJ_RELEASE(exception);
}

void slock_lock_release_automatically(slock_lock *lock)
{
	if (!lock->auto_release || !lock->dirty || UNEXPECTED(slock_lock_is_anothers(lock))) {
		return;
	}
	if (!SLOCK_G(fork_release) && lock->generation != slock_process_generation()) {
		return;
	}
	/* What a signal handler throws would be taken for a failure of a store that is written in PHP, or be dropped with
	 * what the error handler throws that is told of one. */
	slock_interrupts_defer();
	/* A release that tells whether the lock was held needs no question before it. */
	if (slock_store_release_is_authoritative(lock->store) || slock_lock_is_to_be_released(lock) ||
		slock_lock_is_acquired(lock)) {
		lock_release(lock, true);
	}
	if (UNEXPECTED(EG(exception))) {
		lock_report_failed_destructor(lock);
	}
	slock_interrupts_resume();
}
