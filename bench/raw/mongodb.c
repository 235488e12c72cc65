/* SPDX-License-Identifier: MIT
 *
 * mongodb URI DATABASE COLLECTION: the commands of MongoDbStore with libmongoc. Acquire: an upsert whose filter is the
 * own token or an expired lock; release: delete by name and token. Majority write concern, as the store. */
#include <string.h>
#include <sys/time.h>

#include <mongoc/mongoc.h>

#include "raw.h"

#define KEY "slock-bench-raw"
#define TOKEN "cmF3IGJlbmNobWFyayB0b2tlbiwgMzIgYnl0ZXMgbG9uZw=="

static mongoc_collection_t *collection;

static int64_t milliseconds(void)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	return (int64_t) now.tv_sec * 1000 + now.tv_usec / 1000;
}

static void acquire(void)
{
	int64_t now = milliseconds();
	bson_t *filter = BCON_NEW("_id", BCON_UTF8(KEY), "$or", "[", "{", "token", BCON_UTF8(TOKEN), "}", "{", "expires_at",
							  "{", "$lte", BCON_DATE_TIME(now), "}", "}", "]");
	bson_t *update = BCON_NEW("$set", "{", "_id", BCON_UTF8(KEY), "token", BCON_UTF8(TOKEN), "expires_at",
							  BCON_DATE_TIME(now + 30000), "}");
	bson_t *options = BCON_NEW("upsert", BCON_BOOL(true));
	bson_error_t error;

	if (!mongoc_collection_update_one(collection, filter, update, options, NULL, &error)) {
		give_up("acquire: %s", error.message);
	}
	bson_destroy(filter);
	bson_destroy(update);
	bson_destroy(options);
}

static void release(void)
{
	bson_t *filter = BCON_NEW("_id", BCON_UTF8(KEY), "token", BCON_UTF8(TOKEN)), reply;
	bson_error_t error;
	bson_iter_t deleted;

	if (!mongoc_collection_delete_one(collection, filter, NULL, &reply, &error)) {
		give_up("release: %s", error.message);
	}
	if (!bson_iter_init_find(&deleted, &reply, "deletedCount") || bson_iter_as_int64(&deleted) != 1) {
		give_up("release: the lock was not there");
	}
	bson_destroy(&reply);
	bson_destroy(filter);
}

static void cycle(void)
{
	acquire();
	release();
}

int main(int argc, char **argv)
{
	mongoc_write_concern_t *concern = mongoc_write_concern_new();
	mongoc_client_t *client;

	if (argc != 4) {
		give_up("usage: mongodb URI DATABASE COLLECTION");
	}
	mongoc_init();
	client = mongoc_client_new(argv[1]);
	if (!client) {
		give_up("not a MongoDB URI");
	}
	collection = mongoc_client_get_collection(client, argv[2], argv[3]);
	mongoc_write_concern_set_wmajority(concern, 0);
	mongoc_collection_set_write_concern(collection, concern);
	return serve(cycle);
}
