/* SPDX-License-Identifier: MIT
 *
 * Commands through a MongoDB\Driver\Manager; see client_object.h. */
#include "php_slock.h"
#include "clients/mongodb/client_document.h"
#include "clients/mongodb/client_object.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/object.h"
#include "core/process.h"
#include "core/signals.h"

#ifdef __SANITIZE_ADDRESS__
/* Of tools/asan/preload.c. */
__attribute__((weak)) void slock_leaks_in_forks(void);
#endif

static const struct {
	const char *name;
	slock_mongodb_kind kind;
} client_classes[] = {
	{"MongoDB\\Driver\\Manager", SLOCK_MONGODB_MANAGER},
	{"MongoDB\\Collection", SLOCK_MONGODB_COLLECTION},
	{"MongoDB\\Database", SLOCK_MONGODB_DATABASE},
	{"MongoDB\\Client", SLOCK_MONGODB_CLIENT},
};

slock_mongodb_kind slock_mongodb_object_kind(zend_object *client)
{
	for (size_t i = 0; i < sizeof(client_classes) / sizeof(*client_classes); i++) {
		if (slock_userland_is_a(client, client_classes[i].name)) {
			return client_classes[i].kind;
		}
	}
	return SLOCK_MONGODB_NO_CLIENT;
}

/* --- documents ---------------------------------------------------------------------------------------------------- */

static void mongodb_object_add_value(zval *document, const char *name, const slock_mongodb_value *value)
{
	zval argv[2], binary;

	if (!value->binary) {
		add_assoc_stringl(document, name, value->bytes, value->length);
		return;
	}
	ZVAL_STRINGL(&argv[0], value->bytes, value->length);
	ZVAL_LONG(&argv[1], 0);
	if (slock_userland_new(&binary, "MongoDB\\BSON\\Binary", 2, argv)) {
		add_assoc_zval(document, name, &binary);
	}
}

static void mongodb_object_add_date(zval *document, const char *name, int64_t ms)
{
	zval argv[1], date;

#if SIZEOF_ZEND_LONG >= 8
	ZVAL_LONG(&argv[0], ms);
#else
	ZVAL_STR(&argv[0], zend_strpprintf(0, "%" PRId64, ms));
#endif
	if (slock_userland_new(&date, "MongoDB\\BSON\\UTCDateTime", 1, argv)) {
		add_assoc_zval(document, name, &date);
	}
}

/* {_id: …, token: …} */
static void mongodb_object_make_own(zval *document, const slock_mongodb_call *what)
{
	array_init(document);
	mongodb_object_add_value(document, "_id", &what->id);
	mongodb_object_add_value(document, "token", &what->token);
}

static void mongodb_object_add_comparison(zval *document, const char *operator, int64_t ms)
{
	zval comparison;

	array_init(&comparison);
	mongodb_object_add_date(&comparison, operator, ms);
	add_assoc_zval(document, "expires_at", &comparison);
}

static void mongodb_object_make_own_or_expired(zval *document, const slock_mongodb_call *what)
{
	zval either, branch;

	array_init(document);
	mongodb_object_add_value(document, "_id", &what->id);
	array_init(&either);
	array_init(&branch);
	mongodb_object_add_value(&branch, "token", &what->token);
	add_next_index_zval(&either, &branch);
	array_init(&branch);
	mongodb_object_add_comparison(&branch, "$lte", what->now);
	add_next_index_zval(&either, &branch);
	add_assoc_zval(document, "$or", &either);
}

