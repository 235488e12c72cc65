/* SPDX-License-Identifier: MIT
 *
 * MongoDbStore: every operation is one command. */
#include "php_slock.h"
#include "clients/in_use.h"
#include "clients/mongodb/native.h"
#include "clients/dsn.h"
#include "clients/mongodb/client_object.h"
#include "clients/mongodb/uri.h"
#include "core/chance.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "core/text.h"
#include "stores/mongodb/fence.h"
#include "stores/mongodb/place.h"
#include "stores/stores.h"

#include "zend_attributes.h"
#include "zend_exceptions.h"

#include "stubs/MongoDbStore_arginfo.h"

typedef struct {
	slock_mongodb *mongodb; /* NULL only before __construct() ran */
	zend_string *database;
	zend_string *collection;
	zend_string *fence;    /* the collection of the fencing tokens; NULL: none are minted */
	double gc_probability; /* of creating the TTL index when a lock is acquired, 0 to 1 */
	slock_store base;
} mongodb_store;

static mongodb_store *mongodb_of(slock_store *store)
{
	return SLOCK_STORE_AS(mongodb_store, store);
}

static int64_t mongodb_to_ms(double seconds)
{
	return (int64_t) (seconds * 1000.0);
}

/* The package's clients refuse bytes that are no UTF-8; as a BSON binary they work here. */
static void mongodb_set_value(slock_mongodb_value *value, const zend_string *string)
{
	value->bytes = ZSTR_VAL(string);
	value->length = ZSTR_LEN(string);
	value->binary = !slock_mongodb_is_utf8(value->bytes, value->length);
}

static slock_status mongodb_send(mongodb_store *store, slock_mongodb_command command, const slock_request *request,
								 zend_string *token, slock_mongodb_reply *reply, slock_result *result)
{
	/* The clock of the application, as in the package: dates made by two clocks could not be compared. */
	double now = slock_clock_wall();
	slock_mongodb_call call = {
		.command = command,
		.database = ZSTR_VAL(store->database),
		.collection = ZSTR_VAL(store->collection),
		.now = mongodb_to_ms(now),
		/* Not before the owner's time is over. */
		.expires_at = mongodb_to_ms(now + request->ttl) + 1,
		.keeps_later = request->only_prolongs,
		.answer_by = request->answer_by,
	};

	mongodb_set_value(&call.id, request->resource);
	mongodb_set_value(&call.token, token);
	return store->mongodb->ops->run(store->mongodb, &call, reply, result);
}

/* Whether it failed because the collection has one with other options. */
static bool mongodb_create_index_in(mongodb_store *store, const zend_string *collection, zend_long expire_after,
									slock_time answer_by, slock_result *result)
{
	slock_mongodb_call call = {
		.command = SLOCK_MONGODB_INDEX,
		.database = ZSTR_VAL(store->database),
		.collection = ZSTR_VAL(collection),
		.expire_after = expire_after,
		.answer_by = answer_by,
	};
	slock_mongodb_reply reply;

	return store->mongodb->ops->run(store->mongodb, &call, &reply, result) == SLOCK_STORAGE_ERROR && reply.other_index;
}

/* `by_chance`: for an index that the user has made otherwise there is nothing to do. */
static slock_status mongodb_create_index(mongodb_store *store, zend_long expire_after, bool by_chance,
										 slock_time answer_by, slock_result *result)
{
	const zend_string *const collections[] = {store->collection, store->fence};

	for (size_t i = 0; i < 2 && collections[i] && result->status == SLOCK_OK; i++) {
		if (mongodb_create_index_in(store, collections[i], expire_after, answer_by, result) && by_chance) {
			slock_result_reset(result);
		}
	}
	return result->status;
}

static slock_status mongodb_run_command(slock_store *base, slock_mongodb_command command, const slock_request *request,
										slock_mongodb_reply *reply, slock_result *result)
{
	mongodb_store *store = mongodb_of(base);
	zend_string *token = slock_key_token(request->key, base->state_name);

	if (!token) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	mongodb_send(store, command, request, token, reply, result);
	zend_string_release(token);
	if (result->status == SLOCK_OK && !reply->count) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	return result->status;
}

