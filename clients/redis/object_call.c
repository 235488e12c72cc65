/* SPDX-License-Identifier: MIT
 *
 * See object_call.h. */
#include "php_slock.h"
#include "clients/redis/object_call.h"
#include "clients/userland.h"
#include "core/clock.h"
#include "core/exceptions.h"
#include "core/object.h"

#include "ext/random/php_random.h"

/* The number that goes with a call and comes back with its answer is the argument after those of the call. */
#define NUMBER_ARGUMENT SLOCK_REDIS_OBJECT_ARGUMENTS

bool slock_redis_object_last_error(zend_object *client, slock_redis_reply *reply)
{
	zval error;
	bool found;

	slock_userland_call(client, "getLastError", 0, NULL, &error);
	found = Z_TYPE(error) == IS_STRING;
	if (found) {
		reply->type = SLOCK_REDIS_ERROR;
		snprintf(reply->text, sizeof(reply->text), "%s", Z_STRVAL(error));
	}
	zval_ptr_dtor(&error);
	return found;
}

uint32_t slock_redis_object_build_arguments(slock_redis_client_kind kind, const slock_redis_call *what,
											const char *script, bool timed, zend_long number, zend_long database,
											zval *argv)
{
	zval values[SLOCK_REDIS_OBJECT_WORDS];
	uint32_t keys = 1, count;

	ZVAL_STRING(&argv[0], script);
	ZVAL_STRINGL(&values[0], what->key, what->key_length);
	if (what->companion) {
		ZVAL_STRINGL(&values[keys++], what->companion, what->companion_length);
	}
	count = keys;
	for (int i = 0; i < NUMBER_ARGUMENT; i++) {
		if (UNEXPECTED(timed) && i == SLOCK_REDIS_TIME_ARGUMENT) {
			ZVAL_STR(&values[count++], zend_strpprintf(0, "%.0f", floor(slock_clock_wall() * 1000.0)));
		} else if (i < what->argument_count) {
			ZVAL_STRINGL(&values[count++], what->arguments[i], what->lengths[i]);
		} else {
			ZVAL_EMPTY_STRING(&values[count++]);
		}
	}
	ZVAL_STR(&values[count++], zend_long_to_str(number));
	for (int i = NUMBER_ARGUMENT + 1; i < what->argument_count; i++) {
		ZVAL_STRINGL(&values[count++], what->arguments[i], what->lengths[i]);
	}
	if (database >= 0) {
		ZVAL_STR(&values[count++], zend_long_to_str(database));
	}
	if (kind == SLOCK_REDIS_CLIENT_PREDIS) {
		ZVAL_LONG(&argv[1], keys);
		memcpy(&argv[2], values, count * sizeof(*values));
		return 2 + count;
	}
	array_init_size(&argv[1], count);
	for (uint32_t i = 0; i < count; i++) {
		add_next_index_zval(&argv[1], &values[i]);
	}
	ZVAL_LONG(&argv[2], keys);
	return 3;
}

static bool redis_object_is_error(const zend_object *object)
{
	return slock_userland_is_a(object, "Predis\\Response\\ErrorInterface");
}

/* An answer that is an object: Predis' error responses (with its option `exceptions` off), a client in a
 * transaction. */
static slock_redis_call_end redis_object_read_object(zend_object *object, slock_redis_reply *reply)
{
	zval message;

	if (!redis_object_is_error(object) || !slock_userland_call(object, "getMessage", 0, NULL, &message)) {
		return SLOCK_REDIS_CALL_QUEUED;
	}
	reply->type = SLOCK_REDIS_ERROR;
	if (Z_TYPE(message) == IS_STRING) {
		snprintf(reply->text, sizeof(reply->text), "%s", Z_STRVAL(message));
	}
	zval_ptr_dtor(&message);
	return SLOCK_REDIS_CALL_ANSWERED;
}

/* [answer, number] */
static bool redis_object_read_list(const HashTable *list, zend_long number, slock_redis_reply *reply)
{
	const zval *answer = zend_hash_index_find(list, 0), *echo = zend_hash_index_find(list, 1);

	if (!answer || Z_TYPE_P(answer) != IS_LONG || !echo || Z_TYPE_P(echo) != IS_LONG || Z_LVAL_P(echo) != number) {
		return false;
	}
	reply->type = SLOCK_REDIS_INTEGER;
	reply->integer = Z_LVAL_P(answer);
	return true;
}

slock_redis_call_end slock_redis_object_read_answer(zend_object *client, slock_redis_client_kind kind,
													const zval *answer, zend_long number, slock_redis_reply *reply)
{
	switch (Z_TYPE_P(answer)) {
		case IS_ARRAY:
			return redis_object_read_list(Z_ARRVAL_P(answer), number, reply) ? SLOCK_REDIS_CALL_ANSWERED
																			 : SLOCK_REDIS_CALL_FOREIGN;
		case IS_OBJECT:
			return redis_object_read_object(Z_OBJ_P(answer), reply);
		default:
			return kind == SLOCK_REDIS_CLIENT_EXTENSION && slock_redis_object_last_error(client, reply)
					   ? SLOCK_REDIS_CALL_ANSWERED
					   : SLOCK_REDIS_CALL_FOREIGN;
	}
}

