/* SPDX-License-Identifier: MIT
 *
 * InMemoryStore: locks between the parts of one process, in a hash table. */
#include "php_slock.h"
#include "core/core.h"
#include "core/fencing.h"
#include "core/parameters.h"
#include "core/store.h"
#include "core/text.h"
#include "stores/stores.h"

#include "stubs/InMemoryStore_arginfo.h"

/* The owners of a resource that is locked for reading, at least one. A writer's token stands in the table by itself. */
typedef struct {
	zend_string *first; /* owner token */
	HashTable *others;  /* the tokens of all others; NULL or not empty */
} in_memory_readers;

typedef struct {
	HashTable entries; /* resource => owner token (a writer) or pointer to readers */
	bool initialized;
	slock_store base;
} in_memory_store;

static in_memory_store *in_memory_of(slock_store *store)
{
	return SLOCK_STORE_AS(in_memory_store, store);
}

static bool in_memory_is_write_locked(const zval *entry)
{
	return Z_TYPE_P(entry) == IS_STRING;
}

static void in_memory_free_entry(zval *entry)
{
	in_memory_readers *freed;

	/* The memory limit was met before it got its owner. */
	if (UNEXPECTED(Z_TYPE_P(entry) == IS_NULL)) {
		return;
	}
	if (in_memory_is_write_locked(entry)) {
		zend_string_release(Z_STR_P(entry));
		return;
	}
	freed = Z_PTR_P(entry);
	slock_text_release(freed->first);
	if (freed->others) {
		zend_array_release(freed->others);
	}
	efree(freed);
}

/* The table is made when the first lock is: a store that is only asked costs nothing. */
static HashTable *in_memory_entries_of(slock_store *store)
{
	in_memory_store *self = in_memory_of(store);

	if (!self->initialized) {
		zend_hash_init(&self->entries, 8, NULL, in_memory_free_entry, false);
		self->initialized = true;
	}
	return &self->entries;
}

static bool in_memory_is_reader(const in_memory_readers *held, zend_string *token)
{
	return (held->first && zend_string_equals(held->first, token)) ||
		   (held->others && zend_hash_exists(held->others, token));
}

static uint32_t in_memory_count_readers(const in_memory_readers *held)
{
	return (held->first ? 1 : 0) + (held->others ? zend_hash_num_elements(held->others) : 0);
}

static void in_memory_add_reader(in_memory_readers *held, zend_string *token)
{
	if (in_memory_is_reader(held, token)) {
		return;
	}
	if (!held->first) {
		held->first = zend_string_copy(token);
		return;
	}
	if (!held->others) {
		held->others = zend_new_array(8);
	}
	zend_hash_add_empty_element(held->others, token);
}

static bool in_memory_remove_reader(in_memory_readers *held, zend_string *token)
{
	if (held->first && zend_string_equals(held->first, token)) {
		zend_string_release(held->first);
		held->first = NULL;
		return true;
	}
	if (held->others && zend_hash_del(held->others, token) == SUCCESS) {
		if (!zend_hash_num_elements(held->others)) {
			zend_array_release(held->others);
			held->others = NULL;
		}
		return true;
	}
	return false;
}

/* Puts the first owner into an entry that has none. */
static void in_memory_set_owner(zval *entry, slock_mode mode, zend_string *token)
{
	in_memory_readers *held;

	if (mode == SLOCK_WRITE) {
		ZVAL_STR_COPY(entry, token);
		return;
	}
	held = emalloc(sizeof(*held));
	held->first = zend_string_copy(token);
	held->others = NULL;
	ZVAL_PTR(entry, held);
}

/* Gives the entry of the one who owns it alone its other mode. */
static void in_memory_change_mode(zval *entry, slock_mode mode, zend_string *token)
{
	zval old;

	ZVAL_COPY_VALUE(&old, entry);
	in_memory_set_owner(entry, mode, token);
	in_memory_free_entry(&old);
}

/* Whether the token has the entry in this mode now. */
static bool in_memory_take_entry(zval *entry, slock_mode mode, zend_string *token)
{
	in_memory_readers *held;

	if (Z_TYPE_P(entry) == IS_NULL) {
		in_memory_set_owner(entry, mode, token);
		return true;
	}
	if (in_memory_is_write_locked(entry)) {
		if (!zend_string_equals(Z_STR_P(entry), token)) {
			return false;
		}
		if (mode == SLOCK_READ) {
			in_memory_change_mode(entry, SLOCK_READ, token);
		}
		return true;
	}
	held = Z_PTR_P(entry);
	if (mode == SLOCK_READ) {
		in_memory_add_reader(held, token);
		return true;
	}
	if (in_memory_count_readers(held) > 1 || !in_memory_is_reader(held, token)) {
		return false;
	}
	in_memory_change_mode(entry, SLOCK_WRITE, token);
	return true;
}

