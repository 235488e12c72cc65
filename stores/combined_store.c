/* SPDX-License-Identifier: MIT
 *
 * CombinedStore: one lock on several stores. Members are asked one after another; what they answer goes into a tally,
 * and the strategy decides on the tally alone, so that how members are asked can change without what is decided. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/logger.h"
#include "core/store.h"
#include "stores/stores.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/CombinedStore_arginfo.h"

typedef enum { OTHER_STRATEGY, CONSENSUS, UNANIMOUS } strategy_kind;

typedef struct {
	zend_object **members; /* owned references; NULL when there are none */
	uint32_t count;
	zend_object *strategy; /* owned; NULL only before __construct() ran */
	strategy_kind kind;    /* our own two are decided without a call */
	slock_store base;
} combined_store;

/* How many members answered what, of those that were asked. */
typedef struct {
	uint32_t successes; /* did what was asked, or hold the lock */
	uint32_t refusals;  /* said that another owner holds the lock, or that this key does not */
	uint32_t failures;  /* anything else; the lock may be there or not */
} answers;

typedef struct tally {
	answers answers;
	zend_object *cause; /* owned: what the first failure was; NULL without one */
	uint32_t cause_at;  /* the index of the member that failed first */
} tally;

/* The words of each operation; the templates are the package's. */
static const struct {
	slock_log_level member_level;
	const char *member_failed;
	slock_log_level quorum_level;
	const char *quorum_missed;
	const char *problem; /* what a storage error begins with */
	const char *done;    /* what members that succeeded did */
} words[] = {
	[SLOCK_OP_ACQUIRE] = {SLOCK_LOG_DEBUG, "One store failed to save the \"{resource}\" lock.", SLOCK_LOG_INFO,
						  "Failed to store the \"{resource}\" lock. Quorum has not been met.", "Quorum not met",
						  "stored the lock"},
	[SLOCK_OP_REFRESH] = {SLOCK_LOG_DEBUG, "One store failed to put off the expiration of the \"{resource}\" lock.",
						  SLOCK_LOG_NOTICE,
						  "Failed to define the expiration for the \"{resource}\" lock. Quorum has not been met.",
						  "Quorum not met", "put off the expiration"},
	[SLOCK_OP_EXISTS] = {SLOCK_LOG_DEBUG, "One store failed to check the \"{resource}\" lock.", SLOCK_LOG_DEBUG, NULL,
						 "Quorum not known", "hold the lock"},
	[SLOCK_OP_RELEASE] = {SLOCK_LOG_NOTICE, "One store failed to delete the \"{resource}\" lock.", SLOCK_LOG_DEBUG,
						  NULL, "A quorum may still hold the lock", "released it"},
};

