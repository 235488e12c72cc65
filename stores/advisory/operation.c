/* SPDX-License-Identifier: MIT
 *
 * One operation of an advisory store: see operation.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/process.h"
#include "core/wait.h"
#include "stores/advisory/operation.h"

/* What an answer may be expected to take. One that took up to a second counts alone: a wait that is given up too early
 * costs all locks of the session, where the link has become slower. */
static slock_time operation_round_trip(const slock_advisory_operation *op)
{
	const slock_round_trips *seen = &op->store->session->round_trips;

	return seen->latest <= SLOCK_SECOND ? seen->latest : slock_round_trips_usual(seen);
}

void slock_advisory_begin_attempt(slock_advisory_operation *op)
{
	slock_time deadline = op->request->deadline, now = slock_clock_now();
	slock_time grace = op->grace = operation_round_trip(op) + SLOCK_SCHEDULING_GRACE;

	op->answer_by = op->request->answer_by ? op->request->answer_by : SLOCK_FOREVER;
	if (deadline != SLOCK_TRY_ONCE && deadline != SLOCK_FOREVER) {
		op->answer_by = MIN(op->answer_by, MAX(deadline, now) + grace);
	}
}

/* Until when the answer to a statement is awaited that the server may take so long for. */
static slock_time operation_answer_until(const slock_advisory_operation *op, slock_time wait)
{
	slock_time own = slock_clock_after(op->store->session->command_timeout + wait);

	return MIN(own, op->answer_by);
}

slock_time slock_advisory_time_for_an_end(const slock_advisory_operation *op)
{
	slock_time round_trip = operation_round_trip(op);

	return round_trip >= SLOCK_SLOW_ATTEMPT ? round_trip : 0;
}

bool slock_advisory_can_wait_at_server(const slock_advisory_operation *op)
{
	return op->request->deadline != SLOCK_TRY_ONCE && op->store->session->ops->wait && op->store->dialect->wait;
}