/* The entry that the token owns, for writing or as one of the readers; NULL when it owns none. */
static zval *in_memory_find_owned(slock_store *store, zend_string *resource, zend_string *token)
{
	zval *entry = in_memory_of(store)->initialized ? zend_hash_find(&in_memory_of(store)->entries, resource) : NULL;

	if (!entry || UNEXPECTED(Z_TYPE_P(entry) == IS_NULL)) {
		return NULL;
	}
	return (in_memory_is_write_locked(entry) ? zend_string_equals(Z_STR_P(entry), token)
											 : in_memory_is_reader(Z_PTR_P(entry), token))
			   ? entry
			   : NULL;
}

static bool in_memory_release_entry(slock_store *store, zval *entry, zend_string *token)
{
	if (entry && (in_memory_is_write_locked(entry) ||
				  (in_memory_remove_reader(Z_PTR_P(entry), token) && !in_memory_count_readers(Z_PTR_P(entry))))) {
		/* An entry is the first member of its bucket. */
		zend_hash_del_bucket(&in_memory_of(store)->entries, (Bucket *) entry);
	}
	return entry != NULL;
}

static slock_status in_memory_run(slock_store *store, const slock_request *request, slock_result *result)
{
	zend_string *token;
	bool done;

	token = slock_key_token(request->key, store->state_name);
	if (!token) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	switch (request->op) {
		case SLOCK_OP_ACQUIRE:
			done = in_memory_take_entry(zend_hash_lookup(in_memory_entries_of(store), request->resource), request->mode,
										token);
			break;
		case SLOCK_OP_EXISTS:
			done = in_memory_find_owned(store, request->resource, token) != NULL;
			break;
		case SLOCK_OP_RAISE:
			done = in_memory_find_owned(store, request->resource, token) != NULL;
			slock_fence_raise_in_process(request->fence);
			break;
		default:
			done = in_memory_release_entry(store, in_memory_find_owned(store, request->resource, token), token);
	}
	zend_string_release(token);
	if (UNEXPECTED(done && request->op == SLOCK_OP_ACQUIRE && (store->capabilities & SLOCK_STORE_FENCES))) {
		result->fence = slock_fence_next_in_process();
	}
	return slock_result_set(result, done ? SLOCK_OK : SLOCK_CONFLICT);
}

static void in_memory_free(slock_store *store)
{
	if (in_memory_of(store)->initialized) {
		zend_hash_destroy(&in_memory_of(store)->entries);
	}
}

/* --- as the package keeps it: two arrays ------------------------------------------------------------------------- */

static void in_memory_add_token(HashTable *tokens, zend_string *token, bool whole)
{
	zval held;

	ZVAL_TRUE(&held);
	token = whole ? zend_string_copy(token) : slock_object_shown_token(token);
	zend_symtable_update(tokens, token, &held);
	zend_string_release(token);
}

static void in_memory_export_readers(HashTable *into, zend_string *resource, const in_memory_readers *held, bool whole)
{
	zend_string *token;
	zval tokens;

	array_init(&tokens);
	if (held->first) {
		in_memory_add_token(Z_ARRVAL(tokens), held->first, whole);
	}
	if (held->others) {
		ZEND_HASH_FOREACH_STR_KEY(held->others, token) {
			in_memory_add_token(Z_ARRVAL(tokens), token, whole);
		}
		ZEND_HASH_FOREACH_END();
	}
	zend_symtable_update(into, resource, &tokens);
}

