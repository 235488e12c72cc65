/* SPDX-License-Identifier: MIT
 *
 * The commands and answers of MongoDbDocumentStore through a MongoDB\Driver\Manager; see client_document.h. */
#include "php_slock.h"
#include "clients/mongodb/client_document.h"
#include "clients/userland.h"

bool slock_mongodb_object_parse(const char *text, zval *document)
{
	/* From ext-mongodb 1.16 on; 2.0 has nothing else. */
	zend_class_entry *ce = slock_userland_class("MongoDB\\BSON\\Document");
	zval json, bson;
	bool parsed;

	ZVAL_STRING(&json, text);
	if (ce) {
		parsed = slock_userland_call_static(ce, "fromJSON", 1, &json, document);
	} else {
		parsed = slock_userland_call_function("MongoDB\\BSON\\fromJSON", 1, &json, &bson) &&
				 slock_userland_call_function("MongoDB\\BSON\\toPHP", 1, &bson, document);
		zval_ptr_dtor(&bson);
	}
	zval_ptr_dtor(&json);
	return parsed;
}

zval *slock_mongodb_object_field(zval *document, const char *name)
{
	zval *field = document && Z_TYPE_P(document) == IS_OBJECT
					  ? zend_hash_str_find_ind(Z_OBJPROP_P(document), name, strlen(name))
					  : NULL;

	if (field) {
		ZVAL_DEREF(field);
	}
	return field;
}

static bool client_document_is_ours(zval *held, const slock_mongodb_value *token)
{
	zval bytes;
	bool same;

	ZVAL_UNDEF(&bytes);
	if (held && Z_TYPE_P(held) == IS_OBJECT && token->binary) {
		slock_userland_call(Z_OBJ_P(held), "getData", 0, NULL, &bytes);
		held = &bytes;
	}
	same = held && Z_TYPE_P(held) == IS_STRING && zend_string_equals_cstr(Z_STR_P(held), token->bytes, token->length);
	zval_ptr_dtor(&bytes);
	return same;
}

static void client_document_read(zval *rows, const slock_mongodb_call *call, slock_mongodb_reply *reply)
{
	zval *document = Z_TYPE_P(rows) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(rows), 0) : NULL, *fence, *held;

	if (call->command == SLOCK_MONGODB_DOCUMENT_WRITE) {
		document = slock_mongodb_object_field(document, "value");
	}
	reply->found = document && Z_TYPE_P(document) == IS_OBJECT;
	fence = slock_mongodb_object_field(document, "fence");
	reply->fence = fence && Z_TYPE_P(fence) == IS_LONG ? Z_LVAL_P(fence) : 0;
	held = slock_mongodb_object_field(document, "held");
	reply->flagged = held && Z_TYPE_P(held) == IS_TRUE;
	reply->count = reply->found && client_document_is_ours(held, &call->token);
}

/* Whether the session of the call is in a transaction, whose own concern counts. */
static bool client_document_in_transaction(const slock_mongodb_call *call)
{
	zval returned;
	bool in = call->session && slock_userland_call(call->session, "isInTransaction", 0, NULL, &returned);

	in = in && zend_is_true(&returned);
	if (call->session) {
		zval_ptr_dtor(&returned);
	}
	return in;
}

/* Those of executeReadCommand() and executeWriteCommand(). */
static void client_document_make_options(zval *options, const slock_mongodb_call *call)
{
	const bool reads = call->command == SLOCK_MONGODB_DOCUMENT_READ;
	zval option, argument[1], session;

	array_init(options);
	if (call->session) {
		ZVAL_OBJ_COPY(&session, call->session);
		add_assoc_zval(options, "session", &session);
	}
	if (client_document_in_transaction(call) || EG(exception)) {
		return;
	}
	ZVAL_STRING(&argument[0], reads ? "primary" : "majority");
	if (slock_userland_new(&option, reads ? "MongoDB\\Driver\\ReadPreference" : "MongoDB\\Driver\\WriteConcern", 1,
						   argument)) {
		add_assoc_zval(options, reads ? "readPreference" : "writeConcern", &option);
	}
}

bool slock_mongodb_object_ask(zend_object *manager, const slock_mongodb_call *call, zval *document, zval *rows)
{
	const bool reads = call->command == SLOCK_MONGODB_DOCUMENT_READ;
	zval argv[3], command[1], cursor;
	bool asked = false;

	ZVAL_STRING(&argv[0], call->database);
	ZVAL_COPY(&command[0], document);
	client_document_make_options(&argv[2], call);
	if (slock_userland_new(&argv[1], "MongoDB\\Driver\\Command", 1, command)) {
		asked = slock_userland_call(manager, reads ? "executeReadCommand" : "executeWriteCommand", 3, argv, &cursor) &&
				Z_TYPE(cursor) == IS_OBJECT && slock_userland_call(Z_OBJ(cursor), "toArray", 0, NULL, rows);
		zval_ptr_dtor(&cursor);
	}
	zval_ptr_dtor(&argv[1]);
	zval_ptr_dtor(&argv[0]);
	zval_ptr_dtor(&argv[2]);
	return asked;
}

void slock_mongodb_object_run_document(zend_object *manager, const slock_mongodb_call *call, slock_mongodb_reply *reply)
{
	zval document, rows;

	if (slock_mongodb_object_parse(call->text, &document)) {
		if (slock_mongodb_object_ask(manager, call, &document, &rows)) {
			client_document_read(&rows, call, reply);
			zval_ptr_dtor(&rows);
		}
	}
	zval_ptr_dtor(&document);
}

void slock_mongodb_object_judge_document(zend_object *thrown, slock_mongodb_reply *reply)
{
	zval answer;

	if (!slock_userland_has(thrown, "getResultDocument")) {
		return;
	}
	if (slock_userland_call(thrown, "getResultDocument", 0, NULL, &answer)) {
		reply->maybe_done = slock_mongodb_object_field(&answer, "writeConcernError") != NULL;
	}
	zval_ptr_dtor(&answer);
}
