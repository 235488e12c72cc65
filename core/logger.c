/* SPDX-License-Identifier: MIT
 *
 * PSR-3 logging: see logger.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/interrupts.h"
#include "core/logger.h"
#include "core/object.h"
#include "core/parameters.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

static const struct {
	const char *name;
	size_t length;
} levels[] = {
	[SLOCK_LOG_DEBUG] = {ZEND_STRL("debug")},
	[SLOCK_LOG_INFO] = {ZEND_STRL("info")},
	[SLOCK_LOG_NOTICE] = {ZEND_STRL("notice")},
	[SLOCK_LOG_WARNING] = {ZEND_STRL("warning")},
};

static bool logger_check(zend_object *logger, const char **missing)
{
	if (logger->ce->__call) {
		return true;
	}
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		if (!zend_hash_str_exists(&logger->ce->function_table, levels[i].name, levels[i].length)) {
			*missing = levels[i].name;
			return false;
		}
	}
	return true;
}

void slock_logger_class_init(zend_class_entry *ce)
{
	zend_function *method = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("setlogger"));

	/* What the engine checks after the fact, in debug builds only; the declared types stay. */
	method->common.fn_flags &= ~ZEND_ACC_HAS_TYPE_HINTS;
	if (slock_ce_LoggerAwareInterface) {
		zend_class_implements(ce, 1, slock_ce_LoggerAwareInterface);
	}
}

zend_object *slock_logger_parse(INTERNAL_FUNCTION_PARAMETERS)
{
	const char *missing;
	zend_object *logger;

	SLOCK_PARSE_PARAMETERS_START(1)
		Z_PARAM_OBJ(logger)
	ZEND_PARSE_PARAMETERS_END_EX(return NULL);

	if (!logger_check(logger, &missing)) {
		zend_argument_type_error(1, "must have the methods of Psr\\Log\\LoggerInterface, %s has no %s()",
								 ZSTR_VAL(logger->ce->name), missing);
		return NULL;
	}
	return logger;
}

/* The property $logger that a subclass declares, NULL when none does. A private one is its own affair. */
static zend_property_info *logger_declared(const zend_class_entry *ce)
{
	zend_property_info *property;

	if (EXPECTED(ce->type == ZEND_INTERNAL_CLASS)) {
		return NULL;
	}
	property = zend_hash_str_find_ptr(&ce->properties_info, ZEND_STRL("logger"));
	return property && !(property->flags & (ZEND_ACC_PRIVATE | ZEND_ACC_STATIC)) ? property : NULL;
}

zend_object *slock_logger_get(zend_object *object)
{
	zend_object *logger;
	zval *value, rv;

	if (EXPECTED(!logger_declared(object->ce))) {
		return slock_object_copy(slock_logged_from_obj(object)->logger);
	}
	ZVAL_UNDEF(&rv);
	slock_interrupts_defer();
	/* Silently: one without a default is not initialized. */
	value = zend_read_property(object->ce, object, ZEND_STRL("logger"), true, &rv);
	ZVAL_DEREF(value);
	logger = slock_object_copy(Z_TYPE_P(value) == IS_OBJECT ? Z_OBJ_P(value) : NULL);
	zval_ptr_dtor(&rv);
	slock_interrupts_resume();
	return logger;
}

bool slock_logger_is_set(zend_object *object)
{
	zend_object *logger = slock_logger_get(object);

	slock_object_release(logger);
	return logger != NULL;
}

static void logger_keep(zend_object *object, zend_object *logger)
{
	slock_logged *self = slock_logged_from_obj(object);
	zend_object *previous = self->logger;

	self->logger = slock_object_copy(logger);
	slock_object_release(previous);
}

/* May run destructors, and throw when the subclass's property has another type. */
static void logger_set(zend_object *object, zend_object *logger)
{
	zval value;

	if (UNEXPECTED(logger_declared(object->ce))) {
		ZVAL_OBJ(&value, logger);
		zend_update_property(object->ce, object, ZEND_STRL("logger"), &value);
	} else {
		logger_keep(object, logger);
	}
}

void slock_logger_method(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_object *logger = slock_logger_parse(INTERNAL_FUNCTION_PARAM_PASSTHRU);

	if (logger) {
		logger_set(Z_OBJ_P(ZEND_THIS), logger);
	}
}

void slock_logger_export(zend_object *object, HashTable *into)
{
	zval value;

	if (!logger_declared(object->ce)) {
		slock_object_to_zval(&value, slock_logged_from_obj(object)->logger);
		slock_object_put(into, NULL, "logger", &value);
	}
}

/* --- $this->logger ------------------------------------------------------------------------------------------------ */

/* Whether the name is that of the logger in the struct; anything else is the standard handlers' affair. */
static bool logger_is_meant(const zend_object *object, const zend_string *name)
{
	return UNEXPECTED(zend_string_equals_literal(name, "logger")) &&
		   !zend_hash_str_exists(&object->ce->properties_info, ZEND_STRL("logger"));
}

/* Whether the code that is running may use it: it is as good as a protected property. */
static bool logger_is_accessible(const zend_object *object)
{
	const zend_class_entry *scope = EG(fake_scope) ? EG(fake_scope) : zend_get_executed_scope();

	return scope && instanceof_function(scope, slock_object_native_class(object->ce));
}

/* Who may not use it gets what a subclass's __get(), or a sister, makes of it: the standard handlers know no such
 * property. */
static bool logger_is_magic(const zend_object *object, const zend_function *magic)
{
	return magic && !logger_is_accessible(object);
}

