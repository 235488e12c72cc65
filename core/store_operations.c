/* SPDX-License-Identifier: MIT
 *
 * The four operations on any store. A native one is used where nobody can tell the difference; a store written in PHP,
 * or a subclass that replaced the method, gets the method calls of the PHP package instead. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/interrupts.h"
#include "core/kept_store.h"
#include "core/store_operations.h"

/* The native store behind the object if none of these methods is written in PHP. */
static slock_store *store_native_for(zend_object *object, uint32_t methods)
{
	slock_store *store = slock_store_from_obj(object);

	return store && !(store->overridden & methods) ? store : NULL;
}

/* Which method the package calls to acquire. */
static uint32_t store_acquire_method(zend_object *store, slock_mode mode, bool blocking)
{
	if (mode == SLOCK_READ) {
		return blocking && slock_store_blocks(store, mode) ? SLOCK_METHOD_WAIT_AND_SAVE_READ : SLOCK_METHOD_SAVE_READ;
	}
	return blocking && slock_store_blocks(store, mode) ? SLOCK_METHOD_WAIT_AND_SAVE : SLOCK_METHOD_SAVE;
}

bool slock_store_has(zend_object *object, uint32_t capabilities)
{
	const slock_store *store = slock_store_from_obj(object);

	return store && !store->overridden && (store->capabilities & capabilities) == capabilities;
}

bool slock_store_shares(zend_object *object)
{
	slock_store *store = slock_store_from_obj(object);

	return (store && (store->capabilities & SLOCK_STORE_SHARES)) ||
		   instanceof_function(object->ce, slock_ce_SharedLockStoreInterface);
}

void slock_store_keep_alive(slock_store *store)
{
	store->capabilities |= SLOCK_STORE_KEEPS;
	SLOCK_G(stores_keep) = true;
}

bool slock_store_keeps_alive(zend_object *object)
{
	const slock_store *store = slock_store_from_obj(object);

	return store && (store->capabilities & SLOCK_STORE_KEEPS);
}

static slock_store *store_native_for_acquiring(zend_object *object, slock_mode mode)
{
	return store_native_for(object, mode == SLOCK_READ ? SLOCK_METHOD_SAVE_READ | SLOCK_METHOD_WAIT_AND_SAVE_READ
													   : SLOCK_METHOD_SAVE | SLOCK_METHOD_WAIT_AND_SAVE);
}

bool slock_store_blocks_natively(zend_object *object, slock_mode mode)
{
	slock_store *store = store_native_for_acquiring(object, mode);

	return store && (store->capabilities & SLOCK_STORE_BLOCKS);
}

slock_store *slock_store_watched(zend_object *object, slock_mode mode)
{
	slock_store *store = store_native_for_acquiring(object, mode);

	return store && store->constructed && store->ops->watch ? store : NULL;
}

bool slock_store_blocks(zend_object *object, slock_mode mode)
{
	if (store_native_for_acquiring(object, mode)) {
		return slock_store_blocks_natively(object, mode);
	}
	return instanceof_function(object->ce, mode == SLOCK_READ ? slock_ce_BlockingSharedLockStoreInterface
															  : slock_ce_BlockingStoreInterface);
}

bool slock_store_writes_ttl(zend_object *object, slock_mode mode)
{
	slock_store *store = store_native_for(object, SLOCK_METHOD_PUT_OFF_EXPIRATION);

	if (UNEXPECTED(store && store->overridden)) {
		store = store_native_for(object,
								 store_acquire_method(object, mode, false) | store_acquire_method(object, mode, true));
	}
	return store && !(store->capabilities & (mode == SLOCK_READ ? SLOCK_STORE_TTL_APART_READ : SLOCK_STORE_TTL_APART));
}

bool slock_store_counts_lifetimes(zend_object *object)
{
	return slock_store_writes_ttl(object, SLOCK_WRITE) &&
		   (slock_store_from_obj(object)->capabilities & (SLOCK_STORE_EXPIRES | SLOCK_STORE_DECORATES));
}

