/* SPDX-License-Identifier: MIT
 *
 * What MongoDbDocumentStore says to the server, as MongoDB's Extended JSON: one command an operation. */
#ifndef SLOCK_STORES_MONGODB_DOCUMENT_COMMANDS_H
#define SLOCK_STORES_MONGODB_DOCUMENT_COMMANDS_H

#include "php.h"
#include "core/store.h"

/* What a command is made of. Borrowed. */
typedef struct {
	const zend_string *collection, *lock_field, *owner_field; /* UTF-8; fields without '.', '$', '"', '\\' */
	const zend_string *token;
	int64_t now, until; /* milliseconds of Unix time */
	bool keeps_later;   /* a later end that the document has for our token stays */
} slock_document_terms;

/* The command of a request, owned by the caller. Its answer has the token in its field `held` where, afterwards, the
 * key holds the lock as the request wants it; for a release: where it did before. A command may be sent twice. */
zend_string *slock_document_command(const slock_document_terms *terms, const slock_request *request);

#endif
