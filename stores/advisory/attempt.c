/* SPDX-License-Identifier: MIT
 *
 * One attempt to take an advisory lock: see attempt.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "core/process.h"
#include "stores/advisory/attempt.h"

#include "zend_exceptions.h"

/* Whether there is the time to wait at the server now. If not, it is asked once: a session whose answer comes too late
 * is given up, with all the locks that it has. */
static bool attempt_has_time_to_wait(const slock_advisory_operation *op)
{
	slock_time deadline = op->request->deadline, end = slock_advisory_time_for_an_end(op);

	return slock_advisory_can_wait_at_server(op) &&
		   (deadline == SLOCK_FOREVER || !end || slock_clock_left(deadline) > end);
}

static slock_held attempt_wanted(const slock_advisory_operation *op)
{
	return op->request->mode == SLOCK_READ ? SLOCK_HELD_READ : SLOCK_HELD_WRITE;
}

/* `answer` is the fencing token where the store mints them. */
static slock_status attempt_acquired(slock_advisory_operation *op, long long answer, slock_result *result)
{
	slock_session_locks *locks = slock_advisory_present_locks(op), *left;
	slock_session *session = op->store->session;
	slock_result ignored = SLOCK_RESULT_INIT;
	long long unused;

	if (UNEXPECTED(!locks)) {
		if (EG(exception)) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
		/* The server has said yes, so this is no conflict; but there is nothing that could hold the lock from now on.
		 */
		if (op->generation == slock_process_generation()) {
			slock_advisory_ask_to_release(op, attempt_wanted(op), true, &unused, &ignored);
			slock_result_dtor(&ignored);
		}
		return slock_result_error(result, "The session that was given the lock is not there any more");
	}
	slock_session_locks_enter(locks, op->lock, &op->owner, attempt_wanted(op) == SLOCK_HELD_WRITE);
	if (session->ops->silent_locks && UNEXPECTED(left = session->ops->silent_locks(session))) {
		slock_session_locks_forget(left, op->lock);
	}
	op->store->has_acquired = true;
	if (UNEXPECTED(op->store->fencing)) {
		op->store->fence_known = true;
		result->fence = answer;
	}
	/* Another process would not have the session. */
	slock_key_mark_unserializable(op->request->key);
	return slock_result_set(result, SLOCK_OK);
}

/* Whether the lock table alone says that others keep this owner out. */
static bool attempt_is_kept_out(slock_lock_view view, slock_held mode)
{
	switch (view) {
		case SLOCK_LOCK_OTHERS_WRITE:
			return true;
		case SLOCK_LOCK_OTHERS_READ:
		case SLOCK_LOCK_SHARED_READ:
			return mode == SLOCK_HELD_WRITE;
		default:
			return false;
	}
}

/* After a failed question: a session of ours that has ended is replaced, unless it was opened for this. */
static slock_advisory_verdict attempt_after_failure(const slock_advisory_operation *op, slock_asked asked, bool fresh,
													const slock_result *result)
{
	if (asked != SLOCK_GONE || fresh || op->store->session->borrowed || result->status == SLOCK_INTERRUPTED) {
		return SLOCK_ADVISORY_DONE;
	}
	return SLOCK_ADVISORY_TRY_AGAIN;
}

/* Another owner in this process: the server confirms that the session holds it. */
static slock_advisory_verdict attempt_confirm(slock_advisory_operation *op, const slock_session_locks *locks,
											  slock_lock_view view, bool fresh, slock_result *result)
{
	uint64_t since = slock_session_locks_since(locks, op->lock);
	long long answer;
	slock_asked asked = slock_advisory_ask_whether_held(
		op, slock_session_locks_is_write(view) ? SLOCK_HELD_WRITE : SLOCK_HELD_READ, &answer, result);

	if (asked != SLOCK_ANSWERED) {
		return attempt_after_failure(op, asked, fresh, result);
	}
	if (answer) {
		op->within = true;
		slock_result_set(result, SLOCK_CONFLICT);
		return SLOCK_ADVISORY_DONE;
	}
	slock_advisory_forget(op, since);
	return SLOCK_ADVISORY_TRY_AGAIN;
}

