/* SPDX-License-Identifier: MIT
 *
 * InMemoryStore: locks between the parts of one process, in a hash table. */
#include "php_slock.h"
#include "core/core.h"
#include "core/store.h"
#include "stores/stores.h"

#include "stubs/InMemoryStore_arginfo.h"

/* One locked resource. Either `writer` is set and there are no readers, or there is at least one reader. */
typedef struct {
	zend_string *writer; /* owner token */
	zend_string *reader; /* the first reader's token */
	HashTable *readers;  /* the tokens of all others; NULL or not empty */
} entry;

typedef struct {
	HashTable entries; /* resource => entry */
	bool initialized;
	slock_store base;
} in_memory_store;

static in_memory_store *in_memory(slock_store *store)
{
	return SLOCK_STORE_AS(in_memory_store, store);
}

static void free_entry(zval *zv)
{
	entry *held = Z_PTR_P(zv);

	if (held->writer) {
		zend_string_release(held->writer);
	}
	if (held->reader) {
		zend_string_release(held->reader);
	}
	if (held->readers) {
		zend_array_release(held->readers);
	}
	efree(held);
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

static bool is_reader(const entry *held, zend_string *token)
{
	return (held->reader && zend_string_equals(held->reader, token)) ||
		   (held->readers && zend_hash_exists(held->readers, token));
}

static uint32_t count_readers(const entry *held)
{
	return (held->reader ? 1 : 0) + (held->readers ? zend_hash_num_elements(held->readers) : 0);
}

static void add_reader(entry *held, zend_string *token)
{
	if (is_reader(held, token)) {
		return;
	}
	if (!held->reader) {
		held->reader = zend_string_copy(token);
		return;
	}
	if (!held->readers) {
		held->readers = zend_new_array(8);
	}
	zend_hash_add_empty_element(held->readers, token);
}

static bool remove_reader(entry *held, zend_string *token)
{
	if (held->reader && zend_string_equals(held->reader, token)) {
		zend_string_release(held->reader);
		held->reader = NULL;
		return true;
	}
	if (held->readers && zend_hash_del(held->readers, token) == SUCCESS) {
		if (!zend_hash_num_elements(held->readers)) {
			zend_array_release(held->readers);
			held->readers = NULL;
		}
		return true;
	}
	return false;
}

static slock_status acquire(slock_store *store, const slock_request *request, slock_result *result)
{
	zend_string *token = slock_key_token(request->key, store->state_name), *resource = slock_key_resource(request->key);
	HashTable *entries = entries_of(store);
	entry *held;

	if (!token) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	held = zend_hash_find_ptr(entries, resource);
	if (!held) {
		held = ecalloc(1, sizeof(*held));
		*(request->mode == SLOCK_READ ? &held->reader : &held->writer) = zend_string_copy(token);
		zend_hash_add_new_ptr(entries, resource, held);
		return slock_result_set(result, SLOCK_OK);
	}
	if (held->writer) {
		if (!zend_string_equals(held->writer, token)) {
			return slock_result_set(result, SLOCK_CONFLICT);
		}
		if (request->mode == SLOCK_READ) {
			held->reader = held->writer;
			held->writer = NULL;
		}
		return slock_result_set(result, SLOCK_OK);
	}
	if (request->mode == SLOCK_READ) {
		add_reader(held, token);
		return slock_result_set(result, SLOCK_OK);
	}
	if (count_readers(held) > 1 || !remove_reader(held, token)) {
		return slock_result_set(result, SLOCK_CONFLICT);
	}
	held->writer = zend_string_copy(token);
	return slock_result_set(result, SLOCK_OK);
}

/* The entry that the key's token owns, for writing or as one of the readers; NULL when it owns none. */
static entry *find_owned(slock_store *store, slock_key *key, zend_string **token)
{
	entry *held;

	*token = slock_key_token(key, store->state_name);
	if (!*token || !in_memory(store)->initialized) {
		return NULL;
	}
	held = zend_hash_find_ptr(&in_memory(store)->entries, slock_key_resource(key));
	return held && ((held->writer && zend_string_equals(held->writer, *token)) || is_reader(held, *token)) ? held
																										   : NULL;
}

static slock_status exists(slock_store *store, const slock_request *request, slock_result *result)
{
	zend_string *token;
	entry *held = find_owned(store, request->key, &token);

	return slock_result_set(result, held ? SLOCK_OK : token ? SLOCK_CONFLICT : SLOCK_INTERRUPTED);
}

static slock_status release(slock_store *store, const slock_request *request, slock_result *result)
{
	zend_string *token;
	entry *held = find_owned(store, request->key, &token);

	if (!held) {
		return slock_result_set(result, token ? SLOCK_CONFLICT : SLOCK_INTERRUPTED);
	}
	if (held->writer || (remove_reader(held, token) && !count_readers(held))) {
		zend_hash_del(&in_memory(store)->entries, slock_key_resource(request->key));
	}
	return slock_result_set(result, SLOCK_OK);
}

/* Memory locks for ever; the package accepts a refresh by anybody, and so do we. */
static slock_status refresh(slock_store *store, const slock_request *request, slock_result *result)
{
	(void) store;
	(void) request;
	return slock_result_set(result, SLOCK_OK);
}

static void free_store(slock_store *store)
{
	if (in_memory(store)->initialized) {
		zend_hash_destroy(&in_memory(store)->entries);
	}
}

static const slock_store_ops in_memory_ops = {
	.name = "InMemoryStore",
	.acquire = acquire,
	.refresh = refresh,
	.exists = exists,
	.release = release,
	.free = free_store,
	.size = sizeof(in_memory_store),
	.capabilities = SLOCK_STORE_SHARES,
};

void slock_in_memory_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_InMemoryStore(slock_ce_SharedLockStoreInterface),
						   &in_memory_ops);
}
