/* SPDX-License-Identifier: MIT
 *
 * RetryTillSaveStore: makes any store one that waits, by trying again up to a number of times. It asks nothing but
 * the store it is in front of. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/logger.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "core/wait.h"
#include "stores/stores.h"

#include "zend_exceptions.h"

#include "stubs/RetryTillSaveStore_arginfo.h"

typedef struct {
	zend_object *decorated; /* owned; NULL only before __construct() ran */
	zend_long retry_sleep;  /* ms, not negative */
	zend_long retry_count;  /* attempts, not negative; there is one at least */
	slock_store base;
} retry_store;

static retry_store *retry_of(slock_store *store)
{
	return SLOCK_STORE_AS(retry_store, store);
}

static slock_time retry_next_attempt(const retry_store *self)
{
	double ms = (double) self->retry_sleep + (double) slock_jitter(self->retry_sleep);

	return slock_clock_after(slock_duration(ms / 1000.0));
}

static slock_status retry_give_up(retry_store *self, slock_key *key, zend_long attempts, slock_result *result)
{
	zend_object *logger = slock_logger_get(&self->base.std);

	slock_attempts_end(result, SLOCK_CONFLICT);
	if (logger) {
		HashTable *context = zend_new_array(1);
		zval value;

		ZVAL_LONG(&value, attempts);
		zend_hash_str_add_new(context, ZEND_STRL("retry"), &value);
		slock_log(logger, SLOCK_LOG_WARNING, "Failed to store the \"{resource}\" lock. Abort after {retry} retry.", key,
				  context);
		OBJ_RELEASE(logger);
	}
	return slock_result_from_pending(result, result->status);
}

static slock_status retry_acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	retry_store *self = retry_of(store);
	slock_request once = *request;
	slock_attempts attempts = {.deadline = request->deadline, .usual = slock_store_round_trip(self->decorated)};
	slock_time before = slock_key_expiry(request->key), known, due;
	slock_waiter waiter;
	uint64_t left_behind = 0;
	uint32_t grants;
	bool goes_on;

	slock_waiter_init(&waiter, request);
	once.deadline = SLOCK_TRY_ONCE;
	once.left_behind = request->deadline == SLOCK_TRY_ONCE ? request->left_behind : &left_behind;
	for (zend_long tries = 1;; tries++) {
		once.answer_by = request->deadline == SLOCK_TRY_ONCE ? request->answer_by : slock_attempts_begin(&attempts);
		/* What has become known of the lock while this slept is not of this attempt. */
		known = slock_key_expiry(request->key);
		slock_key_set_expiry(request->key, before);
		slock_store_run(self->decorated, &once, result);
		if (result->status != SLOCK_CONFLICT || request->deadline == SLOCK_TRY_ONCE) {
			if (result->status != SLOCK_OK) {
				slock_key_limit_expiry(request->key, known);
			}
			return result->status;
		}
		/* The lifetime that the attempt counted is nobody's. */
		slock_key_set_expiry(request->key, known);
		if (tries >= self->retry_count) {
			return retry_give_up(self, request->key, tries, result);
		}
		if (slock_attempts_are_over(&attempts)) {
			return slock_attempts_end(result, SLOCK_TIMEOUT);
		}
		once.again = true;
		slock_result_reset(result);
		slock_result_set(result, SLOCK_CONFLICT);
		due = retry_next_attempt(self);
		due = MIN(due, request->deadline);
		grants = slock_key_grants(request->key);
		goes_on = slock_wait_until(due);
		slock_wait_note_pause(request, grants, goes_on, result);
		if (!goes_on) {
			return result->status;
		}
		slock_waiter_part_after_fork(&waiter, self->decorated, request);
	}
}

static slock_status retry_run(slock_store *store, const slock_request *request, slock_result *result)
{
	return request->op == SLOCK_OP_ACQUIRE ? retry_acquire(store, request, result)
										   : slock_store_run(retry_of(store)->decorated, request, result);
}

static bool retry_has_token(slock_store *store, slock_key *key, slock_token_ask ask)
{
	return slock_store_has_token(retry_of(store)->decorated, key, ask);
}

static void retry_free(slock_store *store)
{
	slock_object_release(retry_of(store)->decorated);
}

static zend_result retry_check_number(zend_long number, const char *parameter)
{
	if (number >= 0) {
		return SUCCESS;
	}
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
							"RetryTillSaveStore::__construct(): $%s must not be negative, " ZEND_LONG_FMT " given",
							parameter, number);
	return FAILURE;
}