/* What is left to do when the lock is there: the fencing token, and sometimes the index. `asked`: the time by the
 * system's clock before the lock was asked for. */
static slock_status mongodb_complete(slock_store *base, const slock_request *request, double asked,
									 slock_result *result)
{
	mongodb_store *store = mongodb_of(base);
	zend_string *token;

	if (UNEXPECTED(store->fence != NULL)) {
		token = slock_key_token(request->key, base->state_name);
		if (!token) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
		slock_mongodb_mint(store->mongodb, store->database, store->fence, request, token, result);
		zend_string_release(token);
		if (result->status == SLOCK_OK && slock_clock_wall() - asked >= request->ttl) {
			/* The machine has slept meanwhile, and with it the clock of lifetimes, which would not tell. */
			slock_result_set(result, SLOCK_EXPIRED);
		}
		if (result->status != SLOCK_OK) {
			return result->status;
		}
	}
	return slock_chance(store->gc_probability) ? mongodb_create_index(store, 0, true, request->answer_by, result)
											   : SLOCK_OK;
}

/* Asks for the lock itself. Where the first of two commands was perhaps done, the document that is in the way of the
 * second may be its own: one more command tells, for which it is no duplicate. */
static slock_status mongodb_upsert(slock_store *base, const slock_request *request, slock_mongodb_reply *reply,
								   slock_result *result)
{
	mongodb_run_command(base, SLOCK_MONGODB_ACQUIRE, request, reply, result);
	if (UNEXPECTED(reply->duplicate && (result->sent_again || reply->maybe_done))) {
		slock_result_reset(result);
		mongodb_run_command(base, SLOCK_MONGODB_ACQUIRE, request, reply, result);
		reply->maybe_done = true;
	}
	if (reply->duplicate) {
		slock_result_dtor(result);
		slock_result_set(result, SLOCK_CONFLICT);
	}
	return result->status;
}

/* A lock that was written by an acquire() that failed all the same, or in which code of the user's threw, is taken
 * back. */
static slock_status mongodb_acquire(slock_store *base, const slock_request *request, slock_result *result)
{
	/* A key that has been here before may hold the lock already, and a failure to renew it takes nothing away. */
	bool undone = slock_request_may_be_undone(request, slock_key_find_state(request->key, base->state_name) != NULL);
	double asked;
	slock_mongodb_reply reply = {0};

	/* One with a fencing token has to hold it still: else a failure would leave it with the token of that time. */
	if (UNEXPECTED(mongodb_of(base)->fence != NULL) && slock_fence_of(request->key)) {
		if (mongodb_run_command(base, SLOCK_MONGODB_EXISTS, request, &reply, result) == SLOCK_CONFLICT) {
			undone = true;
			slock_result_set(result, SLOCK_OK);
		}
		if (result->status != SLOCK_OK) {
			return result->status;
		}
		reply = (slock_mongodb_reply){0};
	}
	asked = slock_clock_wall();
	if (mongodb_upsert(base, request, &reply, result) == SLOCK_CONFLICT) {
		return SLOCK_CONFLICT;
	}
	if (result->status != SLOCK_OK) {
		if (reply.maybe_done && (undone || reply.upserted)) {
			slock_store_undo(base, request, result);
		}
	} else if (mongodb_complete(base, request, asked, result) != SLOCK_OK && (undone || reply.upserted)) {
		slock_store_undo(base, request, result);
	}
	return result->status;
}

static slock_status mongodb_run(slock_store *store, const slock_request *request, slock_result *result)
{
	slock_mongodb_reply reply;

	if (request->only_if_held && slock_client_is_in_use(mongodb_of(store)->mongodb->client, store->ops->name, result)) {
		return result->status;
	}
	switch (request->op) {
		case SLOCK_OP_ACQUIRE:
			return mongodb_acquire(store, request, result);
		case SLOCK_OP_REFRESH:
			return mongodb_run_command(store, SLOCK_MONGODB_REFRESH, request, &reply, result);
		case SLOCK_OP_EXISTS:
			return mongodb_run_command(store, SLOCK_MONGODB_EXISTS, request, &reply, result);
		default:
			return mongodb_run_command(store, SLOCK_MONGODB_RELEASE, request, &reply, result);
	}
}

