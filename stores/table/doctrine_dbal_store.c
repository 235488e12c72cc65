/* SPDX-License-Identifier: MIT
 *
 * DoctrineDbalStore: the table of locks through Doctrine DBAL; without DBAL, a URL is opened by PDO. */
#include "php_slock.h"
#include "clients/userland.h"
#include "clients/sql/dbal.h"
#include "clients/sql/dbal_connection.h"
#include "clients/sql/pdo.h"
#include "clients/sql/url.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/text.h"
#include "stores/table/dbal_schema.h"
#include "stores/table/constructor.h"
#include "stores/stores.h"

#include "zend_attributes.h"
#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/DoctrineDbalStore_arginfo.h"

static const slock_store_ops dbal_ops = {
	.name = "DoctrineDbalStore",
	SLOCK_SQL_STORE_OPS,
};

static slock_sql *dbal_store_from_object(zend_object *connection)
{
	return slock_sql_dbal_check(connection) ? slock_sql_dbal_new(connection, false) : NULL;
}

/* Where the server is, for messages, and what must not be in them. */
static void dbal_store_name_address(slock_sql *sql, zend_string *url)
{
	zend_string *username = NULL, *password = NULL, *dsn = slock_sql_url_to_dsn(url, &username, &password);

	if (dsn) {
		snprintf(sql->address, sizeof(sql->address), "%s", ZSTR_VAL(dsn));
		zend_string_release(dsn);
	}
	slock_text_release(username);
	if (password) {
		slock_sql_dbal_hide(sql, password);
		zend_string_release(password);
	}
}

static slock_sql *dbal_store_from_url(zend_string *url, HashTable *options)
{
	zend_object *connection;
	slock_sql *sql;

	if (!slock_sql_url_check(url, "DoctrineDbalStore")) {
		return NULL;
	}
	connection = slock_dbal_connection_make(url);
	if (connection) {
		sql = slock_sql_dbal_new(connection, true);
		OBJ_RELEASE(connection);
		dbal_store_name_address(sql, url);
		return sql;
	}
	if (EG(exception)) {
		return NULL;
	}
	if (!strstr(ZSTR_VAL(url), "://")) {
		zend_throw_exception(slock_ce_InvalidArgumentException, "DoctrineDbalStore: the URL is malformed.", 0);
		return NULL;
	}
	return slock_sql_pdo_open(url, NULL, "DoctrineDbalStore");
}

ZEND_METHOD(Symfony_Component_Lock_Store_DoctrineDbalStore, __construct)
{
	slock_sql_store_construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, dbal_store_from_object, dbal_store_from_url);
}

/* --- the schema -------------------------------------------------------------------------------------------------- */

/* Asks the user's function, which gets one that runs a statement on our connection. */
static bool dbal_store_is_same_database(zend_object *connection, zval *ask, bool *same)
{
	zend_function *run = zend_hash_str_find_ptr(&connection->ce->function_table, ZEND_STRL("executestatement"));
	zval closure, this, answer;

	ZVAL_OBJ(&this, connection);
	zend_create_fake_closure(&closure, run, run->common.scope, connection->ce, &this);
	ZVAL_UNDEF(&answer);
	call_user_function(NULL, NULL, ask, &answer, 1, &closure);
	zval_ptr_dtor(&closure);
	*same = zend_is_true(&answer);
	zval_ptr_dtor(&answer);
	return !EG(exception);
}

/* `configured` is the schema with the table, owned. False with an exception pending. */
static bool dbal_store_configure_schema(slock_sql_store *store, zend_object *connection, zend_object *schema, zval *ask,
										zval *configured)
{
	zval name, returned;
	bool same = true, has;

	ZVAL_STR(&name, store->table.name);
	if (!slock_userland_call(schema, "hasTable", 1, &name, &returned)) {
		return false;
	}
	has = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	if (!has && ask && !dbal_store_is_same_database(connection, ask, &same)) {
		return false;
	}
	if (!has && same) {
		return slock_dbal_schema_add(schema, &store->table, configured);
	}
	ZVAL_OBJ_COPY(configured, schema);
	return true;
}

/* The connection; NULL with an exception pending where the URL is opened by PDO. */
static zend_object *dbal_store_need_connection(slock_sql_store *store)
{
	zend_object *connection = slock_sql_dbal_connection(store->sql);

	if (!connection) {
		zend_throw_exception(
			slock_ce_InvalidArgumentException,
			"DoctrineDbalStore has no Doctrine DBAL connection: it was not installed when the store was "
			"made. Try running \"composer require doctrine/dbal\".",
			0);
	}
	return connection;
}

ZEND_METHOD(Symfony_Component_Lock_Store_DoctrineDbalStore, configureSchema)
{
	slock_sql_store *store;
	zend_object *connection;
	zval *schema, *ask = NULL;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJECT(schema)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJECT_OF_CLASS(ask, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if ((store = slock_sql_store_this(ZEND_THIS)) && (connection = dbal_store_need_connection(store))) {
		dbal_store_configure_schema(store, connection, Z_OBJ_P(schema), ask, return_value);
	}
}

/* Runs the statements that the platform makes of the schema. */
static void dbal_store_create_from_schema(zend_object *connection, zend_object *schema)
{
	zval platform, statements, *statement, unused;

	if (!slock_userland_call(connection, "getDatabasePlatform", 0, NULL, &platform)) {
		return;
	}
	if (slock_userland_call(schema, "toSql", 1, &platform, &statements)) {
		if (Z_TYPE(statements) == IS_ARRAY) {
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL(statements), statement) {
				if (!slock_userland_call(connection, "executeStatement", 1, statement, &unused)) {
					break;
				}
				zval_ptr_dtor(&unused);
			}
			ZEND_HASH_FOREACH_END();
		}
		zval_ptr_dtor(&statements);
	}
	zval_ptr_dtor(&platform);
}

ZEND_METHOD(Symfony_Component_Lock_Store_DoctrineDbalStore, createTable)
{
	slock_sql_store *store;
	zend_object *connection;
	zval schema, configured;

	if (!(store = slock_sql_store_this(ZEND_THIS))) {
		RETURN_THROWS();
	}
	connection = slock_sql_dbal_connection(store->sql);
	if (!connection) {
		slock_sql_store_create_table(store);
		return;
	}
	if (!slock_dbal_schema_make(&schema)) {
		RETURN_THROWS();
	}
	if (dbal_store_configure_schema(store, connection, Z_OBJ(schema), NULL, &configured)) {
		dbal_store_create_from_schema(connection, Z_OBJ(configured));
		zval_ptr_dtor(&configured);
		if (!EG(exception)) {
			slock_sql_store_create_fence(store);
		}
	}
	zval_ptr_dtor(&schema);
}

void slock_doctrine_dbal_store_register(void)
{
	slock_store_class_init(
		register_class_Symfony_Component_Lock_Store_DoctrineDbalStore(slock_ce_PersistingStoreInterface), &dbal_ops);
}
