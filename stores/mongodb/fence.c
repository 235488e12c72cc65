/* SPDX-License-Identifier: MIT
 *
 * The fencing tokens of MongoDbStore; see fence.h. */
#include "php_slock.h"
#include "clients/mongodb/uri.h"
#include "core/exceptions.h"
#include "core/fencing.h"
#include "stores/mongodb/document_id.h"
#include "stores/mongodb/fence.h"

#define A_DAY 86400000 /* ms */

zend_string *slock_mongodb_fence_name(const zend_string *collection)
{
	return zend_string_concat2(ZSTR_VAL(collection), ZSTR_LEN(collection), ZEND_STRL("_fence"));
}

/* The time in us, or one more than the last token. The document lives a day longer than the lock could, by the latest
 * of all clocks that have asked: so the time is beyond the token when there is nothing left of it but the time. */
static zend_string *fence_command(const zend_string *collection, const slock_request *request, const zend_string *token)
{
	const int64_t now = slock_fence_after(0);
	smart_str json = {0};

	smart_str_appends(&json, "{\"findAndModify\":");
	slock_document_append_value(&json, ZSTR_VAL(collection), ZSTR_LEN(collection));
	smart_str_appends(&json, ",\"query\":{\"_id\":");
	slock_document_append_value(&json, ZSTR_VAL(request->resource), ZSTR_LEN(request->resource));
	smart_str_append_printf(&json,
							"},\"update\":[{\"$set\":{\"fence\":{\"$max\":[{\"$add\":[\"$fence\",{\"$numberLong\":"
							"\"1\"}]},{\"$numberLong\":\"%" PRId64 "\"}]},\"expires_at\":{\"$max\":[\"$expires_at\","
							"{\"$date\":{\"$numberLong\":\"%" PRId64 "\"}}]}}}],\"upsert\":true,\"new\":true,"
							"\"fields\":{\"_id\":0,\"fence\":1,\"held\":{\"$cond\":[true,{\"$literal\":",
							now, now / 1000 + (int64_t) ceil(request->ttl * 1000.0) + A_DAY);
	slock_document_append_value(&json, ZSTR_VAL(token), ZSTR_LEN(token));
	smart_str_appends(&json, "},\"\"]}}}");
	smart_str_0(&json);
	return json.s;
}

slock_status slock_mongodb_mint(slock_mongodb *mongodb, const zend_string *database, const zend_string *collection,
								const slock_request *request, const zend_string *token, slock_result *result)
{
	zend_string *command = fence_command(collection, request, token);
	slock_mongodb_call call = {
		.command = SLOCK_MONGODB_DOCUMENT_WRITE,
		.database = ZSTR_VAL(database),
		.collection = ZSTR_VAL(collection),
		.text = ZSTR_VAL(command),
		.answer_by = request->answer_by,
	};
	slock_mongodb_reply reply = {0};

	call.token.bytes = ZSTR_VAL(token);
	call.token.length = ZSTR_LEN(token);
	call.token.binary = !slock_mongodb_is_utf8(ZSTR_VAL(token), ZSTR_LEN(token));
	mongodb->ops->run(mongodb, &call, &reply, result);
	if (result->status == SLOCK_STORAGE_ERROR && reply.duplicate) {
		/* Somebody else, whose time is over, made it in the same moment. */
		slock_result_dtor(result);
		mongodb->ops->run(mongodb, &call, &reply, result);
	}
	zend_string_release(command);
	if (result->status != SLOCK_OK) {
		return result->status;
	}
	if (!reply.count || reply.fence <= 0) {
		return slock_result_error(result, "MongoDB: %s.%s has no fencing token for the lock \"%s\"", ZSTR_VAL(database),
								  ZSTR_VAL(collection), ZSTR_VAL(request->resource));
	}
	result->fence = reply.fence;
	return SLOCK_OK;
}
