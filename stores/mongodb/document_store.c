/* SPDX-License-Identifier: MIT
 *
 * MongoDbDocumentStore: locks in the lock field of documents, honoured by Doctrine's MongoDB ODM. */
#include "php_slock.h"
#include "clients/in_use.h"
#include "clients/mongodb/client_object.h"
#include "clients/mongodb/uri.h"
#include "clients/userland.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "core/store_show.h"
#include "core/text.h"
#include "stores/mongodb/document_commands.h"
#include "stores/mongodb/document_id.h"
#include "stores/mongodb/document_store.h"
#include "stores/mongodb/place.h"
#include "stores/stores.h"

#include "zend_attributes.h"
#include "zend_exceptions.h"

#include "stubs/MongoDbDocumentStore_arginfo.h"

static void document_send(slock_document_store *store, const slock_request *request, const zend_string *token,
						  slock_mongodb_reply *reply, slock_result *result)
{
	/* The clock of the application, as in MongoDbStore. */
	double now = slock_clock_wall();
	slock_document_terms terms = {
		.collection = store->collection,
		.lock_field = store->lock_field,
		.owner_field = store->owner_field,
		.token = token,
		.now = (int64_t) (now * 1000.0),
		/* Not before the owner's time is over. */
		.until = (int64_t) ((now + request->ttl) * 1000.0) + 1,
		.keeps_later = request->only_prolongs,
	};
	zend_string *command = slock_document_command(&terms, request);
	slock_mongodb_call call = {
		.command = request->op == SLOCK_OP_EXISTS ? SLOCK_MONGODB_DOCUMENT_READ : SLOCK_MONGODB_DOCUMENT_WRITE,
		.database = ZSTR_VAL(store->database),
		.collection = ZSTR_VAL(store->collection),
		.text = ZSTR_VAL(command),
		.session = store->session,
		.answer_by = request->answer_by,
	};

	call.token.bytes = ZSTR_VAL(token);
	call.token.length = ZSTR_LEN(token);
	call.token.binary = !slock_mongodb_is_utf8(ZSTR_VAL(token), ZSTR_LEN(token));
	store->mongodb->ops->run(store->mongodb, &call, reply, result);
	zend_string_release(command);
}

