/* SPDX-License-Identifier: MIT
 *
 * CombinedStore: one lock on several stores. How the members are asked is in round.c; what they answer goes into a
 * tally, and the strategy decides on the tally alone. */
#include "php_slock.h"
#include "core/logger.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "stores/quorum/round.h"
#include "stores/quorum/waiter.h"
#include "stores/stores.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/CombinedStore_arginfo.h"

typedef struct {
	slock_quorum quorum;
	slock_store base;
} combined_store;

static slock_quorum *combined_quorum(slock_store *store)
{
	return &SLOCK_STORE_AS(combined_store, store)->quorum;
}

/* --- the operations --------------------------------------------------------------------------------------------- */

/* Whether a waiter goes on waiting. With a member that fails all others have to agree, and those of another owner who
 * is just letting go do not. At the end of the wait it counts that nobody knows. */
static bool combined_goes_on(const slock_round *round)
{
	return round->op == SLOCK_OP_ACQUIRE &&
		   (round->watch ? slock_clock_now() < round->watch->until : round->left_behind != NULL) &&
		   slock_quorum_is_refused(round->quorum, round->tally);
}

/* Of acquire and refresh. */
static void combined_set_missed(slock_round *round, slock_result *result)
{
	slock_quorum_set_missed(round->quorum, round->op, round->tally, result);
	if (result->status == SLOCK_STORAGE_ERROR && !EG(exception) && combined_goes_on(round)) {
		/* Nobody knows yet whether this is the end. */
		result->undecided = true;
		slock_result_set(result, SLOCK_CONFLICT);
	}
}

/* Whether releases whose answers nobody awaits could let another owner in if they came late. One that has all members
 * keeps the others out with any of them. */
static bool combined_leaves_behind(const slock_round *round)
{
	return round->abandoned && (round->quorum->kind != SLOCK_UNANIMOUS || round->abandoned == round->quorum->count);
}

/* Of a release. Without those members that have not answered there may be no quorum; nor without most of them, where
 * nobody awaits their answers. (With one of two it would not be worth the time to wait for that one, each time.) What
 * another strategy makes of them nobody knows. */
static void combined_note_unheard(const slock_round *round, const slock_tally *tally, slock_result *result)
{
	slock_quorum *quorum = round->quorum;
	const uint32_t failures = tally->answers.failures;
	const bool unheard = round->unheard || combined_leaves_behind(round);

	if (UNEXPECTED(failures || unheard)) {
		result->release_unheard = failures > round->unreached || unheard;
		result->release_again =
			quorum->kind != SLOCK_OTHER_STRATEGY &&
			(!slock_quorum_is_met(quorum, quorum->count - failures) || 2 * round->abandoned > quorum->count);
	}
}

/* Of a release: whether no member can have the lock any more. */
static bool combined_all_have_heard(const slock_round *round, const slock_tally *tally)
{
	bool all = !tally->answers.failures && !round->unheard && !round->abandoned;

	for (uint32_t i = 0; i < round->quorum->count; i++) {
		all = all && round->calls[i].state != SLOCK_MEMBER_UNREACHED;
	}
	return all;
}

/* The outcome of acquire and refresh, from the answers so far or the exception that is pending. Whatever is not OK is
 * undone on every member: also where it failed, because that member may hold the lock all the same. Not where a lock
 * that is held could not be renewed: then nothing has become worse. */