static combined_store *combined(slock_store *store)
{
	return SLOCK_STORE_AS(combined_store, store);
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

/* --- the strategy ----------------------------------------------------------------------------------------------- */

static bool ask_strategy(combined_store *self, const char *method, size_t length, uint32_t number)
{
	zval arguments[2], returned;
	bool answer;

	ZVAL_LONG(&arguments[0], number);
	ZVAL_LONG(&arguments[1], self->count);
	ZVAL_UNDEF(&returned);
	zend_call_method(self->strategy, self->strategy->ce, NULL, method, length, &returned, 2, &arguments[0],
					 &arguments[1]);
	answer = !EG(exception) && zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	return answer && !EG(exception);
}

/* False also when the strategy threw: the exception is pending then. */
static bool is_met(combined_store *self, uint32_t successes)
{
	switch (self->kind) {
		case CONSENSUS:
			return successes > self->count / 2;
		case UNANIMOUS:
			return successes == self->count;
		default:
			return ask_strategy(self, ZEND_STRL("ismet"), successes);
	}
}

/* The same. */
static bool can_be_met(combined_store *self, uint32_t failures)
{
	switch (self->kind) {
		case CONSENSUS:
			return failures < self->count - self->count / 2;
		case UNANIMOUS:
			return failures == 0;
		default:
			return ask_strategy(self, ZEND_STRL("canbemet"), failures);
	}
}

/* --- collecting answers ----------------------------------------------------------------------------------------- */

static void count_answer(answers *answers, slock_status status)
{
	switch (status) {
		case SLOCK_OK:
			answers->successes++;
			break;
		case SLOCK_CONFLICT:
		case SLOCK_TIMEOUT:
			answers->refusals++;
			break;
		default:
			answers->failures++;
	}
}

static uint32_t not_done(const tally *tally)
{
	return tally->answers.refusals + tally->answers.failures;
}

static void tally_dtor(tally *tally)
{
	if (tally->cause) {
		OBJ_RELEASE(tally->cause);
	}
}

static HashTable *member_context(zend_object *member)
{
	HashTable *context = zend_new_array(4);
	zval value;

	ZVAL_OBJ_COPY(&value, member);
	zend_hash_str_add_new(context, ZEND_STRL("store"), &value);
	return context;
}

/* Takes one member's answer into the tally, frees it, and logs it when it is a failure for the package. The logger may
 * leave an exception pending. */
static void take_answer(combined_store *self, slock_op op, uint32_t at, slock_key *key, slock_result *answer,
						tally *tally)
{
	zend_object *logger, *exception;
	bool refused;

	if (answer->status == SLOCK_INTERRUPTED) {
		slock_result_dtor(answer);
		return;
	}
	count_answer(&tally->answers, answer->status);
	if (answer->status == SLOCK_OK) {
		return;
	}
	refused = answer->status == SLOCK_CONFLICT || answer->status == SLOCK_TIMEOUT;
	/* "Not held" is a proper answer to these two questions. */
	logger = refused && !answer->exception && (op == SLOCK_OP_EXISTS || op == SLOCK_OP_RELEASE)
				 ? NULL
				 : slock_logger_property(&self->base.std);
	if (refused && !logger) {
		slock_result_dtor(answer);
		return;
	}
	exception = slock_exception_from_result(answer, slock_key_resource(key));
	if (!refused && !tally->cause) {
		tally->cause = exception;
		tally->cause_at = at;
		GC_ADDREF(exception);
	}
	if (logger) {
		HashTable *context = member_context(self->members[at]);
		zval value;

		ZVAL_OBJ_COPY(&value, exception);
		zend_hash_str_add_new(context, ZEND_STRL("exception"), &value);
		slock_log(logger, words[op].member_level, words[op].member_failed, key, context);
	}
	OBJ_RELEASE(exception);
}

/* Asks every member to let go, whatever happens in between. An exception that was pending before stays pending;
 * otherwise the first one that came up is. */
static void release_members(combined_store *self, slock_key *key, tally *tally)
{
	slock_request request = {.key = key, .mode = SLOCK_WRITE, .deadline = SLOCK_TRY_ONCE};
	aside first = put_aside();

	for (uint32_t i = 0; i < self->count; i++) {
		slock_result answer = SLOCK_RESULT_INIT;

		slock_store_release(self->members[i], &request, &answer);
		take_answer(self, SLOCK_OP_RELEASE, i, key, &answer, tally);
		if (UNEXPECTED(EG(exception))) {
			put_back(first);
			first = put_aside();
		}
	}
	put_back(first);
}

/* --- deciding --------------------------------------------------------------------------------------------------- */

/* The storage error that tells how many members failed, and why the first of them did. */
static void set_storage_error(combined_store *self, slock_op op, tally *tally, slock_result *result)
{
	zval rv, *text = zend_read_property_ex(zend_ce_exception, tally->cause, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &rv);
	char refused[40] = "";

	if (tally->answers.refusals && op != SLOCK_OP_RELEASE) {
		snprintf(refused, sizeof(refused), ", %u refused", tally->answers.refusals);
	}
	slock_result_dtor(result);
	slock_result_error(result, "%s: %u of %u members %s%s, %u failed; member %u (%s): %s", words[op].problem,
					   tally->answers.successes, self->count, words[op].done, refused, tally->answers.failures,
					   tally->cause_at + 1, ZSTR_VAL(self->members[tally->cause_at]->ce->name),
					   Z_TYPE_P(text) == IS_STRING && Z_STRLEN_P(text) ? Z_STRVAL_P(text)
																	   : ZSTR_VAL(tally->cause->ce->name));
	result->exception = tally->cause;
	tally->cause = NULL;
}

/* A quorum was missed. It is a conflict when the members that said so are enough for that; members that failed prove
 * nothing about other owners. */
static void set_missed(combined_store *self, slock_op op, tally *tally, slock_result *result)
{
	bool undecided = tally->answers.failures && can_be_met(self, tally->answers.refusals);

	if (undecided) {
		set_storage_error(self, op, tally, result);
	} else {
		slock_result_set(result, SLOCK_CONFLICT);
	}
}

/* Whether the answers of the `left` members that were not asked yet can change the outcome: the quorum is within reach,
 * or it is lost and they can tell whether other owners are to blame or members that failed. The package stops when the
 * quorum is lost, because all that is a conflict for it. False also when the strategy threw. */
static bool is_open(combined_store *self, const tally *tally, uint32_t left)
{
	uint32_t refusals = tally->answers.refusals;

	if (can_be_met(self, not_done(tally))) {
		return true;
	}
	return !EG(exception) && tally->answers.failures && can_be_met(self, refusals) &&
		   !can_be_met(self, refusals + left) && !EG(exception);
}

static void log_missed(combined_store *self, slock_op op, slock_key *key, const tally *tally)
{
	zend_object *logger = slock_logger_property(&self->base.std);
	HashTable *context;
	zval value;

	if (!logger) {
		return;
	}
	context = zend_new_array(2);
	ZVAL_LONG(&value, tally->answers.successes);
	zend_hash_str_add_new(context, ZEND_STRL("success"), &value);
	ZVAL_LONG(&value, not_done(tally));
	zend_hash_str_add_new(context, ZEND_STRL("failure"), &value);
	slock_log(logger, words[op].quorum_level, words[op].quorum_missed, key, context);
}

/* The outcome of acquire and refresh, from the answers so far or the exception that is pending. Whatever is not OK is
 * undone on every member: also where it failed, because that member may hold the lock all the same. */
static slock_status conclude(combined_store *self, slock_op op, slock_key *key, tally *tally, slock_result *result)
{
	struct tally undo = {0};

	if (!EG(exception)) {
		if (slock_key_is_expired(key)) {
			slock_result_set(result, SLOCK_EXPIRED);
		} else if (is_met(self, tally->answers.successes)) {
			return slock_result_set(result, SLOCK_OK);
		} else if (!EG(exception)) {
			log_missed(self, op, key, tally);
			if (!EG(exception)) {
				set_missed(self, op, tally, result);
			}
		}
	}
	slock_result_from_pending(result, result->status);
	release_members(self, key, &undo);
	tally_dtor(&undo);
	return slock_result_from_pending(result, result->status);
}

/* --- the operations --------------------------------------------------------------------------------------------- */

/* Members that know no read locks are locked for writing. */
static slock_mode mode_for(zend_object *member, slock_mode mode)
{
	return mode == SLOCK_READ && slock_store_shares(member) ? SLOCK_READ : SLOCK_WRITE;
}

/* How many members after this one can say something new: none when the time has run out, which is the outcome then. */
static uint32_t members_left(const combined_store *self, uint32_t at, slock_key *key)
{
	return slock_key_is_expired(key) ? 0 : self->count - at - 1;
}

/* Puts the expiry off until `expires_at`: on every member, or on those only that did not write the TTL with the lock,
 * in which case the tally has the answers of the others already. */
static slock_status put_off(combined_store *self, const slock_request *request, slock_time expires_at,
							bool without_ttl_only, tally *tally, slock_result *result)
{
	slock_key *key = request->key;

	for (uint32_t i = 0; i < self->count; i++) {
		zend_object *member = self->members[i];
		bool writes_ttl = slock_store_writes_ttl(member, mode_for(member, request->mode));
		slock_request sent = {.key = key, .mode = SLOCK_WRITE, .deadline = SLOCK_TRY_ONCE};
		slock_result answer = SLOCK_RESULT_INIT;
		double left;

		if (without_ttl_only && writes_ttl) {
			continue;
		}
		left = slock_clock_until(expires_at);
		if (left <= 0.0) {
			zend_object *logger = slock_logger_property(&self->base.std);

			if (logger) {
				HashTable *context = member_context(member);
				zval value;

				ZVAL_DOUBLE(&value, request->ttl);
				zend_hash_str_add_new(context, ZEND_STRL("ttl"), &value);
				slock_log(logger, SLOCK_LOG_DEBUG,
						  "Stores took to long to put off the expiration of the \"{resource}\" lock.", key, context);
			}
			slock_key_reduce_lifetime(key, slock_clock_now(), 0.0);
			break;
		}
		/* A store of ours counts the lifetime from before its own request, so it may have the whole TTL: a bit less
		 * could be below the least that it takes. */
		sent.ttl = writes_ttl ? request->ttl : left;
		slock_store_refresh(member, &sent, &answer);
		take_answer(self, SLOCK_OP_REFRESH, i, key, &answer, tally);
		if (EG(exception) || !is_open(self, tally, members_left(self, i, key))) {
			break;
		}
	}
	return conclude(self, SLOCK_OP_REFRESH, key, tally, result);
}

static slock_status acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	combined_store *self = combined(store);
	slock_key *key = request->key;
	slock_time started = slock_clock_now();
	/* When the locks end that were stored with their TTL. Counted apart: the others have their initial TTL until they
	 * are refreshed, which must not cut a longer one short. */
	slock_time written_until = slock_key_expiry(key);
	answers written = {0};
	bool some_without_ttl = false;
	tally tally = {0};

	for (uint32_t i = 0; i < self->count; i++) {
		zend_object *member = self->members[i];
		slock_request sent = {
			.key = key, .mode = mode_for(member, request->mode), .ttl = request->ttl, .deadline = SLOCK_TRY_ONCE};
		slock_result answer = SLOCK_RESULT_INIT;

		if (request->ttl > 0.0 && slock_store_writes_ttl(member, sent.mode)) {
			slock_time until = slock_key_expiry(key);

			slock_key_set_expiry(key, written_until);
			slock_store_acquire(member, &sent, &answer);
			written_until = slock_key_expiry(key);
			slock_key_set_expiry(key, MIN(until, written_until));
			count_answer(&written, answer.status);
		} else {
			some_without_ttl = true;
			sent.ttl = 0.0;
			slock_store_acquire(member, &sent, &answer);
		}
		take_answer(self, SLOCK_OP_ACQUIRE, i, key, &answer, &tally);
		if (EG(exception) || !is_open(self, &tally, members_left(self, i, key))) {
			break;
		}
	}
	if (conclude(self, SLOCK_OP_ACQUIRE, key, &tally, result) == SLOCK_OK && request->ttl > 0.0 && some_without_ttl) {
		slock_key_set_expiry(key, written_until);
		tally.answers = written;
		put_off(self, request, slock_clock_add(started, request->ttl), true, &tally, result);
	}
	tally_dtor(&tally);
	return result->status;
}

