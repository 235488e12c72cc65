/* SPDX-License-Identifier: MIT
 *
 * The methods of every native store; the stubs of the store classes name them as their implementation. Those of the
 * operations run the native one even where a subclass replaced the method, because that is what parent::save() asks
 * for. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
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
	slock_store_run_native(store, &request, &result);
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
