/* SPDX-License-Identifier: MIT
 *
 * The commands and answers of MongoDbDocumentStore; see document.h. */
#include <string.h>

#include "clients/mongodb/document.h"

bool slock_mongodb_document_build(bson_t *command, const slock_mongodb_call *call, slock_result *result)
{
	bson_error_t error;

	if (!bson_init_from_json(command, call->text, -1, &error)) {
		/* The text has the token in it, and an error may quote the text. */
		slock_result_error(result, "MongoDB: the command could not be made");
		return false;
	}
	return true;
}

static bool document_is_ours(const bson_iter_t *held, const slock_mongodb_value *token)
{
	uint32_t length = 0;
	const uint8_t *binary;
	const char *text;

	if (token->binary && BSON_ITER_HOLDS_BINARY(held)) {
		bson_iter_binary(held, NULL, &length, &binary);
		return length == token->length && memcmp(binary, token->bytes, length) == 0;
	}
	if (!token->binary && BSON_ITER_HOLDS_UTF8(held)) {
		text = bson_iter_utf8(held, &length);
		return length == token->length && memcmp(text, token->bytes, length) == 0;
	}
	return false;
}

void slock_mongodb_document_read(const bson_t *answer, const slock_mongodb_call *call, slock_mongodb_reply *reply)
{
	const char *path = call->command == SLOCK_MONGODB_DOCUMENT_WRITE ? "value" : "cursor.firstBatch.0";
	bson_iter_t start, found, document;
	bool held;

	reply->found = bson_iter_init(&start, answer) && bson_iter_find_descendant(&start, path, &found) &&
				   BSON_ITER_HOLDS_DOCUMENT(&found);
	held = reply->found && bson_iter_recurse(&found, &document) && bson_iter_find(&document, "held");
	reply->count = held && document_is_ours(&document, &call->token);
	reply->flagged = held && BSON_ITER_HOLDS_BOOL(&document) && bson_iter_bool(&document);
	reply->fence = reply->found && bson_iter_recurse(&found, &document) && bson_iter_find(&document, "fence") &&
						   BSON_ITER_HOLDS_INT64(&document)
					   ? bson_iter_int64(&document)
					   : 0;
}
