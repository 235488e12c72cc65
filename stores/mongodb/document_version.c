/* SPDX-License-Identifier: MIT
 *
 * MongoDbDocumentStore's optimistic half: the version field of Doctrine's MongoDB ODM. Its values are BSON types, so
 * all of it goes through ext-mongodb. */
#include "php_slock.h"
#include "clients/mongodb/client_document.h"
#include "clients/mongodb/uri.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/parameters.h"
#include "stores/mongodb/document_id.h"
#include "stores/mongodb/document_store.h"

#include "ext/date/php_date.h"
#include "zend_exceptions.h"

#define UTC_DATE_TIME "MongoDB\\BSON\\UTCDateTime"
#define DECIMAL "MongoDB\\BSON\\Decimal128"

/* new $name($argument), whose reference it takes over. False with an exception pending. */
static bool version_make(const char *name, zval *argument, zval *made)
{
	zend_class_entry *ce = slock_userland_class(name);
	bool ok;

	ZVAL_UNDEF(made);
	if (!ce) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The versions of documents need ext-mongodb: there is no class %s.", name);
	}
	ok = ce && slock_userland_make(ce, 1, argument, made);
	zval_ptr_dtor(argument);
	return ok;
}

/* The driver quotes the URI that it refuses, and its trace has it as an argument: both with the password. */
static void version_refuse_uri(const slock_document_store *store)
{
	zend_object *thrown = slock_exception_take();
	zend_string *masked;

	if (!thrown) {
		return;
	}
	OBJ_RELEASE(thrown);
	masked = slock_mongodb_uri_mask(store->mongodb->uri);
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
							"The versions of documents need ext-mongodb, which does not take the MongoDB Connection "
							"URI \"%s\" with these options.",
							ZSTR_VAL(masked));
	zend_string_release(masked);
}

/* The Manager to ask, borrowed; NULL with an exception pending. */
static zend_object *version_manager(slock_document_store *store)
{
	zend_class_entry *ce;
	zval argv[3], manager;

	if (store->mongodb->client || store->manager) {
		return store->mongodb->client ? store->mongodb->client : store->manager;
	}
	ce = slock_userland_class("MongoDB\\Driver\\Manager");
	if (!ce) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "The versions of documents need ext-mongodb, also by DSN: it is not loaded.", 0);
		return NULL;
	}
	ZVAL_STR_COPY(&argv[0], store->mongodb->uri);
	ZVAL_ARR(&argv[1], store->uri_options ? zend_array_dup(store->uri_options) : zend_new_array(0));
	ZVAL_ARR(&argv[2], store->driver_options ? zend_array_dup(store->driver_options) : zend_new_array(0));
	if (slock_userland_make(ce, 3, argv, &manager)) {
		store->manager = Z_OBJ(manager);
	} else {
		version_refuse_uri(store);
	}
	for (size_t i = 0; i < sizeof(argv) / sizeof(*argv); i++) {
		zval_ptr_dtor(&argv[i]);
	}
	return store->manager;
}

/* What format("U v") says, in ms as a UTCDateTime: before 1970 the fraction counts towards 1970. What no such date can
 * be stays as it is. */
static zend_string *version_ms(const char *text)
{
	char *end;
	zend_long seconds = ZEND_STRTOL(text, &end, 10);

	if (seconds > ZEND_LONG_MAX / 1000 - 1 || seconds < ZEND_LONG_MIN / 1000 + 1) {
		return zend_string_init(text, strlen(text), false);
	}
	return zend_long_to_str(seconds * 1000 + ZEND_STRTOL(end, NULL, 10));
}

/* The text of a number without a fraction of zeros, which is an equal one: a Decimal128 may have such a fraction. Takes
 * over the text; NULL stays NULL. */
static zend_string *version_whole(zend_string *text)
{
	const char *point = text ? strchr(ZSTR_VAL(text), '.') : NULL;
	zend_string *whole;

	if (!point || point[1 + strspn(point + 1, "0")] != '\0') {
		return text;
	}
	whole = zend_string_init(ZSTR_VAL(text), point - ZSTR_VAL(text), false);
	zend_string_release(text);
	return whole;
}

