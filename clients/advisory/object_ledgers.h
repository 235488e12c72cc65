/* SPDX-License-Identifier: MIT
 *
 * Ledgers that hang on client objects: a session over a \PDO or another driver's object is known by that object, and its
 * ledger goes with it. */
#ifndef SLOCK_ADVISORY_OBJECT_LEDGERS_H
#define SLOCK_ADVISORY_OBJECT_LEDGERS_H

#include "clients/advisory/ledger.h"

/* The object's ledger, made when it has none; valid until the object is freed or slock_object_ledger_remove(). The object is
 * not kept alive. */
slock_ledger *slock_object_ledger(zend_object *object);

/* The same, or NULL when it has none. */
slock_ledger *slock_object_ledger_find(zend_object *object);

/* For an object that will be abandoned: one that is not freed tells nobody, and its address may come again. */
void slock_object_ledger_remove(zend_object *object);

/* For slock.c: after the objects of a request are gone. */
void slock_object_ledgers_end_request(void);

#endif
