/* SPDX-License-Identifier: MIT
 *
 * The object behind MongoDbDocumentStore: its locks and its versions are in files of their own. */
#ifndef SLOCK_STORES_MONGODB_DOCUMENT_STORE_H
#define SLOCK_STORES_MONGODB_DOCUMENT_STORE_H

#include "clients/mongodb/mongodb.h"
#include "core/store.h"

typedef struct {
	slock_mongodb *mongodb; /* NULL only before __construct() ran */
	zend_string *database, *collection;
	zend_string *lock_field, *owner_field, *version_field;
	zend_object *session; /* owned; NULL: none */
	zend_object *manager; /* owned: by DSN, the Manager that versions are asked for with; NULL: not yet */
	HashTable *uri_options, *driver_options; /* owned: for that; NULL: none */
	slock_store base;
} slock_document_store;

static inline slock_document_store *slock_document_of(slock_store *store)
{
	return SLOCK_STORE_AS(slock_document_store, store);
}

#endif
