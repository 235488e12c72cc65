/* SPDX-License-Identifier: MIT
 *
 * Commands through a MongoDB\Driver\Manager; see client_object.h. */
#include "php_slock.h"
#include "clients/mongodb/client_object.h"
#include "core/exceptions.h"
#include "core/signals.h"

#include "zend_exceptions.h"

#define DUPLICATE_KEY 11000

typedef struct {
	slock_mongodb base;
	zend_object *manager;
} object_mongodb;

static const struct {
	const char *name;
	size_t length;
	slock_mongodb_kind kind;
} client_classes[] = {
	{ZEND_STRL("mongodb\\driver\\manager"), SLOCK_MONGODB_MANAGER},
	{ZEND_STRL("mongodb\\collection"), SLOCK_MONGODB_COLLECTION},
	{ZEND_STRL("mongodb\\database"), SLOCK_MONGODB_DATABASE},
	{ZEND_STRL("mongodb\\client"), SLOCK_MONGODB_CLIENT},
};

slock_mongodb_kind slock_mongodb_object_kind(zend_object *client)
{
	for (size_t i = 0; i < sizeof(client_classes) / sizeof(*client_classes); i++) {
		zend_class_entry *ce =
			zend_hash_str_find_ptr(EG(class_table), client_classes[i].name, client_classes[i].length);

		if (ce && instanceof_function(client->ce, ce)) {
			return client_classes[i].kind;
		}
	}
	return SLOCK_MONGODB_NO_CLIENT;
}

/* Calls a method; false with an exception pending. */
static bool call(zend_object *object, const char *method, uint32_t argc, zval *argv, zval *returned)
{
	zval zobject, name;

	ZVAL_OBJ(&zobject, object);
	ZVAL_STRING(&name, method);
	ZVAL_UNDEF(returned);
	if (call_user_function(NULL, &zobject, &name, returned, argc, argv) == FAILURE && !EG(exception)) {
		zend_throw_error(NULL, "Call to undefined method %s::%s()", ZSTR_VAL(object->ce->name), method);
	}
	zval_ptr_dtor(&name);
	return !EG(exception);
}

bool slock_mongodb_object_call(zend_object *object, const char *method, zval *returned)
{
	return call(object, method, 0, NULL, returned);
}

/* new $name(...$argv), of a class of the driver. Frees the arguments; false with an exception pending. */
static bool make(zval *object, const char *name, uint32_t argc, zval *argv)
{
	zend_class_entry *ce = EG(exception) ? NULL : zend_hash_str_find_ptr(EG(class_table), name, strlen(name));

	ZVAL_UNDEF(object);
	if (ce && object_init_ex(object, ce) == SUCCESS) {
		zend_call_known_instance_method(ce->constructor, Z_OBJ_P(object), NULL, argc, argv);
		if (EG(exception)) {
			zend_object_store_ctor_failed(Z_OBJ_P(object));
			zval_ptr_dtor(object);
			ZVAL_UNDEF(object);
		}
	} else if (!EG(exception)) {
		zend_throw_error(NULL, "Class \"%s\" not found", name);
	}
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	return !EG(exception);
}

/* --- documents ----------------------------------------------------------------------------------------------------- */

static void add_value(zval *document, const char *name, const slock_mongodb_value *value)
{
	zval argv[2], binary;

	if (!value->binary) {
		add_assoc_stringl(document, name, value->bytes, value->length);
		return;
	}
	ZVAL_STRINGL(&argv[0], value->bytes, value->length);
	ZVAL_LONG(&argv[1], 0);
	if (make(&binary, "mongodb\\bson\\binary", 2, argv)) {
		add_assoc_zval(document, name, &binary);
	}
}

static void add_date(zval *document, const char *name, int64_t ms)
{
	zval argv[1], date;

#if SIZEOF_ZEND_LONG >= 8
	ZVAL_LONG(&argv[0], ms);
#else
	ZVAL_STR(&argv[0], zend_strpprintf(0, "%" PRId64, ms));
#endif
	if (make(&date, "mongodb\\bson\\utcdatetime", 1, argv)) {
		add_assoc_zval(document, name, &date);
	}
}