bool slock_store_release_is_authoritative(zend_object *object)
{
	slock_store *store = store_native_for(object, SLOCK_METHOD_DELETE | SLOCK_METHOD_EXISTS);

	return store && !(store->capabilities & SLOCK_STORE_RELEASE_IS_UNCERTAIN);
}

bool slock_store_may_run_php(zend_object *object)
{
	const slock_store *store = slock_store_from_obj(object);

	return !store || store->overridden || store->held || store->ops->get_gc;
}

bool slock_store_has_token(zend_object *object, slock_key *key, slock_token_ask ask)
{
	slock_store *store = slock_store_from_obj(object);
	const zval *token;

	if (!store || !store->constructed || store->overridden) {
		return false;
	}
	if (store->ops->has_token) {
		return store->ops->has_token(store, key, ask);
	}
	/* Those that last are a session's, whose requests arrive in order; but a fork makes several sessions of one. */
	if (!(store->capabilities & (SLOCK_STORE_EXPIRES | (ask == SLOCK_TOKEN_PARTED ? SLOCK_STORE_LASTS : 0)))) {
		return false;
	}
	token = slock_key_find_state(key, store->state_name);
	if (!token || Z_TYPE_P(token) != IS_STRING ||
		(ask == SLOCK_TOKEN_PARTED && slock_key_token_is_own(Z_STR_P(token)))) {
		return false;
	}
	if (ask != SLOCK_TOKEN_KEPT) {
		slock_key_remove_state(key, store->state_name);
	}
	return true;
}

void slock_store_part_after_fork(zend_object *store, slock_key *key, slock_time until)
{
	if (!(slock_key_is_held_by(key, slock_store_kinds(store)) && until > slock_clock_now())) {
		slock_store_has_token(store, key, SLOCK_TOKEN_PARTED);
	}
}

/* The TTL that an expiring store will write; refuses one beyond the store's limits, as the outcome of the operation. */
static zend_result store_resolve_ttl(const slock_store *store, slock_request *request, slock_result *result)
{
	const slock_store_ops *ops = store->ops;
	zend_string *given;

	if (request->op == SLOCK_OP_ACQUIRE && request->ttl == 0.0) {
		request->ttl = store->initial_ttl;
	}
	if (ops->min_ttl != 0.0 && request->ttl < ops->min_ttl) {
		given = zend_double_to_str(request->ttl);
		/* The package's text, which says "second" of any number. */
		slock_result_exception(result, slock_ce_InvalidTtlException,
							   "\"%s::putOffExpiration()\" expects a TTL greater or equals to %g second. Got %s.",
							   ZSTR_VAL(store->state_name), ops->min_ttl, ZSTR_VAL(given));
		zend_string_release(given);
		return FAILURE;
	}
	if (ops->max_ttl != 0.0 && request->ttl > ops->max_ttl) {
		slock_result_exception(result, slock_ce_InvalidTtlException,
							   "%s expects a TTL of at most %.17g seconds, %.17g given", ops->name, ops->max_ttl,
							   request->ttl);
		return FAILURE;
	}
	return SUCCESS;
}

static bool store_writes_lifetime(const slock_request *request)
{
	return request->op == SLOCK_OP_ACQUIRE || request->op == SLOCK_OP_REFRESH;
}

/* What goes before operations that write a TTL, whose *begun is set. FAILURE: the operation has ended, the result tells
 * how. */
