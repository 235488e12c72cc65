/* SPDX-License-Identifier: MIT
 *
 * One question to all members of a quorum. Those with the two-step form have it on the wire before any answer is awaited;
 * the others are asked one after another, in their order; then the answers are collected until they decide. What is
 * decided, and when, is in tally.h. */
#ifndef SLOCK_STORES_QUORUM_ROUND_H
#define SLOCK_STORES_QUORUM_ROUND_H

#include "stores/quorum/tally.h"

/* Where one member is. */
typedef struct {
	enum {
		SLOCK_CALL_UNASKED,
		SLOCK_CALL_AWAITED,  /* `pending` is on the wire */
		SLOCK_CALL_ENDED,    /* the member answered or failed */
		SLOCK_CALL_LATE,     /* the same as AWAITED, but its time is over, and it was counted as a failure */
		SLOCK_CALL_UNREACHED /* it failed before anything was sent */
	} state;
	slock_pending pending;
	bool writes_ttl; /* it was asked to acquire with the round's TTL */
	bool ready;      /* its descriptor was, after the last wait */
	bool sent;       /* it has got something of the round's question, as far as we know */
	/* Release: when the wait for this member ends at the latest. SLOCK_FOREVER: only by pending.deadline. */
	slock_time limit;
} slock_call;

typedef struct {
	slock_quorum *quorum;
	slock_key *key;
	slock_call *calls; /* one per member */
	slock_op op;
	slock_mode mode;
	double ttl;           /* seconds; acquire: 0 for what the members write without being told */
	slock_time answer_by; /* as in the request: no member's answer or connection is awaited after it; 0: none */
	slock_time asked;     /* when the members were */
	slock_time slowest;   /* how long after that the last answer came that did come; ns */
	/* refresh: when the lifetime shall end; and only of members that did not write the TTL with the lock */
	slock_time expires_at;
	bool without_ttl_only;
	/* acquire with a TTL: members that write it are counted apart from those that do not */
	bool some_without_ttl;
	slock_time written_until; /* when the locks end that were stored with their TTL */
	slock_answers written;
	slock_tally *tally;
	/* PHP code may run in between, and read answers of ours on the same connections: descriptors do not tell all. */
	bool with_php;
	slock_time patience;  /* until when it is waited for connections that the outcome does not depend on */
	uint32_t unasked;     /* members whose answers are still to come: not asked yet, */
	uint32_t outstanding; /* and asked */
	bool met;             /* exists: the quorum was met */
	/* Release: the exception that will be pending in the end, owned, and where it was thrown. NULL: none so far. */
	zend_object *exception;
	const zend_op *opline;
} slock_round;

/* Members that know no read locks are locked for writing. */
slock_mode slock_round_mode_for(zend_object *member, slock_mode mode);

/* Asks all members the round's question and collects their answers until the outcome is decided, or an exception is
 * pending. The caller set everything up to without_ttl_only but for asked and slowest, written_until and the tally. Afterwards members may be AWAITED or LATE:
 * leave them with slock_round_leave() or release the lock with slock_round_release(). */
void slock_round_ask(slock_round *round);

/* Gives up the answers that did not come. What they did to the lock stays as it is. */
void slock_round_leave(slock_round *round);

/* Gives what follows, the release of a lock that was not got, some time beyond answer_by, as much as members that are
 * there have shown to need. */
void slock_round_allow_undo(slock_round *round);

/* Asks every member to let go of the lock, whatever it answered, and goes on when one throws: the exception that was
 * pending before stays pending, otherwise the first one that came up is. After slock_round_ask() the request follows the
 * one that was not answered yet, on the same connection, and such a member gets no more time for both than it had for
 * the first. Members that could not be reached are left alone. */
void slock_round_release(slock_round *round, slock_tally *tally);

#endif
