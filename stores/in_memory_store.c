/* SPDX-License-Identifier: MIT
 *
 * InMemoryStore: locks between the parts of one process, in a hash table. */
#include "php_slock.h"
#include "core/core.h"
#include "core/store.h"
#include "stores/stores.h"

#include "stubs/InMemoryStore_arginfo.h"

/* The owners of a resource that is locked for reading, at least one. A writer's token stands in the table by itself. */
typedef struct {
	zend_string *first; /* owner token */
	HashTable *others;  /* the tokens of all others; NULL or not empty */
} readers;

typedef struct {
	HashTable entries; /* resource => owner token (a writer) or pointer to readers */
	bool initialized;
	slock_store base;
} in_memory_store;

static in_memory_store *in_memory(slock_store *store)
{
	return SLOCK_STORE_AS(in_memory_store, store);
}

static bool is_write_locked(const zval *entry)
{
	return Z_TYPE_P(entry) == IS_STRING;
}

static void free_entry(zval *entry)
{
	readers *freed;

	if (is_write_locked(entry)) {
		zend_string_release(Z_STR_P(entry));
		return;
	}
	freed = Z_PTR_P(entry);
	if (freed->first) {
		zend_string_release(freed->first);
	}
	if (freed->others) {
		zend_array_release(freed->others);
	}
	efree(freed);
}

/* The table is made when the first lock is: a store that is only asked costs nothing. */
static HashTable *entries_of(slock_store *store)
{
	in_memory_store *self = in_memory(store);

	if (!self->initialized) {
		zend_hash_init(&self->entries, 8, NULL, free_entry, false);
		self->initialized = true;
	}
	return &self->entries;
}

static bool is_reader(const readers *held, zend_string *token)
{
	return (held->first && zend_string_equals(held->first, token)) ||
		   (held->others && zend_hash_exists(held->others, token));
}

static uint32_t count_readers(const readers *held)
{
	return (held->first ? 1 : 0) + (held->others ? zend_hash_num_elements(held->others) : 0);
}

