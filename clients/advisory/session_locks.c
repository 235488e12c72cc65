/* SPDX-License-Identifier: MIT
 *
 * The ledger of a database session: see session_locks.h. */
#include "php_slock.h"
#include "clients/advisory/session_locks.h"
#include "core/process.h"

struct slock_ledger {
	HashTable locks;     /* name => entry; in persistent memory */
	uint32_t generation; /* of the process that made it */
};

typedef struct {
	bool write;
	HashTable owners; /* token => nothing; never empty, and just one when `write` */
} entry;

static void free_entry(zval *zv)
{
	entry *freed = Z_PTR_P(zv);

	zend_hash_destroy(&freed->owners);
	pefree(freed, true);
}

slock_ledger *slock_ledger_new(void)
{
	slock_ledger *ledger = pemalloc(sizeof(*ledger), true);

	zend_hash_init(&ledger->locks, 8, NULL, free_entry, true);
	ledger->generation = slock_process_generation();
	return ledger;
}

void slock_ledger_free(slock_ledger *ledger)
{
	zend_hash_destroy(&ledger->locks);
	pefree(ledger, true);
}

uint32_t slock_ledger_generation(const slock_ledger *ledger)
{
	return ledger->generation;
}

uint64_t slock_ledger_changes(void)
{
	return SLOCK_G(ledger_changes);
}

bool slock_ledger_is_empty(const slock_ledger *ledger)
{
	return zend_hash_num_elements(&ledger->locks) == 0;
}

static entry *find(const slock_ledger *ledger, const char *lock)
{
	return zend_hash_str_find_ptr(&ledger->locks, lock, strlen(lock));
}

slock_ledger_view slock_ledger_look(const slock_ledger *ledger, const char *lock, zend_string *owner)
{
	const entry *found = find(ledger, lock);

	if (!found) {
		return SLOCK_LEDGER_FREE;
	}
	if (!zend_hash_str_exists(&found->owners, ZSTR_VAL(owner), ZSTR_LEN(owner))) {
		return found->write ? SLOCK_LEDGER_OTHERS_WRITE : SLOCK_LEDGER_OTHERS_READ;
	}
	if (found->write) {
		return SLOCK_LEDGER_OWN_WRITE;
	}
	return zend_hash_num_elements(&found->owners) == 1 ? SLOCK_LEDGER_OWN_READ : SLOCK_LEDGER_SHARED_READ;
}

bool slock_ledger_mentions(const slock_ledger *ledger, const char *lock)
{
	return find(ledger, lock) != NULL;
}

const char *slock_ledger_first(const slock_ledger *ledger, bool *write)
{
	const entry *first;
	zend_string *lock;

	ZEND_HASH_FOREACH_STR_KEY_PTR((HashTable *) &ledger->locks, lock, first) {
		*write = first->write;
		return ZSTR_VAL(lock);
	}
	ZEND_HASH_FOREACH_END();
	return NULL;
}

void slock_ledger_enter(slock_ledger *ledger, const char *lock, zend_string *owner, bool write)
{
	entry *entered = find(ledger, lock);
	zval nothing;

	ZVAL_NULL(&nothing);
	SLOCK_G(ledger_changes)++;
	if (!entered) {
		entered = pemalloc(sizeof(*entered), true);
		zend_hash_init(&entered->owners, 8, NULL, NULL, true);
		zend_hash_str_add_new_ptr(&ledger->locks, lock, strlen(lock), entered);
	} else if (write || entered->write) {
		/* There is only one owner before or after: this one. */
		zend_hash_clean(&entered->owners);
	}
	entered->write = write;
	zend_hash_str_update(&entered->owners, ZSTR_VAL(owner), ZSTR_LEN(owner), &nothing);
}

void slock_ledger_leave(slock_ledger *ledger, const char *lock, zend_string *owner)
{
	entry *left = find(ledger, lock);

	SLOCK_G(ledger_changes)++;
	if (left && zend_hash_str_del(&left->owners, ZSTR_VAL(owner), ZSTR_LEN(owner)) == SUCCESS &&
		zend_hash_num_elements(&left->owners) == 0) {
		slock_ledger_forget(ledger, lock);
	}
}

void slock_ledger_forget(slock_ledger *ledger, const char *lock)
{
	SLOCK_G(ledger_changes)++;
	zend_hash_str_del(&ledger->locks, lock, strlen(lock));
}

void slock_ledger_clear(slock_ledger *ledger)
{
	SLOCK_G(ledger_changes)++;
	zend_hash_clean(&ledger->locks);
}
