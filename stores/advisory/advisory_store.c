/* SPDX-License-Identifier: MIT
 *
 * What the advisory stores are as stores: their operations but for an acquisition, the locks that a store leaves
 * behind, and the end of its construction. */
#include "php_slock.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/process.h"
#include "core/store_show.h"
#include "stores/advisory/acquisition.h"
#include "stores/advisory/advisory_store.h"

static slock_advisory_store *advisory_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_advisory_store, store);
}

/* The locks of a session end with it, so the key holds none. */
static void advisory_went_with_session(slock_result *result)
{
	slock_result_dtor(result);
	slock_result_set(result, SLOCK_CONFLICT);
}

static slock_held advisory_mode(slock_lock_view view)
{
	return slock_session_locks_is_write(view) ? SLOCK_HELD_WRITE : SLOCK_HELD_READ;
}

/* A question about what the key holds has ended. */
static slock_status advisory_conclude(slock_asked asked, long long answer, slock_result *result)
{
	if (asked == SLOCK_ANSWERED) {
		slock_result_set(result, answer ? SLOCK_OK : SLOCK_CONFLICT);
	} else if (asked == SLOCK_GONE && result->status != SLOCK_INTERRUPTED) {
		advisory_went_with_session(result);
	}
	return result->status;
}

/* A release that nobody will try again. */
static bool advisory_is_automatic(const slock_advisory_operation *op)
{
	return !op->request || op->request->automatic;
}

/* One of several readers of the session, which share its lock: the last one gives it up. It is none of them from now
 * on: while the server is asked another one may become the last. */
static slock_status advisory_leave_others(slock_advisory_operation *op, slock_session_locks *locks,
										  slock_result *result)
{
	slock_asked asked;
	long long answer;

	slock_session_locks_leave(locks, op->lock, &op->owner);
	asked = slock_advisory_ask_whether_held(op, SLOCK_HELD_READ, &answer, result);
	/* Nobody will release it again after a destructor: it stays none of them. */
	locks = asked == SLOCK_FAILED && !advisory_is_automatic(op) ? slock_advisory_present_locks(op) : NULL;
	if (locks && slock_session_locks_look(locks, op->lock, &op->owner) == SLOCK_LOCK_OTHERS_READ) {
		slock_session_locks_enter(locks, op->lock, &op->owner, false);
	}
	return advisory_conclude(asked, answer, result);
}

/* Nobody will release it any more, so it has no owner either. Where the session has no other locks it ends with that
 * one; else whoever acquires it next there gives it up before, and in a native session whoever uses that next. */
static void advisory_orphan(slock_advisory_operation *op, slock_held mode, uint64_t since)
{
	slock_session *session = op->store->session;
	slock_session_locks *locks = slock_advisory_present_locks(op);

	if (!locks || slock_session_locks_since(locks, op->lock) != since) {
		return;
	}
	slock_session_locks_leave(locks, op->lock, &op->owner);
	slock_session_locks_doubt(locks, op->lock, mode == SLOCK_HELD_WRITE);
	if (session->ops->end && slock_session_locks_is_empty(locks)) {
		session->ops->end(session);
	}
}

/* The same where the session could not even be asked. */
static void advisory_orphan_unasked(slock_advisory_operation *op)
{
	slock_session_locks *locks = op->store->session->ops->runs_php ? NULL : slock_advisory_present_locks(op);
	slock_lock_view view = locks ? slock_session_locks_look(locks, op->lock, &op->owner) : SLOCK_LOCK_FREE;

	if (view == SLOCK_LOCK_SHARED_READ) {
		slock_session_locks_leave(locks, op->lock, &op->owner);
	} else if (slock_session_locks_owns(view)) {
		advisory_orphan(op, advisory_mode(view), slock_session_locks_since(locks, op->lock));
	}
}