static slock_status combined_conclude(slock_round *round, slock_result *result)
{
	slock_quorum *quorum = round->quorum;
	slock_tally undo = {0};

	if (!EG(exception)) {
		if (slock_key_is_expired(round->key)) {
			slock_result_set(result, SLOCK_EXPIRED);
		} else if (slock_quorum_is_met(quorum, round->tally->answers.successes)) {
			result->release_unheard = result->release_unheard || round->unheard;
			return slock_result_set(result, SLOCK_OK);
		} else if (!EG(exception)) {
			slock_quorum_log_missed(quorum, round->op, round->key, round->tally);
			if (!EG(exception)) {
				combined_set_missed(round, result);
			}
		}
	}
	slock_result_from_pending(result, result->status);
	if (round->only_if_held && result->status != SLOCK_CONFLICT && result->status != SLOCK_EXPIRED) {
		/* The lock is held as before, and its owner will ask again. */
		return result->status;
	}
	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_member_call *call = &round->calls[i];

		call->leaves = call->leaves || (call->state == SLOCK_MEMBER_AWAITED && call->sent);
	}
	slock_round_allow_undo(round);
	slock_round_release(round, &undo);
	result->given_back = true;
	result->given_back_to_all = combined_all_have_heard(round, &undo);
	combined_note_unheard(round, &undo, result);
	slock_tally_dtor(&undo);
	return slock_result_from_pending(result, result->status);
}

/* The members of this owner gave it numbers of their own, and those of the next one may have been behind: they need to
 * have but one member in common, whose number need not be the greatest. So the greatest is told to a quorum of those
 * that hold the lock, before anybody gets it: the next owner has one of them after this one, with a greater number.
 * Where all members are always asked, all their numbers grow, and so does the greatest. */
static void combined_raise(slock_round *round, slock_result *result)
{
	slock_quorum *quorum = round->quorum;

	round->tally->answers.successes = 0;
	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_member_call *call = &round->calls[i];

		/* What is still awaited of a member may be the lock, and a failure is one. */
		call->raises =
			(call->state == SLOCK_MEMBER_AWAITED && call->sent) || (call->fence && call->fence < round->fence);
		round->tally->answers.successes += call->fence == round->fence;
	}
	if (!slock_quorum_is_met(quorum, round->tally->answers.successes) && !EG(exception)) {
		round->op = SLOCK_OP_RAISE;
		slock_round_ask(round);
		round->took = MAX(round->took + round->slowest, round->in_turn);
	}
	combined_conclude(round, result);
}

/* Acquires, and puts the expiry off on those members that did not write the TTL with the lock. */
static void combined_acquire(const slock_store *store, slock_round *round, slock_result *result)
{
	slock_time started = slock_clock_now(), before = slock_key_expiry(round->key);

	slock_quorum_waiter_attempts(round->quorum, round->watch);
	slock_round_ask(round);
	round->took = MAX(round->slowest, round->in_turn);
	if (combined_conclude(round, result) == SLOCK_OK && (store->capabilities & SLOCK_STORE_FENCES) &&
		round->quorum->kind != SLOCK_UNANIMOUS) {
		combined_raise(round, result);
	}
	if (result->status != SLOCK_OK || round->ttl == 0.0 || !round->some_without_ttl) {
		return;
	}
	/* Those that are refreshed now have counted their initial TTL, which must not cut a longer one short. */
	slock_key_set_expiry(round->key, MIN(before, round->written_until));
	round->lifetime = round->written_until;
	round->tally->answers = round->written;
	round->op = SLOCK_OP_REFRESH;
	round->held_until = 0;
	round->expires_at = slock_clock_add(started, slock_duration(round->ttl));
	round->without_ttl_only = true;
	slock_round_ask(round);
	round->took = MAX(round->took + round->slowest, round->in_turn);
	combined_conclude(round, result);
}

/* What the key keeps. What members mint that are written in PHP is not the lock's token. */
static void combined_note_fence(const slock_store *store, const slock_request *request, int64_t fence,
								slock_result *result)
{
	if (request->op != SLOCK_OP_ACQUIRE && request->op != SLOCK_OP_RELEASE) {
		return;
	}
	if (request->op == SLOCK_OP_ACQUIRE && result->status == SLOCK_OK && fence &&
		(store->capabilities & SLOCK_STORE_FENCES)) {
		result->fence = fence;
		if (!request->of_member) {
			slock_fence_keep(request->key, fence);
		}
	} else {
		slock_fence_forget(request->key);
	}
}

/* With a strategy of the user's nobody knows which members the next owner needs, and might be in the way of. But two
 * processes with one token would not be in each other's. */
