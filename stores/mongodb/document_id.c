/* SPDX-License-Identifier: MIT
 *
 * The names of documents; see document_id.h. */
#include "php_slock.h"
#include "clients/mongodb/uri.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "stores/mongodb/document_id.h"

#include "ext/standard/base64.h"
#include "zend_exceptions.h"

#define OBJECT_ID "oid:"
#define INTEGER "int:"
#define BINARY "bin:"
#define STRING "str:"
#define PREFIX_LENGTH 4
#define OBJECT_ID_DIGITS 24

static bool document_id_has(const zend_string *resource, const char *prefix)
{
	return ZSTR_LEN(resource) >= PREFIX_LENGTH && memcmp(ZSTR_VAL(resource), prefix, PREFIX_LENGTH) == 0;
}

static bool document_id_is_object_id(const zend_string *resource)
{
	return document_id_has(resource, OBJECT_ID) && ZSTR_LEN(resource) == PREFIX_LENGTH + OBJECT_ID_DIGITS &&
		   strspn(ZSTR_VAL(resource) + PREFIX_LENGTH, "0123456789abcdef") == OBJECT_ID_DIGITS;
}

/* As a number is written, and no other way: one _id has one name. */
static bool document_id_is_integer(const zend_string *resource)
{
	const char *digits = ZSTR_VAL(resource) + PREFIX_LENGTH;
	char again[32];

	if (!document_id_has(resource, INTEGER)) {
		return false;
	}
	snprintf(again, sizeof(again), "%" PRId64, (int64_t) strtoll(digits, NULL, 10));
	return ZSTR_LEN(resource) == PREFIX_LENGTH + strlen(again) && strcmp(again, digits) == 0;
}

/* bin:<subtype, two hexadecimal digits>:<base64> */
static bool document_id_is_binary(const zend_string *resource)
{
	const char *rest = ZSTR_VAL(resource) + PREFIX_LENGTH;
	zend_string *bytes, *again;
	bool is;

	if (!document_id_has(resource, BINARY) || ZSTR_LEN(resource) < PREFIX_LENGTH + 3 ||
		strspn(rest, "0123456789abcdef") != 2 || rest[2] != ':') {
		return false;
	}
	bytes = php_base64_decode_ex((const unsigned char *) rest + 3, ZSTR_LEN(resource) - PREFIX_LENGTH - 3, true);
	if (!bytes) {
		return false;
	}
	again = php_base64_encode((const unsigned char *) ZSTR_VAL(bytes), ZSTR_LEN(bytes));
	is = zend_string_equals_cstr(again, rest + 3, ZSTR_LEN(resource) - PREFIX_LENGTH - 3);
	zend_string_release(bytes);
	zend_string_release(again);
	return is;
}

static bool document_id_is_another(const zend_string *resource)
{
	return document_id_has(resource, STRING) || document_id_is_object_id(resource) ||
		   document_id_is_integer(resource) || document_id_is_binary(resource);
}

static zend_string *document_id_binary_name(zend_object *binary)
{
	zend_long subtype = slock_userland_call_for_long(binary, "getType", 0);
	zend_string *name = NULL, *encoded;
	zval data;

	if (slock_userland_call(binary, "getData", 0, NULL, &data) && Z_TYPE(data) == IS_STRING) {
		encoded = php_base64_encode((const unsigned char *) Z_STRVAL(data), Z_STRLEN(data));
		name = zend_strpprintf(0, BINARY "%02x:%s", (unsigned) (subtype & 0xff), ZSTR_VAL(encoded));
		zend_string_release(encoded);
	}
	zval_ptr_dtor(&data);
	return name;
}

/* $prefix . (string) $object */
static zend_string *document_id_text_name(const char *prefix, zend_object *object)
{
	zend_string *name = NULL;
	zval text;

	if (slock_userland_call(object, "__toString", 0, NULL, &text) && Z_TYPE(text) == IS_STRING) {
		name = zend_strpprintf(0, "%s%s", prefix, Z_STRVAL(text));
	}
	zval_ptr_dtor(&text);
	return name;
}

zend_string *slock_document_id_name(zval *id)
{
	ZVAL_DEREF(id);
	if (Z_TYPE_P(id) == IS_LONG) {
		return zend_strpprintf(0, INTEGER ZEND_LONG_FMT, Z_LVAL_P(id));
	}
	if (Z_TYPE_P(id) == IS_STRING) {
		return document_id_is_another(Z_STR_P(id))
				   ? zend_string_concat2(STRING, PREFIX_LENGTH, Z_STRVAL_P(id), Z_STRLEN_P(id))
				   : zend_string_copy(Z_STR_P(id));
	}
	if (Z_TYPE_P(id) == IS_OBJECT) {
		if (slock_userland_is_a(Z_OBJ_P(id), "MongoDB\\BSON\\ObjectId")) {
			return document_id_text_name(OBJECT_ID, Z_OBJ_P(id));
		}
		if (slock_userland_is_a(Z_OBJ_P(id), "MongoDB\\BSON\\Int64")) {
			return document_id_text_name(INTEGER, Z_OBJ_P(id));
		}
		if (slock_userland_is_a(Z_OBJ_P(id), "MongoDB\\BSON\\Binary")) {
			return document_id_binary_name(Z_OBJ_P(id));
		}
	}
	return NULL;
}

void slock_document_id_refuse(const zval *id)
{
	zend_throw_exception_ex(
		slock_ce_InvalidArgumentException, 0,
		"The parameter $id must be an int, a string, or a MongoDB\\BSON\\ObjectId, Int64 or Binary, "
		"%s given.",
		zend_zval_type_name(id));
}

static void document_append_binary(smart_str *json, const char *base64, size_t length, const char *subtype)
{
	smart_str_appends(json, "{\"$binary\":{\"base64\":\"");
	smart_str_appendl(json, base64, length);
	smart_str_appends(json, "\",\"subType\":\"");
	smart_str_appendl(json, subtype, 2);
	smart_str_appends(json, "\"}}");
}

void slock_document_append_value(smart_str *json, const char *bytes, size_t length)
{
	if (!slock_mongodb_is_utf8(bytes, length)) {
		zend_string *encoded = php_base64_encode((const unsigned char *) bytes, length);

		document_append_binary(json, ZSTR_VAL(encoded), ZSTR_LEN(encoded), "00");
		zend_string_release(encoded);
		return;
	}
	smart_str_appendc(json, '"');
	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char) bytes[i];

		if (byte == '"' || byte == '\\' || byte < 0x20 || byte == 0x7f) {
			smart_str_append_printf(json, "\\u%04x", byte);
		} else {
			smart_str_appendc(json, (char) byte);
		}
	}
	smart_str_appendc(json, '"');
}

void slock_document_id_append(smart_str *json, const zend_string *resource)
{
	const char *rest = ZSTR_VAL(resource) + PREFIX_LENGTH;
	size_t length = ZSTR_LEN(resource) - PREFIX_LENGTH;

	if (document_id_is_object_id(resource)) {
		smart_str_append_printf(json, "{\"$oid\":\"%s\"}", rest);
	} else if (document_id_is_integer(resource)) {
		smart_str_append_printf(json, "{\"$numberLong\":\"%s\"}", rest);
	} else if (document_id_is_binary(resource)) {
		document_append_binary(json, rest + 3, length - 3, rest);
	} else if (document_id_has(resource, STRING)) {
		slock_document_append_value(json, rest, length);
	} else {
		slock_document_append_value(json, ZSTR_VAL(resource), ZSTR_LEN(resource));
	}
}
