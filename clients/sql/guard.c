/* SPDX-License-Identifier: MIT
 *
 * Keeps a forked child from closing the database connections of its parent: see guard.h. */
#include "php_slock.h"
#include "clients/sql/guard.h"
#include "core/process.h"

void slock_sql_guard_keep(slock_sql_guard *guard, zend_object *native)
{
	slock_sql_guard_drop(guard);
	guard->native = native;
	guard->generation = slock_process_generation();
	guard->anchor = &SLOCK_G(sql_guards);
	guard->next = *guard->anchor;
	if (guard->next) {
		guard->next->anchor = &guard->next;
	}
	*guard->anchor = guard;
}

bool slock_sql_guard_is_inherited(const slock_sql_guard *guard)
{
	return guard->native && guard->generation != slock_process_generation();
}

/* Takes what PDO would use again, or close at the end of the process, out of its list. */
static void forget_persistent(zend_string *dsn)
{
	static const char prefix[] = "PDO:DBH:DSN=";
	zend_string *key;
	zval *entry;

	ZEND_HASH_FOREACH_STR_KEY_VAL(&EG(persistent_list), key, entry) {
		if (key && ZSTR_LEN(key) >= sizeof(prefix) - 1 + ZSTR_LEN(dsn) &&
			memcmp(ZSTR_VAL(key), prefix, sizeof(prefix) - 1) == 0 &&
			memcmp(ZSTR_VAL(key) + sizeof(prefix) - 1, ZSTR_VAL(dsn), ZSTR_LEN(dsn)) == 0) {
			/* Without its pointer there is nothing for the destructor to close. */
			((zend_resource *) Z_PTR_P(entry))->ptr = NULL;
			zend_hash_del(&EG(persistent_list), key);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void forget_inherited(void)
{
	HashTable *persistent = SLOCK_G(sql_persistent);
	zend_string *dsn;
	zval *generation;

	if (!persistent) {
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(persistent, dsn, generation) {
		if (Z_LVAL_P(generation) != (zend_long) slock_process_generation()) {
			forget_persistent(dsn);
			zend_hash_del(persistent, dsn);
		}
	}
	ZEND_HASH_FOREACH_END();
}

void slock_sql_open_persistent(zend_string *dsn)
{
	zval generation;

	forget_inherited();
	if (!SLOCK_G(sql_persistent)) {
		SLOCK_G(sql_persistent) = pemalloc(sizeof(HashTable), true);
		zend_hash_init(SLOCK_G(sql_persistent), 8, NULL, NULL, true);
	}
	ZVAL_LONG(&generation, slock_process_generation());
	zend_hash_str_update(SLOCK_G(sql_persistent), ZSTR_VAL(dsn), ZSTR_LEN(dsn), &generation);
}

void slock_sql_shutdown(HashTable *persistent)
{
	if (persistent) {
		zend_hash_destroy(persistent);
		pefree(persistent, true);
	}
}

/* Says of the object that it has been freed, so that neither its last reference nor the end of the request does it: the
 * engine gives back its memory and leaves alone what it points to. */
static void abandon(slock_sql_guard *guard)
{
	GC_ADD_FLAGS(guard->native, IS_OBJ_FREE_CALLED);
}

void slock_sql_guard_drop(slock_sql_guard *guard)
{
	zend_object *native = guard->native;

	if (!native) {
		return;
	}
	if (slock_sql_guard_is_inherited(guard)) {
		abandon(guard);
	}
	guard->native = NULL;
	*guard->anchor = guard->next;
	if (guard->next) {
		guard->next->anchor = guard->anchor;
	}
	OBJ_RELEASE(native);
}

void slock_sql_end_request(void)
{
	for (slock_sql_guard *guard = SLOCK_G(sql_guards); guard; guard = guard->next) {
		if (slock_sql_guard_is_inherited(guard)) {
			abandon(guard);
		}
	}
	forget_inherited();
}
