/* SPDX-License-Identifier: MIT
 *
 * What a Lock does not know for sure of its key and its store, because an answer did not come: SLOCK_KEY_UNSURE and the
 * others of core/key.h, where they stand. What they are set by, and what has to come before the next operation. */
#ifndef SLOCK_CORE_LOCK_DOUBTS_H
#define SLOCK_CORE_LOCK_DOUBTS_H

#include "core/lock_state.h"

/* A request about the lock, for one attempt to write. */
static inline slock_request slock_lock_request_for(slock_lock *lock, slock_op op)
{
	return (slock_request){.op = op, .key = slock_lock_key(lock), .mode = SLOCK_WRITE, .deadline = SLOCK_TRY_ONCE};
}

/* The classes that they are about. A store that cannot have another token has doubts of its own. */
static inline uint32_t slock_lock_doubted_kinds(const slock_lock *lock)
{
	const slock_store *store = slock_store_from_obj(lock->store);

	return store && !store->overridden ? store->kinds : SLOCK_STORE_IN_PHP;
}

/* Those there are now. */
static zend_always_inline uint32_t slock_lock_doubts(slock_lock *lock)
{
	return UNEXPECTED(slock_key_is_in_doubt(slock_lock_key(lock)))
			   ? slock_key_doubts(slock_lock_key(lock), slock_lock_doubted_kinds(lock))
			   : 0;
}

/* Those of `clear` are over, and those of `set` begin. */
static zend_always_inline void slock_lock_change_doubts(slock_lock *lock, uint32_t clear, uint32_t set)
{
	uint32_t before = slock_lock_doubts(lock), now = (before & ~clear) | set;

	if (UNEXPECTED(now != before)) {
		slock_key_set_doubts(slock_lock_key(lock), slock_lock_doubted_kinds(lock), now);
	}
}

/* A release that was sent on the way of an operation was not answered, perhaps. */
static inline void slock_lock_note_unheard(slock_lock *lock, const slock_result *result)
{
	if (UNEXPECTED(result->release_unheard)) {
		slock_lock_change_doubts(lock, 0, SLOCK_KEY_UNSURE | (result->release_again ? SLOCK_KEY_HAUNTED : 0));
	}
}

/* An operation that asks for a lifetime has ended, on a store whose locks expire. What follows may have to make one
 * shorter that the key does not know of: where an answer did not come, where one of several stores may not have done
 * what the others did, and where each has written what it writes without being told. */
void slock_lock_note_ends(slock_lock *lock, const slock_request *request, const slock_result *result);

/* The end of slock_lock_may_ask(): a release that was not answered may be carried out at any time, by a server that was
 * slow or a network that delivers late, and would take away what is held with its token from now on. So what follows
 * has a token of its own, and if it is not known by now that the lock is released, that is sent once more, and answered
 * until `deadline`. False: it is still not known, and the result says why. May run PHP code. */
bool slock_lock_release_at_last(slock_lock *lock, slock_time deadline, slock_result *result);

/* Before an operation that asks for a lifetime, which may not while there is one of these doubts. False: it cannot be
 * asked for, and the result says why. May run PHP code. */
static inline bool slock_lock_may_ask(slock_lock *lock, uint32_t doubts, slock_time deadline, slock_result *result)
{
	return EXPECTED(!(slock_lock_doubts(lock) & doubts)) || slock_lock_release_at_last(lock, deadline, result);
}

/* Whether it is known to be lost, or its release has failed and nothing of that is in doubt any more, and another Lock
 * on the key has acquired it since: what the key holds now is that one's. */
bool slock_lock_is_anothers(slock_lock *lock);

#endif