bool slock_advisory_prepare(slock_advisory_operation *op, slock_store *store, const slock_request *request,
							slock_result *result)
{
	zend_string *token = slock_key_token(request->key, store->state_name);

	if (!token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	op->store = SLOCK_STORE_AS(slock_advisory_store, store);
	op->request = request;
	op->owner = (slock_lock_owner){.store = op->store->own, .token = token};
	op->generation = slock_process_generation();
	op->within = op->polls = false;
	op->claim.name = NULL;
	op->store->dialect->name(request->resource, op->lock);
	slock_advisory_begin_attempt(op);
	return true;
}

slock_session_locks *slock_advisory_locks_of(slock_advisory_operation *op, bool connect, bool *fresh,
											 slock_result *result)
{
	slock_session *session = op->store->session;

	return session->ops->locks(session, connect, op->answer_by, fresh, result);
}

/* What a session of our own may hold for nobody, as the owner has gone whose release has failed. It is given up before
 * all else: a wait at the server would give it to the session twice. NULL where that fails, see *asked. (Over a client
 * object it is left to who asks for that lock.) */
static slock_session_locks *operation_give_up_orphans(slock_advisory_operation *op, slock_session_locks *locks,
													  slock_asked *asked, slock_result *result)
{
	char sql[SLOCK_SESSION_SQL_SIZE], lock[SLOCK_ADVISORY_NAME_SIZE];
	const char *orphan;
	bool write, fresh;
	long long unused;

	while (locks && (orphan = slock_session_locks_first_doubt(locks, &write))) {
		snprintf(lock, sizeof(lock), "%s", orphan);
		op->store->dialect->release(sql, lock, write ? SLOCK_HELD_WRITE : SLOCK_HELD_READ, true);
		*asked = slock_advisory_ask(op, sql, 0, &unused, result);
		if (*asked != SLOCK_ANSWERED) {
			return NULL;
		}
		locks = slock_advisory_locks_of(op, false, &fresh, result);
		if (locks) {
			slock_session_locks_settle(locks, lock, write);
		}
	}
	return locks;
}

slock_session_locks *slock_advisory_identified_locks(slock_advisory_operation *op, bool connect, bool *fresh,
													 slock_asked *asked, slock_result *result)
{
	slock_session *session = op->store->session;
	slock_session_locks *locks = slock_advisory_locks_of(op, connect, fresh, result);
	bool again;

	*asked = SLOCK_ANSWERED;
	if (!locks || !session->ops->identify) {
		return locks;
	}
	*asked = session->ops->identify(session, op->lock, operation_answer_until(op, 0), &locks, result);
	if (*asked != SLOCK_ANSWERED) {
		return NULL;
	}
	locks = locks ? locks : slock_advisory_locks_of(op, connect, &again, result);
	return session->ops->runs_php ? locks : operation_give_up_orphans(op, locks, asked, result);
}

slock_session_locks *slock_advisory_present_locks(slock_advisory_operation *op)
{
	slock_result ignored;
	slock_session_locks *locks;
	bool fresh;

	slock_result_init(&ignored);
	if (EG(exception)) {
		return NULL;
	}
	locks = slock_advisory_locks_of(op, false, &fresh, &ignored);
	slock_result_dtor(&ignored);
	return locks;
}

bool slock_advisory_claim(slock_advisory_operation *op, const slock_session_locks *locks)
{
	return !op->store->session->ops->runs_php || slock_session_claim_begin(&op->claim, locks, op->lock);
}

void slock_advisory_unclaim(slock_advisory_operation *op)
{
	slock_session_claim_end(&op->claim);
}

void slock_advisory_doubt(const slock_advisory_operation *op, slock_session_locks *locks, slock_held mode)
{
	if (op->store->session->ops->runs_php) {
		slock_session_locks_doubt(locks, op->lock, mode == SLOCK_HELD_WRITE);
	}
}

void slock_advisory_settle(slock_advisory_operation *op, slock_held mode)
{
	slock_session_locks *locks = op->store->session->ops->runs_php ? slock_advisory_present_locks(op) : NULL;

	if (locks) {
		slock_session_locks_settle(locks, op->lock, mode == SLOCK_HELD_WRITE);
	}
}

static slock_asked operation_judge(slock_advisory_operation *op, slock_asked asked, const long long *answer,
								   slock_result *result)
{
	if (asked == SLOCK_ANSWERED && *answer < 0) {
		slock_result_error(result, "%s", op->store->dialect->failure);
		asked = SLOCK_FAILED;
	}
	return asked;
}

slock_asked slock_advisory_ask(slock_advisory_operation *op, const char *sql, slock_time wait, long long *answer,
							   slock_result *result)
{
	slock_session *session = op->store->session;

	return operation_judge(op, session->ops->ask(session, sql, operation_answer_until(op, wait), answer, result),
						   answer, result);
}

static slock_asked operation_ask_prepared(slock_advisory_operation *op, const slock_session_statement *statement,
										  long long *answer, slock_result *result)
{
	slock_session *session = op->store->session;

	return operation_judge(
		op, session->ops->ask_prepared(session, statement, op->lock, operation_answer_until(op, 0), answer, result),
		answer, result);
}

/* The statements to prepare for a lock that is held or wanted in this mode, or NULL. */
static const slock_advisory_statements *operation_prepared_for(const slock_advisory_operation *op, slock_held mode)
{
	return op->store->session->ops->ask_prepared ? &op->store->dialect->prepared[mode] : NULL;
}

slock_asked slock_advisory_ask_for_lock(slock_advisory_operation *op, slock_held mode, unsigned may_hold,
										slock_time wait, long long *answer, slock_result *result)
{
	const slock_advisory_statements *prepared = may_hold ? NULL : operation_prepared_for(op, mode);
	char sql[SLOCK_SESSION_SQL_SIZE];

	if (prepared) {
		return operation_ask_prepared(op, op->store->fencing ? &prepared->acquire_fenced : &prepared->acquire, answer,
									  result);
	}
	op->store->dialect->acquire(sql, op->lock, mode, may_hold, wait, op->store->fencing);
	return slock_advisory_ask(op, sql, wait, answer, result);
}

slock_asked slock_advisory_ask_whether_held(slock_advisory_operation *op, slock_held mode, long long *answer,
											slock_result *result)
{
	const slock_advisory_statements *prepared = operation_prepared_for(op, mode);
	char sql[SLOCK_SESSION_SQL_SIZE];

	if (prepared) {
		return operation_ask_prepared(op, &prepared->holds, answer, result);
	}
	op->store->dialect->holds(sql, op->lock, mode);
	return slock_advisory_ask(op, sql, 0, answer, result);
}

slock_asked slock_advisory_ask_to_release(slock_advisory_operation *op, slock_held mode, bool may_already_hold,
										  long long *answer, slock_result *result)
{
	const slock_advisory_statements *prepared = may_already_hold ? NULL : operation_prepared_for(op, mode);
	char sql[SLOCK_SESSION_SQL_SIZE];

	if (prepared) {
		return operation_ask_prepared(op, &prepared->release, answer, result);
	}
	op->store->dialect->release(sql, op->lock, mode, may_already_hold);
	return slock_advisory_ask(op, sql, 0, answer, result);
}

void slock_advisory_forget(slock_advisory_operation *op, uint64_t since)
{
	slock_session_locks *locks = slock_advisory_present_locks(op);

	if (locks && slock_session_locks_since(locks, op->lock) == since) {
		slock_session_locks_forget(locks, op->lock);
	}
}

void slock_advisory_give_up_doubtful(slock_advisory_operation *op)
{
	static const slock_held modes[] = {SLOCK_HELD_WRITE, SLOCK_HELD_READ};
	slock_result ignored = SLOCK_RESULT_INIT;
	long long unused;

	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		slock_session_locks *locks = op->store->session->ops->runs_php ? slock_advisory_present_locks(op) : NULL;

		if (locks && slock_session_locks_is_doubtful(locks, op->lock, modes[i] == SLOCK_HELD_WRITE)) {
			if (slock_advisory_ask_to_release(op, modes[i], true, &unused, &ignored) == SLOCK_ANSWERED) {
				slock_advisory_settle(op, modes[i]);
			}
			slock_result_dtor(&ignored);
		}
	}
}
