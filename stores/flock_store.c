/* SPDX-License-Identifier: MIT
 *
 * FlockStore: flock(2) on files in one directory. The names of the files and the way they are made are shared with the
 * PHP package, so that both exclude each other. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/handle.h"
#include "core/parameters.h"
#include "core/process.h"
#include "core/store.h"
#include "core/text.h"
#include "stores/flock_claim.h"
#include "stores/flock_handle.h"
#include "stores/lock_directory.h"
#include "stores/lock_file.h"
#include "stores/lock_file_token.h"
#include "stores/stores.h"

#include "ext/standard/flock_compat.h"
#include "main/php_open_temporary_file.h"
#include "zend_exceptions.h"

#include <errno.h>

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

static flock_store *flock_of(slock_store *store)
{
	return SLOCK_STORE_AS(flock_store, store);
}

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

/* --- acquire --- */

static slock_status flock_open(flock_store *self, zend_string *resource, slock_flock_claim *claim, slock_result *result)
{
	return slock_flock_claim_open(claim, flock_file_for(self, resource), slock_store_fences(&self->base), result);
}

static int flock_operation_for(slock_flock_hold wanted)
{
	return wanted == SLOCK_HOLDS_SHARED ? LOCK_SH : LOCK_EX;
}

static void flock_keep(slock_store *store, const slock_request *request, slock_flock_claim *claim,
					   slock_flock_hold what)
{
	slock_held held = {.type = &slock_flock_handle_type,
					   .resource = request->resource,
					   .place = flock_of(store)->directory,
					   .value = claim->fd,
					   .shared = what == SLOCK_HOLDS_SHARED,
					   /* A lock that was changed is still the same open file. */
					   .generation = claim->generation,
					   .forks = claim->forks};

	if (slock_flock_claim_is_copied(claim)) {
		slock_flock_mark(claim->fd, what);
	}
	slock_handle_keep(request->key, store->state_name, &held);
}

#ifndef _WIN32
/* Whether this is held in this directory, which may have another name. A lock that is just being changed has no file
 * of its own: it is the stand-in for one. */
static bool flock_is_here(flock_store *self, const slock_request *request, const slock_handle *handle)
{
	if (handle->held.value < 0) {
		return slock_lock_file_is_same(ZSTR_VAL(handle->held.place), ZSTR_VAL(self->directory));
	}
	return slock_lock_file_is_named((int) handle->held.value, flock_file_for(self, request->resource));
}
#endif

/* What the key holds in this directory, by whatever name: two stores of one place are one. The names are compared
 * first, and the files only of a key that holds the lock in a directory of another name. */
static slock_handle *flock_find_handle(slock_store *store, const slock_request *request)
{
	flock_store *self = flock_of(store);
	slock_handle *first = slock_handle_first(request->key, store->state_name, &slock_flock_handle_type),
				 *handle = first;

	while (handle && !zend_string_equals(handle->held.place, self->directory)) {
		handle = slock_handle_next(request->key, handle);
	}
#ifndef _WIN32
	if (!handle) {
		handle = first;
		while (handle && !flock_is_here(self, request, handle)) {
			handle = slock_handle_next(request->key, handle);
		}
	}
#endif
	return handle;
}

/* Whether the key has the lock, for reading or for writing. */
static bool flock_has_key(slock_store *store, const slock_request *request)
{
	const slock_handle *handle = flock_find_handle(store, request);

	return handle && slock_flock_hold_of(handle) != SLOCK_HOLDS_NOTHING;
}

/* Waits for a claim that may be a lock to be changed, which handlers may release meanwhile. Another one they may have
 * acquired with the key, and released what it waits for. */
static slock_status flock_wait_in_sight(slock_store *store, const slock_request *request, slock_flock_claim *claim,
										int operation, slock_time deadline, int *error)
{
	slock_status status;

	if (claim->before == SLOCK_HOLDS_NOTHING) {
		claim->has_key = flock_has_key;
		claim->store = store;
		claim->request = request;
		return slock_flock_claim_wait(claim, operation, deadline, error);
	}
	claim->has_key = NULL;
	claim->change =
		slock_flock_begin_change(request->key, store->state_name, request->resource, flock_of(store)->directory);
	status = slock_flock_claim_wait(claim, operation, deadline, error);
	if (!slock_flock_end_change(request->key, store->state_name, claim->change)) {
		claim->before = SLOCK_HOLDS_NOTHING;
	}
	claim->change = NULL;
	return status;
}

