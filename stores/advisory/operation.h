/* SPDX-License-Identifier: MIT
 *
 * One operation of an advisory store on its session: what it has to know, the questions that it may put to the server,
 * and until when their answers are awaited. */
#ifndef SLOCK_STORES_ADVISORY_OPERATION_H
#define SLOCK_STORES_ADVISORY_OPERATION_H

#include "clients/advisory/session.h"
#include "clients/advisory/session_claims.h"
#include "core/store.h"
#include "stores/advisory/dialects.h"

typedef struct {
	slock_session *session; /* NULL only before __construct() ran */
	const slock_advisory_dialect *dialect;
	/* Its number, where locks are the store's own, also when it shares the session with other stores. 0: they are those
	 * of the client object, for all its stores. */
	uint64_t own;
	bool has_acquired; /* ever */
	bool fencing;      /* acquisitions mint a fencing token */
	bool fence_known;  /* one was minted, so that what they are counted by is there */
	slock_store base;
} slock_advisory_store;

/* One operation on its way. */
typedef struct {
	slock_advisory_store *store;
	const slock_request *request;
	slock_lock_owner owner; /* with a reference to the token */
	char lock[SLOCK_ADVISORY_NAME_SIZE];
	slock_session_claim claim;
	uint32_t generation;  /* of the process that has begun it */
	slock_time answer_by; /* of the attempt that is made; SLOCK_FOREVER: only the client's own limits count */
	slock_time grace;     /* of that attempt: what a round trip may take on this link, at the most; ns */
	bool waits;           /* acquire: this attempt lasts until its deadline, at the server */
	bool cut_short;       /* acquire: the wait at the server has ended before that, and the session is the same */
	bool within;          /* acquire: the other owner is in this process */
	bool polls;           /* acquire: the server cannot be made to wait for a time */
} slock_advisory_operation;

/* Begins an operation of a constructed store. Whoever begins it releases `owner.token` at its end. false: it has ended,
 * the result tells how, and there is nothing to release. */
bool slock_advisory_prepare(slock_advisory_operation *op, slock_store *store, const slock_request *request,
							slock_result *result);

/* Until when the answers of the next attempt are awaited. */
void slock_advisory_begin_attempt(slock_advisory_operation *op);

/* What is kept free before the deadline for the statement that follows a wait at the server: on a slow link a round
 * trip. Its answer is awaited for one more. */
slock_time slock_advisory_time_for_an_end(const slock_advisory_operation *op);

/* Whether an attempt of a wait may last until its deadline, at the server. */
bool slock_advisory_can_wait_at_server(const slock_advisory_operation *op);

/* The lock table of the session; see slock_session_ops, also for what is valid how long, here and below. */
slock_session_locks *slock_advisory_locks_of(slock_advisory_operation *op, bool connect, bool *fresh,
											 slock_result *result);

/* The same of the session as the server knows it, which has given up before what it had for nobody, where it is native.
 * When *asked is not SLOCK_ANSWERED, the question for that has failed. */
slock_session_locks *slock_advisory_identified_locks(slock_advisory_operation *op, bool connect, bool *fresh,
													 slock_asked *asked, slock_result *result);

/* The same after an operation, when nothing but what is there matters; NULL also while an exception is pending. */
slock_session_locks *slock_advisory_present_locks(slock_advisory_operation *op);

/* Before the session is asked for the lock, or to give it up: false when another operation on it has not ended, because
 * a fiber was suspended in its middle, or because it has called this one. Always true where no PHP code runs meanwhile.
 * `locks` is the lock table that was looked at. */
bool slock_advisory_claim(slock_advisory_operation *op, const slock_session_locks *locks);
void slock_advisory_unclaim(slock_advisory_operation *op);

/* Gives up what the session may hold of the lock although nobody does. Call with the claim: who came meanwhile would
 * lose what it was granted. */
void slock_advisory_give_up_doubtful(slock_advisory_operation *op);

/* Before a statement that may give the session the lock; see slock_session_locks_doubt(). */
void slock_advisory_doubt(const slock_advisory_operation *op, slock_session_locks *locks, slock_held mode);
/* The server has said that the session does not hold it in this mode. */
void slock_advisory_settle(slock_advisory_operation *op, slock_held mode);

/* Puts a statement to the server and takes the number that is its answer; -1 is a failure. `wait` is how long the
 * server may take for it, ns. May run PHP code of client objects. */
slock_asked slock_advisory_ask(slock_advisory_operation *op, const char *sql, slock_time wait, long long *answer,
							   slock_result *result);

/* Three questions of the same kind; see slock_advisory_dialect. */
slock_asked slock_advisory_ask_for_lock(slock_advisory_operation *op, slock_held mode, unsigned may_hold,
										slock_time wait, long long *answer, slock_result *result);
slock_asked slock_advisory_ask_whether_held(slock_advisory_operation *op, slock_held mode, long long *answer,
											slock_result *result);
slock_asked slock_advisory_ask_to_release(slock_advisory_operation *op, slock_held mode, bool may_already_hold,
										  long long *answer, slock_result *result);

/* The server says that the session does not hold the lock; `since` is slock_session_locks_since() before it was asked.
 * If another owner has come meanwhile, that was said of the one before. */
void slock_advisory_forget(slock_advisory_operation *op, uint64_t since);

#endif
