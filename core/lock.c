/* SPDX-License-Identifier: MIT
 *
 * Lock: the object and its methods. What they do is in lock_operations.c. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/late_failures.h"
#include "core/lock.h"
#include "core/lock_acquisition.h"
#include "core/lock_lifetime.h"
#include "core/lock_operations.h"
#include "core/logger.h"
#include "core/object.h"
#include "core/parameters.h"
#include "core/store.h"

#include "ext/date/php_date.h"
#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"

#include "stubs/Lock_arginfo.h"

zend_class_entry *slock_ce_Lock;
static zend_object_handlers handlers;

static zend_object *lock_alloc(zend_class_entry *ce)
{
	slock_lock *lock = zend_object_alloc(sizeof(slock_lock), ce);

	zend_object_std_init(&lock->std, ce);
	lock->std.handlers = &handlers;
	lock->generation = SLOCK_NO_PROCESS;
	return &lock->std;
}

static slock_lock *lock_create(zend_object *store, double ttl, bool auto_release, zend_object *logger)
{
	slock_lock *lock = slock_lock_from_obj(lock_alloc(slock_ce_Lock));

	lock->store = slock_object_copy(store);
	lock->logger = logger;
	lock->ttl = ttl;
	lock->auto_release = auto_release;
	return lock;
}

static void lock_set_key(slock_lock *lock, zend_object *key)
{
	lock->key.object = slock_object_copy(key);
	lock->has_key = true;
}

zend_object *slock_lock_create(slock_key *key, zend_object *store, double ttl, bool auto_release, zend_object *logger)
{
	slock_lock *lock = lock_create(store, ttl, auto_release, logger);

	lock_set_key(lock, key);
	return &lock->std;
}

zend_object *slock_lock_create_for(zend_string *resource, zend_object *store, double ttl, bool auto_release,
								   zend_object *logger)
{
	slock_lock *lock = lock_create(store, ttl, auto_release, logger);

	lock->key.resource = zend_string_copy(resource);
	return &lock->std;
}

slock_key *slock_lock_find_key(zend_object *object)
{
	const slock_lock *lock = object->ce == slock_ce_Lock ? slock_lock_from_obj(object) : NULL;

	return lock && lock->has_key ? slock_key_from_obj(lock->key.object) : NULL;
}

/* Most locks were released before: then there is nothing for __destruct() to do, and it is not called. */
static void lock_destroy(zend_object *object)
{
	slock_lock *lock = slock_lock_from_obj(object);

	if (lock->dirty && lock->auto_release) {
		zend_objects_destroy_object(object);
	}
}

static void lock_free(zend_object *object)
{
	slock_lock *lock = slock_lock_from_obj(object);

	zend_object_std_dtor(object); /* first: see core/object.h */
	if (UNEXPECTED(SLOCK_G(keepers))) {
		/* The collector may free it before a KeepAlive that has it, and then the store is gone. */
		slock_lock_keeper.let_go(lock);
		/* While it is kept there are keepers. */
		if (lock->kept) {
			slock_lock_keeper.detach(lock);
		}
	}
	if (lock->has_key) {
		OBJ_RELEASE(lock->key.object);
	} else if (lock->key.resource) {
		zend_string_release(lock->key.resource);
	}
	slock_object_release(lock->store);
	slock_object_release(lock->logger);
}

static zend_object *lock_clone(zend_object *object)
{
	slock_lock *from = slock_lock_from_obj(object), *to = slock_lock_from_obj(lock_alloc(object->ce));

	/* A second lock object on the same key, as with any PHP object. */
	to->store = slock_object_copy(from->store);
	to->logger = slock_object_copy(from->logger);
	to->ttl = from->ttl;
	to->generation = from->generation;
	to->auto_release = from->auto_release;
	to->dirty = from->dirty;
	to->grants = from->grants;
	to->let_go = from->let_go;
	to->lost = from->lost;
	to->writes = from->writes;
	if (to->store) {
		lock_set_key(to, slock_lock_key(from));
	}
	zend_objects_clone_members(&to->std, &from->std);
	return &to->std;
}

/* In the package's order, which decides what a comparison finds first. */
static void lock_export(zend_object *object, HashTable *into)
{
	slock_lock *lock = slock_lock_from_obj(object);
	zval value;

	ZVAL_BOOL(&value, lock->dirty);
	slock_object_put(into, slock_ce_Lock, "dirty", &value);
	if (lock->store) {
		ZVAL_OBJ_COPY(&value, slock_lock_key(lock));
		slock_object_put(into, slock_ce_Lock, "key", &value);
		ZVAL_OBJ_COPY(&value, lock->store);
		slock_object_put(into, slock_ce_Lock, "store", &value);
		ZVAL_DOUBLE(&value, lock->ttl);
		if (lock->ttl == 0.0) {
			ZVAL_NULL(&value);
		}
		slock_object_put(into, slock_ce_Lock, "ttl", &value);
		ZVAL_BOOL(&value, lock->auto_release);
		slock_object_put(into, slock_ce_Lock, "autoRelease", &value);
	}
	slock_object_to_zval(&value, lock->logger);
	slock_object_put(into, NULL, "logger", &value);
}

