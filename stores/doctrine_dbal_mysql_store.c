/* SPDX-License-Identifier: MIT
 *
 * DoctrineDbalMysqlStore: advisory locks of a MySQL or MariaDB session, by DSN or through a Doctrine connection. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "stores/advisory.h"
#include "stores/stores.h"

#include "zend_exceptions.h"

#include "stubs/DoctrineDbalMysqlStore_arginfo.h"

static const slock_store_ops doctrine_dbal_mysql_ops = {
	.name = "DoctrineDbalMysqlStore",
	SLOCK_ADVISORY_OPS,
	.capabilities = SLOCK_STORE_BLOCKS,
};

ZEND_METHOD(Symfony_Component_Lock_Store_DoctrineDbalMysqlStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_session *session;
	zend_object *connection;
	zend_string *dsn;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OR_STR(connection, dsn)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_advisory_construct_once(store) == FAILURE) {
		RETURN_THROWS();
	}
	if (connection) {
		if (slock_advisory_check_dbal(store, connection, "doctrine\\dbal\\platforms\\abstractmysqlplatform",
									  "doctrine\\dbal\\platforms\\mysqlplatform") == FAILURE) {
			RETURN_THROWS();
		}
		session = slock_session_object(connection);
	} else {
		if (!strstr(ZSTR_VAL(dsn), "://")) {
			zend_throw_exception(slock_ce_InvalidArgumentException, "DSN is invalid for Doctrine DBAL.", 0);
			RETURN_THROWS();
		}
		session = slock_advisory_mysql_by_dsn(store, dsn, NULL);
		if (!session) {
			RETURN_THROWS();
		}
	}
	slock_advisory_constructed(store, session, &slock_advisory_mysql);
}

void slock_doctrine_dbal_mysql_store_register(void)
{
	zend_class_entry *ce =
		register_class_Symfony_Component_Lock_Store_DoctrineDbalMysqlStore(slock_ce_BlockingStoreInterface);

	slock_advisory_register(ce, &doctrine_dbal_mysql_ops);
}
