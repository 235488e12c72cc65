/* SPDX-License-Identifier: MIT
 *
 * The methods of Key, and what it shows of itself. Serialization speaks the format of the PHP package, in both of its
 * spellings. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/key.h"
#include "core/object.h"
#include "core/parameters.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/Key_arginfo.h"

/* A serialized expiry is rounded down to 10 us, which has 15 digits: with more of them the conversion of the text back
 * to a number takes twice as long. */
#define EXPORT_STEPS 1e5

/* The names of what a serialized key holds, interned in MINIT. */
static zend_string *name_resource, *name_expiring_time, *name_state;

static double key_exported_expiry(slock_key *key)
{
	return floor((slock_clock_wall() + slock_clock_until(slock_key_expiry(key))) * EXPORT_STEPS) / EXPORT_STEPS;
}

/* The package's private properties, in its order; takes the states over. */
static void key_put_properties(zend_object *object, HashTable *states, HashTable *into)
{
	zval value;

	ZVAL_NULL(&value);
	if (slock_key_expiry(object) != SLOCK_FOREVER) {
		ZVAL_DOUBLE(&value, key_exported_expiry(object));
	}
	slock_object_put(into, slock_ce_Key, "expiringTime", &value);
	ZVAL_ARR(&value, states);
	slock_object_put(into, slock_ce_Key, "state", &value);
	ZVAL_BOOL(&value, slock_key_is_serializable(object));
	slock_object_put(into, slock_ce_Key, "serializable", &value);
	ZVAL_COPY(&value, slock_key_slot(object, SLOCK_KEY_SLOT_RESOURCE));
	slock_object_put(into, slock_ce_Key, "resource", &value);
}

static void key_export(zend_object *object, HashTable *into)
{
	key_put_properties(object, slock_key_states(object), into);
}

/* The same for a person who reads it: how much time is left, and no token that could be used. */
static void key_show(zend_object *object, HashTable *into)
{
	HashTable *states = slock_key_states(object);
	zval value, *state;

	ZEND_HASH_FOREACH_VAL(states, state) {
		if (Z_TYPE_P(state) == IS_STRING) {
			ZVAL_STR(&value, slock_object_shown_token(Z_STR_P(state)));
			zval_ptr_dtor_str(state);
			ZVAL_COPY_VALUE(state, &value);
		}
	}
	ZEND_HASH_FOREACH_END();
	key_put_properties(object, states, into);
	ZVAL_NULL(&value);
	if (slock_key_expiry(object) != SLOCK_FOREVER) {
		ZVAL_DOUBLE(&value, slock_clock_until(slock_key_expiry(object)));
	}
	slock_object_put(into, slock_ce_Key, "remainingLifetime", &value);
}

static HashTable *key_get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
	HashTable *shown;

	if (!slock_key_is_constructed(object) ||
		(purpose != ZEND_PROP_PURPOSE_DEBUG && purpose != ZEND_PROP_PURPOSE_ARRAY_CAST &&
		 purpose != ZEND_PROP_PURPOSE_VAR_EXPORT)) {
		return zend_std_get_properties_for(object, purpose);
	}
	shown = zend_new_array(SLOCK_KEY_SLOTS);
	(purpose == ZEND_PROP_PURPOSE_DEBUG ? key_show : key_export)(object, shown);
	return shown;
}

static zend_object *key_clone(zend_object *object)
{
	zend_object *clone = zend_objects_clone_obj(object);

	clone->handlers = object->handlers;
	return clone;
}

static int key_compare_states(slock_key *a, slock_key *b)
{
	HashTable *of_a = slock_key_states(a), *of_b = slock_key_states(b);
	int order;

	if (UNEXPECTED(GC_IS_RECURSIVE(a))) {
		zend_throw_error(NULL, "Nesting level too deep - recursive dependency?");
		order = ZEND_UNCOMPARABLE;
	} else {
		GC_PROTECT_RECURSION(a);
		order = zend_compare_symbol_tables(of_a, of_b);
		GC_UNPROTECT_RECURSION(a);
	}
	zend_array_release(of_a);
	zend_array_release(of_b);
	return order;
}

