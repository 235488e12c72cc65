/* SPDX-License-Identifier: MIT
 *
 * The table of locks in Doctrine's schema: see dbal_schema.h. */
#include "php_slock.h"
#include "clients/sql/sql.h"
#include "clients/userland.h"
#include "stores/table/dbal_schema.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#define SCHEMA "Doctrine\\DBAL\\Schema\\"

static bool schema_has_method(zend_object *object, const char *lower_case_name)
{
	return zend_hash_str_exists(&object->ce->function_table, lower_case_name, strlen(lower_case_name));
}

/* NULL with an exception pending. */
static zend_class_entry *schema_class(const char *name)
{
	zend_class_entry *ce = slock_userland_load_class(name);

	if (!ce && !EG(exception)) {
		zend_throw_error(NULL, "Class \"%s\" not found", name);
	}
	return ce;
}

/* False with an exception pending: it is none, and gone. */
static bool schema_is_object(zval *returned, const char *class_name, const char *method)
{
	if (Z_TYPE_P(returned) == IS_OBJECT) {
		return true;
	}
	zend_throw_error(NULL, "%s::%s() returned no object", class_name, method);
	zval_ptr_dtor(returned);
	return false;
}

/* $subject = $subject->method(…). The arguments are released. On failure the subject is too, and undefined. */
static bool schema_then(zval *subject, const char *method, uint32_t argc, zval *argv)
{
	zval returned;
	bool good = slock_userland_call(Z_OBJ_P(subject), method, argc, argv, &returned);

	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	good = good && schema_is_object(&returned, ZSTR_VAL(Z_OBJCE_P(subject)->name), method);
	zval_ptr_dtor(subject);
	ZVAL_UNDEF(subject);
	if (good) {
		ZVAL_COPY_VALUE(subject, &returned);
	}
	return good;
}

static bool schema_then_text(zval *subject, const char *method, const char *text)
{
	zval argument;

	ZVAL_STRING(&argument, text);
	return schema_then(subject, method, 1, &argument);
}

/* A static function of a class of Doctrine's schema, which gives an object. */
static bool schema_call_static(const char *class_name, const char *function, zval *argument, zval *object)
{
	zend_class_entry *ce = schema_class(class_name);

	if (ce && slock_userland_call_static(ce, function, argument ? 1 : 0, argument, object) &&
		schema_is_object(object, class_name, function)) {
		return true;
	}
	ZVAL_UNDEF(object);
	return false;
}

/* new PrimaryKeyConstraint(null, [new UnqualifiedName(Identifier::unquoted($column))], true) */
static bool schema_make_primary_key(zend_class_entry *ce, zend_string *column, zval *key)
{
	zend_class_entry *name_class = schema_class(SCHEMA "Name\\UnqualifiedName");
	zval text, identifier, name, arguments[3];
	bool good;

	ZVAL_STR(&text, column);
	if (!name_class || !schema_call_static(SCHEMA "Name\\Identifier", "unquoted", &text, &identifier)) {
		return false;
	}
	good = slock_userland_make(name_class, 1, &identifier, &name);
	zval_ptr_dtor(&identifier);
	if (!good) {
		return false;
	}
	ZVAL_NULL(&arguments[0]);
	array_init(&arguments[1]);
	add_next_index_zval(&arguments[1], &name);
	ZVAL_TRUE(&arguments[2]);
	good = slock_userland_make(ce, 3, arguments, key);
	zval_ptr_dtor(&arguments[1]);
	return good;
}

/* --- DBAL 4.5 and later: editors ---------------------------------------------------------------------------------- */

static bool schema_make_column(zend_string *name, const char *type, const char *option, zval *value, zval *column)
{
	return schema_call_static(SCHEMA "Column", "editor", NULL, column) &&
		   schema_then_text(column, "setUnquotedName", ZSTR_VAL(name)) &&
		   schema_then_text(column, "setTypeName", type) && schema_then(column, option, 1, value) &&
		   schema_then(column, "create", 0, NULL);
}

static bool schema_edit_column(zval *table, zend_string *name, const char *type, const char *option, zval *value)
{
	zval column;

	if (schema_make_column(name, type, option, value, &column)) {
		return schema_then(table, "addColumn", 1, &column);
	}
	zval_ptr_dtor(table);
	ZVAL_UNDEF(table);
	return false;
}

