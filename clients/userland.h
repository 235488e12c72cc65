/* SPDX-License-Identifier: MIT
 *
 * Calls into PHP code: methods of client objects (\Redis, \PDO, Doctrine …), and the classes that they are of. The one
 * contract of all that calls here:
 *
 * - Whoever calls keeps the object and the arguments alive. Nobody else may be trusted to: PHP code runs.
 * - True: it has returned. What it returned belongs to the caller. `returned` may be NULL where it is of no interest.
 * - False: an exception is pending. `returned` is undefined, and freeing it does nothing.
 * - With an exception pending already nothing is called, and the answer is false. Those who must call in order to clean
 *   up save it first: slock_userland_save().
 * - Handlers of signals are not dealt with here. Inside of a store's operation they wait (core/interrupts.h). Outside,
 *   in a constructor, they run when a method returns; what they throw counts as thrown by the method.
 *
 * Names are written as PHP documents them; the case does not matter. Nothing is allocated for a name. */
#ifndef SLOCK_CLIENTS_USERLAND_H
#define SLOCK_CLIENTS_USERLAND_H

#include "php.h"

/* The class, if it is there: loads nothing, runs no PHP code. */
zend_class_entry *slock_userland_class(const char *name);

/* The class, loaded if need be: may run PHP code. NULL: there is none, or an exception is pending. */
zend_class_entry *slock_userland_load_class(const char *name);

/* Whether the object is of that class, which is not loaded for that. Runs no PHP code. */
bool slock_userland_is_a(const zend_object *object, const char *class_name);

/* Whether its class has the method; one that only __call() answers to does not count. Runs no PHP code. */
bool slock_userland_has(const zend_object *object, const char *method);

/* Whether the extension is loaded, in a version before that one. Runs no PHP code. */
bool slock_userland_extension_before(const char *name, const char *version);

/* $object->method(...$argv), also where only __call() answers to it, or the driver of a \PDO. */
bool slock_userland_call(zend_object *object, const char *method, uint32_t argc, zval *argv, zval *returned);

/* Class::method(...$argv), of a class that is there. */
bool slock_userland_call_static(zend_class_entry *ce, const char *method, uint32_t argc, zval *argv, zval *returned);

/* function(...$argv). */
bool slock_userland_call_function(const char *function, uint32_t argc, zval *argv, zval *returned);

/* new Class(...$argv). When that fails, what there was of the object is gone, and its destructor is not run. */
bool slock_userland_make(zend_class_entry *ce, uint32_t argc, zval *argv, zval *object);

/* new $name(...$argv). Frees the arguments; false with an exception pending, also where there is no such class. */
bool slock_userland_new(zval *object, const char *name, uint32_t argc, zval *argv);

/* The integer that a method without arguments returns; `otherwise` when it returns something else or throws. */
zend_long slock_userland_call_for_long(zend_object *object, const char *method, zend_long otherwise);

/* $object->method($number), for getOption() and getAttribute(). To set them: clients/setting.h. */
bool slock_userland_get(zend_object *object, const char *method, zend_long number, zval *value);

/* Whether a method returned true. What it throws is dropped. */
bool slock_userland_call_quietly(zend_object *object, const char *method, uint32_t argc, zval *argv);

/* Drops the pending exception, unless nothing may catch it (exit). */
void slock_userland_drop(void);

/* Takes the pending exception away, so that methods can be called to put things in order; NULL: there was none. False:
 * nothing may catch it, nothing must be called, and there is nothing to restore. */
bool slock_userland_save(zend_object **pending);

/* $object->method(...$argv), which puts something in order, also with an exception pending: that stays, and wins over
 * what the method throws. False: it has thrown. After exit() no PHP code may run any more: then the method is that of
 * the object's built-in class, whatever a subclass has in its place, and what it says is dropped. */
bool slock_userland_put_back(zend_object *object, const char *method, uint32_t argc, zval *argv);

/* Makes it pending again, and drops what was thrown since. Without one, what was thrown since stays. */
void slock_userland_restore(zend_object *pending);

/* Until slock_userland_end_silence(), also before a bailout goes on: nobody hears of notices and warnings, neither a
 * log nor a handler of the user's. */
typedef struct {
	int reporting, handled;
} slock_userland_silence;

static inline slock_userland_silence slock_userland_begin_silence(void)
{
	const slock_userland_silence before = {EG(error_reporting), EG(user_error_handler_error_reporting)};

	EG(error_reporting) &= E_FATAL_ERRORS;
	EG(user_error_handler_error_reporting) &= E_FATAL_ERRORS;
	return before;
}

static inline void slock_userland_end_silence(slock_userland_silence before)
{
	EG(error_reporting) = before.reporting;
	EG(user_error_handler_error_reporting) = before.handled;
}

#endif