/* A version as text that is equal where the versions are; NULL: it is none, or an exception is pending. */
static zend_string *version_text(zval *version)
{
	zend_string *text = NULL;
	zval argument, returned;
	bool date = false;

	ZVAL_DEREF(version);
	if (Z_TYPE_P(version) == IS_LONG || Z_TYPE_P(version) == IS_STRING) {
		return version_whole(zval_get_string(version));
	}
	if (Z_TYPE_P(version) != IS_OBJECT) {
		return NULL;
	}
	if (instanceof_function(Z_OBJCE_P(version), php_date_get_interface_ce())) {
		date = true;
		ZVAL_STRING(&argument, "U v");
		slock_userland_call(Z_OBJ_P(version), "format", 1, &argument, &returned);
		zval_ptr_dtor(&argument);
	} else if (slock_userland_is_a(Z_OBJ_P(version), UTC_DATE_TIME) || slock_userland_is_a(Z_OBJ_P(version), DECIMAL) ||
			   slock_userland_is_a(Z_OBJ_P(version), "MongoDB\\BSON\\Int64")) {
		slock_userland_call(Z_OBJ_P(version), "__toString", 0, NULL, &returned);
	} else {
		return NULL;
	}
	if (Z_TYPE(returned) == IS_STRING) {
		text = date ? version_ms(Z_STRVAL(returned)) : version_whole(zend_string_copy(Z_STR(returned)));
	}
	zval_ptr_dtor(&returned);
	return text;
}

/* The same for what stands in a document: numbers that a shell has written may be doubles, which the server takes for
 * the same as ints. */
static zend_string *version_stored(zval *version)
{
	if (Z_TYPE_P(version) != IS_DOUBLE) {
		return version_text(version);
	}
	return zend_is_long_compatible(Z_DVAL_P(version), slock_double_to_long(Z_DVAL_P(version)))
			   ? zend_long_to_str(slock_double_to_long(Z_DVAL_P(version)))
			   : zend_double_to_str(Z_DVAL_P(version));
}

/* The same for a parameter; NULL with an exception pending. */
static zend_string *version_expected(zval *expected)
{
	zend_string *text = version_text(expected);

	if (!text && !EG(exception)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The parameter $expected must be an int, a string, a DateTimeInterface, or a "
								"MongoDB\\BSON\\Decimal128 or UTCDateTime, %s given.",
								zend_zval_type_name(expected));
	}
	return text;
}

/* What a failed question was, as an exception of a store. */
static void version_fail(void)
{
	slock_result result = SLOCK_RESULT_INIT;

	if (slock_result_from_client(&result) == SLOCK_STORAGE_ERROR) {
		slock_exception_throw(slock_exception_from_result(&result, zend_empty_string));
	}
	slock_result_dtor(&result);
}

/* Asks in one piece, as the operations of stores do. False with an exception pending. */
static bool version_ask(slock_document_store *store, slock_mongodb_command command, zval *document, zval *rows)
{
	zend_object *manager = version_manager(store);
	slock_mongodb_call call = {
		.command = command,
		.database = ZSTR_VAL(store->database),
		.session = store->session,
	};
	bool asked;

	if (!manager) {
		return false;
	}
	GC_ADDREF(manager);
	slock_interrupts_defer();
	asked = slock_mongodb_object_ask(manager, &call, document, rows);
	slock_interrupts_resume();
	OBJ_RELEASE(manager);
	if (!asked) {
		version_fail();
	}
	return asked && !EG(exception);
}

static void version_throw_missing(const slock_document_store *store, const zend_string *name)
{
	zend_throw_exception_ex(slock_ce_LockStorageException, 0, "MongoDB: there is no document \"%s\" in %s.%s",
							ZSTR_VAL(name), ZSTR_VAL(store->database), ZSTR_VAL(store->collection));
}

