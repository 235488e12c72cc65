/* SPDX-License-Identifier: MIT
 *
 * Slock\KeepAlive: the object. What it does is in keeper.c. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/keeper.h"
#include "core/keepers_interrupt.h"
#include "core/kept_locks.h"
#include "core/lock.h"
#include "core/object.h"
#include "core/parameters.h"

#include "zend_closures.h"
#include "zend_exceptions.h"

#include "stubs/KeepAlive_arginfo.h"

typedef struct {
	slock_keeper keeper; /* its lock is NULL before __construct() ran; lock and closure are ours */
	zend_object std;
} keep_alive;

static zend_class_entry *ce_KeepAlive;
static zend_object_handlers handlers;

static keep_alive *keep_of(zend_object *object)
{
	return (keep_alive *) ((char *) object - offsetof(keep_alive, std));
}

static zend_object *keep_alloc(zend_class_entry *ce)
{
	keep_alive *self = zend_object_alloc(sizeof(keep_alive), ce);

	zend_object_std_init(&self->std, ce);
	self->std.handlers = &handlers;
	return &self->std;
}

static void keep_free(zend_object *object)
{
	keep_alive *self = keep_of(object);

	zend_object_std_dtor(object); /* first: see core/object.h */
	slock_keeper_dtor(&self->keeper);
	slock_object_release(self->keeper.lock);
	slock_object_release(self->keeper.on_lost);
}

static HashTable *keep_get_gc(zend_object *object, zval **table, int *n)
{
	const keep_alive *self = keep_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	slock_object_tell_gc(buffer, self->keeper.lock);
	slock_object_tell_gc(buffer, self->keeper.on_lost);
	slock_object_tell_gc(buffer, self->keeper.failure);
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

/* False with an exception pending. */
static bool keep_check(zend_object *lock, double ttl, bool ttl_is_null, double longest, bool longest_is_null)
{
	if (!ttl_is_null && slock_ttl_check(ttl, "ttl") == FAILURE) {
		return false;
	}
	if (!ttl_is_null && ttl == 0.0) {
		zend_throw_exception(slock_ce_InvalidTtlException,
							 "Slock\\KeepAlive::__construct(): $ttl must be greater than 0.", 0);
		return false;
	}
	if (!longest_is_null && !(longest > 0.0 && zend_finite(longest))) {
		zend_throw_exception(
			slock_ce_InvalidArgumentException,
			"Slock\\KeepAlive::__construct(): $maxLifetime must be a finite number of seconds greater than 0.", 0);
		return false;
	}
	return lock->ce != slock_ce_Lock ||
		   slock_object_check_constructed(lock, slock_lock_from_obj(lock)->store != NULL) == SUCCESS;
}

/* Of a lock of ours: whether there is something to keep alive. False with an exception pending. */
static bool keep_check_native(slock_keeper *self, slock_lock *lock)
{
	if (!lock->dirty || lock->let_go) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"Slock\\KeepAlive::__construct(): $lock must be acquired, and the \"%s\" lock %s.",
								ZSTR_VAL(slock_key_resource(slock_lock_key(lock))),
								lock->dirty ? "is to be released, which has failed" : "is not");
		return false;
	}
	if (self->ttl == 0.0) {
		self->ttl = lock->ttl;
	}
	if (self->ttl == 0.0 && slock_key_expiry(slock_lock_key(lock)) != SLOCK_FOREVER) {
		zend_throw_exception_ex(
			slock_ce_InvalidArgumentException, 0,
			"Slock\\KeepAlive::__construct(): $ttl must be given, because the \"%s\" lock has no TTL of its own.",
			ZSTR_VAL(slock_key_resource(slock_lock_key(lock))));
		return false;
	}
	return true;
}

ZEND_METHOD(Slock_KeepAlive, __construct)
{
	keep_alive *self = keep_of(Z_OBJ_P(ZEND_THIS));
	zend_object *lock;
	zval *on_lost = NULL;
	double ttl = 0.0, longest = 0.0;
	bool ttl_is_null = true, longest_is_null = true;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ_OF_CLASS(lock, slock_ce_LockInterface)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
		Z_PARAM_DOUBLE_OR_NULL(longest, longest_is_null)
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(on_lost, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&self->std, self->keeper.lock != NULL) == FAILURE ||
		!keep_check(lock, ttl, ttl_is_null, longest, longest_is_null)) {
		RETURN_THROWS();
	}
	self->keeper = (slock_keeper){
		.owner = &self->std,
		.lock = slock_object_copy(lock),
		.on_lost = on_lost ? slock_object_copy(Z_OBJ_P(on_lost)) : NULL,
		.ttl = ttl,
		.last = longest_is_null ? SLOCK_FOREVER : slock_clock_after(slock_duration(longest)),
	};
	if (lock->ce == slock_ce_Lock && !keep_check_native(&self->keeper, slock_lock_from_obj(lock))) {
		RETURN_THROWS();
	}
	if (slock_keeper_start(&self->keeper) == SUCCESS) {
		slock_keepers_renew_new(&self->keeper);
	} else if (!EG(exception)) {
		zend_throw_error(NULL, "Slock\\KeepAlive: no thread can be started that would tell when to renew");
	}
}

ZEND_METHOD(Slock_KeepAlive, isLost)
{
	keep_alive *self = keep_of(Z_OBJ_P(ZEND_THIS));

	ZEND_PARSE_PARAMETERS_NONE();
	if (slock_object_check_constructed(&self->std, self->keeper.lock != NULL) == FAILURE) {
		RETURN_THROWS();
	}
	RETURN_BOOL(slock_keeper_is_lost(&self->keeper));
}

ZEND_METHOD(Slock_KeepAlive, stop)
{
	ZEND_PARSE_PARAMETERS_NONE();
	slock_keeper_stop(&keep_of(Z_OBJ_P(ZEND_THIS))->keeper);
}

void slock_keep_alive_register(void)
{
	ce_KeepAlive = register_class_Slock_KeepAlive();
	ce_KeepAlive->create_object = keep_alloc;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = offsetof(keep_alive, std);
	handlers.free_obj = keep_free;
	handlers.get_gc = keep_get_gc;
	handlers.clone_obj = NULL;
	handlers.compare = zend_objects_not_comparable;
	slock_keepers_startup();
	slock_kept_locks_startup();
}