static bool schema_edit_primary_key(zval *table, zend_string *column)
{
	zend_class_entry *ce = schema_class(SCHEMA "PrimaryKeyConstraint");
	zval key;

	if (ce && schema_make_primary_key(ce, column, &key)) {
		return schema_then(table, "addPrimaryKeyConstraint", 1, &key);
	}
	zval_ptr_dtor(table);
	ZVAL_UNDEF(table);
	return false;
}

static bool schema_make_table(const slock_sql_table *names, zval *table)
{
	zval id_length, token_length, is_unsigned;

	ZVAL_LONG(&id_length, 64);
	ZVAL_LONG(&token_length, 44);
	ZVAL_TRUE(&is_unsigned);
	return schema_call_static(SCHEMA "Table", "editor", NULL, table) &&
		   schema_then_text(table, "setUnquotedName", ZSTR_VAL(names->name)) &&
		   schema_edit_column(table, names->id, "string", "setLength", &id_length) &&
		   schema_edit_column(table, names->token, "string", "setLength", &token_length) &&
		   schema_edit_column(table, names->expiration, "integer", "setUnsigned", &is_unsigned) &&
		   schema_edit_primary_key(table, names->id) && schema_then(table, "create", 0, NULL);
}

static bool schema_edit_schema(zend_object *schema, const slock_sql_table *names, zval *returned)
{
	zval table;

	ZVAL_OBJ_COPY(returned, schema);
	if (!schema_then(returned, "edit", 0, NULL)) {
		return false;
	}
	if (!schema_make_table(names, &table)) {
		zval_ptr_dtor(returned);
		ZVAL_UNDEF(returned);
		return false;
	}
	return schema_then(returned, "addTable", 1, &table) && schema_then(returned, "create", 0, NULL);
}

/* --- before: the table itself ------------------------------------------------------------------------------------- */

static bool schema_add_column(zend_object *table, zend_string *name, const char *type, const char *option, zval *value)
{
	zval arguments[3], unused;
	bool good;

	ZVAL_STR(&arguments[0], name);
	ZVAL_STRING(&arguments[1], type);
	array_init(&arguments[2]);
	add_assoc_zval(&arguments[2], option, value);
	good = slock_userland_call(table, "addColumn", 3, arguments, &unused);
	zval_ptr_dtor(&unused);
	zval_ptr_dtor(&arguments[1]);
	zval_ptr_dtor(&arguments[2]);
	return good;
}

static bool schema_configure_table(zend_object *table, const slock_sql_table *names)
{
	zval value, argument, unused;
	zend_class_entry *ce;
	bool good;

	ZVAL_LONG(&value, 64);
	if (!schema_add_column(table, names->id, "string", "length", &value)) {
		return false;
	}
	ZVAL_LONG(&value, 44);
	if (!schema_add_column(table, names->token, "string", "length", &value)) {
		return false;
	}
	ZVAL_TRUE(&value);
	if (!schema_add_column(table, names->expiration, "integer", "unsigned", &value)) {
		return false;
	}
	ce = slock_userland_load_class(SCHEMA "PrimaryKeyConstraint");
	if (EG(exception)) {
		return false;
	}
	if (!ce || !schema_has_method(table, "addprimarykeyconstraint")) {
		array_init(&argument);
		add_next_index_str(&argument, zend_string_copy(names->id));
	} else if (!schema_make_primary_key(ce, names->id, &argument)) {
		return false;
	}
	good = slock_userland_call(table, Z_TYPE(argument) == IS_ARRAY ? "setPrimaryKey" : "addPrimaryKeyConstraint", 1,
							   &argument, &unused);
	zval_ptr_dtor(&unused);
	zval_ptr_dtor(&argument);
	return good;
}

bool slock_dbal_schema_make(zval *schema)
{
	zend_class_entry *ce = schema_class(SCHEMA "Schema");

	return ce && slock_userland_make(ce, 0, NULL, schema);
}

bool slock_dbal_schema_add(zend_object *schema, const slock_sql_table *names, zval *returned)
{
	zval name, table;
	bool good;

	if (schema_has_method(schema, "edit")) {
		return schema_edit_schema(schema, names, returned);
	}
	ZVAL_STR(&name, names->name);
	if (!slock_userland_call(schema, "createTable", 1, &name, &table)) {
		return false;
	}
	good = Z_TYPE(table) != IS_OBJECT || schema_configure_table(Z_OBJ(table), names);
	zval_ptr_dtor(&table);
	if (good) {
		ZVAL_OBJ_COPY(returned, schema);
	}
	return good;
}