/* What the package's properties would compare like, whatever stands in ours: 'a state alone' and 'an array with one
 * state' are the same. */
static int key_compare(zval *za, zval *zb)
{
	slock_key *a, *b;
	slock_time expiry;
	int order;

	ZEND_COMPARE_OBJECTS_FALLBACK(za, zb);
	a = Z_SLOCK_KEY_P(za);
	b = Z_SLOCK_KEY_P(zb);
	if (a == b) {
		return 0;
	}
	if (a->ce != b->ce || !slock_key_is_constructed(a) || !slock_key_is_constructed(b)) {
		return ZEND_UNCOMPARABLE;
	}
	expiry = slock_key_expiry(a);
	if (expiry != slock_key_expiry(b)) {
		/* null is less than any time. */
		return expiry == SLOCK_FOREVER                ? -1
			   : slock_key_expiry(b) == SLOCK_FOREVER ? 1
													  : ZEND_NORMALIZE_BOOL(expiry - slock_key_expiry(b));
	}
	/* Comparing states may run a __toString(), which may write to the variables that are compared. */
	GC_ADDREF(a);
	GC_ADDREF(b);
	if (!(order = key_compare_states(a, b)) && !(order = slock_key_is_serializable(a) - slock_key_is_serializable(b))) {
		order = zend_compare(slock_key_slot(a, SLOCK_KEY_SLOT_RESOURCE), slock_key_slot(b, SLOCK_KEY_SLOT_RESOURCE));
	}
	OBJ_RELEASE(a);
	OBJ_RELEASE(b);
	return order;
}

/* One entry of unserialized data, under its plain or its mangled private name; a null counts as absent. */
static zval *key_import_entry(HashTable *data, zend_string *name)
{
	zval *entry = zend_hash_find_deref(data, name);

	if (!entry || Z_TYPE_P(entry) == IS_NULL) {
		entry = slock_object_find(data, slock_ce_Key, ZSTR_VAL(name));
	}
	return entry && Z_TYPE_P(entry) != IS_NULL ? entry : NULL;
}

/* The states of unserialized data, into an empty state. */
static void key_import_states(slock_key *key, HashTable *states)
{
	zend_string *name;
	zend_ulong index;
	zval *state;

	ZEND_HASH_FOREACH_KEY_VAL(states, index, name, state) {
		ZVAL_DEREF(state);
		Z_TRY_ADDREF_P(state);
		name = name ? zend_string_copy(name) : zend_long_to_str((zend_long) index);
		slock_key_set_state(key, name, state);
		zend_string_release(name);
	}
	ZEND_HASH_FOREACH_END();
}

ZEND_METHOD(Symfony_Component_Lock_Key, __construct)
{
	zend_string *resource;
	zval value;
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_STR(resource)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(key, slock_key_is_constructed(key)) == FAILURE) {
		RETURN_THROWS();
	}
	key->handlers = &slock_key_handlers;
	ZVAL_STR_COPY(&value, resource);
	slock_key_replace_slot(slock_key_slot(key, SLOCK_KEY_SLOT_RESOURCE), &value);
}

ZEND_METHOD(Symfony_Component_Lock_Key, __toString)
{
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	if (slock_key_check(key) == FAILURE) {
		RETURN_THROWS();
	}
	RETURN_STR_COPY(slock_key_resource(key));
}

ZEND_METHOD(Symfony_Component_Lock_Key, hasState)
{
	zend_string *name;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_BOOL(slock_key_find_state(Z_SLOCK_KEY_P(ZEND_THIS), name) != NULL);
}

ZEND_METHOD(Symfony_Component_Lock_Key, setState)
{
	zend_string *name;
	zval *state;

	SLOCK_PARSE_PARAMETERS_START(2)
		SLOCK_PARAM_STR(name)
		Z_PARAM_ZVAL(state)
	ZEND_PARSE_PARAMETERS_END();

	Z_TRY_ADDREF_P(state);
	slock_key_set_state(Z_SLOCK_KEY_P(ZEND_THIS), name, state);
	/* Whoever hands over a token hands over what it holds. */
	slock_key_set_held(Z_SLOCK_KEY_P(ZEND_THIS), SLOCK_KEY_ALL_KINDS, true);
}

