/* SPDX-License-Identifier: MIT
 *
 * The commands and answers of MongoDbDocumentStore through a MongoDB\Driver\Manager; see client_document.h. */
#include "php_slock.h"
#include "clients/mongodb/client_document.h"
#include "clients/userland.h"
#include "core/process.h"
#include "core/text.h"

#include "ext/random/php_random.h"
#include "zend_smart_str.h"

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

/* In a process that has forked an answer may be that to something else: the driver keeps its connections over a fork
 * and compares no numbers of answers. The token does not tell, for all operations of a key have it, those of the other
 * process as well. So the answer has a number of the call in it. NULL: there is no need, or an exception is pending. */
static zend_string *client_document_number(void)
{
	zend_long number;

	return EXPECTED(!slock_process_has_forked()) || php_random_int_throw(0, ZEND_LONG_MAX, &number) == FAILURE
			   ? NULL
			   : zend_long_to_str(number);
}

/* The command as a document. The number goes to the end of the projection, which is the end of the text. */
static bool client_document_parse(const char *text, const zend_string *number, zval *document)
{
	smart_str numbered = {0};
	bool parsed;

	if (EXPECTED(!number)) {
		return slock_mongodb_object_parse(text, document);
	}
	smart_str_appendl(&numbered, text, strlen(text) - strlen("}}"));
	smart_str_append_printf(&numbered, ",\"number\":{\"$cond\":[true,{\"$literal\":\"%s\"},\"\"]}}}", ZSTR_VAL(number));
	smart_str_0(&numbered);
	parsed = slock_mongodb_object_parse(ZSTR_VAL(numbered.s), document);
	smart_str_free(&numbered);
	return parsed;
}

/* Whether the answer is ours, as far as it tells: that there is no document has no number. `document`: of the answer;
 * NULL: it says nothing of one, as only a find does that has found none. */
static bool client_document_has(zval *document, const slock_mongodb_call *call, const zend_string *number)
{
	const zval *echo;

	if (!document || Z_TYPE_P(document) != IS_OBJECT) {
		return document || call->command == SLOCK_MONGODB_DOCUMENT_READ;
	}
	echo = slock_mongodb_object_field(document, "number");
	return echo && Z_TYPE_P(echo) == IS_STRING && zend_string_equals(Z_STR_P(echo), number);
}

/* False: it is the answer to another question. */
static bool client_document_read(zval *rows, const slock_mongodb_call *call, const zend_string *number,
								 slock_mongodb_reply *reply)
{
	zval *document = Z_TYPE_P(rows) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(rows), 0) : NULL, *fence, *held;

	if (call->command == SLOCK_MONGODB_DOCUMENT_WRITE) {
		document = slock_mongodb_object_field(document, "value");
	}
	if (UNEXPECTED(number != NULL) && !client_document_has(document, call, number)) {
		reply->maybe_done = true;
		return false;
	}
	reply->found = document && Z_TYPE_P(document) == IS_OBJECT;
	reply->maybe_done = number && !reply->found;
	fence = slock_mongodb_object_field(document, "fence");
	reply->fence = fence && Z_TYPE_P(fence) == IS_LONG ? Z_LVAL_P(fence) : 0;
	held = slock_mongodb_object_field(document, "held");
	reply->flagged = held && Z_TYPE_P(held) == IS_TRUE;
	reply->count = reply->found && client_document_is_ours(held, &call->token);
	return true;
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

bool slock_mongodb_object_make_concern(zend_object *manager, slock_time answer_by, zval *concern)
{
	zval argv[2], own;
	zend_long wtimeout = 0;

	if (slock_userland_call(manager, "getWriteConcern", 0, NULL, &own) && Z_TYPE(own) == IS_OBJECT) {
		wtimeout = slock_userland_call_for_long(Z_OBJ(own), "getWtimeout", 0);
	}
	zval_ptr_dtor(&own);
	if (wtimeout <= 0) {
		wtimeout = (zend_long) (SLOCK_G(command_timeout) / SLOCK_MS);
	}
	if (answer_by) {
		wtimeout = MIN(wtimeout, (zend_long) (slock_clock_left(answer_by) / SLOCK_MS));
	}
	ZVAL_STRING(&argv[0], "majority");
	ZVAL_LONG(&argv[1], MAX(wtimeout, 1));
	return slock_userland_new(concern, "MongoDB\\Driver\\WriteConcern", 2, argv);
}

static bool client_document_make_preference(zval *preference)
{
	zval argument[1];

	ZVAL_STRING(&argument[0], "primary");
	return slock_userland_new(preference, "MongoDB\\Driver\\ReadPreference", 1, argument);
}

/* Those of executeReadCommand() and executeWriteCommand(). */
static void client_document_make_options(zend_object *manager, const slock_mongodb_call *call, zval *options)
{
	const bool reads = call->command == SLOCK_MONGODB_DOCUMENT_READ;
	zval option, session;

	array_init(options);
	if (call->session) {
		ZVAL_OBJ_COPY(&session, call->session);
		add_assoc_zval(options, "session", &session);
	}
	if (client_document_in_transaction(call) || EG(exception)) {
		return;
	}
	if (reads ? client_document_make_preference(&option)
			  : slock_mongodb_object_make_concern(manager, call->answer_by, &option)) {
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
	client_document_make_options(manager, call, &argv[2]);
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

bool slock_mongodb_object_run_document(zend_object *manager, const slock_mongodb_call *call, slock_mongodb_reply *reply)
{
	zend_string *number = client_document_number();
	zval document, rows;
	bool ours = true;

	if (EG(exception)) {
		return true;
	}
	if (client_document_parse(call->text, number, &document)) {
		if (slock_mongodb_object_ask(manager, call, &document, &rows)) {
			ours = client_document_read(&rows, call, number, reply);
			zval_ptr_dtor(&rows);
		}
	}
	zval_ptr_dtor(&document);
	slock_text_release(number);
	return ours;
}

void slock_mongodb_object_judge_document(zend_object *thrown, slock_mongodb_reply *reply)
{
	zval answer;

	if (!slock_userland_has(thrown, "getResultDocument")) {
		return;
	}
	if (slock_userland_call(thrown, "getResultDocument", 0, NULL, &answer)) {
		/* After a fork the error may be another's. */
		reply->maybe_done =
			slock_process_has_forked() || slock_mongodb_object_field(&answer, "writeConcernError") != NULL;
	}
	zval_ptr_dtor(&answer);
}