static bool combined_has_token(slock_store *store, slock_key *key, slock_token_ask ask)
{
	const slock_quorum *quorum = combined_quorum(store);
	bool has = false;

	if (quorum->kind == SLOCK_OTHER_STRATEGY && ask != SLOCK_TOKEN_PARTED) {
		return false;
	}
	for (uint32_t i = 0; i < quorum->count; i++) {
		has = slock_store_has_token(quorum->members[i], key, ask) || has;
	}
	return has;
}

/* Who waits tries again after a conflict, and must not lose what it gets then to a release that is on its way: others
 * are told. A member that has the lock of before still refuses it, until that ends: not where each member counts. */
static void combined_leave_token(const slock_round *round, const slock_request *request, slock_result *result)
{
	const slock_quorum *quorum = round->quorum;

	if (!request->left_behind || request->op != SLOCK_OP_ACQUIRE || result->status != SLOCK_CONFLICT ||
		request->of_member || quorum->kind != SLOCK_CONSENSUS || !result->release_unheard) {
		return;
	}
	for (uint32_t i = 0; i < quorum->count; i++) {
		if (round->calls[i].leaves && slock_store_has_token(quorum->members[i], request->key, SLOCK_TOKEN_KEPT)) {
			slock_member_leave_behind(round, i);
		}
	}
	/* Only now: members of one class have one token. */
	for (uint32_t i = 0; i < quorum->count; i++) {
		slock_store_has_token(quorum->members[i], request->key, SLOCK_TOKEN_FORGOTTEN);
	}
	result->release_unheard = result->release_again = false;
}

static void combined_release(slock_round *round, slock_result *result)
{
	slock_tally *tally = round->tally;

	slock_round_release(round, tally);
	slock_result_set(result, tally->answers.successes ? SLOCK_OK : SLOCK_CONFLICT);
	combined_note_unheard(round, tally, result);
	/* A quorum is out of reach of the members that may still hold the lock, or it is not. */
	if (!EG(exception) && tally->answers.failures && slock_quorum_is_met(round->quorum, tally->answers.failures)) {
		slock_quorum_set_failed(round->quorum, round->op, tally, result);
	}
}

static slock_status combined_run(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_quorum *quorum = combined_quorum(store);
	slock_tally tally = {0};
	slock_round round = {.quorum = quorum,
						 .key = request->key,
						 .op = request->op,
						 .mode = request->mode,
						 .ttl = request->ttl,
						 .answer_by = request->answer_by,
						 .only_if_held = request->only_if_held,
						 .again = request->again,
						 .keeps_writer = request->keeps_writer,
						 .held_until = request->held_until,
						 .had_until = request->had_until,
						 .watch = request->watch,
						 .left_behind = request->left_behind,
						 .lifetime = SLOCK_FOREVER,
						 .written_until = SLOCK_FOREVER,
						 .tally = &tally};
	ALLOCA_FLAG(use_heap)

	round.calls = do_alloca(quorum->count * sizeof(*round.calls), use_heap);
	for (uint32_t i = 0; i < quorum->count; i++) {
		round.calls[i].state = SLOCK_MEMBER_UNASKED;
		round.calls[i].sent = round.calls[i].granted = round.calls[i].leaves = false;
		round.calls[i].resent = round.calls[i].follows = false;
		round.calls[i].fence = 0;
	}
	switch (request->op) {
		case SLOCK_OP_ACQUIRE:
			combined_acquire(store, &round, result);
			break;
		case SLOCK_OP_REFRESH:
			round.expires_at = slock_clock_after(slock_duration(request->ttl));
			slock_round_ask(&round);
			combined_conclude(&round, result);
			break;
		case SLOCK_OP_EXISTS:
			slock_round_ask(&round);
			if (round.met) {
				slock_result_set(result, SLOCK_OK);
			} else if (!EG(exception)) {
				slock_quorum_set_missed(quorum, request->op, &tally, result);
			}
			break;
		default:
			combined_release(&round, result);
	}
	slock_round_leave(&round);
	combined_note_fence(store, request, round.fence, result);
	combined_leave_token(&round, request, result);
	if (request->op == SLOCK_OP_ACQUIRE && (result->status == SLOCK_OK || result->status == SLOCK_CONFLICT)) {
		slock_store_note_round_trip(store, round.took);
	}
	free_alloca(round.calls, use_heap);
	slock_tally_dtor(&tally);
	result->expires_at = round.lifetime;
	return slock_result_from_pending(result, result->status);
}