static slock_status refresh(slock_store *store, const slock_request *request, slock_result *result)
{
	tally tally = {0};

	put_off(combined(store), request, slock_clock_add(slock_clock_now(), request->ttl), false, &tally, result);
	tally_dtor(&tally);
	return result->status;
}

static slock_status exists(slock_store *store, const slock_request *request, slock_result *result)
{
	combined_store *self = combined(store);
	tally tally = {0};
	bool met = false;

	for (uint32_t i = 0; i < self->count && !met; i++) {
		slock_result answer = SLOCK_RESULT_INIT;

		slock_store_exists(self->members[i], request, &answer);
		take_answer(self, SLOCK_OP_EXISTS, i, request->key, &answer, &tally);
		if (EG(exception)) {
			break;
		}
		met = is_met(self, tally.answers.successes);
		if (EG(exception) || (!met && !is_open(self, &tally, self->count - i - 1))) {
			break;
		}
	}
	if (met) {
		slock_result_set(result, SLOCK_OK);
	} else if (!EG(exception)) {
		set_missed(self, SLOCK_OP_EXISTS, &tally, result);
	}
	tally_dtor(&tally);
	return slock_result_from_pending(result, result->status);
}

static slock_status release(slock_store *store, const slock_request *request, slock_result *result)
{
	combined_store *self = combined(store);
	tally tally = {0};

	release_members(self, request->key, &tally);
	slock_result_set(result, tally.answers.successes ? SLOCK_OK : SLOCK_CONFLICT);
	/* A quorum is out of reach of the members that may still hold the lock, or it is not. */
	if (!EG(exception) && tally.answers.failures && is_met(self, tally.answers.failures)) {
		set_storage_error(self, SLOCK_OP_RELEASE, &tally, result);
	}
	tally_dtor(&tally);
	return slock_result_from_pending(result, result->status);
}