/* {find: …, filter: {_id: …}, projection: {version: 1}} */
static bool version_find(slock_document_store *store, const zend_string *name, zval *rows)
{
	smart_str json = {0};
	zval document;
	bool ok;

	if (!version_manager(store)) {
		return false;
	}
	smart_str_appends(&json, "{\"find\":");
	slock_document_append_value(&json, ZSTR_VAL(store->collection), ZSTR_LEN(store->collection));
	smart_str_appends(&json, ",\"filter\":{\"_id\":");
	slock_document_id_append(&json, name);
	smart_str_append_printf(&json, "},\"projection\":{\"_id\":0,\"%s\":1},\"limit\":1,\"singleBatch\":true}",
							ZSTR_VAL(store->version_field));
	smart_str_0(&json);
	ok = slock_mongodb_object_parse(ZSTR_VAL(json.s), &document) &&
		 version_ask(store, SLOCK_MONGODB_DOCUMENT_READ, &document, rows);
	zval_ptr_dtor(&document);
	smart_str_free(&json);
	return ok;
}

/* Throws where the row that was found has another version. */
static void version_compare(slock_document_store *store, const zend_string *name, zval *row, zval *expected)
{
	zval *version = slock_mongodb_object_field(row, ZSTR_VAL(store->version_field));
	zend_string *wanted = version_expected(expected), *found;

	if (!wanted) {
		return;
	}
	found = version ? version_stored(version) : NULL;
	if (!EG(exception) && (!found || !zend_string_equals(found, wanted))) {
		zend_throw_exception_ex(slock_ce_LockConflictedException, 0,
								"The document \"%s\" has the version %s, and not %s, which was expected.",
								ZSTR_VAL(name), found ? ZSTR_VAL(found) : "none", ZSTR_VAL(wanted));
	}
	if (found) {
		zend_string_release(found);
	}
	zend_string_release(wanted);
}

/* The resource of the _id; NULL with an exception pending. */
static zend_string *version_document_name(zval *id)
{
	zend_string *name = slock_document_id_name(id);

	if (!name && !EG(exception)) {
		slock_document_id_refuse(id);
	}
	return name;
}

ZEND_METHOD(Slock_Store_MongoDbDocumentStore, assertVersion)
{
	slock_store *base = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_string *name;
	zval *id, *expected, *row, rows;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ZVAL(id)
		Z_PARAM_ZVAL(expected)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_check_constructed(&base->std, base->constructed) == FAILURE ||
		!(name = version_document_name(id))) {
		RETURN_THROWS();
	}
	if (version_find(slock_document_of(base), name, &rows)) {
		row = Z_TYPE(rows) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL(rows), 0) : NULL;
		if (row) {
			version_compare(slock_document_of(base), name, row, expected);
		} else {
			version_throw_missing(slock_document_of(base), name);
		}
		zval_ptr_dtor(&rows);
	}
	zend_string_release(name);
}

/* --- update() ----------------------------------------------------------------------------------------------------- */

/* Whether the text is that number, and there is a greater one; else throws. */
static bool version_has_next(const zend_string *text, zend_long number)
{
	zend_string *again = zend_long_to_str(number);
	bool has = zend_string_equals(again, text) && number < ZEND_LONG_MAX;

	zend_string_release(again);
	if (!has) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "The parameter $expected has no version after it: it must be a whole number of 64 bits.",
							 0);
	}
	return has;
}

