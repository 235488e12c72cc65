/* SPDX-License-Identifier: MIT
 *
 * Keeps a forked child from closing the database connections of its parent: see fork_guard.h. */
#include "php_slock.h"
#include "clients/sql/fork_guard.h"
#include "clients/userland.h"
#include "core/list.h"
#include "core/process.h"

#ifdef __SANITIZE_ADDRESS__
/* Of tools/asan/preload.c. */
__attribute__((weak)) void slock_leaks_are_on_purpose(void);
#endif

/* A connection that PDO may keep, by its name there; in SLOCK_G(sql_persistent). */
typedef struct {
	uint32_t generation; /* of the process that opened it */
	slock_sockets sockets;
} persistent;

void slock_fork_guard_begin_opening(slock_fork_guard_opening *opening, const slock_sockets *known, slock_time until)
{
	opening->alone = slock_process_has_one_php_thread();
	slock_descriptors_look(&opening->before, known);
	opening->limit =
		opening->alone ? slock_time_limit_set_for_new(&opening->before, until, &CG(unclean_shutdown)) : NULL;
}

bool slock_fork_guard_end_opening(slock_fork_guard_opening *opening, slock_sockets *sockets)
{
	bool late = slock_time_limit_lift(opening->limit);

	slock_descriptors_close_new_on_exec(&opening->before, opening->alone, sockets);
	return late;
}

static void fork_guard_begin(slock_fork_guard *guard)
{
	guard->sockets.count = 0;
	guard->generation = slock_process_generation();
	SLOCK_LIST_INSERT(&SLOCK_G(fork_guards), guard);
}

void slock_fork_guard_keep(slock_fork_guard *guard, zend_object *native)
{
	slock_fork_guard_drop(guard);
	guard->native = native;
	fork_guard_begin(guard);
}

void slock_fork_guard_keep_resource(slock_fork_guard *guard, zend_resource *resource)
{
	slock_fork_guard_drop(guard);
	guard->resource = resource;
	fork_guard_begin(guard);
}

bool slock_fork_guard_is_inherited(const slock_fork_guard *guard)
{
	return (guard->native || guard->resource) && guard->generation != slock_process_generation();
}

/* Not what slock has lost: what is abandoned stays in memory, with all that it refers to, PHP objects and what the
 * client's library has. */
static void fork_guard_leaks(void)
{
#ifdef __SANITIZE_ADDRESS__
	if (slock_leaks_are_on_purpose) {
		slock_leaks_are_on_purpose();
	}
#endif
}