/* Worth it as soon as one member does; acquire() refreshes the others. With none, the lock does it all, so that its
 * calls and log records come in the package's order. */
static bool writes_ttl(slock_store *store, slock_mode mode)
{
	combined_store *self = combined(store);

	for (uint32_t i = 0; i < self->count; i++) {
		if (slock_store_writes_ttl(self->members[i], mode_for(self->members[i], mode))) {
			return true;
		}
	}
	return self->count == 0;
}

static bool tells_release(slock_store *store)
{
	combined_store *self = combined(store);

	for (uint32_t i = 0; i < self->count; i++) {
		if (!slock_store_tells_release(self->members[i])) {
			return false;
		}
	}
	return true;
}

/* --- the object ------------------------------------------------------------------------------------------------- */

static void get_gc(slock_store *store, zend_get_gc_buffer *buffer)
{
	combined_store *self = combined(store);

	for (uint32_t i = 0; i < self->count; i++) {
		zend_get_gc_buffer_add_obj(buffer, self->members[i]);
	}
	if (self->strategy) {
		zend_get_gc_buffer_add_obj(buffer, self->strategy);
	}
}

static void free_store(slock_store *store)
{
	combined_store *self = combined(store);

	for (uint32_t i = 0; i < self->count; i++) {
		OBJ_RELEASE(self->members[i]);
	}
	if (self->members) {
		efree(self->members);
	}
	if (self->strategy) {
		OBJ_RELEASE(self->strategy);
	}
}

