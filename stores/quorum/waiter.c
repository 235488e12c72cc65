/* SPDX-License-Identifier: MIT
 *
 * See waiter.h. All waiters for a lock watch the same member as long as they can, the first one: then it wakes them one
 * after another. Where that one fails, or grants again and again what others refuse, because it has forgotten the
 * lock, they go to one that refuses. */
#include "php_slock.h"
#include "core/store_operations.h"
#include "stores/quorum/waiter.h"

/* Before the next attempt when the watched member would have granted the lock, or was not heard: the release that woke
 * the waiter may not have come to the other ones yet, and the first connection to this one may be slower than theirs.
 * Doubles; ns. */
#define FIRST_PAUSE SLOCK_MS
#define LONGEST_PAUSE (16 * SLOCK_MS)

typedef struct {
	uint32_t at;        /* the member that is watched */
	slock_mode mode;    /* what it is asked for */
	slock_watch member; /* what it knows of the wait */
	/* Of the latest attempt. */
	enum { NOTHING, REFUSED, GRANTED, FAILED } said;
	uint32_t other;   /* the first other member that refused, and could wake; the count of members: none */
	slock_time pause; /* after the latest attempt; 0: none */
} quorum_waiter;

/* The member, if it can wake a waiter for a lock of this mode. */
static slock_store *waiter_store(const slock_quorum *quorum, slock_mode mode, uint32_t at)
{
	zend_object *member = quorum->members[at];

	return slock_store_watched(member, slock_quorum_member_mode(member, mode));
}

static slock_store *waiter_watched(const slock_quorum *quorum, const quorum_waiter *own)
{
	return waiter_store(quorum, own->mode, own->at);
}

/* What the member needs to know of the request; the lock's name is the same. */
static slock_request waiter_request(const slock_quorum *quorum, const slock_request *request, quorum_waiter *own)
{
	slock_request of_member = *request;

	of_member.mode = slock_quorum_member_mode(quorum->members[own->at], request->mode);
	of_member.watch = &own->member;
	of_member.of_member = true;
	return of_member;
}

/* What the member has said about the time between two attempts. */
static void waiter_take_over(const quorum_waiter *own, slock_watch *watch)
{
	watch->next = own->member.next;
	watch->fd = own->member.fd;
	watch->events = own->member.events;
	watch->notified = own->member.notified;
}

static void waiter_watch(const slock_quorum *quorum, const slock_request *request, quorum_waiter *own, uint32_t at)
{
	slock_request of_member;
	slock_store *store;

	own->at = at;
	own->member = (slock_watch){.fd = -1, .next = slock_clock_now()};
	store = waiter_watched(quorum, own);
	of_member = waiter_request(quorum, request, own);
	store->ops->watch->begin(store, &of_member, &own->member);
}

static void waiter_leave(const slock_quorum *quorum, quorum_waiter *own, bool acquired)
{
	slock_store *store = waiter_watched(quorum, own);

	store->ops->watch->end(store, &own->member, acquired);
}

slock_watch *slock_quorum_waiter_for_member(slock_watch *watch, uint32_t at)
{
	quorum_waiter *own = watch ? watch->own : NULL;

	if (!own || own->at != at) {
		return NULL;
	}
	own->member.last = watch->last;
	own->member.until = watch->until;
	/* A lock that this member alone would leave to one that was woken could still be got from the others: then nobody
	 * would be woken by its release. */
	own->member.spare = 0;
	return &own->member;
}

void slock_quorum_waiter_attempts(const slock_quorum *quorum, slock_watch *watch)
{
	quorum_waiter *own = watch ? watch->own : NULL;

	if (own) {
		own->said = NOTHING;
		own->other = quorum->count;
	}
}

void slock_quorum_waiter_note(const slock_quorum *quorum, slock_watch *watch, uint32_t at, slock_status status)
{
	quorum_waiter *own = watch ? watch->own : NULL;

	if (!own) {
		return;
	}
	if (at == own->at) {
		own->said = status == SLOCK_OK ? GRANTED : status == SLOCK_CONFLICT ? REFUSED : FAILED;
	} else if (status == SLOCK_CONFLICT && waiter_store(quorum, own->mode, at)) {
		own->other = MIN(own->other, at);
	}
}

bool slock_quorum_waiter_needs(const slock_watch *watch, uint32_t at)
{
	const quorum_waiter *own = watch ? watch->own : NULL;

	return own && own->at == at && own->said == NOTHING;
}

void slock_quorum_wait_begin(const slock_quorum *quorum, const slock_request *request, slock_watch *watch)
{
	quorum_waiter *own;

	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < quorum->count; i++) {
			if ((pass || !quorum->reach[i].unreachable) && waiter_store(quorum, request->mode, i)) {
				own = ecalloc(1, sizeof(*own));
				own->mode = request->mode;
				own->other = quorum->count;
				waiter_watch(quorum, request, own, i);
				watch->own = own;
				watch->notified = own->member.notified;
				return;
			}
		}
	}
}

/* It was not the watched member that refused. */
static void waiter_try_soon(quorum_waiter *own, slock_watch *watch)
{
	own->pause = MIN(own->pause ? own->pause * 2 : FIRST_PAUSE, LONGEST_PAUSE);
	watch->next = MIN(watch->next, slock_clock_now() + own->pause);
}

/* The watched member's turn. */
static void waiter_on_conflict(const slock_quorum *quorum, const slock_request *request, quorum_waiter *own)
{
	slock_store *store = waiter_watched(quorum, own);
	slock_request of_member = waiter_request(quorum, request, own);

	store->ops->watch->on_conflict(store, &of_member, &own->member);
}

/* To the one that refused and is not watched. */
static void waiter_move(const slock_quorum *quorum, const slock_request *request, quorum_waiter *own)
{
	waiter_leave(quorum, own, false);
	waiter_watch(quorum, request, own, own->other);
}

void slock_quorum_wait_on_conflict(const slock_quorum *quorum, const slock_request *request, slock_watch *watch)
{
	quorum_waiter *own = watch->own;

	if (!own) {
		return;
	}
	if ((own->said == GRANTED || own->said == NOTHING) && own->pause < LONGEST_PAUSE) {
		waiter_try_soon(own, watch);
		return;
	}
	if (own->said != REFUSED) {
		if (own->other == quorum->count) {
			return;
		}
		waiter_move(quorum, request, own);
	}
	own->pause = 0;
	own->member.next = watch->next;
	waiter_on_conflict(quorum, request, own);
	if (own->member.fd == -1 && own->other != quorum->count && own->other != own->at) {
		/* Nothing will be heard from this one. */
		waiter_move(quorum, request, own);
		own->member.next = watch->next;
		waiter_on_conflict(quorum, request, own);
	}
	waiter_take_over(own, watch);
}

void slock_quorum_wait_poll(const slock_quorum *quorum, const slock_request *request, slock_watch *watch)
{
	quorum_waiter *own = watch->own;
	slock_request of_member;
	slock_store *store;

	if (!own) {
		return;
	}
	own->member.next = watch->next;
	store = waiter_watched(quorum, own);
	of_member = waiter_request(quorum, request, own);
	store->ops->watch->poll(store, &of_member, &own->member);
	waiter_take_over(own, watch);
}

void slock_quorum_wait_end(const slock_quorum *quorum, slock_watch *watch, bool acquired)
{
	const quorum_waiter *own = watch->own;

	if (own) {
		/* Where the watched member still refuses, it is another lock's end that it would tell of next. */
		waiter_leave(quorum, watch->own, acquired && own->said == GRANTED);
		efree(watch->own);
		watch->own = NULL;
	}
}
