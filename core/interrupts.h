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

/* In MINIT: what else is called where handlers run, after them, and waits as they do. It may run PHP code and throw. */
void slock_interrupts_call(void (*also)(void));

/* For slock.c: the end of a request, which a fatal error may have begun in the middle of an operation; and that of a
 * thread, with what it has in SLOCK_G(deferring). */
void slock_interrupts_end_request(void);
void slock_interrupts_thread_ends(const zend_execute_data **deferring);

/* For the functions below. */
void slock_interrupts_make_room(void);
void slock_interrupts_leave(void);
void slock_interrupts_raise(void);

/* Whether anything could want to interrupt a wait in this process: a signal has a handler of a script or of a library,
 * there is a time limit, or a lock is kept alive. When not, a system call may block in this very thread: all that
 * signals can do is to end the process. Costs some microseconds. */
bool slock_interrupts_are_possible(void);

/* Whether the current function, or the nearest of its callers that says so, keeps handlers waiting: where they have
 * been let run, only operations of their own do. Functions of fibers that are suspended do not count. */
bool slock_interrupts_must_wait(void);

/* Until slock_interrupts_resume() in the same function, handlers wait in the function that is running now and in all
 * that it calls. That holds while its fiber is suspended and resumed; other fibers are not concerned. */
static inline void slock_interrupts_defer(void)
{
	if (UNEXPECTED(SLOCK_G(deferring_count) == SLOCK_G(deferring_size))) {
		slock_interrupts_make_room();
	}
	SLOCK_G(deferring)[SLOCK_G(deferring_count)++] = EG(current_execute_data);
}

static inline void slock_interrupts_resume(void)
{
	/* Fibers leave in any order. */
	if (EXPECTED(SLOCK_G(deferring)[SLOCK_G(deferring_count) - 1] == EG(current_execute_data))) {
		SLOCK_G(deferring_count)--;
	} else {
		slock_interrupts_leave();
	}
	if (UNEXPECTED(SLOCK_G(deferred))) {
		slock_interrupts_raise();
	}
}

/* Lets the handlers that wait run now, in the middle of the operation that is running, and whatever else the engine
 * does between two opcodes. May run any PHP code. */
void slock_interrupts_let_run(void);

#endif
