/* SPDX-License-Identifier: MIT
 *
 * Script calls through client objects; see client_object.h. */
#include "php_slock.h"
#include "clients/redis/client_object.h"
#include "core/exceptions.h"

#include "ext/random/php_random.h"
#include "ext/standard/file.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

/* The number that goes with a call and comes back with its answer is the argument after those of the call. */
#define NUMBER_ARGUMENT SLOCK_REDIS_MAX_ARGUMENTS

/* Lua's numbers, and the integers of a 32-bit PHP. */
#define GREATEST_NUMBER MIN((zend_long) ((1LL << 53) - 1), ZEND_LONG_MAX)

/* Seconds for a connection to get its database again when the time for the call itself is over. */
#define HURRY 0.05

typedef enum { NOT_A_CLIENT, EXTENSION_CLIENT, ARRAY_CLIENT, PREDIS_CLIENT } client_kind;

typedef struct {
	slock_redis base;
	zend_object *client;
	client_kind kind;
	bool unselected;      /* it has connected again, and may have forgotten its database */
	bool asked;           /* for its address, after it had answered */
	zend_string *address; /* host:port, several with commas; NULL: not known (yet) */
} object_redis;

/* What has come of a call. */
typedef enum {
	ANSWERED, /* an answer to it, good or bad; the reply has it */
	FOREIGN,  /* an answer, but to something else that was sent on the connection */
	QUEUED,   /* none: the object is in a transaction or a pipeline */
	FAILED,   /* none; the result says why */
} evaluation;

/* Symfony's lazy proxies forward every method to the client they stand for. */
static const struct {
	const char *name;
	size_t length;
	client_kind kind;
} client_classes[] = {
	{ZEND_STRL("redis"), EXTENSION_CLIENT},
	{ZEND_STRL("predis\\clientinterface"), PREDIS_CLIENT},
	{ZEND_STRL("rediscluster"), EXTENSION_CLIENT},
	{ZEND_STRL("redisarray"), ARRAY_CLIENT},
	{ZEND_STRL("relay\\relay"), EXTENSION_CLIENT},
	{ZEND_STRL("relay\\cluster"), EXTENSION_CLIENT},
	{ZEND_STRL("symfony\\component\\cache\\traits\\redisproxy"), EXTENSION_CLIENT},
	{ZEND_STRL("symfony\\component\\cache\\traits\\redisclusterproxy"), EXTENSION_CLIENT},
};

static client_kind kind_of(zend_object *client)
{
	for (size_t i = 0; i < sizeof(client_classes) / sizeof(*client_classes); i++) {
		zend_class_entry *ce =
			zend_hash_str_find_ptr(EG(class_table), client_classes[i].name, client_classes[i].length);

		if (ce && instanceof_function(client->ce, ce)) {
			return client_classes[i].kind;
		}
	}
	return NOT_A_CLIENT;
}

bool slock_redis_object_is_client(zend_object *client)
{
	return kind_of(client) != NOT_A_CLIENT;
}

static bool has_method(const zend_object *object, const char *lower_case_name)
{
	return zend_hash_str_exists(&object->ce->function_table, lower_case_name, strlen(lower_case_name));
}

/* Calls a method, also one that only exists through __call(); false with an exception pending. */
static bool call(zend_object *object, const char *method, uint32_t argc, zval *argv, zval *returned)
{
	zval zobject, name;

	ZVAL_OBJ(&zobject, object);
	ZVAL_STRING(&name, method);
	ZVAL_UNDEF(returned);
	if (call_user_function(NULL, &zobject, &name, returned, argc, argv) == FAILURE && !EG(exception)) {
		zend_throw_error(NULL, "Call to undefined method %s::%s()", ZSTR_VAL(object->ce->name), method);
	}
	zval_ptr_dtor(&name);
	return !EG(exception);
}

/* The text of the client's last error into the reply, if it has one. */
static bool last_error(zend_object *client, slock_redis_reply *reply)
{
	zval error;
	bool found;

	if (!call(client, "getLastError", 0, NULL, &error)) {
		return false;
	}
	found = Z_TYPE(error) == IS_STRING;
	if (found) {
		reply->type = SLOCK_REDIS_ERROR;
		snprintf(reply->text, sizeof(reply->text), "%s", Z_STRVAL(error));
	}
	zval_ptr_dtor(&error);
	return found;
}