/* The expected version as it stands in the document, and the one after it. False with an exception pending. */
static bool version_count_on(zval *expected, zval *stands, zval *next)
{
	zend_string *text = version_expected(expected);
	bool date, ok;
	zend_long number;
	zval value;

	ZVAL_UNDEF(stands);
	ZVAL_UNDEF(next);
	if (!text) {
		return false;
	}
	number = ZEND_STRTOL(ZSTR_VAL(text), NULL, 10);
	if (Z_TYPE_P(expected) == IS_LONG && number < ZEND_LONG_MAX) {
		ZVAL_LONG(stands, number);
		ZVAL_LONG(next, MAX(1, number + 1));
		zend_string_release(text);
		return true;
	}
	date = Z_TYPE_P(expected) == IS_OBJECT && (instanceof_function(Z_OBJCE_P(expected), php_date_get_interface_ce()) ||
											   slock_userland_is_a(Z_OBJ_P(expected), UTC_DATE_TIME));
	if (!version_has_next(text, number)) {
		zend_string_release(text);
		return false;
	}
	ZVAL_LONG(&value, number);
	if (!date) {
		ZVAL_STR_COPY(&value, text);
	}
	ok = version_make(date ? UTC_DATE_TIME : DECIMAL, &value, stands);
	if (ok) {
		/* Now; but two changes in one millisecond are two versions. */
		zend_long after = date ? MAX((zend_long) (slock_clock_wall() * 1000.0), number + 1) : number + 1;

		ZVAL_LONG(&value, after);
		if (!date) {
			ZVAL_STR(&value, zend_long_to_str(after));
		}
		ok = version_make(date ? UTC_DATE_TIME : DECIMAL, &value, next);
	}
	zend_string_release(text);
	return ok;
}

/* Whether all that there is to an object are its properties: those of PHP keep what they are elsewhere, and what is
 * not seen would not be written. */
static bool version_is_plain(zend_object *object)
{
	for (const zend_class_entry *ce = object->ce; ce; ce = ce->parent) {
		if (ce->type == ZEND_INTERNAL_CLASS && ce != zend_standard_class_def) {
			return false;
		}
	}
	return !slock_userland_has(object, "bsonSerialize");
}

