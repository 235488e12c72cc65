/* SPDX-License-Identifier: MIT
 *
 * What a Lock notes, logs and throws: see lock_notes.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/lock_lifetime.h"
#include "core/lock_notes.h"
#include "core/process.h"
#include "core/store_operations.h"

#include "zend_exceptions.h"

void slock_lock_throw_logged(zend_object *exception)
{
	if (EG(exception)) {
		OBJ_RELEASE(exception);
	} else {
		slock_exception_throw(exception);
	}
}

void slock_lock_fail(slock_lock *lock, const char *log, const char *before, slock_result *result)
{
	zend_object *cause = slock_exception_from_result(result, slock_key_resource(slock_lock_key(lock)));
	zval value;

	if (lock->logger) {
		ZVAL_OBJ_COPY(&value, cause);
		slock_lock_log(lock, SLOCK_LOG_NOTICE, log, slock_log_extra("exception", &value));
	}
	slock_lock_throw_logged(slock_exception_about(slock_ce_LockAcquiringException, cause, before,
												  slock_key_resource(slock_lock_key(lock)), "\" lock."));
}

void slock_lock_log_ttl(slock_lock *lock, double ttl)
{
	zval value;

	if (UNEXPECTED(lock->logger)) {
		ZVAL_DOUBLE(&value, ttl);
		slock_lock_log(lock, SLOCK_LOG_DEBUG, "Expiration defined for \"{resource}\" lock for \"{ttl}\" seconds.",
					   slock_log_extra("ttl", &value));
	}
}

void slock_lock_note_held(slock_lock *lock, bool acquired)
{
	slock_key *key = slock_lock_key(lock);

	if (UNEXPECTED(SLOCK_G(keepers))) {
		slock_lock_keeper.regained(lock, acquired ? SLOCK_ACQUIRED : SLOCK_REFRESHED);
	}
	lock->dirty = true;
	lock->lost = lock->let_go = false;
	slock_key_note_grant(key, slock_store_kinds(lock->store));
	if (acquired) {
		slock_key_note_mode(key, !lock->writes);
	}
	lock->grants = slock_key_grants(key);
	/* Who refreshes what its parent process has acquired is not the owner. */
	if (acquired || lock->generation == SLOCK_NO_PROCESS) {
		lock->generation = slock_process_generation();
	}
	if (UNEXPECTED(SLOCK_G(keepers))) {
		slock_lock_keeper.held(lock);
	}
}

bool slock_lock_is_to_be_released(slock_lock *lock)
{
	return (slock_lock_doubts(lock) & (SLOCK_KEY_HAUNTED | SLOCK_KEY_RELEASED)) == SLOCK_KEY_HAUNTED;
}

void slock_lock_note_lost(slock_lock *lock, uint32_t grants)
{
	if (UNEXPECTED(grants != slock_key_grants(slock_lock_key(lock)))) {
		/* A handler, or another fiber, has acquired or refreshed it since: the answer is about what was before. */
		if (SLOCK_G(keepers)) {
			slock_lock_keeper.missed_before(lock, grants);
		}
		return;
	}
	slock_key_set_held(slock_lock_key(lock), slock_store_kinds(lock->store), false);
	lock->lost = lock->lost || lock->dirty;
	lock->dirty = lock->dirty && slock_lock_is_to_be_released(lock);
	if (UNEXPECTED(SLOCK_G(keepers))) {
		slock_lock_keeper.missed(lock);
	}
}
