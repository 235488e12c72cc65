/* SPDX-License-Identifier: MIT
 *
 * FlockStore: flock(2) on files in one directory. The names of the files and the way they are made are shared with the
 * PHP package, so that both exclude each other.
 *
 * A lock belongs to the open file description, which a fork shares: whichever process unlocks it, unlocks it for all.
 * So that the others find out, it leaves a mark in the one thing that they share as well and that nobody uses: the
 * file offset. Whoever wants to unlock or change the lock takes it away from the others first, by adding to the offset,
 * which the kernel does for one after another: all but the first find that they have nothing. As long as nobody forks
 * there is nobody to tell, and no system call is spent on it. */
#include "php_slock.h"
#include "core/blocking_call.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/handle.h"
#include "core/parameters.h"
#include "core/process.h"
#include "core/store.h"
#include "core/text.h"
#include "core/wait.h"
#include "stores/lock_directory.h"
#include "stores/lock_file.h"
#include "stores/lock_file_token.h"
#include "stores/stores.h"

#include "ext/standard/flock_compat.h"
#include "main/php_open_temporary_file.h"
#include "zend_exceptions.h"

#include <errno.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "stubs/FlockStore_arginfo.h"

/* How often a file may be gone again before "another owner has it" is the answer of one who does not wait. */
#define FLOCK_RESTARTS 1000

typedef struct {
	zend_string *directory; /* absolute; NULL until the constructor has run */
	bool remove;            /* never of a store that fences: the file keeps the last token */
	/* The last resource that was asked for and the file that stands for it; both or none. */
	zend_string *resource, *file;
	slock_store base;
} flock_store;

/* What an open file holds. The values are the marks in its offset; 0 there: what the handle says. */
typedef enum { HOLDS_NOTHING = 1, HOLDS_SHARED = 2, HOLDS_EXCLUSIVE = 3 } flock_hold;

/* What is added to the offset when the lock is taken away from the relatives: makes nothing of any mark. */
#define FLOCK_TAKEN 8

/* A lock file that is open while it is being locked, in no key's state. */
typedef struct {
	int fd;
	flock_hold before;          /* a lock that is to be changed into another one, maybe of a file that is gone */
	uint32_t generation, forks; /* of the process when it opened the file */
} flock_claim;

static flock_store *flock_of(slock_store *store)
{
	return SLOCK_STORE_AS(flock_store, store);
}

static void flock_close_file(intptr_t fd, bool inherited)
{
	(void) inherited;
	/* Without unlocking: a forked process may still hold it. */
	close((int) fd);
}

static const slock_handle_type flock_handle_type = {.name = "lock file", .close = flock_close_file};

/* The file that stands for the resource; borrowed from the store until the next call. */
static const char *flock_file_for(flock_store *self, zend_string *resource)
{
	if (self->resource) {
		if (zend_string_equals(self->resource, resource)) {
			return ZSTR_VAL(self->file);
		}
		zend_string_release(self->resource);
		zend_string_release(self->file);
	}
	self->resource = zend_string_copy(resource);
	self->file = slock_lock_file_name(self->directory, resource);
	return ZSTR_VAL(self->file);
}

