/* SPDX-License-Identifier: MIT
 *
 * PdoStore: the table of locks through PDO. */
#include "php_slock.h"
#include "clients/sql/pdo.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "stores/table/constructor.h"
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

static slock_sql *pdo_from_object(zend_object *client)
{
	return slock_sql_pdo_check(client, "Symfony\\Component\\Lock\\Store\\PdoStore") ? slock_sql_pdo_new(client) : NULL;
}

static slock_sql *pdo_from_dsn(zend_string *dsn, HashTable *options)
{
	const char *name, *type;
	slock_pdo_options read;
	zval *wrong = slock_pdo_options_read(options, &read, &name, &type);

	if (wrong) {
		zend_type_error("Option \"%s\" must be of type %s, %s given", name, type, zend_zval_type_name(wrong));
		return NULL;
	}
	return slock_sql_pdo_open(dsn, &read, "PdoStore");
}

ZEND_METHOD(Symfony_Component_Lock_Store_PdoStore, __construct)
{
	slock_sql_store_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, pdo_from_object, pdo_from_dsn);
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
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_PdoStore(slock_ce_PersistingStoreInterface),
						   &pdo_ops);
}
