/* SPDX-License-Identifier: MIT
 *
 * The object kit: see object.h. */
#include "php_slock.h"
#include "core/object.h"

#include "zend_exceptions.h"

/* Bytes of a token that a dump shows; none of what is so short that these would give too much of it away. */
#define SHOWN_OF_TOKEN 6
#define SHORTEST_TOKEN 24

HashTable *slock_object_gc(zend_object *object, zend_get_gc_buffer *buffer, zval **table, int *n)
{
	if (!object->properties) {
		for (int i = 0; i < object->ce->default_properties_count; i++) {
			zend_get_gc_buffer_add_zval(buffer, &object->properties_table[i]);
		}
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return object->properties;
}

zend_result slock_object_construct_once(const zend_object *object, bool constructed)
{
	if (UNEXPECTED(constructed)) {
		zend_throw_error(NULL, "Cannot construct a %s twice", ZSTR_VAL(object->ce->name));
		return FAILURE;
	}
	return SUCCESS;
}

void slock_object_throw_not_constructed(const zend_object *object)
{
	zend_throw_error(NULL, "The %s object has not been correctly initialized by its constructor",
					 ZSTR_VAL(object->ce->name));
}

static zend_string *object_name_of(zend_class_entry *ce, const char *name)
{
	return ce ? zend_mangle_property_name(ZSTR_VAL(ce->name), ZSTR_LEN(ce->name), name, strlen(name), false)
			  : zend_mangle_property_name("*", 1, name, strlen(name), false);
}

void slock_object_put(HashTable *into, zend_class_entry *ce, const char *name, zval *value)
{
	zend_string *mangled = object_name_of(ce, name);

	zend_hash_update(into, mangled, value);
	zend_string_release(mangled);
}

zval *slock_object_find(HashTable *data, zend_class_entry *ce, const char *name)
{
	zend_string *mangled = object_name_of(ce, name);
	zval *entry = zend_hash_find_deref(data, mangled);

	zend_string_release(mangled);
	return entry;
}

/* Adds the properties that PHP code has given the object: those of its class, and dynamic ones. */
static void object_add_properties(zend_object *object, HashTable *into)
{
	HashTable *properties;
	zend_ulong index;
	zend_string *name;
	zval *value;

	if (!object->properties && !object->ce->default_properties_count) {
		return;
	}
	properties = zend_std_get_properties(object);
	ZEND_HASH_FOREACH_KEY_VAL(properties, index, name, value) {
		if (Z_TYPE_P(value) == IS_INDIRECT) {
			value = Z_INDIRECT_P(value);
		}
		if (Z_TYPE_P(value) == IS_UNDEF) {
			continue;
		}
		if (Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1) {
			value = Z_REFVAL_P(value);
		}
		Z_TRY_ADDREF_P(value);
		if (name) {
			zend_hash_update(into, name, value);
		} else {
			zend_hash_index_update(into, index, value);
		}
	}
	ZEND_HASH_FOREACH_END();
}

HashTable *slock_object_exported(zend_object *object, slock_object_export *export)
{
	HashTable *all = zend_new_array(4);

	export(object, all);
	object_add_properties(object, all);
	return all;
}

static bool object_is_private_of(const zend_string *name, const zend_class_entry *ce)
{
	size_t length = ZSTR_LEN(ce->name);

	/* Two NULs around the name of the class. */
	return ZSTR_LEN(name) > length + 2 && !ZSTR_VAL(name)[0] && !ZSTR_VAL(name)[length + 1] &&
		   !zend_binary_strcasecmp(ZSTR_VAL(name) + 1, length, ZSTR_VAL(ce->name), length);
}

/* A method that PHP code has added to one of our classes; `name` in lower case. */
static zend_function *object_own_method(const zend_object *object, const char *name)
{
	zend_function *method;

	if (EXPECTED(object->ce->type == ZEND_INTERNAL_CLASS)) {
		return NULL;
	}
	method = zend_hash_str_find_ptr(&object->ce->function_table, name, strlen(name));
	return method && method->type == ZEND_USER_FUNCTION ? method : NULL;
}

bool slock_object_sleeps(const zend_object *object)
{
	return object_own_method(object, "__sleep") != NULL;
}

bool slock_object_slept(const zend_object *object, HashTable *data, const zend_class_entry *ce)
{
	zend_string *name;

	if (EXPECTED(!slock_object_sleeps(object))) {
		return false;
	}
	ZEND_HASH_FOREACH_STR_KEY(data, name) {
		if (name && object_is_private_of(name, ce)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Moves the entry that __sleep() means by the name: a public property, or one that is mangled already, a private one
 * of the object's class, or a protected one. */
static void object_pick(const zend_object *object, HashTable *all, zend_string *name, HashTable *into)
{
	zend_string *names[] = {zend_string_copy(name), object_name_of(object->ce, ZSTR_VAL(name)),
							object_name_of(NULL, ZSTR_VAL(name))};
	bool found = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		zval *value = found ? NULL : zend_hash_find(all, names[i]);

		if (value) {
			Z_TRY_ADDREF_P(value);
			zend_hash_update(into, names[i], value);
			found = true;
		}
		zend_string_release(names[i]);
	}
	if (!found) {
		zend_error(E_WARNING, "serialize(): \"%s\" returned as member variable from __sleep() but does not exist",
				   ZSTR_VAL(name));
	}
}

HashTable *slock_object_serialized(zend_object *object, slock_object_export *export)
{
	zend_function *sleep = object_own_method(object, "__sleep");
	HashTable *all, *picked;
	zval names, *name;

	if (EXPECTED(!sleep)) {
		return slock_object_exported(object, export);
	}
	ZVAL_UNDEF(&names);
	zend_call_known_instance_method_with_0_params(sleep, object, &names);
	if (EG(exception)) {
		zval_ptr_dtor(&names);
		return NULL;
	}
	picked = zend_new_array(4);
	if (Z_TYPE(names) == IS_ARRAY) {
		all = slock_object_exported(object, export);
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(names), name) {
			ZVAL_DEREF(name);
			if (Z_TYPE_P(name) == IS_STRING) {
				object_pick(object, all, Z_STR_P(name), picked);
			}
		}
		ZEND_HASH_FOREACH_END();
		zend_array_release(all);
	} else {
		zend_error(
			E_WARNING,
			"serialize(): %s::__sleep() should return an array only containing the names of instance-variables to "
			"serialize",
			ZSTR_VAL(object->ce->name));
	}
	zval_ptr_dtor(&names);
	if (EG(exception)) {
		zend_array_release(picked);
		return NULL;
	}
	return picked;
}

/* Makes a property that has just been written the reference that its value came in: others of the same data share
 * it. */
static void object_share(zend_object *object, zend_string *name, zval *reference)
{
	zend_property_info *typed;
	zval old, *slot;

	/* NULL where no reference can be: $logger, and what is read-only. */
	slot = object->ce->__set ? NULL : object->handlers->get_property_ptr_ptr(object, name, BP_VAR_W, NULL);
	if (!slot || EG(exception) || Z_ISERROR_P(slot) || Z_ISREF_P(slot)) {
		return;
	}
	/* A dynamic one is in the property table. */
	typed = slot >= object->properties_table && slot < object->properties_table + object->ce->default_properties_count
				? zend_get_typed_property_info_for_slot(object, slot)
				: NULL;
	if (typed) {
		if (!zend_verify_prop_assignable_by_ref(typed, reference, true)) {
			return;
		}
		ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(reference), typed);
	}
	ZVAL_COPY_VALUE(&old, slot);
	ZVAL_COPY(slot, reference);
	zval_ptr_dtor(&old);
}

/* Writes a property by its name in a serialized object, as the class that it is private of, or as the object's own.
 * Not with object_properties_load(), which writes into the object past its handlers. */
static void object_write(zend_object *object, zend_string *mangled, zval *value)
{
	__typeof__(EG(fake_scope)) scope = EG(fake_scope); /* const from PHP 8.5 on */
	zend_class_entry *of = object->ce;
	const char *class, *property;
	zend_string *name;
	size_t length;

	if (zend_unmangle_property_name_ex(mangled, &class, &property, &length) == FAILURE || !length) {
		return;
	}
	if (class && *class != '*') {
		name = zend_string_init(class, strlen(class), false);
		/* It can only be one that this class extends. What data names must not be loaded. */
		of = zend_lookup_class_ex(name, NULL, ZEND_FETCH_CLASS_NO_AUTOLOAD);
		zend_string_release(name);
		if (!of || !instanceof_function(object->ce, of)) {
			return;
		}
	}
	name = zend_string_init(property, length, false);
	EG(fake_scope) = of;
	object->handlers->write_property(object, name, Z_ISREF_P(value) ? Z_REFVAL_P(value) : value, NULL);
	if (Z_ISREF_P(value) && !EG(exception)) {
		object_share(object, name, value);
	}
	EG(fake_scope) = scope;
	zend_string_release(name);
}

void slock_object_load(zend_object *object, HashTable *data, zend_class_entry *ce)
{
	zend_function *wakeup = object_own_method(object, "__wakeup");
	zend_string *name;
	zval *value;

	/* Writing may run PHP code, which may have a reference to it. */
	data = zend_array_dup(data);
	ZEND_HASH_FOREACH_STR_KEY_VAL(data, name, value) {
		if (name && !object_is_private_of(name, ce)) {
			object_write(object, name, value);
			if (UNEXPECTED(EG(exception))) {
				break;
			}
		}
	}
	ZEND_HASH_FOREACH_END();
	zend_array_release(data);
	/* An own __unserialize() that calls ours is the one that is asked. */
	if (wakeup && !EG(exception) && object->ce->__unserialize->type == ZEND_INTERNAL_FUNCTION) {
		zend_call_known_instance_method_with_0_params(wakeup, object, NULL);
	}
}

zend_string *slock_object_shown_token(const zend_string *token)
{
	size_t shown = ZSTR_LEN(token) < SHORTEST_TOKEN ? 0 : SHOWN_OF_TOKEN;

	return zend_strpprintf(0, "%.*s...", (int) shown, ZSTR_VAL(token));
}

HashTable *slock_object_properties_for(zend_object *object, zend_prop_purpose purpose, slock_object_export *export,
									   slock_object_export *show)
{
	switch (purpose) {
		case ZEND_PROP_PURPOSE_DEBUG:
			/* A subclass that says itself what is to be seen. Ours say what is shown. */
			if (object->ce->__debugInfo && object->ce->__debugInfo->type == ZEND_USER_FUNCTION) {
				break;
			}
			return slock_object_exported(object, show);
		case ZEND_PROP_PURPOSE_ARRAY_CAST:
		case ZEND_PROP_PURPOSE_VAR_EXPORT:
			return slock_object_exported(object, export);
		default:
			break;
	}
	return zend_std_get_properties_for(object, purpose);
}

int slock_object_compare(zval *a, zval *b, slock_object_export *export)
{
	zend_object *left;
	HashTable *of_a, *of_b;
	int order;

	ZEND_COMPARE_OBJECTS_FALLBACK(a, b);
	if (Z_OBJ_P(a) == Z_OBJ_P(b)) {
		return 0;
	}
	if (Z_OBJCE_P(a) != Z_OBJCE_P(b)) {
		return ZEND_UNCOMPARABLE;
	}
	left = Z_OBJ_P(a);
	/* Objects that hold each other. */
	if (UNEXPECTED(GC_IS_RECURSIVE(left))) {
		zend_throw_error(NULL, "Nesting level too deep - recursive dependency?");
		return ZEND_UNCOMPARABLE;
	}
	/* Comparing may run a __toString(), which may write to the variables that are compared. */
	GC_ADDREF(left);
	of_a = slock_object_exported(left, export);
	of_b = slock_object_exported(Z_OBJ_P(b), export);
	GC_PROTECT_RECURSION(left);
	order = zend_compare_symbol_tables(of_a, of_b);
	GC_UNPROTECT_RECURSION(left);
	zend_array_release(of_a);
	zend_array_release(of_b);
	OBJ_RELEASE(left);
	return order;
}

void slock_object_refuse_data(const zend_object *object)
{
	zend_throw_exception_ex(NULL, 0, "Invalid serialization data for %s object", ZSTR_VAL(object->ce->name));
}

void slock_object_refuse_serialize(const zend_object *object)
{
	zend_throw_exception_ex(NULL, 0, "Serialization of '%s' is not allowed", ZSTR_VAL(object->ce->name));
}

void slock_object_refuse_unserialize(const zend_object *object)
{
	zend_throw_exception_ex(NULL, 0, "Unserialization of '%s' is not allowed", ZSTR_VAL(object->ce->name));
}