static zend_always_inline zend_result store_start_lifetime(const slock_store *store, slock_request *request,
														   slock_time *begun, slock_result *result)
{
	if ((store->capabilities & (SLOCK_STORE_EXPIRES | SLOCK_STORE_DECORATES)) != SLOCK_STORE_EXPIRES ||
		!store_writes_lifetime(request)) {
		if (request->op != SLOCK_OP_REFRESH || !(store->capabilities & SLOCK_STORE_LASTS)) {
			return SUCCESS;
		}
		if (request->of_member && (request->had_until || request->only_if_held)) {
			/* There is nothing to put off; but whether a Lock has its quorum depends on what this one says. */
			request->op = SLOCK_OP_EXISTS;
			return SUCCESS;
		}
		slock_result_set(result, SLOCK_OK);
		result->unasked = true;
		return FAILURE;
	}
	if (store_resolve_ttl(store, request, result) == FAILURE) {
		return FAILURE;
	}
	/* From before the request is sent: a slow answer shortens the lifetime and never lengthens it. */
	*begun = slock_clock_now();
	result->expires_at = slock_clock_add(*begun, slock_duration(request->ttl));
	slock_key_limit_expiry(request->key, result->expires_at);
	request->only_prolongs = slock_request_only_prolongs(request, result);
	return SUCCESS;
}

/* Whether what was done has to be given back, because the time ran out before the answer came. Looks at the clock only
 * once, and notes what an acquisition took. `begun` as store_start_lifetime() has set it, else 0. */
static zend_always_inline bool store_is_too_late(slock_store *store, const slock_request *request, slock_time begun,
												 const slock_result *result)
{
	slock_time now;

	if (!(store->capabilities & SLOCK_STORE_EXPIRES) || !store_writes_lifetime(request) ||
		(result->status != SLOCK_OK && (result->status != SLOCK_CONFLICT || !begun))) {
		return false;
	}
	now = slock_clock_now();
	if (begun && request->op == SLOCK_OP_ACQUIRE && request->deadline == SLOCK_TRY_ONCE) {
		slock_store_note_round_trip(store, now - begun);
	}
	return result->status == SLOCK_OK && slock_key_expiry(request->key) <= now;
}

/* Runs an operation of a store in one piece: what signal handlers throw inside of a client object must neither be taken
 * for an outcome nor leave it half done. Where a store waits it lets them run. Decorators leave all this to the stores
 * behind them, between which they may run. */
static zend_always_inline void store_run_in_one_piece(slock_store *store, const slock_request *request,
													  slock_result *result)
{
	if (store->capabilities & SLOCK_STORE_DECORATES) {
		store->ops->run(store, request, result);
		return;
	}
	slock_interrupts_defer();
	store->ops->run(store, request, result);
	slock_interrupts_resume();
}

slock_request slock_store_undoing(const slock_store *store, const slock_request *acquisition)
{
	slock_time own = MAX(SLOCK_UNDO_TIME, 2 * slock_round_trips_usual(&store->round_trips));
	slock_request release = *acquisition;

	release.op = SLOCK_OP_RELEASE;
	release.keeps_writer = false;
	if (release.answer_by) {
		release.answer_by = MAX(release.answer_by, slock_clock_after(own));
	}
	return release;
}

void slock_store_undo(slock_store *store, const slock_request *acquisition, slock_result *result)
{
	slock_request release = slock_store_undoing(store, acquisition);
	slock_result undo = SLOCK_RESULT_INIT;
	slock_saved_exception saved = {0};

	if (!slock_exception_set_aside(&saved)) {
		return;
	}
	store->ops->run(store, &release, &undo);
	slock_result_note_undo(result, &undo);
	slock_result_dtor(&undo);
	slock_exception_restore(&saved);
	if (EG(exception)) {
		slock_result_set(result, SLOCK_INTERRUPTED);
	}
}

/* What came too late. Whatever happens to the release, the outcome is that the time ran out. */
static zend_never_inline void store_give_back(slock_store *store, const slock_request *late, slock_result *result)
{
	slock_request release = slock_store_undoing(store, late);
	slock_result ignored = SLOCK_RESULT_INIT;

	store_run_in_one_piece(store, &release, &ignored);
	slock_result_note_undo(result, &ignored);
	slock_result_dtor(&ignored);
	slock_result_set(result, EG(exception) ? SLOCK_INTERRUPTED : SLOCK_EXPIRED);
}

/* What the key keeps: the token of the owner that it has become, and none of an earlier one. An acquisition that nobody
 * knows the end of may have made it the owner, after others had been: unless it has had the lock all the time. */
