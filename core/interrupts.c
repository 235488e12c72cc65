/* SPDX-License-Identifier: MIT
 *
 * Handlers that wait until an operation has ended: see interrupts.h. */
#include "core/interrupts.h"

#include "zend_extensions.h"

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

static void interrupt(zend_execute_data *execute_data)
{
	if (SLOCK_G(deferring) && slock_interrupts_is_running(SLOCK_G(deferring))) {
		SLOCK_G(deferred) = true;
		return;
	}
	if (others) {
		others(execute_data);
	}
}

static void install(void)
{
	others = zend_interrupt_function;
	zend_interrupt_function = interrupt;
	is_installed = true;
}

/* When all extensions have started, ours is the first to be called and can keep the others waiting. */
static zend_result start(void)
{
	install();
	return start_others ? start_others() : SUCCESS;
}

void slock_interrupts_startup(bool temporary)
{
	if (temporary) {
		install();
		return;
	}
	start_others = zend_post_startup_cb;
	zend_post_startup_cb = start;
}

void slock_interrupts_shutdown(void)
{
	/* Whoever came after us calls us for ever. */
	if (is_installed && zend_interrupt_function == interrupt) {
		zend_interrupt_function = others;
	}
}

void slock_interrupts_end_request(void)
{
	SLOCK_G(deferring) = NULL;
	SLOCK_G(deferred) = false;
}