/* Lets the server wait until the session has the lock in this mode. SLOCK_ADVISORY_DONE: with SLOCK_OK it has. */
static slock_advisory_verdict attempt_wait_in_server(slock_advisory_operation *op, slock_held mode, long long *answer,
													 slock_result *result)
{
	slock_session *session = op->store->session;
	slock_time deadline = op->request->deadline, wait = deadline;
	char sql[SLOCK_SESSION_SQL_SIZE], undo[SLOCK_SESSION_SQL_SIZE];
	slock_result ignored = SLOCK_RESULT_INIT;
	bool fresh;

	if (deadline != SLOCK_FOREVER) {
		/* The end of a wait in vain is followed by a statement that makes sure of it. */
		wait = MAX(0, slock_clock_left(deadline) - slock_advisory_time_for_an_end(op));
	}
	op->store->dialect->wait(sql, op->lock, mode, wait, op->store->fencing);
	op->store->dialect->release(undo, op->lock, mode, true);
	switch (session->ops->wait(session, sql, undo, deadline, op->answer_by, answer, result)) {
		case SLOCK_CONFLICT:
			op->cut_short = true;
			return SLOCK_ADVISORY_TRY_AGAIN;
		case SLOCK_STORAGE_ERROR:
			/* A session that has ended is replaced, unless there is no time for that. */
			if (slock_clock_now() < deadline && !session->ops->locks(session, false, op->answer_by, &fresh, &ignored)) {
				return SLOCK_ADVISORY_TRY_AGAIN;
			}
			return SLOCK_ADVISORY_DONE;
		default:
			return SLOCK_ADVISORY_DONE;
	}
}

/* The statement that makes the session hold no more of the lock than the lock table says, after one that may have
 * changed that. false: there is nothing that it could have changed. */
static bool attempt_print_correction(const slock_advisory_operation *op, slock_lock_view view, char *sql)
{
	const slock_advisory_dialect *dialect = op->store->dialect;
	slock_held wanted = attempt_wanted(op);
	/* It was to be the other mode, and may be both by now. In a session of the user's a transaction may have either
	 * besides. */
	unsigned may_hold = SLOCK_MAY_HOLD_EITHER;

	if (op->store->session->borrowed) {
		may_hold |= SLOCK_MAY_HOLD_USERS | SLOCK_MAY_HOLD_INSTEAD;
	}
	if (view == SLOCK_LOCK_FREE) {
		dialect->release(sql, op->lock, wanted, true);
		return true;
	}
	if (view == SLOCK_LOCK_OWN_READ && wanted == SLOCK_HELD_WRITE) {
		dialect->acquire(sql, op->lock, SLOCK_HELD_READ, may_hold, 0, false);
		return true;
	}
	if (view == SLOCK_LOCK_OWN_WRITE && wanted == SLOCK_HELD_READ) {
		dialect->acquire(sql, op->lock, SLOCK_HELD_WRITE, may_hold, 0, false);
		return true;
	}
	return false;
}

/* That statement was answered. */
static void attempt_note_correction(slock_advisory_operation *op, long long answer)
{
	slock_session_locks *locks;

	slock_advisory_settle(op, attempt_wanted(op));
	locks = slock_advisory_present_locks(op);
	if (locks && !answer && slock_session_locks_look(locks, op->lock, &op->owner) == SLOCK_LOCK_OWN_WRITE) {
		/* Others read already, so it cannot have the other mode back. */
		slock_session_locks_enter(locks, op->lock, &op->owner, false);
	}
}

/* A statement about the lock has failed, by a time limit for statements or because somebody cancelled it. It may have
 * done all that it should: locks of a session stay when a statement or a transaction is rolled back. The result keeps
 * the reason of the failure, unless an exception is pending now. What nobody knows of may stay in the session where
 * other locks need that, and where a transaction of the user's was aborted by the failure, as nothing can be asked in
 * it: the next owner in that session finds it and gives it back. */
