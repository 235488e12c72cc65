/* SPDX-License-Identifier: MIT
 *
 * LockFactory: makes locks on one store. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/key.h"
#include "core/lock.h"
#include "core/logger.h"
#include "core/object.h"
#include "core/parameters.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/LockFactory_arginfo.h"

zend_class_entry *slock_ce_LockFactory;
static zend_object_handlers handlers;

typedef struct {
	zend_object *store;  /* NULL only before __construct() ran; never replaced */
	zend_object *logger; /* with std a slock_logged */
	zend_object std;
} slock_lock_factory;

_Static_assert(offsetof(slock_lock_factory, std) - offsetof(slock_lock_factory, logger) == offsetof(slock_logged, std),
			   "a factory ends in a slock_logged");

static slock_lock_factory *factory_from_obj(zend_object *object)
{
	return (slock_lock_factory *) ((char *) object - offsetof(slock_lock_factory, std));
}

static zend_object *factory_alloc(zend_class_entry *ce)
{
	slock_lock_factory *factory = zend_object_alloc(sizeof(slock_lock_factory), ce);

	zend_object_std_init(&factory->std, ce);
	object_properties_init(&factory->std, ce);
	factory->std.handlers = &handlers;
	return &factory->std;
}

static void factory_free(zend_object *object)
{
	slock_lock_factory *factory = factory_from_obj(object);

	zend_object_std_dtor(object); /* first: see core/object.h */
	slock_object_release(factory->store);
	slock_object_release(factory->logger);
}

static zend_object *factory_clone(zend_object *object)
{
	slock_lock_factory *from = factory_from_obj(object), *to = factory_from_obj(factory_alloc(object->ce));

	to->store = slock_object_copy(from->store);
	to->logger = slock_object_copy(from->logger);
	zend_objects_clone_members(&to->std, &from->std);
	return &to->std;
}

static void factory_export(zend_object *object, HashTable *into)
{
	slock_lock_factory *factory = factory_from_obj(object);
	zval value;

	if (factory->store) {
		ZVAL_OBJ_COPY(&value, factory->store);
		slock_object_put(into, slock_ce_LockFactory, "store", &value);
	}
	slock_logger_export(object, into);
}

static int factory_compare(zval *a, zval *b)
{
	return slock_object_compare(a, b, factory_export);
}

static HashTable *factory_get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
	return slock_object_properties_for(object, purpose, factory_export, factory_export);
}

static HashTable *factory_get_gc(zend_object *object, zval **table, int *n)
{
	slock_lock_factory *factory = factory_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	slock_object_tell_gc(buffer, factory->store);
	slock_object_tell_gc(buffer, factory->logger);
	return slock_object_gc(object, buffer, table, n);
}

/* The factory of a method call; NULL with an exception pending when it was never constructed or the TTL is unusable. */
static slock_lock_factory *factory_ready(zval *this, double ttl)
{
	slock_lock_factory *factory = factory_from_obj(Z_OBJ_P(this));

	return slock_object_check_constructed(&factory->std, factory->store != NULL) == SUCCESS &&
				   slock_ttl_check(ttl, "ttl") == SUCCESS
			   ? factory
			   : NULL;
}

/* A subclass that replaced createLockFromKey() is asked for the locks of createLock(), too. */
static zend_function *factory_replaced_method(zend_class_entry *ce)
{
	zend_function *method;

	if (EXPECTED(ce == slock_ce_LockFactory)) {
		return NULL;
	}
	method = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("createlockfromkey"));
	return method && method->type == ZEND_USER_FUNCTION ? method : NULL;
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, __construct)
{
	zend_object *store;
	slock_lock_factory *factory = factory_from_obj(Z_OBJ_P(ZEND_THIS));

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ_OF_CLASS(store, slock_ce_PersistingStoreInterface)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&factory->std, factory->store != NULL) == FAILURE) {
		RETURN_THROWS();
	}
	factory->store = slock_object_copy(store);
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, setLogger)
{
	slock_logger_method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, __serialize)
{
	HashTable *data = slock_object_serialized(Z_OBJ_P(ZEND_THIS), factory_export);

	if (!data) {
		RETURN_THROWS();
	}
	RETURN_ARR(data);
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, __unserialize)
{
	slock_lock_factory *factory = factory_from_obj(Z_OBJ_P(ZEND_THIS));
	HashTable *data;
	zval *store;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_ARRAY_HT(data)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&factory->std, factory->store != NULL) == FAILURE) {
		RETURN_THROWS();
	}
	if (!slock_object_slept(&factory->std, data, slock_ce_LockFactory)) {
		store = slock_object_find(data, slock_ce_LockFactory, "store");
		if (!store || Z_TYPE_P(store) != IS_OBJECT ||
			!instanceof_function(Z_OBJCE_P(store), slock_ce_PersistingStoreInterface)) {
			slock_object_refuse_data(&factory->std);
			RETURN_THROWS();
		}
		factory->store = slock_object_copy(Z_OBJ_P(store));
	}
	slock_object_load(&factory->std, data, slock_ce_LockFactory);
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, createLock)
{
	zend_string *resource;
	double ttl = 300.0;
	bool ttl_is_null = false, auto_release = true;
	slock_lock_factory *factory;
	zend_function *replaced;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_STR(resource)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
		SLOCK_PARAM_BOOL(auto_release)
	ZEND_PARSE_PARAMETERS_END();

	factory = factory_ready(ZEND_THIS, ttl);
	if (!factory) {
		RETURN_THROWS();
	}
	replaced = factory_replaced_method(factory->std.ce);
	if (UNEXPECTED(replaced)) {
		zval arguments[3];

		ZVAL_OBJ(&arguments[0], slock_key_create(zend_string_copy(resource)));
		if (ttl_is_null) {
			ZVAL_NULL(&arguments[1]);
		} else {
			ZVAL_DOUBLE(&arguments[1], ttl);
		}
		ZVAL_BOOL(&arguments[2], auto_release);
		zend_call_known_instance_method(replaced, &factory->std, return_value, 3, arguments);
		zval_ptr_dtor(&arguments[0]);
		return;
	}
	RETURN_OBJ(slock_lock_create_for(resource, factory->store, ttl, auto_release, slock_logger_get(&factory->std)));
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, createLockFromKey)
{
	zend_object *key;
	double ttl = 300.0;
	bool ttl_is_null = false, auto_release = true;
	slock_lock_factory *factory;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ_OF_CLASS(key, slock_ce_Key)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
		SLOCK_PARAM_BOOL(auto_release)
	ZEND_PARSE_PARAMETERS_END();

	factory = factory_ready(ZEND_THIS, ttl);
	if (!factory) {
		RETURN_THROWS();
	}
	RETURN_OBJ(
		slock_lock_create(slock_key_from_obj(key), factory->store, ttl, auto_release, slock_logger_get(&factory->std)));
}

void slock_lock_factory_register(void)
{
	slock_ce_LockFactory = register_class_Symfony_Component_Lock_LockFactory();
	slock_logger_class_init(slock_ce_LockFactory);
	slock_ce_LockFactory->create_object = factory_alloc;
	/* Its name in the oldest versions. */
	zend_register_class_alias("Symfony\\Component\\Lock\\Factory", slock_ce_LockFactory);

	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = offsetof(slock_lock_factory, std);
	handlers.free_obj = factory_free;
	handlers.get_gc = factory_get_gc;
	handlers.clone_obj = factory_clone;
	handlers.compare = factory_compare;
	handlers.get_properties_for = factory_get_properties_for;
	slock_logger_handlers(&handlers);
}
