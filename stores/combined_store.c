/* SPDX-License-Identifier: MIT
 *
 * CombinedStore: one lock on several stores. Members are asked one after another; what they answer goes into a tally,
 * and the strategy decides on the tally alone, so that how members are asked can change without what is decided. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/logger.h"
#include "core/store.h"
#include "stores/quorum.h"
#include "stores/stores.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/CombinedStore_arginfo.h"

typedef struct {
	slock_quorum quorum;
	slock_store base;
} combined_store;

static slock_quorum *quorum_of(slock_store *store)
{
	return &SLOCK_STORE_AS(combined_store, store)->quorum;
}

/* --- exceptions put aside --------------------------------------------------------------------------------------- */

typedef struct {
	zend_object *exception; /* owned; NULL: none was pending */
	const zend_op *opline;
} aside;

static aside put_aside(void)
{
	aside kept = {EG(exception), EG(opline_before_exception)};

	EG(exception) = NULL;
	return kept;
}

/* Makes what was put aside pending again. It wins over what came up since, but nothing wins over exit(). */
static void put_back(aside kept)
{
	if (!kept.exception) {
		return;
	}
	if (EG(exception)) {
		if (zend_is_unwind_exit(EG(exception)) || zend_is_graceful_exit(EG(exception))) {
			OBJ_RELEASE(kept.exception);
			return;
		}
		zend_clear_exception();
	}
	EG(exception) = kept.exception;
	EG(opline_before_exception) = kept.opline;
}

/* Asks every member to let go, whatever happens in between. An exception that was pending before stays pending;
 * otherwise the first one that came up is. */
static void release_members(slock_quorum *quorum, slock_key *key, slock_tally *tally)
{
	slock_request request = {.key = key, .mode = SLOCK_WRITE, .deadline = SLOCK_TRY_ONCE};
	aside first = put_aside();

	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_result answer = SLOCK_RESULT_INIT;

		slock_store_release(quorum->members[i], &request, &answer);
		slock_quorum_take(quorum, SLOCK_OP_RELEASE, i, key, &answer, tally);
		if (UNEXPECTED(EG(exception))) {
			put_back(first);
			first = put_aside();
		}
	}
	put_back(first);
}

/* The outcome of acquire and refresh, from the answers so far or the exception that is pending. Whatever is not OK is
 * undone on every member: also where it failed, because that member may hold the lock all the same. */
static slock_status conclude(slock_quorum *quorum, slock_op op, slock_key *key, slock_tally *tally,
							 slock_result *result)
{
	slock_tally undo = {0};

	if (!EG(exception)) {
		if (slock_key_is_expired(key)) {
			slock_result_set(result, SLOCK_EXPIRED);
		} else if (slock_quorum_is_met(quorum, tally->answers.successes)) {
			return slock_result_set(result, SLOCK_OK);
		} else if (!EG(exception)) {
			slock_quorum_log_missed(quorum, op, key, tally);
			if (!EG(exception)) {
				slock_quorum_set_missed(quorum, op, tally, result);
			}
		}
	}
	slock_result_from_pending(result, result->status);
	release_members(quorum, key, &undo);
	slock_tally_dtor(&undo);
	return slock_result_from_pending(result, result->status);
}

/* --- the operations --------------------------------------------------------------------------------------------- */

/* Members that know no read locks are locked for writing. */
static slock_mode mode_for(zend_object *member, slock_mode mode)
{
	return mode == SLOCK_READ && slock_store_shares(member) ? SLOCK_READ : SLOCK_WRITE;
}

/* How many members after this one can say something new: none when the time has run out, which is the outcome then. */
static uint32_t members_left(const slock_quorum *quorum, uint32_t at, slock_key *key)
{
	return slock_key_is_expired(key) ? 0 : quorum->count - at - 1;
}

/* Puts the expiry off until `expires_at`: on every member, or on those only that did not write the TTL with the lock,
 * in which case the tally has the answers of the others already. */
static slock_status put_off(slock_quorum *quorum, const slock_request *request, slock_time expires_at,
							bool without_ttl_only, slock_tally *tally, slock_result *result)
{
	slock_key *key = request->key;

	for (uint32_t i = 0; i < quorum->count; i++) {
		zend_object *member = quorum->members[i];
		bool writes_ttl = slock_store_writes_ttl(member, mode_for(member, request->mode));
		slock_request sent = {.key = key, .mode = SLOCK_WRITE, .deadline = SLOCK_TRY_ONCE};
		slock_result answer = SLOCK_RESULT_INIT;
		double left;

		if (without_ttl_only && writes_ttl) {
			continue;
		}
		left = slock_clock_until(expires_at);
		if (left <= 0.0) {
			slock_quorum_log_too_late(quorum, i, key, request->ttl);
			slock_key_reduce_lifetime(key, slock_clock_now(), 0.0);
			break;
		}
		/* A store of ours counts the lifetime from before its own request, so it may have the whole TTL: a bit less
		 * could be below the least that it takes. */
		sent.ttl = writes_ttl ? request->ttl : left;
		slock_store_refresh(member, &sent, &answer);
		slock_quorum_take(quorum, SLOCK_OP_REFRESH, i, key, &answer, tally);
		if (EG(exception) || !slock_quorum_is_open(quorum, tally, members_left(quorum, i, key))) {
			break;
		}
	}
	return conclude(quorum, SLOCK_OP_REFRESH, key, tally, result);
}

