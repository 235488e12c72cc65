/* SPDX-License-Identifier: MIT
 *
 * Fencing tokens (M. Kleppmann, "How to do distributed locking", 2016): a number that only grows from owner to owner of
 * one resource, so that what the lock protects can refuse an owner whose time was over without its noticing. Stores
 * mint them, in the same step that grants the lock; keys keep them, as a state of their own, which survives
 * serialization, also by the PHP package. */
#ifndef SLOCK_CORE_FENCING_H
#define SLOCK_CORE_FENCING_H

#include "core/key.h"

/* The greatest token there is. */
#define SLOCK_FENCE_MAX INT64_MAX

/* Where a store counts by itself: the next token after `last` (0: there is none), at least the Unix time in us, so that
 * a counter that was lost does not begin from 1. `last` is from 0 to below SLOCK_FENCE_MAX. */
int64_t slock_fence_after(int64_t last);

/* The same for locks between the parts of one process, in all its threads: greater than whatever it gave before, and
 * than what slock_fence_raise_in_process() was told. */
int64_t slock_fence_next_in_process(void);
void slock_fence_raise_in_process(int64_t token);

/* Keeps the token, > 0; or none any more. May run destructors of what stood in its place. */
void slock_fence_keep(slock_key *key, int64_t token);
void slock_fence_forget(slock_key *key);

/* The token; 0: there is none. */
int64_t slock_fence_of(slock_key *key);

/* In MINIT, before any key is made. */
void slock_fencing_startup(void);

#endif
