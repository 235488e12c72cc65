/* SPDX-License-Identifier: MIT
 *
 * Failures of releases that had returned before their answers came (a store that only sends them). Whoever hears of one
 * notes it here, where no PHP code may run; the next method of a lock tells it, of whatever store that lock is, and the
 * end of the request what is left. */
#ifndef SLOCK_CORE_LATE_FAILURES_H
#define SLOCK_CORE_LATE_FAILURES_H

#include "php_slock.h"

/* The lock of that name may still be held; `reason` is copied as well. Runs no PHP code. What a parent process has
 * heard of is not a child's to tell; of more than some dozens that nobody has told, the later ones are forgotten. */
void slock_late_failure_note(const char *resource, size_t length, const char *reason);

static inline bool slock_late_failures_are_known(void)
{
	return UNEXPECTED(SLOCK_G(late_failures) != NULL);
}

/* Tells them: to the logger as notices, and where there is none (NULL) as E_WARNING. Runs PHP code, whose exceptions
 * are dropped, but for those that no code may catch: the operation that it comes after has done what it says. An
 * exception that is pending stays so. */
void slock_late_failures_tell(zend_object *logger);

/* For slock.c only: at the end of a request those that nobody has told are warnings, without the user's error handler;
 * and at the end of a thread they are freed. */
void slock_late_failures_end_request(void);
void slock_late_failures_shutdown(struct slock_late_failure *failures);

#endif
