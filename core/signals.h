/* SPDX-License-Identifier: MIT
 *
 * Signals while a library talks to a server. A handler that runs in the middle of a command could end one of the
 * library's system calls, which takes that for an error of the connection; and PHP loses a signal whose handler is due
 * when a method has just thrown. Plain C, and here as a whole so that client modules need nothing to link. */
#ifndef SLOCK_CORE_SIGNALS_H
#define SLOCK_CORE_SIGNALS_H

#ifdef _WIN32
typedef int slock_signals;
#define slock_signals_block(before) ((void) (*(before) = 0))
#define slock_signals_restore(before) ((void) (before))
#else
#include <signal.h>
#include <stddef.h>

/* What this thread had blocked before. */
typedef sigset_t slock_signals;

/* Blocks the signals that have handlers, in this thread. Signals whose default is to end the process still do. To be
 * followed by slock_signals_restore() on every way out; what has arrived meanwhile is handled there. */
static inline void slock_signals_block(slock_signals *before)
{
	struct sigaction action;
	sigset_t handled;

	sigemptyset(&handled);
	for (int number = 1; number < NSIG; number++) {
		if (sigaction(number, NULL, &action) == 0 &&
			((action.sa_flags & SA_SIGINFO) || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)) &&
			number != SIGSEGV && number != SIGBUS && number != SIGFPE && number != SIGILL) {
			sigaddset(&handled, number);
		}
	}
	pthread_sigmask(SIG_BLOCK, &handled, before);
}

static inline void slock_signals_restore(const slock_signals *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
}
#endif

#endif
