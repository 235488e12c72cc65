/* SPDX-License-Identifier: MIT
 *
 * Script calls through client objects; see client_object.h. */
#include "php_slock.h"
#include "clients/redis/client_object.h"
#include "clients/redis/line_answer.h"
#include "clients/redis/object_call.h"
#include "clients/redis/object_connection.h"
#include "clients/redis/object_server.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/object.h"
#include "core/process.h"
#include "core/text.h"

#include "ext/random/php_random.h"

typedef struct {
	slock_redis base;
	slock_redis_object_connection connection;
	bool looked;         /* for its server */
	bool timeless;       /* a server wants the client's time, and has answered with it, see TIME_ARGUMENT */
	slock_redis *server; /* owned: to subscribe to; NULL: not known */
} redis_object;

/* The form of a call. */
typedef struct {
	bool whole; /* the whole script, not only its hash */
	bool timed; /* the client's time with it */
} redis_object_form;

/* Symfony's lazy proxies forward every method to the client they stand for. */
static const struct {
	const char *name;
	slock_redis_client_kind kind;
} client_classes[] = {
	{"Redis", SLOCK_REDIS_CLIENT_EXTENSION},
	{"Predis\\ClientInterface", SLOCK_REDIS_CLIENT_PREDIS},
	{"RedisCluster", SLOCK_REDIS_CLIENT_EXTENSION},
	{"RedisArray", SLOCK_REDIS_CLIENT_ARRAY},
	{"Relay\\Relay", SLOCK_REDIS_CLIENT_EXTENSION},
	{"Relay\\Cluster", SLOCK_REDIS_CLIENT_EXTENSION},
	{"Symfony\\Component\\Cache\\Traits\\RedisProxy", SLOCK_REDIS_CLIENT_EXTENSION},
	{"Symfony\\Component\\Cache\\Traits\\RedisClusterProxy", SLOCK_REDIS_CLIENT_EXTENSION},
};

static slock_redis_client_kind redis_object_kind_of(zend_object *client)
{
	for (size_t i = 0; i < sizeof(client_classes) / sizeof(*client_classes); i++) {
		if (slock_userland_is_a(client, client_classes[i].name)) {
			return client_classes[i].kind;
		}
	}
	return SLOCK_REDIS_CLIENT_NONE;
}

