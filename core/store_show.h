/* SPDX-License-Identifier: MIT
 *
 * For a store's show(): what dumps tell in the place of private properties of the native class. */
#ifndef SLOCK_CORE_STORE_SHOW_H
#define SLOCK_CORE_STORE_SHOW_H

#include "core/store.h"

/* The text is copied. */
void slock_store_show_text(slock_store *store, HashTable *into, const char *name, const char *text);
void slock_store_show_number(slock_store *store, HashTable *into, const char *name, zend_long number);

/* By which way the servers are reached: the class of a client object, or, for NULL, our own. */
void slock_store_show_transport(slock_store *store, HashTable *into, const zend_object *client);

#endif