static bool logger_check_access(const zend_object *object)
{
	if (logger_is_accessible(object)) {
		return true;
	}
	zend_throw_error(NULL, "Cannot access protected property %s::$logger", ZSTR_VAL(object->ce->name));
	return false;
}

static zval *logger_read_property(zend_object *object, zend_string *name, int type, void **cache_slot, zval *rv)
{
	if (EXPECTED(!logger_is_meant(object, name)) || logger_is_magic(object, object->ce->__get)) {
		return zend_std_read_property(object, name, type, cache_slot, rv);
	}
	if (type == BP_VAR_IS ? !logger_is_accessible(object) : !logger_check_access(object)) {
		return &EG(uninitialized_zval);
	}
	slock_object_to_zval(rv, slock_logged_from_obj(object)->logger);
	return rv;
}

static zval *logger_write_property(zend_object *object, zend_string *name, zval *value, void **cache_slot)
{
	const char *missing;
	zval *given = value;

	if (EXPECTED(!logger_is_meant(object, name)) || logger_is_magic(object, object->ce->__set)) {
		return zend_std_write_property(object, name, value, cache_slot);
	}
	ZVAL_DEREF(given);
	if (!logger_check_access(object)) {
		return &EG(error_zval);
	}
	if (Z_TYPE_P(given) == IS_NULL) {
		logger_keep(object, NULL);
	} else if (Z_TYPE_P(given) == IS_OBJECT && logger_check(Z_OBJ_P(given), &missing)) {
		logger_keep(object, Z_OBJ_P(given));
	} else {
		zend_type_error("Cannot assign %s to property %s::$logger of type ?Psr\\Log\\LoggerInterface",
						Z_TYPE_P(given) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE_P(given)->name) : zend_zval_type_name(given),
						ZSTR_VAL(slock_object_native_class(object->ce)->name));
		return &EG(error_zval);
	}
	return value;
}

/* isset() and empty() of an object, or of null, are the same question. */
static int logger_has_property(zend_object *object, zend_string *name, int mode, void **cache_slot)
{
	if (EXPECTED(!logger_is_meant(object, name)) || logger_is_magic(object, object->ce->__isset)) {
		return zend_std_has_property(object, name, mode, cache_slot);
	}
	return logger_is_accessible(object) && (mode == ZEND_PROPERTY_EXISTS || slock_logged_from_obj(object)->logger);
}

static void logger_unset_property(zend_object *object, zend_string *name, void **cache_slot)
{
	if (EXPECTED(!logger_is_meant(object, name)) || logger_is_magic(object, object->ce->__unset)) {
		zend_std_unset_property(object, name, cache_slot);
	} else if (logger_check_access(object)) {
		logger_keep(object, NULL);
	}
}

/* No pointer: the engine reads and writes instead. */
static zval *logger_get_property_ptr_ptr(zend_object *object, zend_string *name, int type, void **cache_slot)
{
	return EXPECTED(!logger_is_meant(object, name)) ? zend_std_get_property_ptr_ptr(object, name, type, cache_slot)
													: NULL;
}

void slock_logger_handlers(zend_object_handlers *handlers)
{
	handlers->read_property = logger_read_property;
	handlers->write_property = logger_write_property;
	handlers->has_property = logger_has_property;
	handlers->unset_property = logger_unset_property;
	handlers->get_property_ptr_ptr = logger_get_property_ptr_ptr;
}

/* --- records ------------------------------------------------------------------------------------------------------ */

HashTable *slock_log_extra(const char *name, zval *value)
{
	HashTable *extra = zend_new_array(1);

	zend_hash_str_add_new(extra, name, strlen(name), value);
	return extra;
}

/* Takes over the references to the resource and to `extra`, which may be NULL. What is pending afterwards is the
 * logger's own exception: the handlers of signals wait. */
static void logger_call(zend_object *logger, slock_log_level level, const char *message, zval *resource,
						HashTable *extra)
{
	zval object, method, arguments[2], returned;

	ZVAL_STRINGL(&method, levels[level].name, levels[level].length);
	ZVAL_STRING(&arguments[0], message);
	array_init_size(&arguments[1], 4);
	zend_hash_str_add_new(Z_ARRVAL(arguments[1]), ZEND_STRL("resource"), resource);
	if (extra) {
		zend_hash_merge(Z_ARRVAL(arguments[1]), extra, zval_add_ref, true);
		zend_array_release(extra);
	}
	/* Held during the call: the logger may replace itself. */
	ZVAL_OBJ_COPY(&object, logger);
	ZVAL_UNDEF(&returned);
	slock_interrupts_defer();
	call_user_function(NULL, &object, &method, &returned, 2, arguments);
	zval_ptr_dtor(&object);
	zval_ptr_dtor(&returned);
	zval_ptr_dtor(&method);
	zval_ptr_dtor(&arguments[0]);
	zval_ptr_dtor(&arguments[1]);
	slock_interrupts_resume();
}

void slock_log(zend_object *logger, slock_log_level level, const char *message, slock_key *key, HashTable *extra)
{
	zval resource;

	if (EXPECTED(!logger)) {
		if (extra) {
			zend_array_release(extra);
		}
		return;
	}
	ZVAL_OBJ_COPY(&resource, key);
	logger_call(logger, level, message, &resource, extra);
}

void slock_log_named(zend_object *logger, slock_log_level level, const char *message, zend_string *resource,
					 HashTable *extra)
{
	zval name;

	ZVAL_STR(&name, resource);
	logger_call(logger, level, message, &name, extra);
}
