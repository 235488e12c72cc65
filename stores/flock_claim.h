/* SPDX-License-Identifier: MIT
 *
 * A lock file while it is being locked. Between opening it and keeping it in a key there may be a wait, in which
 * handlers run, the process may be forked, and the request may end. */
#ifndef SLOCK_STORES_FLOCK_CLAIM_H
#define SLOCK_STORES_FLOCK_CLAIM_H

#include "core/clock.h"
#include "core/result.h"
#include "core/store.h"
#include "stores/flock_handle.h"

/* A lock file that is open while it is being locked, in no key's state. */
typedef struct {
	int fd;                     /* -1: closed */
	slock_flock_hold before;    /* a lock that is to be changed into another one, maybe of a file that is gone */
	uint32_t generation, forks; /* of the process when it opened the file */
	/* While it waits for a lock that the key did not have: whether the key has it by now, which PHP code may have
	 * acquired in the wait. NULL: it is not asked. */
	bool (*has_key)(slock_store *store, const slock_request *request);
	slock_store *store;
	const slock_request *request;
	slock_handle *change; /* while it waits to change a lock: what stands for that in the key; or NULL */
} slock_flock_claim;

/* slock_lock_file_open(): SLOCK_OK, or the result says why not. */
slock_status slock_flock_claim_open(slock_flock_claim *claim, const char *file, bool to_write, slock_result *result);

/* Whether a process that was forked since has the open file as well. */
bool slock_flock_claim_is_copied(const slock_flock_claim *claim);

/* Ends it with nothing held; it is closed then. */
void slock_flock_claim_drop(slock_flock_claim *claim);

/* Waits for LOCK_SH or LOCK_EX until the kernel wakes us, or the deadline. SLOCK_OK: *error is 0 or what flock() ended
 * with, or the claim is closed and it must start again: this process was forked while it waited, or the key has the
 * lock by now, which would be waited for. SLOCK_TIMEOUT or SLOCK_INTERRUPTED otherwise: the claim is open or closed,
 * and the lock may have been got in the last moment. After a bailout it drops the claim and does not return. */
slock_status slock_flock_claim_wait(slock_flock_claim *claim, int operation, slock_time deadline, int *error);

#endif