static slock_status advisory_release(slock_advisory_operation *op, slock_session_locks *locks, slock_result *result)
{
	const slock_session_locks *const asked_of = locks;
	slock_lock_view view = slock_session_locks_look(locks, op->lock, &op->owner);
	slock_asked asked;
	long long answer;
	uint64_t since;
	bool claimed;

	if (!slock_session_locks_owns(view)) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	if (view == SLOCK_LOCK_SHARED_READ) {
		return advisory_leave_others(op, locks, result);
	}
	/* Who came in the middle of this would lose to it what it was granted. A writer goes on without the claim: of
	 * another owner nobody can be in the middle of more than a look while this one writes. */
	claimed = slock_advisory_claim(op, locks);
	if (view == SLOCK_LOCK_OWN_READ && !claimed) {
		/* Who is in the middle of another operation on it finds that nobody holds it any more, and gives it up. */
		slock_session_locks_leave(locks, op->lock, &op->owner);
		slock_advisory_doubt(op, locks, SLOCK_HELD_READ);
		return slock_result_set(result, SLOCK_OK);
	}
	since = slock_session_locks_since(locks, op->lock);
	asked = slock_advisory_ask_to_release(op, advisory_mode(view), op->store->session->borrowed, &answer, result);
	if (asked == SLOCK_ANSWERED && (locks = slock_advisory_present_locks(op))) {
		if (UNEXPECTED(locks != asked_of)) {
			/* The claim was of another session. */
			slock_advisory_unclaim(op);
			claimed = false;
		}
		if (slock_session_locks_since(locks, op->lock) == since) {
			slock_session_locks_leave(locks, op->lock, &op->owner);
		}
		/* Also when another release has left it meanwhile. Without the claim it is left to who has it. */
		if (slock_session_locks_look(locks, op->lock, &op->owner) == SLOCK_LOCK_FREE &&
			slock_session_locks_mentions(locks, op->lock) && (claimed || slock_advisory_claim(op, locks))) {
			slock_advisory_give_up_doubtful(op);
		}
	} else if (asked == SLOCK_FAILED && advisory_is_automatic(op)) {
		advisory_orphan(op, advisory_mode(view), since);
	}
	slock_advisory_unclaim(op);
	return advisory_conclude(asked, answer, result);
}

/* Asks the server about a lock of this lock table; what it does not know, the key does not hold. */
static slock_status advisory_look(slock_advisory_operation *op, slock_session_locks *locks, slock_result *result)
{
	slock_lock_view view = slock_session_locks_look(locks, op->lock, &op->owner);
	uint64_t since = slock_session_locks_since(locks, op->lock);
	slock_asked asked;
	long long answer;

	if (!slock_session_locks_owns(view)) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	asked = slock_advisory_ask_whether_held(op, advisory_mode(view), &answer, result);
	/* Others that share it ask for themselves. Of an owner who has come meanwhile the answer says nothing. */
	if (asked == SLOCK_ANSWERED && !answer && (locks = slock_advisory_present_locks(op)) &&
		slock_session_locks_since(locks, op->lock) == since) {
		slock_session_locks_leave(locks, op->lock, &op->owner);
	}
	return advisory_conclude(asked, answer, result);
}

/* Asks about a lock, or gives it up, if the session that there is now has it. */
static void advisory_ask_about(slock_advisory_operation *op, bool give_up, slock_result *result)
{
	bool fresh;
	slock_asked asked;
	slock_session_locks *locks = slock_advisory_identified_locks(op, false, &fresh, &asked, result);

	if (locks && give_up) {
		advisory_release(op, locks, result);
	} else if (locks) {
		advisory_look(op, locks, result);
	} else if (asked == SLOCK_GONE && result->status != SLOCK_INTERRUPTED) {
		advisory_went_with_session(result);
	} else if (asked == SLOCK_FAILED && give_up && advisory_is_automatic(op)) {
		advisory_orphan_unasked(op);
	}
}

/* A release of what is not held: whether the owner has lost it with a session that was closed because its server was
 * silent. */
static bool advisory_is_left_in_silence(const slock_advisory_operation *op)
{
	slock_session *session = op->store->session;
	const slock_session_locks *left = session->ops->silent_locks ? session->ops->silent_locks(session) : NULL;

	return left && slock_session_locks_owns(slock_session_locks_look(left, op->lock, &op->owner));
}

static slock_status advisory_ask_held(slock_store *store, const slock_request *request, bool give_up,
									  slock_result *result)
{
	slock_advisory_operation op;

	if (slock_advisory_prepare(&op, store, request, result)) {
		advisory_ask_about(&op, give_up, result);
		if (give_up && result->status == SLOCK_CONFLICT && UNEXPECTED(advisory_is_left_in_silence(&op))) {
			slock_result_error(result,
							   "The session was closed because the server did not answer, which may have the lock yet");
		}
		zend_string_release(op.owner.token);
	}
	return result->status;
}

