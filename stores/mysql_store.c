/* SPDX-License-Identifier: MIT
 *
 * MysqlStore: advisory locks of a MySQL or MariaDB session, by DSN or through a \PDO. */
#include "php_slock.h"
#include "core/core.h"
#include "stores/advisory.h"
#include "stores/stores.h"

#include "stubs/MysqlStore_arginfo.h"

static const slock_store_ops mysql_ops = {
	.name = "MysqlStore",
	SLOCK_ADVISORY_OPS,
	.capabilities = SLOCK_STORE_BLOCKS,
};

ZEND_METHOD(Symfony_Component_Lock_Store_MysqlStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	slock_session *session;
	zend_object *connection;
	zend_string *dsn;
	HashTable *options = NULL;
	slock_advisory_options read;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_OBJ_OR_STR(connection, dsn)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_advisory_construct_once(store) == FAILURE || slock_advisory_options_read(options, &read) == FAILURE) {
		RETURN_THROWS();
	}
	if (connection) {
		if (slock_advisory_check_pdo(store, connection, "mysql") == FAILURE) {
			RETURN_THROWS();
		}
		session = slock_session_object(connection);
	} else {
		session = slock_advisory_mysql_by_dsn(store, dsn, &read);
		if (!session) {
			RETURN_THROWS();
		}
	}
	slock_advisory_constructed(store, session, &slock_advisory_mysql);
}

void slock_mysql_store_register(void)
{
	zend_class_entry *ce = register_class_Symfony_Component_Lock_Store_MysqlStore(slock_ce_BlockingStoreInterface);

	slock_advisory_register(ce, &mysql_ops);
}
