/* SPDX-License-Identifier: MIT
 *
 * The answers of the members of a quorum, and what follows from them; see tally.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/logger.h"
#include "core/store_operations.h"
#include "stores/quorum/tally.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

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
	[SLOCK_OP_RAISE] = {SLOCK_LOG_DEBUG, "One store failed to raise the fencing token of the \"{resource}\" lock.",
						SLOCK_LOG_INFO,
						"Failed to raise the fencing token of the \"{resource}\" lock. Quorum has not been met.",
						"Quorum not met", "raised the fencing token"},
};

/* false also when the strategy threw: the handlers of signals wait. */
static bool tally_ask_strategy(slock_quorum *quorum, const char *method, size_t length, uint32_t number)
{
	zval arguments[2], returned;
	bool answer;

	ZVAL_LONG(&arguments[0], number);
	ZVAL_LONG(&arguments[1], quorum->count);
	ZVAL_UNDEF(&returned);
	slock_interrupts_defer();
	zend_call_method(quorum->strategy, quorum->strategy->ce, NULL, method, length, &returned, 2, &arguments[0],
					 &arguments[1]);
	answer = !EG(exception) && zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	slock_interrupts_resume();
	return answer && !EG(exception);
}

bool slock_quorum_is_met(slock_quorum *quorum, uint32_t successes)
{
	switch (quorum->kind) {
		case SLOCK_CONSENSUS:
			return successes > quorum->count / 2;
		case SLOCK_UNANIMOUS:
			return successes == quorum->count;
		default:
			return tally_ask_strategy(quorum, ZEND_STRL("ismet"), successes);
	}
}

/* Whether so many failures leave a quorum possible; false also when the strategy threw. */
static bool tally_can_be_met(slock_quorum *quorum, uint32_t failures)
{
	switch (quorum->kind) {
		case SLOCK_CONSENSUS:
			return failures < quorum->count - quorum->count / 2;
		case SLOCK_UNANIMOUS:
			return failures == 0;
		default:
			return tally_ask_strategy(quorum, ZEND_STRL("canbemet"), failures);
	}
}

void slock_answers_count(slock_answers *answers, const slock_result *answer)
{
	switch (answer->status) {
		case SLOCK_OK:
			answers->successes++;
			break;
		case SLOCK_CONFLICT:
		case SLOCK_TIMEOUT:
			answers->refusals++;
			answers->doubted += answer->undecided;
			break;
		default:
			answers->failures++;
	}
}

static uint32_t tally_not_done(const slock_tally *tally)
{
	return tally->answers.refusals + tally->answers.failures;
}

void slock_tally_dtor(slock_tally *tally)
{
	slock_object_release(tally->cause);
}

static HashTable *tally_member_context(zend_object *member)
{
	HashTable *context = zend_new_array(4);
	zval value;

	ZVAL_OBJ_COPY(&value, member);
	zend_hash_str_add_new(context, ZEND_STRL("store"), &value);
	return context;
}

void slock_quorum_take(slock_quorum *quorum, slock_op op, uint32_t at, slock_key *key, slock_result *answer,
					   slock_tally *tally)
{
	zend_object *logger, *exception;
	bool refused;

	if (answer->status == SLOCK_INTERRUPTED) {
		slock_result_dtor(answer);
		return;
	}
	slock_answers_count(&tally->answers, answer);
	if (answer->status == SLOCK_OK) {
		return;
	}
	if (UNEXPECTED(answer->undecided && answer->message[0])) {
		/* A quorum that may wait for an owner, and may not: that is what it failed of. */
		slock_result_set(answer, SLOCK_STORAGE_ERROR);
	}
	refused = answer->status == SLOCK_CONFLICT || answer->status == SLOCK_TIMEOUT;
	/* "Not held" is a proper answer to these two questions. */
	logger = refused && !answer->exception && (op == SLOCK_OP_EXISTS || op == SLOCK_OP_RELEASE)
				 ? NULL
				 : slock_logger_get(quorum->store);
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
		HashTable *context = tally_member_context(quorum->members[at]);
		zval value;

		ZVAL_OBJ_COPY(&value, exception);
		zend_hash_str_add_new(context, ZEND_STRL("exception"), &value);
		slock_log(logger, words[op].member_level, words[op].member_failed, key, context);
		OBJ_RELEASE(logger);
	}
	OBJ_RELEASE(exception);
}

void slock_quorum_set_failed(slock_quorum *quorum, slock_op op, slock_tally *tally, slock_result *result)
{
	const slock_answers *answers = &tally->answers;
	/* What these would say in the end. */
	const uint32_t unknown = answers->doubted - answers->left, refusals = answers->refusals - unknown;
	char refused[120] = "";
	int length = 0;

	if (refusals && op != SLOCK_OP_RELEASE) {
		length = snprintf(refused, sizeof(refused), ", %u refused", refusals);
	}
	if (answers->left) {
		snprintf(refused + length, sizeof(refused) - (size_t) length,
				 ", of which %u may have what an earlier attempt of this wait has left there", answers->left);
	}
	slock_result_dtor(result);
	if (!tally->cause) {
		slock_result_error(result, "%s: %u of %u members %s%s", words[op].problem, answers->successes, quorum->count,
						   words[op].done, refused);
		return;
	}
	slock_result_error(result, "%s: %u of %u members %s%s, %u failed; member %u (%s): %s", words[op].problem,
					   answers->successes, quorum->count, words[op].done, refused, answers->failures + unknown,
					   tally->cause_at + 1, ZSTR_VAL(quorum->members[tally->cause_at]->ce->name),
					   slock_exception_message(tally->cause));
	result->exception = tally->cause;
	tally->cause = NULL;
}

