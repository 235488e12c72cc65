/* SPDX-License-Identifier: MIT
 *
 * The scripts of RedisStore: each operation on a lock is one of them, one round trip and atomic. */
#ifndef SLOCK_STORES_REDIS_SCRIPTS_H
#define SLOCK_STORES_REDIS_SCRIPTS_H

#include "clients/redis/redis.h"

/* Added to what a refused acquisition is answered with: the waiter is in the queue. Beyond any TTL in ms. */
#define SLOCK_REDIS_QUEUED 4000000000000000LL
#define SLOCK_REDIS_QUEUED_TEXT "4e15"

/* So many milliseconds a waiter that was woken goes first. */
#define SLOCK_REDIS_WOKEN_FIRST 50
#define SLOCK_REDIS_WOKEN_FIRST_TEXT "50"

/* See acquire_read; less than any fencing token. */
#define SLOCK_REDIS_WRITER SLOCK_REDIS_NOTHING_DONE
#define SLOCK_REDIS_WRITER_TEXT "2"

/* KEYS[1] is the resource, ARGV[1] the owner token, ARGV[2] the TTL in milliseconds, with a + before it where a later
 * end that this owner's lock has already is to stay, and for acquire_read with a space behind it where the writer is to
 * stay one; ARGV[3] (only below Redis 5, else empty or missing) the client's Unix time in milliseconds, ARGV[4] (may be
 * empty or missing) a number below 2^53. With it the answer is a list of the answer and ARGV[4]. Each returns 1 (done,
 * held) or 0 (conflict, not held), but
 * - acquire, acquire_read: for 0 also minus the milliseconds after which the lock is free if nobody touches it, and
 *   SLOCK_REDIS_QUEUED less than that if ARGV[5] is in the queue, to be woken by a release;
 * - acquire_read: SLOCK_REDIS_WRITER: this owner is the writer, and has stayed it: nothing was done;
 * - release: 2: released, and a waiter was woken; -1: released, and the server denied looking for one or telling it.
 * What acquire and acquire_read may be told about a waiter, all three or none: ARGV[5] the id of its subscription, or
 * empty: it has none; ARGV[6] the milliseconds that its place in the queue is kept unless it asks again; ARGV[7] its
 * place as the message told that has woken it, or "polite": who was woken for this lock goes first, or "last": it will
 * not ask again, and leaves the queue, or empty.
 * ARGV[4] may be "held" instead: acquire and acquire_read say "held 1" instead of 1, and the same with a fencing token
 * and SLOCK_REDIS_WRITER, where the key has held the lock before.
 * What all of them may be told after that, as the fifth or the eighth: the number of the database, where the connection
 * may be in another one. All may be run twice. */
typedef struct {
	slock_redis_script acquire;      /* for writing */
	slock_redis_script acquire_read; /* for reading */
	slock_redis_script refresh;
	slock_redis_script exists;
	/* ARGV[2]: "0": wake nobody. */
	slock_redis_script release;
	/* KEYS[2]: where the last fencing token stands. The answer to success is a new one, which is greater than 1. */
	slock_redis_script acquire_fenced;
	slock_redis_script acquire_read_fenced;
	/* As refresh, but nothing that has expired is renewed, and no lifetime gets shorter. */
	slock_redis_script renew;
	/* Of who holds the lock. KEYS[2]: the same; ARGV[2]: what the tokens to come have to be greater than. */
	slock_redis_script raise;
} slock_redis_script_set;

extern slock_redis_script_set slock_redis_scripts;

/* Computes the hashes, unless that was done before. Call before a script is used (most processes use none), and from
 * one thread only. */
void slock_redis_scripts_hash(void);

#endif