/* --- its connection ----------------------------------------------------------------------------------------------- */

/* Calls a method for its effect; whether it returned true. Nothing is thrown. */
static bool call_quietly(zend_object *client, const char *method, uint32_t argc, zval *argv)
{
	zval returned;
	bool done = call(client, method, argc, argv, &returned) && Z_TYPE(returned) == IS_TRUE;

	zval_ptr_dtor(&returned);
	if (EG(exception)) {
		zend_clear_exception();
	}
	return done;
}

/* The number that a method without effect returns, or 0. */
static zend_long number_of(zend_object *client, const char *method)
{
	zval returned;
	zend_long number;

	call(client, method, 0, NULL, &returned);
	number = Z_TYPE(returned) == IS_LONG ? Z_LVAL(returned) : 0;
	zval_ptr_dtor(&returned);
	if (EG(exception)) {
		zend_clear_exception();
	}
	return number;
}

static bool is_a(const zend_object *client, const char *lower_case_name)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), lower_case_name, strlen(lower_case_name));

	return ce && instanceof_function(client->ce, ce);
}

/* So that the client can be called while an exception is pending: an Error of its own, or what a handler has thrown. */
typedef struct {
	zend_object *exception;
	const zend_op *opline;
} pending_exception;

/* false: PHP is on its way out, and nothing may be called any more. */
static bool put_exception_aside(pending_exception *pending)
{
	pending->exception = EG(exception);
	pending->opline = EG(opline_before_exception);
	if (pending->exception && (zend_is_unwind_exit(pending->exception) || zend_is_graceful_exit(pending->exception))) {
		return false;
	}
	EG(exception) = NULL;
	return true;
}

static void put_exception_back(const pending_exception *pending)
{
	EG(exception) = pending->exception;
	EG(opline_before_exception) = pending->opline;
}

/* The time limit for reads of \Redis and Relay, which is kept by the object and by its connection. */
#define OPT_READ_TIMEOUT 3

static void set_read_timeout(zend_object *client, double seconds)
{
	zval argv[2];

	ZVAL_LONG(&argv[0], OPT_READ_TIMEOUT);
	ZVAL_DOUBLE(&argv[1], seconds);
	call_quietly(client, "setOption", 2, argv);
}

/* Shortens the time limit to so many seconds from now. Returns what it was in seconds, to be set again afterwards; NAN:
 * nothing was changed. */
static double shorten_read_timeout(zend_object *client, double left)
{
	zval option, value;
	double timeout;

	if ((!is_a(client, "redis") && !is_a(client, "relay\\relay")) || !has_method(client, "getoption")) {
		return NAN;
	}
	ZVAL_LONG(&option, OPT_READ_TIMEOUT);
	if (!call(client, "getOption", 1, &option, &value)) {
		zend_clear_exception();
		return NAN;
	}
	timeout = zval_get_double(&value);
	zval_ptr_dtor(&value);
	if (timeout == 0.0) {
		/* Such a connection has PHP's own. */
		timeout = (double) FG(default_socket_timeout);
	}
	if (timeout > 0.0 && timeout <= left) {
		return NAN;
	}
	/* 0 would be without a limit. */
	set_read_timeout(client, MAX(left, 0.001));
	return timeout;
}

static void restore_read_timeout(zend_object *client, double timeout)
{
	pending_exception pending;

	if (!zend_isnan(timeout) && put_exception_aside(&pending)) {
		set_read_timeout(client, timeout);
		put_exception_back(&pending);
	}
}

/* ext-redis below 6 authenticates when it connects again, but forgets the database it says it has selected; locks in
 * another one exclude nobody. False: it cannot be selected now. */