/* {_id: …, token: …} */
static void make_own(zval *document, const slock_mongodb_call *what)
{
	array_init(document);
	add_value(document, "_id", &what->id);
	add_value(document, "token", &what->token);
}

static void add_comparison(zval *document, const char *operator, int64_t ms)
{
	zval comparison;

	array_init(&comparison);
	add_date(&comparison, operator, ms);
	add_assoc_zval(document, "expires_at", &comparison);
}

static void make_own_or_expired(zval *document, const slock_mongodb_call *what)
{
	zval either, branch;

	array_init(document);
	add_value(document, "_id", &what->id);
	array_init(&either);
	array_init(&branch);
	add_value(&branch, "token", &what->token);
	add_next_index_zval(&either, &branch);
	array_init(&branch);
	add_comparison(&branch, "$lte", what->now);
	add_next_index_zval(&either, &branch);
	add_assoc_zval(document, "$or", &either);
}

/* A BulkWrite with our one write in it. */
static bool make_write(zval *bulk, const slock_mongodb_call *what)
{
	zval argv[3], set, unused;
	uint32_t argc = 0;

	if (!make(bulk, "mongodb\\driver\\bulkwrite", 0, NULL)) {
		return false;
	}
	if (what->command == SLOCK_MONGODB_ACQUIRE) {
		make_own_or_expired(&argv[argc++], what);
	} else {
		make_own(&argv[argc++], what);
	}
	if (what->command == SLOCK_MONGODB_RELEASE) {
		array_init(&argv[argc]);
		add_assoc_bool(&argv[argc++], "limit", true);
	} else {
		make_own(&set, what);
		add_date(&set, "expires_at", what->expires_at);
		array_init(&argv[argc]);
		add_assoc_zval(&argv[argc++], "$set", &set);
		array_init(&argv[argc]);
		add_assoc_bool(&argv[argc++], "upsert", what->command == SLOCK_MONGODB_ACQUIRE);
	}
	ZVAL_UNDEF(&unused);
	if (!EG(exception)) {
		call(Z_OBJ_P(bulk), what->command == SLOCK_MONGODB_RELEASE ? "delete" : "update", argc, argv, &unused);
	}
	zval_ptr_dtor(&unused);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	return !EG(exception);
}

/* --- answers ------------------------------------------------------------------------------------------------------- */

/* An integer that a method without arguments returns; 0 where it returns something else. */
static zend_long number(zend_object *object, const char *method)
{
	zval value;
	zend_long found = 0;

	if (call(object, method, 0, NULL, &value) && Z_TYPE(value) == IS_LONG) {
		found = Z_LVAL(value);
	}
	zval_ptr_dtor(&value);
	return found;
}

static void read_write_result(zend_object *write, const slock_mongodb_call *what, slock_mongodb_reply *reply)
{
	zval errors, error, *first;

	if (what->command == SLOCK_MONGODB_RELEASE) {
		reply->count = number(write, "getDeletedCount");
	} else {
		zend_long upserted = number(write, "getUpsertedCount");

		reply->upserted = upserted > 0;
		reply->count = upserted + number(write, "getMatchedCount");
	}
	if (call(write, "getWriteErrors", 0, NULL, &errors) && Z_TYPE(errors) == IS_ARRAY &&
		zend_hash_num_elements(Z_ARRVAL(errors))) {
		first = zend_hash_index_find(Z_ARRVAL(errors), 0);
		if (first && Z_TYPE_P(first) == IS_OBJECT) {
			reply->duplicate = number(Z_OBJ_P(first), "getCode") == DUPLICATE_KEY;
		}
	} else if (!EG(exception) && call(write, "getWriteConcernError", 0, NULL, &error)) {
		reply->maybe_done = Z_TYPE(error) == IS_OBJECT;
		zval_ptr_dtor(&error);
	}
	zval_ptr_dtor(&errors);
}