static strategy_kind kind_of(const zend_class_entry *ce)
{
	if (ce->type != ZEND_INTERNAL_CLASS) {
		return OTHER_STRATEGY;
	}
	if (zend_string_equals_literal(ce->name, "Symfony\\Component\\Lock\\Strategy\\ConsensusStrategy")) {
		return CONSENSUS;
	}
	return zend_string_equals_literal(ce->name, "Symfony\\Component\\Lock\\Strategy\\UnanimousStrategy")
			   ? UNANIMOUS
			   : OTHER_STRATEGY;
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
	combined_store *self = combined(slock_store_this(Z_OBJ_P(ZEND_THIS)));
	HashTable *stores;
	zend_object *strategy;
	zval *member;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ARRAY_HT(stores)
		Z_PARAM_OBJ_OF_CLASS(strategy, slock_ce_StrategyInterface)
	ZEND_PARSE_PARAMETERS_END();

	/* Another list could free the members that an operation is asking. */
	if (UNEXPECTED(self->base.constructed)) {
		zend_throw_error(NULL, "Cannot construct a %s twice", ZSTR_VAL(self->base.state_name));
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
		self->members = safe_emalloc(zend_hash_num_elements(stores), sizeof(*self->members), 0);
	}
	self->base.capabilities |= SLOCK_STORE_SERIALIZES;
	ZEND_HASH_FOREACH_VAL(stores, member) {
		slock_store *native;

		ZVAL_DEREF(member);
		native = slock_store_from_obj(Z_OBJ_P(member));
		if (!native || !(native->capabilities & SLOCK_STORE_SERIALIZES)) {
			self->base.capabilities &= ~SLOCK_STORE_SERIALIZES;
		}
		GC_ADDREF(Z_OBJ_P(member));
		self->members[self->count++] = Z_OBJ_P(member);
	}
	ZEND_HASH_FOREACH_END();
	self->strategy = strategy;
	GC_ADDREF(strategy);
	self->kind = kind_of(strategy->ce);
	self->base.constructed = true;
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
