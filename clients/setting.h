/* SPDX-License-Identifier: MIT
 *
 * Settings of a user's object (\Redis, \Memcached, \PDO) that are others while a call of ours lasts, and are the user's
 * again afterwards: also when calls in several fibers end in any order, with an Error, and after exit(). */
#ifndef SLOCK_CLIENTS_SETTING_H
#define SLOCK_CLIENTS_SETTING_H

#include "php.h"

/* One that is changed. It is nobody's memory, so that a jump over the call (a fatal error) leaves nothing dangling. */
typedef struct slock_setting slock_setting;

/* Whether a call of ours that has not ended has changed it. Then *value, which is what the object says, is replaced by
 * what the user had set. For numbers and bools. Runs no PHP code. */
bool slock_setting_find_users(zend_object *object, zend_long name, zval *value);

/* Sets it to `ours` with $object->method($name, $ours), for as long as the call lasts that this is for; `users`: as
 * slock_setting_find_users() tells. NULL with an exception pending: the method has thrown, and it is put back. */
slock_setting *slock_setting_change(zend_object *object, const char *method, zend_long name, const zval *users,
									const zval *ours);

/* The call has ended, in whatever way: sets what the user had set, or what another call needs that goes on. Frees; NULL
 * does nothing. What is pending stays pending. False: the method has thrown. */
bool slock_setting_put_back(slock_setting *setting);

/* For slock.c only, when the objects of the request are gone: forgets those that a jump has left. */
void slock_settings_forget(void);

#endif
