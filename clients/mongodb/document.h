/* SPDX-License-Identifier: MIT
 *
 * The commands and answers of MongoDbDocumentStore, for the native client. Plain C over libbson. */
#ifndef SLOCK_CLIENTS_MONGODB_DOCUMENT_H
#define SLOCK_CLIENTS_MONGODB_DOCUMENT_H

#include <bson/bson.h>

#include "clients/mongodb/mongodb.h"

/* Makes the command of call->text, which the caller destroys. False: there is none, the result has the reason. */
bool slock_mongodb_document_build(bson_t *command, const slock_mongodb_call *call, slock_result *result);

/* Reads whether the document was found, whether our token holds it, and a fencing token from an answer with ok: 1. */
void slock_mongodb_document_read(const bson_t *answer, const slock_mongodb_call *call, slock_mongodb_reply *reply);

#endif