static bool select_database(object_redis *redis, zend_object *client)
{
	zval database;

	if (!redis->unselected) {
		return true;
	}
	ZVAL_LONG(&database, number_of(client, "getDbNum"));
	call_quietly(client, "close", 0, NULL);
	if (Z_LVAL(database) <= 0 || call_quietly(client, "select", 1, &database)) {
		/* The members of an array are not told apart. */
		redis->unselected = redis->kind == ARRAY_CLIENT;
		return true;
	}
	return false;
}

/* The next thing that is read on the connection could be an answer that was given up, so it is closed. Clients open another
 * one by themselves, with what was set on the object: user, prefix, options. A pending exception stays. */
static void disconnect(object_redis *redis, zend_object *client, client_kind kind, bool in_a_hurry)
{
	pending_exception pending;
	double timeout;

	if (!put_exception_aside(&pending)) {
		return;
	}
	if (is_a(client, "redis") && number_of(client, "getDbNum") > 0) {
		/* At once, if possible: the next one who uses the object does not know. */
		redis->unselected = true;
		timeout = in_a_hurry ? shorten_read_timeout(client, HURRY) : NAN;
		select_database(redis, client);
		restore_read_timeout(client, timeout);
	} else {
		call_quietly(client, kind == PREDIS_CLIENT ? "disconnect" : "close", 0, NULL);
	}
	put_exception_back(&pending);
}

/* Relay gives up a connection that did not answer in time by itself, and whether it opens another one after close() is not
 * known: that is left for the case that an answer proves to be somebody else's. */
static bool keeps_unread_answers(const zend_object *client)
{
	return !is_a(client, "relay\\relay") && !is_a(client, "relay\\cluster");
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* [key, arguments…] for the extensions; sha-or-text, 1, key, arguments… for Predis. */
static uint32_t build_arguments(client_kind kind, const slock_redis_call *what, const char *script, zend_long number,
								zval *argv)
{
	zval values[1 + NUMBER_ARGUMENT + 1];
	uint32_t count = sizeof(values) / sizeof(*values);

	ZVAL_STRING(&argv[0], script);
	ZVAL_STRINGL(&values[0], what->key, what->key_length);
	for (int i = 0; i < NUMBER_ARGUMENT; i++) {
		if (i < what->argument_count) {
			ZVAL_STRINGL(&values[1 + i], what->arguments[i], what->lengths[i]);
		} else {
			ZVAL_EMPTY_STRING(&values[1 + i]);
		}
	}
	ZVAL_STR(&values[1 + NUMBER_ARGUMENT], zend_long_to_str(number));
	if (kind == PREDIS_CLIENT) {
		ZVAL_LONG(&argv[1], 1);
		memcpy(&argv[2], values, sizeof(values));
		return 2 + count;
	}
	array_init_size(&argv[1], count);
	for (uint32_t i = 0; i < count; i++) {
		add_next_index_zval(&argv[1], &values[i]);
	}
	ZVAL_LONG(&argv[2], 1);
	return 3;
}

/* An answer that is an object: Predis' error responses (with its option `exceptions` off), a client in a transaction. */
static evaluation read_object(zend_object *object, slock_redis_reply *reply)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("predis\\response\\errorinterface"));
	zval message;

	if (!ce || !instanceof_function(object->ce, ce) || !call(object, "getMessage", 0, NULL, &message)) {
		return QUEUED;
	}
	reply->type = SLOCK_REDIS_ERROR;
	if (Z_TYPE(message) == IS_STRING) {
		snprintf(reply->text, sizeof(reply->text), "%s", Z_STRVAL(message));
	}
	zval_ptr_dtor(&message);
	return ANSWERED;
}

/* [answer, number] */
static bool read_list(const HashTable *list, zend_long number, slock_redis_reply *reply)
{
	const zval *answer = zend_hash_index_find(list, 0), *echo = zend_hash_index_find(list, 1);

	if (!answer || Z_TYPE_P(answer) != IS_LONG || !echo || Z_TYPE_P(echo) != IS_LONG || Z_LVAL_P(echo) != number) {
		return false;
	}
	reply->type = SLOCK_REDIS_INTEGER;
	reply->integer = Z_LVAL_P(answer);
	return true;
}