/* Whether the server refused the whole command for a duplicate key; the driver may wrap that once more. */
static bool is_duplicate(zend_object *thrown)
{
	zval previous;
	bool found = number(thrown, "getCode") == DUPLICATE_KEY;

	if (!found && !EG(exception) && call(thrown, "getPrevious", 0, NULL, &previous)) {
		found = Z_TYPE(previous) == IS_OBJECT && number(Z_OBJ(previous), "getCode") == DUPLICATE_KEY;
		zval_ptr_dtor(&previous);
	}
	return found;
}

/* Turns what the Manager threw into the result; a BulkWriteException also has a result of the write. */
static slock_status read_exception(const slock_mongodb_call *what, slock_mongodb_reply *reply, slock_result *result)
{
	zend_class_entry *ce =
		zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("mongodb\\driver\\exception\\bulkwriteexception"));
	zend_object *thrown;
	zval write;

	if (slock_result_from_client(result) != SLOCK_STORAGE_ERROR || !result->exception) {
		return result->status;
	}
	thrown = result->exception;
	if (ce && instanceof_function(thrown->ce, ce)) {
		if (call(thrown, "getWriteResult", 0, NULL, &write) && Z_TYPE(write) == IS_OBJECT) {
			read_write_result(Z_OBJ(write), what, reply);
		}
		zval_ptr_dtor(&write);
		if (!EG(exception) && !reply->duplicate) {
			reply->duplicate = is_duplicate(thrown);
		}
		if (EG(exception)) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
	}
	return result->status;
}

static void run_write(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply)
{
	zval argv[3], concern[1], option, answer;

	ZVAL_STR(&argv[0], zend_strpprintf(0, "%s.%s", what->database, what->collection));
	array_init(&argv[2]);
	ZVAL_STRING(&concern[0], "majority");
	if (make(&option, "mongodb\\driver\\writeconcern", 1, concern)) {
		add_assoc_zval(&argv[2], "writeConcern", &option);
		if (make_write(&argv[1], what)) {
			if (call(manager, "executeBulkWrite", 3, argv, &answer) && Z_TYPE(answer) == IS_OBJECT) {
				read_write_result(Z_OBJ(answer), what, reply);
			}
			zval_ptr_dtor(&answer);
		}
		zval_ptr_dtor(&argv[1]);
	}
	zval_ptr_dtor(&argv[0]);
	zval_ptr_dtor(&argv[2]);
}

static void run_query(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply)
{
	zval argv[3], query[2], preference[1], part, answer, list;

	ZVAL_STR(&argv[0], zend_strpprintf(0, "%s.%s", what->database, what->collection));
	array_init(&argv[2]);
	make_own(&query[0], what);
	add_comparison(&query[0], "$gt", what->now);
	array_init(&query[1]);
	/* One batch, so that no cursor stays open. */
	add_assoc_long(&query[1], "limit", 1);
	add_assoc_bool(&query[1], "singleBatch", true);
	array_init(&part);
	add_assoc_long(&part, "_id", 1);
	add_assoc_zval(&query[1], "projection", &part);
	ZVAL_STRING(&preference[0], "primary");
	if (make(&argv[1], "mongodb\\driver\\query", 2, query)) {
		if (make(&part, "mongodb\\driver\\readpreference", 1, preference)) {
			add_assoc_zval(&argv[2], "readPreference", &part);
			if (call(manager, "executeQuery", 3, argv, &answer) && Z_TYPE(answer) == IS_OBJECT) {
				if (call(Z_OBJ(answer), "toArray", 0, NULL, &list) && Z_TYPE(list) == IS_ARRAY) {
					reply->count = zend_hash_num_elements(Z_ARRVAL(list));
				}
				zval_ptr_dtor(&list);
			}
			zval_ptr_dtor(&answer);
		}
	} else {
		zval_ptr_dtor(&preference[0]);
	}
	zval_ptr_dtor(&argv[1]);
	zval_ptr_dtor(&argv[0]);
	zval_ptr_dtor(&argv[2]);
}

