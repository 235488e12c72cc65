/* SPDX-License-Identifier: MIT
 *
 * SemaphoreStore: System V semaphores, in the protocol of PHP's extension sysvsem, which is not needed. One set of
 * three semaphores per resource: SEM is 1 while the lock is free, USAGE counts who has the set in use, and ENTERING is
 * 1 while a process is just entering. The first to enter gives SEM its value; the owner removes the whole set at the
 * end, which wakes everyone who waits on it, and they make a new one. Every change is undone by the kernel when a
 * process dies. */
#include "php_slock.h"
#include "core/core.h"
#include "core/digest.h"
#include "core/exceptions.h"
#include "core/handle.h"
#include "core/interrupts.h"
#include "core/parameters.h"
#include "core/process.h"
#include "core/store.h"
#include "core/text.h"
#include "core/wait.h"
#include "stores/stores.h"

#include "zend_exceptions.h"

#include "stubs/SemaphoreStore_arginfo.h"

typedef struct {
	zend_string *scope;    /* empty: none, as in the PHP package; NULL until the constructor has run */
	zend_string *resource; /* the last one that was asked for, or NULL */
	int32_t key;           /* that stands for it */
	slock_store base;
} semaphore_store;

static semaphore_store *semaphore_of(slock_store *store)
{
	return SLOCK_STORE_AS(semaphore_store, store);
}

static void semaphore_free(slock_store *store)
{
	slock_text_release(semaphore_of(store)->scope);
	slock_text_release(semaphore_of(store)->resource);
}

#ifndef _WIN32
#include <errno.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <time.h>
#include <unistd.h>

#define SUPPORTED true

/* sysvsem calls the third one SETVAL, which is the name of a command of semctl(). */
enum { SEM, USAGE, ENTERING, SEMAPHORES };

/* A signal that arrives just before semtimedop() is noticed after one such wait at the latest. The long one is for
 * those who expect none. */
#define WAIT_NS 100000000
#define LONG_WAIT_NS (3600 * SLOCK_SECOND)

/* How often a set may be gone again before "another owner has it" is the answer of one who does not wait. */
#define SEMAPHORE_RESTARTS 1000

/* What a key's handle points to. */
typedef struct {
	int set;
	int owner;      /* the process that acquired */
	time_t since;   /* on the clock of the kernel's times */
	uint32_t forks; /* of the process when it acquired */
} semaphore_holding;

union semctl_argument {
	int val;
	struct semid_ds *buf;
	unsigned short *array;
};

static key_t semaphore_compute_key(zend_string *scope, zend_string *resource)
{
	zend_string *text = NULL;
	unsigned char digest[16];
	int32_t number;

	if (ZSTR_LEN(scope)) {
		text = zend_string_concat3(ZSTR_VAL(scope), ZSTR_LEN(scope), "\0", 1, ZSTR_VAL(resource), ZSTR_LEN(resource));
	}
	slock_digest(slock_xxh128, text ? text : resource, digest);
	slock_text_release(text);
	memcpy(&number, digest, sizeof(number));
	/* 0 is IPC_PRIVATE: everybody would get a set of his own and exclude nobody. */
	return number == IPC_PRIVATE ? 1 : (key_t) number;
}

static key_t semaphore_system_v_key(slock_store *store, zend_string *resource)
{
	semaphore_store *self = semaphore_of(store);

	if (self->resource) {
		if (zend_string_equals(self->resource, resource)) {
			return self->key;
		}
		zend_string_release(self->resource);
	}
	self->resource = zend_string_copy(resource);
	self->key = semaphore_compute_key(self->scope, resource);
	return self->key;
}

/* The set was removed by its owner: not an outcome, the lock is just free. */
static bool semaphore_is_gone(int error)
{
	return error == EIDRM || error == EINVAL;
}

static slock_status semaphore_system_error(slock_result *result, const char *what, key_t key, int error)
{
	const char *hint = "";

	switch (error) {
		case ENOSPC:
			hint = " (the limit on semaphores or on undo entries is reached; see \"ipcs -s -l\", \"ipcs -s\" and the "
				   "sysctl kernel.sem)";
			break;
		case ENOMEM:
			hint = " (no kernel memory for semaphores; see \"ipcs -s -l\")";
			break;
		case EACCES:
		case EPERM:
			hint = " (another user's semaphores have this key; see \"ipcs -s\")";
			break;
		case EINVAL:
			hint = " (other semaphores have this key, or the limits in the sysctl kernel.sem are too low; see \"ipcs "
				   "-s\")";
			break;
		case ENOSYS:
			hint = " (this system has no System V semaphores)";
			break;
		default:
			break;
	}
	return slock_result_error(result, "Cannot %s the semaphores 0x%08x: %s%s", what, (unsigned int) key,
							  strerror(error), hint);
}

