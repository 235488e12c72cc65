/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 58e084940f84bfb9e53bfe96465a99c4801f2c74 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_init, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, gcProbability, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, initialTtl, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_getHashedKey, 0, 1, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO(0, key, Symfony\\Component\\Lock\\Key, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_getUniqueToken arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_getHashedKey

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_randomlyPrune, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, init);
ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, getHashedKey);
ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, getUniqueToken);
ZEND_METHOD(Symfony_Component_Lock_Store_DatabaseTableTrait, randomlyPrune);


static const zend_function_entry class_Symfony_Component_Lock_Store_DatabaseTableTrait_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Store_DatabaseTableTrait, init, arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_init, ZEND_ACC_PRIVATE)
	ZEND_ME(Symfony_Component_Lock_Store_DatabaseTableTrait, getHashedKey, arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_getHashedKey, ZEND_ACC_PRIVATE)
	ZEND_ME(Symfony_Component_Lock_Store_DatabaseTableTrait, getUniqueToken, arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_getUniqueToken, ZEND_ACC_PRIVATE)
	ZEND_ME(Symfony_Component_Lock_Store_DatabaseTableTrait, randomlyPrune, arginfo_class_Symfony_Component_Lock_Store_DatabaseTableTrait_randomlyPrune, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Store_DatabaseTableTrait(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock\\Store", "DatabaseTableTrait", class_Symfony_Component_Lock_Store_DatabaseTableTrait_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_TRAIT;

	zval property_table_default_value;
	zend_string *property_table_default_value_str = zend_string_init("lock_keys", strlen("lock_keys"), 1);
	ZVAL_STR(&property_table_default_value, property_table_default_value_str);
	zend_string *property_table_name = zend_string_init("table", sizeof("table") - 1, 1);
	zend_declare_typed_property(class_entry, property_table_name, &property_table_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_table_name);

	zval property_idCol_default_value;
	zend_string *property_idCol_default_value_str = zend_string_init("key_id", strlen("key_id"), 1);
	ZVAL_STR(&property_idCol_default_value, property_idCol_default_value_str);
	zend_string *property_idCol_name = zend_string_init("idCol", sizeof("idCol") - 1, 1);
	zend_declare_typed_property(class_entry, property_idCol_name, &property_idCol_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_idCol_name);

	zval property_tokenCol_default_value;
	zend_string *property_tokenCol_default_value_str = zend_string_init("key_token", strlen("key_token"), 1);
	ZVAL_STR(&property_tokenCol_default_value, property_tokenCol_default_value_str);
	zend_string *property_tokenCol_name = zend_string_init("tokenCol", sizeof("tokenCol") - 1, 1);
	zend_declare_typed_property(class_entry, property_tokenCol_name, &property_tokenCol_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_tokenCol_name);

	zval property_expirationCol_default_value;
	zend_string *property_expirationCol_default_value_str = zend_string_init("key_expiration", strlen("key_expiration"), 1);
	ZVAL_STR(&property_expirationCol_default_value, property_expirationCol_default_value_str);
	zend_string *property_expirationCol_name = zend_string_init("expirationCol", sizeof("expirationCol") - 1, 1);
	zend_declare_typed_property(class_entry, property_expirationCol_name, &property_expirationCol_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_expirationCol_name);

	zval property_gcProbability_default_value;
	ZVAL_UNDEF(&property_gcProbability_default_value);
	zend_string *property_gcProbability_name = zend_string_init("gcProbability", sizeof("gcProbability") - 1, 1);
	zend_declare_typed_property(class_entry, property_gcProbability_name, &property_gcProbability_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_DOUBLE));
	zend_string_release(property_gcProbability_name);

	zval property_initialTtl_default_value;
	ZVAL_UNDEF(&property_initialTtl_default_value);
	zend_string *property_initialTtl_name = zend_string_init("initialTtl", sizeof("initialTtl") - 1, 1);
	zend_declare_typed_property(class_entry, property_initialTtl_name, &property_initialTtl_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_initialTtl_name);

	return class_entry;
}
