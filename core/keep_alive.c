/* SPDX-License-Identifier: MIT
 *
 * Slock\KeepAlive. Where the store has a way for it, a thread renews the lock (renewer.h), and what it has found out is
 * taken at the engine's interrupts, where signal handlers run as well. Other locks are renewed there. All of a PHP
 * thread's stand in one list, with one alarm that is set to when the first of them has something to do. */
#include "php_slock.h"
#include "core/alarm.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/keep_alive.h"
#include "core/kept_store.h"
#include "core/lock.h"
#include "core/lock_operations.h"
#include "core/parameters.h"
#include "core/process.h"
#include "core/wait.h"

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/KeepAlive_arginfo.h"

/* How long a renewal may take in any case, and after a failure the shortest pause before the next one. */
#define SHORTEST_RENEWAL (50 * SLOCK_MS)
#define SHORTEST_PAUSE (2 * SLOCK_MS)

typedef enum { KEEP_ENDED, KEEP_RUNNING, KEEP_LOST, KEEP_TOLD } keep_state;

typedef struct keep_alive {
	keep_state state;
	zend_object *lock;      /* NULL before __construct() ran */
	zend_object *on_lost;   /* NULL: throw */
	zend_object *failure;   /* why the latest renewal did not succeed; NULL: it did */
	const char *reason;     /* KEEP_LOST: a text with one %s for the resource */
	double ttl;             /* seconds, for renewals; 0: a lock of another class takes what it knows itself */
	slock_time lifetime;    /* what is left after a renewal */
	slock_time until;       /* when the lock's lifetime ends, as far as is known; SLOCK_FOREVER: it does not */
	slock_time last;        /* when it has been kept alive for long enough */
	slock_time due;         /* when there is something to do */
	slock_renewal *renewal; /* the thread renews it; NULL: we do */
	uint32_t generation;    /* of the process */
	struct keep_alive *next;
	zend_object std;
} keep_alive;

typedef struct slock_keep_alives {
	keep_alive *first;
	slock_alarm *alarm;               /* NULL: there is no memory for it, or no such thing here */
	slock_renewal_listener *listener; /* the same */
	bool working;                     /* further down in the stack, or in a suspended fiber */
} slock_keep_alives;

static zend_class_entry *ce_KeepAlive;
static zend_object_handlers handlers;