static int lock_compare(zval *a, zval *b)
{
	return slock_object_compare(a, b, lock_export);
}

static HashTable *lock_get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
	return slock_object_properties_for(object, purpose, lock_export, lock_export);
}

static HashTable *lock_get_gc(zend_object *object, zval **table, int *n)
{
	slock_lock *lock = slock_lock_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (lock->has_key) {
		zend_get_gc_buffer_add_obj(buffer, lock->key.object);
	}
	slock_object_tell_gc(buffer, lock->store);
	slock_object_tell_gc(buffer, lock->logger);
	if (UNEXPECTED(lock->kept)) {
		slock_object_tell_gc(buffer, slock_lock_keeper.failure(lock));
	}
	return slock_object_gc(object, buffer, table, n);
}

/* The lock of a method call, whose key is constructed; NULL with an Error pending when it is not. */
static slock_lock *lock_this(zval *this)
{
	slock_lock *lock = slock_lock_from_obj(Z_OBJ_P(this));

	if (slock_object_check_constructed(&lock->std, lock->store != NULL) == FAILURE) {
		return NULL;
	}
	return !lock->has_key || slock_key_check(slock_key_from_obj(lock->key.object)) == SUCCESS ? lock : NULL;
}

ZEND_METHOD(Symfony_Component_Lock_Lock, __construct)
{
	zend_object *key, *store;
	double ttl = 0.0;
	bool ttl_is_null = true, auto_release = true;
	slock_lock *lock = slock_lock_from_obj(Z_OBJ_P(ZEND_THIS));

	SLOCK_PARSE_PARAMETERS_START(2)
		Z_PARAM_OBJ_OF_CLASS(key, slock_ce_Key)
		Z_PARAM_OBJ_OF_CLASS(store, slock_ce_PersistingStoreInterface)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
		SLOCK_PARAM_BOOL(auto_release)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_ttl_check(ttl, "ttl") == FAILURE) {
		RETURN_THROWS();
	}
	if (slock_object_construct_once(&lock->std, lock->store != NULL) == FAILURE) {
		RETURN_THROWS();
	}
	lock_set_key(lock, key);
	lock->store = slock_object_copy(store);
	lock->ttl = ttl;
	lock->auto_release = auto_release;
}

ZEND_METHOD(Symfony_Component_Lock_Lock, __serialize)
{
	zend_throw_exception_ex(spl_ce_BadMethodCallException, 0, "Cannot serialize %s", ZSTR_VAL(slock_ce_Lock->name));
}

ZEND_METHOD(Symfony_Component_Lock_Lock, __unserialize)
{
	HashTable *data;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_ARRAY_HT(data)
	ZEND_PARSE_PARAMETERS_END();
	(void) data;
	zend_throw_exception_ex(spl_ce_BadMethodCallException, 0, "Cannot unserialize %s", ZSTR_VAL(slock_ce_Lock->name));
}

/* What has become known meanwhile of releases that nobody awaited. */
static zend_always_inline void lock_tell_late_failures(const slock_lock *lock)
{
	if (slock_late_failures_are_known()) {
		slock_late_failures_tell(lock->logger);
	}
}

ZEND_METHOD(Symfony_Component_Lock_Lock, __destruct)
{
	slock_lock *lock = slock_lock_from_obj(Z_OBJ_P(ZEND_THIS));

	if (lock->store) {
		slock_lock_release_automatically(lock);
		lock_tell_late_failures(lock);
	}
}

ZEND_METHOD(Symfony_Component_Lock_Lock, setLogger)
{
	slock_lock *lock = slock_lock_from_obj(Z_OBJ_P(ZEND_THIS));
	zend_object *logger = slock_logger_parse(INTERNAL_FUNCTION_PARAM_PASSTHRU), *previous = lock->logger;

	if (!logger) {
		RETURN_THROWS();
	}
	lock->logger = slock_object_copy(logger);
	slock_object_release(previous);
}

/* When a wait ends; false with an exception pending. */
static bool lock_parse_deadline(bool blocking, double timeout, bool timeout_is_null, slock_time *deadline)
{
	if (timeout_is_null) {
		*deadline = blocking ? SLOCK_FOREVER : SLOCK_TRY_ONCE;
		return true;
	}
	if (slock_timeout_check(timeout) == FAILURE) {
		return false;
	}
	if (!blocking) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "The parameter $timeout is only for waiting: it needs $blocking to be true.", 0);
		return false;
	}
	*deadline = timeout == 0.0 ? SLOCK_TRY_ONCE : slock_clock_after(slock_duration(timeout));
	return true;
}

/* What the engine tells a signal handler about the signal, after its number. The package's method has no second
 * parameter and ignores it, so a lock's method that is a signal handler gets it in the place of a timeout. */
static bool lock_is_signal_information(const zval *argument)
{
	const zval *number =
		Z_TYPE_P(argument) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(argument), ZEND_STRL("signo")) : NULL;

	return number && Z_TYPE_P(number) == IS_LONG;
}

