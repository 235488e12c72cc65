/* SPDX-License-Identifier: MIT
 *
 * Commands through \Memcached objects; see client_object.h. What a method throws stays pending until
 * memcached_object_run() takes it into the result. */
#include "php_slock.h"
#include "clients/memcached/client_object.h"
#include "clients/setting.h"
#include "clients/userland.h"
#include "core/clock.h"
#include "core/exceptions.h"
#include "core/object.h"
#include "core/process.h"

/* Constants of \Memcached, which are libmemcached's numbers. */
enum {
	RES_SUCCESS = 0,
	RES_DATA_EXISTS = 12,
	RES_NOTSTORED = 14,
	RES_NOTFOUND = 16,
	RES_BAD_KEY_PROVIDED = 33,
	OPT_POLL_TIMEOUT = 8,
	OPT_BUFFER_WRITES = 10,
	OPT_VERIFY_KEY = 13,
	OPT_CONNECT_TIMEOUT = 14,
	OPT_BINARY_PROTOCOL = 18,
	OPT_NOREPLY = 26,
	OPT_PREFIX_KEY = -1002,
	OPT_STORE_RETRY_COUNT = -1005,
	GET_EXTENDED = 2,
};

/* Its client is another one's, too. */
typedef struct {
	slock_memcached base;
	bool alone; /* since an attempt of this wait got new connections, nobody else has used the client */
} memcached_object;

/* Stands for a code that could not be had. */
#define NO_CODE (-1)

bool slock_memcached_object_is_client(zend_object *client)
{
	return slock_userland_is_a(client, "Memcached");
}

/* The text that a method without arguments returns; NULL with an exception pending. */
static zend_string *memcached_object_text(zend_object *client, const char *method)
{
	zval returned;
	zend_string *text = slock_userland_call(client, method, 0, NULL, &returned) ? zval_try_get_string(&returned) : NULL;

	zval_ptr_dtor(&returned);
	return text;
}

