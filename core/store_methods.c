/* SPDX-License-Identifier: MIT
 *
 * The methods of every native store; the stubs of the store classes name them as their implementation. Those of the
 * operations run the native one even where a subclass replaced the method, because that is what parent::save() asks
 * for. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/key_doubts.h"
#include "core/logger.h"
#include "core/parameters.h"
#include "core/store_operations.h"

/* What the key holds by the result. */
static void store_methods_note(const slock_store *store, const slock_request *request, const slock_result *result,
							   bool stays_reader)
{
	const bool held = result->status == SLOCK_OK;

	if (held && request->op != SLOCK_OP_RELEASE) {
		slock_key_set_held(request->key, store->kinds, true);
		if (request->op == SLOCK_OP_ACQUIRE) {
			slock_key_note_mode(request->key, request->mode == SLOCK_READ);
		}
	} else if (held || (result->status == SLOCK_CONFLICT && !(stays_reader && !result->given_back))) {
		slock_key_set_held(request->key, store->kinds, false);
	}
}

/* What is in doubt between the key and the store. Where a method is replaced in PHP nobody knows what it asks. */
static uint32_t store_methods_doubts(const slock_store *store, const slock_key *key)
{
	return slock_key_is_in_doubt(key) && !store->overridden ? slock_key_doubts(key, store->kinds) : 0;
}

/* Before what asks for a lifetime, as for a Lock. False: it cannot be asked for, and the result says why. */
static bool store_methods_may_ask(slock_store *store, const slock_request *request, slock_result *result)
{
	const uint32_t doubts = store_methods_doubts(store, request->key);
	bool parted;

	if (EXPECTED(!doubts) || (request->op != SLOCK_OP_ACQUIRE && request->op != SLOCK_OP_REFRESH) ||
		!(doubts & (request->op == SLOCK_OP_ACQUIRE ? SLOCK_KEY_UNSURE : SLOCK_KEY_RELEASED))) {
		return true;
	}
	if (!slock_key_release_at_last(&store->std, request->key, doubts, request->deadline, &parted, result)) {
		return false;
	}
	slock_key_set_doubts(request->key, store->kinds, 0);
	slock_result_init(result); /* what the release has been through is nothing of this one's */
	return true;
}

/* What follows for the next one: what was not answered may be carried out at any time, with the token of the key. */
static void store_methods_note_doubts(slock_store *store, const slock_request *request, const slock_result *result)
{
	const bool answered = result->status == SLOCK_OK || result->status == SLOCK_CONFLICT;
	const uint32_t before = store_methods_doubts(store, request->key);
	uint32_t now = before;

	if (request->op == SLOCK_OP_RELEASE) {
		now = answered ? before & SLOCK_KEY_UNSURE : before | SLOCK_KEY_UNSURE | SLOCK_KEY_HAUNTED | SLOCK_KEY_RELEASED;
		now |= result->sent_again || (before & SLOCK_KEY_LATE) ? SLOCK_KEY_UNSURE : 0;
	} else if (request->op == SLOCK_OP_ACQUIRE && request->mode == SLOCK_READ &&
			   (!answered || result->sent_again || (store->capabilities & SLOCK_STORE_DECORATES))) {
		/* It makes a reader of the writer. */
		now |= SLOCK_KEY_LATE;
	}
	if (result->release_unheard) {
		/* Of a lock that is held, some of what an earlier attempt has left. */
		now |= request->op != SLOCK_OP_RELEASE && result->status == SLOCK_OK ? SLOCK_KEY_LATE
			   : result->release_again                                       ? SLOCK_KEY_UNSURE | SLOCK_KEY_HAUNTED
																			 : SLOCK_KEY_UNSURE;
	}
	if (UNEXPECTED(now != before) && !store->overridden &&
		(!now || slock_store_has_token(&store->std, request->key, SLOCK_TOKEN_KEPT))) {
		slock_key_set_doubts(request->key, store->kinds, now);
	}
}