static void attempt_correct(slock_advisory_operation *op, slock_result *result)
{
	slock_session *session = op->store->session;
	slock_session_locks *locks = slock_advisory_present_locks(op);
	slock_result ignored = SLOCK_RESULT_INIT;
	slock_asked asked = SLOCK_FAILED;
	char sql[SLOCK_SESSION_SQL_SIZE];
	long long answer = 0;
	slock_lock_view view;
	bool demotes;

	view = locks ? slock_session_locks_look(locks, op->lock, &op->owner) : SLOCK_LOCK_FREE;
	if (!locks || !attempt_print_correction(op, view, sql)) {
		return;
	}
	demotes = view == SLOCK_LOCK_OWN_WRITE;
	/* What ended the first statement may end this one. */
	for (int tries = 0; asked == SLOCK_FAILED && locks && tries < 2; tries++) {
		asked = slock_advisory_ask(op, sql, 0, &answer, &ignored);
		slock_result_dtor(&ignored);
		locks = slock_advisory_present_locks(op);
	}
	if (asked == SLOCK_ANSWERED) {
		attempt_note_correction(op, answer);
	}
	if (asked == SLOCK_FAILED && locks && view == SLOCK_LOCK_FREE && !session->ops->runs_php) {
		/* All stores with this session know of that. */
		slock_session_locks_doubt(locks, op->lock, attempt_wanted(op) == SLOCK_HELD_WRITE);
	} else if (asked == SLOCK_FAILED && session->ops->undo_later) {
		session->ops->undo_later(session, sql, demotes ? op->lock : NULL);
	} else if (asked == SLOCK_FAILED) {
		session->uncertain = true;
	}
	if (EG(exception)) {
		slock_result_dtor(result);
		slock_result_set(result, SLOCK_INTERRUPTED);
	} else if (locks && asked == SLOCK_FAILED && session->ops->end && slock_session_locks_is_empty(locks)) {
		session->ops->end(session);
	}
}

/* A reader that wants to write, and has to wait for the other readers: it stays one until then. */
static slock_advisory_verdict attempt_promote(slock_advisory_operation *op, slock_result *result)
{
	slock_asked asked;
	long long answer, token = 0;

	if (attempt_wait_in_server(op, SLOCK_HELD_WRITE, &token, result) == SLOCK_ADVISORY_TRY_AGAIN) {
		return SLOCK_ADVISORY_TRY_AGAIN;
	}
	if (result->status != SLOCK_OK) {
		return SLOCK_ADVISORY_DONE;
	}
	asked = slock_advisory_ask_to_release(op, SLOCK_HELD_READ, true, &answer, result);
	if (asked != SLOCK_ANSWERED) {
		if (asked == SLOCK_FAILED) {
			attempt_correct(op, result);
		}
		return SLOCK_ADVISORY_TRY_AGAIN;
	}
	attempt_acquired(op, token, result);
	return SLOCK_ADVISORY_DONE;
}

/* Nobody in this process holds it: the server waits. */
static slock_advisory_verdict attempt_wait_for_it(slock_advisory_operation *op, slock_result *result)
{
	long long answer = 0;

	if (attempt_wait_in_server(op, attempt_wanted(op), &answer, result) == SLOCK_ADVISORY_TRY_AGAIN) {
		return SLOCK_ADVISORY_TRY_AGAIN;
	}
	if (result->status == SLOCK_OK) {
		attempt_acquired(op, answer, result);
	}
	return SLOCK_ADVISORY_DONE;
}

/* Whether PHP code that ran while the session was asked (a client object's own, an error handler) has taken or released
 * locks, or the session is another one by now. Then the answer may be of yesterday: what nobody owns is given back, and
 * the caller tries again. */
static bool attempt_is_overtaken(slock_advisory_operation *op, uint64_t changes, long long answer)
{
	slock_result ignored = SLOCK_RESULT_INIT;
	slock_session_locks *locks;
	long long unused;

	if (slock_session_locks_changes() == changes || !(locks = slock_advisory_present_locks(op))) {
		return false;
	}
	if (answer && slock_session_locks_look(locks, op->lock, &op->owner) == SLOCK_LOCK_FREE) {
		slock_advisory_ask_to_release(op, attempt_wanted(op), true, &unused, &ignored);
		slock_result_dtor(&ignored);
	}
	return true;
}

/* Also when code of the user's has thrown what is no \Exception, which stays pending. After exit() and in a fiber that
 * is being destroyed no such code may run: then it stays in doubt. */
static void attempt_correct_in_any_case(slock_advisory_operation *op, slock_result *result)
{
	slock_saved_exception saved = {0};

	if (!slock_exception_set_aside(&saved)) {
		return;
	}
	attempt_correct(op, result);
	slock_exception_restore(&saved);
}

