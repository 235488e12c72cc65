/* SPDX-License-Identifier: MIT
 *
 * Calls into PHP code; see userland.h. */
#include "php_slock.h"
#include "clients/userland.h"
#include "core/exceptions.h"

#include "ext/standard/php_versioning.h"
#include "zend_exceptions.h"

/* Longer than every name we look for. */
#define LONGEST_NAME 128

/* What the engine's table has for a name, which is in lower case there. */
static void *userland_find(const HashTable *table, const char *name)
{
	char lower_case[LONGEST_NAME];
	size_t length = strlen(name);

	ZEND_ASSERT(length < sizeof(lower_case));
	zend_str_tolower_copy(lower_case, name, length);
	return zend_hash_str_find_ptr(table, lower_case, length);
}

/* --- classes ------------------------------------------------------------------------------------------------------ */

zend_class_entry *slock_userland_class(const char *name)
{
	return userland_find(EG(class_table), name);
}

zend_class_entry *slock_userland_load_class(const char *name)
{
	zend_string *string = zend_string_init(name, strlen(name), false);
	zend_class_entry *ce = zend_lookup_class(string);

	zend_string_release(string);
	return EG(exception) ? NULL : ce;
}

bool slock_userland_is_a(const zend_object *object, const char *class_name)
{
	const zend_class_entry *ce = slock_userland_class(class_name);

	return ce && instanceof_function(object->ce, ce);
}

bool slock_userland_has(const zend_object *object, const char *method)
{
	return userland_find(&object->ce->function_table, method) != NULL;
}

