/* SPDX-License-Identifier: MIT
 *
 * A lock file while it is being locked: opened, waited for, and dropped, also where the process is forked or ends
 * meanwhile; see flock_claim.h. */
#include "php_slock.h"
#include "core/blocking_call.h"
#include "core/process.h"
#include "core/wait.h"
#include "stores/flock_claim.h"
#include "stores/lock_file.h"

#include "ext/standard/flock_compat.h"

#include <errno.h>
#ifdef _WIN32
#include <io.h>
#else
#include <sched.h>
#include <unistd.h>
#endif

static bool claim_is_needless(const void *waiter)
{
	const slock_flock_claim *claim = waiter;

	return claim->has_key && claim->has_key(claim->store, claim->request);
}

#ifndef _WIN32
static int claim_call(int fd, int operation)
{
	while (flock(fd, operation) < 0) {
		if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

static void claim_leave(int fd, bool inherited)
{
	/* As slock_flock_claim_drop() does it. */
	if (!inherited) {
		flock(fd, LOCK_UN);
	}
	close(fd);
}

static const slock_blocking claim_blocking = {claim_call, claim_leave, claim_is_needless};
#endif

bool slock_flock_claim_is_copied(const slock_flock_claim *claim)
{
	return claim->forks != slock_process_forks();
}

slock_status slock_flock_claim_open(slock_flock_claim *claim, const char *file, bool to_write, slock_result *result)
{
	claim->generation = slock_process_generation();
	claim->forks = slock_process_forks();
	return slock_lock_file_open(file, to_write, &claim->fd, result);
}

void slock_flock_claim_drop(slock_flock_claim *claim)
{
	/* Closing is not enough when a child of ours, forked while we waited, has the file open as well. In that child it
	 * is all that may be done: the parent goes on waiting. */
	if (claim->generation != slock_process_generation()) {
		claim->before = SLOCK_HOLDS_NOTHING;
	} else if (slock_flock_claim_is_copied(claim)) {
		flock(claim->fd, LOCK_UN);
	}
	close(claim->fd);
	claim->fd = -1;
}

static ZEND_COLD ZEND_NORETURN void claim_bail_out(slock_flock_claim *claim)
{
	slock_flock_abandon_change(claim->change);
	slock_flock_claim_drop(claim);
	zend_bailout();
}

/* Waits without a thread. */
static slock_status claim_poll(slock_flock_claim *claim, int operation, slock_time deadline, int *error)
{
	slock_backoff backoff;
	slock_time until;

	slock_backoff_init(&backoff);
	while ((*error = slock_lock_file_try(claim->fd, operation)) == EWOULDBLOCK) {
		if (slock_clock_now() >= deadline) {
			return SLOCK_TIMEOUT;
		}
		until = MIN(slock_clock_now() + slock_backoff_next(&backoff), deadline);
		while (slock_clock_now() < until) {
			slock_check check = slock_wait_guarded_until(until);

			if (check == SLOCK_CHECK_BAILOUT) {
				claim_bail_out(claim);
			}
			if (claim->generation != slock_process_generation()) {
				slock_flock_claim_drop(claim);
			}
			if (check == SLOCK_CHECK_EXCEPTION) {
				return SLOCK_INTERRUPTED;
			}
			if (claim->fd < 0) {
				return SLOCK_OK;
			}
			if (claim_is_needless(claim)) {
				slock_flock_claim_drop(claim);
				return SLOCK_OK;
			}
		}
	}
	return SLOCK_OK;
}

#ifndef _WIN32
/* Tries for as long as a thread would cost: that is twice what is needed at the most, however long the lock is held,
 * and most locks of files are held for less. Not where a lock is to be changed: the kernel gives up the old one with
 * each try. False: others have it still. */
static bool claim_try_instead_of_thread(const slock_flock_claim *claim, int operation, slock_time deadline, int *error)
{
	slock_time until;

	if (claim->before != SLOCK_HOLDS_NOTHING || !slock_blocking_call_takes_thread(deadline)) {
		return false;
	}
	until = MIN(slock_clock_after(SLOCK_THREAD_COST), deadline);
	do {
		sched_yield();
		*error = slock_lock_file_try(claim->fd, operation);
	} while (*error == EWOULDBLOCK && slock_clock_now() < until);
	return *error != EWOULDBLOCK;
}
#endif

slock_status slock_flock_claim_wait(slock_flock_claim *claim, int operation, slock_time deadline, int *error)
{
#ifndef _WIN32
	if (claim_try_instead_of_thread(claim, operation, deadline, error)) {
		return SLOCK_OK;
	}
	switch (slock_blocking_call(&claim_blocking, claim->fd, operation, claim, deadline, error)) {
		case SLOCK_CALL_RETURNED:
			return SLOCK_OK;
		case SLOCK_CALL_TIMED_OUT:
			/* The lock may have become free just before the deadline, and the thread been too slow to say so. */
			*error = slock_lock_file_try(claim->fd, operation);
			return *error == EWOULDBLOCK ? SLOCK_TIMEOUT : SLOCK_OK;
		case SLOCK_CALL_NEEDLESS:
			slock_flock_claim_drop(claim);
			return SLOCK_OK;
		case SLOCK_CALL_INTERRUPTED:
			return SLOCK_INTERRUPTED;
		case SLOCK_CALL_BAILED_OUT:
			claim_bail_out(claim);
		case SLOCK_CALL_FORKED:
			slock_flock_claim_drop(claim);
			return EG(exception) ? SLOCK_INTERRUPTED : SLOCK_OK;
		case SLOCK_CALL_UNAVAILABLE:
			break;
	}
#endif
	return claim_poll(claim, operation, deadline, error);
}
