/* SPDX-License-Identifier: MIT
 *
 * LockFactory: makes locks on one store. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/key.h"
#include "core/lock.h"
#include "core/logger.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/LockFactory_arginfo.h"

zend_class_entry *slock_ce_LockFactory;
static zend_object_handlers handlers;

typedef struct {
	zend_object *store; /* NULL only before __construct() ran */
	zend_object std;
} slock_lock_factory;

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

	if (factory->store) {
		OBJ_RELEASE(factory->store);
	}
	zend_object_std_dtor(object);
}

static zend_object *factory_clone(zend_object *object)
{
	slock_lock_factory *from = factory_from_obj(object), *to = factory_from_obj(factory_alloc(object->ce));

	to->store = from->store;
	if (to->store) {
		GC_ADDREF(to->store);
	}
	zend_objects_clone_members(&to->std, &from->std);
	return &to->std;
}

/* Equal factories make locks on the same store; what a subclass adds is compared as for any object. */
static int factory_compare(zval *a, zval *b)
{
	ZEND_COMPARE_OBJECTS_FALLBACK(a, b);
	if (factory_from_obj(Z_OBJ_P(a))->store != factory_from_obj(Z_OBJ_P(b))->store) {
		return ZEND_UNCOMPARABLE;
	}
	return zend_std_compare_objects(a, b);
}

static HashTable *factory_get_gc(zend_object *object, zval **table, int *n)
{
	slock_lock_factory *factory = factory_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (factory->store) {
		zend_get_gc_buffer_add_obj(buffer, factory->store);
	}
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &object->properties_table[i]);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return object->properties;
}

/* The factory of a method call; NULL with an exception pending when it was never constructed or the TTL is unusable. */
static slock_lock_factory *ready_factory(zval *this, double ttl)
{
	slock_lock_factory *factory = factory_from_obj(Z_OBJ_P(this));

	if (UNEXPECTED(!factory->store)) {
		zend_throw_error(NULL, "The %s object has not been correctly initialized by its constructor",
						 ZSTR_VAL(factory->std.ce->name));
		return NULL;
	}
	return slock_ttl_check(ttl, "ttl") == SUCCESS ? factory : NULL;
}

/* A subclass that replaced createLockFromKey() is asked for the locks of createLock(), too. */
static zend_function *replaced_create_lock_from_key(zend_class_entry *ce)
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

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(store, slock_ce_PersistingStoreInterface)
	ZEND_PARSE_PARAMETERS_END();

	GC_ADDREF(store);
	if (factory->store) {
		OBJ_RELEASE(factory->store);
	}
	factory->store = store;
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, setLogger)
{
	zend_object *logger = slock_logger_parse(INTERNAL_FUNCTION_PARAM_PASSTHRU);

	if (logger) {
		slock_logger_set_property(Z_OBJ_P(ZEND_THIS), logger);
	}
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, createLock)
{
	zend_string *resource;
	double ttl = 300.0;
	bool ttl_is_null = false, auto_release = true;
	slock_lock_factory *factory;
	zend_function *replaced;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_STR(resource)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
		Z_PARAM_BOOL(auto_release)
	ZEND_PARSE_PARAMETERS_END();

	factory = ready_factory(ZEND_THIS, ttl);
	if (!factory) {
		RETURN_THROWS();
	}
	replaced = replaced_create_lock_from_key(factory->std.ce);
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
	RETURN_OBJ(
		slock_lock_create_for(resource, factory->store, ttl, auto_release, slock_logger_property(&factory->std)));
}

ZEND_METHOD(Symfony_Component_Lock_LockFactory, createLockFromKey)
{
	zend_object *key;
	double ttl = 300.0;
	bool ttl_is_null = false, auto_release = true;
	slock_lock_factory *factory;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_OBJ_OF_CLASS(key, slock_ce_Key)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
		Z_PARAM_BOOL(auto_release)
	ZEND_PARSE_PARAMETERS_END();

	factory = ready_factory(ZEND_THIS, ttl);
	if (!factory) {
		RETURN_THROWS();
	}
	RETURN_OBJ(slock_lock_create(slock_key_from_obj(key), factory->store, ttl, auto_release,
								 slock_logger_property(&factory->std)));
}

void slock_lock_factory_register(void)
{
	slock_ce_LockFactory = register_class_Symfony_Component_Lock_LockFactory(slock_ce_LoggerAwareInterface);
	slock_ce_LockFactory->create_object = factory_alloc;
	/* Its name in the oldest versions. */
	zend_register_class_alias("Symfony\\Component\\Lock\\Factory", slock_ce_LockFactory);

	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = offsetof(slock_lock_factory, std);
	handlers.free_obj = factory_free;
	handlers.get_gc = factory_get_gc;
	handlers.clone_obj = factory_clone;
	handlers.compare = factory_compare;
}
