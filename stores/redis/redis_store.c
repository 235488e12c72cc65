/* SPDX-License-Identifier: MIT
 *
 * RedisStore: every operation is one script call. */
#include "php_slock.h"
#include "clients/channel.h"
#include "clients/in_use.h"
#include "clients/redis/lines.h"
#include "clients/redis/slots.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/store_operations.h"
#include "core/store_show.h"
#include "core/text.h"
#include "stores/redis/redis_store.h"
#include "stores/redis/scripts.h"
#include "stores/redis/wakeup.h"
#include "stores/stores.h"

#include "zend_attributes.h"

#include "stubs/RedisStore_arginfo.h"

/* One call with the texts of its numbers. */
typedef struct {
	slock_redis_call call;
	char ttl[32];
	char kept_for[32];
	char fence[32];
	zend_string *companion; /* owned; NULL: none */
} redis_prepared_call;

/* What a begun operation keeps until its end. */
typedef struct {
	redis_prepared_call prepared;
	zend_string *resource;
	zend_string *token;
	zend_string *failed;            /* why the lock is being given back; NULL: it is not */
	slock_channel_pending *pending; /* behind it in memory */
} redis_pending;

static const slock_redis_script *redis_script_for(slock_op op, slock_mode mode, bool fencing)
{
	switch (op) {
		case SLOCK_OP_ACQUIRE:
			if (UNEXPECTED(fencing)) {
				return mode == SLOCK_READ ? &slock_redis_scripts.acquire_read_fenced
										  : &slock_redis_scripts.acquire_fenced;
			}
			return mode == SLOCK_READ ? &slock_redis_scripts.acquire_read : &slock_redis_scripts.acquire;
		case SLOCK_OP_REFRESH:
			return &slock_redis_scripts.refresh;
		case SLOCK_OP_EXISTS:
			return &slock_redis_scripts.exists;
		case SLOCK_OP_RAISE:
			return &slock_redis_scripts.raise;
		default:
			return &slock_redis_scripts.release;
	}
}

static void redis_add_argument(slock_redis_call *call, const char *text, size_t length)
{
	call->arguments[call->argument_count] = text;
	call->lengths[call->argument_count++] = length;
}

/* Milliseconds, rounded up so that a lock never lives shorter than asked. */
static size_t redis_print_ttl(char *buffer, size_t size, const slock_request *request)
{
	const double ttl = ceil(request->ttl * 1000.0);
	const char *before = request->only_prolongs ? "+" : "", *behind = request->keeps_writer ? " " : "";
	char digits[MAX_LENGTH_OF_LONG + 1], *number; /* and a sign */

	/* Printing a double, or by a format at all, takes several times as long. */
	if (EXPECTED(ttl >= 0.0 && ttl < (double) ZEND_LONG_MAX && !*behind)) {
		number = zend_print_ulong_to_buf(digits + sizeof(digits) - 1, (zend_ulong) ttl);
		if (*before) {
			*--number = *before;
		}
		memcpy(buffer, number, (size_t) (digits + sizeof(digits) - number));
		return (size_t) (digits + sizeof(digits) - 1 - number);
	}
	return (size_t) snprintf(buffer, size, "%s%.0f%s", before, ttl, behind);
}

/* An attempt of a waiter, where the script has to know. */
static void redis_add_waiter(redis_prepared_call *prepared, const slock_watch *watch)
{
	slock_redis_call *call = &prepared->call;
	slock_redis_turn turn;

	if (!slock_redis_wait_describe(watch, &turn)) {
		return;
	}
	redis_add_argument(call, ZEND_STRL("")); /* the time */
	redis_add_argument(call, ZEND_STRL("")); /* the number */
	redis_add_argument(call, ZSTR_VAL(turn.id), ZSTR_LEN(turn.id));
	redis_add_argument(call, prepared->kept_for,
					   (size_t) snprintf(prepared->kept_for, sizeof(prepared->kept_for), ZEND_LONG_FMT, turn.kept_for));
	redis_add_argument(call, turn.place, strlen(turn.place));
}

