/* SPDX-License-Identifier: MIT
 *
 * The names of documents: a key's resource stands for the _id of a document, whatever its BSON type. */
#ifndef SLOCK_STORES_MONGODB_DOCUMENT_ID_H
#define SLOCK_STORES_MONGODB_DOCUMENT_ID_H

#include "php.h"
#include "zend_smart_str.h"

/* The resource of an _id: an int, a string, a MongoDB\BSON\ObjectId, Int64 or Binary; a string stands for itself,
 * unless it reads like one of the others. Owned by the caller. NULL: it is none of these, or an exception is pending.
 * May run PHP code. */
zend_string *slock_document_id_name(zval *id);

/* Throws an InvalidArgumentException that names the parameter $id. */
void slock_document_id_refuse(const zval *id);

/* Appends the _id of a resource, in MongoDB's Extended JSON. Any resource stands for one. */
void slock_document_id_append(smart_str *json, const zend_string *resource);

/* Appends bytes as a BSON value in Extended JSON: a string if they are UTF-8, else a binary. */
void slock_document_append_value(smart_str *json, const char *bytes, size_t length);

#endif