/* Makes a new store one in front of another; an exception is pending when it cannot be. */
static zend_result retry_construct(retry_store *self, zend_object *decorated, zend_long retry_sleep,
								   zend_long retry_count)
{
	slock_store *native;

	if (retry_check_number(retry_sleep, "retrySleep") == FAILURE ||
		retry_check_number(retry_count, "retryCount") == FAILURE) {
		return FAILURE;
	}
	/* Another store could free the one that an operation is asking. */
	if (slock_object_construct_once(&self->base.std, self->base.constructed) == FAILURE) {
		return FAILURE;
	}
	/* One that is still being constructed could come to be in front of itself. */
	native = slock_store_from_obj(decorated);
	if (native && slock_object_check_constructed(decorated, native->constructed) == FAILURE) {
		return FAILURE;
	}
	if (!slock_store_writes_ttl(decorated, SLOCK_WRITE)) {
		self->base.capabilities |= SLOCK_STORE_TTL_APART;
	}
	if (!slock_store_release_is_authoritative(decorated)) {
		self->base.capabilities |= SLOCK_STORE_RELEASE_IS_UNCERTAIN;
	}
	if (native) {
		self->base.capabilities |= native->capabilities & SLOCK_STORE_LETS_OUT;
		/* What a subclass has replaced may do anything. */
		self->base.capabilities |=
			native->overridden ? 0 : native->capabilities & (SLOCK_STORE_FENCES | SLOCK_STORE_RAISES);
	}
	self->decorated = self->base.held = decorated;
	self->base.kinds = slock_store_kinds(decorated);
	GC_ADDREF(decorated);
	self->retry_sleep = retry_sleep;
	self->retry_count = retry_count;
	self->base.constructed = true;
	return SUCCESS;
}

ZEND_METHOD(Symfony_Component_Lock_Store_RetryTillSaveStore, __construct)
{
	zend_long retry_sleep = 100, retry_count = ZEND_LONG_MAX;
	zend_object *decorated;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ_OF_CLASS(decorated, slock_ce_PersistingStoreInterface)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_LONG(retry_sleep)
		SLOCK_PARAM_LONG(retry_count)
	ZEND_PARSE_PARAMETERS_END();

	retry_construct(retry_of(slock_store_this(Z_OBJ_P(ZEND_THIS))), decorated, retry_sleep, retry_count);
}

static void retry_export(zend_object *object, HashTable *into)
{
	const retry_store *self = retry_of(slock_store_this(object));
	zend_class_entry *ce = slock_object_native_class(object->ce);
	zval value;

	if (!self->decorated) {
		return;
	}
	ZVAL_OBJ_COPY(&value, self->decorated);
	slock_object_put(into, ce, "decorated", &value);
	ZVAL_LONG(&value, self->retry_sleep);
	slock_object_put(into, ce, "retrySleep", &value);
	ZVAL_LONG(&value, self->retry_count);
	slock_object_put(into, ce, "retryCount", &value);
}

static zend_result retry_import(slock_store *store, HashTable *data)
{
	zend_class_entry *ce = slock_object_native_class(store->std.ce);
	zval *decorated = slock_object_find(data, ce, "decorated"), *sleep = slock_object_find(data, ce, "retrySleep"),
		 *count = slock_object_find(data, ce, "retryCount");

	if (!decorated || Z_TYPE_P(decorated) != IS_OBJECT ||
		!instanceof_function(Z_OBJCE_P(decorated), slock_ce_PersistingStoreInterface) || !sleep ||
		Z_TYPE_P(sleep) != IS_LONG || !count || Z_TYPE_P(count) != IS_LONG) {
		slock_object_refuse_data(&store->std);
		return FAILURE;
	}
	return retry_construct(retry_of(store), Z_OBJ_P(decorated), Z_LVAL_P(sleep), Z_LVAL_P(count));
}

static const slock_store_ops retry_ops = {
	.name = "RetryTillSaveStore",
	.run = retry_run,
	.export = retry_export,
	.import = retry_import,
	.has_token = retry_has_token,
	.free = retry_free,
	.size = sizeof(retry_store),
	.capabilities = SLOCK_STORE_BLOCKS | SLOCK_STORE_DECORATES | SLOCK_STORE_LOGS,
};

void slock_retry_till_save_store_register(void)
{
	zend_class_entry *ce =
		register_class_Symfony_Component_Lock_Store_RetryTillSaveStore(slock_ce_BlockingStoreInterface);

	slock_logger_class_init(ce);
	slock_store_class_init(ce, &retry_ops);
}