bool slock_userland_extension_before(const char *name, const char *version)
{
	const zend_module_entry *extension = userland_find(&module_registry, name);

	return extension && extension->version && php_version_compare(extension->version, version) < 0;
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* Calls what was found. */
static bool userland_run(zend_function *function, zend_object *object, zend_class_entry *ce, uint32_t argc, zval *argv,
						 zval *returned)
{
	zval unused;

	if (!returned) {
		returned = &unused;
	}
	ZVAL_UNDEF(returned);
	if (EXPECTED(!EG(exception))) {
		zend_call_known_function(function, object, ce, returned, argc, argv, NULL);
	}
	if (EXPECTED(!EG(exception))) {
		if (returned == &unused) {
			zval_ptr_dtor(&unused);
		}
		return true;
	}
	/* The method may have returned before a handler threw. */
	zval_ptr_dtor(returned);
	ZVAL_UNDEF(returned);
	return false;
}

static bool userland_undefined(const zend_class_entry *ce, const char *method, zval *returned)
{
	if (returned) {
		ZVAL_UNDEF(returned);
	}
	if (!EG(exception)) {
		zend_throw_error(NULL, "Call to undefined method %s::%s()", ZSTR_VAL(ce->name), method);
	}
	return false;
}

/* What the object answers to beyond its class: the engine makes a function for __call() that serves once, and a \PDO
 * has methods of its driver. */
static bool userland_answers_to_more(const zend_object *object)
{
	return object->ce->__call || object->handlers->get_method != zend_std_get_method;
}

static zend_function *userland_magic(zend_object *object, const char *method)
{
	zend_string *name = zend_string_init(method, strlen(method), false);
	zend_function *function = object->handlers->get_method(&object, name, NULL);

	zend_string_release(name);
	return function;
}

bool slock_userland_call(zend_object *object, const char *method, uint32_t argc, zval *argv, zval *returned)
{
	zend_function *function = userland_find(&object->ce->function_table, method);

	if (UNEXPECTED(!function || !(function->common.fn_flags & ZEND_ACC_PUBLIC))) {
		function = userland_answers_to_more(object) && !EG(exception) ? userland_magic(object, method) : NULL;
	}
	return EXPECTED(function) ? userland_run(function, object, object->ce, argc, argv, returned)
							  : userland_undefined(object->ce, method, returned);
}

bool slock_userland_call_static(zend_class_entry *ce, const char *method, uint32_t argc, zval *argv, zval *returned)
{
	zend_function *function = userland_find(&ce->function_table, method);

	return function ? userland_run(function, NULL, ce, argc, argv, returned) : userland_undefined(ce, method, returned);
}

bool slock_userland_call_function(const char *name, uint32_t argc, zval *argv, zval *returned)
{
	zend_function *function = userland_find(EG(function_table), name);

	if (function) {
		return userland_run(function, NULL, NULL, argc, argv, returned);
	}
	if (returned) {
		ZVAL_UNDEF(returned);
	}
	if (!EG(exception)) {
		zend_throw_error(NULL, "Call to undefined function %s()", name);
	}
	return false;
}

bool slock_userland_make(zend_class_entry *ce, uint32_t argc, zval *argv, zval *object)
{
	ZVAL_UNDEF(object);
	if (EG(exception) || object_init_ex(object, ce) == FAILURE) {
		ZVAL_UNDEF(object);
		return false;
	}
	if (!ce->constructor || userland_run(ce->constructor, Z_OBJ_P(object), ce, argc, argv, NULL)) {
		return true;
	}
	zend_object_store_ctor_failed(Z_OBJ_P(object));
	zval_ptr_dtor(object);
	ZVAL_UNDEF(object);
	return false;
}

bool slock_userland_new(zval *object, const char *name, uint32_t argc, zval *argv)
{
	zend_class_entry *ce = slock_userland_class(name);
	bool made;

	ZVAL_UNDEF(object);
	if (!ce && !EG(exception)) {
		zend_throw_error(NULL, "Class \"%s\" not found", name);
	}
	made = ce && slock_userland_make(ce, argc, argv, object);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	return made;
}

zend_long slock_userland_call_for_long(zend_object *object, const char *method, zend_long otherwise)
{
	zval returned;

	slock_userland_call(object, method, 0, NULL, &returned);
	if (EXPECTED(Z_TYPE(returned) == IS_LONG)) {
		return Z_LVAL(returned);
	}
	zval_ptr_dtor(&returned);
	return otherwise;
}

bool slock_userland_get(zend_object *object, const char *method, zend_long number, zval *value)
{
	zval argument;

	ZVAL_LONG(&argument, number);
	return slock_userland_call(object, method, 1, &argument, value);
}

bool slock_userland_call_quietly(zend_object *object, const char *method, uint32_t argc, zval *argv)
{
	zval returned;
	bool done = slock_userland_call(object, method, argc, argv, &returned) && Z_TYPE(returned) == IS_TRUE;

	zval_ptr_dtor(&returned);
	slock_userland_drop();
	return done;
}

/* --- exceptions --------------------------------------------------------------------------------------------------- */

void slock_userland_drop(void)
{
	if (UNEXPECTED(EG(exception)) && !slock_exception_is_exit(EG(exception))) {
		zend_clear_exception();
	}
}

/* The method of the built-in class. A warning would run a handler, so it is thrown. */
static bool userland_run_built_in(zend_object *object, const char *method, uint32_t argc, zval *argv)
{
	const zend_class_entry *ce = object->ce;
	zend_error_handling handling;
	zend_function *function;
	bool done;

	while (ce && ce->type != ZEND_INTERNAL_CLASS) {
		ce = ce->parent;
	}
	function = ce ? userland_find(&ce->function_table, method) : NULL;
	if (!function || function->type != ZEND_INTERNAL_FUNCTION) {
		return false;
	}
	zend_replace_error_handling(EH_THROW, NULL, &handling);
	done = userland_run(function, object, object->ce, argc, argv, NULL);
	zend_restore_error_handling(&handling);
	return done;
}

bool slock_userland_put_back(zend_object *object, const char *method, uint32_t argc, zval *argv)
{
	bool exiting = EG(exception) && zend_is_unwind_exit(EG(exception)), done;
	slock_saved_exception pending = {0};

	slock_exception_save(&pending);
	done = exiting ? userland_run_built_in(object, method, argc, argv)
				   : slock_userland_call(object, method, argc, argv, NULL);
	slock_exception_restore(&pending);
	return done;
}

bool slock_userland_save(zend_object **pending)
{
	*pending = slock_exception_take();
	return !EG(exception);
}

void slock_userland_restore(zend_object *pending)
{
	if (pending) {
		slock_userland_drop();
		slock_exception_throw(pending);
	}
}
