/* SPDX-License-Identifier: MIT
 *
 * SemaphoreStore: System V semaphores, one set per resource (semaphore_set.h), and what a key keeps of them. */
#include "php_slock.h"
#include "core/core.h"
#include "core/digest.h"
#include "core/exceptions.h"
#include "core/handle.h"
#include "core/parameters.h"
#include "core/process.h"
#include "core/store.h"
#include "core/text.h"
#include "core/wait.h"
#include "stores/semaphore_set.h"
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
#include <time.h>
#include <unistd.h>

#define SUPPORTED true

/* How often a set may be gone again before "another owner has it" is the answer of one who does not wait. */
#define SEMAPHORE_RESTARTS 1000

/* What a key's handle points to. */
typedef struct {
	int set;
	int owner;      /* the process that acquired */
	time_t since;   /* on the clock of the kernel's times */
	uint32_t forks; /* of the process when it acquired */
} semaphore_holding;

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

/* Whether another process may have a copy of what is held. */
static bool semaphore_is_copied(const semaphore_holding *held)
{
	return held->forks != slock_process_forks();
}

/* Whether the last one that changed SEM was the owner, when it took it: then it has not been released by anybody, be it
 * a forked process or ipcrm. In a forked process the owner may also have died, which is a change by the owner, too:
 * then SEM must be taken as well, and has to be asked first. */
static bool semaphore_holds(const semaphore_holding *held, bool inherited)
{
	return (!semaphore_is_copied(held) || (slock_semaphore_set_is_since(held->set, held->since, inherited) &&
										   slock_semaphore_set_is_taken(held->set))) &&
		   slock_semaphore_set_changed_by(held->set) == held->owner;
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
		slock_semaphore_set_release(held->set);
	} else if (!inherited && semaphore_holds(held, inherited)) {
		/* The next lock of this process must not be in the same set: a child would take it for the one that it has a
		 * copy of. */
		slock_semaphore_set_remove(held->set, inherited);
	}
	efree(held);
}

static const slock_handle_type semaphore_handle_type = {.name = "semaphore", .close = semaphore_close_set};

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
		slock_semaphore_set_release(set);
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
	semaphores->since = first ? now.tv_sec : MAX(now.tv_sec, slock_semaphore_set_begun_at(set));
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

/* What a wait for the semaphores is made by. */
typedef struct {
	slock_store *store;
	const slock_request *request;
} semaphore_waiter;

static bool semaphore_wait_is_needless(const void *waiter)
{
	const semaphore_waiter *self = waiter;

	return semaphore_has_it(self->store, self->request);
}

/* Enters the set and takes it. False: the set was removed by its last owner, we are a child that was forked while
 * waiting, or the key has the lock by now, and nothing was done; true: the result is final. */
static bool semaphore_attempt(slock_store *store, const slock_request *request, key_t key, slock_time enter_until,
							  slock_time deadline, slock_result *result)
{
	const semaphore_waiter waiter = {store, request};
	const slock_semaphore_wait wait = {deadline, semaphore_wait_is_needless, &waiter};
	int set = slock_semaphore_set_open(key), error;
	slock_time begun = slock_clock_now();
	bool first = false;
	slock_semaphore_step end;

	if (set < 0) {
		semaphore_system_error(result, "get", key, errno);
		return true;
	}
	end = slock_semaphore_set_enter(set, enter_until, &first, &error);
	/* Who waits for an instant only is late, and the others are busy. */
	if (end == SLOCK_SEMAPHORE_TIMED_OUT &&
		(request->deadline == SLOCK_TRY_ONCE || slock_clock_now() - begun >= SLOCK_SCHEDULING_GRACE)) {
		slock_result_error(result, "Cannot enter the semaphores 0x%08x: another process is stuck while it enters them",
						   (unsigned int) key);
		return true;
	}
	if (end == SLOCK_SEMAPHORE_DONE && !error) {
		end = slock_semaphore_set_take(set, &wait, &error);
	}
	switch (end) {
		case SLOCK_SEMAPHORE_DONE:
			if (!error) {
				semaphore_keep(store, request, set, first);
				slock_result_set(result, SLOCK_OK);
			} else if (error == EAGAIN) {
				slock_result_set(result, semaphore_refusal(request));
			} else if (slock_semaphore_set_is_gone(error)) {
				return false;
			} else {
				semaphore_system_error(result, "take", key, error);
			}
			return true;
		case SLOCK_SEMAPHORE_TIMED_OUT:
			slock_result_set(result, SLOCK_TIMEOUT);
			return true;
		case SLOCK_SEMAPHORE_INTERRUPTED:
			slock_result_set(result, SLOCK_INTERRUPTED);
			return true;
		case SLOCK_SEMAPHORE_BAILED_OUT:
			zend_bailout();
		case SLOCK_SEMAPHORE_FORKED:
		case SLOCK_SEMAPHORE_NEEDLESS:
			break;
	}
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
		error = slock_semaphore_set_remove(held->set, inherited);
	}
	efree(held);
	if (slock_semaphore_set_is_gone(error)) {
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
