/* SPDX-License-Identifier: MIT
 *
 * PSR-3 logging, with any object that has the methods. */
#ifndef SLOCK_CORE_LOGGER_H
#define SLOCK_CORE_LOGGER_H

#include "php.h"
#include "core/key.h"

typedef enum { SLOCK_LOG_DEBUG, SLOCK_LOG_INFO, SLOCK_LOG_NOTICE, SLOCK_LOG_WARNING } slock_log_level;

/* The method setLogger(object $logger) of a class: checks that the methods exist (a TypeError if not) and returns the
 * object, or NULL with the exception pending. */
zend_object *slock_logger_parse(INTERNAL_FUNCTION_PARAMETERS);

/* For a class with that method, when it has been registered, and before it has subclasses: it implements psr/log's
 * LoggerAwareInterface where that is declared. The type of the parameter is for subclasses and for reflection; a debug
 * PHP would end with a fatal error when another object is taken. */
void slock_logger_class_init(zend_class_entry *ce);

/* The last two members of an object that has a logger. In the package it stands in a protected property; no class of
 * ours declares one, so that a subclass may do so itself, by psr/log's trait or in words. Then its property holds the
 * logger, as it would there; without one, $this->logger in a subclass reads and writes the struct's. */
typedef struct {
	zend_object *logger; /* owned; NULL: none */
	zend_object std;
} slock_logged;

static inline slock_logged *slock_logged_from_obj(zend_object *object)
{
	return (slock_logged *) ((char *) object - offsetof(slock_logged, std));
}

/* Sets the handlers of a non-final class whose objects end in a slock_logged. */
void slock_logger_handlers(zend_object_handlers *handlers);

/* The logger of such an object, a reference for the caller; NULL when there is none. Reading a subclass's property may
 * run its __get(), during which the handlers of signals wait. */
zend_object *slock_logger_get(zend_object *object);

bool slock_logger_is_set(zend_object *object);

/* The method setLogger() of such a class. */
void slock_logger_method(INTERNAL_FUNCTION_PARAMETERS);

/* For slock_object_export: the entry of the logger, unless a property of the subclass is that. */
void slock_logger_export(zend_object *object, HashTable *into);

/* Logs a message about the key's resource; nothing happens without a logger (NULL). `extra` is NULL or an array that
 * is added to the context after "resource"; its reference is taken over. The logger may run any PHP code and throw.
 * What a signal handler throws, or the loss of another lock, is none of its exceptions: that comes after it, where
 * interrupts.h says. */
void slock_log(zend_object *logger, slock_log_level level, const char *message, slock_key *key, HashTable *extra);

/* The same where there is a logger and no key: about the lock of that name, whose reference is taken over. */
void slock_log_named(zend_object *logger, slock_log_level level, const char *message, zend_string *resource,
					 HashTable *extra);

/* The extra context [$name => $value]; takes over the reference. */
HashTable *slock_log_extra(const char *name, zval *value);

#endif