slock_redis_call_end slock_redis_object_read_exception(zend_object *client, slock_redis_client_kind kind,
													   slock_redis_reply *reply, slock_result *result)
{
	bool answered;

	if (slock_result_from_client(result) != SLOCK_STORAGE_ERROR) {
		return SLOCK_REDIS_CALL_FAILED;
	}
	answered = kind == SLOCK_REDIS_CLIENT_EXTENSION ? slock_redis_object_last_error(client, reply)
													: redis_object_is_error(result->exception);
	slock_userland_drop();
	if (answered) {
		reply->type = SLOCK_REDIS_ERROR;
		snprintf(reply->text, sizeof(reply->text), "%s", result->message);
	}
	return answered ? SLOCK_REDIS_CALL_ANSWERED : SLOCK_REDIS_CALL_FAILED;
}

/* The keys of a cluster's commands say where they go. */
static bool redis_object_is_cluster(const zend_object *client)
{
	return slock_userland_is_a(client, "RedisCluster") || slock_userland_is_a(client, "Relay\\Cluster") ||
		   slock_userland_is_a(client, "Symfony\\Component\\Cache\\Traits\\RedisClusterProxy");
}

/* As a raw command where there are those: what they answer no serializer of the object's changes. */
static const char *redis_object_echo_method(slock_redis_client_kind kind)
{
	return kind == SLOCK_REDIS_CLIENT_EXTENSION ? "rawCommand" : "echo";
}

/* Of Symfony's lazy proxies some have no methods but __call(), which hands all to the client. */
static bool redis_object_has_echo(const zend_object *client, slock_redis_client_kind kind)
{
	return kind != SLOCK_REDIS_CLIENT_EXTENSION || slock_userland_has(client, redis_object_echo_method(kind)) ||
		   client->ce->__call;
}

static bool redis_object_echo(zend_object *client, slock_redis_client_kind kind, const slock_redis_call *what,
							  zend_string *word, zval *answer)
{
	zval arguments[3];
	uint32_t count = 0;
	bool called;

	ZVAL_UNDEF(answer);
	if (kind == SLOCK_REDIS_CLIENT_EXTENSION) {
		if (!slock_userland_call(client, "clearLastError", 0, NULL, NULL)) {
			return false;
		}
		if (redis_object_is_cluster(client)) {
			ZVAL_STRINGL(&arguments[count++], what->key, what->key_length);
		}
		ZVAL_STRING(&arguments[count++], "ECHO");
	}
	ZVAL_STR_COPY(&arguments[count++], word);
	called = slock_userland_call(client, redis_object_echo_method(kind), count, arguments, answer);
	for (uint32_t i = 0; i < count; i++) {
		zval_ptr_dtor(&arguments[i]);
	}
	return called;
}

/* Whether the server has refused it. `thrown`: NULL: nothing was. */
static bool redis_object_is_refused(zend_object *client, slock_redis_client_kind kind, zend_object *thrown,
									const zval *answer, slock_redis_reply *refusal)
{
	refusal->text[0] = '\0';
	if (kind == SLOCK_REDIS_CLIENT_EXTENSION) {
		return (thrown || Z_TYPE_P(answer) == IS_FALSE) && slock_redis_object_last_error(client, refusal);
	}
	if (thrown) {
		snprintf(refusal->text, sizeof(refusal->text), "%s", slock_exception_message(thrown));
		return redis_object_is_error(thrown);
	}
	return Z_TYPE_P(answer) == IS_OBJECT &&
		   redis_object_read_object(Z_OBJ_P(answer), refusal) == SLOCK_REDIS_CALL_ANSWERED;
}

/* What was thrown may be NULL with an exception pending: after exit(). Takes it over. */
static slock_redis_step redis_object_read_step(zend_object *client, slock_redis_client_kind kind,
											   const slock_redis_call *what, zend_object *thrown, const zval *answer,
											   slock_result *result)
{
	slock_redis_reply refusal;

	if (thrown && slock_userland_is_a(thrown, "Predis\\NotSupportedException")) {
		/* Nothing was sent. */
		OBJ_RELEASE(thrown);
		return SLOCK_REDIS_IN_STEP;
	}
	if (redis_object_is_refused(client, kind, thrown, answer, &refusal)) {
		slock_object_release(thrown);
		/* What only a script is told is the answer to one. */
		return strncmp(refusal.text, ZEND_STRL("NOSCRIPT")) && !strstr(refusal.text, what->script->sha)
				   ? SLOCK_REDIS_IN_STEP
				   : SLOCK_REDIS_OUT_OF_STEP;
	}
	if (Z_TYPE_P(answer) != IS_UNDEF) {
		slock_object_release(thrown);
		return SLOCK_REDIS_OUT_OF_STEP;
	}
	if (thrown) {
		slock_exception_throw(thrown);
	}
	slock_result_from_client(result);
	return SLOCK_REDIS_SILENT;
}

slock_redis_step slock_redis_object_step(zend_object *client, slock_redis_client_kind kind,
										 const slock_redis_call *what, slock_result *result)
{
	slock_redis_step step;
	zend_object *thrown = NULL;
	zend_string *word;
	zend_long number;
	zval answer;

	if (!redis_object_has_echo(client, kind) ||
		php_random_int_silent(0, SLOCK_REDIS_GREATEST_NUMBER, &number) == FAILURE) {
		return SLOCK_REDIS_IN_STEP;
	}
	word = zend_long_to_str(number);
	if (!redis_object_echo(client, kind, what, word, &answer)) {
		thrown = slock_exception_take();
	}
	if (Z_TYPE(answer) == IS_STRING) {
		step = zend_string_equals(Z_STR(answer), word) ? SLOCK_REDIS_IN_STEP : SLOCK_REDIS_OUT_OF_STEP;
	} else {
		step = redis_object_read_step(client, kind, what, thrown, &answer, result);
	}
	zval_ptr_dtor(&answer);
	zend_string_release(word);
	return step;
}
