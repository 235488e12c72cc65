/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: fdc39fe0e86e52c463d6706b501bec7a63a2da4b */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Symfony_Component_Lock_Key___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, resource, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key___toString, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_hasState, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, stateKey, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_setState, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, stateKey, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, state, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_removeState, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, stateKey, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_getState, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, stateKey, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_markUnserializable, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Key_resetLifetime arginfo_class_Symfony_Component_Lock_Key_markUnserializable

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_reduceLifetime, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, ttl, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_getRemainingLifetime, 0, 0, IS_DOUBLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key_isExpired, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Symfony_Component_Lock_Key___serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Symfony_Component_Lock_Key___debugInfo arginfo_class_Symfony_Component_Lock_Key___serialize


ZEND_METHOD(Symfony_Component_Lock_Key, __construct);
ZEND_METHOD(Symfony_Component_Lock_Key, __toString);
ZEND_METHOD(Symfony_Component_Lock_Key, hasState);
ZEND_METHOD(Symfony_Component_Lock_Key, setState);
ZEND_METHOD(Symfony_Component_Lock_Key, removeState);
ZEND_METHOD(Symfony_Component_Lock_Key, getState);
ZEND_METHOD(Symfony_Component_Lock_Key, markUnserializable);
ZEND_METHOD(Symfony_Component_Lock_Key, resetLifetime);
ZEND_METHOD(Symfony_Component_Lock_Key, reduceLifetime);
ZEND_METHOD(Symfony_Component_Lock_Key, getRemainingLifetime);
ZEND_METHOD(Symfony_Component_Lock_Key, isExpired);
ZEND_METHOD(Symfony_Component_Lock_Key, __unserialize);
ZEND_METHOD(Symfony_Component_Lock_Key, __serialize);
ZEND_METHOD(Symfony_Component_Lock_Key, __debugInfo);


static const zend_function_entry class_Symfony_Component_Lock_Key_methods[] = {
	ZEND_ME(Symfony_Component_Lock_Key, __construct, arginfo_class_Symfony_Component_Lock_Key___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, __toString, arginfo_class_Symfony_Component_Lock_Key___toString, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, hasState, arginfo_class_Symfony_Component_Lock_Key_hasState, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, setState, arginfo_class_Symfony_Component_Lock_Key_setState, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, removeState, arginfo_class_Symfony_Component_Lock_Key_removeState, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, getState, arginfo_class_Symfony_Component_Lock_Key_getState, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, markUnserializable, arginfo_class_Symfony_Component_Lock_Key_markUnserializable, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, resetLifetime, arginfo_class_Symfony_Component_Lock_Key_resetLifetime, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, reduceLifetime, arginfo_class_Symfony_Component_Lock_Key_reduceLifetime, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, getRemainingLifetime, arginfo_class_Symfony_Component_Lock_Key_getRemainingLifetime, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, isExpired, arginfo_class_Symfony_Component_Lock_Key_isExpired, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, __unserialize, arginfo_class_Symfony_Component_Lock_Key___unserialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, __serialize, arginfo_class_Symfony_Component_Lock_Key___serialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Symfony_Component_Lock_Key, __debugInfo, arginfo_class_Symfony_Component_Lock_Key___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Key(zend_class_entry *class_entry_Stringable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "Key", class_Symfony_Component_Lock_Key_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Stringable);

	zval property_resource_default_value;
	ZVAL_UNDEF(&property_resource_default_value);
	zend_string *property_resource_name = zend_string_init("resource", sizeof("resource") - 1, 1);
	zend_declare_typed_property(class_entry, property_resource_name, &property_resource_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_resource_name);

	zval property_expiringTime_default_value;
	ZVAL_NULL(&property_expiringTime_default_value);
	zend_string *property_expiringTime_name = zend_string_init("expiringTime", sizeof("expiringTime") - 1, 1);
	zend_declare_property_ex(class_entry, property_expiringTime_name, &property_expiringTime_default_value, ZEND_ACC_PRIVATE, NULL);
	zend_string_release(property_expiringTime_name);

	zval property_state_default_value;
	ZVAL_NULL(&property_state_default_value);
	zend_string *property_state_name = zend_string_init("state", sizeof("state") - 1, 1);
	zend_declare_property_ex(class_entry, property_state_name, &property_state_default_value, ZEND_ACC_PRIVATE, NULL);
	zend_string_release(property_state_name);

	zval property_serializable_default_value;
	ZVAL_TRUE(&property_serializable_default_value);
	zend_string *property_serializable_name = zend_string_init("serializable", sizeof("serializable") - 1, 1);
	zend_declare_property_ex(class_entry, property_serializable_name, &property_serializable_default_value, ZEND_ACC_PRIVATE, NULL);
	zend_string_release(property_serializable_name);

	return class_entry;
}
