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

/* The protected property $logger of an object whose native class declares it as its first; NULL when no logger is set. */
zend_object *slock_logger_property(zend_object *object);
void slock_logger_set_property(zend_object *object, zend_object *logger);

/* Logs a message about the key's resource; nothing happens without a logger (NULL). `extra` is NULL or an array that
 * is added to the context after "resource"; its reference is taken over. The logger may run any PHP code and throw. */
void slock_log(zend_object *logger, slock_log_level level, const char *message, slock_key *key, HashTable *extra);

/* The extra context ['exception' => $exception]; NULL without a logger, so that nothing is built for nobody. */
HashTable *slock_log_exception(zend_object *logger, zend_object *exception);

#endif
