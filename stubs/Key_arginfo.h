/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 912eb05d49bfd67ebd254eabefbc8899c6605b0a */

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
	ZEND_FE_END
};

static zend_class_entry *register_class_Symfony_Component_Lock_Key(zend_class_entry *class_entry_Stringable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Symfony\\Component\\Lock", "Key", class_Symfony_Component_Lock_Key_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Stringable);

	return class_entry;
}