static int flock_wait(int fd, int operation)
{
	while (flock(fd, operation) < 0) {
		if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

/* --- forks --- */

static bool flock_is_copied(const flock_claim *claim)
{
	return claim->forks != slock_process_forks();
}

/* Tells the other processes that have this open file what it holds from now on. They have nothing until then. */
static void flock_mark(int fd, flock_hold what)
{
	/* What cannot be marked (a pipe in the place of a file) is believed to be held by all. */
	if (lseek(fd, what, SEEK_SET) < 0) {
		return;
	}
}

/* What the open file holds after `added` was added to its offset, and before. */
static flock_hold flock_read_mark(const slock_handle *handle, off_t added)
{
	off_t offset = slock_handle_is_copied(handle) ? lseek((int) handle->held.value, added, SEEK_CUR) : added;

	if (offset < 0 || offset == added) {
		return handle->held.shared ? HOLDS_SHARED : HOLDS_EXCLUSIVE;
	}
	switch (offset - added) {
		case HOLDS_SHARED:
			return HOLDS_SHARED;
		case HOLDS_EXCLUSIVE:
			return HOLDS_EXCLUSIVE;
		default:
			return HOLDS_NOTHING;
	}
}

static flock_hold flock_hold_of(const slock_handle *handle)
{
	return flock_read_mark(handle, 0);
}

/* The same, and it is this process' alone from now on: no relative unlocks or changes it until it is marked again. */
static flock_hold flock_take_away(const slock_handle *handle)
{
	return flock_read_mark(handle, FLOCK_TAKEN);
}

/* --- acquire --- */

static int flock_operation_for(flock_hold wanted)
{
	return wanted == HOLDS_SHARED ? LOCK_SH : LOCK_EX;
}

/* Ends the claim with nothing held. */
static void flock_drop(flock_claim *claim)
{
	/* Closing is not enough when a child of ours, forked while we waited, has the file open as well. In that child it
	 * is all that may be done: the parent goes on waiting. */
	if (claim->generation != slock_process_generation()) {
		claim->before = HOLDS_NOTHING;
	} else if (flock_is_copied(claim)) {
		flock(claim->fd, LOCK_UN);
	}
	close(claim->fd);
	claim->fd = -1;
}

static void flock_keep(slock_store *store, const slock_request *request, flock_claim *claim, flock_hold what)
{
	slock_held held = {.type = &flock_handle_type,
					   .resource = request->resource,
					   .place = flock_of(store)->directory,
					   .value = claim->fd,
					   .shared = what == HOLDS_SHARED,
					   /* A lock that was changed is still the same open file. */
					   .generation = claim->generation,
					   .forks = claim->forks};

	if (flock_is_copied(claim)) {
		flock_mark(claim->fd, what);
	}
	slock_handle_keep(request->key, store->state_name, &held);
}

/* What the key holds in this directory, by whatever name: two stores of one place are one. The names are compared
 * first, and the files only of a key that holds the lock in a directory of another name. */
static slock_handle *flock_find_handle(slock_store *store, const slock_request *request)
{
	flock_store *self = flock_of(store);
	slock_handle *first = slock_handle_first(request->key, store->state_name, &flock_handle_type), *handle = first;

	while (handle && !zend_string_equals(handle->held.place, self->directory)) {
		handle = slock_handle_next(request->key, handle);
	}
#ifndef _WIN32
	if (!handle) {
		handle = first;
		while (handle && !slock_lock_file_is_named((int) handle->held.value, flock_file_for(self, request->resource))) {
			handle = slock_handle_next(request->key, handle);
		}
	}
#endif
	return handle;
}

static slock_status flock_open_claim(flock_store *self, zend_string *resource, flock_claim *claim, slock_result *result)
{
	claim->generation = slock_process_generation();
	claim->forks = slock_process_forks();
	return slock_lock_file_open(flock_file_for(self, resource), &claim->fd, result);
}

/* Waits without a thread. */
static slock_status flock_poll_for_lock(flock_claim *claim, int operation, slock_time deadline, int *error)
{
	slock_backoff backoff;
	slock_time until;

	slock_backoff_init(&backoff);
	while ((*error = slock_lock_file_try(claim->fd, operation)) == EWOULDBLOCK) {
		if (slock_clock_now() >= deadline) {
			return SLOCK_TIMEOUT;
		}
		until = MIN(slock_clock_now() + slock_backoff_next(&backoff), deadline);
		while (slock_clock_now() < until) {
			slock_check check = slock_wait_guarded_until(until);

			if (check == SLOCK_CHECK_BAILOUT) {
				flock_drop(claim);
				zend_bailout();
			}
			if (claim->generation != slock_process_generation()) {
				flock_drop(claim);
			}
			if (check == SLOCK_CHECK_EXCEPTION) {
				return SLOCK_INTERRUPTED;
			}
			if (claim->fd < 0) {
				return SLOCK_OK;
			}
		}
	}
	return SLOCK_OK;
}

/* Waits until the kernel wakes us. SLOCK_OK: *error is what flock() ended with, or the claim is closed (fd -1) because
 * this process was forked while it waited and must start again. Otherwise the claim is open or closed and the lock may
 * have been got in the last moment. */
static slock_status flock_wait_for_lock(flock_claim *claim, int operation, slock_time deadline, int *error)
{
#ifndef _WIN32
	switch (slock_blocking_call(flock_wait, claim->fd, operation, deadline, error)) {
		case SLOCK_CALL_RETURNED:
			return SLOCK_OK;
		case SLOCK_CALL_TIMED_OUT:
			/* The lock may have become free just before the deadline, and the thread been too slow to say so. */
			*error = slock_lock_file_try(claim->fd, operation);
			return *error == EWOULDBLOCK ? SLOCK_TIMEOUT : SLOCK_OK;
		case SLOCK_CALL_INTERRUPTED:
			return SLOCK_INTERRUPTED;
		case SLOCK_CALL_BAILED_OUT:
			flock_drop(claim);
			zend_bailout();
		case SLOCK_CALL_FORKED:
			flock_drop(claim);
			return EG(exception) ? SLOCK_INTERRUPTED : SLOCK_OK;
		case SLOCK_CALL_UNAVAILABLE:
			break;
	}
#endif
	return flock_poll_for_lock(claim, operation, deadline, error);
}

static slock_status flock_mint(flock_store *self, const slock_request *request, int fd, flock_hold held,
							   slock_result *result)
{
	return slock_lock_file_mint(flock_file_for(self, request->resource), fd, held == HOLDS_SHARED, result);
}

/* The same for a lock that the key has had before, and that it may have lost in between. */
static void flock_mint_again(flock_store *self, const slock_request *request, const flock_claim *claim)
{
	slock_result minted = SLOCK_RESULT_INIT;

	if (flock_mint(self, request, claim->fd, claim->before, &minted) == SLOCK_OK) {
		slock_fence_keep(request->key, minted.fence);
	} else {
		slock_fence_forget(request->key);
	}
	slock_result_dtor(&minted);
}

/* Takes back what the claim had before, in the file that the path names now. False: another one has got it. */
static bool flock_take_back(flock_store *self, zend_string *resource, flock_claim *claim)
{
	slock_result opened = SLOCK_RESULT_INIT;

	for (int restarts = 0; claim->before != HOLDS_NOTHING && restarts < FLOCK_RESTARTS; restarts++) {
		if (claim->fd < 0 && flock_open_claim(self, resource, claim, &opened) != SLOCK_OK) {
			break;
		}
		if (slock_lock_file_try(claim->fd, flock_operation_for(claim->before)) == 0 &&
			(!self->remove || slock_lock_file_is_named(claim->fd, flock_file_for(self, resource)))) {
			return true;
		}
		if (!self->remove || !slock_lock_file_is_leaving(claim->fd, flock_file_for(self, resource))) {
			break;
		}
		flock_drop(claim);
	}
	slock_result_dtor(&opened);
	return false;
}

/* After a failure. The kernel gives up the old lock before it tries for the new one, so a lock that was to be changed
 * is lost by now: take it back if nobody else has got it, else the key holds nothing any more. */
static slock_status flock_give_up(slock_store *store, const slock_request *request, flock_claim *claim,
								  slock_status status, slock_result *result)
{
	if (claim->fd >= 0) {
		if (flock_take_back(flock_of(store), request->resource, claim)) {
			if (UNEXPECTED(slock_store_fences(store))) {
				flock_mint_again(flock_of(store), request, claim);
			}
			flock_keep(store, request, claim, claim->before);
		} else if (claim->fd >= 0) {
			flock_drop(claim);
		}
	}
	return slock_result_set(result, status);
}

/* Another one has the lock. SLOCK_OK with a closed claim: he only removes the file, start again. */
static slock_status flock_refuse(slock_store *store, const slock_request *request, flock_claim *claim,
								 slock_status status, slock_result *result)
{
	if (flock_of(store)->remove &&
		slock_lock_file_is_leaving(claim->fd, flock_file_for(flock_of(store), request->resource))) {
		flock_drop(claim);
		return SLOCK_OK;
	}
	return flock_give_up(store, request, claim, status, result);
}

/* Locks the open file of the claim, waiting until `deadline`. SLOCK_OK with a closed claim: start again. */
static slock_status flock_lock_claim(slock_store *store, const slock_request *request, slock_time deadline,
									 flock_claim *claim, flock_hold wanted, slock_result *result)
{
	slock_status status;
	int error;

	error = slock_lock_file_try(claim->fd, flock_operation_for(wanted));
	if (error == EWOULDBLOCK) {
		if (deadline == SLOCK_TRY_ONCE) {
			return flock_refuse(store, request, claim, SLOCK_CONFLICT, result);
		}
		status = flock_wait_for_lock(claim, flock_operation_for(wanted), deadline, &error);
		if (status == SLOCK_TIMEOUT) {
			return flock_refuse(store, request, claim, status, result);
		}
		if (status != SLOCK_OK) {
			return flock_give_up(store, request, claim, status, result);
		}
	}
	if (claim->fd < 0) {
		return SLOCK_OK;
	}
	if (error) {
		/* May run PHP code, which may lock other files in this directory. */
		flock_give_up(store, request, claim, SLOCK_STORAGE_ERROR, result);
		return slock_lock_file_error(result, "lock", flock_file_for(flock_of(store), request->resource), error);
	}
	if (flock_of(store)->remove &&
		!slock_lock_file_is_named(claim->fd, flock_file_for(flock_of(store), request->resource))) {
		flock_drop(claim);
	}
	return SLOCK_OK;
}

/* The key has it already: with its token, if there is one. */
static slock_status flock_confirm(flock_store *self, const slock_request *request, const slock_handle *handle,
								  slock_result *result)
{
	if (UNEXPECTED(slock_store_fences(&self->base))) {
		/* What the key keeps may be none, or the token of another store, with which it would outrank later owners. */
		return flock_mint(self, request, (int) handle->held.value, flock_hold_of(handle), result);
	}
	result->fence = slock_fence_of(request->key);
	return slock_result_set(result, SLOCK_OK);
}

static slock_status flock_acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_key *key = request->key;
	flock_hold wanted = request->mode == SLOCK_READ ? HOLDS_SHARED : HOLDS_EXCLUSIVE;
	slock_handle *handle = flock_find_handle(store, request);
	flock_claim claim = {.fd = -1, .before = HOLDS_NOTHING};
	slock_time deadline = request->deadline;
	slock_status status;

	if (handle) {
		claim.before = flock_hold_of(handle);
		if (claim.before == wanted) {
			return flock_confirm(flock_of(store), request, handle, result);
		}
		claim.before = flock_take_away(handle);
		/* Whoever took it away answers for it, also in a child. */
		claim.generation = slock_process_generation();
		claim.forks = handle->held.forks;
		/* Out of the key's sight: a signal handler that releases the lock while we wait must not close our file. */
		claim.fd = (int) slock_handle_take(key, store->state_name, handle);
		if (claim.before == HOLDS_NOTHING) {
			close(claim.fd);
			claim.fd = -1;
		}
	}
	for (int restarts = 0;; restarts++) {
		if (claim.fd < 0) {
			status = flock_open_claim(flock_of(store), request->resource, &claim, result);
			if (status != SLOCK_OK) {
				return status;
			}
		}
		status = flock_lock_claim(store, request, deadline, &claim, wanted, result);
		if (status == SLOCK_CONFLICT && request->deadline != SLOCK_TRY_ONCE) {
			return slock_result_set(result, SLOCK_TIMEOUT);
		}
		if (status != SLOCK_OK) {
			return status;
		}
		if (claim.fd >= 0) {
			if (UNEXPECTED(slock_store_fences(store)) &&
				flock_mint(flock_of(store), request, claim.fd, wanted, result) != SLOCK_OK) {
				return flock_give_up(store, request, &claim, result->status, result);
			}
			flock_keep(store, request, &claim, wanted);
			return slock_result_set(result, SLOCK_OK);
		}
		/* Someone had the lock and removed its file meanwhile, or we are a child that was forked while waiting. */
		if (deadline == SLOCK_TRY_ONCE && restarts >= FLOCK_RESTARTS) {
			return slock_result_set(result, request->deadline == SLOCK_TRY_ONCE ? SLOCK_CONFLICT : SLOCK_TIMEOUT);
		}
		/* It was free, so it is worth an attempt also at the deadline. */
		if (deadline != SLOCK_TRY_ONCE && slock_clock_now() >= deadline) {
			deadline = SLOCK_TRY_ONCE;
			restarts = 0;
		}
	}
}

/* --- the other operations --- */

static slock_status flock_exists(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_handle *handle = flock_find_handle(store, request);

	return slock_result_set(result, handle && flock_hold_of(handle) != HOLDS_NOTHING ? SLOCK_OK : SLOCK_CONFLICT);
}

/* Removes the file while it is locked, if it is still the one that the path names. */
static void flock_remove_file(int fd, const char *file, flock_hold held)
{
	if (held == HOLDS_EXCLUSIVE) {
		slock_lock_file_remove(fd, file);
	} else {
		/* The file of other readers must stay: a writer would make a new one and lock that. */
		slock_lock_file_remove_unless_locked(fd, file);
	}
}

static slock_status flock_release(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_handle *handle = flock_find_handle(store, request);
	int fd, error;
	flock_hold held;

	if (!handle) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	/* Before the lock is free, so that nobody believes to hold what another one holds. */
	held = flock_take_away(handle);
	fd = (int) slock_handle_take(request->key, store->state_name, handle);
	if (held == HOLDS_NOTHING) {
		close(fd);
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	if (flock_of(store)->remove) {
		flock_remove_file(fd, flock_file_for(flock_of(store), request->resource), held);
	}
	error = flock(fd, LOCK_UN) < 0 ? errno : 0;
	if (flock_of(store)->remove && held == HOLDS_SHARED) {
		slock_lock_file_end_removing(fd);
	}
	close(fd);
	if (error) {
		return slock_lock_file_error(result, "unlock", flock_file_for(flock_of(store), request->resource), error);
	}
	return slock_result_set(result, SLOCK_OK);
}

static slock_status flock_run(slock_store *store, const slock_request *request, slock_result *result)
{
	switch (request->op) {
		case SLOCK_OP_ACQUIRE:
			return flock_acquire(store, request, result);
		case SLOCK_OP_EXISTS:
			return flock_exists(store, request, result);
		default:
			return flock_release(store, request, result);
	}
}

static void flock_free(slock_store *store)
{
	flock_store *self = flock_of(store);

	slock_text_release(self->directory);
	if (self->resource) {
		zend_string_release(self->resource);
		zend_string_release(self->file);
	}
}

static void flock_export(zend_object *object, HashTable *into)
{
	const flock_store *self = flock_of(slock_store_this(object));
	zend_class_entry *ce = slock_object_native_class(object->ce);
	zval value;

	if (self->directory) {
		ZVAL_STR_COPY(&value, self->directory);
		slock_object_put(into, ce, "lockPath", &value);
	}
	/* What the package does not know only where it matters. */
	if (self->remove) {
		ZVAL_TRUE(&value);
		slock_object_put(into, ce, "removeOnRelease", &value);
	}
	if (slock_store_fences(&self->base)) {
		ZVAL_TRUE(&value);
		slock_object_put(into, ce, "fencing", &value);
	}
}

/* Makes no directory: serialized data may come from anywhere. */
static zend_result flock_import(slock_store *store, HashTable *data)
{
	zend_class_entry *ce = slock_object_native_class(store->std.ce);
	zval *path = slock_object_find(data, ce, "lockPath"), *remove = slock_object_find(data, ce, "removeOnRelease"),
		 *fencing = slock_object_find(data, ce, "fencing");
	zend_string *directory = NULL;

	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		return FAILURE;
	}
	if (path && Z_TYPE_P(path) == IS_STRING && !zend_str_has_nul_byte(Z_STR_P(path))) {
		directory = slock_lock_directory_path(Z_STRVAL_P(path));
	}
	if (!directory || php_check_open_basedir_ex(ZSTR_VAL(directory), 0)) {
		slock_text_release(directory);
		slock_object_refuse_data(&store->std);
		return FAILURE;
	}
	flock_of(store)->directory = directory;
	flock_of(store)->remove = remove && Z_TYPE_P(remove) == IS_TRUE;
	if (!flock_of(store)->remove && fencing && Z_TYPE_P(fencing) == IS_TRUE) {
		store->capabilities |= SLOCK_STORE_FENCES;
	}
	store->constructed = true;
	return SUCCESS;
}

ZEND_METHOD(Symfony_Component_Lock_Store_FlockStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_string *path = NULL, *directory;
	const char *given, *problem;
	HashTable *options = NULL;
	bool remove = false, fencing = false;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		Z_PARAM_PATH_STR_OR_NULL(path)
		SLOCK_PARAM_BOOL(remove)
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (options && slock_store_read_fencing(options, &fencing) == FAILURE) {
		RETURN_THROWS();
	}
	if (remove && fencing) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "Option \"fencing\" needs files that stay, and $removeOnRelease removes them.", 0);
		RETURN_THROWS();
	}

	given = path ? ZSTR_VAL(path) : php_get_temporary_directory();
	directory = slock_lock_directory_path(given);
	problem =
		directory ? slock_lock_directory_prepare(directory) : "The FlockStore directory \"%s\" is not a local one.";
	if (problem) {
		slock_text_release(directory);
		if (!EG(exception)) {
			zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, problem, given);
		}
		RETURN_THROWS();
	}
	/* Not before: a handler of a warning about the directory can run any PHP code. */
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		zend_string_release(directory);
		RETURN_THROWS();
	}
	flock_of(store)->directory = directory;
	flock_of(store)->resource = flock_of(store)->file = NULL;
	flock_of(store)->remove = remove;
	store->capabilities |= fencing ? SLOCK_STORE_FENCES : 0;
	store->constructed = true;
}

static const slock_store_ops flock_ops = {
	.name = "FlockStore",
	.run = flock_run,
	.export = flock_export,
	.import = flock_import,
	.free = flock_free,
	.size = sizeof(flock_store),
	.capabilities = SLOCK_STORE_SHARES | SLOCK_STORE_BLOCKS | SLOCK_STORE_LASTS,
};

void slock_flock_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_FlockStore(slock_ce_BlockingStoreInterface,
																				  slock_ce_SharedLockStoreInterface),
						   &flock_ops);
}
