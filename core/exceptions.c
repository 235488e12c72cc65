/* SPDX-License-Identifier: MIT
 *
 * The exception classes, and the way from a result to an exception and back; see exceptions.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/exceptions.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "stubs/LockLostException_arginfo.h"
#include "stubs/exceptions_arginfo.h"

zend_class_entry *slock_ce_InvalidArgumentException;
zend_class_entry *slock_ce_InvalidTtlException;
zend_class_entry *slock_ce_LockAcquiringException;
zend_class_entry *slock_ce_LockConflictedException;
zend_class_entry *slock_ce_LockExpiredException;
zend_class_entry *slock_ce_LockReleasingException;
zend_class_entry *slock_ce_LockStorageException;
zend_class_entry *slock_ce_UnserializableKeyException;
zend_class_entry *slock_ce_NotSupportedException;
zend_class_entry *slock_ce_LockLostException;

static zend_object *exception_make(zend_class_entry *ce, zend_object *previous, zend_string *text)
{
	zval exception, message;

	object_init_ex(&exception, ce);
	ZVAL_STR(&message, text);
	zend_update_property_ex(ce, Z_OBJ(exception), ZSTR_KNOWN(ZEND_STR_MESSAGE), &message);
	zend_string_release(text);
	if (previous) {
		zend_exception_set_previous(Z_OBJ(exception), previous);
	}
	return Z_OBJ(exception);
}

static zend_object *exception_new(zend_class_entry *ce, zend_object *previous, const char *message)
{
	return exception_make(ce, previous, zend_string_init(message, strlen(message), false));
}

zend_object *slock_exception_about(zend_class_entry *ce, zend_object *previous, const char *before,
								   zend_string *resource, const char *after)
{
	return exception_make(
		ce, previous,
		zend_string_concat3(before, strlen(before), ZSTR_VAL(resource), ZSTR_LEN(resource), after, strlen(after)));
}

const char *slock_exception_message(zend_object *exception)
{
	zval rv, *message = zend_read_property_ex(exception->ce, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &rv);

	return Z_TYPE_P(message) == IS_STRING && Z_STRLEN_P(message) ? Z_STRVAL_P(message) : ZSTR_VAL(exception->ce->name);
}

void slock_exception_throw(zend_object *exception)
{
	zval thrown;

	ZVAL_OBJ(&thrown, exception);
	zend_throw_exception_object(&thrown);
}

zend_object *slock_exception_take(void)
{
	zend_object *exception = EG(exception);

	if (!exception || slock_exception_is_exit(exception)) {
		return NULL;
	}
	GC_ADDREF(exception);
	zend_clear_exception();
	return exception;
}

void slock_exception_drop_failure(void)
{
	zend_object *failure;

	if (EG(exception) && instanceof_function(EG(exception)->ce, zend_ce_exception) &&
		(failure = slock_exception_take())) {
		OBJ_RELEASE(failure);
	}
}

static zval *exception_property(zend_object *exception, zend_known_string_id name, zval *room)
{
	zend_class_entry *base = instanceof_function(exception->ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;

	return zend_read_property_ex(base, exception, ZSTR_KNOWN(name), true, room);
}

void slock_exception_drop_arguments(zend_object *exception)
{
	zval room, *trace, *frame, *previous;

	while (exception) {
		trace = exception_property(exception, ZEND_STR_TRACE, &room);
		if (Z_TYPE_P(trace) == IS_ARRAY) {
			SEPARATE_ARRAY(trace);
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(trace), frame) {
				if (Z_TYPE_P(frame) == IS_ARRAY) {
					SEPARATE_ARRAY(frame);
					zend_hash_del(Z_ARRVAL_P(frame), ZSTR_KNOWN(ZEND_STR_ARGS));
				}
			}
			ZEND_HASH_FOREACH_END();
		}
		previous = exception_property(exception, ZEND_STR_PREVIOUS, &room);
		exception = Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
	}
}

void slock_exception_restore(slock_saved_exception *saved)
{
	zend_object *first = saved->exception;

	saved->exception = NULL;
	if (!first) {
		return;
	}
	if (EG(exception)) {
		if (slock_exception_is_exit(EG(exception))) {
			OBJ_RELEASE(first);
			return;
		}
		zend_clear_exception();
	}
	EG(exception) = first;
	EG(opline_before_exception) = saved->opline;
	/* A frame of PHP code goes on at its opline, and clearing another exception has put that back. */
	if (slock_code_frame()) {
		slock_code_frame()->opline = EG(exception_op);
	}
}

void slock_exception_save(slock_saved_exception *saved)
{
	if (UNEXPECTED(EG(exception))) {
		zend_execute_data *frame = slock_code_frame();

		slock_exception_restore(saved);
		/* While a function ends, its caller has yet to be told, and what is kept here has to be the caller's opline: as
		 * in zend_objects_destroy_object(). */
		if (frame) {
			zend_rethrow_exception(frame);
		}
		saved->exception = EG(exception);
		saved->opline = EG(opline_before_exception);
		EG(exception) = NULL;
	}
}

bool slock_exception_set_aside(slock_saved_exception *saved)
{
	if (EG(exception) && slock_exception_is_exit(EG(exception))) {
		return false;
	}
	slock_exception_save(saved);
	return true;
}