static void lock_acquire_method(INTERNAL_FUNCTION_PARAMETERS, slock_mode mode)
{
	slock_lock *lock;
	slock_time deadline;
	zval *argument = NULL;
	double timeout = 0.0;
	bool blocking = false, timeout_is_null = true;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_BOOL(blocking)
		Z_PARAM_ZVAL(argument)
	ZEND_PARSE_PARAMETERS_END();

	if (argument && !lock_is_signal_information(argument) &&
		!zend_parse_arg_double(argument, &timeout, &timeout_is_null, true, 2)) {
		zend_wrong_parameter_error(ZPP_ERROR_WRONG_ARG, 2, NULL, Z_EXPECTED_DOUBLE_OR_NULL, argument);
		RETURN_THROWS();
	}
	if (lock_parse_deadline(blocking, timeout, timeout_is_null, &deadline) && (lock = lock_this(ZEND_THIS))) {
		slock_lock_acquire(lock, mode, deadline, return_value);
		lock_tell_late_failures(lock);
	}
}

ZEND_METHOD(Symfony_Component_Lock_Lock, acquire)
{
	lock_acquire_method(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_WRITE);
}

ZEND_METHOD(Symfony_Component_Lock_Lock, acquireRead)
{
	lock_acquire_method(INTERNAL_FUNCTION_PARAM_PASSTHRU, SLOCK_READ);
}

ZEND_METHOD(Symfony_Component_Lock_Lock, refresh)
{
	slock_lock *lock;
	double ttl = 0.0;
	bool ttl_is_null = true;

	SLOCK_PARSE_PARAMETERS_START(0)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
	ZEND_PARSE_PARAMETERS_END();

	if (!(lock = lock_this(ZEND_THIS)) || slock_ttl_check(ttl, "ttl") == FAILURE) {
		RETURN_THROWS();
	}
	if (ttl_is_null) {
		ttl = lock->ttl;
	}
	if (ttl == 0.0) {
		zend_throw_exception(slock_ce_InvalidArgumentException, "You have to define an expiration duration.", 0);
		RETURN_THROWS();
	}
	slock_lock_refresh(lock, ttl);
	lock_tell_late_failures(lock);
}

ZEND_METHOD(Symfony_Component_Lock_Lock, isAcquired)
{
	slock_lock *lock;

	if ((lock = lock_this(ZEND_THIS))) {
		RETVAL_BOOL(slock_lock_is_acquired(lock));
		lock_tell_late_failures(lock);
	}
}

ZEND_METHOD(Symfony_Component_Lock_Lock, release)
{
	slock_lock *lock;

	if ((lock = lock_this(ZEND_THIS))) {
		slock_lock_release(lock);
		lock_tell_late_failures(lock);
	}
}

ZEND_METHOD(Symfony_Component_Lock_Lock, isExpired)
{
	slock_lock *lock;

	if ((lock = lock_this(ZEND_THIS))) {
		RETURN_BOOL(slock_key_is_expired(slock_lock_key_with_lifetime(lock)));
	}
}

ZEND_METHOD(Symfony_Component_Lock_Lock, getRemainingLifetime)
{
	slock_lock *lock;
	slock_time expiry;

	if ((lock = lock_this(ZEND_THIS)) &&
		(expiry = slock_key_expiry(slock_lock_key_with_lifetime(lock))) != SLOCK_FOREVER) {
		RETURN_DOUBLE(slock_clock_until(expiry));
	}
}

ZEND_METHOD(Symfony_Component_Lock_Lock, getExpiringDate)
{
	slock_lock *lock;
	slock_time expiry;
	zend_string *text;
	double when;

	if (!(lock = lock_this(ZEND_THIS)) ||
		(expiry = slock_key_expiry(slock_lock_key_with_lifetime(lock))) == SLOCK_FOREVER) {
		return;
	}
	when = slock_clock_wall() + slock_clock_until(expiry);
	php_date_instantiate(php_date_get_immutable_ce(), return_value);
	text = zend_strpprintf(0, "%.6F", when);
	if (!php_date_initialize(Z_PHPDATE_P(return_value), ZSTR_VAL(text), ZSTR_LEN(text), "U.u", NULL, 0)) {
		zend_throw_error(NULL, "The expiry at %s cannot be represented as a date", ZSTR_VAL(text));
	}
	zend_string_release(text);
}

void slock_lock_register(void)
{
	slock_ce_Lock = register_class_Symfony_Component_Lock_Lock(slock_ce_SharedLockInterface);
	slock_logger_class_init(slock_ce_Lock);
	slock_ce_Lock->create_object = lock_alloc;

	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = offsetof(slock_lock, std);
	handlers.dtor_obj = lock_destroy;
	handlers.free_obj = lock_free;
	handlers.get_gc = lock_get_gc;
	handlers.clone_obj = lock_clone;
	handlers.compare = lock_compare;
	handlers.get_properties_for = lock_get_properties_for;
}