static slock_status acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_quorum *quorum = quorum_of(store);
	slock_key *key = request->key;
	slock_time started = slock_clock_now();
	/* When the locks end that were stored with their TTL. Counted apart: the others have their initial TTL until they
	 * are refreshed, which must not cut a longer one short. */
	slock_time written_until = slock_key_expiry(key);
	slock_answers written = {0};
	bool some_without_ttl = false;
	slock_tally tally = {0};

	for (uint32_t i = 0; i < quorum->count; i++) {
		zend_object *member = quorum->members[i];
		slock_request sent = {
			.key = key, .mode = mode_for(member, request->mode), .ttl = request->ttl, .deadline = SLOCK_TRY_ONCE};
		slock_result answer = SLOCK_RESULT_INIT;

		if (request->ttl > 0.0 && slock_store_writes_ttl(member, sent.mode)) {
			slock_time until = slock_key_expiry(key);

			slock_key_set_expiry(key, written_until);
			slock_store_acquire(member, &sent, &answer);
			written_until = slock_key_expiry(key);
			slock_key_set_expiry(key, MIN(until, written_until));
			slock_answers_count(&written, answer.status);
		} else {
			some_without_ttl = true;
			sent.ttl = 0.0;
			slock_store_acquire(member, &sent, &answer);
		}
		slock_quorum_take(quorum, SLOCK_OP_ACQUIRE, i, key, &answer, &tally);
		if (EG(exception) || !slock_quorum_is_open(quorum, &tally, members_left(quorum, i, key))) {
			break;
		}
	}
	if (conclude(quorum, SLOCK_OP_ACQUIRE, key, &tally, result) == SLOCK_OK && request->ttl > 0.0 && some_without_ttl) {
		slock_key_set_expiry(key, written_until);
		tally.answers = written;
		put_off(quorum, request, slock_clock_add(started, request->ttl), true, &tally, result);
	}
	slock_tally_dtor(&tally);
	return result->status;
}

static slock_status refresh(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_tally tally = {0};

	put_off(quorum_of(store), request, slock_clock_add(slock_clock_now(), request->ttl), false, &tally, result);
	slock_tally_dtor(&tally);
	return result->status;
}

static slock_status exists(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_quorum *quorum = quorum_of(store);
	slock_tally tally = {0};
	bool met = false;

	for (uint32_t i = 0; i < quorum->count && !met; i++) {
		slock_result answer = SLOCK_RESULT_INIT;

		slock_store_exists(quorum->members[i], request, &answer);
		slock_quorum_take(quorum, SLOCK_OP_EXISTS, i, request->key, &answer, &tally);
		if (EG(exception)) {
			break;
		}
		met = slock_quorum_is_met(quorum, tally.answers.successes);
		if (EG(exception) || (!met && !slock_quorum_is_open(quorum, &tally, quorum->count - i - 1))) {
			break;
		}
	}
	if (met) {
		slock_result_set(result, SLOCK_OK);
	} else if (!EG(exception)) {
		slock_quorum_set_missed(quorum, SLOCK_OP_EXISTS, &tally, result);
	}
	slock_tally_dtor(&tally);
	return slock_result_from_pending(result, result->status);
}

static slock_status release(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_quorum *quorum = quorum_of(store);
	slock_tally tally = {0};

	release_members(quorum, request->key, &tally);
	slock_result_set(result, tally.answers.successes ? SLOCK_OK : SLOCK_CONFLICT);
	/* A quorum is out of reach of the members that may still hold the lock, or it is not. */
	if (!EG(exception) && tally.answers.failures && slock_quorum_is_met(quorum, tally.answers.failures)) {
		slock_quorum_set_failed(quorum, SLOCK_OP_RELEASE, &tally, result);
	}
	slock_tally_dtor(&tally);
	return slock_result_from_pending(result, result->status);
}

/* Worth it as soon as one member does; acquire() refreshes the others. With none, the lock does it all, so that its
 * calls and log records come in the package's order. */
static bool writes_ttl(slock_store *store, slock_mode mode)
{
	slock_quorum *quorum = quorum_of(store);

	for (uint32_t i = 0; i < quorum->count; i++) {
		if (slock_store_writes_ttl(quorum->members[i], mode_for(quorum->members[i], mode))) {
			return true;
		}
	}
	return quorum->count == 0;
}

