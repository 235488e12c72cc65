/* SPDX-License-Identifier: MIT
 *
 * DatabaseTableTrait, for stores written in PHP. The engine copies the methods and properties into the class that uses
 * the trait; that class is the scope of the method being run, also in an object of a subclass. */
#include "php_slock.h"
#include "core/core.h"
#include "core/chance.h"
#include "core/digest.h"
#include "core/exceptions.h"
#include "core/key.h"
#include "core/parameters.h"
#include "stores/stores.h"
#include "stores/table/constructor.h"

#include "ext/random/php_random.h"
#include "zend_exceptions.h"

#include "stubs/DatabaseTableTrait_arginfo.h"

#define SCOPE() (EX(func)->common.scope)

/* A property from an option, checked and converted as an assignment in the class would be. */
static bool trait_set_from_option(zend_class_entry *scope, zend_object *store, HashTable *options, const char *option,
								  const char *property)
{
	zval *value = zend_hash_str_find_deref(options, option, strlen(option));

	if (value && Z_TYPE_P(value) != IS_NULL) {
		zend_update_property(scope, store, property, strlen(property), value);
	}
	return !EG(exception);
}

ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, init)
{
	zend_object *store = Z_OBJ_P(ZEND_THIS);
	HashTable *options;
	double gc_probability;
	zend_long initial_ttl;

	SLOCK_PARSE_PARAMETERS_START(3)
		Z_PARAM_ARRAY_HT(options)
		SLOCK_PARAM_DOUBLE(gc_probability)
		SLOCK_PARAM_LONG(initial_ttl)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_sql_check_numbers(gc_probability, initial_ttl) == FAILURE ||
		!trait_set_from_option(SCOPE(), store, options, "db_table", "table") ||
		!trait_set_from_option(SCOPE(), store, options, "db_id_col", "idCol") ||
		!trait_set_from_option(SCOPE(), store, options, "db_token_col", "tokenCol") ||
		!trait_set_from_option(SCOPE(), store, options, "db_expiration_col", "expirationCol")) {
		RETURN_THROWS();
	}
	zend_update_property_double(SCOPE(), store, ZEND_STRL("gcProbability"), gc_probability);
	zend_update_property_long(SCOPE(), store, ZEND_STRL("initialTtl"), initial_ttl);
}

/* The key argument; NULL with an exception pending. */
static slock_key *trait_parse_key(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_object *key;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ_OF_CLASS(key, slock_ce_Key)
	ZEND_PARSE_PARAMETERS_END_EX(return NULL);

	return slock_key_check(slock_key_from_obj(key)) == FAILURE ? NULL : slock_key_from_obj(key);
}

ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, getHashedKey)
{
	slock_key *key = trait_parse_key(INTERNAL_FUNCTION_PARAM_PASSTHRU);

	if (!key) {
		RETURN_THROWS();
	}
	RETURN_NEW_STR(slock_digest_text(slock_sha256, slock_key_resource(key)));
}

ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, getUniqueToken)
{
	slock_key *key = trait_parse_key(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	zend_string *token = key ? slock_key_token(key, SCOPE()->name) : NULL;

	if (!token) {
		RETURN_THROWS();
	}
	RETURN_STR(token);
}

/* What $this->prune() calls in the class that uses the trait: its own private method, or what a subclass made of it. */
static zend_function *trait_find_prune(zend_class_entry *scope, zend_object *store)
{
	zend_function *own = zend_hash_str_find_ptr(&scope->function_table, ZEND_STRL("prune"));

	return own && (own->common.fn_flags & ZEND_ACC_PRIVATE)
			   ? own
			   : zend_hash_str_find_ptr(&store->ce->function_table, ZEND_STRL("prune"));
}

ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, randomlyPrune)
{
	zend_object *store = Z_OBJ_P(ZEND_THIS);
	zend_function *prune;
	zval *property, rv;

	property = zend_read_property(SCOPE(), store, ZEND_STRL("gcProbability"), 0, &rv);
	if (EG(exception)) {
		RETURN_THROWS();
	}
	if (!slock_chance(zval_get_double(property))) {
		return;
	}
	prune = trait_find_prune(SCOPE(), store);
	if (!prune) {
		zend_throw_error(NULL, "Call to undefined method %s::prune()", ZSTR_VAL(store->ce->name));
		RETURN_THROWS();
	}
	zend_call_known_instance_method_with_0_params(prune, store, NULL);
}

void slock_database_table_trait_register(void)
{
	register_class_Symfony_Component_Lock_Store_DatabaseTableTrait();
}