/* `whole`: with tokens that can be used. */
static void in_memory_put_locks(slock_store *store, HashTable *into, bool whole)
{
	zend_class_entry *ce = slock_object_native_class(store->std.ce);
	zend_string *resource;
	zval locks, read_locks, owner, *entry;

	array_init(&locks);
	array_init(&read_locks);
	if (in_memory_of(store)->initialized) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(&in_memory_of(store)->entries, resource, entry) {
			if (in_memory_is_write_locked(entry)) {
				ZVAL_STR(&owner, whole ? zend_string_copy(Z_STR_P(entry)) : slock_object_shown_token(Z_STR_P(entry)));
				zend_symtable_update(Z_ARRVAL(locks), resource, &owner);
			} else if (EXPECTED(Z_TYPE_P(entry) == IS_PTR)) {
				in_memory_export_readers(Z_ARRVAL(read_locks), resource, Z_PTR_P(entry), whole);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	slock_object_put(into, ce, "locks", &locks);
	slock_object_put(into, ce, "readLocks", &read_locks);
}

static void in_memory_set_fencing(slock_store *store, bool fencing)
{
	store->capabilities &= ~SLOCK_STORE_FENCES;
	store->capabilities |= fencing ? SLOCK_STORE_FENCES : 0;
}

static void in_memory_export(zend_object *object, HashTable *into)
{
	slock_store *store = slock_store_this(object);
	zval fencing;

	if (store->capabilities & SLOCK_STORE_FENCES) {
		ZVAL_TRUE(&fencing);
		slock_object_put(into, slock_object_native_class(object->ce), "fencing", &fencing);
	}
	in_memory_put_locks(store, into, true);
}

static void in_memory_show(slock_store *store, HashTable *into)
{
	in_memory_put_locks(store, into, false);
}

/* A name that PHP has made a number of. */
static zend_string *in_memory_name_of(zend_string *name, zend_ulong index)
{
	return name ? zend_string_copy(name) : zend_long_to_str((zend_long) index);
}

/* False when it is none that a store can have written. An entry that is looked up gets an owner at once. */
static bool in_memory_import_entry(HashTable *entries, zend_string *resource, zval *owner)
{
	zend_string *name, *token;
	zend_ulong index;
	bool taken;

	ZVAL_DEREF(owner);
	if (Z_TYPE_P(owner) == IS_STRING) {
		return in_memory_take_entry(zend_hash_lookup(entries, resource), SLOCK_WRITE, Z_STR_P(owner));
	}
	if (Z_TYPE_P(owner) != IS_ARRAY) {
		return false;
	}
	ZEND_HASH_FOREACH_KEY(Z_ARRVAL_P(owner), index, name) {
		token = in_memory_name_of(name, index);
		taken = in_memory_take_entry(zend_hash_lookup(entries, resource), SLOCK_READ, token);
		zend_string_release(token);
		if (!taken) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool in_memory_import_entries(HashTable *entries, const zval *owners)
{
	zend_string *name;
	zend_ulong index;
	zval *owner;

	if (!owners || Z_TYPE_P(owners) != IS_ARRAY) {
		return !owners;
	}
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(owners), index, name, owner) {
		zend_string *resource = in_memory_name_of(name, index);
		bool imported = in_memory_import_entry(entries, resource, owner);

		zend_string_release(resource);
		if (!imported) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static zend_result in_memory_import(slock_store *store, HashTable *data)
{
	zend_class_entry *ce = slock_object_native_class(store->std.ce);
	HashTable *entries = in_memory_entries_of(store);
	const zval *fencing = slock_object_find(data, ce, "fencing");

	zend_hash_clean(entries);
	in_memory_set_fencing(store, fencing && Z_TYPE_P(fencing) == IS_TRUE);
	if (in_memory_import_entries(entries, slock_object_find(data, ce, "locks")) &&
		in_memory_import_entries(entries, slock_object_find(data, ce, "readLocks"))) {
		return SUCCESS;
	}
	zend_hash_clean(entries);
	slock_object_refuse_data(&store->std);
	return FAILURE;
}

ZEND_METHOD(Symfony_Component_Lock_Store_InMemoryStore, __construct)
{
	HashTable *options = NULL;
	bool fencing = false;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (options && slock_store_read_fencing(options, &fencing) == FAILURE) {
		RETURN_THROWS();
	}
	in_memory_set_fencing(slock_store_this(Z_OBJ_P(ZEND_THIS)), fencing);
}

static const slock_store_ops in_memory_ops = {
	.name = "InMemoryStore",
	.run = in_memory_run,
	.export = in_memory_export,
	.show = in_memory_show,
	.import = in_memory_import,
	.free = in_memory_free,
	.size = sizeof(in_memory_store),
	.capabilities = SLOCK_STORE_SHARES | SLOCK_STORE_LASTS | SLOCK_STORE_RAISES,
	.made_whole = true,
};

void slock_in_memory_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_InMemoryStore(slock_ce_SharedLockStoreInterface),
						   &in_memory_ops);
}
