/* SPDX-License-Identifier: MIT
 *
 * MysqlStore: advisory locks of a MySQL or MariaDB session, by DSN or through a \PDO. */
#include "php_slock.h"
#include "core/core.h"
#include "stores/advisory/constructor.h"
#include "stores/stores.h"

#include "zend_attributes.h"

#include "stubs/MysqlStore_arginfo.h"

static const slock_store_ops mysql_ops = {
	.name = "MysqlStore",
	SLOCK_ADVISORY_OPS,
	.capabilities = SLOCK_STORE_BLOCKS,
};

ZEND_METHOD(Symfony_Component_Lock_Store_MysqlStore, __construct)
{
	slock_advisory_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, slock_advisory_mysql_by_dsn, &slock_advisory_mysql);
}

void slock_mysql_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_MysqlStore(slock_ce_BlockingStoreInterface),
						   &mysql_ops);
}