slock_status slock_advisory_run(slock_store *store, const slock_request *request, slock_result *result)
{
	return request->op == SLOCK_OP_ACQUIRE ? slock_advisory_acquire(store, request, result)
										   : advisory_ask_held(store, request, request->op == SLOCK_OP_RELEASE, result);
}

static bool advisory_may_go_on(const slock_result *result)
{
	return !EG(exception) && (result->status == SLOCK_OK || result->status == SLOCK_CONFLICT);
}

/* Gives back what the store itself holds now. false: it holds nothing, or not all could be given back. What a native
 * session could not give back is nobody's then. */
static bool advisory_give_back(slock_advisory_store *store, slock_result *result)
{
	slock_advisory_operation op = {.store = store,
								   .generation = slock_process_generation(),
								   .answer_by = SLOCK_FOREVER,
								   .owner = {.store = store->own}};
	const bool all = !store->session->ops->runs_php;
	bool fresh;
	slock_session_locks *locks = slock_advisory_locks_of(&op, false, &fresh, result);
	HashTable *held = locks ? slock_session_locks_of_store(locks, store->own) : NULL;

	if (!held) {
		return false;
	}
	for (uint32_t i = 0; i < zend_hash_num_elements(held) && (all || advisory_may_go_on(result)); i += 2) {
		snprintf(op.lock, sizeof(op.lock), "%s", Z_STRVAL_P(zend_hash_index_find(held, i)));
		op.owner.token = Z_STR_P(zend_hash_index_find(held, i + 1));
		slock_result_dtor(result);
		slock_result_set(result, SLOCK_OK);
		advisory_ask_about(&op, true, result);
	}
	zend_array_destroy(held);
	return advisory_may_go_on(result);
}

void slock_advisory_leave(slock_store *base)
{
	slock_advisory_store *store = advisory_of(base);
	slock_saved_exception saved = {0};
	slock_result result = SLOCK_RESULT_INIT;

	/* With the request the session ends, or gives up all its locks. Until then functions may run for long that are
	 * called when the script has ended, also by exit(). */
	if (!store->has_acquired || !store->own || ((EG(flags) & EG_FLAGS_IN_SHUTDOWN) && !EG(current_execute_data)) ||
		!store->session->ops->outlives || !store->session->ops->outlives(store->session)) {
		return;
	}
	slock_exception_save(&saved);
	slock_interrupts_defer();
	while (advisory_give_back(store, &result)) {
		/* PHP code of client objects may have taken more. */
	}
	slock_result_dtor(&result);
	slock_userland_drop();
	slock_interrupts_resume();
	slock_exception_restore(&saved);
}

void slock_advisory_show(slock_store *base, HashTable *into)
{
	const slock_session *session = advisory_of(base)->session;
	zend_string *server = session->ops->server ? session->ops->server(session) : NULL;

	slock_store_show_text(base, into, "transport",
						  session->ops->transport ? session->ops->transport(session) : "native");
	if (server) {
		slock_store_show_text(base, into, "server", ZSTR_VAL(server));
		zend_string_release(server);
	}
}

void slock_advisory_get_gc(slock_store *store, zend_get_gc_buffer *buffer)
{
	slock_session *session = advisory_of(store)->session;

	if (session && session->ops->get_gc) {
		session->ops->get_gc(session, buffer);
	}
}

void slock_advisory_free(slock_store *store)
{
	slock_session *session = advisory_of(store)->session;

	if (session) {
		session->ops->free(session);
	}
}

/* --- construction ------------------------------------------------------------------------------------------------- */

void slock_advisory_constructed(slock_store *store, slock_session *session, const slock_advisory_dialect *dialect)
{
	/* A connection written in PHP, which was asked for its driver, may have constructed the store meanwhile. */
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		session->ops->free(session);
		return;
	}
	advisory_of(store)->session = session;
	session->words = &dialect->words;
	advisory_of(store)->dialect = dialect;
	if (session->borrowed) {
		store->capabilities |= SLOCK_STORE_LETS_OUT;
	} else {
		advisory_of(store)->own = ++SLOCK_G(connection_serial);
	}
	store->constructed = true;
}