bool slock_redis_object_is_client(zend_object *client)
{
	return redis_object_kind_of(client) != SLOCK_REDIS_CLIENT_NONE;
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* Whether the object would only put a command on the user's list, from where it would be run some time. */
static bool redis_object_is_queueing(zend_object *client, slock_redis_client_kind kind)
{
	zval mode;
	bool queueing;

	if (kind != SLOCK_REDIS_CLIENT_EXTENSION || !slock_userland_has(client, "getMode")) {
		return false;
	}
	/* If this throws, the script call will tell why. */
	slock_userland_call(client, "getMode", 0, NULL, &mode);
	slock_userland_drop();
	queueing = Z_TYPE(mode) == IS_LONG && Z_LVAL(mode) != 0;
	zval_ptr_dtor(&mode);
	return queueing;
}

/* One EVALSHA or EVAL. The number is a new one each time: an answer without it belongs to what was sent before, by us
 * or by other code, and was not read at the time. */
static slock_redis_call_end redis_object_evaluate(redis_object *redis, zend_object *client,
												  slock_redis_client_kind kind, const slock_redis_call *what,
												  redis_object_form form, slock_redis_reply *reply,
												  slock_result *result)
{
	zval argv[2 + SLOCK_REDIS_OBJECT_WORDS], answer;
	slock_redis_call_end end;
	zend_long number, database;
	uint32_t argc;
	bool called;

	reply->type = SLOCK_REDIS_OTHER;
	reply->integer = 0;
	reply->text[0] = '\0';
	slock_result_set(result, SLOCK_OK);
	/* First, because what goes wrong with it is not this call's last error. */
	database = slock_redis_object_database(&redis->connection, client);
	if (UNEXPECTED(what->answer_by && slock_clock_left(what->answer_by) <= 0)) {
		/* It had to connect for that. */
		slock_result_error(result, "the server does not answer");
		return SLOCK_REDIS_CALL_FAILED;
	}
	if (php_random_int_throw(0, SLOCK_REDIS_GREATEST_NUMBER, &number) == FAILURE) {
		slock_result_from_client(result);
		return SLOCK_REDIS_CALL_FAILED;
	}
	if (kind == SLOCK_REDIS_CLIENT_EXTENSION && !slock_userland_call(client, "clearLastError", 0, NULL, NULL)) {
		slock_result_from_client(result);
		return SLOCK_REDIS_CALL_FAILED;
	}
	argc = slock_redis_object_build_arguments(kind, what, form.whole ? what->script->text : what->script->sha,
											  form.timed, number, database, argv);
	called = slock_userland_call(client, form.whole ? "eval" : "evalSha", argc, argv, &answer);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	end = called ? slock_redis_object_read_answer(client, kind, &answer, number, reply)
				 : slock_redis_object_read_exception(client, kind, reply, result);
	zval_ptr_dtor(&answer);
	if (EG(exception) && result->status != SLOCK_INTERRUPTED) {
		slock_result_from_client(result);
		return SLOCK_REDIS_CALL_FAILED;
	}
	return end;
}

static slock_redis_call_end redis_object_evaluate_in_time(redis_object *redis, zend_object *client,
														  slock_redis_client_kind kind, const slock_redis_call *what,
														  redis_object_form form, slock_redis_reply *reply,
														  slock_result *result)
{
	slock_time left = what->answer_by ? slock_clock_left(what->answer_by) : 0;
	slock_redis_call_end end = SLOCK_REDIS_CALL_FAILED;
	slock_setting *shortened;
	const char *hindrance;

	if (what->answer_by && left <= 0) {
		reply->type = SLOCK_REDIS_OTHER;
		slock_result_error(result, "there was no answer in time");
		return SLOCK_REDIS_CALL_FAILED;
	}
	shortened = what->answer_by ? slock_redis_object_shorten_read_timeout(client, left) : NULL;
	hindrance = slock_redis_object_connect_if_needed(&redis->connection, client);
	if (hindrance) {
		reply->type = SLOCK_REDIS_OTHER;
		slock_result_error(result, "%s", hindrance);
	} else {
		end = redis_object_evaluate(redis, client, kind, what, form, reply, result);
	}
	slock_redis_object_restore_read_timeout(shortened);
	if (end == SLOCK_REDIS_CALL_FAILED && what->answer_by && result->status == SLOCK_STORAGE_ERROR &&
		slock_clock_left(what->answer_by) <= 0) {
		char text[SLOCK_MESSAGE_SIZE];

		memcpy(text, result->message, sizeof(text));
		slock_result_error(result, "there was no answer in time: %s", text);
	}
	return end;
}

/* --- who it was that failed --------------------------------------------------------------------------------------- */

/* Once, of one that has answered: where it can be subscribed to. */
static void redis_object_look_for_server(redis_object *redis)
{
	if (!redis->looked && redis->connection.kind == SLOCK_REDIS_CLIENT_EXTENSION) {
		redis->looked = true;
		slock_redis_object_learn_address(&redis->connection, redis->base.client, false);
		redis->server = slock_redis_object_server(redis->base.client, &redis->connection.address, &redis->base.prefix);
	}
}

/* The member of a RedisArray that has the key, and its address; the caller releases both. NULL with a result. */
static zend_object *redis_object_array_member(zend_object *array, const slock_redis_call *what, zend_string **address,
											  slock_result *result)
{
	zval key, target, member;

	ZVAL_STRINGL(&key, what->key, what->key_length);
	slock_userland_call(array, "_target", 1, &key, &target);
	zval_ptr_dtor(&key);
	if (!slock_userland_call(array, "_instance", 1, &target, &member)) {
		zval_ptr_dtor(&target);
		slock_result_from_client(result);
		return NULL;
	}
	if (Z_TYPE(member) != IS_OBJECT) {
		zval_ptr_dtor(&target);
		zval_ptr_dtor(&member);
		slock_result_error(result, "RedisArray has no member for the key");
		return NULL;
	}
	*address = zval_get_string(&target);
	zval_ptr_dtor(&target);
	return Z_OBJ(member);
}

/* Whether an error, which has no number, may be the answer to something else. One that names the script is its own,
 * unless other processes run it over the connection. What goes wrong inside of a script does: "(call to f_<sha>)" below
 * Redis 7, "script: <sha>" from then on. */
static bool redis_object_is_doubtful(const slock_redis_call *what, const slock_redis_reply *reply)
{
	return (slock_process_has_forked() || !strstr(reply->text, what->script->sha)) &&
		   (!what->answer_by || slock_clock_left(what->answer_by) > 0);
}

/* A call that was sent before may have been run, and there is no answer to it. `error`: what was doubted, and may have
 * been true; NULL: nothing was. */
static void redis_object_leave_in_doubt(const char *error, slock_redis_reply *reply, slock_result *result)
{
	char text[SLOCK_MESSAGE_SIZE];

	if (reply->type == SLOCK_REDIS_ERROR && result->status == SLOCK_OK) {
		slock_result_error(result, "%s", reply->text);
	}
	reply->type = SLOCK_REDIS_IN_DOUBT;
	if (error && result->status == SLOCK_STORAGE_ERROR) {
		memcpy(text, result->message, sizeof(text));
		slock_result_error(result, "%.200s; asked again: %s", error, text);
	}
}

static slock_redis_step redis_object_step(zend_object *client, slock_redis_client_kind kind,
										  const slock_redis_call *what, slock_result *result)
{
	slock_time left = what->answer_by ? slock_clock_left(what->answer_by) : 0;
	slock_setting *shortened;
	slock_redis_step step;

	if (what->answer_by && left <= 0) {
		slock_result_error(result, "there was no time left");
		return SLOCK_REDIS_SILENT;
	}
	shortened = what->answer_by ? slock_redis_object_shorten_read_timeout(client, left) : NULL;
	step = slock_redis_object_step(client, kind, what, result);
	slock_redis_object_restore_read_timeout(shortened);
	return step;
}

/* Whose answer an error was. What a server says it says twice, and others may have said it twice as well: then the
 * answer to the next question is not there yet. `doubted`: what was said before. */
static slock_redis_call_end redis_object_judge_error(zend_object *client, slock_redis_client_kind kind,
													 const slock_redis_call *what, const char *doubted,
													 const slock_redis_reply *reply, slock_result *result)
{
	if (strcmp(doubted, reply->text)) {
		return SLOCK_REDIS_CALL_FOREIGN;
	}
	switch (redis_object_step(client, kind, what, result)) {
		case SLOCK_REDIS_IN_STEP:
			return SLOCK_REDIS_CALL_ANSWERED;
		case SLOCK_REDIS_OUT_OF_STEP:
			return SLOCK_REDIS_CALL_FOREIGN;
		default:
			return SLOCK_REDIS_CALL_FAILED;
	}
}

/* Runs the call to its end. */
static slock_redis_call_end redis_object_evaluate_to_end(redis_object *redis, zend_object *client,
														 slock_redis_client_kind kind, const slock_redis_call *what,
														 slock_redis_reply *reply, slock_result *result)
{
	redis_object_form form = {.timed = redis->timeless};
	bool again = false, doubted = false, refused, unknown;
	char error[SLOCK_MESSAGE_SIZE];
	slock_redis_call_end end;

	for (;;) {
		end = redis_object_evaluate_in_time(redis, client, kind, what, form, reply, result);
		refused = end == SLOCK_REDIS_CALL_ANSWERED && reply->type == SLOCK_REDIS_ERROR;
		unknown = refused && !strncmp(reply->text, ZEND_STRL("NOSCRIPT"));
		if (unknown && !form.whole) {
			slock_result_dtor(result);
			form.whole = true;
			continue;
		}
		if (refused && !again) {
			if (!doubted && !unknown && redis_object_is_doubtful(what, reply)) {
				/* If it is not ours, the next answer is that to this question, and has its number. */
				memcpy(error, reply->text, sizeof(error));
				slock_result_dtor(result);
				doubted = true;
				continue;
			}
			if (unknown) {
				/* A whole script is known. */
				end = SLOCK_REDIS_CALL_FOREIGN;
			} else if (doubted) {
				end = redis_object_judge_error(client, kind, what, error, reply, result);
			}
			refused = end == SLOCK_REDIS_CALL_ANSWERED;
		}
		if (end == SLOCK_REDIS_CALL_FOREIGN && !again) {
			/* All our scripts may be run twice, and on a new connection there is nothing that was left unread. Whose
			 * answer made us send the time is not known now. */
			slock_result_dtor(result);
			slock_redis_object_disconnect(&redis->connection, client, kind, what->answer_by != 0);
			form.timed = redis->timeless;
			result->sent_again = again = true;
			continue;
		}
		if (refused && !form.timed && slock_redis_refuses_time(reply)) {
			/* It has run the script so far, so it knows it. */
			slock_result_dtor(result);
			form = (redis_object_form){.timed = true};
			doubted = false;
			continue;
		}
		if (end == SLOCK_REDIS_CALL_ANSWERED && !refused) {
			/* The words of another script's error may be the same. An answer has the number. */
			redis->timeless = redis->timeless || form.timed;
		} else if (again || (doubted && end == SLOCK_REDIS_CALL_FAILED)) {
			redis_object_leave_in_doubt(again ? NULL : error, reply, result);
		}
		return end;
	}
}

/* Runs the call, and says what its end means; SLOCK_OK with a number. */
static slock_status redis_object_evaluate_and_judge(redis_object *redis, zend_object *client,
													slock_redis_client_kind kind, const slock_redis_call *what,
													slock_redis_reply *reply, slock_result *result)
{
	switch (redis_object_is_queueing(client, kind)
				? SLOCK_REDIS_CALL_QUEUED
				: redis_object_evaluate_to_end(redis, client, kind, what, reply, result)) {
		case SLOCK_REDIS_CALL_ANSWERED:
			if (reply->type == SLOCK_REDIS_ERROR && result->status == SLOCK_OK) {
				slock_result_error(result, "%s", reply->text);
			}
			return result->status;
		case SLOCK_REDIS_CALL_FOREIGN:
			slock_redis_object_disconnect(&redis->connection, client, kind, what->answer_by != 0);
			return slock_result_error(result, "The %s object gave an answer that does not belong to the script",
									  ZSTR_VAL(redis->base.client->ce->name));
		case SLOCK_REDIS_CALL_QUEUED:
			reply->type = SLOCK_REDIS_OTHER;
			return slock_result_error(
				result, "The %s object gave no answer to the script; is it in a transaction or a pipeline?",
				ZSTR_VAL(redis->base.client->ce->name));
		default:
			if (result->status == SLOCK_STORAGE_ERROR) {
				/* Some know it only as long as they are connected. */
				slock_redis_object_learn_address(&redis->connection, redis->base.client, true);
			}
			if (slock_redis_object_keeps_unread_answers(client)) {
				slock_redis_object_disconnect(&redis->connection, client, kind, what->answer_by != 0);
			}
			return result->status;
	}
}

static slock_status redis_object_run(slock_redis *base, const slock_redis_call *what, slock_redis_reply *reply,
									 slock_result *result)
{
	redis_object *redis = (redis_object *) base;
	zend_object *client = redis->base.client;
	slock_redis_client_kind kind = redis->connection.kind;
	zend_string *member_address = NULL;

	reply->type = SLOCK_REDIS_OTHER;
	if (kind == SLOCK_REDIS_CLIENT_ARRAY) {
		client = redis_object_array_member(redis->base.client, what, &member_address, result);
		if (!client) {
			return result->status;
		}
		kind = SLOCK_REDIS_CLIENT_EXTENSION;
	} else {
		GC_ADDREF(client);
	}
	if (redis_object_evaluate_and_judge(redis, client, kind, what, reply, result) == SLOCK_OK && what->waits &&
		reply->integer <= 0) {
		redis_object_look_for_server(redis);
	}
	OBJ_RELEASE(client);
	if (result->status == SLOCK_STORAGE_ERROR) {
		/* Not before the end: what an error repeats tells whether it is one of ours. */
		slock_redis_cut_arguments(result->message);
	}
	if (member_address) {
		slock_result_name_server(result, "Redis", member_address);
		zend_string_release(member_address);
	} else if (result->status == SLOCK_OK || result->status == SLOCK_STORAGE_ERROR) {
		slock_redis_object_learn_address(&redis->connection, redis->base.client, result->status != SLOCK_OK);
		result->sent_again = result->sent_again || redis->connection.address.sends_again;
		slock_result_name_server(result, "Redis", redis->connection.address.text);
	}
	return result->status;
}

static slock_redis *redis_object_server_of(slock_redis *base, const char *key, size_t length)
{
	return ((redis_object *) base)->server;
}

static void redis_object_free(slock_redis *base)
{
	redis_object *redis = (redis_object *) base;

	if (redis->server) {
		redis->server->ops->free(redis->server);
	}
	slock_text_release(redis->base.prefix);
	OBJ_RELEASE(redis->base.client);
	slock_redis_object_address_dtor(&redis->connection.address);
	efree(redis);
}

static const slock_redis_ops redis_object_ops = {
	.run = redis_object_run,
	.server_of = redis_object_server_of,
	.free = redis_object_free,
};

slock_redis *slock_redis_object_new(zend_object *client)
{
	redis_object *redis = ecalloc(1, sizeof(*redis));

	redis->base.ops = &redis_object_ops;
	redis->base.client = slock_object_copy(client);
	redis->connection.kind = redis_object_kind_of(client);
	return &redis->base;
}