/* What a method returned that has not thrown. */
static evaluation read_answer(zend_object *client, client_kind kind, const zval *answer, zend_long number,
							  slock_redis_reply *reply)
{
	switch (Z_TYPE_P(answer)) {
		case IS_ARRAY:
			return read_list(Z_ARRVAL_P(answer), number, reply) ? ANSWERED : FOREIGN;
		case IS_OBJECT:
			return read_object(Z_OBJ_P(answer), reply);
		default:
			return kind == EXTENSION_CLIENT && last_error(client, reply) ? ANSWERED : FOREIGN;
	}
}

/* What a method has thrown. Clients throw some or all of what the server answered; then it is in the reply as well as in
 * the result, because the callers look for NOSCRIPT and others among it. */
static evaluation read_exception(zend_object *client, client_kind kind, slock_redis_reply *reply, slock_result *result)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("predis\\response\\errorinterface"));
	bool answered;

	if (slock_result_from_client(result) != SLOCK_STORAGE_ERROR) {
		return FAILED;
	}
	answered =
		kind == EXTENSION_CLIENT ? last_error(client, reply) : ce && instanceof_function(result->exception->ce, ce);
	if (EG(exception)) {
		zend_clear_exception();
	}
	if (answered) {
		reply->type = SLOCK_REDIS_ERROR;
		snprintf(reply->text, sizeof(reply->text), "%s", result->message);
	}
	return answered ? ANSWERED : FAILED;
}

/* Whether the object would only put a command on the user's list, from where it would be run some time. */
static bool is_queueing(zend_object *client, client_kind kind)
{
	zval mode;
	bool queueing;

	if (kind != EXTENSION_CLIENT || !has_method(client, "getmode")) {
		return false;
	}
	if (!call(client, "getMode", 0, NULL, &mode)) {
		/* The script call will tell why. */
		zend_clear_exception();
	}
	queueing = Z_TYPE(mode) == IS_LONG && Z_LVAL(mode) != 0;
	zval_ptr_dtor(&mode);
	return queueing;
}

/* One EVALSHA or EVAL. The number is a new one each time: an answer without it belongs to what was sent before, by us or by
 * somebody else, and was not read at the time. */
static evaluation evaluate(zend_object *client, client_kind kind, const slock_redis_call *what, bool whole,
						   slock_redis_reply *reply, slock_result *result)
{
	zval argv[3 + NUMBER_ARGUMENT + 1], answer, unused;
	evaluation end;
	zend_long number;
	uint32_t argc;
	bool called;

	reply->type = SLOCK_REDIS_OTHER;
	reply->integer = 0;
	reply->text[0] = '\0';
	slock_result_set(result, SLOCK_OK);
	if (php_random_int_throw(0, GREATEST_NUMBER, &number) == FAILURE) {
		slock_result_from_client(result);
		return FAILED;
	}
	if (kind == EXTENSION_CLIENT) {
		if (!call(client, "clearLastError", 0, NULL, &unused)) {
			slock_result_from_client(result);
			return FAILED;
		}
		zval_ptr_dtor(&unused);
	}
	argc = build_arguments(kind, what, whole ? what->script->text : what->script->sha, number, argv);
	called = call(client, whole ? "eval" : "evalSha", argc, argv, &answer);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	end = called ? read_answer(client, kind, &answer, number, reply) : read_exception(client, kind, reply, result);
	zval_ptr_dtor(&answer);
	if (EG(exception) && result->status != SLOCK_INTERRUPTED) {
		slock_result_from_client(result);
		return FAILED;
	}
	return end;
}

static evaluation evaluate_in_time(object_redis *redis, zend_object *client, client_kind kind,
								   const slock_redis_call *what, bool whole, slock_redis_reply *reply,
								   slock_result *result)
{
	double left = what->answer_by ? slock_clock_until(what->answer_by) : 0.0, timeout;
	evaluation end = FAILED;

	if (what->answer_by && left <= 0.0) {
		reply->type = SLOCK_REDIS_OTHER;
		slock_result_error(result, "there was no answer in time");
		return FAILED;
	}
	timeout = what->answer_by ? shorten_read_timeout(client, left) : NAN;
	if (select_database(redis, client)) {
		end = evaluate(client, kind, what, whole, reply, result);
	} else {
		slock_result_error(result, "the database cannot be selected again");
	}
	restore_read_timeout(client, timeout);
	if (end == FAILED && what->answer_by && result->status == SLOCK_STORAGE_ERROR &&
		slock_clock_until(what->answer_by) <= 0.0) {
		char text[SLOCK_MESSAGE_SIZE];

		memcpy(text, result->message, sizeof(text));
		slock_result_error(result, "there was no answer in time: %s", text);
	}
	return end;
}