/* --- waiting ---------------------------------------------------------------------------------------------------- */

static void combined_watch_begin(slock_store *store, const slock_request *request, slock_watch *watch)
{
	slock_quorum_wait_begin(combined_quorum(store), request, watch);
}

static void combined_watch_on_conflict(slock_store *store, const slock_request *request, slock_watch *watch)
{
	slock_quorum_wait_on_conflict(combined_quorum(store), request, watch);
}

static void combined_watch_poll(slock_store *store, const slock_request *request, slock_watch *watch)
{
	slock_quorum_wait_poll(combined_quorum(store), request, watch);
}

static void combined_watch_end(slock_store *store, slock_watch *watch, bool acquired)
{
	slock_quorum_wait_end(combined_quorum(store), watch, acquired);
}

static const slock_watch_ops combined_watch = {
	.begin = combined_watch_begin,
	.on_conflict = combined_watch_on_conflict,
	.poll = combined_watch_poll,
	.end = combined_watch_end,
};

/* --- the object ------------------------------------------------------------------------------------------------- */

static void combined_get_gc(slock_store *store, zend_get_gc_buffer *buffer)
{
	slock_quorum_get_gc(combined_quorum(store), buffer);
}

static void combined_free(slock_store *store)
{
	slock_quorum_dtor(combined_quorum(store));
}