/* How an acquisition that replicas have to confirm learns whether the key has held the lock before. */
static void redis_add_question_of_held(slock_redis_call *call)
{
	const int at = SLOCK_REDIS_OBJECT_ARGUMENTS; /* in the place of a client object's number */

	while (call->argument_count <= at) {
		redis_add_argument(call, ZEND_STRL(""));
	}
	call->arguments[at] = "held";
	call->lengths[at] = sizeof("held") - 1;
}

/* Points into `prepared`, the resource and the token: none of them may move or go before the call has ended. Ends in
 * redis_unprepare(). */
static void redis_prepare(slock_redis_store *store, const slock_request *request, zend_string *resource,
						  zend_string *token, redis_prepared_call *prepared)
{
	const bool fences = slock_store_fences(&store->base);
	slock_redis_call *call = &prepared->call;

	call->script = redis_script_for(request->op, request->mode, fences);
	call->key = ZSTR_VAL(resource);
	call->key_length = ZSTR_LEN(resource);
	call->argument_count = 0;
	prepared->companion = NULL;
	call->companion = NULL;
	if (UNEXPECTED(fences) && (request->op == SLOCK_OP_ACQUIRE || request->op == SLOCK_OP_RAISE)) {
		prepared->companion = slock_redis_name_beside(resource, ZEND_STRL("fence"));
		call->companion = ZSTR_VAL(prepared->companion);
		call->companion_length = ZSTR_LEN(prepared->companion);
	}
	call->once = call->unheard = call->waits = false;
	call->replicas = request->op == SLOCK_OP_ACQUIRE || request->op == SLOCK_OP_REFRESH || request->op == SLOCK_OP_RAISE
						 ? store->replicas
						 : 0;
	call->replica_timeout = store->replica_timeout;
	call->answer_by = request->answer_by;
	redis_add_argument(call, ZSTR_VAL(token), ZSTR_LEN(token));
	if (request->op == SLOCK_OP_RELEASE) {
		if (slock_redis_wait_is_publish_denied(&store->wait)) {
			redis_add_argument(call, ZEND_STRL("0"));
		}
		return;
	}
	if (UNEXPECTED(request->op == SLOCK_OP_RAISE)) {
		redis_add_argument(call, prepared->fence,
						   (size_t) snprintf(prepared->fence, sizeof(prepared->fence), "%" PRId64, request->fence));
	} else {
		redis_add_argument(call, prepared->ttl, redis_print_ttl(prepared->ttl, sizeof(prepared->ttl), request));
	}
	if (request->watch && request->op == SLOCK_OP_ACQUIRE) {
		call->waits = true;
		redis_add_waiter(prepared, request->watch);
	}
	if (UNEXPECTED(call->replicas) && request->op == SLOCK_OP_ACQUIRE) {
		redis_add_question_of_held(call);
	}
}

static void redis_unprepare(redis_prepared_call *prepared)
{
	slock_text_release(prepared->companion);
}

/* Whether this key is the writer, and is to be told so. */
static bool redis_has_to_demote(const slock_request *request, const slock_redis_reply *reply,
								const slock_result *result)
{
	return request->keeps_writer && result->status == SLOCK_OK && reply->integer == SLOCK_REDIS_WRITER;
}

/* What the answer means; see slock_redis_script_set. */
static slock_status redis_conclude(slock_redis_store *store, slock_op op, zend_string *resource,
								   const slock_redis_reply *reply, slock_result *result)
{
	const long long answer = reply->integer;
	bool done = answer == 1;

	if (result->status != SLOCK_OK) {
		return result->status;
	}
	if (op == SLOCK_OP_RELEASE && answer >= -1 && answer != 0) {
		slock_redis_wait_released(&store->wait, resource, answer);
		done = true;
	} else if (op == SLOCK_OP_ACQUIRE && answer > 1 && slock_store_fences(&store->base)) {
		result->fence = answer;
		done = true;
	} else if (answer != 0 && answer != 1 && (op != SLOCK_OP_ACQUIRE || answer > 0)) {
		return slock_result_error(result, "Redis: %lld is no answer to the script", answer);
	}
	return slock_result_set(result, done ? SLOCK_OK : SLOCK_CONFLICT);
}

