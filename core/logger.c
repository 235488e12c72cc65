/* SPDX-License-Identifier: MIT
 *
 * PSR-3 logging: see logger.h. */
#include "php_slock.h"
#include "core/logger.h"

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

/* It is the first property of every native class that has it, and subclasses keep its place. */
#define LOGGER_SLOT 0

zend_object *slock_logger_parse(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_object *logger;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ(logger)
	ZEND_PARSE_PARAMETERS_END_EX(return NULL);

	if (!logger->ce->__call) {
		for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
			if (!zend_hash_str_exists(&logger->ce->function_table, levels[i].name, levels[i].length)) {
				zend_argument_type_error(1, "must have the methods of Psr\\Log\\LoggerInterface, %s has no %s()",
										 ZSTR_VAL(logger->ce->name), levels[i].name);
				return NULL;
			}
		}
	}
	return logger;
}

zend_object *slock_logger_property(zend_object *object)
{
	zval rv, *logger = OBJ_PROP_NUM(object, LOGGER_SLOT);

	if (UNEXPECTED(Z_TYPE_P(logger) == IS_UNDEF)) {
		/* A subclass has unset it, and may have a __get(). */
		logger = zend_read_property(object->ce, object, ZEND_STRL("logger"), true, &rv);
	}
	ZVAL_DEREF(logger);
	return Z_TYPE_P(logger) == IS_OBJECT ? Z_OBJ_P(logger) : NULL;
}

void slock_logger_set_property(zend_object *object, zend_object *logger)
{
	zval value;

	ZVAL_OBJ(&value, logger);
	zend_update_property(object->ce, object, ZEND_STRL("logger"), &value);
}

HashTable *slock_log_exception(zend_object *logger, zend_object *exception)
{
	HashTable *extra;
	zval value;

	if (!logger) {
		return NULL;
	}
	extra = zend_new_array(1);
	ZVAL_OBJ_COPY(&value, exception);
	zend_hash_str_add_new(extra, ZEND_STRL("exception"), &value);
	return extra;
}

void slock_log(zend_object *logger, slock_log_level level, const char *message, slock_key *key, HashTable *extra)
{
	zval method, arguments[2], returned, resource;

	if (EXPECTED(!logger)) {
		if (extra) {
			zend_array_release(extra);
		}
		return;
	}
	ZVAL_STRINGL(&method, levels[level].name, levels[level].length);
	ZVAL_STRING(&arguments[0], message);
	array_init_size(&arguments[1], 4);
	ZVAL_OBJ_COPY(&resource, key);
	zend_hash_str_add_new(Z_ARRVAL(arguments[1]), ZEND_STRL("resource"), &resource);
	if (extra) {
		zend_hash_merge(Z_ARRVAL(arguments[1]), extra, zval_add_ref, true);
		zend_array_release(extra);
	}
	{
		zval object;

		/* Held during the call: the logger may replace itself. */
		ZVAL_OBJ_COPY(&object, logger);
		ZVAL_UNDEF(&returned);
		call_user_function(NULL, &object, &method, &returned, 2, arguments);
		zval_ptr_dtor(&object);
	}
	zval_ptr_dtor(&returned);
	zval_ptr_dtor(&method);
	zval_ptr_dtor(&arguments[0]);
	zval_ptr_dtor(&arguments[1]);
}