zend_object *slock_exception_from_result(slock_result *result, zend_string *resource)
{
	zend_object *exception = result->exception;

	result->exception = NULL;
	if (exception && !result->message[0]) {
		return exception;
	}
	switch (result->status) {
		case SLOCK_CONFLICT:
		case SLOCK_TIMEOUT:
			return exception_new(slock_ce_LockConflictedException, exception, "");
		case SLOCK_EXPIRED:
			return slock_exception_about(slock_ce_LockExpiredException, exception, "Failed to store the \"", resource,
										 "\" lock.");
		default:
			return exception_new(slock_ce_LockStorageException, exception, result->message);
	}
}

void slock_result_dtor(slock_result *result)
{
	if (result->exception) {
		OBJ_RELEASE(result->exception);
		result->exception = NULL;
	}
}

slock_status slock_result_exception(slock_result *result, zend_class_entry *ce, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	slock_result_dtor(result);
	result->message[0] = '\0';
	result->exception = exception_make(ce, NULL, zend_vstrpprintf(0, format, args));
	va_end(args);
	return slock_result_set(result, SLOCK_STORAGE_ERROR);
}

slock_status slock_result_from_pending(slock_result *result, slock_status otherwise)
{
	if (!EG(exception)) {
		return slock_result_set(result, otherwise);
	}
	if (!instanceof_function(EG(exception)->ce, zend_ce_exception)) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	slock_result_dtor(result);
	result->exception = slock_exception_take();
	result->message[0] = '\0';
	return slock_result_set(result, instanceof_function(result->exception->ce, slock_ce_LockConflictedException)
										? SLOCK_CONFLICT
										: SLOCK_STORAGE_ERROR);
}

slock_status slock_result_from_client(slock_result *result)
{
	if (!EG(exception) || !instanceof_function(EG(exception)->ce, zend_ce_exception)) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	slock_result_dtor(result);
	result->exception = slock_exception_take();
	return slock_result_error(result, "%s", slock_exception_message(result->exception));
}

slock_status slock_result_name_server(slock_result *result, const char *product, const zend_string *address)
{
	char text[SLOCK_MESSAGE_SIZE];

	if (result->status != SLOCK_STORAGE_ERROR || !address || strstr(result->message, ZSTR_VAL(address))) {
		return result->status;
	}
	memcpy(text, result->message, sizeof(text));
	return slock_result_error(result, "%s at %s: %s", product, ZSTR_VAL(address), text);
}

zend_result slock_ttl_check(double ttl, const char *parameter)
{
	zend_string *function;

	if (zend_finite(ttl) && ttl >= 0.0) {
		return SUCCESS;
	}
	function = get_active_function_or_method_name();
	zend_throw_exception_ex(slock_ce_InvalidTtlException, 0,
							"%s(): $%s must be a finite number of seconds that is not negative, %s given",
							ZSTR_VAL(function), parameter,
							zend_isnan(ttl)   ? "NAN"
							: zend_isinf(ttl) ? (ttl > 0 ? "INF" : "-INF")
											  : "a negative one");
	zend_string_release(function);
	return FAILURE;
}

zend_result slock_timeout_check(double timeout)
{
	if (timeout >= 0.0) {
		return SUCCESS;
	}
	zend_throw_exception(slock_ce_InvalidArgumentException,
						 "The parameter $timeout must be a number of seconds that is not negative.", 0);
	return FAILURE;
}

void slock_exceptions_register(void)
{
	zend_class_entry *interface = register_class_Symfony_Component_Lock_Exception_ExceptionInterface(zend_ce_throwable);

	slock_ce_InvalidArgumentException = register_class_Symfony_Component_Lock_Exception_InvalidArgumentException(
		spl_ce_InvalidArgumentException, interface);
	slock_ce_InvalidTtlException = register_class_Symfony_Component_Lock_Exception_InvalidTtlException(
		slock_ce_InvalidArgumentException, interface);
	slock_ce_LockAcquiringException =
		register_class_Symfony_Component_Lock_Exception_LockAcquiringException(spl_ce_RuntimeException, interface);
	slock_ce_LockConflictedException =
		register_class_Symfony_Component_Lock_Exception_LockConflictedException(spl_ce_RuntimeException, interface);
	slock_ce_LockExpiredException =
		register_class_Symfony_Component_Lock_Exception_LockExpiredException(spl_ce_RuntimeException, interface);
	slock_ce_LockReleasingException =
		register_class_Symfony_Component_Lock_Exception_LockReleasingException(spl_ce_RuntimeException, interface);
	slock_ce_LockStorageException =
		register_class_Symfony_Component_Lock_Exception_LockStorageException(spl_ce_RuntimeException, interface);
	slock_ce_UnserializableKeyException =
		register_class_Symfony_Component_Lock_Exception_UnserializableKeyException(spl_ce_RuntimeException, interface);
	slock_ce_NotSupportedException =
		register_class_Symfony_Component_Lock_Exception_NotSupportedException(spl_ce_LogicException, interface);
	slock_ce_LockLostException = register_class_Slock_Exception_LockLostException(spl_ce_RuntimeException, interface);
}