void slock_quorum_set_missed(slock_quorum *quorum, slock_op op, slock_tally *tally, slock_result *result)
{
	const slock_answers *answers = &tally->answers;
	bool undecided =
		answers->failures + answers->doubted && tally_can_be_met(quorum, answers->refusals - answers->doubted);

	if (undecided) {
		slock_quorum_set_failed(quorum, op, tally, result);
	} else {
		slock_result_set(result, SLOCK_CONFLICT);
	}
}

bool slock_quorum_is_refused(slock_quorum *quorum, const slock_tally *tally)
{
	return tally->answers.refusals && slock_quorum_is_met(quorum, tally->answers.successes + tally->answers.refusals);
}

bool slock_quorum_is_open(slock_quorum *quorum, const slock_tally *tally, uint32_t left)
{
	uint32_t doubted = tally->answers.doubted, refusals = tally->answers.refusals - doubted;

	if (tally_can_be_met(quorum, tally_not_done(tally))) {
		return true;
	}
	return !EG(exception) && tally->answers.failures + doubted && tally_can_be_met(quorum, refusals) &&
		   !tally_can_be_met(quorum, refusals + doubted + left) && !EG(exception);
}

void slock_quorum_log_missed(slock_quorum *quorum, slock_op op, slock_key *key, const slock_tally *tally)
{
	zend_object *logger = slock_logger_get(quorum->store);
	HashTable *context;
	zval value;

	if (!logger) {
		return;
	}
	context = zend_new_array(2);
	ZVAL_LONG(&value, tally->answers.successes);
	zend_hash_str_add_new(context, ZEND_STRL("success"), &value);
	ZVAL_LONG(&value, tally_not_done(tally));
	zend_hash_str_add_new(context, ZEND_STRL("failure"), &value);
	slock_log(logger, words[op].quorum_level, words[op].quorum_missed, key, context);
	OBJ_RELEASE(logger);
}

void slock_quorum_log_too_late(slock_quorum *quorum, uint32_t at, slock_key *key, double ttl)
{
	zend_object *logger = slock_logger_get(quorum->store);
	HashTable *context;
	zval value;

	if (!logger) {
		return;
	}
	context = tally_member_context(quorum->members[at]);
	ZVAL_DOUBLE(&value, ttl);
	zend_hash_str_add_new(context, ZEND_STRL("ttl"), &value);
	slock_log(logger, SLOCK_LOG_DEBUG, "Stores took to long to put off the expiration of the \"{resource}\" lock.", key,
			  context);
	OBJ_RELEASE(logger);
}

void slock_quorum_init(slock_quorum *quorum, zend_object *store, zend_object **members, uint32_t count,
					   zend_object *strategy)
{
	quorum->store = store;
	quorum->members = members;
	quorum->count = count;
	quorum->reach = count ? ecalloc(count, sizeof(*quorum->reach)) : NULL;
	quorum->strategy = slock_object_copy(strategy);
	quorum->kind = SLOCK_OTHER_STRATEGY;
	if (strategy->ce->type == ZEND_INTERNAL_CLASS) {
		if (zend_string_equals_literal(strategy->ce->name, "Symfony\\Component\\Lock\\Strategy\\ConsensusStrategy")) {
			quorum->kind = SLOCK_CONSENSUS;
		} else if (zend_string_equals_literal(strategy->ce->name,
											  "Symfony\\Component\\Lock\\Strategy\\UnanimousStrategy")) {
			quorum->kind = SLOCK_UNANIMOUS;
		}
	}
}

void slock_quorum_dtor(slock_quorum *quorum)
{
	for (uint32_t i = 0; i < quorum->count; i++) {
		OBJ_RELEASE(quorum->members[i]);
	}
	if (quorum->members) {
		efree(quorum->members);
		efree(quorum->reach);
	}
	slock_object_release(quorum->strategy);
}

void slock_quorum_get_gc(slock_quorum *quorum, zend_get_gc_buffer *buffer)
{
	for (uint32_t i = 0; i < quorum->count; i++) {
		zend_get_gc_buffer_add_obj(buffer, quorum->members[i]);
	}
	if (quorum->strategy) {
		zend_get_gc_buffer_add_obj(buffer, quorum->strategy);
	}
}

slock_mode slock_quorum_member_mode(zend_object *member, slock_mode mode)
{
	return mode == SLOCK_READ && slock_store_shares(member) ? SLOCK_READ : SLOCK_WRITE;
}
