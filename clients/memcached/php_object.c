/* SPDX-License-Identifier: MIT
 *
 * Commands through \Memcached objects; see php_object.h. */
#include "php_slock.h"
#include "clients/memcached/php_object.h"
#include "core/exceptions.h"

#include "zend_exceptions.h"

/* Constants of \Memcached, which are libmemcached's numbers. */
enum {
	RES_SUCCESS = 0,
	RES_DATA_EXISTS = 12,
	RES_NOTSTORED = 14,
	RES_NOTFOUND = 16,
	RES_BAD_KEY_PROVIDED = 33,
	OPT_NOREPLY = 26,
	GET_EXTENDED = 2,
};

typedef struct {
	slock_memcached base;
	zend_object *client;
} object_memcached;

bool slock_memcached_object_is_client(zend_object *client)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("memcached"));

	return ce && instanceof_function(client->ce, ce);
}

/* Calls a method; false with an exception pending. */
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

/* The number that a method without arguments returns. */
static bool call_for_number(zend_object *client, const char *method, zend_long *number)
{
	zval returned;
	bool called = call(client, method, 0, NULL, &returned);

	*number = called ? zval_get_long(&returned) : -1;
	zval_ptr_dtor(&returned);
	return called;
}

/* The text that a method without arguments returns; NULL with an exception pending. */
static zend_string *call_for_text(zend_object *client, const char *method)
{
	zval returned;
	zend_string *text = call(client, method, 0, NULL, &returned) ? zval_try_get_string(&returned) : NULL;

	zval_ptr_dtor(&returned);
	return text;
}

/* A storage error with the client's own text and the address of the server that the key belongs to. */
static void explain(zend_object *client, const slock_memcached_command *command, const char *method,
					slock_memcached_answer *answer, slock_result *result)
{
	zend_string *text = call_for_text(client, method);
	zval key, server, *host, *port;

	if (!text) {
		slock_result_from_client(result);
		return;
	}
	snprintf(answer->text, sizeof(answer->text), "%s", ZSTR_VAL(text));
	ZVAL_STRINGL(&key, command->key, command->key_length);
	if (!call(client, "getServerByKey", 1, &key, &server)) {
		slock_result_from_client(result);
	} else if (Z_TYPE(server) == IS_ARRAY && (host = zend_hash_str_find(Z_ARRVAL(server), ZEND_STRL("host"))) &&
			   Z_TYPE_P(host) == IS_STRING) {
		port = zend_hash_str_find(Z_ARRVAL(server), ZEND_STRL("port"));
		if (Z_STRVAL_P(host)[0] == '/' || !port) {
			slock_result_error(result, "Memcached at %s: %s", Z_STRVAL_P(host), ZSTR_VAL(text));
		} else {
			slock_result_error(result, "Memcached at %s:%d: %s", Z_STRVAL_P(host), (int) zval_get_long(port),
							   ZSTR_VAL(text));
		}
	} else {
		slock_result_error(result, "Memcached: %s", ZSTR_VAL(text));
	}
	zval_ptr_dtor(&server);
	zval_ptr_dtor(&key);
	zend_string_release(text);
}

/* The meaning of a method that returned false. Only the codes that the command can be refused with are refusals. */
static slock_memcached_outcome read_code(zend_object *client, const slock_memcached_command *command,
										 slock_memcached_answer *answer, slock_result *result)
{
	zend_long code, hidden = RES_SUCCESS;

	if (!call_for_number(client, "getResultCode", &code)) {
		slock_result_from_client(result);
		return SLOCK_MEMCACHED_FAILED;
	}
	switch (code) {
		case RES_NOTSTORED:
		case RES_DATA_EXISTS:
			if (command->verb == SLOCK_MEMCACHED_ADD || command->verb == SLOCK_MEMCACHED_CAS) {
				return SLOCK_MEMCACHED_REFUSED;
			}
			break;
		case RES_NOTFOUND:
			if (command->verb == SLOCK_MEMCACHED_ADD) {
				break;
			}
			/* libmemcached calls many an error of a "get" a miss. */
			if (command->verb == SLOCK_MEMCACHED_GET && !call_for_number(client, "getLastErrorCode", &hidden)) {
				slock_result_from_client(result);
				return SLOCK_MEMCACHED_FAILED;
			}
			if (hidden == RES_SUCCESS || hidden == RES_NOTFOUND) {
				return SLOCK_MEMCACHED_MISSING;
			}
			explain(client, command, "getLastErrorMessage", answer, result);
			return SLOCK_MEMCACHED_FAILED;
		case RES_BAD_KEY_PROVIDED:
			explain(client, command, "getResultMessage", answer, result);
			return result->status == SLOCK_STORAGE_ERROR ? SLOCK_MEMCACHED_BAD_KEY : SLOCK_MEMCACHED_FAILED;
		default:
			break;
	}
	explain(client, command, "getResultMessage", answer, result);
	return SLOCK_MEMCACHED_FAILED;
}

