/* SPDX-License-Identifier: MIT
 *
 * A blocking system call in a thread of its own; see blocking_call.h. */
#include "php_slock.h"
#include "core/blocking_call.h"
#include "core/interrupts.h"
#include "core/list.h"
#include "core/process.h"
#include "core/wait.h"

#ifndef _WIN32
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/eventfd.h>
#endif

#include "core/thread.h"

/* A signal that arrives just before poll() is noticed after one slice at the latest. */
#define SLICE_MS 100

/* The thread's own data and a few pages for the unwinding of a cancelled one; only what is used becomes memory. */
#define STACK_SIZE (256 * 1024)

/* What both threads know. Not on the stack: a fiber that waits here may be dropped with its stack by a fatal error. */
typedef struct slock_call_thread {
	const slock_blocking *call;
	int fd, how;
	int sleeper, waker; /* what the caller polls, and where the thread writes; the same for an eventfd */
	int error;          /* valid when done */
	int unused;         /* what pthread_setcanceltype() and its sister insist on telling */
	atomic_bool done;
	pthread_t thread;
	uint32_t generation;                      /* of the process that has the thread */
	struct slock_call_thread *next, **anchor; /* list.h: all of this PHP thread */
} call_thread;

static void *blocking_call_run(void *arg)
{
	static const uint64_t one = 1;
	call_thread *self = arg;

	/* No local variable has its address taken: AddressSanitizer would not hear that a cancelled thread left its
	 * stack. */
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &self->unused);
	pthread_testcancel();
	self->error = self->call->call(self->fd, self->how);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &self->unused);

	atomic_store(&self->done, true);
	/* Not even a full pipe would matter: the caller looks at `done` after every slice. */
	while (write(self->waker, &one, sizeof(one)) < 0 && errno == EINTR) {}
	return NULL;
}

static bool blocking_call_open_waker(call_thread *self)
{
#ifdef __linux__
	self->sleeper = self->waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return self->sleeper >= 0;
#else
	int ends[2];

	if (pipe(ends) < 0) {
		return false;
	}
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	self->sleeper = ends[0];
	self->waker = ends[1];
	return true;
#endif
}

static void blocking_call_free(call_thread *self)
{
	close(self->sleeper);
	if (self->waker != self->sleeper) {
		close(self->waker);
	}
	SLOCK_LIST_REMOVE(self);
	free(self);
}

/* glibc's pthread_cancel() loads this library when it is called first, and ends the process where that cannot be
 * opened: for want of a descriptor, say. Afterwards it is found by its name. */
static bool blocking_call_can_cancel(void)
{
#ifdef __GLIBC__
	static atomic_bool loaded;

	if (!atomic_load(&loaded) && dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_NODELETE)) {
		atomic_store(&loaded, true);
	}
	return atomic_load(&loaded);
#else
	return true;
#endif
}

static call_thread *blocking_call_start(const slock_blocking *call, int fd, int how)
{
	call_thread *self = blocking_call_can_cancel() ? malloc(sizeof(*self)) : NULL;
	pthread_attr_t attributes;
	bool started;

	if (!self) {
		return NULL;
	}
	self->call = call;
	self->fd = fd;
	self->how = how;
	self->error = 0;
	atomic_init(&self->done, false);
	if (!blocking_call_open_waker(self)) {
		free(self);
		return NULL;
	}
	self->generation = slock_process_generation();
	SLOCK_LIST_INSERT(&SLOCK_G(blocking_calls), self);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	started = slock_thread_start(&self->thread, &attributes, blocking_call_run, self) == 0;
	pthread_attr_destroy(&attributes);
	if (!started) {
		blocking_call_free(self);
		return NULL;
	}
	return self;
}

/* Sleeps until the thread wakes us, a signal arrives, or the slice or the deadline is over. */
static void blocking_call_sleep(call_thread *self, slock_time deadline)
{
	struct pollfd sleeper = {.fd = self->sleeper, .events = POLLIN};
	slock_time left = deadline - slock_clock_now();

	if (left > 0) {
		poll(&sleeper, 1, left < SLICE_MS * SLOCK_MS ? (int) slock_ms_up(left) : SLICE_MS);
	}
}

bool slock_blocking_call_takes_thread(slock_time deadline)
{
	return deadline != SLOCK_FOREVER || slock_interrupts_are_possible();
}

slock_call_end slock_blocking_call(const slock_blocking *call, int fd, int how, const void *waiter, slock_time deadline,
								   int *error)
{
	slock_call_end end = SLOCK_CALL_RETURNED;
	slock_check check;
	call_thread *self;

	if (!slock_blocking_call_takes_thread(deadline)) {
		*error = call->call(fd, how);
		return SLOCK_CALL_RETURNED;
	}
	self = blocking_call_start(call, fd, how);
	if (!self) {
		return SLOCK_CALL_UNAVAILABLE;
	}
	while (end == SLOCK_CALL_RETURNED) {
		blocking_call_sleep(self, deadline);
		if (atomic_load(&self->done)) {
			break;
		}
		check = slock_wait_guarded_check();
		if (self->generation != slock_process_generation()) {
			/* The thread did not survive the fork: there is nothing to cancel or to join. */
			blocking_call_free(self);
			return check == SLOCK_CHECK_BAILOUT ? SLOCK_CALL_BAILED_OUT : SLOCK_CALL_FORKED;
		}
		if (check == SLOCK_CHECK_BAILOUT) {
			end = SLOCK_CALL_BAILED_OUT;
		} else if (check == SLOCK_CHECK_EXCEPTION) {
			end = SLOCK_CALL_INTERRUPTED;
		} else if (call->is_needless(waiter)) {
			end = SLOCK_CALL_NEEDLESS;
		} else if (slock_clock_now() >= deadline) {
			end = SLOCK_CALL_TIMED_OUT;
		}
	}
	if (end != SLOCK_CALL_RETURNED) {
		pthread_cancel(self->thread);
	}
	pthread_join(self->thread, NULL);
	if (end == SLOCK_CALL_TIMED_OUT && atomic_load(&self->done)) {
		end = SLOCK_CALL_RETURNED;
	}
	*error = self->error;
	blocking_call_free(self);
	return end;
}

void slock_blocking_calls_end_request(void)
{
	call_thread *self;

	while ((self = SLOCK_G(blocking_calls))) {
		const bool inherited = self->generation != slock_process_generation();

		if (!inherited) {
			pthread_cancel(self->thread);
			pthread_join(self->thread, NULL);
		}
		self->call->leave(self->fd, inherited);
		blocking_call_free(self);
	}
}
#else
void slock_blocking_calls_end_request(void)
{
}
#endif
