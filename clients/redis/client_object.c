/* SPDX-License-Identifier: MIT
 *
 * Script calls through client objects; see client_object.h. */
#include "php_slock.h"
#include "clients/redis/client_object.h"
#include "clients/redis/line_answer.h"
#include "clients/redis/object_address.h"
#include "clients/redis/object_call.h"
#include "clients/redis/object_server.h"
#include "clients/redis/silence.h"
#include "clients/setting.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/object.h"
#include "core/process.h"
#include "core/text.h"

#include "ext/random/php_random.h"
#include "ext/standard/file.h"

/* In seconds, where the object itself would wait indefinitely. */
#define LONGEST_PING 60.0

/* For a connection to get its database again when the time for the call itself is over. */
#define HURRY (50 * SLOCK_MS)

typedef struct {
	slock_redis base;
	slock_redis_client_kind kind;
	zend_long database; /* the last that it told; 0: none, or not known yet */
	bool unselected;    /* it has connected again, and may have forgotten its database */
	bool closed;        /* after a failure, by us; no answer of the server has been seen since */
	bool asked;         /* for its address, after it had answered */
	bool looked;        /* for its server */
	bool timeless;      /* a server wants the client's time, and has answered with it, see TIME_ARGUMENT */
	slock_redis_object_address address;
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

/* --- its connection ----------------------------------------------------------------------------------------------- */

/* The time limit for reads of \Redis and Relay, which is kept by the object and by its connection. */
#define OPT_READ_TIMEOUT 3

/* In seconds; negative: none. */
static bool redis_object_read_timeout(zend_object *client, double *timeout)
{
	zval value;

	if (!slock_userland_get(client, "getOption", OPT_READ_TIMEOUT, &value)) {
		slock_userland_drop();
		return false;
	}
	*timeout = zval_get_double(&value);
	zval_ptr_dtor(&value);
	if (*timeout == 0.0) {
		/* Such a connection has PHP's own. */
		*timeout = (double) FG(default_socket_timeout);
	}
	return true;
}

/* Sets the time limit to what is left, or to the user's own if that is less. The caller ends it with the next one.
 * NULL: nothing was changed. */
static slock_setting *redis_object_shorten_read_timeout(zend_object *client, slock_time left)
{
	slock_setting *setting;
	double timeout, limit;
	zval users, ours;

	if ((!slock_userland_is_a(client, "Redis") && !slock_userland_is_a(client, "Relay\\Relay")) ||
		!slock_userland_has(client, "getOption") || !redis_object_read_timeout(client, &timeout)) {
		return NULL;
	}
	ZVAL_DOUBLE(&users, timeout);
	slock_setting_find_users(client, OPT_READ_TIMEOUT, &users);
	timeout = Z_DVAL(users);
	/* A connection from ext-redis' pool still has the limit of the object before: it is told also if ours is shorter
	 * anyway. 0 would be without a limit. */
	limit = slock_seconds(MAX(left, SLOCK_MS));
	ZVAL_DOUBLE(&ours, timeout > 0.0 ? MIN(timeout, limit) : limit);
	setting = slock_setting_change(client, "setOption", OPT_READ_TIMEOUT, &users, &ours);
	if (!setting) {
		slock_userland_drop();
	}
	return setting;
}

static void redis_object_restore_read_timeout(slock_setting *setting)
{
	bool pending = EG(exception) != NULL;

	if (!slock_setting_put_back(setting) && !pending) {
		slock_userland_drop();
	}
}

/* The number of its database. Scripts are told, because ext-redis' connections are not always in the one that the
 * object speaks of: one from its pool may still be in that of the object before, and one that was opened again in 0.
 * Negative: this is no \Redis, or it does not know it now: without a connection it tells only when it can make one. The
 * members of an array are not told apart, and may have different ones. */
static zend_long redis_object_database(redis_object *redis, zend_object *client)
{
	zend_long last = redis->kind != SLOCK_REDIS_CLIENT_ARRAY && redis->database > 0 ? redis->database : -1, database;

	if (!slock_userland_is_a(client, "Redis") &&
		!slock_userland_is_a(client, "Symfony\\Component\\Cache\\Traits\\RedisProxy")) {
		return -1;
	}
	database = slock_userland_call_for_long(client, "getDbNum", last);
	slock_userland_drop();
	redis->database = MAX(database, 0);
	return database;
}

/* ext-redis below 6 keeps a connection whose AUTH was not answered in time, even over close(), and from then on reads
 * each answer as that to the next command, whoever's that is. So an object that we have closed is made to connect again
 * only when its server answers somebody else. False: it stays closed, which its user's own commands survive. */
static bool redis_object_may_connect(redis_object *redis, zend_object *client)
{
	double timeout;

	if (redis->closed && redis->address.host && redis_object_read_timeout(client, &timeout)) {
		timeout = timeout > 0.0 ? MIN(timeout, LONGEST_PING) : LONGEST_PING;
		if (slock_redis_is_silent(redis->address.host, redis->address.port, slock_duration(timeout))) {
			return false;
		}
	}
	redis->closed = false;
	return true;
}

static void redis_object_close(redis_object *redis, zend_object *client, slock_redis_client_kind kind)
{
	slock_userland_call_quietly(client, kind == SLOCK_REDIS_CLIENT_PREDIS ? "disconnect" : "close", 0, NULL);
	redis->closed = redis->kind == SLOCK_REDIS_CLIENT_EXTENSION && slock_userland_is_a(client, "Redis") &&
					slock_userland_extension_before("redis", "6.0.0");
}

/* ext-redis below 6 authenticates when it connects again, but forgets the database it says it has selected; locks in
 * another one exclude nobody. `database`: 0 or less for none. False: it cannot be selected now. */
static bool redis_object_connect_again(redis_object *redis, zend_object *client, zend_long database)
{
	zval argument;

	ZVAL_LONG(&argument, database);
	redis_object_close(redis, client, SLOCK_REDIS_CLIENT_EXTENSION);
	if (redis_object_may_connect(redis, client) &&
		(database <= 0 || slock_userland_call_quietly(client, "select", 1, &argument))) {
		/* The members of an array are not told apart. */
		redis->unselected = redis->kind == SLOCK_REDIS_CLIENT_ARRAY;
		return true;
	}
	return false;
}

/* The next thing that is read on the connection could be an answer that was given up, so it is closed. Clients open
 * another one by themselves, with what was set on the object: user, prefix, options. A pending exception stays. */
static void redis_object_disconnect(redis_object *redis, zend_object *client, slock_redis_client_kind kind,
									bool in_a_hurry)
{
	slock_setting *hurry;
	zend_object *pending;
	zend_long database;

	/* Still closed: nothing was sent, and most methods would connect. */
	if (redis->closed || !slock_userland_save(&pending)) {
		return;
	}
	database = slock_userland_is_a(client, "Redis") ? redis_object_database(redis, client) : -1;
	if (database > 0) {
		/* At once, if possible: the next one who uses the object does not know. */
		redis->unselected = true;
		hurry = in_a_hurry ? redis_object_shorten_read_timeout(client, HURRY) : NULL;
		redis_object_connect_again(redis, client, database);
		redis_object_restore_read_timeout(hurry);
	} else {
		redis_object_close(redis, client, kind);
	}
	slock_userland_restore(pending);
}

/* Relay gives up a connection that did not answer in time by itself, and whether it opens another one after close() is
 * not known: that is left for the case that an answer proves to belong to another call. */
static bool redis_object_keeps_unread_answers(const zend_object *client)
{
	return !slock_userland_is_a(client, "Relay\\Relay") && !slock_userland_is_a(client, "Relay\\Cluster");
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
	database = redis_object_database(redis, client);
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

	if (what->answer_by && left <= 0) {
		reply->type = SLOCK_REDIS_OTHER;
		slock_result_error(result, "there was no answer in time");
		return SLOCK_REDIS_CALL_FAILED;
	}
	shortened = what->answer_by ? redis_object_shorten_read_timeout(client, left) : NULL;
	if (!redis_object_may_connect(redis, client)) {
		reply->type = SLOCK_REDIS_OTHER;
		slock_result_error(result, "the server does not answer");
	} else if (redis->unselected && !redis_object_connect_again(redis, client, redis_object_database(redis, client))) {
		slock_result_error(result, "the database cannot be selected again");
	} else {
		end = redis_object_evaluate(redis, client, kind, what, form, reply, result);
	}
	redis_object_restore_read_timeout(shortened);
	if (end == SLOCK_REDIS_CALL_FAILED && what->answer_by && result->status == SLOCK_STORAGE_ERROR &&
		slock_clock_left(what->answer_by) <= 0) {
		char text[SLOCK_MESSAGE_SIZE];

		memcpy(text, result->message, sizeof(text));
		slock_result_error(result, "there was no answer in time: %s", text);
	}
	return end;
}

/* --- who it was that failed --------------------------------------------------------------------------------------- */

/* After the first answer, good or bad: before it, asking could make a lazy client connect. `failed`: it is needed, so
 * it is asked for again. */
static void redis_object_learn_address(redis_object *redis, bool failed)
{
	if (redis->address.text || redis->kind == SLOCK_REDIS_CLIENT_ARRAY || (redis->asked && !failed)) {
		return;
	}
	redis->asked = true;
	slock_redis_object_address_learn(&redis->address, redis->base.client, redis->kind == SLOCK_REDIS_CLIENT_PREDIS);
}

/* Once, of one that has answered: where it can be subscribed to. */
static void redis_object_look_for_server(redis_object *redis)
{
	if (!redis->looked && redis->kind == SLOCK_REDIS_CLIENT_EXTENSION) {
		redis->looked = true;
		redis_object_learn_address(redis, false);
		redis->server = slock_redis_object_server(redis->base.client, &redis->address, &redis->base.prefix);
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
	shortened = what->answer_by ? redis_object_shorten_read_timeout(client, left) : NULL;
	step = slock_redis_object_step(client, kind, what, result);
	redis_object_restore_read_timeout(shortened);
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
			redis_object_disconnect(redis, client, kind, what->answer_by != 0);
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
			redis_object_disconnect(redis, client, kind, what->answer_by != 0);
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
				redis_object_learn_address(redis, true);
			}
			if (redis_object_keeps_unread_answers(client)) {
				redis_object_disconnect(redis, client, kind, what->answer_by != 0);
			}
			return result->status;
	}
}

static slock_status redis_object_run(slock_redis *base, const slock_redis_call *what, slock_redis_reply *reply,
									 slock_result *result)
{
	redis_object *redis = (redis_object *) base;
	zend_object *client = redis->base.client;
	slock_redis_client_kind kind = redis->kind;
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
		redis_object_learn_address(redis, result->status != SLOCK_OK);
		result->sent_again = result->sent_again || redis->address.sends_again;
		slock_result_name_server(result, "Redis", redis->address.text);
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
	slock_redis_object_address_dtor(&redis->address);
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
	redis->kind = redis_object_kind_of(client);
	return &redis->base;
}