static slock_status document_run_request(slock_store *base, const slock_request *request, slock_mongodb_reply *reply,
										 slock_result *result)
{
	slock_document_store *store = slock_document_of(base);
	zend_string *token = slock_key_token(request->key, base->state_name);

	if (!token) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	document_send(store, request, token, reply, result);
	zend_string_release(token);
	if (UNEXPECTED(result->status == SLOCK_OK && reply->flagged && request->keeps_writer)) {
		slock_request demotion = *request;

		demotion.keeps_writer = false;
		result->asked_writer = true;
		*reply = (slock_mongodb_reply){0};
		return document_run_request(base, &demotion, reply, result);
	}
	if (result->status == SLOCK_OK && !reply->count) {
		if (!reply->found && request->op == SLOCK_OP_ACQUIRE) {
			return slock_result_error(result, "MongoDB: there is no document \"%s\" in %s.%s",
									  ZSTR_VAL(request->resource), ZSTR_VAL(store->database),
									  ZSTR_VAL(store->collection));
		}
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	return result->status;
}

/* A lock that was written by an acquire() that failed all the same, or in which code of the user's threw, is taken
 * back. */
static slock_status document_run(slock_store *base, const slock_request *request, slock_result *result)
{
	/* A key that has been here before may hold the lock already, and a failure to renew it takes nothing away. */
	bool undone = slock_request_may_be_undone(request, slock_key_find_state(request->key, base->state_name) != NULL);
	slock_mongodb_reply reply = {0};

	if (request->only_if_held &&
		slock_client_is_in_use(slock_document_of(base)->mongodb->client, base->ops->name, result)) {
		return result->status;
	}
	document_run_request(base, request, &reply, result);
	if ((result->status == SLOCK_STORAGE_ERROR || result->status == SLOCK_INTERRUPTED) && reply.maybe_done && undone) {
		slock_store_undo(base, request, result);
	}
	return result->status;
}

static void document_show(slock_store *base, HashTable *into)
{
	slock_document_store *store = slock_document_of(base);

	slock_mongodb_show_place(base, into, store->mongodb, store->database, store->collection);
	slock_store_show_text(base, into, "lockField", ZSTR_VAL(store->lock_field));
	slock_store_show_text(base, into, "ownerField", ZSTR_VAL(store->owner_field));
}

static void document_tell_gc(zend_get_gc_buffer *buffer, HashTable *options)
{
	zval told;

	if (options) {
		ZVAL_ARR(&told, options);
		zend_get_gc_buffer_add_zval(buffer, &told);
	}
}

static void document_get_gc(slock_store *base, zend_get_gc_buffer *buffer)
{
	document_tell_gc(buffer, slock_document_of(base)->uri_options);
	document_tell_gc(buffer, slock_document_of(base)->driver_options);
	slock_object_tell_gc(buffer, slock_document_of(base)->session);
	slock_object_tell_gc(buffer, slock_document_of(base)->manager);
}

static void document_free(slock_store *base)
{
	slock_document_store *store = slock_document_of(base);

	if (store->mongodb) {
		store->mongodb->ops->free(store->mongodb);
	}
	slock_text_release(store->database);
	slock_text_release(store->collection);
	slock_text_release(store->lock_field);
	slock_text_release(store->owner_field);
	slock_text_release(store->version_field);
	slock_object_release(store->session);
	slock_object_release(store->manager);
	if (store->uri_options) {
		zend_array_release(store->uri_options);
	}
	if (store->driver_options) {
		zend_array_release(store->driver_options);
	}
}

static const slock_store_ops document_ops = {
	.name = "MongoDbDocumentStore",
	.run = document_run,
	.show = document_show,
	.get_gc = document_get_gc,
	.free = document_free,
	.size = sizeof(slock_document_store),
	.capabilities = SLOCK_STORE_EXPIRES | SLOCK_STORE_SHARES,
	.initial_ttl = 300.0,
	.min_ttl = 0.0,
	/* Dates are 64-bit numbers of milliseconds, but a double is exact only so far. */
	.max_ttl = 1e12,
};

/* --- construction ------------------------------------------------------------------------------------------------- */

#define CONSTRUCTOR "Slock\\Store\\MongoDbDocumentStore::__construct()"

/* A field at the top of the document. False with an exception pending. */
static bool document_read_field(HashTable *options, const char *option, const char *otherwise, zend_string **field)
{
	zval *value = zend_hash_str_find(options, option, strlen(option));

	if (!value) {
		*field = zend_string_init(otherwise, strlen(otherwise), false);
		return true;
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_STRING || !Z_STRLEN_P(value) ||
		!slock_mongodb_is_utf8(Z_STRVAL_P(value), Z_STRLEN_P(value)) ||
		strcspn(Z_STRVAL_P(value), ".$%\"\\") != Z_STRLEN_P(value) ||
		zend_string_equals_literal(Z_STR_P(value), "_id")) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"\"" CONSTRUCTOR
								"\" expects the option \"%s\" to be the name of a field of the document, "
								"without any of . $ %% \" \\.",
								option);
		return false;
	}
	for (const char *at = Z_STRVAL_P(value); *at; at++) {
		if ((unsigned char) *at < 0x20) {
			zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
									"\"" CONSTRUCTOR "\" expects the option \"%s\" to have no control characters.",
									option);
			return false;
		}
	}
	*field = zend_string_copy(Z_STR_P(value));
	return true;
}

/* The names of all options: a misspelt field would be locks that ODM does not see. */
static bool document_check_options(HashTable *options)
{
	static const char *const known[] = {"database",     "collection", "lockField",     "ownerField",
										"versionField", "uriOptions", "driverOptions", "session"};
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY(options, name) {
		size_t i = 0;

		while (i < sizeof(known) / sizeof(*known) &&
			   !(name && zend_string_equals_cstr(name, known[i], strlen(known[i])))) {
			i++;
		}
		if (i == sizeof(known) / sizeof(*known)) {
			zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "\"" CONSTRUCTOR "\" has no option \"%s\".",
									name ? ZSTR_VAL(name) : "");
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool document_read_session(HashTable *options, bool by_uri, zend_object **session)
{
	zval *value = zend_hash_str_find(options, ZEND_STRL("session"));

	if (value) {
		ZVAL_DEREF(value);
	}
	if (!value || Z_TYPE_P(value) == IS_NULL) {
		return true;
	}
	if (by_uri || Z_TYPE_P(value) != IS_OBJECT || !slock_userland_is_a(Z_OBJ_P(value), "MongoDB\\Driver\\Session")) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR
							 "\" expects the option \"session\" to be a MongoDB\\Driver\\Session, and the "
							 "first argument to be a client object then.",
							 0);
		return false;
	}
	*session = Z_OBJ_P(value);
	GC_ADDREF(*session);
	return true;
}

