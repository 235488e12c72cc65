/* SPDX-License-Identifier: MIT
 *
 * Script calls through client objects; see php_object.h. */
#include "php_slock.h"
#include "clients/redis/php_object.h"
#include "core/exceptions.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

typedef enum { NOT_A_CLIENT, EXTENSION_CLIENT, ARRAY_CLIENT, PREDIS_CLIENT } client_kind;

typedef struct {
	slock_redis base;
	zend_object *client;
	client_kind kind;
	bool asked;           /* for its address, after it had answered */
	zend_string *address; /* host:port, several with commas; NULL: not known (yet) */
} object_redis;

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

/* [key, arguments…] for the extensions; sha-or-text, 1, key, arguments… for Predis. */
static uint32_t build_arguments(client_kind kind, const slock_redis_call *what, const char *script, zval *argv)
{
	zval value;

	ZVAL_STRING(&argv[0], script);
	if (kind == PREDIS_CLIENT) {
		ZVAL_LONG(&argv[1], 1);
		ZVAL_STRINGL(&argv[2], what->key, what->key_length);
		for (int i = 0; i < what->argument_count; i++) {
			ZVAL_STRINGL(&argv[3 + i], what->arguments[i], what->lengths[i]);
		}
		return 3 + (uint32_t) what->argument_count;
	}
	array_init_size(&argv[1], 1 + (uint32_t) what->argument_count);
	ZVAL_STRINGL(&value, what->key, what->key_length);
	add_next_index_zval(&argv[1], &value);
	for (int i = 0; i < what->argument_count; i++) {
		ZVAL_STRINGL(&value, what->arguments[i], what->lengths[i]);
		add_next_index_zval(&argv[1], &value);
	}
	ZVAL_LONG(&argv[2], 1);
	return 3;
}

/* An answer that is an object: Predis' error responses (with its option `exceptions` off), a client in a transaction. */
static void read_object(zend_object *object, slock_redis_reply *reply)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("predis\\response\\errorinterface"));
	zval message;

	reply->type = SLOCK_REDIS_OTHER;
	if (!ce || !instanceof_function(object->ce, ce) || !call(object, "getMessage", 0, NULL, &message)) {
		return;
	}
	if (Z_TYPE(message) == IS_STRING) {
		reply->type = SLOCK_REDIS_ERROR;
		snprintf(reply->text, sizeof(reply->text), "%s", Z_STRVAL(message));
	}
	zval_ptr_dtor(&message);
}

/* One EVALSHA or EVAL. SLOCK_OK: an answer arrived, also an error of the server; where the client threw that error, it
 * is in the reply as well as in the result. */
static slock_status evaluate(zend_object *client, client_kind kind, const slock_redis_call *what, bool whole,
							 slock_redis_reply *reply, slock_result *result)
{
	zval argv[3 + SLOCK_REDIS_MAX_ARGUMENTS], answer, unused;
	uint32_t argc;
	bool called;

	reply->type = SLOCK_REDIS_OTHER;
	reply->integer = 0;
	reply->text[0] = '\0';
	if (kind == EXTENSION_CLIENT) {
		if (!call(client, "clearLastError", 0, NULL, &unused)) {
			return slock_result_from_client(result);
		}
		zval_ptr_dtor(&unused);
	}
	argc = build_arguments(kind, what, whole ? what->script->text : what->script->sha, argv);
	called = call(client, whole ? "eval" : "evalSha", argc, argv, &answer);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	if (!called) {
		/* Clients throw some or all of what the server answered; the callers look for NOSCRIPT and others among it. */
		zval_ptr_dtor(&answer);
		if (slock_result_from_client(result) == SLOCK_STORAGE_ERROR) {
			reply->type = SLOCK_REDIS_ERROR;
			snprintf(reply->text, sizeof(reply->text), "%s", result->message);
		}
		return result->status;
	}
	if (Z_TYPE(answer) == IS_LONG) {
		reply->type = SLOCK_REDIS_INTEGER;
		reply->integer = Z_LVAL(answer);
	} else if (Z_TYPE(answer) == IS_OBJECT) {
		read_object(Z_OBJ(answer), reply);
	} else if (kind == EXTENSION_CLIENT) {
		last_error(client, reply);
	}
	zval_ptr_dtor(&answer);
	return EG(exception) ? slock_result_from_client(result) : slock_result_set(result, SLOCK_OK);
}

/* --- who it was that failed --------------------------------------------------------------------------------------- */

static bool has_method(const zend_object *object, const char *lower_case_name)
{
	return zend_hash_str_exists(&object->ce->function_table, lower_case_name, strlen(lower_case_name));
}

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

/* After the first answer, good or bad: before it, asking could make a lazy client connect. Sends nothing. */
static void learn_address(object_redis *redis)
{
	smart_str address = {0};

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

/* What the answer means for the call; SLOCK_OK with a number. */
static slock_status judge(const object_redis *redis, const slock_redis_reply *reply, slock_result *result)
{
	if (result->status != SLOCK_OK) {
		return result->status;
	}
	switch (reply->type) {
		case SLOCK_REDIS_INTEGER:
			return SLOCK_OK;
		case SLOCK_REDIS_ERROR:
			return slock_result_error(result, "%s", reply->text);
		default:
			return slock_result_error(
				result, "The %s object gave no answer to the script; is it in a transaction or a pipeline?",
				ZSTR_VAL(redis->client->ce->name));
	}
}

static slock_status run(slock_redis *base, const slock_redis_call *what, slock_redis_reply *reply, slock_result *result)
{
	object_redis *redis = (object_redis *) base;
	zend_object *client = redis->client;
	client_kind kind = redis->kind;
	zend_string *member_address = NULL;

	if (kind == ARRAY_CLIENT) {
		client = array_member(redis->client, what, &member_address, result);
		if (!client) {
			return result->status;
		}
		kind = EXTENSION_CLIENT;
	} else {
		GC_ADDREF(client);
	}
	evaluate(client, kind, what, false, reply, result);
	if (reply->type == SLOCK_REDIS_ERROR && !strncmp(reply->text, ZEND_STRL("NOSCRIPT"))) {
		slock_result_dtor(result);
		evaluate(client, kind, what, true, reply, result);
	}
	OBJ_RELEASE(client);
	judge(redis, reply, result);
	if (member_address) {
		slock_result_name_server(result, "Redis", member_address);
		zend_string_release(member_address);
	} else if (result->status == SLOCK_OK || result->status == SLOCK_STORAGE_ERROR) {
		if (!redis->address && (!redis->asked || result->status != SLOCK_OK)) {
			redis->asked = true;
			learn_address(redis);
		}
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
