/* SPDX-License-Identifier: MIT
 *
 * One member's part in a round: what it is asked, where its call is, and what becomes of its answer. For round.c, which
 * asks, and collect.c, which waits. */
#ifndef SLOCK_STORES_QUORUM_MEMBER_H
#define SLOCK_STORES_QUORUM_MEMBER_H

#include "core/exceptions.h"
#include "stores/quorum/tally.h"

/* What a connection gets in each round where the outcome does not depend on it and the last attempt failed; ns. */
#define SLOCK_CONNECT_GRACE (20 * SLOCK_MS)

/* Where one member is. */
typedef struct {
	enum {
		SLOCK_MEMBER_UNASKED,
		SLOCK_MEMBER_AWAITED,  /* `pending` is on the wire */
		SLOCK_MEMBER_ENDED,    /* the member answered or failed */
		SLOCK_MEMBER_LATE,     /* the same as AWAITED, but its time is over, and it was counted as a failure */
		SLOCK_MEMBER_UNREACHED /* it failed before anything was sent */
	} state;
	slock_pending pending;
	bool writes_ttl; /* it was asked to acquire with the round's TTL */
	bool ready;      /* its descriptor was, after the last wait */
	bool sent;       /* it has got something of the round's question, as far as we know */
	int64_t fence;   /* the fencing token that it gave with the lock; 0: none. Starts as that */
	bool raises;     /* raise: it is asked to. Set by the caller */
	/* acquire: it said so; and it may have got the lock, and is not known to have let go of it since. They start as
	 * false. */
	bool granted, leaves;
	/* Something of what this attempt has asked may have been sent twice; and its release was sent, without awaiting the
	 * answer, behind all that. They start as false. */
	bool resent, follows;
	slock_time grace_until; /* where the grace of its connection is longer than that of the others; 0: it is not */
	/* Release: when the wait for this member ends at the latest. SLOCK_FOREVER: only by pending.deadline. */
	slock_time limit;
} slock_member_call;

/* One question to all members, and how far it got. */
typedef struct {
	slock_quorum *quorum;
	slock_key *key;
	slock_member_call *calls; /* one per member */
	slock_op op;
	slock_mode mode;
	bool only_if_held;     /* as in the request */
	bool again;            /* the same */
	bool keeps_writer;     /* the same */
	slock_time held_until; /* the same */
	slock_time had_until;  /* refresh: as in the request */
	slock_watch *watch;    /* acquire: as in the request */
	uint64_t *left_behind; /* the same: see slock_member_leave_behind() */
	double ttl;            /* seconds; acquire: 0 for what the members write without being told */
	/* The greatest fencing token that a member gave with the lock, 0: none; raise: what the next ones shall exceed */
	int64_t fence;
	slock_time answer_by; /* as in the request: no member's answer or connection is awaited after it; 0: none */
	slock_time asked;     /* when the members were */
	slock_time slowest;   /* how long after that the last answer came that did come; ns */
	slock_time in_turn;   /* how long those took together that were asked one after another, and answered; ns */
	/* acquire: how long it took until the outcome was known, but for members that were silent: they say nothing of what
	 * the others need; ns */
	slock_time took;
	/* refresh: when the lifetime shall end; and only of members that did not write the TTL with the lock */
	slock_time expires_at;
	bool without_ttl_only;
	/* acquire with a TTL: members that write it are counted apart from those that do not */
	bool some_without_ttl;
	slock_time written_until; /* when the locks end that were stored with their TTL */
	slock_time lifetime; /* when the first lock ends whose lifetime a member has counted; both start as SLOCK_FOREVER */
	slock_answers written;
	slock_tally *tally;
	/* PHP code may run in between, and read answers of ours on the same connections: descriptors do not tell all. */
	bool with_php;
	slock_time connect_grace; /* until when to wait for members that could not be reached, if the others are enough */
	uint32_t unasked;         /* members whose answers are still to come: not asked yet, */
	uint32_t outstanding;     /* and asked */
	bool met;                 /* exists: the quorum was met */
	/* Releases: a member has sent one that was not answered; those whose answers are not awaited, behind what the
	 * member is late with; and those that were not sent, for want of a connection. They start as 0. */
	bool unheard;
	uint32_t abandoned, unreached;
	slock_saved_exception exception; /* release: what will be pending in the end */
} slock_round;

/* Of the member at an index: whether it writes the TTL with the lock, has a part in this round, and can be asked in two
 * steps. */
bool slock_member_writes_ttl(const slock_round *round, uint32_t at);
bool slock_member_takes_part(const slock_round *round, uint32_t at);
bool slock_member_can_begin(const slock_round *round, uint32_t at);

/* The member could not be reached. Where nothing was sent to it either, its state says so, and a release is counted as
 * one that was not sent. Once for each question. */
void slock_member_lose(slock_round *round, uint32_t at);

/* Puts the question to a member with the two-step form on the wire, or asks another one and waits for its answer, which
 * may run PHP code. False: there is no reason to go on. */
bool slock_member_begin(slock_round *round, uint32_t at);
bool slock_member_ask(slock_round *round, uint32_t at);

/* Release, of a member that could not be reached and may have had the lock before: where its locks last until they are
 * released, its store lets go as soon as it can, and nobody waits for that. */
void slock_member_release_later(slock_round *round, uint32_t at);

/* Takes what has arrived of the answer to slock_member_begin(); false: not all of it. */
bool slock_member_finish(slock_round *round, uint32_t at, slock_result *answer);

/* Notes for the further attempts of the wait that the member may have what this one has left there. */
void slock_member_leave_behind(const slock_round *round, uint32_t at);

/* Whether the answer of this member, which is taken over, leaves a reason to ask and to wait for more. May run PHP code
 * of a logger or a strategy. */
bool slock_member_take(slock_round *round, uint32_t at, slock_result *answer);

#endif
