/* SPDX-License-Identifier: MIT
 *
 * Sets of System V semaphores; see semaphore_set.h. */
#include "php_slock.h"
#include "stores/semaphore_set.h"

#ifndef _WIN32
#include "core/interrupts.h"
#include "core/process.h"
#include "core/wait.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <unistd.h>

/* sysvsem calls the third one SETVAL, which is the name of a command of semctl(). */
enum { SEM, USAGE, ENTERING, SEMAPHORES };

/* A signal that arrives just before semtimedop() is noticed after one such wait at the latest. The long one is for
 * those who expect none. */
#define WAIT_NS 100000000
#define LONG_WAIT_NS (3600 * SLOCK_SECOND)

union semctl_argument {
	int val;
	struct semid_ds *buf;
	unsigned short *array;
};

int slock_semaphore_set_open(key_t key)
{
	return semget(key, SEMAPHORES, IPC_CREAT | 0666);
}

bool slock_semaphore_set_is_gone(int error)
{
	return error == EIDRM || error == EINVAL;
}

static struct sembuf set_change(unsigned short number, short by, short flags)
{
	struct sembuf operation = {.sem_num = number, .sem_op = by, .sem_flg = (short) (by ? flags | SEM_UNDO : flags)};

	return operation;
}

/* Operations that do not wait. Returns 0 or errno. */
static int set_operate(int set, struct sembuf *operations, size_t count)
{
	while (semop(set, operations, count) < 0) {
		if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

/* Leaves a set that was entered: its use is not counted any more. It may have been removed meanwhile. */
static void set_leave(int set, bool entering)
{
	struct sembuf operations[] = {set_change(USAGE, -1, 0), set_change(ENTERING, -1, 0)};

	set_operate(set, operations, entering ? 2 : 1);
}

/* Waits once, or until a signal arrives. Returns 0 or errno, EAGAIN when there is nothing yet. */
static int set_operate_for(int set, struct sembuf *operations, size_t count, slock_time left)
{
	struct timespec limit = {.tv_sec = left < 0 ? 0 : left / 1000000000, .tv_nsec = left < 0 ? 0 : left % 1000000000};

#ifdef HAVE_SEMTIMEDOP
	return semtimedop(set, operations, count, &limit) < 0 ? errno : 0;
#else
	/* A waiting semop() would end with the next signal, but not at a deadline. */
	operations[0].sem_flg |= IPC_NOWAIT;
	if (semop(set, operations, count) == 0) {
		return 0;
	}
	if (errno == EAGAIN) {
		limit.tv_nsec = limit.tv_sec ? 100000000 : MIN(limit.tv_nsec, SLOCK_G(poll_interval) * SLOCK_MS);
		limit.tv_sec = 0;
		nanosleep(&limit, NULL);
		return EAGAIN;
	}
	return errno;
#endif
}

/* Operations that may have to wait. SLOCK_SEMAPHORE_DONE: *error is 0 or errno. Otherwise nothing was done;
 * SLOCK_SEMAPHORE_FORKED: this is a child that an interrupt handler has forked meanwhile, and what was entered before
 * was entered by the parent. */
static slock_semaphore_step set_operate_waiting(int set, struct sembuf *operations, size_t count,
												const slock_semaphore_wait *wait, int *error)
{
	uint32_t generation = slock_process_generation();
	slock_time longest = WAIT_NS;

	for (;;) {
		*error = set_operate_for(set, operations, count, MIN(wait->deadline - slock_clock_now(), longest));
		if (*error != EAGAIN && *error != EINTR) {
			return SLOCK_SEMAPHORE_DONE;
		}
		longest = slock_interrupts_are_possible() ? WAIT_NS : LONG_WAIT_NS;
		switch (slock_wait_guarded_check()) {
			case SLOCK_CHECK_BAILOUT:
				return SLOCK_SEMAPHORE_BAILED_OUT;
			case SLOCK_CHECK_EXCEPTION:
				return SLOCK_SEMAPHORE_INTERRUPTED;
			case SLOCK_CHECK_GO_ON:
				break;
		}
		if (generation != slock_process_generation()) {
			return SLOCK_SEMAPHORE_FORKED;
		}
		if (wait->is_needless && wait->is_needless(wait->waiter)) {
			return SLOCK_SEMAPHORE_NEEDLESS;
		}
		/* Whom a signal has woken looks once more: he may have been stopped while the lock became free. */
		if (*error == EAGAIN && slock_clock_now() >= wait->deadline) {
			return SLOCK_SEMAPHORE_TIMED_OUT;
		}
	}
}

slock_semaphore_step slock_semaphore_set_enter(int set, slock_time deadline, bool *first, int *error)
{
	struct sembuf operations[] = {set_change(ENTERING, 0, 0), set_change(ENTERING, 1, 0), set_change(USAGE, 1, 0)};
	union semctl_argument one = {.val = 1};
	const slock_semaphore_wait wait = {.deadline = deadline};
	slock_semaphore_step end = set_operate_waiting(set, operations, 3, &wait, error);
	int users;

	if (end != SLOCK_SEMAPHORE_DONE || *error) {
		return end;
	}
	users = semctl(set, USAGE, GETVAL);
	*first = users == 1;
	if (users < 0 || (users == 1 && semctl(set, SEM, SETVAL, one) < 0)) {
		*error = errno;
		set_leave(set, true);
	}
	return SLOCK_SEMAPHORE_DONE;
}

slock_semaphore_step slock_semaphore_set_take(int set, const slock_semaphore_wait *wait, int *error)
{
	/* As one operation where sysvsem makes two; nobody can see the difference. */
	struct sembuf operations[] = {set_change(ENTERING, -1, 0), set_change(SEM, -1, IPC_NOWAIT)};
	uint32_t generation = slock_process_generation();
	slock_semaphore_step end = SLOCK_SEMAPHORE_DONE;

	*error = set_operate(set, operations, 2);
	if (*error == EAGAIN && wait->deadline != SLOCK_TRY_ONCE) {
		*error = set_operate(set, operations, 1);
		if (*error) {
			return SLOCK_SEMAPHORE_DONE;
		}
		operations[0] = set_change(SEM, -1, 0);
		end = set_operate_waiting(set, operations, 1, wait, error);
		if ((end != SLOCK_SEMAPHORE_DONE || *error) && generation == slock_process_generation()) {
			set_leave(set, false);
		}
	} else if (*error) {
		set_leave(set, true);
	}
	return end;
}

int slock_semaphore_set_release(int set)
{
	struct sembuf operations[] = {set_change(USAGE, -1, 0), set_change(SEM, 1, 0)};

	return set_operate(set, operations, 2);
}

int slock_semaphore_set_remove(int set, bool inherited)
{
	int error = semctl(set, 0, IPC_RMID) < 0 ? errno : 0;

	/* The set of another user, who has died or given up: it stays, and only its lock is released. The kernel would
	 * undo that for the wrong process when it is not done by the one that acquired. */
	return error == EPERM && !inherited ? slock_semaphore_set_release(set) : error;
}

time_t slock_semaphore_set_begun_at(int set)
{
	struct semid_ds status;
	union semctl_argument into = {.buf = &status};

	return semctl(set, 0, IPC_STAT, into) < 0 ? 0 : status.sem_ctime;
}

bool slock_semaphore_set_is_since(int set, time_t since, bool inherited)
{
	struct semid_ds status;
	union semctl_argument into = {.buf = &status};
	uid_t self;

	if (semctl(set, 0, IPC_STAT, into) < 0 || status.sem_ctime > since) {
		return false;
	}
	self = geteuid();
	return !inherited || status.sem_perm.uid == self || status.sem_perm.cuid == self;
}

bool slock_semaphore_set_is_taken(int set)
{
	return semctl(set, SEM, GETVAL) == 0;
}

int slock_semaphore_set_changed_by(int set)
{
	return semctl(set, SEM, GETPID);
}
#endif