static slock_status flock_mint(flock_store *self, const slock_request *request, int fd, slock_flock_hold held,
							   slock_result *result)
{
	return slock_lock_file_mint(flock_file_for(self, request->resource), fd, held == SLOCK_HOLDS_SHARED, result);
}

/* The same for a lock that the key has had before, and that it may have lost in between. */
static void flock_mint_again(flock_store *self, const slock_request *request, const slock_flock_claim *claim)
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
static bool flock_take_back(flock_store *self, zend_string *resource, slock_flock_claim *claim)
{
	slock_result opened = SLOCK_RESULT_INIT;

	for (int restarts = 0; claim->before != SLOCK_HOLDS_NOTHING && restarts < FLOCK_RESTARTS; restarts++) {
		if (claim->fd < 0 && flock_open(self, resource, claim, &opened) != SLOCK_OK) {
			break;
		}
		if (slock_lock_file_try(claim->fd, flock_operation_for(claim->before)) == 0 &&
			(!self->remove || slock_lock_file_is_named(claim->fd, flock_file_for(self, resource)))) {
			return true;
		}
		if (!self->remove || !slock_lock_file_is_leaving(claim->fd, flock_file_for(self, resource))) {
			break;
		}
		slock_flock_claim_drop(claim);
	}
	slock_result_dtor(&opened);
	return false;
}

/* After a failure. The kernel gives up the old lock before it tries for the new one, so a lock that was to be changed
 * is lost by now: take it back if nobody else has got it, else the key holds nothing any more. */
static slock_status flock_give_up(slock_store *store, const slock_request *request, slock_flock_claim *claim,
								  slock_status status, slock_result *result)
{
	if (claim->fd >= 0) {
		if (flock_take_back(flock_of(store), request->resource, claim)) {
			if (UNEXPECTED(slock_store_fences(store))) {
				flock_mint_again(flock_of(store), request, claim);
			}
			flock_keep(store, request, claim, claim->before);
		} else if (claim->fd >= 0) {
			slock_flock_claim_drop(claim);
		}
	}
	return slock_result_set(result, status);
}

/* Another one has the lock. SLOCK_OK with a closed claim: he only removes the file, start again. */
static slock_status flock_refuse(slock_store *store, const slock_request *request, slock_flock_claim *claim,
								 slock_status status, slock_result *result)
{
	if (flock_of(store)->remove &&
		slock_lock_file_is_leaving(claim->fd, flock_file_for(flock_of(store), request->resource))) {
		slock_flock_claim_drop(claim);
		return SLOCK_OK;
	}
	return flock_give_up(store, request, claim, status, result);
}

/* Locks the open file of the claim, waiting until `deadline`. SLOCK_OK with a closed claim: start again. */
static slock_status flock_lock_claim(slock_store *store, const slock_request *request, slock_time deadline,
									 slock_flock_claim *claim, slock_flock_hold wanted, slock_result *result)
{
	slock_status status;
	int error;

	error = slock_lock_file_try(claim->fd, flock_operation_for(wanted));
	if (error == EWOULDBLOCK) {
		if (deadline == SLOCK_TRY_ONCE) {
			return flock_refuse(store, request, claim, SLOCK_CONFLICT, result);
		}
		status = flock_wait_in_sight(store, request, claim, flock_operation_for(wanted), deadline, &error);
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
		slock_flock_claim_drop(claim);
	}
	return SLOCK_OK;
}

/* The key has it already: with its token, if there is one. `taken`: it was taken away from the relatives. */
static slock_status flock_confirm(flock_store *self, const slock_request *request, const slock_handle *handle,
								  slock_flock_hold held, bool taken, slock_result *result)
{
	if (UNEXPECTED(slock_store_fences(&self->base))) {
		/* What the key keeps may be none, or the token of another store, with which it would outrank later owners. */
		flock_mint(self, request, (int) handle->held.value, held, result);
	} else {
		result->fence = slock_fence_of(request->key);
		slock_result_set(result, SLOCK_OK);
	}
	if (taken && slock_handle_is_copied(handle)) {
		slock_flock_mark((int) handle->held.value, held);
	}
	return result->status;
}