static struct sembuf semaphore_change(unsigned short number, short by, short flags)
{
	struct sembuf operation = {.sem_num = number, .sem_op = by, .sem_flg = (short) (by ? flags | SEM_UNDO : flags)};

	return operation;
}

/* Operations that do not wait. Returns 0 or errno. */
static int semaphore_operate(int set, struct sembuf *operations, size_t count)
{
	while (semop(set, operations, count) < 0) {
		if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

/* Leaves a set that was entered: its use is not counted any more. It may have been removed meanwhile. */
static void semaphore_leave(int set, bool entering)
{
	struct sembuf operations[] = {semaphore_change(USAGE, -1, 0), semaphore_change(ENTERING, -1, 0)};

	semaphore_operate(set, operations, entering ? 2 : 1);
}

typedef enum { STEP_DONE, STEP_TIMED_OUT, STEP_INTERRUPTED, STEP_BAILED_OUT, STEP_FORKED } semaphore_step;

/* Waits once, or until a signal arrives. Returns 0 or errno, EAGAIN when there is nothing yet. */
static int semaphore_operate_for(int set, struct sembuf *operations, size_t count, slock_time left)
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

/* Operations that may have to wait. STEP_DONE: *error is 0 or errno. Otherwise nothing was done; STEP_FORKED: this is a
 * child that an interrupt handler has forked meanwhile, and what was entered before was entered by the parent. */
static semaphore_step semaphore_operate_waiting(int set, struct sembuf *operations, size_t count, slock_time deadline,
												int *error)
{
	uint32_t generation = slock_process_generation();
	slock_time longest = WAIT_NS;

	for (;;) {
		*error = semaphore_operate_for(set, operations, count, MIN(deadline - slock_clock_now(), longest));
		if (*error != EAGAIN && *error != EINTR) {
			return STEP_DONE;
		}
		longest = slock_interrupts_are_possible() ? WAIT_NS : LONG_WAIT_NS;
		switch (slock_wait_guarded_check()) {
			case SLOCK_CHECK_BAILOUT:
				return STEP_BAILED_OUT;
			case SLOCK_CHECK_EXCEPTION:
				return STEP_INTERRUPTED;
			case SLOCK_CHECK_GO_ON:
				break;
		}
		if (generation != slock_process_generation()) {
			return STEP_FORKED;
		}
		/* Whom a signal has woken looks once more: he may have been stopped while the lock became free. */
		if (*error == EAGAIN && slock_clock_now() >= deadline) {
			return STEP_TIMED_OUT;
		}
	}
}

/* Enters the set: with ENTERING, which nobody else has then, and counted. Gives SEM its value when nobody else is
 * in: `first`. */
static semaphore_step semaphore_enter(int set, slock_time deadline, bool *first, int *error)
{
	struct sembuf operations[] = {semaphore_change(ENTERING, 0, 0), semaphore_change(ENTERING, 1, 0),
								  semaphore_change(USAGE, 1, 0)};
	union semctl_argument one = {.val = 1};
	semaphore_step end = semaphore_operate_waiting(set, operations, 3, deadline, error);
	int users;

	if (end != STEP_DONE || *error) {
		return end;
	}
	users = semctl(set, USAGE, GETVAL);
	*first = users == 1;
	if (users < 0 || (users == 1 && semctl(set, SEM, SETVAL, one) < 0)) {
		*error = errno;
		semaphore_leave(set, true);
	}
	return STEP_DONE;
}

/* Takes SEM of a set that was entered, and lets the next one enter. *error EAGAIN: another one has it. */
static semaphore_step semaphore_take(int set, slock_time deadline, int *error)
{
	/* As one operation where sysvsem makes two; nobody can see the difference. */
	struct sembuf operations[] = {semaphore_change(ENTERING, -1, 0), semaphore_change(SEM, -1, IPC_NOWAIT)};
	uint32_t generation = slock_process_generation();
	semaphore_step end = STEP_DONE;

	*error = semaphore_operate(set, operations, 2);
	if (*error == EAGAIN && deadline != SLOCK_TRY_ONCE) {
		*error = semaphore_operate(set, operations, 1);
		if (*error) {
			return STEP_DONE;
		}
		operations[0] = semaphore_change(SEM, -1, 0);
		end = semaphore_operate_waiting(set, operations, 1, deadline, error);
		if ((end != STEP_DONE || *error) && generation == slock_process_generation()) {
			semaphore_leave(set, false);
		}
	} else if (*error) {
		semaphore_leave(set, true);
	}
	return end;
}

/* Frees the lock for the next owner of the same set. Returns 0 or errno. */
static int semaphore_operate_release(int set)
{
	struct sembuf operations[] = {semaphore_change(USAGE, -1, 0), semaphore_change(SEM, 1, 0)};

	return semaphore_operate(set, operations, 2);
}

/* Removes the set, and the lock with it. Returns 0 or errno. */
static int semaphore_remove_set(int set, bool inherited)
{
	int error = semctl(set, 0, IPC_RMID) < 0 ? errno : 0;

	/* The set of another user, who has died or given up: it stays, and only its lock is released. The kernel would
	 * undo that for the wrong process when it is not done by the one that acquired. */
	return error == EPERM && !inherited ? semaphore_operate_release(set) : error;
}

/* Whether another process may have a copy of what is held. */
static bool semaphore_is_copied(const semaphore_holding *held)
{
	return held->forks != slock_process_forks();
}

/* Whether a set whose handle was copied is the one that was acquired, and not a later one that has got its number: the
 * kernel notes when a set gets its first user. A set of another user, which its owner cannot remove, stays for the
 * owner's next lock, and nothing tells the two locks apart: they are the owner's alone. */
static bool semaphore_is_same_set(const semaphore_holding *held, bool inherited)
{
	struct semid_ds status;
	union semctl_argument into = {.buf = &status};
	uid_t self;

	if (semctl(held->set, 0, IPC_STAT, into) < 0 || status.sem_ctime > held->since) {
		return false;
	}
	self = geteuid();
	return !inherited || status.sem_perm.uid == self || status.sem_perm.cuid == self;
}

/* Whether the last one that changed SEM was the owner, when it took it: then it has not been released by anybody, be it
 * a forked process or ipcrm. In a forked process the owner may also have died, which is a change by the owner, too:
 * then SEM must be taken as well, and has to be asked first. */
static bool semaphore_holds(const semaphore_holding *held, bool inherited)
{
	return (!semaphore_is_copied(held) ||
			(semaphore_is_same_set(held, inherited) && semctl(held->set, SEM, GETVAL) == 0)) &&
		   semctl(held->set, SEM, GETPID) == held->owner;
}

static bool semaphore_is_held(const slock_handle *handle)
{
	return semaphore_holds((const semaphore_holding *) handle->held.value, slock_handle_is_inherited(handle));
}

static void semaphore_close_set(intptr_t value, bool inherited)
{
	semaphore_holding *held = (semaphore_holding *) value;

	/* What a child undoes, the kernel would undo once more for the parent. */
	if (!inherited && !semaphore_is_copied(held)) {
		semaphore_operate_release(held->set);
	} else if (!inherited && semaphore_holds(held, inherited)) {
		/* The next lock of this process must not be in the same set: a child would take it for the one that it has a
		 * copy of. */
		semaphore_remove_set(held->set, inherited);
	}
	efree(held);
}

static const slock_handle_type semaphore_handle_type = {.name = "semaphore", .close = semaphore_close_set};

/* When the set got its first user, by the kernel's clock; 0: it does not tell. */
static time_t semaphore_begun_at(int set)
{
	struct semid_ds status;
	union semctl_argument into = {.buf = &status};

	return semctl(set, 0, IPC_STAT, into) < 0 ? 0 : status.sem_ctime;
}

static void semaphore_keep(slock_store *store, const slock_request *request, int set, bool first)
{
	semaphore_holding *volatile made = NULL;
	semaphore_holding *semaphores;
	struct timespec now;
	slock_held held = {.type = &semaphore_handle_type,
					   .resource = request->resource,
					   .place = semaphore_of(store)->scope,
					   .generation = slock_process_generation(),
					   .forks = slock_process_forks()};

	zend_try
	{
		made = emalloc(sizeof(*made));
	}
	zend_catch
	{
		/* The memory limit. Nobody would have the lock for as long as the process lives. */
		semaphore_operate_release(set);
		zend_bailout();
	}
	zend_end_try();
	semaphores = made;
	held.value = (intptr_t) semaphores;
	semaphores->set = set;
	semaphores->owner = slock_process_id();
	/* time() may be a tick behind, and tell the second before. */
	clock_gettime(CLOCK_REALTIME, &now);
	/* That clock may have been set back since another one was the first. */
	semaphores->since = first ? now.tv_sec : MAX(now.tv_sec, semaphore_begun_at(set));
	semaphores->forks = slock_process_forks();
	slock_handle_keep(request->key, store->state_name, &held);
}

static slock_handle *semaphore_find_handle(slock_store *store, const slock_request *request)
{
	return slock_handle_find(request->key, store->state_name, &semaphore_handle_type, semaphore_of(store)->scope);
}

/* Another one has it. */
static slock_status semaphore_refusal(const slock_request *request)
{
	return request->deadline == SLOCK_TRY_ONCE ? SLOCK_CONFLICT : SLOCK_TIMEOUT;
}

/* Enters the set and takes it. False: the set was removed by its last owner, or we are a child that was forked while
 * waiting, and nothing was done; true: the result is final. */
static bool semaphore_attempt(slock_store *store, const slock_request *request, key_t key, slock_time enter_until,
							  slock_time deadline, slock_result *result)
{
	int set = semget(key, SEMAPHORES, IPC_CREAT | 0666), error;
	slock_time begun = slock_clock_now();
	bool first = false;
	semaphore_step end;

	if (set < 0) {
		semaphore_system_error(result, "get", key, errno);
		return true;
	}
	end = semaphore_enter(set, enter_until, &first, &error);
	/* Who waits for an instant only is late, and the others are busy. */
	if (end == STEP_TIMED_OUT &&
		(request->deadline == SLOCK_TRY_ONCE || slock_clock_now() - begun >= SLOCK_SCHEDULING_GRACE)) {
		slock_result_error(result, "Cannot enter the semaphores 0x%08x: another process is stuck while it enters them",
						   (unsigned int) key);
		return true;
	}
	if (end == STEP_DONE && !error) {
		end = semaphore_take(set, deadline, &error);
	}
	switch (end) {
		case STEP_DONE:
			if (!error) {
				semaphore_keep(store, request, set, first);
				slock_result_set(result, SLOCK_OK);
			} else if (error == EAGAIN) {
				slock_result_set(result, semaphore_refusal(request));
			} else if (semaphore_is_gone(error)) {
				return false;
			} else {
				semaphore_system_error(result, "take", key, error);
			}
			return true;
		case STEP_TIMED_OUT:
			slock_result_set(result, SLOCK_TIMEOUT);
			return true;
		case STEP_INTERRUPTED:
			slock_result_set(result, SLOCK_INTERRUPTED);
			return true;
		case STEP_BAILED_OUT:
			zend_bailout();
		case STEP_FORKED:
			break;
	}
	return false;
}

/* Whether the key has it: by now, as a handler may have acquired it in the wait. What is worth nothing goes. */
static bool semaphore_has_it(slock_store *store, const slock_request *request)
{
	slock_handle *handle = semaphore_find_handle(store, request);

	if (!handle || semaphore_is_held(handle)) {
		return handle != NULL;
	}
	efree((semaphore_holding *) slock_handle_take(request->key, store->state_name, handle));
	return false;
}

static slock_status semaphore_acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_time deadline = request->deadline;
	key_t key;
	/* Others are inside for an instant only, unless one is stopped there; then even an attempt must end. */
	slock_time enter_until =
		request->deadline == SLOCK_TRY_ONCE ? slock_clock_after(SLOCK_G(command_timeout)) : request->deadline;

	key = semaphore_system_v_key(store, request->resource);
	for (int restarts = 0; restarts < SEMAPHORE_RESTARTS || deadline != SLOCK_TRY_ONCE; restarts++) {
		if (semaphore_has_it(store, request)) {
			return slock_result_set(result, SLOCK_OK);
		}
		if (semaphore_attempt(store, request, key, enter_until, deadline, result)) {
			return result->status;
		}
		/* The set was free, so it is worth an attempt also at the deadline. */
		if (deadline != SLOCK_TRY_ONCE && slock_clock_now() >= deadline) {
			deadline = SLOCK_TRY_ONCE;
			restarts = 0;
		}
	}
	return slock_result_set(result, semaphore_refusal(request));
}

static slock_status semaphore_exists(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_handle *handle = semaphore_find_handle(store, request);

	return slock_result_set(result, handle && semaphore_is_held(handle) ? SLOCK_OK : SLOCK_CONFLICT);
}

static slock_status semaphore_release(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_handle *handle = semaphore_find_handle(store, request);
	bool inherited;
	int error = 0;
	semaphore_holding *held;

	if (!handle) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	inherited = slock_handle_is_inherited(handle);
	if (slock_handle_is_copied(handle) && !semaphore_is_held(handle)) {
		error = EIDRM;
	}
	held = (semaphore_holding *) slock_handle_take(request->key, store->state_name, handle);
	if (!error) {
		error = semaphore_remove_set(held->set, inherited);
	}
	efree(held);
	if (semaphore_is_gone(error)) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	return error ? semaphore_system_error(result, "remove", semaphore_system_v_key(store, request->resource), error)
				 : slock_result_set(result, SLOCK_OK);
}

static slock_status semaphore_run(slock_store *store, const slock_request *request, slock_result *result)
{
	switch (request->op) {
		case SLOCK_OP_ACQUIRE:
			return semaphore_acquire(store, request, result);
		case SLOCK_OP_EXISTS:
			return semaphore_exists(store, request, result);
		default:
			return semaphore_release(store, request, result);
	}
}

#else
#define SUPPORTED false

/* The constructor has thrown: no store is ever asked. */
static slock_status semaphore_run(slock_store *store, const slock_request *request, slock_result *result)
{
	(void) store;
	(void) request;
	return slock_result_error(result, "This system has no System V semaphores");
}
#endif

ZEND_METHOD(Symfony_Component_Lock_Store_SemaphoreStore, isSupported)
{
	/* As in the package, although the store needs no extension: LockableTrait and framework.lock choose by it between
	 * semaphores and files, and processes with and without slock must choose the same. */
	RETURN_BOOL(SUPPORTED && zend_hash_str_exists(&module_registry, ZEND_STRL("sysvsem")));
}

static void semaphore_export(zend_object *object, HashTable *into)
{
	const semaphore_store *self = semaphore_of(slock_store_this(object));
	zval value;

	/* The package knows no scope. */
	if (self->scope && ZSTR_LEN(self->scope)) {
		ZVAL_STR_COPY(&value, self->scope);
		slock_object_put(into, slock_object_native_class(object->ce), "scope", &value);
	}
}

static zend_result semaphore_import(slock_store *store, HashTable *data)
{
	zval *scope = slock_object_find(data, slock_object_native_class(store->std.ce), "scope");

	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		return FAILURE;
	}
	if (scope && Z_TYPE_P(scope) != IS_STRING) {
		slock_object_refuse_data(&store->std);
		return FAILURE;
	}
	semaphore_of(store)->scope = scope ? zend_string_copy(Z_STR_P(scope)) : ZSTR_EMPTY_ALLOC();
	store->constructed = true;
	return SUCCESS;
}

ZEND_METHOD(Symfony_Component_Lock_Store_SemaphoreStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_string *scope = NULL;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(scope)
	ZEND_PARSE_PARAMETERS_END();

	if (!SUPPORTED) {
		zend_throw_exception(slock_ce_InvalidArgumentException, "This system has no System V semaphores.", 0);
		RETURN_THROWS();
	}
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	semaphore_of(store)->scope = scope ? zend_string_copy(scope) : ZSTR_EMPTY_ALLOC();
	semaphore_of(store)->resource = NULL;
	store->constructed = true;
}

static const slock_store_ops semaphore_ops = {
	.name = "SemaphoreStore",
	.run = semaphore_run,
	.export = semaphore_export,
	.import = semaphore_import,
	.free = semaphore_free,
	.size = sizeof(semaphore_store),
	.capabilities = SLOCK_STORE_BLOCKS | SLOCK_STORE_LASTS,
};

void slock_semaphore_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_SemaphoreStore(slock_ce_BlockingStoreInterface),
						   &semaphore_ops);
}