static bool tells_release(slock_store *store)
{
	slock_quorum *quorum = quorum_of(store);

	for (uint32_t i = 0; i < quorum->count; i++) {
		if (!slock_store_tells_release(quorum->members[i])) {
			return false;
		}
	}
	return true;
}

/* --- the object ------------------------------------------------------------------------------------------------- */

static void get_gc(slock_store *store, zend_get_gc_buffer *buffer)
{
	slock_quorum_get_gc(quorum_of(store), buffer);
}

static void free_store(slock_store *store)
{
	slock_quorum_dtor(quorum_of(store));
}

/* Refuses what is not a store; throws. One that is still being constructed could come to contain itself. */
static zend_result check_member(zval *member)
{
	slock_store *native;
	const char *type;

	if (Z_TYPE_P(member) == IS_OBJECT && instanceof_function(Z_OBJCE_P(member), slock_ce_PersistingStoreInterface)) {
		native = slock_store_from_obj(Z_OBJ_P(member));
		if (native && !native->constructed) {
			zend_throw_error(NULL, "The %s object has not been correctly initialized by its constructor",
							 ZSTR_VAL(native->std.ce->name));
			return FAILURE;
		}
		return SUCCESS;
	}
	if (Z_TYPE_P(member) == IS_RESOURCE) {
		type = zend_rsrc_list_get_rsrc_type(Z_RES_P(member));
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The store must implement \"%s\". Got \"resource (%s)\".",
								ZSTR_VAL(slock_ce_PersistingStoreInterface->name), type ? type : "closed");
		return FAILURE;
	}
	type = Z_TYPE_P(member) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE_P(member)->name) : zend_zval_type_name(member);
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "The store must implement \"%s\". Got \"%s\".",
							ZSTR_VAL(slock_ce_PersistingStoreInterface->name), type);
	return FAILURE;
}

ZEND_METHOD(Symfony_Component_Lock_Store_CombinedStore, __construct)
{
	slock_store *self = slock_store_this(Z_OBJ_P(ZEND_THIS));
	HashTable *stores;
	zend_object *strategy, **members = NULL;
	uint32_t count = 0;
	zval *member;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ARRAY_HT(stores)
		Z_PARAM_OBJ_OF_CLASS(strategy, slock_ce_StrategyInterface)
	ZEND_PARSE_PARAMETERS_END();

	/* Another list could free the members that an operation is asking. */
	if (UNEXPECTED(self->constructed)) {
		zend_throw_error(NULL, "Cannot construct a %s twice", ZSTR_VAL(self->state_name));
		RETURN_THROWS();
	}
	ZEND_HASH_FOREACH_VAL(stores, member) {
		ZVAL_DEREF(member);
		if (check_member(member) == FAILURE) {
			RETURN_THROWS();
		}
	}
	ZEND_HASH_FOREACH_END();

	if (zend_hash_num_elements(stores)) {
		members = safe_emalloc(zend_hash_num_elements(stores), sizeof(*members), 0);
	}
	self->capabilities |= SLOCK_STORE_SERIALIZES;
	ZEND_HASH_FOREACH_VAL(stores, member) {
		slock_store *native;

		ZVAL_DEREF(member);
		native = slock_store_from_obj(Z_OBJ_P(member));
		if (!native || !(native->capabilities & SLOCK_STORE_SERIALIZES)) {
			self->capabilities &= ~SLOCK_STORE_SERIALIZES;
		}
		GC_ADDREF(Z_OBJ_P(member));
		members[count++] = Z_OBJ_P(member);
	}
	ZEND_HASH_FOREACH_END();
	slock_quorum_init(quorum_of(self), &self->std, members, count, strategy);
	self->constructed = true;
}

ZEND_METHOD(Symfony_Component_Lock_Store_CombinedStore, setLogger)
{
	zend_object *logger = slock_logger_parse(INTERNAL_FUNCTION_PARAM_PASSTHRU);

	if (logger) {
		slock_logger_set_property(Z_OBJ_P(ZEND_THIS), logger);
	}
}

static const slock_store_ops combined_ops = {
	.name = "CombinedStore",
	.acquire = acquire,
	.refresh = refresh,
	.exists = exists,
	.release = release,
	.writes_ttl = writes_ttl,
	.tells_release = tells_release,
	.get_gc = get_gc,
	.free = free_store,
	.size = sizeof(combined_store),
	.capabilities = SLOCK_STORE_SHARES | SLOCK_STORE_EXPIRES,
};

void slock_combined_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_CombinedStore(slock_ce_SharedLockStoreInterface,
																					 slock_ce_LoggerAwareInterface),
						   &combined_ops);
}
