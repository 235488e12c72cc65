/* SPDX-License-Identifier: MIT
 *
 * PdoStore: the table of locks through PDO. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "stores/table/table_store.h"
#include "stores/stores.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_attributes.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/PdoStore_arginfo.h"

static const slock_store_ops pdo_ops = {
	.name = "PdoStore",
	SLOCK_SQL_STORE_OPS,
};

/* The user's \PDO: it must throw, or a failure would pass for an answer. */
static slock_sql *from_object(zend_object *client)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("pdo"));
	zval attribute, mode;
	bool throws;

	if (!ce || !instanceof_function(client->ce, ce)) {
		zend_argument_type_error(1, "must be of type PDO|string, %s given", ZSTR_VAL(client->ce->name));
		return NULL;
	}
	ZVAL_LONG(&attribute, SLOCK_PDO_ATTR_ERRMODE);
	if (!slock_sql_call(client, "getAttribute", 1, &attribute, &mode)) {
		return NULL;
	}
	throws = zval_get_long(&mode) == SLOCK_PDO_ERRMODE_EXCEPTION;
	zval_ptr_dtor(&mode);
	if (!throws) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "\"Symfony\\Component\\Lock\\Store\\PdoStore::__construct\" requires PDO error mode "
							 "attribute be set to throw Exceptions (i.e. "
							 "$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION)).",
							 0);
		return NULL;
	}
	return slock_sql_pdo_new(client);
}

static slock_sql *from_dsn(zend_string *dsn, HashTable *options)
{
	zend_string *username = slock_sql_store_option(options, "db_username");
	zend_string *password = EG(exception) ? NULL : slock_sql_store_option(options, "db_password");
	zval *connection_options = zend_hash_str_find_deref(options, ZEND_STRL("db_connection_options"));

	if (EG(exception)) {
		return NULL;
	}
	if (connection_options && Z_TYPE_P(connection_options) == IS_NULL) {
		connection_options = NULL;
	}
	if (connection_options && Z_TYPE_P(connection_options) != IS_ARRAY) {
		zend_type_error("Option \"db_connection_options\" must be of type array, %s given",
						zend_zval_type_name(connection_options));
		return NULL;
	}
	return slock_sql_pdo_open(dsn, username, password, connection_options ? Z_ARRVAL_P(connection_options) : NULL,
							  "PdoStore");
}

ZEND_METHOD(Symfony_Component_Lock_Store_PdoStore, __construct)
{
	slock_sql_store_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, from_object, from_dsn);
}

ZEND_METHOD(Symfony_Component_Lock_Store_PdoStore, createTable)
{
	slock_sql_store *store;

	if ((store = slock_sql_store_this(ZEND_THIS))) {
		slock_sql_store_create_table(store);
	}
}

ZEND_METHOD(Symfony_Component_Lock_Store_PdoStore, configureSchema)
{
	zend_object *schema;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ(schema)
	ZEND_PARSE_PARAMETERS_END();

	(void) schema;
	zend_throw_exception(
		spl_ce_BadMethodCallException,
		"\"Symfony\\Component\\Lock\\Store\\PdoStore::configureSchema()\" is only supported when using a "
		"doctrine/dbal Connection.",
		0);
}

void slock_pdo_store_register(void)
{
	zend_class_entry *ce = register_class_Symfony_Component_Lock_Store_PdoStore(slock_ce_PersistingStoreInterface);
	zend_function *constructor = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("__construct"));

	/* Both may hold a password, which has no place in a stack trace. */
	zend_add_parameter_attribute(constructor, 0, zend_ce_sensitive_parameter->name, 0);
	zend_add_parameter_attribute(constructor, 1, zend_ce_sensitive_parameter->name, 0);
	slock_store_class_init(ce, &pdo_ops);
	slock_sql_store_startup();
}