static zend_never_inline void store_keep_fence(const slock_request *request, const slock_result *result)
{
	if (result->status != SLOCK_OK && result->status != SLOCK_CONFLICT && result->status != SLOCK_TIMEOUT) {
		if (request->op == SLOCK_OP_ACQUIRE && request->had_until <= slock_clock_now()) {
			slock_fence_forget(request->key);
		}
		return;
	}
	if (request->op == SLOCK_OP_RELEASE) {
		slock_fence_forget(request->key);
	} else if (request->op == SLOCK_OP_ACQUIRE && result->status == SLOCK_OK) {
		if (result->fence) {
			slock_fence_keep(request->key, result->fence);
		} else {
			slock_fence_forget(request->key);
		}
	}
}

/* Whether the token of the key may change. Decorators leave it to the stores behind them. A bare state is no token. */
static zend_always_inline bool store_notes_fence(const slock_store *store, const slock_request *request)
{
	return UNEXPECTED((store->capabilities & SLOCK_STORE_FENCES) || !slock_key_is_bare(request->key)) &&
		   !(store->capabilities & SLOCK_STORE_DECORATES) && !request->of_member;
}

/* Makes of a copy of the request what goes to a store, with a reference to the resource that the caller releases; the
 * key is constructed. */
static zend_always_inline void store_pin(const slock_store *store, slock_request *sent)
{
	sent->resource = zend_string_copy(slock_key_resource(sent->key));
	if (store_notes_fence(store, sent)) {
		sent->had_until = sent->had_until ? sent->had_until : slock_key_expiry(sent->key);
		if (sent->had_until == SLOCK_FOREVER && (store->capabilities & SLOCK_STORE_EXPIRES)) {
			/* Behind a store in PHP a Lock has reset it, or somebody else did. Nobody knows. */
			sent->had_until = slock_clock_now();
		}
	}
}

slock_status slock_store_run_native(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_request sent;
	slock_time begun = 0;

	if (slock_object_check_constructed(&store->std, store->constructed) == FAILURE ||
		slock_key_check(request->key) == FAILURE) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	sent = *request;
	store_pin(store, &sent);
	if (store_start_lifetime(store, &sent, &begun, result) == SUCCESS) {
		store_run_in_one_piece(store, &sent, result);
		if (UNEXPECTED(store_is_too_late(store, &sent, begun, result))) {
			store_give_back(store, &sent, result);
		}
		if (store_notes_fence(store, &sent)) {
			store_keep_fence(&sent, result);
		}
	}
	zend_string_release(sent.resource);
	return result->status;
}

/* Which method the package calls for the request. */
static uint32_t store_method_for(zend_object *store, slock_op op, slock_mode mode, bool blocking)
{
	switch (op) {
		case SLOCK_OP_ACQUIRE:
			return store_acquire_method(store, mode, blocking);
		case SLOCK_OP_REFRESH:
			return SLOCK_METHOD_PUT_OFF_EXPIRATION;
		case SLOCK_OP_EXISTS:
			return SLOCK_METHOD_EXISTS;
		case SLOCK_OP_RAISE:
			return 0;
		default:
			return SLOCK_METHOD_DELETE;
	}
}

bool slock_store_can_begin(zend_object *object, const slock_key *key, slock_op op, slock_mode mode)
{
	slock_store *store = store_native_for(object, store_method_for(object, op, mode, false));

	return store && store->constructed && (store->capabilities & SLOCK_STORE_ASYNC) &&
		   (op == SLOCK_OP_EXISTS || slock_kept_store_may_begin(store, key));
}

bool slock_store_is_connected(zend_object *object)
{
	slock_store *store = slock_store_this(object);

	return store->ops->is_connected && store->ops->is_connected(store);
}

static bool store_begin_native(slock_store *store, const slock_request *request, slock_pending *pending,
							   slock_result *result)
{
	pending->request = *request;
	pending->sent_all = false;
	pending->connecting = pending->sent = false;
	pending->wake = SLOCK_FOREVER;
	pending->server = NULL;
	return store->ops->begin(store, request, pending, result);
}

