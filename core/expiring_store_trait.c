/* SPDX-License-Identifier: MIT
 *
 * ExpiringStoreTrait, for stores written in PHP. The engine copies the method into the class that uses the trait. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/key.h"
#include "core/parameters.h"

#include "zend_exceptions.h"

#include "stubs/ExpiringStoreTrait_arginfo.h"

/* As $this->delete($key) in the class that uses the trait, which need not have such a method. */
static void expiring_store_delete(zend_object *store, zval *returned, zval *key)
{
	zend_string *name = ZSTR_INIT_LITERAL("delete", false);
	zend_function *method = store->handlers->get_method(&store, name, NULL);

	if (method) {
		zend_call_known_function(method, store, store->ce, returned, 1, key, NULL);
	} else if (!EG(exception)) {
		zend_throw_error(NULL, "Call to undefined method %s::delete()", ZSTR_VAL(store->ce->name));
	}
	zend_string_release(name);
}

/* That the time ran out matters more than how the deletion failed. What a signal handler throws meanwhile waits, and is
 * no failure of that. */
static void expiring_store_give_back(zend_object *store, zend_object *key)
{
	zval argument, returned;

	ZVAL_OBJ(&argument, key);
	ZVAL_UNDEF(&returned);
	slock_interrupts_defer();
	expiring_store_delete(store, &returned, &argument);
	zval_ptr_dtor(&returned);
	slock_exception_drop_failure();
	slock_interrupts_resume();
}

ZEND_METHOD(Symfony_Component_Lock_Store_ExpiringStoreTrait, checkNotExpired)
{
	zend_object *key, *store = Z_OBJ_P(ZEND_THIS);

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ_OF_CLASS(key, slock_ce_Key)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_key_check(slock_key_from_obj(key)) == FAILURE) {
		RETURN_THROWS();
	}
	if (!slock_key_is_expired(slock_key_from_obj(key))) {
		return;
	}
	expiring_store_give_back(store, key);
	if (EG(exception)) {
		RETURN_THROWS();
	}
	slock_exception_throw(slock_exception_about(slock_ce_LockExpiredException, NULL, "Failed to store the \"",
												slock_key_resource(slock_key_from_obj(key)), "\" lock."));
}

void slock_expiring_store_trait_register(void)
{
	register_class_Symfony_Component_Lock_Store_ExpiringStoreTrait();
}
