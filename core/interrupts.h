/* SPDX-License-Identifier: MIT
 *
 * Signal handlers and client objects. When a method of a client object returns, the engine runs the handlers of
 * signals that have arrived, in the middle of one of our operations: what a handler throws would be taken for the
 * client's own exception, and a lock that the server has just given would be nobody's. So handlers wait until the
 * operation has ended, or until it lets them run, with slock_wait_check_interrupts(). Time limits do not wait. */
#ifndef SLOCK_CORE_INTERRUPTS_H
#define SLOCK_CORE_INTERRUPTS_H

#include "php_slock.h"

/* Call once, in MINIT, and once in MSHUTDOWN. `temporary`: loaded by dl(). */
void slock_interrupts_startup(bool temporary);
void slock_interrupts_shutdown(void);

/* For slock.c: the end of a request, which a fatal error may have begun in the middle of an operation. */
void slock_interrupts_end_request(void);

/* Whether `frame` is one of those that are running, the current one and its callers. */
bool slock_interrupts_is_running(const zend_execute_data *frame);

/* Whether anything could want to interrupt a wait in this process: a signal has a handler of a script or of a library,
 * or there is a time limit. When not, a system call may block in this very thread: all that signals can do is to end
 * the process. Costs some microseconds. */
bool slock_interrupts_are_possible(void);

/* Until slock_interrupts_resume(), which takes what this returns, handlers wait in the function that is running now
 * and in all that it calls. Other fibers are not concerned. */
static inline const zend_execute_data *slock_interrupts_defer(void)
{
	const zend_execute_data *before = SLOCK_G(deferring);

	SLOCK_G(deferring) = EG(current_execute_data);
	return before;
}

static inline void slock_interrupts_resume(const zend_execute_data *before)
{
	/* Another fiber may have left meanwhile. */
	SLOCK_G(deferring) = before && slock_interrupts_is_running(before) ? before : NULL;
	if (UNEXPECTED(SLOCK_G(deferred)) && !SLOCK_G(deferring)) {
		SLOCK_G(deferred) = false;
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
	}
}

#endif