/* A BulkWrite with our one write in it. */
static bool mongodb_object_make_write(zval *bulk, const slock_mongodb_call *what)
{
	zval argv[3], set, later;
	uint32_t argc = 0;

	if (!slock_userland_new(bulk, "MongoDB\\Driver\\BulkWrite", 0, NULL)) {
		return false;
	}
	if (what->command == SLOCK_MONGODB_ACQUIRE) {
		mongodb_object_make_own_or_expired(&argv[argc++], what);
	} else {
		mongodb_object_make_own(&argv[argc++], what);
	}
	if (what->command == SLOCK_MONGODB_RELEASE) {
		array_init(&argv[argc]);
		add_assoc_bool(&argv[argc++], "limit", true);
	} else {
		array_init(&argv[argc]);
		mongodb_object_make_own(&set, what);
		if (what->keeps_later) {
			array_init(&later);
			mongodb_object_add_date(&later, "expires_at", what->expires_at);
			add_assoc_zval(&argv[argc], "$max", &later);
		} else {
			mongodb_object_add_date(&set, "expires_at", what->expires_at);
		}
		add_assoc_zval(&argv[argc++], "$set", &set);
		array_init(&argv[argc]);
		add_assoc_bool(&argv[argc++], "upsert", what->command == SLOCK_MONGODB_ACQUIRE);
	}
	slock_userland_call(Z_OBJ_P(bulk), what->command == SLOCK_MONGODB_RELEASE ? "delete" : "update", argc, argv, NULL);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	return !EG(exception);
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

static void mongodb_object_read_write_result(zend_object *write, const slock_mongodb_call *what,
											 slock_mongodb_reply *reply)
{
	zval errors, error, *first;

	if (what->command == SLOCK_MONGODB_RELEASE) {
		reply->count = slock_userland_call_for_long(write, "getDeletedCount", 0);
	} else {
		zend_long upserted = slock_userland_call_for_long(write, "getUpsertedCount", 0);

		reply->upserted = upserted > 0;
		reply->count = upserted + slock_userland_call_for_long(write, "getMatchedCount", 0);
	}
	if (slock_userland_call(write, "getWriteErrors", 0, NULL, &errors) && Z_TYPE(errors) == IS_ARRAY &&
		zend_hash_num_elements(Z_ARRVAL(errors))) {
		first = zend_hash_index_find(Z_ARRVAL(errors), 0);
		if (first && Z_TYPE_P(first) == IS_OBJECT) {
			reply->duplicate =
				slock_userland_call_for_long(Z_OBJ_P(first), "getCode", 0) == SLOCK_MONGODB_DUPLICATE_KEY;
		}
	} else if (!EG(exception) && slock_userland_call(write, "getWriteConcernError", 0, NULL, &error)) {
		reply->maybe_done = Z_TYPE(error) == IS_OBJECT;
		zval_ptr_dtor(&error);
	}
	zval_ptr_dtor(&errors);
}

/* Whether the server refused the whole command for a duplicate key; the driver may wrap that once more. */
static bool mongodb_object_is_duplicate(zend_object *thrown)
{
	zval previous;
	bool found = slock_userland_call_for_long(thrown, "getCode", 0) == SLOCK_MONGODB_DUPLICATE_KEY;

	if (!found && !EG(exception) && slock_userland_call(thrown, "getPrevious", 0, NULL, &previous)) {
		found = Z_TYPE(previous) == IS_OBJECT &&
				slock_userland_call_for_long(Z_OBJ(previous), "getCode", 0) == SLOCK_MONGODB_DUPLICATE_KEY;
		zval_ptr_dtor(&previous);
	}
	return found;
}

/* Turns what the Manager threw into the result; a BulkWriteException also has a result of the write. */
static slock_status mongodb_object_read_exception(const slock_mongodb_call *what, slock_mongodb_reply *reply,
												  slock_result *result)
{
	zend_object *thrown;
	zval write;

	if (slock_result_from_client(result) != SLOCK_STORAGE_ERROR || !result->exception) {
		return result->status;
	}
	thrown = result->exception;
	if (what->command == SLOCK_MONGODB_INDEX) {
		reply->other_index = slock_mongodb_is_other_index(slock_userland_call_for_long(thrown, "getCode", 0));
		return EG(exception) ? slock_result_set(result, SLOCK_INTERRUPTED) : result->status;
	}
	if (what->text) {
		slock_mongodb_object_judge_document(thrown, reply);
		if (!EG(exception)) {
			reply->duplicate = mongodb_object_is_duplicate(thrown);
		}
		return EG(exception) ? slock_result_set(result, SLOCK_INTERRUPTED) : result->status;
	}
	if (slock_userland_is_a(thrown, "MongoDB\\Driver\\Exception\\BulkWriteException")) {
		if (slock_userland_call(thrown, "getWriteResult", 0, NULL, &write) && Z_TYPE(write) == IS_OBJECT) {
			mongodb_object_read_write_result(Z_OBJ(write), what, reply);
		}
		zval_ptr_dtor(&write);
		if (!EG(exception) && !reply->duplicate) {
			reply->duplicate = mongodb_object_is_duplicate(thrown);
		}
		if (EG(exception)) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
	}
	return result->status;
}

static void mongodb_object_run_write(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply)
{
	zval argv[3], option, answer;

	ZVAL_STR(&argv[0], zend_strpprintf(0, "%s.%s", what->database, what->collection));
	array_init(&argv[2]);
	if (slock_mongodb_object_make_concern(manager, what->answer_by, &option)) {
		add_assoc_zval(&argv[2], "writeConcern", &option);
		if (mongodb_object_make_write(&argv[1], what)) {
			if (slock_userland_call(manager, "executeBulkWrite", 3, argv, &answer) && Z_TYPE(answer) == IS_OBJECT) {
				mongodb_object_read_write_result(Z_OBJ(answer), what, reply);
			}
			zval_ptr_dtor(&answer);
		}
		zval_ptr_dtor(&argv[1]);
	}
	zval_ptr_dtor(&argv[0]);
	zval_ptr_dtor(&argv[2]);
}

/* Whether the field of a document that was found has that value. */
static bool mongodb_object_has_value(zend_object *document, const char *name, const slock_mongodb_value *value)
{
	const zval *field = zend_hash_str_find_ind(document->handlers->get_properties(document), name, strlen(name));
	zval bytes;
	bool same;

	ZVAL_UNDEF(&bytes);
	if (field && Z_TYPE_P(field) == IS_OBJECT && value->binary) {
		slock_userland_call(Z_OBJ_P(field), "getData", 0, NULL, &bytes);
		field = &bytes;
	}
	same =
		field && Z_TYPE_P(field) == IS_STRING && zend_string_equals_cstr(Z_STR_P(field), value->bytes, value->length);
	zval_ptr_dtor(&bytes);
	return same;
}

/* Whether the documents are an answer to our question: none, or the one that was asked for. */
static bool mongodb_object_read_documents(const HashTable *list, const slock_mongodb_call *what,
										  slock_mongodb_reply *reply)
{
	const zval *document = zend_hash_index_find(list, 0);

	reply->count = document && Z_TYPE_P(document) == IS_OBJECT &&
				   mongodb_object_has_value(Z_OBJ_P(document), "_id", &what->id) &&
				   mongodb_object_has_value(Z_OBJ_P(document), "token", &what->token);
	return !document || reply->count;
}

/* Finds the document with our token: one that lives; after a write, as it was written; after a release, any. False:
 * what came is an answer to another question. */
static bool mongodb_object_run_query(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply)
{
	zval argv[3], query[2], preference[1], part, answer, list;
	bool ours = true;

	ZVAL_STR(&argv[0], zend_strpprintf(0, "%s.%s", what->database, what->collection));
	array_init(&argv[2]);
	mongodb_object_make_own(&query[0], what);
	if (what->command == SLOCK_MONGODB_EXISTS) {
		mongodb_object_add_comparison(&query[0], "$gt", what->now);
	} else if (what->command != SLOCK_MONGODB_RELEASE) {
		mongodb_object_add_comparison(&query[0], "$gte", what->expires_at);
	}
	array_init(&query[1]);
	/* One batch, so that no cursor stays open. */
	add_assoc_long(&query[1], "limit", 1);
	add_assoc_bool(&query[1], "singleBatch", true);
	array_init(&part);
	add_assoc_long(&part, "_id", 1);
	add_assoc_long(&part, "token", 1);
	add_assoc_zval(&query[1], "projection", &part);
	ZVAL_STRING(&preference[0], "primary");
	if (slock_userland_new(&argv[1], "MongoDB\\Driver\\Query", 2, query)) {
		if (slock_userland_new(&part, "MongoDB\\Driver\\ReadPreference", 1, preference)) {
			add_assoc_zval(&argv[2], "readPreference", &part);
			if (slock_userland_call(manager, "executeQuery", 3, argv, &answer) && Z_TYPE(answer) == IS_OBJECT) {
				if (slock_userland_call(Z_OBJ(answer), "toArray", 0, NULL, &list) && Z_TYPE(list) == IS_ARRAY) {
					ours = mongodb_object_read_documents(Z_ARRVAL(list), what, reply);
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
	return ours;
}

/* The driver keeps its connections over a fork and compares no numbers of answers, so in a process that has forked an
 * answer may be that to another process. What it says was written is not believed until it can be read: no answer to
 * somebody else has our token in it. */
static bool mongodb_object_confirm(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply)
{
	const bool released = what->command == SLOCK_MONGODB_RELEASE;
	slock_mongodb_reply seen = {0};
	bool ours;

	if (EG(exception) || (!released && !reply->count)) {
		return true;
	}
	/* As long as it is not known. */
	reply->maybe_done = true;
	reply->upserted = false;
	ours = mongodb_object_run_query(manager, what, &seen);
	if (EG(exception)) {
		return true;
	}
	reply->maybe_done = !ours || (seen.count > 0) == released;
	return !reply->maybe_done;
}

static void mongodb_object_run_index(zend_object *manager, const slock_mongodb_call *what)
{
	zval argv[2], command[1], list, index, key;

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
	if (slock_userland_new(&argv[1], "MongoDB\\Driver\\Command", 1, command)) {
		slock_userland_call(manager, "executeCommand", 2, argv, NULL);
	}
	zval_ptr_dtor(&argv[1]);
	zval_ptr_dtor(&argv[0]);
}

/* The hosts in the URI that the manager was made with, as it shows them to var_dump(): nothing else tells them before a
 * server has answered. NULL: it does not. */
static zend_string *mongodb_object_hosts_of(zend_object *manager)
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

/* Runs the command. False: the answers contradict each other. */
static bool mongodb_object_run_command(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply)
{
	switch (what->command) {
		case SLOCK_MONGODB_EXISTS:
			return mongodb_object_run_query(manager, what, reply);
		case SLOCK_MONGODB_INDEX:
			mongodb_object_run_index(manager, what);
			return true;
		case SLOCK_MONGODB_DOCUMENT_WRITE:
		case SLOCK_MONGODB_DOCUMENT_READ:
			return slock_mongodb_object_run_document(manager, what, reply);
		default:
			mongodb_object_run_write(manager, what, reply);
			return EXPECTED(!slock_process_has_forked()) || mongodb_object_confirm(manager, what, reply);
	}
}

/* The pending exception to the result, with the name of the server, which the driver does not always tell. */
static void mongodb_object_fail(zend_object *manager, const slock_mongodb_call *what, slock_mongodb_reply *reply,
								slock_result *result)
{
	zend_string *address;

	/* Else it is of the user's code that the driver calls, which it does also when the server has done the command. */
	if (!slock_userland_is_a(EG(exception), "MongoDB\\Driver\\Exception\\Exception")) {
		reply->maybe_done = true;
	}
	if (mongodb_object_read_exception(what, reply, result) == SLOCK_STORAGE_ERROR && !reply->duplicate &&
		(address = mongodb_object_hosts_of(manager))) {
		slock_result_name_server(result, "MongoDB", address);
		zend_string_release(address);
	}
}

/* Calls to Managers that are under way. A subscriber to the driver's events may leave one in its middle, with its
 * fiber, and others may begin and end meanwhile: signals are as they were before when all have ended. */
struct slock_manager_calls {
	uint32_t count;
	slock_signals before;
};

static void mongodb_object_block_signals(void)
{
	struct slock_manager_calls *calls = SLOCK_G(manager_calls);

	if (EXPECTED(!calls)) {
		calls = SLOCK_G(manager_calls) = ecalloc(1, sizeof(*calls));
		slock_signals_block(&calls->before);
	}
	calls->count++;
}

static void mongodb_object_restore_signals(void)
{
	struct slock_manager_calls *calls = SLOCK_G(manager_calls);

	if (calls && --calls->count == 0) {
		slock_signals_restore(&calls->before);
		SLOCK_G(manager_calls) = NULL;
		efree(calls);
	}
}

void slock_mongodb_object_end_request(void)
{
	if (SLOCK_G(manager_calls)) {
		/* After a fatal error fibers go without an end. */
		SLOCK_G(manager_calls)->count = 1;
		mongodb_object_restore_signals();
	}
}

static slock_status mongodb_object_run(slock_mongodb *base, const slock_mongodb_call *what, slock_mongodb_reply *reply,
									   slock_result *result)
{
	zend_object *manager = base->client;
	volatile bool bailout = false, consistent = true;

	memset(reply, 0, sizeof(*reply));
	/* A subscriber to the driver's events may run PHP code that drops the store. */
	GC_ADDREF(manager);
	mongodb_object_block_signals();
	zend_try
	{
		consistent = mongodb_object_run_command(manager, what, reply);
	}
	zend_catch
	{
		bailout = true;
	}
	zend_end_try();
	mongodb_object_restore_signals();
	if (UNEXPECTED(bailout)) {
		zend_bailout();
	}
	slock_result_set(result, SLOCK_OK);
	if (EG(exception)) {
		mongodb_object_fail(manager, what, reply, result);
	} else if (UNEXPECTED(!consistent)) {
		slock_result_error(result, "The MongoDB\\Driver\\Manager gave contradictory answers; its connection may be "
								   "shared with a forked process, which needs a Manager of its own");
	}
	OBJ_RELEASE(manager);
	return result->status;
}

static void mongodb_object_free(slock_mongodb *base)
{
	OBJ_RELEASE(base->client);
	efree(base);
}

static const slock_mongodb_ops mongodb_object_ops = {
	.run = mongodb_object_run,
	.free = mongodb_object_free,
};

slock_mongodb *slock_mongodb_object_new(zend_object *manager)
{
	slock_mongodb *mongodb = ecalloc(1, sizeof(*mongodb));

#ifdef __SANITIZE_ADDRESS__
	/* The extension never frees in a forked process what its parent has opened. */
	if (slock_leaks_in_forks) {
		slock_leaks_in_forks();
	}
#endif
	mongodb->ops = &mongodb_object_ops;
	mongodb->client = slock_object_copy(manager);
	return mongodb;
}
