/* SPDX-License-Identifier: MIT
 *
 * NullStore: every operation succeeds and nothing is ever kept. */
#include "php_slock.h"
#include "core/core.h"
#include "core/store.h"
#include "stores/stores.h"

#include "stubs/NullStore_arginfo.h"

static slock_status null_run(slock_store *store, const slock_request *request, slock_result *result)
{
	(void) store;
	return slock_result_set(
		result, request->op == SLOCK_OP_ACQUIRE || request->op == SLOCK_OP_REFRESH ? SLOCK_OK : SLOCK_CONFLICT);
}

/* Nothing to show, and so every one is like any other. */
static void null_export(zend_object *object, HashTable *into)
{
	(void) object;
	(void) into;
}

static const slock_store_ops null_ops = {
	.name = "NullStore",
	.run = null_run,
	.export = null_export,
	.size = sizeof(slock_store),
	.capabilities = SLOCK_STORE_SHARES | SLOCK_STORE_BLOCKS,
};

void slock_null_store_register(void)
{
	slock_store_class_init(
		register_class_Symfony_Component_Lock_Store_NullStore(slock_ce_BlockingSharedLockStoreInterface), &null_ops);
}