/* An int, or a string where it does not fit into one: both are what the client itself hands out. */
static void version_to_zval(uint64_t version, zval *zv)
{
	if (version <= (uint64_t) ZEND_LONG_MAX) {
		ZVAL_LONG(zv, (zend_long) version);
	} else {
		ZVAL_STR(zv, zend_strpprintf(0, "%" PRIu64, version));
	}
}

static uint64_t version_from_zval(const zval *zv)
{
	switch (Z_TYPE_P(zv)) {
		case IS_LONG:
			return (uint64_t) Z_LVAL_P(zv);
		case IS_STRING:
			return strtoull(Z_STRVAL_P(zv), NULL, 10);
		case IS_DOUBLE:
			return (uint64_t) Z_DVAL_P(zv);
		default:
			return 0;
	}
}

/* What get() with GET_EXTENDED returned. */
static slock_memcached_outcome read_value(zval *returned, const slock_memcached_command *command,
										  slock_memcached_answer *answer)
{
	zval *value = zend_hash_str_find(Z_ARRVAL_P(returned), ZEND_STRL("value"));
	zval *version = zend_hash_str_find(Z_ARRVAL_P(returned), ZEND_STRL("cas"));

	if (!value || !version || Z_TYPE_P(value) != IS_STRING || Z_STRLEN_P(value) != command->value_length ||
		memcmp(Z_STRVAL_P(value), command->value, command->value_length)) {
		return SLOCK_MEMCACHED_REFUSED;
	}
	answer->version = version_from_zval(version);
	return SLOCK_MEMCACHED_OK;
}

/* A client that does not read the answers calls everything a success. */
static bool reads_answers(zend_object *client, slock_result *result)
{
	zval option, value;
	bool reads;

	ZVAL_LONG(&option, OPT_NOREPLY);
	if (!call(client, "getOption", 1, &option, &value)) {
		zval_ptr_dtor(&value);
		slock_result_from_client(result);
		return false;
	}
	reads = !zend_is_true(&value);
	zval_ptr_dtor(&value);
	if (!reads) {
		slock_result_error(result, "The %s object has the option OPT_NOREPLY and never learns who holds a lock",
						   ZSTR_VAL(client->ce->name));
	}
	return reads;
}

static void run(slock_memcached *base, const slock_memcached_command *command, slock_memcached_answer *answer,
				slock_result *result)
{
	static const char *const methods[] = {"add", "get", "cas", "delete"};
	zend_object *client = ((object_memcached *) base)->client;
	zval argv[4], returned;
	uint32_t argc = 0;

	answer->outcome = SLOCK_MEMCACHED_FAILED;
	answer->version = 0;
	answer->text[0] = '\0';
	GC_ADDREF(client);
	if (command->verb != SLOCK_MEMCACHED_GET && !reads_answers(client, result)) {
		OBJ_RELEASE(client);
		return;
	}
	if (command->verb == SLOCK_MEMCACHED_CAS) {
		version_to_zval(command->version, &argv[argc++]);
	}
	ZVAL_STRINGL(&argv[argc], command->key, command->key_length);
	argc++;
	if (command->verb == SLOCK_MEMCACHED_GET) {
		ZVAL_NULL(&argv[argc++]);
		ZVAL_LONG(&argv[argc], GET_EXTENDED);
		argc++;
	} else if (command->verb != SLOCK_MEMCACHED_DELETE) {
		ZVAL_STRINGL(&argv[argc], command->value, command->value_length);
		argc++;
		ZVAL_LONG(&argv[argc], command->expiration);
		argc++;
	}
	if (!call(client, methods[command->verb], argc, argv, &returned)) {
		slock_result_from_client(result);
	} else if (command->verb == SLOCK_MEMCACHED_GET && Z_TYPE(returned) == IS_ARRAY) {
		answer->outcome = read_value(&returned, command, answer);
	} else if (command->verb != SLOCK_MEMCACHED_GET && Z_TYPE(returned) == IS_TRUE) {
		answer->outcome = SLOCK_MEMCACHED_OK;
	} else {
		answer->outcome = read_code(client, command, answer, result);
	}
	zval_ptr_dtor(&returned);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	OBJ_RELEASE(client);
}

/* What is too long everywhere; the rest depends on the protocol, and the client says it without asking the server. */
static bool can_send(const slock_memcached *memcached, const char *resource, size_t length)
{
	return length > 0 && length <= SLOCK_MEMCACHED_MAX_KEY;
}

static void free_memcached(slock_memcached *base)
{
	object_memcached *memcached = (object_memcached *) base;

	OBJ_RELEASE(memcached->client);
	efree(memcached);
}

static const slock_memcached_ops object_ops = {
	.run = run,
	.free = free_memcached,
};

slock_memcached *slock_memcached_object_new(zend_object *client)
{
	object_memcached *memcached = ecalloc(1, sizeof(*memcached));

	memcached->base.ops = &object_ops;
	memcached->base.can_send = can_send;
	memcached->client = client;
	GC_ADDREF(client);
	return &memcached->base;
}

zend_object *slock_memcached_object_client(slock_memcached *memcached)
{
	return memcached->ops == &object_ops ? ((object_memcached *) memcached)->client : NULL;
}
