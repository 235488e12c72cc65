/* SPDX-License-Identifier: MIT
 *
 * PostgreSqlStore: advisory locks of a PostgreSQL session, by DSN or through a \PDO. */
#include "php_slock.h"
#include "core/core.h"
#include "stores/advisory/constructor.h"
#include "stores/stores.h"

#include "zend_attributes.h"

#include "stubs/PostgreSqlStore_arginfo.h"

static const slock_store_ops postgresql_ops = {
	.name = "PostgreSqlStore",
	SLOCK_ADVISORY_OPS,
	.capabilities = SLOCK_STORE_BLOCKS | SLOCK_STORE_SHARES,
};

ZEND_METHOD(Symfony_Component_Lock_Store_PostgreSqlStore, __construct)
{
	slock_advisory_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, slock_advisory_postgresql_by_dsn,
							 &slock_advisory_postgresql);
}

void slock_postgresql_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_PostgreSqlStore(
							   slock_ce_BlockingSharedLockStoreInterface, slock_ce_BlockingStoreInterface),
						   &postgresql_ops);
}
