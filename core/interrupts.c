/* SPDX-License-Identifier: MIT
 *
 * Handlers that wait until an operation has ended: see interrupts.h. */
#include "core/interrupts.h"

#include "zend_extensions.h"
#include "zend_signal.h"

#if !defined(_WIN32) && !defined(ZTS)
#include <signal.h>
#endif

/* What others have asked the engine to call. */
static void (*others)(zend_execute_data *execute_data);
static zend_result (*start_others)(void);
static bool is_installed;

bool slock_interrupts_is_running(const zend_execute_data *frame)
{
	for (const zend_execute_data *running = EG(current_execute_data); running; running = running->prev_execute_data) {
		if (running == frame) {
			return true;
		}
	}
	return false;
}

static void interrupts_interrupt(zend_execute_data *execute_data)
{
	if (SLOCK_G(deferring) && slock_interrupts_is_running(SLOCK_G(deferring))) {
		SLOCK_G(deferred) = true;
		return;
	}
	if (others) {
		others(execute_data);
	}
}

static void interrupts_install(void)
{
	others = zend_interrupt_function;
	zend_interrupt_function = interrupts_interrupt;
	is_installed = true;
}

/* When all extensions have started, ours is the first to be called and can keep the others waiting. */
static zend_result interrupts_start_last(void)
{
	interrupts_install();
	return start_others ? start_others() : SUCCESS;
}

void slock_interrupts_startup(bool temporary)
{
	if (temporary) {
		interrupts_install();
		return;
	}
	start_others = zend_post_startup_cb;
	zend_post_startup_cb = interrupts_start_last;
}

void slock_interrupts_shutdown(void)
{
	/* Whoever came after us keeps calling us. */
	if (is_installed && zend_interrupt_function == interrupts_interrupt) {
		zend_interrupt_function = others;
	}
}

void slock_interrupts_end_request(void)
{
	SLOCK_G(deferring) = NULL;
	SLOCK_G(deferred) = false;
}

#if defined(_WIN32) || defined(ZTS)
bool slock_interrupts_are_possible(void)
{
	return true;
}
#else

/* Whether that is what happens to a signal without a handler. */
static bool interrupts_is_no_handler(void (*handler)(int))
{
	return handler == SIG_DFL || handler == SIG_IGN;
}

/* Those that a thread sends to itself, by a mistake. */
static bool interrupts_is_fault(int number)
{
	return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGABRT ||
		   number == SIGTRAP || number == SIGSYS;
}

bool slock_interrupts_are_possible(void)
{
	struct sigaction action;
#ifdef ZEND_SIGNALS
	/* The engine has a handler of its own for those that PHP cares about, and a list of what to do then. */
	static const int of_engine[] = {SIGPROF, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
	void (*engine)(int) = SIG_DFL;
#endif

	for (int number = 1; number < NSIG; number++) {
		if (interrupts_is_fault(number) || sigaction(number, NULL, &action) < 0 ||
			interrupts_is_no_handler(action.sa_handler)) {
			continue;
		}
#ifdef ZEND_SIGNALS
		for (size_t i = 0; i < sizeof(of_engine) / sizeof(*of_engine); i++) {
			void (*handler)(int) = action.sa_handler;

			if (of_engine[i] != number || (!interrupts_is_no_handler(engine) && engine != handler)) {
				continue;
			}
			engine = handler;
			zend_sigaction(number, NULL, &action);
			break;
		}
		/* Its time limit, which it knows by having no flags; no matter when there is none. */
		if (interrupts_is_no_handler(action.sa_handler) ||
			(number == SIGPROF && !action.sa_flags && EG(timeout_seconds) <= 0)) {
			continue;
		}
#endif
		return true;
	}
	return false;
}
#endif