/* Lets the server wait for so long. The session may have the lock then. */
static slock_asked attempt_wait_for_a_moment(slock_advisory_operation *op, slock_time wait, slock_result *result)
{
	char sql[SLOCK_SESSION_SQL_SIZE];
	long long unused;
	slock_asked asked;

	op->store->dialect->bounded_wait(sql, op->lock, attempt_wanted(op), wait);
	asked = slock_advisory_ask(op, sql, wait, &unused, result);
	if (asked == SLOCK_FAILED) {
		if (result->status != SLOCK_INTERRUPTED) {
			/* The server refused to wait: its procedural language is missing. Then we poll. */
			op->polls = true;
			slock_result_dtor(result);
			slock_result_set(result, SLOCK_CONFLICT);
		}
		attempt_correct_in_any_case(op, result);
	}
	return asked;
}

static slock_asked attempt_ask_for_lock(slock_advisory_operation *op, unsigned may_hold, slock_time wait,
										long long *answer, slock_result *result)
{
	slock_asked asked = slock_advisory_ask_for_lock(op, attempt_wanted(op), may_hold, wait, answer, result);

	if (asked == SLOCK_FAILED) {
		attempt_correct_in_any_case(op, result);
	}
	return asked;
}

/* The server has said no. */
static slock_advisory_verdict attempt_refused(slock_advisory_operation *op, slock_lock_view view, uint64_t since,
											  bool promotes, slock_result *result)
{
	slock_advisory_settle(op, attempt_wanted(op));
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return SLOCK_ADVISORY_DONE;
	}
	if (promotes) {
		return attempt_has_time_to_wait(op) ? attempt_promote(op, result) : SLOCK_ADVISORY_DONE;
	}
	if (view != SLOCK_LOCK_FREE) {
		/* The lock table said that the session has it. */
		slock_advisory_forget(op, since);
		return SLOCK_ADVISORY_TRY_AGAIN;
	}
	return SLOCK_ADVISORY_DONE;
}

/* Before the claim ends: a reader that released in the middle of this attempt has left its lock to it. */
static void attempt_give_up_left(slock_advisory_operation *op, const slock_result *result)
{
	slock_session_locks *locks;

	if (op->claim.name && result->status == SLOCK_CONFLICT && (locks = slock_advisory_present_locks(op)) &&
		slock_session_locks_look(locks, op->lock, &op->owner) == SLOCK_LOCK_FREE) {
		slock_advisory_give_up_doubtful(op);
	}
}

/* What the session may hold of the lock. Of one of the user's the lock table knows it mode by mode, and in a
 * transaction the rest is the user's own. Where a change to the other mode may have been made although it has failed,
 * the lock table's mode may be the user's as well. */
static unsigned attempt_may_hold(const slock_advisory_operation *op, const slock_session_locks *locks,
								 slock_lock_view view)
{
	const slock_session *session = op->store->session;
	unsigned modes = 0;

	if (!session->borrowed) {
		return session->uncertain || slock_session_locks_mentions(locks, op->lock) ? SLOCK_MAY_HOLD_EITHER : 0;
	}
	if (view != SLOCK_LOCK_FREE) {
		modes = SLOCK_MAY_HOLD(slock_session_locks_is_write(view) ? SLOCK_HELD_WRITE : SLOCK_HELD_READ);
	}
	if (slock_session_locks_is_doubtful(locks, op->lock, false)) {
		modes |= SLOCK_MAY_HOLD(SLOCK_HELD_READ);
	}
	if (slock_session_locks_is_doubtful(locks, op->lock, true)) {
		modes |= SLOCK_MAY_HOLD(SLOCK_HELD_WRITE);
	}
	if (view != SLOCK_LOCK_FREE && modes == SLOCK_MAY_HOLD_EITHER) {
		modes |= SLOCK_MAY_HOLD_INSTEAD;
	}
	return modes | SLOCK_MAY_HOLD_USERS;
}

/* Whether that is the wanted mode in a session of the user's, and only because an attempt that failed may have left it
 * there. In a transaction nothing tells that from a lock which ends with the transaction, so it is not believed. */