static keep_alive *keep_of(zend_object *object)
{
	return (keep_alive *) ((char *) object - offsetof(keep_alive, std));
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static void keep_remove(const keep_alive *self)
{
	for (keep_alive **at = &SLOCK_G(keep_alives)->first; *at; at = &(*at)->next) {
		if (*at == self) {
			*at = self->next;
			break;
		}
	}
}

/* Sets the alarm to what comes first. false: there is no thread for it. */
static bool keep_set_alarm(void)
{
	slock_time first = SLOCK_FOREVER;

	for (const keep_alive *at = SLOCK_G(keep_alives)->first; at; at = at->next) {
		first = MIN(first, at->due);
	}
	return slock_alarm_set(SLOCK_G(keep_alives)->alarm, first);
}

static void keep_end_renewal(keep_alive *self)
{
	if (self->renewal) {
		slock_kept_store_end(slock_lock_from_obj(self->lock)->store, self->renewal);
		self->renewal = NULL;
	}
}

static void keep_end_all(slock_keep_alives *all)
{
	for (keep_alive *at = all->first; at; at = at->next) {
		at->state = KEEP_ENDED;
		keep_end_renewal(at);
	}
	all->first = NULL;
	slock_alarm_free(all->alarm);
	all->alarm = NULL;
	slock_renewal_listener_free(all->listener);
	all->listener = NULL;
}

void slock_keep_alive_end_request(void)
{
	slock_keep_alives *all = SLOCK_G(keep_alives);

	SLOCK_G(keep_alives) = NULL;
	if (all) {
		keep_end_all(all);
		pefree(all, true);
	}
}

/* The list has changed. With the last one, all goes. */
static bool keep_arrange(void)
{
	if (SLOCK_G(keep_alives)->working) {
		return true;
	}
	if (SLOCK_G(keep_alives)->first) {
		return keep_set_alarm();
	}
	slock_keep_alive_end_request();
	return true;
}

static void keep_end(keep_alive *self, keep_state state)
{
	keep_state before = self->state;

	self->state = state;
	keep_end_renewal(self);
	if (before == KEEP_RUNNING || before == KEEP_LOST) {
		keep_remove(self);
		keep_arrange();
	}
}

/* --- what is known of the lock ------------------------------------------------------------------------------------ */

static slock_lock *keep_native(const keep_alive *self)
{
	return self->lock->ce == slock_ce_Lock ? slock_lock_from_obj(self->lock) : NULL;
}

/* Calls a method of a lock of another class. False with an exception pending. */
static bool keep_call(const keep_alive *self, const char *name, size_t length, zval *argument, zval *answer)
{
	zend_function *method = zend_hash_str_find_ptr(&self->lock->ce->function_table, name, length);

	ZVAL_UNDEF(answer);
	zend_call_known_function(method, self->lock, self->lock->ce, answer, argument ? 1 : 0, argument, NULL);
	return !EG(exception);
}

/* A third of the lifetime after the latest time, give or take a tenth, so that those that were begun together do not
 * stay together. */
static void keep_set_until(keep_alive *self, slock_time until)
{
	slock_time third = self->lifetime / 3;

	if (until == self->until) {
		return;
	}
	self->until = until;
	if (self->renewal) {
		return;
	}
	self->due = until == SLOCK_FOREVER ? SLOCK_FOREVER : MAX(until - 2 * third + slock_jitter((zend_long) third), 0);
	self->due = MIN(self->due, self->last);
}

/* Takes over what the thread knows. While the lock is being acquired again the key of ours knows of no end, and when it
 * is released or lost, nobody makes its lifetime longer. The state of the renewal. */
static slock_renewal_state keep_take(keep_alive *self, slock_lock *lock, slock_result *failure)
{
	slock_key *key = slock_lock_key(lock);
	slock_time until;
	slock_renewal_state state = slock_renewal_look(self->renewal, &until, failure);

	if (lock->dirty && !lock->let_go && until > slock_key_expiry(key)) {
		slock_key_set_expiry(key, until);
	}
	keep_set_until(self, until);
	return state;
}

/* Learns when the lifetime ends: others may have refreshed the lock meanwhile. While it is being acquired again, the
 * key of ours knows of no end, and what was known before counts. False with an exception pending. */
static bool keep_look(keep_alive *self)
{
	slock_lock *lock = keep_native(self);
	slock_time expiry;
	zval left;
	bool answered;

	if (self->renewal) {
		keep_take(self, lock, NULL);
		return true;
	}
	if (lock) {
		expiry = slock_key_expiry(slock_lock_key(lock));
		keep_set_until(self, expiry == SLOCK_FOREVER ? self->until : expiry);
		return true;
	}
	answered = keep_call(self, ZEND_STRL("getremaininglifetime"), NULL, &left);
	if (answered) {
		keep_set_until(self, Z_TYPE(left) == IS_NULL ? SLOCK_FOREVER
													 : slock_clock_after(slock_duration(zval_get_double(&left))));
	}
	zval_ptr_dtor(&left);
	return answered;
}

#define LOST "The \"%s\" lock was lost: "
#define LOST_TO_ANOTHER LOST "its store says that this owner does not have it."

/* Why the lock is lost, as far as the clock tells; NULL: it is not. */
static const char *keep_is_over(const keep_alive *self)
{
	slock_time now = slock_clock_now();

	if (now >= self->until) {
		return LOST "its lifetime ran out before it was renewed.";
	}
	return now >= self->last ? LOST "it has been kept alive for as long as it may be." : NULL;
}

/* --- losing it ---------------------------------------------------------------------------------------------------- */

/* Not when PHP code has stopped it meanwhile: then nobody wants to know. */
static void keep_lose(keep_alive *self, const char *reason)
{
	slock_lock *lock = keep_native(self);

	if (self->state != KEEP_RUNNING) {
		return;
	}
	self->state = KEEP_LOST;
	keep_end_renewal(self);
	self->reason = reason;
	self->due = 0;
	if (lock) {
		slock_key_limit_expiry(slock_lock_key(lock), slock_clock_now());
	}
}

static zend_object *keep_exception(const keep_alive *self)
{
	slock_lock *lock = keep_native(self);
	const char *resource = lock ? ZSTR_VAL(slock_key_resource(slock_lock_key(lock))) : ZSTR_VAL(self->lock->ce->name);
	slock_result result = SLOCK_RESULT_INIT;

	slock_result_exception(&result, slock_ce_LockLostException, self->reason, resource);
	if (self->failure) {
		zend_exception_set_previous(result.exception, slock_object_copy(self->failure));
	}
	return result.exception;
}

/* Tells it, once. An exception is pending then, or PHP code has run. */
static void keep_tell(keep_alive *self)
{
	zend_object *exception = keep_exception(self), *on_lost = self->on_lost;
	zval parameters[2], closure, returned;

	keep_end(self, KEEP_TOLD);
	if (!on_lost) {
		slock_exception_throw(exception);
		return;
	}
	ZVAL_OBJ(&parameters[0], self->lock);
	ZVAL_OBJ(&parameters[1], exception);
	ZVAL_OBJ(&closure, on_lost);
	ZVAL_UNDEF(&returned);
	call_user_function(NULL, NULL, &closure, &returned, 2, parameters);
	zval_ptr_dtor(&returned);
	OBJ_RELEASE(exception);
}

/* --- renewing it -------------------------------------------------------------------------------------------------- */

/* Keeps why it failed (NULL: it did not), in a reference that is taken over. */
static void keep_set_failure(keep_alive *self, zend_object *failure)
{
	zend_object *before = self->failure;

	self->failure = failure;
	slock_object_release(before);
}

/* Not for long, and not before the answer can have come; and when nobody answers, there is time for another one. */
static slock_time keep_answer_by(const keep_alive *self)
{
	slock_time now = slock_clock_now();

	return MIN(self->until, now + MAX((self->until - now) / 2, SHORTEST_RENEWAL));
}

/* It failed, for another reason than that the lock is lost. */
static void keep_try_again(keep_alive *self)
{
	slock_time now = slock_clock_now();

	self->due = MIN(now + MAX((self->until - now) / 8, SHORTEST_PAUSE), MIN(self->until, self->last));
}

static void keep_renew_native(keep_alive *self, slock_lock *lock)
{
	slock_time counted = slock_clock_after(self->lifetime);
	slock_result result = SLOCK_RESULT_INIT;

	switch (slock_lock_renew(lock, self->ttl, self->until, keep_answer_by(self), &result)) {
		case SLOCK_OK:
			keep_set_failure(self, NULL);
			/* A store written in PHP may leave it to us to count. */
			keep_set_until(self, MIN(counted, slock_key_expiry(slock_lock_key(lock))));
			break;
		case SLOCK_CONFLICT:
			if (lock->let_go) {
				/* While the store was asked, by a handler or by a store written in PHP. */
				keep_end(self, KEEP_ENDED);
			}
			lock->dirty = false;
			keep_lose(self, LOST_TO_ANOTHER);
			break;
		case SLOCK_EXPIRED:
			keep_lose(self, LOST "its lifetime ran out before the answer to its renewal came.");
			break;
		case SLOCK_INTERRUPTED:
			keep_try_again(self);
			break;
		default:
			keep_set_failure(self, slock_exception_from_result(&result, slock_key_resource(slock_lock_key(lock))));
			keep_try_again(self);
	}
	slock_result_dtor(&result);
}

/* What the thread has found out. */
static void keep_hear(keep_alive *self, slock_lock *lock)
{
	slock_result failure = SLOCK_RESULT_INIT;
	slock_renewal_state state = keep_take(self, lock, &failure);
	const char *reason = keep_is_over(self);

	self->due = SLOCK_FOREVER;
	if (failure.status != SLOCK_OK) {
		keep_set_failure(self, slock_exception_from_result(&failure, slock_key_resource(slock_lock_key(lock))));
	} else {
		keep_set_failure(self, NULL);
	}
	if (state == SLOCK_RENEWAL_REFUSED) {
		keep_lose(self, LOST_TO_ANOTHER);
	} else if (reason) {
		keep_lose(self, reason);
	}
}

/* What a lock of another class has thrown: an exception is an answer, anything else stays pending. */
static void keep_take_failure(keep_alive *self)
{
	zend_object *thrown;
	bool lost;

	keep_try_again(self);
	if (!instanceof_function(EG(exception)->ce, zend_ce_exception) || !(thrown = slock_exception_take())) {
		return;
	}
	lost = instanceof_function(thrown->ce, slock_ce_LockConflictedException) ||
		   instanceof_function(thrown->ce, slock_ce_LockExpiredException);
	keep_set_failure(self, thrown);
	if (lost) {
		keep_lose(self, LOST "it could not be renewed.");
	}
}

static void keep_renew_other(keep_alive *self)
{
	zval ttl, returned;

	ZVAL_DOUBLE(&ttl, self->ttl);
	if (keep_call(self, ZEND_STRL("refresh"), self->ttl > 0.0 ? &ttl : NULL, &returned)) {
		keep_set_failure(self, NULL);
		keep_look(self);
	}
	zval_ptr_dtor(&returned);
}

/* Renews what is due, or finds it lost. PHP code may run, which may end it, and an exception may be pending then. */
static void keep_work(keep_alive *self)
{
	slock_lock *lock = keep_native(self);
	const char *reason;

	if (self->state == KEEP_RUNNING && lock && (lock->let_go || !lock->dirty)) {
		if (lock->let_go || !lock->lost) {
			keep_end(self, KEEP_ENDED);
		} else {
			/* Somebody has asked before us. */
			keep_lose(self, LOST_TO_ANOTHER);
		}
		return;
	}
	if (self->state == KEEP_RUNNING && self->renewal) {
		keep_hear(self, lock);
	} else if (self->state == KEEP_RUNNING && keep_look(self) && self->state == KEEP_RUNNING) {
		if ((reason = keep_is_over(self))) {
			keep_lose(self, reason);
		} else if (self->due <= slock_clock_now() && lock) {
			keep_renew_native(self, lock);
		} else if (self->due <= slock_clock_now()) {
			keep_renew_other(self);
		}
	}
	if (EG(exception) && !lock) {
		keep_take_failure(self);
	}
}

/* The one that has been due for the longest: those that fail again and again do not come before others. NULL: none is.
 */
static keep_alive *keep_first_due(void)
{
	keep_alive *first = NULL;

	for (keep_alive *at = SLOCK_G(keep_alives)->first; at; at = at->next) {
		if (!first || at->due < first->due) {
			first = at;
		}
	}
	return first && first->due <= slock_clock_now() ? first : NULL;
}

/* Whoever has nothing to tell has it behind him at once; the others are due. */
static void keep_hear_all(slock_keep_alives *all)
{
	for (keep_alive *at = all->first; at; at = at->next) {
		slock_lock *lock = at->renewal && at->state == KEEP_RUNNING ? slock_lock_from_obj(at->lock) : NULL;

		if (lock && (lock->let_go || !lock->dirty || keep_take(at, lock, NULL) != SLOCK_RENEWAL_RUNNING)) {
			at->due = 0;
		}
	}
}

/* Where signal handlers run. */
static void keep_on_interrupt(void)
{
	slock_keep_alives *all = SLOCK_G(keep_alives);
	keep_alive *self;

	if (EXPECTED(!all)) {
		return;
	}
	if (slock_renewal_listener_has_news(all->listener)) {
		keep_hear_all(all);
	} else if (!all->alarm || !slock_alarm_has_rung(all->alarm)) {
		return;
	}
	if (all->working) {
		return;
	}
	all->working = true;
	while (!EG(exception) && (self = keep_first_due())) {
		GC_ADDREF(&self->std);
		keep_work(self);
		/* Unless only we have the object any more: a freed one tells nothing. */
		if (self->state == KEEP_LOST && !EG(exception) && GC_REFCOUNT(&self->std) > 1) {
			/* What is told may take its time, or suspend a fiber: the others are renewed meanwhile. */
			all->working = false;
			keep_tell(self);
			OBJ_RELEASE(&self->std);
			return;
		}
		if (self->state == KEEP_RUNNING && self->due <= slock_clock_now()) {
			/* Whatever a store written in PHP has made of its lifetime. */
			self->due = slock_clock_after(SHORTEST_PAUSE);
		}
		OBJ_RELEASE(&self->std);
	}
	/* Also when an exception waits: the rest comes after it. */
	all->working = false;
	keep_arrange();
}

/* --- the object --------------------------------------------------------------------------------------------------- */

static zend_object *keep_alloc(zend_class_entry *ce)
{
	keep_alive *self = zend_object_alloc(sizeof(keep_alive), ce);

	self->until = self->last = self->due = SLOCK_FOREVER;
	zend_object_std_init(&self->std, ce);
	self->std.handlers = &handlers;
	return &self->std;
}

static void keep_free(zend_object *object)
{
	keep_alive *self = keep_of(object);

	zend_object_std_dtor(object); /* first: see core/object.h */
	keep_end(self, KEEP_ENDED);
	slock_object_release(self->lock);
	slock_object_release(self->on_lost);
	slock_object_release(self->failure);
}

static HashTable *keep_get_gc(zend_object *object, zval **table, int *n)
{
	const keep_alive *self = keep_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	slock_object_tell_gc(buffer, self->lock);
	slock_object_tell_gc(buffer, self->on_lost);
	slock_object_tell_gc(buffer, self->failure);
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
static bool keep_check_native(keep_alive *self, slock_lock *lock)
{
	if (!lock->dirty) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"Slock\\KeepAlive::__construct(): $lock must be acquired, and the \"%s\" lock is not.",
								ZSTR_VAL(slock_key_resource(slock_lock_key(lock))));
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

/* Learns what there is to do, and when. False with an exception pending. */
static bool keep_begin(keep_alive *self)
{
	slock_lock *lock = keep_native(self);

	if (lock && !keep_check_native(self, lock)) {
		return false;
	}
	self->lifetime = slock_duration(self->ttl);
	if (!keep_look(self)) {
		return false;
	}
	if (!self->lifetime && self->until != SLOCK_FOREVER) {
		/* Of a lock that knows its TTL alone: what it has now. */
		self->lifetime = MAX(slock_clock_left(self->until), 0);
		self->until = SLOCK_FOREVER;
		return keep_look(self);
	}
	self->due = MIN(self->due, self->last);
	return true;
}

/* Makes sure that there is a list with an alarm of this process. What a parent process has in it is nothing here. */
static bool keep_prepare_list(void)
{
	slock_keep_alives *all = SLOCK_G(keep_alives);

	if (!all) {
		all = SLOCK_G(keep_alives) = pecalloc(1, sizeof(slock_keep_alives), true);
	}
	if (all->alarm && slock_alarm_is_inherited(all->alarm)) {
		keep_end_all(all);
	}
	if (!all->alarm) {
		all->alarm = slock_alarm_new();
		all->listener = slock_renewal_listener_new();
	}
	return all->alarm != NULL;
}

/* Leaves the renewals to the thread, where it can. */
static void keep_delegate(keep_alive *self)
{
	slock_lock *lock = keep_native(self);

	if (lock && self->lifetime && self->until != SLOCK_FOREVER) {
		self->renewal = slock_kept_store_begin(lock->store, slock_lock_key(lock), SLOCK_G(keep_alives)->listener,
											   self->ttl, self->until, self->last);
		self->due = self->renewal ? SLOCK_FOREVER : self->due;
	}
}

static bool keep_start(keep_alive *self)
{
	bool started = keep_prepare_list();

	if (started) {
		keep_delegate(self);
		self->next = SLOCK_G(keep_alives)->first;
		SLOCK_G(keep_alives)->first = self;
		self->state = KEEP_RUNNING;
	}
	return keep_arrange() && started;
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

	if (slock_object_construct_once(&self->std, self->lock != NULL) == FAILURE ||
		!keep_check(lock, ttl, ttl_is_null, longest, longest_is_null)) {
		RETURN_THROWS();
	}
	self->lock = slock_object_copy(lock);
	self->on_lost = on_lost ? slock_object_copy(Z_OBJ_P(on_lost)) : NULL;
	self->ttl = ttl;
	self->last = longest_is_null ? SLOCK_FOREVER : slock_clock_after(slock_duration(longest));
	if (!keep_begin(self)) {
		RETURN_THROWS();
	}
	if (!keep_start(self)) {
		keep_end(self, KEEP_ENDED);
		zend_throw_error(NULL, "Slock\\KeepAlive: no thread can be started that would tell when to renew");
	}
}

ZEND_METHOD(Slock_KeepAlive, isLost)
{
	keep_alive *self = keep_of(Z_OBJ_P(ZEND_THIS));
	slock_lock *lock;

	ZEND_PARSE_PARAMETERS_NONE();
	if (slock_object_check_constructed(&self->std, self->lock != NULL) == FAILURE) {
		RETURN_THROWS();
	}
	lock = keep_native(self);
	if (self->state != KEEP_RUNNING) {
		RETURN_BOOL(self->state != KEEP_ENDED);
	}
	if (lock && lock->let_go) {
		RETURN_FALSE;
	}
	if (self->renewal) {
		RETURN_BOOL(keep_take(self, lock, NULL) != SLOCK_RENEWAL_RUNNING || lock->lost || keep_is_over(self));
	}
	if (lock) {
		keep_look(self);
	}
	RETURN_BOOL((lock && lock->lost) || keep_is_over(self));
}

ZEND_METHOD(Slock_KeepAlive, stop)
{
	ZEND_PARSE_PARAMETERS_NONE();
	keep_end(keep_of(Z_OBJ_P(ZEND_THIS)), KEEP_ENDED);
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
	slock_interrupts_call(keep_on_interrupt);
}