/* Names of properties that are not public begin with a NUL byte. */
static bool version_is_public(HashTable *properties)
{
	zend_string *name;

	ZEND_HASH_FOREACH_STR_KEY(properties, name) {
		if (name && ZSTR_LEN(name) && ZSTR_VAL(name)[0] == '\0') {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* The fields of an array or of an object that has no other way to say them, as an array for the caller; NULL with an
 * exception pending. */
static HashTable *version_fields(zval *fields)
{
	HashTable *table;

	if (fields) {
		ZVAL_DEREF(fields);
	}
	if (fields && Z_TYPE_P(fields) == IS_ARRAY) {
		return zend_array_dup(Z_ARRVAL_P(fields));
	}
	if (fields && Z_TYPE_P(fields) == IS_OBJECT && version_is_plain(Z_OBJ_P(fields))) {
		table = zend_array_dup(Z_OBJPROP_P(fields));
		if (!EG(exception) && version_is_public(table)) {
			return table;
		}
		zend_array_release(table);
		if (EG(exception)) {
			/* Of a lazy object that could not be made. */
			return NULL;
		}
	}
	zend_throw_exception(slock_ce_InvalidArgumentException,
						 "The parameter $change and its $set must be arrays, or objects with public properties alone.",
						 0);
	return NULL;
}

/* The change with the next version in its $set. False with an exception pending. */
static bool version_change(const slock_document_store *store, zval *change, zval *next, zval *whole)
{
	HashTable *operators = version_fields(change), *fields;
	zend_string *name;
	zval merged, *set;

	if (!operators) {
		return false;
	}
	ZVAL_ARR(whole, operators);
	ZEND_HASH_FOREACH_STR_KEY(operators, name) {
		if (!name || ZSTR_VAL(name)[0] != '$') {
			zend_throw_exception(slock_ce_InvalidArgumentException,
								 "The parameter $change must be update operators, such as $set.", 0);
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	set = zend_hash_str_find(operators, ZEND_STRL("$set"));
	fields = set ? version_fields(set) : zend_new_array(1);
	if (!fields) {
		return false;
	}
	ZVAL_ARR(&merged, fields);
	Z_TRY_ADDREF_P(next);
	zend_hash_update(fields, store->version_field, next);
	zend_hash_str_update(operators, ZEND_STRL("$set"), &merged);
	return true;
}

/* As the locks have it: what is no text is binary. Where that cannot be made, an exception is pending. */
static void version_add_id(zval *filter, zval *id)
{
	zval arguments[2], made;

	ZVAL_DEREF(id);
	if (Z_TYPE_P(id) == IS_STRING && !slock_mongodb_is_utf8(Z_STRVAL_P(id), Z_STRLEN_P(id))) {
		ZVAL_COPY(&arguments[0], id);
		ZVAL_LONG(&arguments[1], 0);
		slock_userland_new(&made, "MongoDB\\BSON\\Binary", 2, arguments);
		add_assoc_zval(filter, "_id", &made);
		return;
	}
	Z_TRY_ADDREF_P(id);
	add_assoc_zval(filter, "_id", id);
}

/* {update: …, updates: [{q: {_id: …, version: …}, u: …}]}; takes over the change. */
static void version_make_update(const slock_document_store *store, zval *id, zval *stands, zval *change, zval *command)
{
	zval list, statement, filter;

	array_init(&filter);
	version_add_id(&filter, id);
	Z_TRY_ADDREF_P(stands);
	zend_hash_update(Z_ARRVAL(filter), store->version_field, stands);
	array_init(&statement);
	add_assoc_zval(&statement, "q", &filter);
	add_assoc_zval(&statement, "u", change);
	array_init(&list);
	add_next_index_zval(&list, &statement);
	array_init(command);
	add_assoc_str(command, "update", zend_string_copy(store->collection));
	add_assoc_zval(command, "updates", &list);
}

/* With the server's own words, which are in the first of the errors. */
static void version_refused(zval *errors, const zend_string *name)
{
	zval *first = Z_TYPE_P(errors) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(errors), 0) : NULL;
	zval *said = slock_mongodb_object_field(first, "errmsg");

	zend_throw_exception_ex(slock_ce_LockStorageException, 0,
							"MongoDB has refused the change of the document \"%s\": %s", ZSTR_VAL(name),
							said && Z_TYPE_P(said) == IS_STRING ? Z_STRVAL_P(said) : "it has not said why");
}

/* Whether one document was changed; else an exception is pending. */
static bool version_was_changed(zval *rows, const zend_string *name, zval *expected)
{
	zval *row = Z_TYPE_P(rows) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(rows), 0) : NULL;
	zval *matched = slock_mongodb_object_field(row, "n"), *errors;
	zend_string *text;

	if ((errors = slock_mongodb_object_field(row, "writeErrors"))) {
		version_refused(errors, name);
		return false;
	}
	if (matched && Z_TYPE_P(matched) == IS_LONG && Z_LVAL_P(matched) == 1) {
		return true;
	}
	text = version_expected(expected);
	if (text) {
		zend_throw_exception_ex(slock_ce_LockConflictedException, 0,
								"No document \"%s\" has the version %s, which was expected.", ZSTR_VAL(name),
								ZSTR_VAL(text));
		zend_string_release(text);
	}
	return false;
}

ZEND_METHOD(Slock_Store_MongoDbDocumentStore, update)
{
	slock_store *base = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_document_store *store = slock_document_of(base);
	zval *id, *expected, stands, next, whole, command, rows;
	zval *change;
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_ZVAL(id)
		Z_PARAM_ZVAL(expected)
		Z_PARAM_ARRAY_OR_OBJECT(change)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_check_constructed(&base->std, base->constructed) == FAILURE ||
		!(name = version_document_name(id))) {
		RETURN_THROWS();
	}
	ZVAL_UNDEF(&whole);
	if (!version_count_on(expected, &stands, &next) || !version_change(store, change, &next, &whole) ||
		!version_manager(store)) {
		zval_ptr_dtor(&whole);
	} else {
		version_make_update(store, id, &stands, &whole, &command);
		if (version_ask(store, SLOCK_MONGODB_DOCUMENT_WRITE, &command, &rows)) {
			if (version_was_changed(&rows, name, expected)) {
				RETVAL_COPY(&next);
			}
			zval_ptr_dtor(&rows);
		}
		zval_ptr_dtor(&command);
	}
	zval_ptr_dtor(&stands);
	zval_ptr_dtor(&next);
	zend_string_release(name);
}
