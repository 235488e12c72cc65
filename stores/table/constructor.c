/* SPDX-License-Identifier: MIT
 *
 * The methods of PdoStore and DoctrineDbalStore, as far as they share them: see table_store.h. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/text.h"
#include "stores/stores.h"
#include "stores/table/constructor.h"
#include "stores/table/creation.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"

zend_string *slock_sql_store_option(HashTable *options, const char *name)
{
	zval *value = zend_hash_str_find_deref(options, name, strlen(name));

	if (!value || Z_TYPE_P(value) == IS_NULL) {
		return NULL;
	}
	if (Z_TYPE_P(value) != IS_STRING) {
		zend_type_error("Option \"%s\" must be of type string, %s given", name, zend_zval_type_name(value));
		return NULL;
	}
	return Z_STR_P(value);
}

/* An identifier, owned; NULL with an exception pending. */
static zend_string *table_identifier(HashTable *options, const char *name, const char *otherwise)
{
	zend_string *value = slock_sql_store_option(options, name);

	if (!value) {
		return EG(exception) ? NULL : zend_string_init(otherwise, strlen(otherwise), false);
	}
	if (!slock_sql_identifier_is_valid(value)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"Option \"%s\" must be the name of a table or column, \"%s\" given.", name,
								ZSTR_VAL(value));
		return NULL;
	}
	return zend_string_copy(value);
}

zend_result slock_sql_check_numbers(double gc_probability, zend_long initial_ttl)
{
	if (!(gc_probability >= 0.0 && gc_probability <= 1.0)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"\"Symfony\\Component\\Lock\\Store\\DatabaseTableTrait::init\" requires gcProbability "
								"between 0 and 1, \"%f\" given.",
								gc_probability);
		return FAILURE;
	}
	if (initial_ttl < 1) {
		zend_throw_exception_ex(slock_ce_InvalidTtlException, 0,
								"\"Symfony\\Component\\Lock\\Store\\DatabaseTableTrait::init()\" expects a strictly "
								"positive TTL, \"" ZEND_LONG_FMT "\" given.",
								initial_ttl);
		return FAILURE;
	}
	return SUCCESS;
}

static void table_set_fencing(slock_sql_store *store)
{
	if (!store->table.fence) {
		store->table.fence = slock_sql_fence_name(store->table.name);
		store->base.capabilities |= SLOCK_STORE_FENCES;
	}
}

/* FAILURE with an exception pending. */
static zend_result table_read_fencing(HashTable *options, bool *fencing)
{
	zval *value = zend_hash_str_find_deref(options, ZEND_STRL("fencing"));

	if (value && Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		zend_type_error("Option \"fencing\" must be of type bool, %s given", zend_zval_type_name(value));
		return FAILURE;
	}
	*fencing = value && Z_TYPE_P(value) == IS_TRUE;
	return slock_store_check_fencing(*fencing);
}

/* The DSN without "fencing=0" or "fencing=1", in the query of a URL or among the pairs of a DSN of PDO, which no driver
 * knows, owned; `*fencing` is set by it. NULL with an exception pending. */
static zend_string *table_take_fencing(zend_string *dsn, bool *fencing)
{
	const bool is_url = strstr(ZSTR_VAL(dsn), "://");
	zend_string *value, *rest = is_url ? slock_dsn_take_parameter(dsn, "fencing=", &value)
									   : slock_dsn_take_pair(dsn, "fencing", &value);

	if (value && slock_dsn_to_flag(value, fencing) == FAILURE) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "Parameter \"fencing\" of the %s must be 0 or 1.",
								is_url ? "URL" : "DSN");
	}
	if (value && (EG(exception) || slock_store_check_fencing(*fencing) == FAILURE)) {
		zend_string_release(rest);
		rest = NULL;
	}
	slock_text_release(value);
	return rest;
}

/* What a DSN asks for by itself. False with an exception pending. */
static bool table_open_text(slock_sql_store *store, zend_string *dsn, HashTable *options,
							slock_sql_from_text *from_text)
{
	bool fencing = false;
	zend_string *rest = table_take_fencing(dsn, &fencing);

	if (!rest) {
		return false;
	}
	if (fencing) {
		table_set_fencing(store);
	}
	store->sql = from_text(rest, options);
	zend_string_release(rest);
	return store->sql != NULL;
}