/* A storage error with the client's own text and the address of the server that the key belongs to. */
static void memcached_object_explain(zend_object *client, const slock_memcached_command *command, const char *method,
									 slock_memcached_answer *answer, slock_result *result)
{
	zend_string *text = memcached_object_text(client, method);
	zval key, server, *host, *port;

	if (!text) {
		return;
	}
	snprintf(answer->text, sizeof(answer->text), "%s", ZSTR_VAL(text));
	ZVAL_STRINGL(&key, command->key, command->key_length);
	slock_userland_call(client, "getServerByKey", 1, &key, &server);
	if (Z_TYPE(server) == IS_ARRAY && (host = zend_hash_str_find(Z_ARRVAL(server), ZEND_STRL("host"))) &&
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

/* Whether an option is set; false also with an exception pending. */
static bool memcached_object_has(zend_object *client, zend_long option)
{
	zval value;
	bool set = slock_userland_get(client, "getOption", option, &value) && zend_is_true(&value);

	zval_ptr_dtor(&value);
	return set;
}

/* Such a command never ends with the code that the client tells: while its method was suspended, the client has run one
 * of another fiber. What has come of it is to be asked for. */
static slock_memcached_outcome memcached_object_not_told(zend_object *client, const slock_memcached_command *command,
														 slock_memcached_answer *answer, slock_result *result)
{
	if (command->verb == SLOCK_MEMCACHED_ADD) {
		answer->repeated = true;
		return SLOCK_MEMCACHED_REFUSED;
	}
	memcached_object_explain(client, command, "getResultMessage", answer, result);
	return SLOCK_MEMCACHED_STALE;
}

/* The meaning of a method that returned false. Only the codes that the command can be refused with are refusals. */
static slock_memcached_outcome memcached_object_read_code(zend_object *client, const slock_memcached_command *command,
														  slock_memcached_answer *answer, slock_result *result)
{
	zend_long hidden = RES_SUCCESS;

	switch (slock_userland_call_for_long(client, "getResultCode", NO_CODE)) {
		case RES_NOTSTORED:
		case RES_DATA_EXISTS:
			if (command->verb == SLOCK_MEMCACHED_ADD || command->verb == SLOCK_MEMCACHED_CAS) {
				/* The extension repeats by itself what ended without an answer; and a class of the user's may have let
				 * others run a command, whose code this is. */
				answer->repeated =
					command->verb == SLOCK_MEMCACHED_ADD &&
					(client->ce->type == ZEND_USER_CLASS || memcached_object_has(client, OPT_STORE_RETRY_COUNT));
				return SLOCK_MEMCACHED_REFUSED;
			}
			return memcached_object_not_told(client, command, answer, result);
		case RES_SUCCESS:
			return memcached_object_not_told(client, command, answer, result);
		case RES_NOTFOUND:
			if (command->verb == SLOCK_MEMCACHED_ADD) {
				return memcached_object_not_told(client, command, answer, result);
			}
			/* libmemcached calls many an error of a "get" a miss. */
			if (command->verb == SLOCK_MEMCACHED_GET) {
				hidden = slock_userland_call_for_long(client, "getLastErrorCode", NO_CODE);
			}
			if (hidden == RES_SUCCESS || hidden == RES_NOTFOUND) {
				return SLOCK_MEMCACHED_MISSING;
			}
			memcached_object_explain(client, command, "getLastErrorMessage", answer, result);
			return SLOCK_MEMCACHED_FAILED;
		case RES_BAD_KEY_PROVIDED:
			memcached_object_explain(client, command, "getResultMessage", answer, result);
			return SLOCK_MEMCACHED_BAD_KEY;
		default:
			break;
	}
	memcached_object_explain(client, command, "getResultMessage", answer, result);
	return SLOCK_MEMCACHED_FAILED;
}

/* An int, or a string where it does not fit into one: both are what the client itself hands out. */
static void memcached_object_version_to_zval(uint64_t version, zval *zv)
{
	if (version <= (uint64_t) ZEND_LONG_MAX) {
		ZVAL_LONG(zv, (zend_long) version);
	} else {
		ZVAL_STR(zv, zend_strpprintf(0, "%" PRIu64, version));
	}
}

static uint64_t memcached_object_version_from_zval(const zval *zv)
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
static slock_memcached_outcome memcached_object_read_value(zval *returned, const slock_memcached_command *command,
														   slock_memcached_answer *answer)
{
	zval *value = zend_hash_str_find(Z_ARRVAL_P(returned), ZEND_STRL("value"));
	zval *version = zend_hash_str_find(Z_ARRVAL_P(returned), ZEND_STRL("cas"));

	if (!value || !version || Z_TYPE_P(value) != IS_STRING || Z_STRLEN_P(value) != command->value_length ||
		memcmp(Z_STRVAL_P(value), command->value, command->value_length)) {
		return SLOCK_MEMCACHED_REFUSED;
	}
	answer->version = memcached_object_version_from_zval(version);
	return SLOCK_MEMCACHED_OK;
}

/* The client's own time limits, while a command has less time than they give it. Both are read whenever they are used,
 * so that changing them does nothing else. *shortened is put back by the caller; NULL: nothing was changed. False with
 * an exception pending. */
static bool memcached_object_shorten(zend_object *client, zend_long option, zend_long left, slock_setting **shortened)
{
	zval value, users, ours;
	bool others;

	if (!slock_userland_get(client, "getOption", option, &value)) {
		return false;
	}
	others = slock_setting_find_users(client, option, &value);
	ZVAL_LONG(&users, zval_get_long(&value));
	zval_ptr_dtor(&value);
	/* Less than nothing is no limit. */
	ZVAL_LONG(&ours, Z_LVAL(users) < 0 ? left : MIN(Z_LVAL(users), left));
	if (others || Z_LVAL(ours) != Z_LVAL(users)) {
		*shortened = slock_setting_change(client, "setOption", option, &users, &ours);
		return *shortened != NULL;
	}
	return true;
}

/* A client that does not read the answers calls everything a success. One that does not await those to its writes takes
 * them, in the binary protocol, for those to an "add": libmemcached compares no numbers. */
static bool memcached_object_reads_answers(zend_object *client, slock_result *result)
{
	const char *option = NULL;

	if (memcached_object_has(client, OPT_NOREPLY)) {
		option = "OPT_NOREPLY";
	} else if (memcached_object_has(client, OPT_BUFFER_WRITES) && memcached_object_has(client, OPT_BINARY_PROTOCOL)) {
		option = "OPT_BUFFER_WRITES with the binary protocol";
	}
	if (option) {
		slock_result_error(result, "The %s object has the option %s and never learns who holds a lock",
						   ZSTR_VAL(client->ce->name), option);
	}
	return !option && !EG(exception);
}

/* What its user has asked with getDelayed() and not fetched would be taken for the answer to an "add" in the binary
 * protocol. In the text protocol libmemcached throws it away by itself, and so do we, with the connections. Costs no
 * request: fetch() looks only at servers that owe an answer. */
static void memcached_object_drop_unfetched(zend_object *client)
{
	zval returned;

	if (memcached_object_has(client, OPT_BINARY_PROTOCOL) && slock_userland_call(client, "fetch", 0, NULL, &returned)) {
		if (Z_TYPE(returned) != IS_FALSE) {
			slock_userland_call_quietly(client, "quit", 0, NULL);
		}
		zval_ptr_dtor(&returned);
	}
}

static void memcached_object_run_command(zend_object *client, const slock_memcached_command *command,
										 slock_memcached_answer *answer, slock_result *result)
{
	static const char *const methods[] = {"add", "get", "cas", "delete"};
	zval argv[4], returned;
	uint32_t argc = 0;

	if (command->verb == SLOCK_MEMCACHED_ADD) {
		memcached_object_drop_unfetched(client);
		if (EG(exception)) {
			return;
		}
	}
	if (command->verb == SLOCK_MEMCACHED_CAS) {
		memcached_object_version_to_zval(command->version, &argv[argc++]);
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
	if (!slock_userland_call(client, methods[command->verb], argc, argv, &returned)) {
		answer->outcome = SLOCK_MEMCACHED_FAILED;
	} else if (command->verb == SLOCK_MEMCACHED_GET && Z_TYPE(returned) == IS_ARRAY) {
		answer->outcome = memcached_object_read_value(&returned, command, answer);
	} else if (command->verb != SLOCK_MEMCACHED_GET && Z_TYPE(returned) == IS_TRUE) {
		answer->outcome = SLOCK_MEMCACHED_OK;
	} else {
		answer->outcome = memcached_object_read_code(client, command, answer, result);
	}
	zval_ptr_dtor(&returned);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
}

/* `reconnects`: on new connections. */
static void memcached_object_run_over(zend_object *client, bool reconnects, const slock_memcached_command *command,
									  slock_memcached_answer *answer, slock_result *result)
{
	if (UNEXPECTED(reconnects)) {
		slock_userland_call_quietly(client, "quit", 0, NULL);
	}
	memcached_object_run_command(client, command, answer, result);
}

/* The same with an end: the client's own limits are for one wait each, of which a command has one or two. */
static void memcached_object_run_until(zend_object *client, bool reconnects, const slock_memcached_command *command,
									   slock_memcached_answer *answer, slock_result *result)
{
	zend_long left = (zend_long) MIN(slock_ms_up(slock_clock_left(command->answer_by)), INT32_MAX);
	slock_setting *connect = NULL, *poll = NULL;

	if (left <= 0) {
		slock_result_error(result, "Memcached: no answer in time");
	} else if (memcached_object_shorten(client, OPT_CONNECT_TIMEOUT, left, &connect) &&
			   memcached_object_shorten(client, OPT_POLL_TIMEOUT, left, &poll)) {
		memcached_object_run_over(client, reconnects, command, answer, result);
	}
	slock_setting_put_back(poll);
	slock_setting_put_back(connect);
}

static void memcached_object_run_in_time(zend_object *client, bool reconnects, const slock_memcached_command *command,
										 slock_memcached_answer *answer, slock_result *result)
{
	answer->outcome = SLOCK_MEMCACHED_FAILED;
	answer->version = 0;
	answer->repeated = answer->named = answer->lingers = answer->unconfirmed = false;
	answer->text[0] = '\0';
	if (command->answer_by) {
		memcached_object_run_until(client, reconnects, command, answer, result);
	} else {
		memcached_object_run_over(client, reconnects, command, answer, result);
	}
}

/* Whether what the server has is what the command has written. No answer to another one has its value in it. */
static bool memcached_object_shows(const slock_memcached_command *command, const slock_memcached_answer *seen)
{
	if (command->verb == SLOCK_MEMCACHED_CAS && command->expiration == SLOCK_MEMCACHED_EXPIRED) {
		return seen->outcome == SLOCK_MEMCACHED_MISSING || seen->outcome == SLOCK_MEMCACHED_REFUSED;
	}
	return seen->outcome == SLOCK_MEMCACHED_OK &&
		   (command->verb == SLOCK_MEMCACHED_ADD || seen->version != command->version);
}

/* The answers are not those to the commands: nothing is known. The next command has a connection of its own. */
static void memcached_object_contradict(zend_object *client, slock_memcached_answer *answer, slock_result *result)
{
	slock_result_error(result,
					   "The %s object gave contradictory answers; it has not read all those to earlier commands, or a "
					   "forked process, which needs an object of its own, shares its connection",
					   ZSTR_VAL(client->ce->name));
	slock_userland_call_quietly(client, "quit", 0, NULL);
	answer->outcome = SLOCK_MEMCACHED_FAILED;
}

/* Whether an answer may be that to another command.
 *
 * In the binary protocol libmemcached compares no numbers, so one answer that was left unread moves all that follow by
 * one: the refusal of a "delete" whose success needs no answer (OPT_NOREPLY, even if it is off by now), what is left of
 * a getDelayed(). Another process may have the connection, too: when it uses it, or ends and libmemcached sends QUIT
 * there, we may get its answers. */
static bool memcached_object_may_confuse(zend_object *client)
{
	return slock_process_has_forked() || memcached_object_has(client, OPT_BINARY_PROTOCOL);
}

/* Such an answer can look like a granted lock. So nothing is believed to be written that cannot be read. */
static void memcached_object_confirm(zend_object *client, const slock_memcached_command *command,
									 slock_memcached_answer *answer, slock_result *result)
{
	slock_memcached_command look = *command;
	slock_memcached_answer seen;

	look.verb = SLOCK_MEMCACHED_GET;
	memcached_object_run_in_time(client, false, &look, &seen, result);
	if (EXPECTED(!EG(exception)) && memcached_object_shows(command, &seen)) {
		return;
	}
	*answer = seen;
	answer->outcome = SLOCK_MEMCACHED_FAILED;
	answer->unconfirmed = true;
	if (result->status == SLOCK_OK && !EG(exception)) {
		memcached_object_contradict(client, answer, result);
	}
}

/* It can look like a miss, or like another's lock, too. Then this "get" itself has left an answer unread, which would
 * look like the lock long after it has become another owner's: so the next one has a connection of its own, and its
 * answer is the right one. Who goes on trying needs that once: meanwhile nobody else uses the client. */
static void memcached_object_confirm_loss(memcached_object *object, const slock_memcached_command *command,
										  slock_memcached_answer *answer, slock_result *result)
{
	const bool reconnects = !object->alone;

	object->alone = true;
	memcached_object_run_in_time(object->base.client, reconnects, command, answer, result);
}

static void memcached_object_look_again(memcached_object *object, const slock_memcached_command *command,
										slock_memcached_answer *answer, slock_result *result)
{
	zend_object *client = object->base.client;

	if (command->verb != SLOCK_MEMCACHED_GET) {
		if (answer->outcome == SLOCK_MEMCACHED_OK && memcached_object_may_confuse(client)) {
			memcached_object_confirm(client, command, answer, result);
		}
	} else if ((answer->outcome == SLOCK_MEMCACHED_MISSING || answer->outcome == SLOCK_MEMCACHED_REFUSED) &&
			   !command->version && memcached_object_has(client, OPT_BINARY_PROTOCOL)) {
		/* With a version it is the last one of a release, of which nobody wants the answer. */
		memcached_object_confirm_loss(object, command, answer, result);
	}
}

static void memcached_object_run(slock_memcached *base, const slock_memcached_command *command,
								 slock_memcached_answer *answer, slock_result *result)
{
	memcached_object *object = (memcached_object *) base;
	zend_object *client = base->client;
	bool writes = command->verb != SLOCK_MEMCACHED_GET;

	object->alone = object->alone && command->again;
	answer->outcome = SLOCK_MEMCACHED_FAILED;
	answer->unconfirmed = false;
	answer->text[0] = '\0';
	GC_ADDREF(client);
	if (!writes || memcached_object_reads_answers(client, result)) {
		memcached_object_run_in_time(client, false, command, answer, result);
		if (!EG(exception)) {
			memcached_object_look_again(object, command, answer, result);
		}
	}
	if (UNEXPECTED(EG(exception))) {
		answer->outcome = SLOCK_MEMCACHED_FAILED;
		slock_result_from_client(result);
	}
	OBJ_RELEASE(client);
}

/* The longest OPT_PREFIX_KEY there is. */
#define MAX_PREFIX 127

/* The length of what the client puts before a key; false with an exception pending. */
static bool memcached_object_find_prefix(zend_object *client, size_t *length)
{
	zval value;
	bool called = slock_userland_get(client, "getOption", OPT_PREFIX_KEY, &value);

	*length = Z_TYPE(value) == IS_STRING ? Z_STRLEN(value) : 0;
	zval_ptr_dtor(&value);
	return called;
}

/* Whether bytes beyond ASCII are sent in the text protocol. Before 3.3, and with OPT_VERIFY_KEY, that depends on the
 * locale of the moment, and a lock would be two where setlocale() was called. */
static bool memcached_object_sends_all_bytes(zend_object *client)
{
	return !slock_userland_extension_before("memcached", "3.3.0") && !memcached_object_has(client, OPT_VERIFY_KEY);
}

/* What the client must not even see: a NUL in the text protocol ends the process in an assertion of libmemcached 1.1,
 * other control characters make it misread the answer, and prefix and key together may be too long for the server. The
 * client is asked only about strange names. */
static bool memcached_object_can_send(const slock_memcached *memcached, const char *resource, size_t length)
{
	zend_object *client = memcached->client;
	bool control = false, beyond_ascii = false, line_break = false, can;
	size_t prefix = 0;

	if (length == 0 || length > SLOCK_MEMCACHED_MAX_KEY) {
		return false;
	}
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char) resource[i];

		control = control || c <= ' ' || c == 127;
		beyond_ascii = beyond_ascii || c > 127;
		line_break = line_break || c == '\n';
	}
	if (line_break) {
		return false;
	}
	GC_ADDREF(client);
	can = ((!control && (!beyond_ascii || memcached_object_sends_all_bytes(client))) ||
		   memcached_object_has(client, OPT_BINARY_PROTOCOL)) &&
		  (length <= SLOCK_MEMCACHED_MAX_KEY - MAX_PREFIX ||
		   (memcached_object_find_prefix(client, &prefix) && prefix <= SLOCK_MEMCACHED_MAX_KEY - length));
	OBJ_RELEASE(client);
	return can;
}

static void memcached_object_free(slock_memcached *base)
{
	OBJ_RELEASE(base->client);
	efree(base);
}

static const slock_memcached_ops memcached_object_ops = {
	.run = memcached_object_run,
	.free = memcached_object_free,
};

slock_memcached *slock_memcached_object_new(zend_object *client)
{
	memcached_object *object = ecalloc(1, sizeof(*object));

	object->base.ops = &memcached_object_ops;
	object->base.can_send = memcached_object_can_send;
	object->base.client = slock_object_copy(client);
	return &object->base;
}