/* --- who it was that failed --------------------------------------------------------------------------------------- */

/* Host and port to "host:port"; a socket has no port. */
static void append_address(smart_str *address, zval *host, zval *port)
{
	if (Z_TYPE_P(host) != IS_STRING || !Z_STRLEN_P(host)) {
		return;
	}
	if (address->s) {
		smart_str_appendc(address, ',');
	}
	smart_str_append(address, Z_STR_P(host));
	if (zval_get_long(port) > 0) {
		smart_str_append_printf(address, ":" ZEND_LONG_FMT, zval_get_long(port));
	}
}

/* From \Redis and Relay; they know it as long as they are connected. */
static void ask_host(zend_object *client, smart_str *address)
{
	zval host, port;

	ZVAL_UNDEF(&port);
	if (call(client, "getHost", 0, NULL, &host) && Z_TYPE(host) == IS_STRING) {
		call(client, "getPort", 0, NULL, &port);
		append_address(address, &host, &port);
	}
	zval_ptr_dtor(&host);
	zval_ptr_dtor(&port);
}

/* From \RedisCluster: all masters that it knows. */
static void ask_masters(zend_object *client, smart_str *address)
{
	zval masters, *master;

	if (call(client, "_masters", 0, NULL, &masters) && Z_TYPE(masters) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(masters), master) {
			zval *host = Z_TYPE_P(master) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(master), 0) : NULL;
			zval *port = host ? zend_hash_index_find(Z_ARRVAL_P(master), 1) : NULL;

			if (port) {
				append_address(address, host, port);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&masters);
}

/* From Predis: one connection is a string as well, those of clusters are not. */
static void ask_connection(zend_object *client, smart_str *address)
{
	zval connection, text;

	ZVAL_UNDEF(&text);
	if (call(client, "getConnection", 0, NULL, &connection) && Z_TYPE(connection) == IS_OBJECT &&
		has_method(Z_OBJ(connection), "__tostring") && call(Z_OBJ(connection), "__toString", 0, NULL, &text) &&
		Z_TYPE(text) == IS_STRING) {
		smart_str_append(address, Z_STR(text));
	}
	zval_ptr_dtor(&connection);
	zval_ptr_dtor(&text);
}

/* After the first answer, good or bad: before it, asking could make a lazy client connect. Sends nothing. `failed`: it is
 * needed, so it is asked for again. */
static void learn_address(object_redis *redis, bool failed)
{
	smart_str address = {0};

	if (redis->address || (redis->asked && !failed)) {
		return;
	}
	redis->asked = true;
	if (redis->kind == PREDIS_CLIENT && has_method(redis->client, "getconnection")) {
		ask_connection(redis->client, &address);
	} else if (redis->kind == EXTENSION_CLIENT && has_method(redis->client, "gethost")) {
		ask_host(redis->client, &address);
	} else if (redis->kind == EXTENSION_CLIENT && has_method(redis->client, "_masters")) {
		ask_masters(redis->client, &address);
	}
	if (EG(exception)) {
		zend_clear_exception();
	}
	redis->address = address.s ? smart_str_extract(&address) : NULL;
}