ZEND_METHOD(Symfony_Component_Lock_Key, removeState)
{
	zend_string *name;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	slock_key_remove_state(Z_SLOCK_KEY_P(ZEND_THIS), name);
}

ZEND_METHOD(Symfony_Component_Lock_Key, getState)
{
	zend_string *name;
	zval *state;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	state = slock_key_lookup_state(Z_SLOCK_KEY_P(ZEND_THIS), name);
	if (!state) {
		zend_error(E_WARNING, "Undefined array key \"%s\"", ZSTR_VAL(name));
		RETURN_NULL();
	}
	RETURN_COPY_DEREF(state);
}

ZEND_METHOD(Symfony_Component_Lock_Key, markUnserializable)
{
	slock_key_mark_unserializable(Z_SLOCK_KEY_P(ZEND_THIS));
}

ZEND_METHOD(Symfony_Component_Lock_Key, resetLifetime)
{
	slock_key_reset_lifetime(Z_SLOCK_KEY_P(ZEND_THIS));
}

ZEND_METHOD(Symfony_Component_Lock_Key, reduceLifetime)
{
	double ttl;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_DOUBLE(ttl)
	ZEND_PARSE_PARAMETERS_END();

	/* A negative TTL is fine here: it expires the key. */
	if (!zend_finite(ttl) && slock_ttl_check(ttl, "ttl") == FAILURE) {
		RETURN_THROWS();
	}
	slock_key_limit_expiry(Z_SLOCK_KEY_P(ZEND_THIS), slock_clock_after(slock_duration(ttl)));
}

ZEND_METHOD(Symfony_Component_Lock_Key, getRemainingLifetime)
{
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	if (slock_key_expiry(key) == SLOCK_FOREVER) {
		RETURN_NULL();
	}
	RETURN_DOUBLE(slock_clock_until(slock_key_expiry(key)));
}

ZEND_METHOD(Symfony_Component_Lock_Key, isExpired)
{
	RETURN_BOOL(slock_key_is_expired(Z_SLOCK_KEY_P(ZEND_THIS)));
}

ZEND_METHOD(Symfony_Component_Lock_Key, __debugInfo)
{
	zend_object *key = Z_OBJ_P(ZEND_THIS);

	SLOCK_PARSE_PARAMETERS_START(0)
	ZEND_PARSE_PARAMETERS_END();
	array_init_size(return_value, SLOCK_KEY_SLOTS + 1);
	/* An exception would make a fatal error of var_dump(). */
	if (slock_key_is_constructed(key)) {
		key_show(key, Z_ARRVAL_P(return_value));
	}
}

ZEND_METHOD(Symfony_Component_Lock_Key, __serialize)
{
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);
	zval value;

	if (slock_key_check(key) == FAILURE) {
		RETURN_THROWS();
	}
	if (!slock_key_is_serializable(key)) {
		zend_throw_exception(slock_ce_UnserializableKeyException, "The key cannot be serialized.", 0);
		RETURN_THROWS();
	}
	array_init_size(return_value, 3);
	ZVAL_COPY(&value, slock_key_slot(key, SLOCK_KEY_SLOT_RESOURCE));
	zend_hash_add_new(Z_ARRVAL_P(return_value), name_resource, &value);
	ZVAL_NULL(&value);
	if (slock_key_expiry(key) != SLOCK_FOREVER) {
		ZVAL_DOUBLE(&value, key_exported_expiry(key));
	}
	zend_hash_add_new(Z_ARRVAL_P(return_value), name_expiring_time, &value);
	ZVAL_ARR(&value, slock_key_states(key));
	zend_hash_add_new(Z_ARRVAL_P(return_value), name_state, &value);
}

/* Seconds since the Unix epoch. What has been XML or CSV is a text: a number is taken for one, as the package's
 * property does. */