/* Refuses what is not a store; throws. One that is still being constructed could come to contain itself. */
static zend_result combined_check_member(zval *member)
{
	slock_store *native;
	const char *type;

	if (Z_TYPE_P(member) == IS_OBJECT && instanceof_function(Z_OBJCE_P(member), slock_ce_PersistingStoreInterface)) {
		native = slock_store_from_obj(Z_OBJ_P(member));
		return native ? slock_object_check_constructed(&native->std, native->constructed) : SUCCESS;
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

/* The capability flags that depend on the members. Writing the TTL is worth it as soon as one member does: acquiring
 * refreshes the others. With none, the lock does it all, so that its calls and log records come in the package's order.
 */
static uint32_t combined_limits(zend_object **members, uint32_t count)
{
	uint32_t flags = count ? SLOCK_STORE_TTL_APART | SLOCK_STORE_TTL_APART_READ : 0;

	for (uint32_t i = 0; i < count; i++) {
		if (slock_store_writes_ttl(members[i], SLOCK_WRITE)) {
			flags &= ~SLOCK_STORE_TTL_APART;
		}
		if (slock_store_writes_ttl(members[i], slock_quorum_member_mode(members[i], SLOCK_READ))) {
			flags &= ~SLOCK_STORE_TTL_APART_READ;
		}
		if (!slock_store_release_is_authoritative(members[i])) {
			flags |= SLOCK_STORE_RELEASE_IS_UNCERTAIN;
		}
	}
	return flags;
}

/* Whether locks have a token: that of each member has to count, since one that has none may be the only one that two
 * owners have in common. */
static bool combined_fences(const slock_quorum *quorum)
{
	const uint32_t needed =
		quorum->kind == SLOCK_UNANIMOUS ? SLOCK_STORE_FENCES : SLOCK_STORE_FENCES | SLOCK_STORE_RAISES;

	for (uint32_t i = 0; i < quorum->count; i++) {
		if (!slock_store_has(quorum->members[i], needed)) {
			return false;
		}
	}
	return quorum->count > 0;
}

/* Makes a new store one in front of the members; an exception is pending when it cannot be. */
static zend_result combined_construct(slock_store *self, HashTable *stores, zend_object *strategy)
{
	zend_object **members = NULL;
	uint32_t count = 0;
	zval *member;

	/* Another list could free the members that an operation is asking. */
	if (slock_object_construct_once(&self->std, self->constructed) == FAILURE) {
		return FAILURE;
	}
	ZEND_HASH_FOREACH_VAL(stores, member) {
		ZVAL_DEREF(member);
		if (combined_check_member(member) == FAILURE) {
			return FAILURE;
		}
	}
	ZEND_HASH_FOREACH_END();

	if (zend_hash_num_elements(stores)) {
		members = safe_emalloc(zend_hash_num_elements(stores), sizeof(*members), 0);
	}
	ZEND_HASH_FOREACH_VAL(stores, member) {
		ZVAL_DEREF(member);
		GC_ADDREF(Z_OBJ_P(member));
		self->kinds |= slock_store_kinds(Z_OBJ_P(member));
		members[count++] = Z_OBJ_P(member);
	}
	ZEND_HASH_FOREACH_END();
	self->capabilities |= combined_limits(members, count);
	slock_quorum_init(combined_quorum(self), &self->std, members, count, strategy);
	self->capabilities |= combined_fences(combined_quorum(self)) ? SLOCK_STORE_FENCES : 0;
	self->constructed = true;
	return SUCCESS;
}

ZEND_METHOD(Symfony_Component_Lock_Store_CombinedStore, __construct)
{
	HashTable *stores;
	zend_object *strategy;

	SLOCK_PARSE_PARAMETERS_START(2)
		Z_PARAM_ARRAY_HT(stores)
		Z_PARAM_OBJ_OF_CLASS(strategy, slock_ce_StrategyInterface)
	ZEND_PARSE_PARAMETERS_END();

	combined_construct(slock_store_this(Z_OBJ_P(ZEND_THIS)), stores, strategy);
}

static void combined_export(zend_object *object, HashTable *into)
{
	slock_store *store = slock_store_this(object);
	zend_class_entry *ce = slock_object_native_class(object->ce);
	slock_quorum *quorum = combined_quorum(store);
	zval stores, value;

	if (!store->constructed) {
		return;
	}
	array_init_size(&stores, quorum->count);
	for (uint32_t i = 0; i < quorum->count; i++) {
		ZVAL_OBJ_COPY(&value, quorum->members[i]);
		zend_hash_next_index_insert_new(Z_ARRVAL(stores), &value);
	}
	slock_object_put(into, ce, "stores", &stores);
	ZVAL_OBJ_COPY(&value, quorum->strategy);
	slock_object_put(into, ce, "strategy", &value);
}

static zend_result combined_import(slock_store *store, HashTable *data)
{
	zend_class_entry *ce = slock_object_native_class(store->std.ce);
	zval *stores = slock_object_find(data, ce, "stores"), *strategy = slock_object_find(data, ce, "strategy");

	if (!stores || Z_TYPE_P(stores) != IS_ARRAY || !strategy || Z_TYPE_P(strategy) != IS_OBJECT ||
		!instanceof_function(Z_OBJCE_P(strategy), slock_ce_StrategyInterface)) {
		slock_object_refuse_data(&store->std);
		return FAILURE;
	}
	return combined_construct(store, Z_ARRVAL_P(stores), Z_OBJ_P(strategy));
}

static const slock_store_ops combined_ops = {
	.name = "CombinedStore",
	.run = combined_run,
	.watch = &combined_watch,
	.export = combined_export,
	.import = combined_import,
	.has_token = combined_has_token,
	.get_gc = combined_get_gc,
	.free = combined_free,
	.size = sizeof(combined_store),
	.capabilities = SLOCK_STORE_SHARES | SLOCK_STORE_EXPIRES | SLOCK_STORE_DECORATES | SLOCK_STORE_LOGS,
};

void slock_combined_store_register(void)
{
	zend_class_entry *ce = register_class_Symfony_Component_Lock_Store_CombinedStore(slock_ce_SharedLockStoreInterface);

	slock_logger_class_init(ce);
	slock_store_class_init(ce, &combined_ops);
}
