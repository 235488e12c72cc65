/* SPDX-License-Identifier: MIT
 *
 * Handlers that wait until an operation has ended: see interrupts.h. */
#include "core/interrupts.h"

#include "core/exceptions.h"
#include "zend_exceptions.h"
#include "zend_extensions.h"
#include "zend_observer.h"
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

/* What stands in the list for a function that lets them run, where it, or one that it is called by, keeps them waiting:
 * an address that no frame has. */
static const zend_execute_data *interrupts_lets_run(const zend_execute_data *frame)
{
	return (const zend_execute_data *) ((uintptr_t) frame | 1);
}

/* The latest entry of this function in the list; NULL: there is none. */
static const zend_execute_data *interrupts_find(const zend_execute_data *frame)
{
	for (size_t i = SLOCK_G(deferring_count); i--;) {
		const zend_execute_data *entry = SLOCK_G(deferring)[i];

		if (entry == frame || entry == interrupts_lets_run(frame)) {
			return entry;
		}
	}
	return NULL;
}

bool slock_interrupts_must_wait(void)
{
	const zend_execute_data *frame = SLOCK_G(deferring_count) ? EG(current_execute_data) : NULL;
	const zend_execute_data *found;

	for (; frame; frame = frame->prev_execute_data) {
		if ((found = interrupts_find(frame))) {
			return found == frame;
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
	if (slock_interrupts_must_wait()) {
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

/* The latest of these entries is gone. */
static void interrupts_remove(const zend_execute_data *entry)
{
	const zend_execute_data **last = SLOCK_G(deferring) + SLOCK_G(deferring_count) - 1, **own = last;

	while (*own != entry) {
		own--;
	}
	memmove(own, own + 1, (size_t) (last - own) * sizeof(*own));
	SLOCK_G(deferring_count)--;
}

void slock_interrupts_leave(void)
{
	interrupts_remove(EG(current_execute_data));
}

void slock_interrupts_raise(void)
{
	if (!slock_interrupts_must_wait()) {
		SLOCK_G(deferred) = false;
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
	}
}

void slock_interrupts_let_run(void)
{
	const zend_execute_data *entry = interrupts_lets_run(EG(current_execute_data));

	slock_interrupts_defer();
	SLOCK_G(deferring)[SLOCK_G(deferring_count) - 1] = entry;
	SLOCK_G(deferred) = false;
	zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
	if (zend_atomic_bool_load_ex(&EG(timed_out))) {
		zend_timeout();
	} else if (zend_interrupt_function) {
		zend_interrupt_function(EG(current_execute_data));
	}
	interrupts_remove(entry);
}

/* What waits for an operation that leaves its fiber concerns nobody else: it is decided again where the program goes
 * on. */
static void interrupts_switch(zend_fiber_context *from, zend_fiber_context *to)
{
	if (UNEXPECTED(SLOCK_G(deferred))) {
		SLOCK_G(deferred) = false;
		zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
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
		/* The engine has no way to take it from its list of observers again, and the module goes before them. */
		interrupts_install();
		return;
	}
	zend_observer_fiber_switch_register(interrupts_switch);
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
	SLOCK_G(deferring_count) = 0;
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