static bool key_import_time(zval *entry, double *seconds)
{
	const bool is_number = Z_TYPE_P(entry) == IS_STRING
							   ? is_numeric_string(Z_STRVAL_P(entry), Z_STRLEN_P(entry), NULL, NULL, false) != 0
							   : Z_TYPE_P(entry) == IS_LONG || Z_TYPE_P(entry) == IS_DOUBLE;

	*seconds = is_number ? zval_get_double(entry) : 0.0;
	return is_number && zend_finite(*seconds);
}

ZEND_METHOD(Symfony_Component_Lock_Key, __unserialize)
{
	HashTable *data;
	zval *resource, *expiring_time, *states, value;
	slock_time now, expiry = SLOCK_FOREVER;
	double ends = 0.0;
	HashTable *taken;
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_ARRAY_HT(data)
	ZEND_PARSE_PARAMETERS_END();

	/* Everything is looked at before anything is taken over: a refused payload leaves the key as it was. */
	resource = key_import_entry(data, name_resource);
	expiring_time = key_import_entry(data, name_expiring_time);
	states = key_import_entry(data, name_state);
	if (resource && Z_TYPE_P(resource) == IS_OBJECT && instanceof_function(Z_OBJCE_P(resource), zend_ce_stringable)) {
		zend_throw_exception_ex(spl_ce_BadMethodCallException, 0, "Cannot unserialize %s",
								ZSTR_VAL(slock_ce_Key->name));
		RETURN_THROWS();
	}
	if (!resource ||
		(Z_TYPE_P(resource) != IS_STRING && Z_TYPE_P(resource) != IS_LONG && Z_TYPE_P(resource) != IS_DOUBLE)) {
		zend_argument_type_error(1, "must have an entry \"resource\" of type string, %s given",
								 resource ? zend_zval_type_name(resource) : "none");
		RETURN_THROWS();
	}
	if (expiring_time && !key_import_time(expiring_time, &ends)) {
		zend_argument_type_error(1, "must have an entry \"expiringTime\" that is a finite float or null, %s given",
								 zend_zval_type_name(expiring_time));
		RETURN_THROWS();
	}
	if (states && Z_TYPE_P(states) != IS_ARRAY) {
		zend_argument_type_error(1, "must have an entry \"state\" of type array, %s given",
								 zend_zval_type_name(states));
		RETURN_THROWS();
	}

	/* All of it is ours before the old state goes: its destructors may write to what the data refers to. */
	ZVAL_STR(&value, zval_get_string(resource));
	if (expiring_time) {
		now = slock_clock_now();
		expiry = slock_clock_add(now, slock_duration(ends - slock_clock_wall()));
	}
	taken = states ? Z_ARRVAL_P(states) : (HashTable *) &zend_empty_array;
	GC_TRY_ADDREF(taken);

	key->handlers = &slock_key_handlers;
	slock_key_clear_state(key);
	slock_key_replace_slot(slock_key_slot(key, SLOCK_KEY_SLOT_RESOURCE), &value);
	slock_key_set_expiry(key, expiry);
	key_import_states(key, taken);
	slock_key_set_held(key, SLOCK_KEY_ALL_KINDS, !slock_key_is_empty(key));
	zend_array_release(taken);
}

void slock_key_register(void)
{
	slock_ce_Key = register_class_Symfony_Component_Lock_Key(zend_ce_stringable);
	name_resource = zend_string_init_interned(ZEND_STRL("resource"), true);
	name_expiring_time = zend_string_init_interned(ZEND_STRL("expiringTime"), true);
	name_state = zend_string_init_interned(ZEND_STRL("state"), true);

	/* Set when a key gets its resource: 8.2 knows no handlers of a class, and until then the standard ones will do. */
	memcpy(&slock_key_handlers, &std_object_handlers, sizeof(slock_key_handlers));
	slock_key_handlers.get_properties_for = key_get_properties_for;
	slock_key_handlers.clone_obj = key_clone;
	slock_key_handlers.compare = key_compare;
}
