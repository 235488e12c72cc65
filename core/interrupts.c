/* SPDX-License-Identifier: MIT
 *
 * Handlers that wait until an operation has ended: see interrupts.h. */
#include "core/interrupts.h"

#include "core/exceptions.h"
#include "zend_exceptions.h"
#include "zend_extensions.h"
#include "zend_signal.h"

#if !defined(_WIN32) && !defined(ZTS)
#include <signal.h>
#endif

/* What others have asked the engine to call. */
static void (*others)(zend_execute_data *execute_data);
static zend_result (*start_others)(void);
static bool is_installed;

/* What is called after them. */
static void (*ours)(void);

/* Whether it is the current function or one of its callers. */
static bool interrupts_is_running(const zend_execute_data *frame)
{
	for (const zend_execute_data *running = EG(current_execute_data); running; running = running->prev_execute_data) {
		if (running == frame) {
			return true;
		}
	}
	return false;
}

/* Operations of fibers that are suspended do not count. */
static bool interrupts_must_wait(void)
{
	for (size_t i = SLOCK_G(deferring_from); i < SLOCK_G(deferring_count); i++) {
		if (interrupts_is_running(SLOCK_G(deferring)[i])) {
			return true;
		}
	}
	return false;
}

/* With an exception on its way the engine calls no PHP function, but says that it has: pcntl would take the signal from
 * its list, and its handler never run. The engine asks for interrupts then on its way to a catch block, too. So the
 * exception steps aside, as it does for destructors. */
static void interrupts_run(zend_execute_data *execute_data)
{
	zend_object *exception = EG(exception);
	const zend_op *opline = EG(opline_before_exception);
	zend_execute_data *frame = slock_code_frame();
	const zend_op *handles = frame && frame->opline->opcode == ZEND_HANDLE_EXCEPTION ? frame->opline : NULL;

	if (exception && slock_exception_is_exit(exception)) {
		/* exit(), or the end of a fiber: no PHP code runs before what the engine calls then. */
		SLOCK_G(deferred) = true;
		return;
	}
	EG(exception) = NULL;
	if (others) {
		others(execute_data);
	}
	if (ours) {
		ours();
	}
	if (handles) {
		/* What was thrown in between, and caught by us, was to go on where the first one has come from. */
		frame->opline = handles;
	}
	if (!exception) {
		return;
	}
	if (!EG(exception)) {
		EG(exception) = exception;
		EG(opline_before_exception) = opline;
		return;
	}
	if (slock_exception_is_exit(EG(exception))) {
		OBJ_RELEASE(exception); /* nothing wins over exit(), and it has no room for another one */
	} else {
		zend_exception_set_previous(EG(exception), exception);
	}
	if (!frame || handles) {
		EG(opline_before_exception) = opline;
	}
}

static void interrupts_interrupt(zend_execute_data *execute_data)
{
	if (interrupts_must_wait()) {
		SLOCK_G(deferred) = true;
		return;
	}
	interrupts_run(execute_data);
}

void slock_interrupts_call(void (*also)(void))
{
	ours = also;
}

void slock_interrupts_make_room(void)
{
	SLOCK_G(deferring_size) += 16;
	SLOCK_G(deferring) = perealloc(SLOCK_G(deferring), SLOCK_G(deferring_size) * sizeof(*SLOCK_G(deferring)), true);
}

void slock_interrupts_leave(void)
{
	const zend_execute_data **last = SLOCK_G(deferring) + SLOCK_G(deferring_count) - 1, **own = last;

	while (*own != EG(current_execute_data)) {
		own--;
	}
	memmove(own, own + 1, (size_t) (last - own) * sizeof(*own));
	SLOCK_G(deferring_count)--;
}

void slock_interrupts_raise(void)
{
	if (!interrupts_must_wait()) {
		SLOCK_G(deferred) = false;
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
	}
}

void slock_interrupts_let_run(void)
{
	size_t from = SLOCK_G(deferring_from);

	/* Only operations of the handlers' own keep others waiting. */
	SLOCK_G(deferring_from) = SLOCK_G(deferring_count);
	SLOCK_G(deferred) = false;
	zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
	if (zend_atomic_bool_load_ex(&EG(timed_out))) {
		zend_timeout();
	} else if (zend_interrupt_function) {
		zend_interrupt_function(EG(current_execute_data));
	}
	SLOCK_G(deferring_from) = from;
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
	SLOCK_G(deferring_count) = SLOCK_G(deferring_from) = 0;
	SLOCK_G(deferred) = false;
}

void slock_interrupts_thread_ends(const zend_execute_data **deferring)
{
	pefree(deferring, true);
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

	if (SLOCK_G(keepers)) {
		return true;
	}
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
