/* SPDX-License-Identifier: MIT
 *
 * The lock table of a database session: see session_locks.h. */
#include "php_slock.h"
#include "clients/advisory/session_locks.h"
#include "core/process.h"

struct slock_session_locks {
	HashTable entries;   /* name => entry; in persistent memory */
	uint32_t generation; /* of the process that made it */
};

typedef struct {
	bool write;
	HashTable owners; /* token => nothing; never empty, and just one when `write` */
} entry;

static void locks_free_entry(zval *zv)
{
	entry *freed = Z_PTR_P(zv);

	zend_hash_destroy(&freed->owners);
	pefree(freed, true);
}

slock_session_locks *slock_session_locks_new(void)
{
	slock_session_locks *locks = pemalloc(sizeof(*locks), true);

	zend_hash_init(&locks->entries, 8, NULL, locks_free_entry, true);
	locks->generation = slock_process_generation();
	return locks;
}

void slock_session_locks_free(slock_session_locks *locks)
{
	zend_hash_destroy(&locks->entries);
	pefree(locks, true);
}

uint32_t slock_session_locks_generation(const slock_session_locks *locks)
{
	return locks->generation;
}

uint64_t slock_session_locks_changes(void)
{
	return SLOCK_G(session_lock_changes);
}

bool slock_session_locks_is_empty(const slock_session_locks *locks)
{
	return zend_hash_num_elements(&locks->entries) == 0;
}

static entry *locks_find(const slock_session_locks *locks, const char *lock)
{
	return zend_hash_str_find_ptr(&locks->entries, lock, strlen(lock));
}

slock_lock_view slock_session_locks_look(const slock_session_locks *locks, const char *lock, zend_string *owner)
{
	const entry *found = locks_find(locks, lock);

	if (!found) {
		return SLOCK_LOCK_FREE;
	}
	if (!zend_hash_str_exists(&found->owners, ZSTR_VAL(owner), ZSTR_LEN(owner))) {
		return found->write ? SLOCK_LOCK_OTHERS_WRITE : SLOCK_LOCK_OTHERS_READ;
	}
	if (found->write) {
		return SLOCK_LOCK_OWN_WRITE;
	}
	return zend_hash_num_elements(&found->owners) == 1 ? SLOCK_LOCK_OWN_READ : SLOCK_LOCK_SHARED_READ;
}

bool slock_session_locks_mentions(const slock_session_locks *locks, const char *lock)
{
	return locks_find(locks, lock) != NULL;
}

const char *slock_session_locks_first(const slock_session_locks *locks, bool *write)
{
	const entry *first;
	zend_string *lock;

	ZEND_HASH_FOREACH_STR_KEY_PTR((HashTable *) &locks->entries, lock, first) {
		*write = first->write;
		return ZSTR_VAL(lock);
	}
	ZEND_HASH_FOREACH_END();
	return NULL;
}

zend_string *slock_session_locks_find_owner(const slock_session_locks *locks, const char *end, char *lock, size_t size)
{
	size_t length = strlen(end);
	const entry *looked_at;
	zend_string *name, *owner;

	ZEND_HASH_FOREACH_STR_KEY_PTR((HashTable *) &locks->entries, name, looked_at) {
		ZEND_HASH_FOREACH_STR_KEY((HashTable *) &looked_at->owners, owner) {
			if (ZSTR_LEN(owner) >= length && !strcmp(ZSTR_VAL(owner) + ZSTR_LEN(owner) - length, end)) {
				snprintf(lock, size, "%s", ZSTR_VAL(name));
				return zend_string_init(ZSTR_VAL(owner), ZSTR_LEN(owner), false);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	ZEND_HASH_FOREACH_END();
	return NULL;
}

void slock_session_locks_enter(slock_session_locks *locks, const char *lock, zend_string *owner, bool write)
{
	entry *entered = locks_find(locks, lock);
	zval nothing;

	ZVAL_NULL(&nothing);
	SLOCK_G(session_lock_changes)++;
	if (!entered) {
		entered = pemalloc(sizeof(*entered), true);
		zend_hash_init(&entered->owners, 8, NULL, NULL, true);
		zend_hash_str_add_new_ptr(&locks->entries, lock, strlen(lock), entered);
	} else if (write || entered->write) {
		/* There is only one owner before or after: this one. */
		zend_hash_clean(&entered->owners);
	}
	entered->write = write;
	zend_hash_str_update(&entered->owners, ZSTR_VAL(owner), ZSTR_LEN(owner), &nothing);
}

void slock_session_locks_leave(slock_session_locks *locks, const char *lock, zend_string *owner)
{
	entry *left = locks_find(locks, lock);

	SLOCK_G(session_lock_changes)++;
	if (left && zend_hash_str_del(&left->owners, ZSTR_VAL(owner), ZSTR_LEN(owner)) == SUCCESS &&
		zend_hash_num_elements(&left->owners) == 0) {
		slock_session_locks_forget(locks, lock);
	}
}

void slock_session_locks_forget(slock_session_locks *locks, const char *lock)
{
	SLOCK_G(session_lock_changes)++;
	zend_hash_str_del(&locks->entries, lock, strlen(lock));
}

void slock_session_locks_clear(slock_session_locks *locks)
{
	SLOCK_G(session_lock_changes)++;
	zend_hash_clean(&locks->entries);
}
