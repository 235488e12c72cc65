/* SPDX-License-Identifier: MIT
 *
 * What the members of a quorum answered, and what follows from it. Nothing here asks a member anything. */
#ifndef SLOCK_STORES_QUORUM_TALLY_H
#define SLOCK_STORES_QUORUM_TALLY_H

#include "core/store.h"

/* What is known of the way to a member. Starts as all zeros. */
typedef struct {
	bool unreachable; /* the last attempt to connect failed, and none has succeeded since */
	/* Where it is: when an operation may wait for longer than usual the next time, and for how long; ns */
	slock_time grace_at, grace;
} slock_reach;

typedef struct {
	zend_object **members; /* owned references; NULL when there are none */
	uint32_t count;
	zend_object *strategy; /* owned; NULL only before __construct() ran */
	enum { SLOCK_OTHER_STRATEGY, SLOCK_CONSENSUS, SLOCK_UNANIMOUS } kind; /* our own two are decided without a call */
	zend_object *store; /* borrowed: the combined store, whose property $logger is told of failures */
	slock_reach *reach; /* one per member; NULL when there are none */
} slock_quorum;

/* How many members answered what, of those that were asked. */
typedef struct {
	uint32_t successes; /* did what was asked, or hold the lock */
	uint32_t refusals;  /* said that another owner holds the lock, or that this key does not */
	/* Those of them that prove nothing: they may have what an earlier attempt of the same wait has left there (`left`),
	 * or do not know themselves, as a quorum. Who goes on waiting takes them for refusals, and in the end they are
	 * failures. */
	uint32_t doubted, left;
	uint32_t failures; /* anything else; the lock may be there or not */
} slock_answers;

/* Starts as all zeros, ends with slock_tally_dtor(). */
typedef struct {
	slock_answers answers;
	zend_object *cause; /* owned: what the first failure was; NULL without one */
	uint32_t cause_at;  /* the index of the member that failed first */
} slock_tally;

void slock_tally_dtor(slock_tally *tally);

void slock_answers_count(slock_answers *answers, const slock_result *answer);

/* Takes over the members, an array of `count` owned references, and adds a reference to the strategy. */
void slock_quorum_init(slock_quorum *quorum, zend_object *store, zend_object **members, uint32_t count,
					   zend_object *strategy);
void slock_quorum_dtor(slock_quorum *quorum);
void slock_quorum_get_gc(slock_quorum *quorum, zend_get_gc_buffer *buffer);

/* A member that knows no read locks is locked for writing. */
slock_mode slock_quorum_member_mode(zend_object *member, slock_mode mode);

/* Takes the answer of the member at an index into the tally, frees it, and logs it when it is a failure for the
 * package. SLOCK_INTERRUPTED is not counted. The logger may leave an exception pending. */
void slock_quorum_take(slock_quorum *quorum, slock_op op, uint32_t at, slock_key *key, slock_result *answer,
					   slock_tally *tally);

/* Whether so many successes are a quorum. The strategy may be PHP code; false also when it threw. */
bool slock_quorum_is_met(slock_quorum *quorum, uint32_t successes);

/* Whether the answers of the `left` members that were not asked yet can change the outcome: the quorum is within reach,
 * or it is lost and they can tell whether other owners are to blame or members that failed; or, for who goes on
 * waiting, whether they may be, with refusals that are doubted. The package stops when the
 * quorum is lost, because all that is a conflict for it. False also when the strategy threw. */
bool slock_quorum_is_open(slock_quorum *quorum, const slock_tally *tally, uint32_t left);

/* The outcome of a quorum that was missed: a conflict when the members that said so, and are not doubted, are enough
 * for that, else a storage error, since the others prove nothing about other owners. The strategy may throw. */
void slock_quorum_set_missed(slock_quorum *quorum, slock_op op, slock_tally *tally, slock_result *result);

/* Whether those that have answered could be a quorum if none of them had refused: then who waits for the lock waits for
 * an owner, whatever the others would say. The strategy may throw. */
bool slock_quorum_is_refused(slock_quorum *quorum, const slock_tally *tally);

/* The storage error that tells how many members failed, and why the first of them did, or that refusals are doubted. */
void slock_quorum_set_failed(slock_quorum *quorum, slock_op op, slock_tally *tally, slock_result *result);

/* The log records for a quorum that was missed, and for a refresh that came too late for the member at an index. */
void slock_quorum_log_missed(slock_quorum *quorum, slock_op op, slock_key *key, const slock_tally *tally);
void slock_quorum_log_too_late(slock_quorum *quorum, uint32_t at, slock_key *key, double ttl);

#endif