/* What a waiter learns of the lock that it did not get. */
static void redis_tell_waiter(const slock_request *request, const slock_redis_reply *reply, const slock_result *result)
{
	if (UNEXPECTED(request->watch) && request->op == SLOCK_OP_ACQUIRE && result->status == SLOCK_CONFLICT) {
		slock_redis_wait_conflict(request->watch, reply->integer);
	}
}

/* Whether the lock that an acquisition has got, or may have got, but cannot keep, is to be given back: not one that the
 * key had before. */
static bool redis_has_to_give_back(const slock_request *request, const slock_redis_reply *reply)
{
	return UNEXPECTED(reply->type >= SLOCK_REDIS_TO_GIVE_BACK) && request->op == SLOCK_OP_ACQUIRE &&
		   (reply->type == SLOCK_REDIS_TO_GIVE_BACK || slock_request_may_be_undone(request, true));
}

/* After exit() no code of a client object may run: then it stays in doubt. */
static void redis_give_back(slock_redis_store *store, const slock_request *request, zend_string *token,
							slock_result *result)
{
	slock_request release = slock_store_undoing(&store->base, request);
	slock_saved_exception pending = {0};
	slock_result ignored = SLOCK_RESULT_INIT;
	slock_redis_reply reply;
	redis_prepared_call prepared;

	if (!slock_exception_set_aside(&pending)) {
		return;
	}
	redis_prepare(store, &release, request->resource, token, &prepared);
	store->redis->ops->run(store->redis, &prepared.call, &reply, &ignored);
	redis_conclude(store, SLOCK_OP_RELEASE, request->resource, &reply, &ignored);
	slock_result_note_undo(result, &ignored);
	redis_unprepare(&prepared);
	slock_result_dtor(&ignored);
	slock_exception_restore(&pending);
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(result, SLOCK_INTERRUPTED);
	}
}

static slock_status redis_run(slock_store *base, const slock_request *request, slock_result *result)
{
	slock_redis_store *store = slock_redis_store_of(base);
	zend_string *token = slock_key_token(request->key, base->state_name);
	slock_redis_reply reply;
	redis_prepared_call prepared;

	if (!token) {
		return slock_result_set(result, SLOCK_INTERRUPTED);
	}
	if (UNEXPECTED(request->only_if_held) && slock_client_is_in_use(store->redis->client, base->ops->name, result)) {
		zend_string_release(token);
		return result->status;
	}
	redis_prepare(store, request, request->resource, token, &prepared);
	/* The members of a quorum are asked what they did. */
	prepared.call.unheard = UNEXPECTED(store->sends_releases) && request->op == SLOCK_OP_RELEASE && !request->of_member;
	store->redis->ops->run(store->redis, &prepared.call, &reply, result);
	if (UNEXPECTED(prepared.call.unheard) && result->status == SLOCK_OK) {
		/* Whatever becomes of the release on its way: it has nothing to do with what the key holds next. */
		slock_key_remove_state(request->key, base->state_name);
	}
	if (UNEXPECTED(redis_has_to_demote(request, &reply, result))) {
		slock_request demotion = *request;

		demotion.keeps_writer = false;
		result->asked_writer = true;
		redis_unprepare(&prepared);
		zend_string_release(token);
		return redis_run(base, &demotion, result);
	}
	redis_conclude(store, request->op, request->resource, &reply, result);
	redis_tell_waiter(request, &reply, result);
	redis_unprepare(&prepared);
	if (redis_has_to_give_back(request, &reply)) {
		redis_give_back(store, request, token, result);
	}
	zend_string_release(token);
	return result->status;
}

static void redis_end_pending(slock_pending *pending)
{
	redis_pending *own = pending->connection;

	pending->connection = NULL;
	zend_string_release(own->resource);
	zend_string_release(own->token);
	redis_unprepare(&own->prepared);
	slock_text_release(own->failed);
	efree(own);
}