bool slock_store_begin(zend_object *object, const slock_request *request, slock_pending *pending, slock_result *result)
{
	slock_store *store = slock_store_this(object);
	slock_request sent;
	slock_time begun;

	if (slock_key_check(request->key) == FAILURE) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	sent = *request;
	store_pin(store, &sent);
	pending->giving_back = false;
	if (store_start_lifetime(store, &sent, &begun, result) == SUCCESS &&
		store_begin_native(store, &sent, pending, result)) {
		pending->sent_again = result->sent_again;
		return true;
	}
	zend_string_release(sent.resource);
	return false;
}

bool slock_store_finish(zend_object *object, slock_pending *pending, slock_result *result)
{
	slock_store *store = slock_store_this(object);
	bool finished = store->ops->finish(store, pending, result);
	slock_request release;

	pending->sent_again = result->sent_again = pending->sent_again || result->sent_again;
	if (!finished) {
		return false;
	}
	if (!pending->giving_back) {
		/* When it was taken is not when it came: whoever asks several notes what that took. */
		if (!store_is_too_late(store, &pending->request, 0, result)) {
			if (store_notes_fence(store, &pending->request)) {
				store_keep_fence(&pending->request, result);
			}
			zend_string_release(pending->request.resource);
			return true;
		}
		release = slock_store_undoing(store, &pending->request);
		pending->giving_back = true;
		/* That was the acquisition. */
		result->sent_again = false;
		if (store_begin_native(store, &release, pending, result)) {
			pending->sent_again = result->sent_again;
			return false;
		}
	}
	zend_string_release(pending->request.resource);
	slock_result_note_undo(result, result);
	slock_result_reset(result);
	slock_result_set(result, EG(exception) ? SLOCK_INTERRUPTED : SLOCK_EXPIRED);
	return true;
}

void slock_store_abandon(zend_object *object, slock_pending *pending)
{
	slock_store *store = slock_store_this(object);

	store->ops->abandon(store, pending);
	zend_string_release(pending->request.resource);
}

/* Calls the method of a store that is written in PHP. */
static slock_status store_call_php(zend_object *store, uint32_t method, const slock_request *request,
								   slock_result *result)
{
	zval key, ttl, returned;
	slock_time before, after;

	if (slock_key_check(request->key) == FAILURE) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	before = slock_key_expiry(request->key);
	ZVAL_OBJ(&key, request->key);
	ZVAL_DOUBLE(&ttl, request->ttl);
	slock_store_call(store, method, &key, &ttl, &returned);
	if (slock_result_from_pending(result, SLOCK_OK) == SLOCK_OK && request->op == SLOCK_OP_EXISTS &&
		!zend_is_true(&returned)) {
		slock_result_set(result, SLOCK_CONFLICT);
	}
	zval_ptr_dtor(&returned);
	/* It counts on the key itself. */
	after = slock_key_expiry(request->key);
	result->expires_at = after < before ? after : SLOCK_FOREVER;
	return result->status;
}

/* Of a store written in PHP, or whose subclass has replaced methods. */
static zend_never_inline slock_status store_run_overridden(zend_object *object, const slock_request *request,
														   slock_result *result)
{
	slock_store *store = slock_store_from_obj(object);
	uint32_t method = store_method_for(object, request->op, request->mode, request->deadline != SLOCK_TRY_ONCE);

	return store && !(store->overridden & method) ? slock_store_run_native(store, request, result)
												  : store_call_php(object, method, request, result);
}

slock_status slock_store_run(zend_object *object, const slock_request *request, slock_result *result)
{
	slock_store *store = slock_store_from_obj(object);

	return EXPECTED(store && !store->overridden) ? slock_store_run_native(store, request, result)
												 : store_run_overridden(object, request, result);
}

void slock_store_throw(slock_result *result, zend_string *resource)
{
	if (!EG(exception)) {
		slock_exception_throw(slock_exception_from_result(result, resource));
	}
}