static bool attempt_doubts_wanted(const slock_advisory_operation *op, slock_lock_view view, unsigned may_hold)
{
	slock_held wanted = attempt_wanted(op);

	return op->store->session->borrowed && (may_hold & SLOCK_MAY_HOLD(wanted)) &&
		   (view == SLOCK_LOCK_FREE || slock_session_locks_is_write(view) != (wanted == SLOCK_HELD_WRITE));
}

/* The correction that the failed attempt could not make is made now. Then the lock is asked for as by anybody else. */
static slock_advisory_verdict attempt_correct_doubted(slock_advisory_operation *op, slock_lock_view view, bool fresh,
													  slock_result *result)
{
	char sql[SLOCK_SESSION_SQL_SIZE];
	long long answer = 0;
	slock_asked asked;

	/* There is one: the lock table has the other mode, or none. */
	attempt_print_correction(op, view, sql);
	asked = slock_advisory_ask(op, sql, 0, &answer, result);
	if (asked != SLOCK_ANSWERED) {
		return attempt_after_failure(op, asked, fresh, result);
	}
	attempt_note_correction(op, answer);
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return SLOCK_ADVISORY_DONE;
	}
	return SLOCK_ADVISORY_TRY_AGAIN;
}

static slock_advisory_verdict attempt_make(slock_advisory_operation *op, slock_session_locks *locks, bool fresh,
										   slock_time wait, slock_result *result)
{
	uint64_t changes = slock_session_locks_changes(), since = slock_session_locks_since(locks, op->lock);
	slock_lock_view view = slock_session_locks_look(locks, op->lock, &op->owner);
	bool promotes = view == SLOCK_LOCK_OWN_READ && attempt_wanted(op) == SLOCK_HELD_WRITE;
	unsigned may_hold = attempt_may_hold(op, locks, view);
	long long answer;
	slock_asked asked;

	if (attempt_is_kept_out(view, attempt_wanted(op))) {
		return attempt_confirm(op, locks, view, fresh, result);
	}
	if (UNEXPECTED(attempt_doubts_wanted(op, view, may_hold))) {
		return attempt_correct_doubted(op, view, fresh, result);
	}
	if (op->waits && view == SLOCK_LOCK_FREE) {
		return attempt_wait_for_it(op, result);
	}
	slock_advisory_doubt(op, locks, attempt_wanted(op));
	if (op->store->dialect->bounded_wait && wait && (view == SLOCK_LOCK_FREE || promotes)) {
		asked = attempt_wait_for_a_moment(op, wait, result);
		if (asked != SLOCK_ANSWERED) {
			return result->status == SLOCK_CONFLICT ? SLOCK_ADVISORY_TRY_AGAIN
													: attempt_after_failure(op, asked, fresh, result);
		}
		may_hold |= SLOCK_MAY_HOLD(attempt_wanted(op));
	}
	asked = attempt_ask_for_lock(op, may_hold, wait, &answer, result);
	if (asked != SLOCK_ANSWERED) {
		return attempt_after_failure(op, asked, fresh, result);
	}
	slock_result_set(result, SLOCK_CONFLICT);
	if (attempt_is_overtaken(op, changes, answer)) {
		return SLOCK_ADVISORY_TRY_AGAIN;
	}
	if (answer) {
		attempt_acquired(op, answer, result);
		return SLOCK_ADVISORY_DONE;
	}
	return attempt_refused(op, view, since, promotes, result);
}

slock_advisory_verdict slock_advisory_attempt(slock_advisory_operation *op, slock_time wait, slock_result *result)
{
	slock_advisory_verdict verdict = SLOCK_ADVISORY_DONE;
	bool fresh;
	slock_asked asked;
	slock_session_locks *locks;

	op->within = op->waits = op->cut_short = false;
	locks = slock_advisory_identified_locks(op, true, &fresh, &asked, result);
	if (!locks) {
		return asked == SLOCK_ANSWERED ? SLOCK_ADVISORY_DONE : attempt_after_failure(op, asked, fresh, result);
	}
	op->waits = attempt_has_time_to_wait(op);
	if (slock_advisory_claim(op, locks)) {
		verdict = attempt_make(op, locks, fresh, wait, result);
		attempt_give_up_left(op, result);
		slock_advisory_unclaim(op);
	} else {
		/* It is about to be another one's in this process, or still is. */
		op->within = true;
		slock_result_set(result, SLOCK_CONFLICT);
	}
	return verdict;
}
