/* SPDX-License-Identifier: MIT
 *
 * DoctrineDbalPostgreSqlStore: advisory locks of a PostgreSQL session, by DSN or through a Doctrine connection. */
#include "php_slock.h"
#include "core/core.h"
#include "stores/advisory/constructor.h"
#include "stores/stores.h"

#include "zend_attributes.h"

#include "stubs/DoctrineDbalPostgreSqlStore_arginfo.h"

static const slock_store_ops doctrine_dbal_postgresql_ops = {
	.name = "DoctrineDbalPostgreSqlStore",
	SLOCK_ADVISORY_OPS,
	.capabilities = SLOCK_STORE_BLOCKS | SLOCK_STORE_SHARES,
};

ZEND_METHOD(Symfony_Component_Lock_Store_DoctrineDbalPostgreSqlStore, __construct)
{
	slock_advisory_construct_dbal(INTERNAL_FUNCTION_PARAM_PASSTHRU, slock_advisory_postgresql_by_dsn,
								  &slock_advisory_postgresql);
}

void slock_doctrine_dbal_postgresql_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_DoctrineDbalPostgreSqlStore(
							   slock_ce_BlockingSharedLockStoreInterface, slock_ce_BlockingStoreInterface),
						   &doctrine_dbal_postgresql_ops);
}
