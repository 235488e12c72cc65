/* SPDX-License-Identifier: MIT
 *
 * Key: the object, and what stores keep in it; see key.h. Nearly every key has one state alone, which stands in its
 * slot bare; more of them are an array. */
#include "php_slock.h"
#include "core/key.h"
#include "core/object.h"
#include "core/process.h"

#include "ext/random/php_random.h"
#include "ext/standard/base64.h"

#define TOKEN_BYTES 32
/* The member that marks an exclusive owner in Redis, and so the one string that is nobody's token. */
#define WRITE_MARK "__write__"
/* Whatever made them, tokens are short: one that is as long as a value may be at most has its own effects on servers
 * (Memcached's "ms" removes what is there when the value is too large). */
#define LONGEST_TOKEN 255

zend_class_entry *slock_ce_Key;
zend_object_handlers slock_key_handlers;

zend_object *slock_key_create(zend_string *resource)
{
	slock_key *key = zend_objects_new(slock_ce_Key);

	/* What the engine would do with the defaults that the stub declares, for each new lock. */
	ZEND_ASSERT(slock_ce_Key->default_properties_count == SLOCK_KEY_SLOTS);
	for (int slot = 0; slot < SLOCK_KEY_SLOTS; slot++) {
		Z_EXTRA_P(OBJ_PROP_NUM(key, slot)) = 0;
	}
	ZVAL_STR(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_RESOURCE), resource);
	ZVAL_NULL(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_EXPIRY));
	ZVAL_NULL(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_STATE));
	ZVAL_TRUE(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_MODE));
	key->handlers = &slock_key_handlers;
	return key;
}

static zval *key_state_slot(slock_key *key)
{
	return slock_key_slot(key, SLOCK_KEY_SLOT_STATE);
}

static zval *key_mode_slot(slock_key *key)
{
	return slock_key_slot(key, SLOCK_KEY_SLOT_MODE);
}

bool slock_key_is_empty(slock_key *key)
{
	return !slock_key_is_bare(key) &&
		   (Z_TYPE_P(key_state_slot(key)) != IS_ARRAY || !zend_hash_num_elements(Z_ARRVAL_P(key_state_slot(key))));
}

bool slock_key_is_serializable(slock_key *key)
{
	return slock_key_is_bare(key) ? Z_TYPE_P(key_state_slot(key)) == IS_STRING
								  : Z_TYPE_P(key_mode_slot(key)) == IS_TRUE;
}

uint32_t slock_key_doubts(const slock_key *key, uint32_t kinds)
{
	uint32_t all = Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_STATE));

	return all >> SLOCK_KEY_DOUBTED_SHIFT & kinds ? all & SLOCK_KEY_DOUBTS : 0;
}

void slock_key_set_doubts(slock_key *key, uint32_t kinds, uint32_t doubts)
{
	zval *slot = OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_STATE);
	uint32_t engines = Z_EXTRA_P(slot) & (SLOCK_KEY_UNSURE - 1), of = Z_EXTRA_P(slot) >> SLOCK_KEY_DOUBTED_SHIFT;
	uint32_t before = Z_EXTRA_P(slot) & SLOCK_KEY_DOUBTS, others = of & ~kinds;

	if (doubts && !(of & kinds)) {
		if ((before & SLOCK_KEY_UNSURE) && !(doubts & SLOCK_KEY_UNSURE)) {
			return;
		}
		of = kinds;
	} else if (doubts) {
		/* What a quorum has in doubt with other members as well is so for those yet. */
		doubts |= others ? before : 0;
		of |= kinds;
	} else {
		doubts = others ? before : 0;
		of = others;
	}
	Z_EXTRA_P(slot) = engines | doubts | of << SLOCK_KEY_DOUBTED_SHIFT;
}

void slock_key_replace_slot(zval *slot, zval *value)
{
	zval old;

	ZVAL_COPY_VALUE(&old, slot);
	ZVAL_COPY_VALUE(slot, value);
	zval_ptr_dtor(&old);
}

static void key_set_mode(slock_key *key, bool serializable)
{
	zval mode = {.u1 = {.type_info = serializable ? IS_TRUE : IS_FALSE}};

	slock_key_replace_slot(key_mode_slot(key), &mode);
}

static void key_set_no_state(slock_key *key)
{
	zval none = {.u1 = {.type_info = IS_NULL}};

	slock_key_replace_slot(key_state_slot(key), &none);
}

static void key_set_bare(slock_key *key, zend_string *name, zval *value)
{
	zval mode;

	ZVAL_STR_COPY(&mode, name);
	slock_key_replace_slot(key_mode_slot(key), &mode);
	slock_key_replace_slot(key_state_slot(key), value);
}

/* The state as an array of this key's own, whatever it was before. */
static HashTable *key_own_array(slock_key *key)
{
	zval *state = key_state_slot(key), array;
	bool serializable;

	/* More than once where the destructor of what stood there puts something else into its place. */
	while (slock_key_is_bare(key) || Z_TYPE_P(state) != IS_ARRAY) {
		array_init_size(&array, 8);
		if (slock_key_is_bare(key)) {
			serializable = slock_key_is_serializable(key);
			zend_symtable_update(Z_ARRVAL(array), Z_STR_P(key_mode_slot(key)), state);
			ZVAL_COPY_VALUE(state, &array);
			key_set_mode(key, serializable);
		} else {
			slock_key_replace_slot(state, &array);
		}
	}
	SEPARATE_ARRAY(state);
	return Z_ARRVAL_P(state);
}

/* zend_symtable_update() would run the old value's destructor while it still points into the table. */
static void key_put(HashTable *states, zend_string *name, zval *value)
{
	zval *slot = zend_symtable_find(states, name);

	if (slot) {
		slock_key_replace_slot(slot, value);
	} else {
		zend_symtable_update(states, name, value);
	}
}

