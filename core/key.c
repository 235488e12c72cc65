/* SPDX-License-Identifier: MIT
 *
 * Key: see key.h. Serialization speaks the format of the PHP package, in both of its spellings. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/key.h"

#include "ext/spl/spl_exceptions.h"
#include "ext/standard/base64.h"
#include "ext/random/php_random.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/Key_arginfo.h"

zend_class_entry *slock_ce_Key;
static zend_object_handlers handlers;

#define TOKEN_BYTES 32

static zend_object *key_alloc(zend_class_entry *ce)
{
	slock_key *key = zend_object_alloc(sizeof(slock_key), ce);

	key->resource = NULL;
	key->expires_at = SLOCK_FOREVER;
	key->state_name = NULL;
	ZVAL_UNDEF(&key->state);
	key->more_state = NULL;
	key->serializable = true;
	zend_object_std_init(&key->std, ce);
	key->std.handlers = &handlers;
	return &key->std;
}

zend_object *slock_key_create(zend_string *resource)
{
	zend_object *object = key_alloc(slock_ce_Key);

	slock_key_from_obj(object)->resource = resource;
	return object;
}

static void clear_state(slock_key *key)
{
	if (key->state_name) {
		zend_string *name = key->state_name;
		zval state;

		/* Out of the key first: a destructor may look at it. */
		ZVAL_COPY_VALUE(&state, &key->state);
		key->state_name = NULL;
		ZVAL_UNDEF(&key->state);
		zend_string_release(name);
		zval_ptr_dtor(&state);
	}
	if (key->more_state) {
		HashTable *more = key->more_state;

		key->more_state = NULL;
		zend_array_release(more);
	}
}

static void key_free(zend_object *object)
{
	slock_key *key = slock_key_from_obj(object);

	clear_state(key);
	if (key->resource) {
		zend_string_release(key->resource);
	}
	zend_object_std_dtor(object);
}