/* Takes what PDO would use again, or close at the end of the process, out of its list. */
static void fork_guard_forget_persistent(zend_string *name)
{
	static const char prefix[] = "PDO:DBH:DSN=";
	zend_string *key;
	zval *entry;

	ZEND_HASH_FOREACH_STR_KEY_VAL(&EG(persistent_list), key, entry) {
		if (key && ZSTR_LEN(key) >= sizeof(prefix) - 1 + ZSTR_LEN(name) &&
			memcmp(ZSTR_VAL(key), prefix, sizeof(prefix) - 1) == 0 &&
			memcmp(ZSTR_VAL(key) + sizeof(prefix) - 1, ZSTR_VAL(name), ZSTR_LEN(name)) == 0) {
			/* Without its pointer there is nothing for the destructor to close. */
			((zend_resource *) Z_PTR_P(entry))->ptr = NULL;
			fork_guard_leaks();
			zend_hash_del(&EG(persistent_list), key);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void fork_guard_forget_inherited(void)
{
	HashTable *known = SLOCK_G(sql_persistent);
	const persistent *one;
	zend_string *name;

	if (!known) {
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_PTR(known, name, one) {
		if (one->generation != slock_process_generation()) {
			fork_guard_forget_persistent(name);
			zend_hash_del(known, name);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void fork_guard_free_persistent(zval *zv)
{
	pefree(Z_PTR_P(zv), true);
}

slock_sockets slock_fork_guard_open_persistent(zend_string *name)
{
	const slock_sockets none = {.count = 0};
	const persistent *found;

	fork_guard_forget_inherited();
	found = SLOCK_G(sql_persistent) ? zend_hash_find_ptr(SLOCK_G(sql_persistent), name) : NULL;
	if (found) {
		/* If it is dead, PDO opens another one and loses this one without freeing it. */
		fork_guard_leaks();
		return found->sockets;
	}
	slock_fork_guard_opened_persistent(name, &none);
	return none;
}

void slock_fork_guard_opened_persistent(zend_string *name, const slock_sockets *sockets)
{
	persistent one = {.generation = slock_process_generation(), .sockets = *sockets};

	if (!SLOCK_G(sql_persistent)) {
		SLOCK_G(sql_persistent) = pemalloc(sizeof(HashTable), true);
		zend_hash_init(SLOCK_G(sql_persistent), 8, NULL, fork_guard_free_persistent, true);
	}
	zend_hash_str_update_mem(SLOCK_G(sql_persistent), ZSTR_VAL(name), ZSTR_LEN(name), &one, sizeof(one));
}

void slock_fork_guards_shutdown(HashTable *persistent)
{
	if (persistent) {
		zend_hash_destroy(persistent);
		pefree(persistent, true);
	}
}

/* Says of the object that it has been freed, or of the resource that it was closed, so that neither its last reference
 * nor the end of the request does it: the engine gives back its memory and leaves alone what it points to. */
static void fork_guard_abandon(slock_fork_guard *guard)
{
	SLOCK_G(sql_abandoned) = true;
	if (guard->native) {
		GC_ADD_FLAGS(guard->native, IS_OBJ_FREE_CALLED);
	} else {
		guard->resource->type = -1;
		guard->resource->ptr = NULL;
	}
	fork_guard_leaks();
}

bool slock_fork_guard_files_are_inherited(void)
{
	for (const slock_fork_guard *guard = SLOCK_G(fork_guards); guard; guard = guard->next) {
		if (guard->holds_file && slock_fork_guard_is_inherited(guard)) {
			SLOCK_G(sqlite_is_inherited) = true;
		}
	}
	return SLOCK_G(sqlite_is_inherited);
}

void slock_fork_guard_release(zend_object *native)
{
	const slock_userland_silence before = slock_userland_begin_silence();

	zend_try
	{
		OBJ_RELEASE(native);
	}
	zend_catch
	{
		slock_userland_end_silence(before);
		zend_bailout();
	}
	zend_end_try();
	slock_userland_end_silence(before);
}

void slock_fork_guard_drop(slock_fork_guard *guard)
{
	zend_object *native = guard->native;
	zend_resource *resource = guard->resource;

	if (!native && !resource) {
		return;
	}
	if (slock_fork_guard_is_inherited(guard)) {
		SLOCK_G(sqlite_is_inherited) = SLOCK_G(sqlite_is_inherited) || guard->holds_file;
		fork_guard_abandon(guard);
	}
	guard->native = NULL;
	guard->resource = NULL;
	guard->holds_file = false;
	SLOCK_LIST_REMOVE(guard);
	if (native) {
		slock_fork_guard_release(native);
	} else {
		zend_list_delete(resource);
	}
}

void slock_fork_guards_end_request(void)
{
	for (slock_fork_guard *guard = SLOCK_G(fork_guards); guard; guard = guard->next) {
		if (slock_fork_guard_is_inherited(guard)) {
			fork_guard_abandon(guard);
		}
	}
	fork_guard_forget_inherited();
}

void slock_fork_guards_forget_request(void)
{
	SLOCK_G(fork_guards) = NULL;
#if ZEND_DEBUG
	if (SLOCK_G(sql_abandoned)) {
		/* What was abandoned stays in memory on purpose. A debug PHP would report it as leaked. */
		CG(unclean_shutdown) = true;
	}
#endif
}