void slock_key_clear_state(slock_key *key)
{
	key_set_mode(key, true);
	key_set_no_state(key);
}

zval *slock_key_lookup_state(slock_key *key, zend_string *name)
{
	if (slock_key_is_bare(key)) {
		return zend_string_equals(Z_STR_P(key_mode_slot(key)), name) ? key_state_slot(key) : NULL;
	}
	return Z_TYPE_P(key_state_slot(key)) == IS_ARRAY ? zend_symtable_find(Z_ARRVAL_P(key_state_slot(key)), name) : NULL;
}

zval *slock_key_find_state(slock_key *key, zend_string *name)
{
	zval *state = slock_key_lookup_state(key, name);

	return state && Z_TYPE_P(state) != IS_NULL ? state : NULL;
}

/* Whether the state under this name can stand in its slot bare: it does, or there is no other. */
static bool key_is_alone(slock_key *key, zend_string *name)
{
	return slock_key_is_bare(key) ? zend_string_equals(Z_STR_P(key_mode_slot(key)), name) : slock_key_is_empty(key);
}

void slock_key_set_state(slock_key *key, zend_string *name, zval *value)
{
	if (Z_TYPE_P(value) == IS_STRING && key_is_alone(key, name) && slock_key_is_serializable(key)) {
		key_set_bare(key, name, value);
	} else {
		key_put(key_own_array(key), name, value);
	}
}

void slock_key_set_handle(slock_key *key, zend_string *name, zend_object *handle)
{
	zval value;

	ZVAL_OBJ(&value, handle);
	if (key_is_alone(key, name)) {
		key_set_bare(key, name, &value);
	} else {
		key_put(key_own_array(key), name, &value);
		slock_key_mark_unserializable(key);
	}
}

void slock_key_mark_unserializable(slock_key *key)
{
	if (slock_key_is_bare(key)) {
		if (!slock_key_is_serializable(key)) {
			return;
		}
		key_own_array(key);
	}
	key_set_mode(key, false);
}

void slock_key_remove_state(slock_key *key, zend_string *name)
{
	zval old, *slot;

	if (slock_key_is_bare(key)) {
		if (zend_string_equals(Z_STR_P(key_mode_slot(key)), name)) {
			key_set_mode(key, slock_key_is_serializable(key));
			key_set_no_state(key);
		}
	} else if (Z_TYPE_P(key_state_slot(key)) == IS_ARRAY) {
		slot = zend_symtable_find(key_own_array(key), name);
		if (slot) {
			/* Out of the table before its destructor runs. */
			ZVAL_COPY_VALUE(&old, slot);
			ZVAL_NULL(slot);
			zend_symtable_del(Z_ARRVAL_P(key_state_slot(key)), name);
			zval_ptr_dtor(&old);
		}
	}
}

/* What the tokens of this process begin with until it forks. A fork makes it another one on both sides. */
static zend_result key_draw_maker(void)
{
	const uint64_t since = (uint64_t) slock_process_forks() + 1;

	if (UNEXPECTED(SLOCK_G(token_maker_since) != since)) {
		if (php_random_bytes_throw(SLOCK_G(token_maker), SLOCK_TOKEN_MAKER_BYTES) == FAILURE) {
			return FAILURE;
		}
		SLOCK_G(token_maker_since) = since;
	}
	return SUCCESS;
}

bool slock_key_token_is_own(const zend_string *token)
{
	zend_string *maker;
	bool own;

	if (SLOCK_G(token_maker_since) != (uint64_t) slock_process_forks() + 1) {
		return false;
	}
	/* Whole groups of three bytes: nothing of it depends on what follows. */
	maker = php_base64_encode(SLOCK_G(token_maker), SLOCK_TOKEN_MAKER_BYTES);
	own = zend_string_starts_with(token, maker);
	zend_string_release(maker);
	return own;
}

zend_string *slock_key_token(slock_key *key, zend_string *name)
{
	unsigned char bytes[TOKEN_BYTES];
	zval token, *state = slock_key_find_state(key, name);
	zend_string *owned;

	if (state) {
		ZVAL_DEREF(state);
		if (EXPECTED(Z_TYPE_P(state) == IS_STRING) && Z_STRLEN_P(state) && Z_STRLEN_P(state) <= LONGEST_TOKEN &&
			!zend_string_equals_literal(Z_STR_P(state), WRITE_MARK)) {
			return zend_string_copy(Z_STR_P(state));
		}
	}
	if (key_draw_maker() == FAILURE ||
		php_random_bytes_throw(bytes + SLOCK_TOKEN_MAKER_BYTES, sizeof(bytes) - SLOCK_TOKEN_MAKER_BYTES) == FAILURE) {
		return NULL;
	}
	memcpy(bytes, SLOCK_G(token_maker), SLOCK_TOKEN_MAKER_BYTES);
	owned = php_base64_encode(bytes, sizeof(bytes));
	ZVAL_STR_COPY(&token, owned);
	slock_key_set_state(key, name, &token);
	return owned;
}

HashTable *slock_key_states(slock_key *key)
{
	zval *state = key_state_slot(key);
	HashTable *states;

	if (slock_key_is_bare(key)) {
		states = zend_new_array(1);
		Z_TRY_ADDREF_P(state);
		zend_symtable_update(states, Z_STR_P(key_mode_slot(key)), state);
		return states;
	}
	if (Z_TYPE_P(state) != IS_ARRAY) {
		return zend_new_array(0);
	}
	return zend_array_dup(Z_ARRVAL_P(state));
}
