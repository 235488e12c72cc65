/* SPDX-License-Identifier: MIT
 *
 * What the operations of a Lock have in common: what it notes of an answer, what it logs and what it throws. */
#ifndef SLOCK_CORE_LOCK_NOTES_H
#define SLOCK_CORE_LOCK_NOTES_H

#include "core/lock_doubts.h"
#include "core/lock_state.h"
#include "core/logger.h"

/* Logs about the resource of the lock, if it has a logger, whose exception may be pending then, as with slock_log().
 * `extra` is taken over. */
static inline void slock_lock_log(slock_lock *lock, slock_log_level level, const char *message, HashTable *extra)
{
	if (UNEXPECTED(lock->logger)) {
		slock_log(lock->logger, level, message, slock_lock_key(lock), extra);
	}
}

/* Logs a lifetime of so many seconds that the store has written. */
void slock_lock_log_ttl(slock_lock *lock, double ttl);

/* Throws an exception that has been logged, unless the logger has thrown one; it is taken over. */
void slock_lock_throw_logged(zend_object *exception);

/* Logs a failure, and throws a LockAcquiringException about the resource, whose message begins with `before`, with the
 * result's own exception as the previous one. */
void slock_lock_fail(slock_lock *lock, const char *log, const char *before, slock_result *result);

/* Notes whether something that was sent may yet take away what the key holds, or will: see SLOCK_KEY_LATE. */
static inline void slock_lock_note_late(slock_lock *lock, bool late)
{
	if (UNEXPECTED(late)) {
		slock_lock_change_doubts(lock, 0, SLOCK_KEY_LATE);
	}
}

/* Notes that the store has given the lock (`acquired`) or refreshed it. */
void slock_lock_note_held(slock_lock *lock, bool acquired);

/* Notes that the store does not have the lock, as it has answered to a question from when the key had counted so many
 * grants. Not of one that is known not to be held. */
void slock_lock_note_lost(slock_lock *lock, uint32_t grants);

/* Whether the lock was given back, and not all have heard that: it is still to be released. Not where the user has
 * tried to. */
bool slock_lock_is_to_be_released(slock_lock *lock);

#endif