static void run_index(zend_object *manager, const slock_mongodb_call *what)
{
	zval argv[2], command[1], list, index, key, answer;

	ZVAL_STRING(&argv[0], what->database);
	array_init(&key);
	add_assoc_long(&key, "expires_at", 1);
	array_init(&index);
	add_assoc_zval(&index, "key", &key);
	add_assoc_string(&index, "name", "expires_at_1");
	add_assoc_long(&index, "expireAfterSeconds", (zend_long) what->expire_after);
	array_init(&list);
	add_next_index_zval(&list, &index);
	array_init(&command[0]);
	add_assoc_string(&command[0], "createIndexes", what->collection);
	add_assoc_zval(&command[0], "indexes", &list);
	if (make(&argv[1], "mongodb\\driver\\command", 1, command)) {
		call(manager, "executeCommand", 2, argv, &answer);
		zval_ptr_dtor(&answer);
	}
	zval_ptr_dtor(&argv[1]);
	zval_ptr_dtor(&argv[0]);
}

/* The hosts in the URI that the manager was made with, as it shows them to var_dump(): nothing else tells them before a
 * server has answered. NULL: it does not. */
static zend_string *hosts_of(zend_object *manager)
{
	zend_string *hosts = NULL;
	zend_array *shown;
	zval object, *uri;

	ZVAL_OBJ(&object, manager);
	shown = zend_get_properties_for(&object, ZEND_PROP_PURPOSE_DEBUG);
	uri = shown ? zend_hash_str_find(shown, ZEND_STRL("uri")) : NULL;
	if (uri && Z_TYPE_P(uri) == IS_STRING) {
		const char *start = strstr(Z_STRVAL_P(uri), "://"), *end, *at;

		if (start) {
			start += strlen("://");
			end = start + strcspn(start, "/?");
			at = zend_memrchr(start, '@', end - start);
			start = at ? at + 1 : start;
			hosts = zend_string_init(start, end - start, false);
		}
	}
	zend_release_properties(shown);
	return hosts;
}

/* The pending exception to the result, with the name of the server, which the driver does not always tell. */
static void fail(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply, slock_result *result)
{
	zend_string *address;

	if (read_exception(what, reply, result) == SLOCK_STORAGE_ERROR && !reply->duplicate &&
		(address = hosts_of(manager))) {
		slock_result_name_server(result, "MongoDB", address);
		zend_string_release(address);
	}
}

static slock_status run(slock_mongodb *base, const slock_mongodb_call *what, slock_mongodb_reply *reply,
						slock_result *result)
{
	zend_object *manager = ((object_mongodb *) base)->manager;
	volatile bool bailout = false;
	slock_signals before;

	memset(reply, 0, sizeof(*reply));
	/* A subscriber to the driver's events may run PHP code that drops the store. */
	GC_ADDREF(manager);
	slock_signals_block(&before);
	zend_try
	{
		switch (what->command) {
			case SLOCK_MONGODB_EXISTS:
				run_query(manager, what, reply);
				break;
			case SLOCK_MONGODB_INDEX:
				run_index(manager, what);
				break;
			default:
				run_write(manager, what, reply);
		}
	}
	zend_catch
	{
		bailout = true;
	}
	zend_end_try();
	slock_signals_restore(&before);
	if (UNEXPECTED(bailout)) {
		zend_bailout();
	}
	slock_result_set(result, SLOCK_OK);
	if (EG(exception)) {
		fail(manager, what, reply, result);
	}
	OBJ_RELEASE(manager);
	return result->status;
}

static void free_mongodb(slock_mongodb *base)
{
	OBJ_RELEASE(((object_mongodb *) base)->manager);
	efree(base);
}

static const slock_mongodb_ops object_ops = {
	.run = run,
	.free = free_mongodb,
};

slock_mongodb *slock_mongodb_object_new(zend_object *manager)
{
	object_mongodb *mongodb = ecalloc(1, sizeof(*mongodb));

	mongodb->base.ops = &object_ops;
	mongodb->manager = manager;
	GC_ADDREF(manager);
	return &mongodb->base;
}

zend_object *slock_mongodb_object_manager(slock_mongodb *mongodb)
{
	return mongodb->ops == &object_ops ? ((object_mongodb *) mongodb)->manager : NULL;
}