/* Reads and checks what says nothing about the connection; FAILURE with an exception pending. */
static zend_result table_init(slock_sql_store *store, HashTable *options, double gc_probability, zend_long initial_ttl)
{
	slock_sql_table *table = &store->table;
	bool fencing = false;

	if (slock_object_construct_once(&store->base.std, store->base.constructed || store->sql || table->name) ==
			FAILURE ||
		slock_sql_check_numbers(gc_probability, initial_ttl) == FAILURE) {
		return FAILURE;
	}
	if (!(table->name = table_identifier(options, "db_table", "lock_keys")) ||
		!(table->id = table_identifier(options, "db_id_col", "key_id")) ||
		!(table->token = table_identifier(options, "db_token_col", "key_token")) ||
		!(table->expiration = table_identifier(options, "db_expiration_col", "key_expiration"))) {
		return FAILURE;
	}
	if (table_read_fencing(options, &fencing) == FAILURE) {
		return FAILURE;
	}
	if (fencing) {
		table_set_fencing(store);
	}
	store->gc_probability = gc_probability;
	store->base.initial_ttl = (double) initial_ttl;
	return SUCCESS;
}

void slock_sql_store_construct(INTERNAL_FUNCTION_PARAMETERS, slock_sql_from_object *from_object,
							   slock_sql_from_text *from_text)
{
	slock_sql_store *store = slock_sql_store_of(slock_store_this(Z_OBJ_P(ZEND_THIS)));
	zend_object *client;
	zend_string *dsn;
	HashTable *options = NULL;
	double gc_probability = 0.01;
	zend_long initial_ttl = 300;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, dsn)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
		SLOCK_PARAM_DOUBLE(gc_probability)
		SLOCK_PARAM_LONG(initial_ttl)
	ZEND_PARSE_PARAMETERS_END();

	if (!options) {
		options = (HashTable *) &zend_empty_array;
	}
	if (table_init(store, options, gc_probability, initial_ttl) == FAILURE) {
		RETURN_THROWS();
	}
	if (!(client ? (store->sql = from_object(client)) != NULL : table_open_text(store, dsn, options, from_text))) {
		RETURN_THROWS();
	}
	store->base.constructed = true;
}

/* PDO's own exception, as from the package. */
static void table_throw_cause(slock_result *result)
{
	zend_object *cause = result->exception;

	result->exception = NULL;
	if (EG(exception)) {
		if (cause) {
			OBJ_RELEASE(cause);
		}
	} else if (cause) {
		slock_exception_throw(cause);
	} else {
		zend_throw_exception(slock_ce_LockStorageException, result->message, 0);
	}
}

void slock_sql_store_create_fence(slock_sql_store *store)
{
	slock_sql *sql = store->sql;
	slock_result result = SLOCK_RESULT_INIT;

	/* It may be in a transaction. The connection is not asked: the package does not, either. */
	store->table_known = false;
	store->table_in_doubt = true;
	if (store->table.fence && sql->ops->connect(sql, &result) == SLOCK_OK &&
		slock_sql_fencing_of(sql->platform) != SLOCK_SQL_NO_FENCE && slock_table_complete(store, &result) != SLOCK_OK) {
		table_throw_cause(&result);
	}
	slock_result_dtor(&result);
}

/* For DoctrineDbalStore too, whose URL may be PDO's. */
void slock_sql_store_create_table(slock_sql_store *store)
{
	slock_result result = SLOCK_RESULT_INIT;
	zend_string *statement;
	slock_sql_effect unused;

	if (store->sql->ops->connect(store->sql, &result) == SLOCK_OK) {
		statement = slock_sql_create(&store->table, store->sql->platform, false);
		if (!statement) {
			zend_throw_exception_ex(spl_ce_DomainException, 0,
									"Creating the lock table is currently not implemented for platform \"%s\".",
									store->sql->driver);
			return;
		}
		slock_sql_execute(store->sql, statement, &unused, &result);
		zend_string_release(statement);
	}
	if (result.status != SLOCK_OK) {
		table_throw_cause(&result);
	} else {
		slock_sql_store_create_fence(store);
	}
	slock_result_dtor(&result);
}

/* NULL with an exception pending when the constructor has not run. */
slock_sql_store *slock_sql_store_this(zval *this)
{
	slock_store *store = slock_store_this(Z_OBJ_P(this));

	return slock_object_check_constructed(&store->std, store->constructed) == SUCCESS ? slock_sql_store_of(store)
																					  : NULL;
}
