/* SPDX-License-Identifier: MIT
 *
 * DoctrineDbalMysqlStore: advisory locks of a MySQL or MariaDB session, by DSN or through a Doctrine connection. */
#include "php_slock.h"
#include "core/core.h"
#include "stores/advisory/constructor.h"
#include "stores/stores.h"

#include "zend_attributes.h"

#include "stubs/DoctrineDbalMysqlStore_arginfo.h"

static const slock_store_ops doctrine_dbal_mysql_ops = {
	.name = "DoctrineDbalMysqlStore",
	SLOCK_ADVISORY_OPS,
	.capabilities = SLOCK_STORE_BLOCKS,
};

ZEND_METHOD(Symfony_Component_Lock_Store_DoctrineDbalMysqlStore, __construct)
{
	slock_advisory_construct_dbal(INTERNAL_FUNCTION_PARAM_PASSTHRU, slock_advisory_mysql_by_url, &slock_advisory_mysql);
}

void slock_doctrine_dbal_mysql_store_register(void)
{
	slock_store_class_init(
		register_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore(slock_ce_BlockingStoreInterface),
		&doctrine_dbal_mysql_ops);
}