static void add_reader(readers *held, zend_string *token)
{
	if (is_reader(held, token)) {
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

static bool remove_reader(readers *held, zend_string *token)
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
static void set_owner(zval *entry, slock_mode mode, zend_string *token)
{
	readers *held;

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
static void change_mode(zval *entry, slock_mode mode, zend_string *token)
{
	zval old;

	ZVAL_COPY_VALUE(&old, entry);
	set_owner(entry, mode, token);
	free_entry(&old);
}

/* Whether the token has the entry in this mode now. */
static bool take_entry(zval *entry, slock_mode mode, zend_string *token)
{
	readers *held;

	if (Z_TYPE_P(entry) == IS_NULL) {
		set_owner(entry, mode, token);
		return true;
	}
	if (is_write_locked(entry)) {
		if (!zend_string_equals(Z_STR_P(entry), token)) {
			return false;
		}
		if (mode == SLOCK_READ) {
			change_mode(entry, SLOCK_READ, token);
		}
		return true;
	}
	held = Z_PTR_P(entry);
	if (mode == SLOCK_READ) {
		add_reader(held, token);
		return true;
	}
	if (count_readers(held) > 1 || !is_reader(held, token)) {
		return false;
	}
	change_mode(entry, SLOCK_WRITE, token);
	return true;
}

/* The entry that the token owns, for writing or as one of the readers; NULL when it owns none. */
static zval *find_owned(slock_store *store, zend_string *resource, zend_string *token)
{
	zval *entry = in_memory(store)->initialized ? zend_hash_find(&in_memory(store)->entries, resource) : NULL;

	if (!entry) {
		return NULL;
	}
	return (is_write_locked(entry) ? zend_string_equals(Z_STR_P(entry), token) : is_reader(Z_PTR_P(entry), token))
			   ? entry
			   : NULL;
}

static bool release_entry(slock_store *store, zval *entry, zend_string *token)
{
	if (entry && (is_write_locked(entry) || (remove_reader(Z_PTR_P(entry), token) && !count_readers(Z_PTR_P(entry))))) {
		/* An entry is the first member of its bucket. */
		zend_hash_del_bucket(&in_memory(store)->entries, (Bucket *) entry);
	}
	return entry != NULL;
}

static slock_status in_memory_run(slock_store *store, const slock_request *request, slock_result *result)
{
	zend_string *token;
	bool done;

	/* Memory locks indefinitely; the package accepts a refresh by anybody, and so do we. */
	if (request->op == SLOCK_OP_REFRESH) {
		return slock_result_set(result, SLOCK_OK);
	}
	token = slock_key_token(request->key, store->state_name);
	if (!token) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	switch (request->op) {
		case SLOCK_OP_ACQUIRE:
			done = take_entry(zend_hash_lookup(entries_of(store), request->resource), request->mode, token);
			break;
		case SLOCK_OP_EXISTS:
			done = find_owned(store, request->resource, token) != NULL;
			break;
		default:
			done = release_entry(store, find_owned(store, request->resource, token), token);
	}
	zend_string_release(token);
	return slock_result_set(result, done ? SLOCK_OK : SLOCK_CONFLICT);
}

static void free_store(slock_store *store)
{
	if (in_memory(store)->initialized) {
		zend_hash_destroy(&in_memory(store)->entries);
	}
}

/* --- as the package keeps it: two arrays ------------------------------------------------------------------------- */

static void add_token(HashTable *tokens, zend_string *token)
{
	zval held;

	ZVAL_TRUE(&held);
	zend_symtable_update(tokens, token, &held);
}

static void export_readers(HashTable *into, zend_string *resource, const readers *held)
{
	zend_string *token;
	zval tokens;

	array_init(&tokens);
	if (held->first) {
		add_token(Z_ARRVAL(tokens), held->first);
	}
	if (held->others) {
		ZEND_HASH_FOREACH_STR_KEY(held->others, token) {
			add_token(Z_ARRVAL(tokens), token);
		}
		ZEND_HASH_FOREACH_END();
	}
	zend_symtable_update(into, resource, &tokens);
}

static void export_store(zend_object *object, HashTable *into)
{
	slock_store *store = slock_store_this(object);
	zend_class_entry *ce = slock_object_native_class(object->ce);
	zend_string *resource;
	zval locks, read_locks, *entry;

	array_init(&locks);
	array_init(&read_locks);
	if (in_memory(store)->initialized) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(&in_memory(store)->entries, resource, entry) {
			if (is_write_locked(entry)) {
				Z_TRY_ADDREF_P(entry);
				zend_symtable_update(Z_ARRVAL(locks), resource, entry);
			} else {
				export_readers(Z_ARRVAL(read_locks), resource, Z_PTR_P(entry));
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	slock_object_put(into, ce, "locks", &locks);
	slock_object_put(into, ce, "readLocks", &read_locks);
}

/* A name that PHP has made a number of. */
static zend_string *name_of(zend_string *name, zend_ulong index)
{
	return name ? zend_string_copy(name) : zend_long_to_str((zend_long) index);
}

/* False when it is none that a store can have written. An entry that is looked up gets an owner at once. */
static bool import_entry(HashTable *entries, zend_string *resource, zval *owner)
{
	zend_string *name, *token;
	zend_ulong index;
	bool taken;

	ZVAL_DEREF(owner);
	if (Z_TYPE_P(owner) == IS_STRING) {
		return take_entry(zend_hash_lookup(entries, resource), SLOCK_WRITE, Z_STR_P(owner));
	}
	if (Z_TYPE_P(owner) != IS_ARRAY) {
		return false;
	}
	ZEND_HASH_FOREACH_KEY(Z_ARRVAL_P(owner), index, name) {
		token = name_of(name, index);
		taken = take_entry(zend_hash_lookup(entries, resource), SLOCK_READ, token);
		zend_string_release(token);
		if (!taken) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool import_entries(HashTable *entries, const zval *owners)
{
	zend_string *name;
	zend_ulong index;
	zval *owner;

	if (!owners || Z_TYPE_P(owners) != IS_ARRAY) {
		return !owners;
	}
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(owners), index, name, owner) {
		zend_string *resource = name_of(name, index);
		bool imported = import_entry(entries, resource, owner);

		zend_string_release(resource);
		if (!imported) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static zend_result import_store(slock_store *store, HashTable *data)
{
	zend_class_entry *ce = slock_object_native_class(store->std.ce);
	HashTable *entries = entries_of(store);

	zend_hash_clean(entries);
	if (import_entries(entries, slock_object_find(data, ce, "locks")) &&
		import_entries(entries, slock_object_find(data, ce, "readLocks"))) {
		return SUCCESS;
	}
	zend_hash_clean(entries);
	slock_object_refuse_data(&store->std);
	return FAILURE;
}

static const slock_store_ops in_memory_ops = {
	.name = "InMemoryStore",
	.run = in_memory_run,
	.export = export_store,
	.import = import_store,
	.free = free_store,
	.size = sizeof(in_memory_store),
	.capabilities = SLOCK_STORE_SHARES,
};

void slock_in_memory_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_InMemoryStore(slock_ce_SharedLockStoreInterface),
						   &in_memory_ops);
}
