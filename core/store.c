/* SPDX-License-Identifier: MIT
 *
 * What all native stores share as PHP objects: how they are made, shown, compared and freed. */
#include "php_slock.h"
#include "core/logger.h"
#include "core/store.h"

#include "zend_interfaces.h"

/* Written in MINIT only. */
static struct store_class {
	zend_class_entry *ce;
	const slock_store_ops *ops;
	zend_object_handlers handlers;
} store_classes[SLOCK_STORE_MOST_CLASSES];
static uint32_t store_class_count;

static const struct {
	const char *name;
	size_t length;
	uint32_t bit;
} methods[] = {
	{ZEND_STRL("save"), SLOCK_METHOD_SAVE},
	{ZEND_STRL("saveread"), SLOCK_METHOD_SAVE_READ},
	{ZEND_STRL("waitandsave"), SLOCK_METHOD_WAIT_AND_SAVE},
	{ZEND_STRL("waitandsaveread"), SLOCK_METHOD_WAIT_AND_SAVE_READ},
	{ZEND_STRL("putoffexpiration"), SLOCK_METHOD_PUT_OFF_EXPIRATION},
	{ZEND_STRL("delete"), SLOCK_METHOD_DELETE},
	{ZEND_STRL("exists"), SLOCK_METHOD_EXISTS},
};

static uint32_t store_methods_written_in_php(zend_class_entry *ce)
{
	uint32_t bits = 0;

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		zend_function *method = zend_hash_str_find_ptr(&ce->function_table, methods[i].name, methods[i].length);

		if (method && method->type == ZEND_USER_FUNCTION) {
			bits |= methods[i].bit;
		}
	}
	return bits;
}

_Static_assert(SLOCK_STORE_MOST_CLASSES < 32 - SLOCK_KEY_DOUBTED_SHIFT &&
				   SLOCK_STORE_MOST_CLASSES < SLOCK_KEY_RELEASES_SHIFT - SLOCK_KEY_KINDS_SHIFT,
			   "a key has bits for all classes of stores, and for those in PHP");
_Static_assert(offsetof(slock_store, std) - offsetof(slock_store, logger) == offsetof(slock_logged, std),
			   "a store ends in a slock_logged");

static zend_object *store_alloc(zend_class_entry *ce)
{
	zend_class_entry *native = slock_object_native_class(ce);
	struct store_class *class = store_classes;
	slock_store *store;

	while (class->ce != native) {
		class ++;
	}
	store = SLOCK_STORE_FROM_ALLOCATION(zend_object_alloc(class->ops->size, ce), class->ops);
	store->ops = class->ops;
	store->state_name = native->name;
	store->capabilities = class->ops->capabilities;
	store->kinds = 1u << (class - store_classes);
	store->overridden = ce == native ? 0 : store_methods_written_in_php(ce);
	store->initial_ttl = class->ops->initial_ttl;
	store->constructed = native->constructor == NULL || class->ops->made_whole;
	zend_object_std_init(&store->std, ce);
	object_properties_init(&store->std, ce);
	store->std.handlers = &class->handlers;
	return &store->std;
}

static void store_destroy(zend_object *object)
{
	slock_store *store = slock_store_this(object);

	zend_objects_destroy_object(object);
	store->ops->leave(store);
}

void slock_store_free(zend_object *object)
{
	slock_store *store = slock_store_this(object);

	zend_object_std_dtor(object); /* first: see core/object.h */
	if (store->ops->free) {
		store->ops->free(store);
	}
	slock_object_release(store->logger);
}

static HashTable *store_get_gc(zend_object *object, zval **table, int *n)
{
	slock_store *store = slock_store_this(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (store->ops->get_gc) {
		store->ops->get_gc(store, buffer);
	}
	slock_object_tell_gc(buffer, store->held);
	slock_object_tell_gc(buffer, store->logger);
	return slock_object_gc(object, buffer, table, n);
}

void slock_store_export(zend_object *object, HashTable *into)
{
	slock_store *store = slock_store_this(object);

	if (store->ops->export) {
		store->ops->export(object, into);
	}
	if (store->ops->capabilities & SLOCK_STORE_LOGS) {
		slock_logger_export(object, into);
	}
}

void slock_store_show(zend_object *object, HashTable *into)
{
	slock_store *store = slock_store_this(object);
	zval value;

	slock_store_export(object, into);
	if (!store->constructed) {
		return;
	}
	if (store->ops->show) {
		store->ops->show(store, into);
	}
	if (store->ops->initial_ttl > 0.0) {
		ZVAL_DOUBLE(&value, store->initial_ttl);
		slock_object_put(into, slock_object_native_class(object->ce), "initialTtl", &value);
	}
}

static HashTable *store_get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
	return slock_object_properties_for(object, purpose, slock_store_export, slock_store_show);
}

/* Those that can be told from what they show; two connections are never the same. */
static int store_compare(zval *a, zval *b)
{
	ZEND_COMPARE_OBJECTS_FALLBACK(a, b);
	return slock_store_from_obj(Z_OBJ_P(a)) && slock_store_this(Z_OBJ_P(a))->ops->export
			   ? slock_object_compare(a, b, slock_store_export)
			   : ZEND_UNCOMPARABLE;
}

void slock_store_class_init(zend_class_entry *ce, const slock_store_ops *ops)
{
	struct store_class *class = &store_classes[store_class_count++];

	ZEND_ASSERT(store_class_count <= SLOCK_STORE_MOST_CLASSES);
	class->ce = ce;
	class->ops = ops;
	memcpy(&class->handlers, &std_object_handlers, sizeof(class->handlers));
	class->handlers.offset = (int) (ops->size - sizeof(slock_store) + offsetof(slock_store, std));
	class->handlers.free_obj = slock_store_free;
	if (ops->leave) {
		class->handlers.dtor_obj = store_destroy;
	}
	class->handlers.get_gc = store_get_gc;
	/* Two stores with one connection or one table of locks would not be two stores. */
	class->handlers.clone_obj = NULL;
	class->handlers.compare = store_compare;
	class->handlers.get_properties_for = store_get_properties_for;
	if (ops->capabilities & SLOCK_STORE_LOGS) {
		slock_logger_handlers(&class->handlers);
	}
	ce->create_object = store_alloc;
}

void slock_store_call(zend_object *store, uint32_t method, zval *key, zval *ttl, zval *returned)
{
	size_t at = 0;

	while (methods[at].bit != method) {
		at++;
	}
	ZVAL_UNDEF(returned);
	zend_call_method(store, store->ce, NULL, methods[at].name, methods[at].length, returned,
					 method == SLOCK_METHOD_PUT_OFF_EXPIRATION ? 2 : 1, key, ttl);
}
