/* SPDX-License-Identifier: MIT
 *
 * The commands and answers of MongoDbDocumentStore, for client objects. */
#ifndef SLOCK_CLIENTS_MONGODB_CLIENT_DOCUMENT_H
#define SLOCK_CLIENTS_MONGODB_CLIENT_DOCUMENT_H

#include "php.h"
#include "clients/mongodb/mongodb.h"

/* Runs the command of call->text on the Manager; an exception may be pending afterwards. Runs PHP code. False: what
 * came is the answer to another question. */
bool slock_mongodb_object_run_document(zend_object *manager, const slock_mongodb_call *call,
									   slock_mongodb_reply *reply);

/* Runs a command for call->database, with the session and the concern of the call; `document`: its text as an object,
 * or an array. `rows` is what the cursor's toArray() returns, for the caller to free. False with an exception pending.
 */
bool slock_mongodb_object_ask(zend_object *manager, const slock_mongodb_call *call, zval *document, zval *rows);

/* The concern of writes: a majority confirms them for as long as the Manager's own concern says, else for
 * slock.command_timeout, and until `answer_by` at most. Runs no code of the user's. False with an exception pending. */
bool slock_mongodb_object_make_concern(zend_object *manager, slock_time answer_by, zval *concern);

/* The field of a document in an answer; borrowed, NULL: it has none. */
zval *slock_mongodb_object_field(zval *document, const char *name);

/* What the Manager has thrown, which is not pending any more: notes what may be done all the same. Runs PHP code, whose
 * exceptions stay pending. */
void slock_mongodb_object_judge_document(zend_object *thrown, slock_mongodb_reply *reply);

/* The BSON value of an Extended JSON document with the driver's own classes, as an object that Command and BulkWrite
 * take. False with an exception pending. */
bool slock_mongodb_object_parse(const char *text, zval *document);

#endif