static HashTable *key_get_gc(zend_object *object, zval **table, int *n)
{
	slock_key *key = slock_key_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (key->state_name) {
		zend_get_gc_buffer_add_zval(buffer, &key->state);
	}
	if (key->more_state) {
		zval *state;

		ZEND_HASH_FOREACH_VAL(key->more_state, state) {
			zend_get_gc_buffer_add_zval(buffer, state);
		}
		ZEND_HASH_FOREACH_END();
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

zend_result slock_key_check(const slock_key *key)
{
	if (UNEXPECTED(!key->resource)) {
		zend_throw_error(NULL, "The %s object has not been correctly initialized by its constructor",
						 ZSTR_VAL(slock_ce_Key->name));
		return FAILURE;
	}
	return SUCCESS;
}

zval *slock_key_find_state(slock_key *key, zend_string *name)
{
	zval *state = NULL;

	if (key->state_name && zend_string_equals(key->state_name, name)) {
		state = &key->state;
	} else if (key->more_state) {
		state = zend_symtable_find(key->more_state, name);
	}
	return state && Z_TYPE_P(state) != IS_NULL ? state : NULL;
}

void slock_key_set_state(slock_key *key, zend_string *name, zval *value)
{
	if (key->state_name && zend_string_equals(key->state_name, name)) {
		zval old;

		ZVAL_COPY_VALUE(&old, &key->state);
		ZVAL_COPY_VALUE(&key->state, value);
		zval_ptr_dtor(&old);
		return;
	}
	/* The slot is only for the first name of an empty key, so that the order of states is the order of setting. */
	if (!key->state_name && !key->more_state) {
		key->state_name = zend_string_copy(name);
		ZVAL_COPY_VALUE(&key->state, value);
		return;
	}
	if (!key->more_state) {
		key->more_state = zend_new_array(8);
	}
	zend_symtable_update(key->more_state, name, value);
}

void slock_key_remove_state(slock_key *key, zend_string *name)
{
	if (key->state_name && zend_string_equals(key->state_name, name)) {
		zend_string *old_name = key->state_name;
		zval old;

		ZVAL_COPY_VALUE(&old, &key->state);
		key->state_name = NULL;
		ZVAL_UNDEF(&key->state);
		zend_string_release(old_name);
		zval_ptr_dtor(&old);
	} else if (key->more_state) {
		zend_symtable_del(key->more_state, name);
	}
}

zend_string *slock_key_token(slock_key *key, zend_string *name, const char *reserved)
{
	unsigned char bytes[TOKEN_BYTES];
	zval token, *state = slock_key_find_state(key, name);

	if (state) {
		ZVAL_DEREF(state);
		if (EXPECTED(Z_TYPE_P(state) == IS_STRING) && Z_STRLEN_P(state) &&
			!(reserved && zend_string_equals_cstr(Z_STR_P(state), reserved, strlen(reserved)))) {
			return Z_STR_P(state);
		}
	}
	if (php_random_bytes_throw(bytes, sizeof(bytes)) == FAILURE) {
		return NULL;
	}
	ZVAL_STR(&token, php_base64_encode(bytes, sizeof(bytes)));
	slock_key_set_state(key, name, &token);
	return Z_STR(token);
}

/* The states as one array, in the order they were set. */
static HashTable *state_array(slock_key *key)
{
	HashTable *states;

	if (!key->state_name) {
		return key->more_state ? zend_array_dup(key->more_state) : zend_new_array(0);
	}
	states = zend_new_array(key->more_state ? zend_hash_num_elements(key->more_state) + 1 : 1);
	Z_TRY_ADDREF(key->state);
	zend_symtable_update(states, key->state_name, &key->state);
	if (key->more_state) {
		zend_hash_copy(states, key->more_state, zval_add_ref);
	}
	return states;
}

/* The array of __serialize(), which is also what var_dump() shows. */
static HashTable *export_key(slock_key *key)
{
	HashTable *data = zend_new_array(3);
	zval value;

	if (key->resource) {
		ZVAL_STR_COPY(&value, key->resource);
	} else {
		ZVAL_NULL(&value);
	}
	zend_hash_str_add_new(data, ZEND_STRL("resource"), &value);
	if (key->expires_at == SLOCK_FOREVER) {
		ZVAL_NULL(&value);
	} else {
		ZVAL_DOUBLE(&value, slock_clock_wall() + slock_clock_until(key->expires_at));
	}
	zend_hash_str_add_new(data, ZEND_STRL("expiringTime"), &value);
	ZVAL_ARR(&value, state_array(key));
	zend_hash_str_add_new(data, ZEND_STRL("state"), &value);
	return data;
}

static HashTable *key_get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
	if (purpose == ZEND_PROP_PURPOSE_DEBUG || purpose == ZEND_PROP_PURPOSE_VAR_EXPORT) {
		return export_key(slock_key_from_obj(object));
	}
	return zend_std_get_properties_for(object, purpose);
}

/* One entry of unserialized data, under its plain or its mangled private name; a null counts as absent. */
static zval *import_entry(HashTable *data, const char *name, size_t len)
{
	zval *entry = zend_hash_str_find_deref(data, name, len);
	zend_string *mangled;

	if (entry && Z_TYPE_P(entry) != IS_NULL) {
		return entry;
	}
	mangled = zend_mangle_property_name(ZSTR_VAL(slock_ce_Key->name), ZSTR_LEN(slock_ce_Key->name), name, len, false);
	entry = zend_hash_find_deref(data, mangled);
	zend_string_release(mangled);
	return entry && Z_TYPE_P(entry) != IS_NULL ? entry : NULL;
}

ZEND_METHOD(Symfony_Component_Lock_Key, __construct)
{
	zend_string *resource;
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(resource)
	ZEND_PARSE_PARAMETERS_END();

	/* Constructing twice, as unlikely as it is, must not mix one resource with the other's state. */
	if (key->resource) {
		zend_string_release(key->resource);
		clear_state(key);
		slock_key_reset_lifetime(key);
	}
	key->resource = zend_string_copy(resource);
}

ZEND_METHOD(Symfony_Component_Lock_Key, __toString)
{
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_NONE();
	if (slock_key_check(key) == FAILURE) {
		RETURN_THROWS();
	}
	RETURN_STR_COPY(key->resource);
}

ZEND_METHOD(Symfony_Component_Lock_Key, hasState)
{
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_BOOL(slock_key_find_state(Z_SLOCK_KEY_P(ZEND_THIS), name) != NULL);
}

ZEND_METHOD(Symfony_Component_Lock_Key, setState)
{
	zend_string *name;
	zval *state;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(name)
		Z_PARAM_ZVAL(state)
	ZEND_PARSE_PARAMETERS_END();

	Z_TRY_ADDREF_P(state);
	slock_key_set_state(Z_SLOCK_KEY_P(ZEND_THIS), name, state);
}

ZEND_METHOD(Symfony_Component_Lock_Key, removeState)
{
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	slock_key_remove_state(Z_SLOCK_KEY_P(ZEND_THIS), name);
}

ZEND_METHOD(Symfony_Component_Lock_Key, getState)
{
	zend_string *name;
	zval *state;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	state = slock_key_find_state(Z_SLOCK_KEY_P(ZEND_THIS), name);
	if (!state) {
		zend_error(E_WARNING, "Undefined array key \"%s\"", ZSTR_VAL(name));
		RETURN_NULL();
	}
	RETURN_COPY_DEREF(state);
}

ZEND_METHOD(Symfony_Component_Lock_Key, markUnserializable)
{
	ZEND_PARSE_PARAMETERS_NONE();
	Z_SLOCK_KEY_P(ZEND_THIS)->serializable = false;
}

ZEND_METHOD(Symfony_Component_Lock_Key, resetLifetime)
{
	ZEND_PARSE_PARAMETERS_NONE();
	slock_key_reset_lifetime(Z_SLOCK_KEY_P(ZEND_THIS));
}

ZEND_METHOD(Symfony_Component_Lock_Key, reduceLifetime)
{
	double ttl;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_DOUBLE(ttl)
	ZEND_PARSE_PARAMETERS_END();

	/* A negative TTL is fine here: it expires the key. */
	if (!zend_finite(ttl) && slock_ttl_check(ttl, "ttl") == FAILURE) {
		RETURN_THROWS();
	}
	slock_key_reduce_lifetime(Z_SLOCK_KEY_P(ZEND_THIS), slock_clock_now(), ttl);
}

ZEND_METHOD(Symfony_Component_Lock_Key, getRemainingLifetime)
{
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_NONE();
	if (key->expires_at == SLOCK_FOREVER) {
		RETURN_NULL();
	}
	RETURN_DOUBLE(slock_clock_until(key->expires_at));
}

ZEND_METHOD(Symfony_Component_Lock_Key, isExpired)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(slock_key_is_expired(Z_SLOCK_KEY_P(ZEND_THIS)));
}