/* The member of a RedisArray that has the key, and its address; the caller releases both. NULL with a result. */
static zend_object *array_member(zend_object *array, const slock_redis_call *what, zend_string **address,
								 slock_result *result)
{
	zval key, target, member;

	ZVAL_STRINGL(&key, what->key, what->key_length);
	if (!call(array, "_target", 1, &key, &target)) {
		zval_ptr_dtor(&key);
		slock_result_from_client(result);
		return NULL;
	}
	zval_ptr_dtor(&key);
	if (!call(array, "_instance", 1, &target, &member)) {
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

/* Runs the call to its end. */
static evaluation evaluate_to_end(object_redis *redis, zend_object *client, client_kind kind,
								  const slock_redis_call *what, slock_redis_reply *reply, slock_result *result)
{
	bool whole = false, again = false;
	evaluation end;

	for (;;) {
		end = evaluate_in_time(redis, client, kind, what, whole, reply, result);
		if (end == ANSWERED && !whole && reply->type == SLOCK_REDIS_ERROR &&
			!strncmp(reply->text, ZEND_STRL("NOSCRIPT"))) {
			slock_result_dtor(result);
			whole = true;
		} else if (end == FOREIGN && !again) {
			/* All our scripts may be run twice, and on a new connection there is nothing that was left unread. */
			disconnect(redis, client, kind, what->answer_by != 0);
			again = true;
		} else {
			return end;
		}
	}
}

/* Runs the call, and says what its end means; SLOCK_OK with a number. */
static slock_status evaluate_and_judge(object_redis *redis, zend_object *client, client_kind kind,
									   const slock_redis_call *what, slock_redis_reply *reply, slock_result *result)
{
	switch (is_queueing(client, kind) ? QUEUED : evaluate_to_end(redis, client, kind, what, reply, result)) {
		case ANSWERED:
			if (reply->type == SLOCK_REDIS_ERROR && result->status == SLOCK_OK) {
				slock_result_error(result, "%s", reply->text);
			}
			return result->status;
		case FOREIGN:
			disconnect(redis, client, kind, what->answer_by != 0);
			return slock_result_error(result, "The %s object gave an answer that does not belong to the script",
									  ZSTR_VAL(redis->client->ce->name));
		case QUEUED:
			reply->type = SLOCK_REDIS_OTHER;
			return slock_result_error(
				result, "The %s object gave no answer to the script; is it in a transaction or a pipeline?",
				ZSTR_VAL(redis->client->ce->name));
		default:
			if (result->status == SLOCK_STORAGE_ERROR) {
				/* Some know it only as long as they are connected. */
				learn_address(redis, true);
			}
			if (keeps_unread_answers(client)) {
				disconnect(redis, client, kind, what->answer_by != 0);
			}
			return result->status;
	}
}

static slock_status run(slock_redis *base, const slock_redis_call *what, slock_redis_reply *reply, slock_result *result)
{
	object_redis *redis = (object_redis *) base;
	zend_object *client = redis->client;
	client_kind kind = redis->kind;
	zend_string *member_address = NULL;

	reply->type = SLOCK_REDIS_OTHER;
	if (kind == ARRAY_CLIENT) {
		client = array_member(redis->client, what, &member_address, result);
		if (!client) {
			return result->status;
		}
		kind = EXTENSION_CLIENT;
	} else {
		GC_ADDREF(client);
	}
	evaluate_and_judge(redis, client, kind, what, reply, result);
	OBJ_RELEASE(client);
	if (member_address) {
		slock_result_name_server(result, "Redis", member_address);
		zend_string_release(member_address);
	} else if (result->status == SLOCK_OK || result->status == SLOCK_STORAGE_ERROR) {
		learn_address(redis, result->status != SLOCK_OK);
		slock_result_name_server(result, "Redis", redis->address);
	}
	return result->status;
}

static void free_redis(slock_redis *base)
{
	object_redis *redis = (object_redis *) base;

	OBJ_RELEASE(redis->client);
	if (redis->address) {
		zend_string_release(redis->address);
	}
	efree(redis);
}

static const slock_redis_ops object_ops = {
	.run = run,
	.free = free_redis,
};

slock_redis *slock_redis_object_new(zend_object *client)
{
	object_redis *redis = ecalloc(1, sizeof(*redis));

	redis->base.ops = &object_ops;
	redis->client = client;
	GC_ADDREF(client);
	redis->kind = kind_of(client);
	return &redis->base;
}

zend_object *slock_redis_object_client(slock_redis *redis)
{
	return redis->ops == &object_ops ? ((object_redis *) redis)->client : NULL;
}