static bool store_methods_run(INTERNAL_FUNCTION_PARAMETERS, slock_op op, slock_mode mode, slock_time deadline)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_result result;
	slock_request request = {.op = op, .mode = mode, .deadline = deadline};
	zend_object *key;
	bool held, stays_reader;

	slock_result_init(&result);
	if (op == SLOCK_OP_REFRESH) {
		SLOCK_PARSE_PARAMETERS_START(2)
			Z_PARAM_OBJ_OF_CLASS(key, slock_ce_Key)
			SLOCK_PARAM_DOUBLE(request.ttl)
		ZEND_PARSE_PARAMETERS_END_EX(return false);
		if (slock_ttl_check(request.ttl, "ttl") == FAILURE) {
			return false;
		}
	} else {
		SLOCK_PARSE_PARAMETERS_START(1)
			Z_PARAM_OBJ_OF_CLASS(key, slock_ce_Key)
		ZEND_PARSE_PARAMETERS_END_EX(return false);
	}

	request.key = slock_key_from_obj(key);
	/* A reader that is refused as the writer is a reader yet. */
	stays_reader = op == SLOCK_OP_ACQUIRE && mode == SLOCK_WRITE && slock_key_reads_by(request.key, store->kinds);
	if (op == SLOCK_OP_RELEASE) {
		slock_key_note_release(request.key);
	}
	if (EXPECTED(store_methods_may_ask(store, &request, &result))) {
		slock_store_run_native(store, &request, &result);
		store_methods_note_doubts(store, &request, &result);
	}
	if (op == SLOCK_OP_RELEASE || result.given_back) {
		slock_key_note_release(request.key);
	}
	held = result.status == SLOCK_OK;
	if (!result.unasked) {
		store_methods_note(store, &request, &result, stays_reader);
	}
	/* For exists() and delete(), "not held by this key" is an answer, not a failure. */
	if (!held && !(result.status == SLOCK_CONFLICT && (op == SLOCK_OP_EXISTS || op == SLOCK_OP_RELEASE))) {
		if ((store->capabilities & SLOCK_STORE_LETS_OUT) && result.exception) {
			result.message[0] = '\0';
		}
		slock_store_throw(&result, slock_key_resource(request.key));
	}
	slock_result_dtor(&result);
	return held;
}

ZEND_METHOD(Slock_Store, save)
{
	store_methods_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_OP_ACQUIRE, SLOCK_WRITE, SLOCK_TRY_ONCE);
}

ZEND_METHOD(Slock_Store, saveRead)
{
	store_methods_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_OP_ACQUIRE, SLOCK_READ, SLOCK_TRY_ONCE);
}

ZEND_METHOD(Slock_Store, waitAndSave)
{
	store_methods_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_OP_ACQUIRE, SLOCK_WRITE, SLOCK_FOREVER);
}

ZEND_METHOD(Slock_Store, waitAndSaveRead)
{
	store_methods_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_OP_ACQUIRE, SLOCK_READ, SLOCK_FOREVER);
}

ZEND_METHOD(Slock_Store, putOffExpiration)
{
	store_methods_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_OP_REFRESH, SLOCK_WRITE, SLOCK_TRY_ONCE);
}

ZEND_METHOD(Slock_Store, delete)
{
	store_methods_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_OP_RELEASE, SLOCK_WRITE, SLOCK_TRY_ONCE);
}

ZEND_METHOD(Slock_Store, exists)
{
	RETVAL_BOOL(store_methods_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_OP_EXISTS, SLOCK_WRITE, SLOCK_TRY_ONCE));
}

ZEND_METHOD(Slock_Store, setLogger)
{
	slock_logger_method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Slock_Store, __debugInfo)
{
	SLOCK_PARSE_PARAMETERS_START(0)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_ARR(slock_object_exported(Z_OBJ_P(ZEND_THIS), slock_store_show));
}

ZEND_METHOD(Slock_Store, __serialize)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	HashTable *data;

	if (!store->ops->export && !slock_object_sleeps(&store->std)) {
		slock_object_refuse_serialize(&store->std);
		RETURN_THROWS();
	}
	data = slock_object_serialized(&store->std, slock_store_export);
	if (!data) {
		RETURN_THROWS();
	}
	RETURN_ARR(data);
}

ZEND_METHOD(Slock_Store, __unserialize)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_class_entry *ce = slock_object_native_class(store->std.ce);
	HashTable *data;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_ARRAY_HT(data)
	ZEND_PARSE_PARAMETERS_END();

	if (!slock_object_slept(&store->std, data, ce)) {
		if (!store->ops->import) {
			slock_object_refuse_unserialize(&store->std);
			RETURN_THROWS();
		}
		/* A class without a constructor is complete from the beginning, and takes what it gets. */
		if (store->ops->import(store, data) == FAILURE) {
			RETURN_THROWS();
		}
	}
	slock_object_load(&store->std, data, ce);
}
