/* SPDX-License-Identifier: MIT
 *
 * semaphore KEY: the calls of PHP's sysvsem for sem_get(), sem_acquire(), sem_remove() on a set that nobody uses. */
#include <sys/ipc.h>
#include <sys/sem.h>

#include "raw.h"

enum { SEM, USAGE, ENTERING, SEMAPHORES };

static key_t key;

static void operate(int set, struct sembuf *operations, size_t count)
{
	if (semop(set, operations, count) < 0) {
		give_up("semop() failed");
	}
}

static void cycle(void)
{
	struct sembuf enter[] = {{ENTERING, 0, 0}, {ENTERING, 1, SEM_UNDO}, {USAGE, 1, SEM_UNDO}};
	struct sembuf entered[] = {{ENTERING, -1, SEM_UNDO}};
	struct sembuf acquire[] = {{SEM, -1, SEM_UNDO | IPC_NOWAIT}};
	int set = semget(key, SEMAPHORES, 0666 | IPC_CREAT);

	if (set < 0) {
		give_up("semget() failed");
	}
	operate(set, enter, 3);
	if (semctl(set, USAGE, GETVAL) == 1 && semctl(set, SEM, SETVAL, 1) < 0) {
		give_up("semctl() failed");
	}
	operate(set, entered, 1);
	operate(set, acquire, 1);
	if (semctl(set, 0, IPC_RMID) < 0) {
		give_up("the set cannot be removed");
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		give_up("usage: semaphore KEY");
	}
	key = (key_t) strtol(argv[1], NULL, 10);
	return serve(cycle);
}
