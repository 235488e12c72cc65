/* SPDX-License-Identifier: MIT
 *
 * The commands of MongoDbStore; see commands.h. */
#include "clients/mongodb/commands.h"
#include "clients/mongodb/document.h"

static void commands_append_value(bson_t *document, const char *name, const slock_mongodb_value *value)
{
	if (value->binary) {
		bson_append_binary(document, name, -1, BSON_SUBTYPE_BINARY, (const uint8_t *) value->bytes,
						   (uint32_t) value->length);
	} else {
		bson_append_utf8(document, name, -1, value->bytes, (int) value->length);
	}
}

/* {_id: …, token: …} */
static void commands_append_own(bson_t *filter, const slock_mongodb_call *call)
{
	commands_append_value(filter, "_id", &call->id);
	commands_append_value(filter, "token", &call->token);
}

static void commands_append_comparison(bson_t *filter, const char *operator, int64_t date)
{
	bson_t comparison;

	bson_append_document_begin(filter, "expires_at", -1, &comparison);
	bson_append_date_time(&comparison, operator, - 1, date);
	bson_append_document_end(filter, &comparison);
}

/* The caller names the elements "0", "1" …. libbson 2.5 has deprecated the old name of this function. */
static void commands_begin_array(bson_t *document, const char *name, bson_t *array)
{
#if BSON_CHECK_VERSION(2, 5, 0)
	bson_append_array_unsafe_begin(document, name, -1, array);
#else
	bson_append_array_begin(document, name, -1, array);
#endif
}

/* {_id: …, $or: [{token: …}, {expires_at: {$lte: now}}]} */
static void commands_append_own_or_expired(bson_t *filter, const slock_mongodb_call *call)
{
	bson_t either, branch;

	commands_append_value(filter, "_id", &call->id);
	commands_begin_array(filter, "$or", &either);
	bson_append_document_begin(&either, "0", -1, &branch);
	commands_append_value(&branch, "token", &call->token);
	bson_append_document_end(&either, &branch);
	bson_append_document_begin(&either, "1", -1, &branch);
	commands_append_comparison(&branch, "$lte", call->now);
	bson_append_document_end(&either, &branch);
	bson_append_array_end(filter, &either);
}

static void commands_build_update(bson_t *command, const slock_mongodb_call *call)
{
	bson_t list, statement, part, set;

	bson_append_utf8(command, "update", -1, call->collection, -1);
	commands_begin_array(command, "updates", &list);
	bson_append_document_begin(&list, "0", -1, &statement);
	bson_append_document_begin(&statement, "q", -1, &part);
	if (call->command == SLOCK_MONGODB_ACQUIRE) {
		commands_append_own_or_expired(&part, call);
	} else {
		commands_append_own(&part, call);
	}
	bson_append_document_end(&statement, &part);
	bson_append_document_begin(&statement, "u", -1, &part);
	bson_append_document_begin(&part, "$set", -1, &set);
	commands_append_own(&set, call);
	if (call->keeps_later) {
		bson_append_document_end(&part, &set);
		bson_append_document_begin(&part, "$max", -1, &set);
	}
	bson_append_date_time(&set, "expires_at", -1, call->expires_at);
	bson_append_document_end(&part, &set);
	bson_append_document_end(&statement, &part);
	if (call->command == SLOCK_MONGODB_ACQUIRE) {
		bson_append_bool(&statement, "upsert", -1, true);
	}
	bson_append_document_end(&list, &statement);
	bson_append_array_end(command, &list);
}

static void commands_build_find(bson_t *command, const slock_mongodb_call *call)
{
	bson_t part;

	bson_append_utf8(command, "find", -1, call->collection, -1);
	bson_append_document_begin(command, "filter", -1, &part);
	commands_append_own(&part, call);
	commands_append_comparison(&part, "$gt", call->now);
	bson_append_document_end(command, &part);
	bson_append_document_begin(command, "projection", -1, &part);
	bson_append_int32(&part, "_id", -1, 1);
	bson_append_document_end(command, &part);
	bson_append_int64(command, "limit", -1, 1);
	bson_append_bool(command, "singleBatch", -1, true);
}

static void commands_build_delete(bson_t *command, const slock_mongodb_call *call)
{
	bson_t list, statement, part;

	bson_append_utf8(command, "delete", -1, call->collection, -1);
	commands_begin_array(command, "deletes", &list);
	bson_append_document_begin(&list, "0", -1, &statement);
	bson_append_document_begin(&statement, "q", -1, &part);
	commands_append_own(&part, call);
	bson_append_document_end(&statement, &part);
	bson_append_int32(&statement, "limit", -1, 1);
	bson_append_document_end(&list, &statement);
	bson_append_array_end(command, &list);
}

static void commands_build_index(bson_t *command, const slock_mongodb_call *call)
{
	bson_t list, index, key;

	bson_append_utf8(command, "createIndexes", -1, call->collection, -1);
	commands_begin_array(command, "indexes", &list);
	bson_append_document_begin(&list, "0", -1, &index);
	bson_append_document_begin(&index, "key", -1, &key);
	bson_append_int32(&key, "expires_at", -1, 1);
	bson_append_document_end(&index, &key);
	bson_append_utf8(&index, "name", -1, "expires_at_1", -1);
	bson_append_int64(&index, "expireAfterSeconds", -1, call->expire_after);
	bson_append_document_end(&list, &index);
	bson_append_array_end(command, &list);
}

bool slock_mongodb_command_build(bson_t *command, const slock_mongodb_call *call, slock_result *result)
{
	if (call->text) {
		return slock_mongodb_document_build(command, call, result);
	}
	bson_init(command);
	switch (call->command) {
		case SLOCK_MONGODB_ACQUIRE:
		case SLOCK_MONGODB_REFRESH:
			commands_build_update(command, call);
			break;
		case SLOCK_MONGODB_RELEASE:
			commands_build_delete(command, call);
			break;
		case SLOCK_MONGODB_EXISTS:
			commands_build_find(command, call);
			break;
		case SLOCK_MONGODB_INDEX:
			commands_build_index(command, call);
			break;
		case SLOCK_MONGODB_DOCUMENT_WRITE:
		case SLOCK_MONGODB_DOCUMENT_READ:
			break;
	}
	return true;
}