static void mongodb_show(slock_store *base, HashTable *into)
{
	mongodb_store *store = mongodb_of(base);

	slock_mongodb_show_place(base, into, store->mongodb, store->database, store->collection);
}

static void mongodb_free(slock_store *base)
{
	mongodb_store *store = mongodb_of(base);

	if (store->mongodb) {
		store->mongodb->ops->free(store->mongodb);
	}
	slock_text_release(store->database);
	slock_text_release(store->collection);
	slock_text_release(store->fence);
}

static const slock_store_ops mongodb_ops = {
	.name = "MongoDbStore",
	.run = mongodb_run,
	.show = mongodb_show,
	.free = mongodb_free,
	.size = sizeof(mongodb_store),
	.capabilities = SLOCK_STORE_EXPIRES,
	.initial_ttl = 300.0,
	.min_ttl = 0.0,
	/* Dates are 64-bit numbers of milliseconds, but a double is exact only so far. */
	.max_ttl = 1e12,
};

/* --- construction ------------------------------------------------------------------------------------------------- */

typedef struct {
	slock_mongodb_place place;
	double gc_probability;
	bool fencing;
} mongodb_options;

#define CONSTRUCTOR "Symfony\\Component\\Lock\\Store\\MongoDbStore::__construct()"

static bool mongodb_read_probability(zval *value, double *probability)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_LONG && Z_TYPE_P(value) != IS_DOUBLE &&
		!(Z_TYPE_P(value) == IS_STRING && is_numeric_string(Z_STRVAL_P(value), Z_STRLEN_P(value), NULL, NULL, false))) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR "\" gcProbability must be a float from 0.0 to 1.0.", 0);
		return false;
	}
	*probability = zval_get_double(value);
	return true;
}

/* False with an exception pending. */
static bool mongodb_read_options(HashTable *from, mongodb_options *to)
{
	zval *value;

	to->gc_probability = 0.001;
	if (!slock_mongodb_place_read(&to->place, from)) {
		return false;
	}
	value = zend_hash_str_find_deref(from, ZEND_STRL("fencing"));
	if (value && Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		zend_type_error("Option \"fencing\" must be of type bool, %s given", zend_zval_type_name(value));
		return false;
	}
	to->fencing = value && Z_TYPE_P(value) == IS_TRUE;
	/* The name that the option had up to 6.2, a slip of the pen, wins as it did there. */
	value = zend_hash_str_find(from, ZEND_STRL("gcProbablity"));
	if (value) {
		ZVAL_DEREF(value);
	}
	if (!value || Z_TYPE_P(value) == IS_NULL) {
		value = zend_hash_str_find(from, ZEND_STRL("gcProbability"));
	}
	return !value || mongodb_read_probability(value, &to->gc_probability);
}

/* The URI without the parameter "fencing", owned; its database, its collection and the parameter win over the options.
 * NULL with an exception pending. */
static zend_string *mongodb_read_uri(mongodb_options *given, zend_string *uri)
{
	zend_string *skimmed = slock_mongodb_place_of_uri(&given->place, uri), *rest, *value;

	if (!skimmed) {
		return NULL;
	}
	rest = slock_dsn_take_parameter(skimmed, "fencing=", &value);
	zend_string_release(skimmed);
	if (value && slock_dsn_to_flag(value, &given->fencing) == FAILURE) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR "\" expects the parameter \"fencing\" of the URI to be 0 or 1.", 0);
		zend_string_release(rest);
		rest = NULL;
	}
	slock_text_release(value);
	return rest;
}