static bool document_check_place(const slock_mongodb_place *place, const slock_document_store *read)
{
	if (!place->database) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR "\" requires the \"database\" in the URI path or option.", 0);
	} else if (!place->collection) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR "\" requires the \"collection\" in the URI querystring or option.", 0);
	} else if (zend_string_equals(read->lock_field, read->owner_field)) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR "\" expects \"lockField\" and \"ownerField\" to be two fields.", 0);
	} else if (zend_string_equals(read->version_field, read->lock_field) ||
			   zend_string_equals(read->version_field, read->owner_field)) {
		/* update() would write over a lock. */
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"" CONSTRUCTOR
							 "\" expects \"versionField\" to be another field than \"lockField\" and \"ownerField\".",
							 0);
	}
	return !EG(exception);
}

/* The scheme mongodb+document: is ours; behind it is a URI of MongoDB. */
static zend_string *document_plain_uri(zend_string *uri)
{
	static const char ours[] = "mongodb+document", srv[] = "mongodb+document+srv:";
	const size_t length = sizeof(ours) - 1;

	if (zend_string_starts_with_cstr(uri, ours, length) &&
		(ZSTR_VAL(uri)[length] == ':' || zend_string_starts_with_cstr(uri, srv, sizeof(srv) - 1))) {
		return zend_string_concat2("mongodb", strlen("mongodb"), ZSTR_VAL(uri) + length, ZSTR_LEN(uri) - length);
	}
	return zend_string_copy(uri);
}

/* Reads all arguments into `read`, whose references the caller owns. False with an exception pending. */
static bool document_read(zend_object *client, zend_string *uri, HashTable *options, slock_mongodb_place *place,
						  slock_document_store *read)
{
	slock_mongodb_kind kind = client ? slock_mongodb_object_kind(client) : SLOCK_MONGODB_NO_CLIENT;
	zend_string *plain, *rest;
	bool ok;

	if (!document_check_options(options) || !slock_mongodb_place_read(place, options) ||
		!document_read_field(options, "lockField", "lock", &read->lock_field) ||
		!document_read_field(options, "ownerField", "_slock", &read->owner_field) ||
		!document_read_field(options, "versionField", "version", &read->version_field) ||
		!document_read_session(options, client == NULL, &read->session)) {
		return false;
	}
	if (client) {
		return slock_mongodb_place_ask(place, client, kind, &read->mongodb) && document_check_place(place, read);
	}
	plain = document_plain_uri(uri);
	rest = slock_mongodb_place_of_uri(place, plain);
	zend_string_release(plain);
	ok = rest && document_check_place(place, read) && slock_mongodb_place_connect(place, rest, &read->mongodb);
	slock_text_release(rest);
	return ok;
}

ZEND_METHOD(Slock_Store_MongoDbDocumentStore, __construct)
{
	slock_store *base = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_document_store *store = slock_document_of(base), read = {0};
	slock_mongodb_place place = {.constructor = CONSTRUCTOR};
	HashTable *options = NULL;
	zend_object *client;
	zend_string *uri;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, uri)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&base->std, base->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (client && slock_mongodb_object_kind(client) == SLOCK_MONGODB_NO_CLIENT) {
		zend_argument_type_error(1,
								 "must be of type MongoDB\\Collection|MongoDB\\Database|MongoDB\\Client|"
								 "MongoDB\\Driver\\Manager|string, %s given",
								 ZSTR_VAL(client->ce->name));
		RETURN_THROWS();
	}
	if (document_read(client, uri, options ? options : (HashTable *) &zend_empty_array, &place, &read) &&
		!base->constructed) {
		store->mongodb = read.mongodb;
		store->database = place.database;
		store->collection = place.collection;
		store->lock_field = read.lock_field;
		store->owner_field = read.owner_field;
		store->version_field = read.version_field;
		if (place.uri_options) {
			store->uri_options = zend_array_dup(place.uri_options);
		}
		if (place.driver_options) {
			store->driver_options = zend_array_dup(place.driver_options);
		}
		store->session = read.session;
		base->held = place.manager;
		base->constructed = true;
		return;
	}
	if (read.mongodb) {
		read.mongodb->ops->free(read.mongodb);
	}
	slock_mongodb_place_free(&place);
	slock_text_release(read.lock_field);
	slock_text_release(read.owner_field);
	slock_text_release(read.version_field);
	slock_object_release(read.session);
}

ZEND_METHOD(Slock_Store_MongoDbDocumentStore, key)
{
	zend_string *name;
	zval *id;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(id)
	ZEND_PARSE_PARAMETERS_END();

	name = slock_document_id_name(id);
	if (name) {
		RETURN_OBJ(slock_key_create(name));
	}
	if (!EG(exception)) {
		slock_document_id_refuse(id);
	}
}

void slock_mongodb_document_store_register(void)
{
	slock_store_class_init(register_class_Slock_Store_MongoDbDocumentStore(slock_ce_SharedLockStoreInterface),
						   &document_ops);
}
