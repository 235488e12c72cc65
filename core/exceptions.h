/* SPDX-License-Identifier: MIT
 *
 * The exception classes, and the one place that turns results into exceptions. */
#ifndef SLOCK_CORE_EXCEPTIONS_H
#define SLOCK_CORE_EXCEPTIONS_H

#include "php.h"
#include "core/result.h"

#include "zend_exceptions.h"

extern zend_class_entry *slock_ce_InvalidArgumentException;
extern zend_class_entry *slock_ce_InvalidTtlException;
extern zend_class_entry *slock_ce_LockAcquiringException;
extern zend_class_entry *slock_ce_LockConflictedException;
extern zend_class_entry *slock_ce_LockExpiredException;
extern zend_class_entry *slock_ce_LockReleasingException;
extern zend_class_entry *slock_ce_LockStorageException;
extern zend_class_entry *slock_ce_UnserializableKeyException;
extern zend_class_entry *slock_ce_NotSupportedException;
extern zend_class_entry *slock_ce_LockLostException;
/* A new exception that is not thrown yet, owned by the caller, with the message `before` + resource + `after`; the
 * resource may hold any bytes. Takes over the reference to `previous` (may be NULL). */
zend_object *slock_exception_about(zend_class_entry *ce, zend_object *previous, const char *before,
								   zend_string *resource, const char *after);

/* The message of an exception, or the name of its class where there is none; borrowed. */
const char *slock_exception_message(zend_object *exception);

/* Throws an owned exception. */
void slock_exception_throw(zend_object *exception);

/* Whether it is none that anybody may catch: exit(), or a fiber's destruction. No code of the user's runs after it. */
static inline bool slock_exception_is_exit(const zend_object *exception)
{
	return zend_is_unwind_exit(exception) || zend_is_graceful_exit(exception);
}

/* Takes the pending exception out of EG(exception); the caller owns it. NULL when none is pending, and when what is
 * pending must not be caught (exit, or a fiber's destruction). */
zend_object *slock_exception_take(void);

/* Drops the pending exception, if it is an \Exception: how something failed that matters less than what is told. An
 * Error is a bug, and stays, as exit() does. Destructors may run. */
void slock_exception_drop_failure(void);

/* Of an exception that is kept for later, and of those before it: what the calls in its trace were given. It would keep
 * all of that in memory, and what is kept by it with it. Destructors may run. */
void slock_exception_drop_arguments(zend_object *exception);

/* An exception that waits until something else is done. Starts as all zeros. */
typedef struct {
	zend_object *exception; /* owned; NULL: none */
	const zend_op *opline;  /* where it was thrown */
} slock_saved_exception;

/* The frame of PHP code that is running; NULL: none, or an internal function is. */
static inline zend_execute_data *slock_code_frame(void)
{
	zend_execute_data *frame = EG(current_execute_data);

	return frame && frame->func && ZEND_USER_CODE(frame->func->type) ? frame : NULL;
}

/* Saves the pending exception, if there is one and none was saved before; one that came later is dropped then, but for
 * exit(), which drops the other. Afterwards none is pending. */
void slock_exception_save(slock_saved_exception *saved);

/* The same, to call code of the user's although an exception is pending. false: no such code may run any more, after
 * exit() or in a fiber that is being destroyed; then nothing is saved. */
bool slock_exception_set_aside(slock_saved_exception *saved);

/* Makes the saved exception, if there is one, pending again. It wins over what came up since, but nothing wins over
 * exit(). */
void slock_exception_restore(slock_saved_exception *saved);

/* What a failed outcome (not SLOCK_OK, not SLOCK_INTERRUPTED) is as an exception, for the named resource: a
 * LockConflictedException, a LockExpiredException, a LockStorageException, or what the result itself carries. Moves
 * result->exception. The caller owns the returned object. */
zend_object *slock_exception_from_result(slock_result *result, zend_string *resource);

/* Frees what the result owns. */
void slock_result_dtor(slock_result *result);

/* Makes it a new one, for another attempt of the same operation: what lifetime was counted stays. */
static inline void slock_result_reset(slock_result *result)
{
	slock_result_dtor(result);
	result->message[0] = '\0';
	result->undecided = false;
	result->status = SLOCK_OK;
}

/* Sets the outcome to a storage error that comes out as an exception of this class, with a printf-like text of PHP's
 * formats. Returns SLOCK_STORAGE_ERROR. */
slock_status slock_result_exception(slock_result *result, zend_class_entry *ce, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 3, 4);

/* Moves the pending exception into the result: LockConflictedException is a conflict, any other \Exception a storage
 * error, and what PHP code could not catch as \Exception stays pending (SLOCK_INTERRUPTED). For stores written in
 * PHP. Without a pending exception the result is `otherwise`. */
slock_status slock_result_from_pending(slock_result *result, slock_status otherwise);

/* Moves the pending exception of a client object into the result as the cause of a storage error whose text is the
 * exception's own message. For client objects such as \Redis. */
slock_status slock_result_from_client(slock_result *result);

/* Puts "<product> at <address>: " before the text of a storage error, unless the text has that address already; any
 * other outcome, and an address that is NULL, changes nothing. Returns the status. Runs no PHP code. */
slock_status slock_result_name_server(slock_result *result, const char *product, const zend_string *address);

/* Refuses NaN, infinite and negative durations with an InvalidTtlException that names the parameter (without its $)
 * of the PHP function being executed. */
zend_result slock_ttl_check(double ttl, const char *parameter);

/* Refuses NaN and negative seconds for a parameter $timeout with an InvalidArgumentException. */
zend_result slock_timeout_check(double timeout);

#endif
