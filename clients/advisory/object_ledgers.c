/* SPDX-License-Identifier: MIT
 *
 * Ledgers that hang on client objects: see object_ledgers.h. */
#include "php_slock.h"
#include "clients/advisory/object_ledgers.h"

#include "zend_weakrefs.h"

static void free_ledger(zval *zv)
{
	slock_ledger_free(Z_PTR_P(zv));
}

slock_ledger *slock_object_ledger_find(zend_object *object)
{
	HashTable *ledgers = SLOCK_G(object_ledgers);

	return ledgers ? zend_hash_index_find_ptr(ledgers, zend_object_to_weakref_key(object)) : NULL;
}

slock_ledger *slock_object_ledger(zend_object *object)
{
	slock_ledger *found = slock_object_ledger_find(object);

	if (found) {
		return found;
	}
	if (!SLOCK_G(object_ledgers)) {
		ALLOC_HASHTABLE(SLOCK_G(object_ledgers));
		zend_hash_init(SLOCK_G(object_ledgers), 8, NULL, free_ledger, false);
	}
	found = slock_ledger_new();
	zend_weakrefs_hash_add_ptr(SLOCK_G(object_ledgers), object, found);
	return found;
}

void slock_object_ledger_remove(zend_object *object)
{
	if (slock_object_ledger_find(object)) {
		zend_weakrefs_hash_del(SLOCK_G(object_ledgers), object);
	}
}

void slock_object_ledgers_end_request(void)
{
	if (SLOCK_G(object_ledgers)) {
		zend_hash_destroy(SLOCK_G(object_ledgers));
		FREE_HASHTABLE(SLOCK_G(object_ledgers));
		SLOCK_G(object_ledgers) = NULL;
	}
}