/* Begins with what the key has already. True: that is the answer. */
static bool flock_begin_claim(slock_store *store, const slock_request *request, slock_flock_hold wanted,
							  slock_flock_claim *claim, slock_result *result)
{
	slock_handle *handle = flock_find_handle(store, request);
	bool taken;

	if (!handle) {
		return false;
	}
	if (slock_flock_is_changing(handle)) {
		/* Whatever the key locked now, the change would wait for; and this operation for the change, in a handler. */
		slock_result_set(result, request->deadline == SLOCK_TRY_ONCE || request->deadline == SLOCK_FOREVER
									 ? SLOCK_CONFLICT
									 : SLOCK_TIMEOUT);
		return true;
	}
	claim->before = slock_flock_hold_of(handle);
	/* Minting reads and writes the file, which is the next owner's if a relative unlocks it meanwhile. */
	taken = claim->before != wanted || slock_store_fences(store);
	if (taken) {
		claim->before = slock_flock_take_away(handle);
	}
	if (claim->before == wanted) {
		flock_confirm(flock_of(store), request, handle, wanted, taken, result);
		return true;
	}
	if (claim->before == SLOCK_HOLDS_NOTHING) {
		slock_flock_discard(request->key, store->state_name, handle);
		return false;
	}
	/* Whoever took it away answers for it, also in a child. */
	claim->generation = slock_process_generation();
	claim->forks = handle->held.forks;
	/* Out of the key's sight: whatever becomes of the key while we wait must not close our file. */
	claim->fd = (int) slock_handle_take(request->key, store->state_name, handle);
	return false;
}

static slock_status flock_claim_until_final(slock_store *store, const slock_request *request, slock_flock_claim *claim,
											slock_result *result)
{
	slock_flock_hold wanted = request->mode == SLOCK_READ ? SLOCK_HOLDS_SHARED : SLOCK_HOLDS_EXCLUSIVE;
	slock_time deadline = request->deadline;
	slock_status status;

	if (flock_begin_claim(store, request, wanted, claim, result)) {
		return result->status;
	}
	for (int restarts = 0;; restarts++) {
		/* A handler may have acquired it with the key in the wait. */
		if (restarts && claim->fd < 0 && claim->before == SLOCK_HOLDS_NOTHING &&
			flock_begin_claim(store, request, wanted, claim, result)) {
			return result->status;
		}
		if (claim->fd < 0) {
			status = flock_open(flock_of(store), request->resource, claim, result);
			if (status != SLOCK_OK) {
				return status;
			}
		}
		status = flock_lock_claim(store, request, deadline, claim, wanted, result);
		if (status == SLOCK_CONFLICT && request->deadline != SLOCK_TRY_ONCE) {
			return slock_result_set(result, SLOCK_TIMEOUT);
		}
		if (status != SLOCK_OK) {
			return status;
		}
		if (claim->fd >= 0) {
			if (UNEXPECTED(slock_store_fences(store)) &&
				flock_mint(flock_of(store), request, claim->fd, wanted, result) != SLOCK_OK) {
				return flock_give_up(store, request, claim, result->status, result);
			}
			flock_keep(store, request, claim, wanted);
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

static slock_status flock_acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_flock_claim claim = {.fd = -1, .before = SLOCK_HOLDS_NOTHING};

	flock_claim_until_final(store, request, &claim, result);
	if (UNEXPECTED(claim.before != SLOCK_HOLDS_NOTHING) && result->status != SLOCK_OK &&
		!flock_has_key(store, request)) {
		/* A writer was faster than the reader who wanted to be one. */
		result->given_back = result->given_back_to_all = true;
	}
	return result->status;
}

/* --- the other operations --- */

static slock_status flock_exists(slock_store *store, const slock_request *request, slock_result *result)
{
	return slock_result_set(result, flock_has_key(store, request) ? SLOCK_OK : SLOCK_CONFLICT);
}

/* Removes the file while it is locked, if it is still the one that the path names. */
static void flock_remove_file(int fd, const char *file, slock_flock_hold held)
{
	if (held == SLOCK_HOLDS_EXCLUSIVE) {
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
	slock_flock_hold held;

	if (!handle) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	if (slock_flock_is_changing(handle)) {
		return slock_result_set(result, slock_flock_let_go(handle) ? SLOCK_OK : SLOCK_CONFLICT);
	}
	/* Before the lock is free, so that nobody believes to hold what another one holds. */
	held = slock_flock_take_away(handle);
	if (held == SLOCK_HOLDS_NOTHING) {
		slock_flock_discard(request->key, store->state_name, handle);
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	fd = (int) slock_handle_take(request->key, store->state_name, handle);
	if (flock_of(store)->remove) {
		flock_remove_file(fd, flock_file_for(flock_of(store), request->resource), held);
	}
	error = flock(fd, LOCK_UN) < 0 ? errno : 0;
	if (flock_of(store)->remove && held == SLOCK_HOLDS_SHARED) {
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