/* Tells what is awaited now. */
static void redis_await(slock_redis_store *store, bool begun_now, slock_pending *pending)
{
	const redis_pending *own = pending->connection;

	if (slock_channel_describe(own->pending, begun_now, store->redis->command_timeout, pending)) {
		pending->timeout = MAX(slock_clock_left(pending->deadline), 0);
	}
	pending->sent_all = !pending->connecting && !own->pending->paused;
}

/* Puts what the request asks for on the wire. False: it cannot be. */
static bool redis_begin_call(slock_redis_store *store, const slock_request *request, redis_pending *own,
							 slock_result *result)
{
	redis_prepare(store, request, own->resource, own->token, &own->prepared);
	own->prepared.call.once = true;
	return store->redis->ops->begin(store->redis, &own->prepared.call, own->pending, result);
}

static bool redis_begin(slock_store *base, const slock_request *request, slock_pending *pending, slock_result *result)
{
	slock_redis_store *store = slock_redis_store_of(base);
	zend_string *token = slock_key_token(request->key, base->state_name);
	redis_pending *own;

	if (!token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	own = emalloc(sizeof(*own) + store->redis->ops->pending_size);
	own->pending = (slock_channel_pending *) (own + 1);
	own->pending->sent = own->pending->paused = false;
	own->resource = zend_string_copy(request->resource);
	own->token = token;
	own->failed = NULL;
	pending->connection = own;
	if (!redis_begin_call(store, request, own, result)) {
		redis_end_pending(pending);
		return false;
	}
	pending->server = store->redis->name;
	pending->timeout = store->redis->command_timeout;
	redis_await(store, true, pending);
	return true;
}

/* Puts the release of such a lock on the wire; its end is that of the operation. False: it cannot be. */
static bool redis_begin_giving_back(slock_redis_store *store, slock_pending *pending, slock_result *result)
{
	redis_pending *own = pending->connection;
	slock_request release = slock_store_undoing(&store->base, &pending->request);
	slock_result ignored = SLOCK_RESULT_INIT;
	bool begun;

	pending->request.answer_by = release.answer_by;
	own->failed = zend_string_init(result->message, strlen(result->message), false);
	redis_unprepare(&own->prepared);
	begun = redis_begin_call(store, &release, own, &ignored);
	slock_result_dtor(&ignored);
	/* Not the acquisition, which may have been, too. */
	pending->sent_again = result->sent_again = ignored.sent_again;
	if (begun) {
		slock_result_reset(result);
		redis_await(store, true, pending);
	}
	return begun;
}

static bool redis_finish(slock_store *base, slock_pending *pending, slock_result *result)
{
	slock_redis_store *store = slock_redis_store_of(base);
	redis_pending *own = pending->connection;
	slock_redis_reply reply;
	bool granted;

	for (;;) {
		if (!store->redis->ops->finish(store->redis, &own->prepared.call, own->pending, &reply, result)) {
			redis_await(store, false, pending);
			if (slock_clock_now() < pending->deadline) {
				return false;
			}
			granted = store->redis->ops->abandon(store->redis, own->pending, true);
			slock_result_error(result, "Redis at %s: no answer within %.3g seconds", store->redis->name,
							   slock_seconds(pending->timeout));
			if (UNEXPECTED(granted && pending->request.op == SLOCK_OP_ACQUIRE && !own->failed) &&
				redis_begin_giving_back(store, pending, result)) {
				return false;
			}
			break;
		}
		if (own->failed) {
			redis_conclude(store, SLOCK_OP_RELEASE, own->resource, &reply, result);
			break;
		}
		if (redis_has_to_give_back(&pending->request, &reply)) {
			if (redis_begin_giving_back(store, pending, result)) {
				return false;
			}
			break;
		}
		if (EXPECTED(!redis_has_to_demote(&pending->request, &reply, result))) {
			redis_conclude(store, pending->request.op, own->resource, &reply, result);
			redis_tell_waiter(&pending->request, &reply, result);
			break;
		}
		pending->request.keeps_writer = false;
		redis_unprepare(&own->prepared);
		if (!redis_begin_call(store, &pending->request, own, result)) {
			break;
		}
	}
	if (own->failed) {
		result->sent_again = result->sent_again || pending->sent_again;
		slock_result_note_undo(result, result);
		slock_result_reset(result);
		slock_result_error(result, "%s", ZSTR_VAL(own->failed));
	}
	slock_channel_describe_end(own->pending, pending);
	redis_end_pending(pending);
	return true;
}

static void redis_abandon(slock_store *base, slock_pending *pending)
{
	redis_pending *own = pending->connection;

	slock_redis_store_of(base)->redis->ops->abandon(slock_redis_store_of(base)->redis, own->pending, false);
	redis_end_pending(pending);
}

static bool redis_is_connected(slock_store *base)
{
	slock_redis *redis = slock_redis_store_of(base)->redis;

	return redis->ops->is_connected && redis->ops->is_connected(redis);
}

/* The thread would not await replicas. */
static slock_line *redis_line(slock_store *base, zend_string *resource)
{
	const slock_redis_store *store = slock_redis_store_of(base);

	return store->replicas
			   ? NULL
			   : slock_redis_line_to(store->redis, ZSTR_VAL(resource), ZSTR_LEN(resource), &slock_redis_scripts.renew);
}

static void redis_watch_begin(slock_store *base, const slock_request *request, slock_watch *watch)
{
	slock_redis_wait_begin(&slock_redis_store_of(base)->wait, request->resource, watch);
}

static void redis_watch_on_conflict(slock_store *base, const slock_request *request, slock_watch *watch)
{
	slock_redis_wait_on_conflict(&slock_redis_store_of(base)->wait, slock_redis_store_of(base)->redis, request, watch);
}

static void redis_watch_poll(slock_store *base, const slock_request *request, slock_watch *watch)
{
	slock_redis_wait_poll(&slock_redis_store_of(base)->wait, watch);
}

static void redis_watch_end(slock_store *base, slock_watch *watch, bool acquired)
{
	slock_redis_wait_end(&slock_redis_store_of(base)->wait, watch, acquired);
}

static const slock_watch_ops redis_watch = {
	.begin = redis_watch_begin,
	.on_conflict = redis_watch_on_conflict,
	.poll = redis_watch_poll,
	.end = redis_watch_end,
};

static void redis_show(slock_store *base, HashTable *into)
{
	const slock_redis *redis = slock_redis_store_of(base)->redis;

	slock_store_show_transport(base, into, redis->client);
	if (!redis->client) {
		slock_store_show_text(base, into, "server", redis->name);
		slock_store_show_number(base, into, "database", redis->database);
	}
}

static void redis_free(slock_store *base)
{
	slock_redis *redis = slock_redis_store_of(base)->redis;

	slock_redis_wait_free(&slock_redis_store_of(base)->wait);
	if (redis) {
		redis->ops->free(redis);
	}
}

static const slock_store_ops redis_ops = {
	.name = "RedisStore",
	.run = redis_run,
	.begin = redis_begin,
	.finish = redis_finish,
	.abandon = redis_abandon,
	.is_connected = redis_is_connected,
	.watch = &redis_watch,
	.line = redis_line,
	.show = redis_show,
	.free = redis_free,
	.size = sizeof(slock_redis_store),
	.capabilities = SLOCK_STORE_SHARES | SLOCK_STORE_EXPIRES | SLOCK_STORE_RAISES,
	.initial_ttl = 300.0,
	.min_ttl = 0.0,
	/* The expiry in ms must stay below 2^53, where a sorted set's score is exact. */
	.max_ttl = 1e12,
};

void slock_redis_store_register(void)
{
	slock_store_class_init(register_class_Symfony_Component_Lock_Store_RedisStore(slock_ce_SharedLockStoreInterface),
						   &redis_ops);
#ifdef ZTS
	slock_redis_scripts_hash();
#endif
}