/* The checks of the package, in its order and words. */
static bool mongodb_check_options(const mongodb_options *given, double initial_ttl)
{
	if (!given->place.database) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR "\" requires the \"database\" in the URI path or option.", 0);
	} else if (!given->place.collection) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR "\" requires the \"collection\" in the URI querystring or option.", 0);
	} else if (!(given->gc_probability >= 0.0 && given->gc_probability <= 1.0)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"\"" CONSTRUCTOR "\" gcProbability must be a float from 0.0 to 1.0, \"%f\" given.",
								given->gc_probability);
	} else if (initial_ttl <= 0.0) {
		zend_throw_exception_ex(slock_ce_InvalidTtlException, 0,
								"\"" CONSTRUCTOR "\" expects a strictly positive TTL, got \"" ZEND_LONG_FMT "\".",
								slock_double_to_long(initial_ttl));
	}
	return !EG(exception);
}

ZEND_METHOD(Symfony_Component_Lock_Store_MongoDbStore, __construct)
{
	slock_store *base = slock_store_this(Z_OBJ_P(ZEND_THIS));
	mongodb_store *store = mongodb_of(base);
	slock_mongodb_kind kind = SLOCK_MONGODB_NO_CLIENT;
	slock_mongodb *mongodb = NULL;
	mongodb_options given = {.place.constructor = CONSTRUCTOR};
	slock_mongodb_place *place = &given.place;
	HashTable *from = NULL;
	zend_object *client;
	zend_string *uri, *rest = NULL;
	double initial_ttl = 300.0;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, uri)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(from)
		SLOCK_PARAM_DOUBLE(initial_ttl)
	ZEND_PARSE_PARAMETERS_END();

	if (!zend_finite(initial_ttl) && slock_ttl_check(initial_ttl, "initialTtl") == FAILURE) {
		RETURN_THROWS();
	}
	if (slock_object_construct_once(&base->std, base->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (client && (kind = slock_mongodb_object_kind(client)) == SLOCK_MONGODB_NO_CLIENT) {
		zend_argument_type_error(1,
								 "must be of type MongoDB\\Collection|MongoDB\\Database|MongoDB\\Client|"
								 "MongoDB\\Driver\\Manager|string, %s given",
								 ZSTR_VAL(client->ce->name));
		RETURN_THROWS();
	}
	if (mongodb_read_options(from ? from : (HashTable *) &zend_empty_array, &given) &&
		(client ? slock_mongodb_place_ask(place, client, kind, &mongodb)
				: (rest = mongodb_read_uri(&given, uri)) != NULL) &&
		mongodb_check_options(&given, initial_ttl) && slock_store_check_fencing(given.fencing) == SUCCESS &&
		(client || slock_mongodb_place_connect(place, rest, &mongodb)) && !base->constructed) {
		store->mongodb = mongodb;
		base->held = place->manager;
		store->database = place->database;
		store->collection = place->collection;
		store->gc_probability = given.gc_probability;
		store->fence = given.fencing ? slock_mongodb_fence_name(store->collection) : NULL;
		base->capabilities |= given.fencing ? SLOCK_STORE_FENCES : 0;
		base->initial_ttl = initial_ttl;
		base->constructed = true;
		mongodb = NULL;
		place->database = place->collection = NULL;
	}
	if (mongodb) {
		mongodb->ops->free(mongodb);
	}
	slock_mongodb_place_free(place);
	slock_text_release(rest);
}

ZEND_METHOD(Symfony_Component_Lock_Store_MongoDbStore, createTtlIndex)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_result result = SLOCK_RESULT_INIT;
	zend_long expire_after = 0;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_LONG(expire_after)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_check_constructed(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (mongodb_create_index(mongodb_of(store), expire_after, false, 0, &result) != SLOCK_OK && !EG(exception)) {
		if (result.exception) {
			/* The driver's own exception, as documented. */
			slock_exception_throw(result.exception);
			result.exception = NULL;
		} else {
			zend_throw_exception(slock_ce_LockStorageException, result.message, 0);
		}
	}
	slock_result_dtor(&result);
}

void slock_mongodb_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_MongoDbStore(slock_ce_PersistingStoreInterface),
						   &mongodb_ops);
}