ZEND_METHOD(Symfony_Component_Lock_Key, __serialize)
{
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_NONE();
	if (slock_key_check(key) == FAILURE) {
		RETURN_THROWS();
	}
	if (!key->serializable) {
		zend_throw_exception(slock_ce_UnserializableKeyException, "The key cannot be serialized.", 0);
		RETURN_THROWS();
	}
	RETURN_ARR(export_key(key));
}

ZEND_METHOD(Symfony_Component_Lock_Key, __unserialize)
{
	HashTable *data;
	zval *resource, *expiring_time, *states, *state;
	zend_ulong index;
	zend_string *name;
	slock_key *key = Z_SLOCK_KEY_P(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(data)
	ZEND_PARSE_PARAMETERS_END();

	/* Everything is looked at before anything is taken over: a refused payload leaves the key as it was. */
	resource = import_entry(data, ZEND_STRL("resource"));
	expiring_time = import_entry(data, ZEND_STRL("expiringTime"));
	states = import_entry(data, ZEND_STRL("state"));
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
	if (expiring_time && Z_TYPE_P(expiring_time) != IS_LONG &&
		(Z_TYPE_P(expiring_time) != IS_DOUBLE || !zend_finite(Z_DVAL_P(expiring_time)))) {
		zend_argument_type_error(1, "must have an entry \"expiringTime\" that is a finite float or null, %s given",
								 zend_zval_type_name(expiring_time));
		RETURN_THROWS();
	}
	if (states && Z_TYPE_P(states) != IS_ARRAY) {
		zend_argument_type_error(1, "must have an entry \"state\" of type array, %s given",
								 zend_zval_type_name(states));
		RETURN_THROWS();
	}

	clear_state(key);
	if (key->resource) {
		zend_string_release(key->resource);
	}
	key->resource = zval_get_string(resource);
	slock_key_reset_lifetime(key);
	if (expiring_time) {
		slock_key_reduce_lifetime(key, slock_clock_now(), zval_get_double(expiring_time) - slock_clock_wall());
	}
	if (states) {
		ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(states), index, name, state) {
			ZVAL_DEREF(state);
			Z_TRY_ADDREF_P(state);
			if (name) {
				slock_key_set_state(key, name, state);
			} else {
				name = zend_long_to_str((zend_long) index);
				slock_key_set_state(key, name, state);
				zend_string_release(name);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
}

void slock_key_register(void)
{
	slock_ce_Key = register_class_Symfony_Component_Lock_Key(zend_ce_stringable);
	slock_ce_Key->create_object = key_alloc;

	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = offsetof(slock_key, std);
	handlers.free_obj = key_free;
	handlers.get_gc = key_get_gc;
	handlers.get_properties_for = key_get_properties_for;
	/* Two keys with one token would be two owners of one lock. */
	handlers.clone_obj = NULL;
}
