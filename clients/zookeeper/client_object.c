/* SPDX-License-Identifier: MIT
 *
 * Requests through \Zookeeper objects; see client_object.h. */
#include "php_slock.h"
#include "clients/userland.h"
#include "clients/zookeeper/client_object.h"
#include "clients/zookeeper/made_nodes.h"
#include "core/exceptions.h"
#include "core/object.h"
#include "core/process.h"

#include "zend_exceptions.h"

/* The library's codes, which ZookeeperException carries. */
#define NO_NODE (-101)
#define BAD_VERSION (-103)
#define NODE_EXISTS (-110)
#define CONNECTION_LOSS (-4)
#define OPERATION_TIMEOUT (-7)

#define EPHEMERAL 1
#define ALL_PERMISSIONS 31

/* A node that is to go: nobody has been told that it is there, or it should have been released. */
typedef struct owed {
	struct owed *next;
	zend_string *path;
	zend_string *token;
	uint32_t generation; /* of the process whose node it is */
	bool suspended;      /* its key is being acquired again, which may make the node its own */
} owed;

/* Those of one client, of whichever store: a key has the same node through all of them. */
typedef struct slock_node_debts {
	struct slock_node_debts *next;
	zend_object *client; /* each of the stores has a reference to it */
	uint32_t stores;
	uint32_t generation; /* of the process that has made the first of these stores */
	owed *owed;
} debts;

typedef struct {
	slock_zookeeper base;
	debts *of_client;
} object_zookeeper;

zend_class_entry *slock_zookeeper_object_class(void)
{
	return slock_userland_class("Zookeeper");
}

/* The library's code in the pending exception; 0: it is not one of the client's. */
static zend_long zookeeper_object_code(void)
{
	zend_object *exception = EG(exception);
	zval stored, *number;

	if (!slock_userland_is_a(exception, "ZookeeperException")) {
		return 0;
	}
	number =
		zend_read_property_ex(zend_get_exception_base(exception), exception, ZSTR_KNOWN(ZEND_STR_CODE), true, &stored);
	return Z_TYPE_P(number) == IS_LONG ? Z_LVAL_P(number) : 0;
}

/* Whether the pending exception is an answer of the server that we know; it is gone then. */
static bool zookeeper_object_take_code(slock_zookeeper_verb verb, slock_zookeeper_code *code)
{
	switch (zookeeper_object_code()) {
		case NODE_EXISTS:
			*code = SLOCK_ZOOKEEPER_EXISTS;
			break;
		case NO_NODE:
			if (verb == SLOCK_ZOOKEEPER_CREATE) {
				return false;
			}
			*code = SLOCK_ZOOKEEPER_MISSING;
			break;
		case BAD_VERSION:
			*code = SLOCK_ZOOKEEPER_CHANGED;
			break;
		default:
			return false;
	}
	zend_clear_exception();
	return true;
}

static uint32_t zookeeper_object_build_arguments(const slock_zookeeper_call *call, zval *argv)
{
	zval entry;

	ZVAL_STRING(&argv[0], call->path);
	switch (call->verb) {
		case SLOCK_ZOOKEEPER_CREATE:
			ZVAL_STRINGL(&argv[1], call->token, call->token_length);
			array_init_size(&entry, 3);
			add_assoc_long(&entry, "perms", ALL_PERMISSIONS);
			add_assoc_string(&entry, "scheme", "world");
			add_assoc_string(&entry, "id", "anyone");
			array_init_size(&argv[2], 1);
			add_next_index_zval(&argv[2], &entry);
			ZVAL_LONG(&argv[3], EPHEMERAL);
			return 4;
		case SLOCK_ZOOKEEPER_DELETE:
			ZVAL_LONG(&argv[1], call->version);
			return 2;
		default:
			ZVAL_NULL(&argv[1]);
			ZVAL_NEW_EMPTY_REF(&argv[2]);
			ZVAL_NULL(Z_REFVAL(argv[2]));
			return 3;
	}
}

/* The id of the session that the client is in, which asks no server; 0: it does not tell. An exception may be
 * pending. */
static zend_long zookeeper_object_session_of(zend_object *client)
{
	zval returned, *id;
	zend_long found = 0;

	slock_userland_call(client, "getClientId", 0, NULL, &returned);
	if (Z_TYPE(returned) == IS_ARRAY && (id = zend_hash_index_find_deref(Z_ARRVAL(returned), 0)) &&
		Z_TYPE_P(id) == IS_LONG) {
		found = Z_LVAL_P(id);
	}
	zval_ptr_dtor(&returned);
	return found;
}

/* get() returned: the data, and what it wrote into its third argument. A client that tells no version has none. */
static void zookeeper_object_read_node(zend_object *client, const slock_zookeeper_call *call, zval *data, zval *stat,
									   slock_zookeeper_answer *answer)
{
	zval *version, *owner;
	zend_long session;

	answer->mine = Z_TYPE_P(data) == IS_STRING && Z_STRLEN_P(data) == call->token_length &&
				   !memcmp(Z_STRVAL_P(data), call->token, call->token_length);
	answer->version = -1;
	ZVAL_DEREF(stat);
	if (Z_TYPE_P(stat) == IS_ARRAY) {
		version = zend_hash_str_find(Z_ARRVAL_P(stat), ZEND_STRL("version"));
		if (version && Z_TYPE_P(version) == IS_LONG) {
			answer->version = (int32_t) Z_LVAL_P(version);
		}
		session = answer->mine ? zookeeper_object_session_of(client) : 0;
		ZVAL_DEREF(stat);
		owner = session && Z_TYPE_P(stat) == IS_ARRAY
					? zend_hash_str_find_deref(Z_ARRVAL_P(stat), ZEND_STRL("ephemeralOwner"))
					: NULL;
		if (owner) {
			answer->owner = slock_made_node_owner(call, owner, session);
		}
	}
}

/* A class of somebody's may have connected its object again in the middle of the call. */
static bool zookeeper_object_knows_session(const zend_object *client, zend_long before)
{
	return before && client->ce->type == ZEND_INTERNAL_CLASS;
}

/* A call has ended; of a CREATE `session` is the one that it was begun in, 0: there was none yet, or the client does
 * not tell. */
static void zookeeper_object_note_node(zend_object *client, const slock_zookeeper_call *call,
									   slock_zookeeper_answer *answer, zend_long session)
{
	const bool done = answer->code == SLOCK_ZOOKEEPER_DONE;

	if (call->verb != SLOCK_ZOOKEEPER_CREATE) {
		if (answer->code == SLOCK_ZOOKEEPER_MISSING || (done && call->verb == SLOCK_ZOOKEEPER_DELETE)) {
			slock_made_node_forget(call, client);
		}
	} else if (done || answer->code == SLOCK_ZOOKEEPER_FAILED) {
		if (done && !zookeeper_object_knows_session(client, session)) {
			session = zookeeper_object_session_of(client);
			if (EG(exception)) {
				answer->code = SLOCK_ZOOKEEPER_FAILED;
			}
		}
		slock_made_node_note(call, client, session, done);
	}
}

/* One method of the client. The exception of one that has failed stays pending. */
static void zookeeper_object_call(slock_zookeeper *base, const slock_zookeeper_call *call,
								  slock_zookeeper_answer *answer, slock_result *result)
{
	static const char *const methods[] = {
		[SLOCK_ZOOKEEPER_CREATE] = "create", [SLOCK_ZOOKEEPER_GET] = "get",       [SLOCK_ZOOKEEPER_WATCH] = "get",
		[SLOCK_ZOOKEEPER_SYNC] = "get",      [SLOCK_ZOOKEEPER_DELETE] = "delete",
	};
	zend_object *client = base->client;
	zend_long session = 0;
	zval argv[4], returned;
	uint32_t argc;

	memset(answer, 0, sizeof(*answer));
	GC_ADDREF(client);
	slock_result_set(result, SLOCK_OK);
	if (call->verb == SLOCK_ZOOKEEPER_CREATE) {
		session = zookeeper_object_session_of(client);
		if (EG(exception)) {
			answer->code = SLOCK_ZOOKEEPER_FAILED;
			OBJ_RELEASE(client);
			return;
		}
	}
	argc = zookeeper_object_build_arguments(call, argv);
	if (!slock_userland_call(client, methods[call->verb], argc, argv, &returned)) {
		if (!zookeeper_object_take_code(call->verb, &answer->code)) {
			answer->code = SLOCK_ZOOKEEPER_FAILED;
		}
	} else if (Z_TYPE(returned) == IS_FALSE || (Z_TYPE(returned) != IS_STRING && call->verb == SLOCK_ZOOKEEPER_GET)) {
		/* The extension throws; older versions of it only returned false. */
		answer->code = SLOCK_ZOOKEEPER_FAILED;
		slock_result_error(result, "%s::%s() has failed without a reason", ZSTR_VAL(client->ce->name),
						   methods[call->verb]);
	} else {
		answer->code = SLOCK_ZOOKEEPER_DONE;
		if (call->verb == SLOCK_ZOOKEEPER_GET) {
			zookeeper_object_read_node(client, call, &returned, &argv[2], answer);
			if (EG(exception)) {
				answer->code = SLOCK_ZOOKEEPER_FAILED;
			}
		}
	}
	zookeeper_object_note_node(client, call, answer, session);
	for (uint32_t i = 0; i < argc; i++) {
		zval_ptr_dtor(&argv[i]);
	}
	zval_ptr_dtor(&returned);
	OBJ_RELEASE(client);
}

static void zookeeper_object_free_owed(owed *freed)
{
	zend_string_release(freed->path);
	zend_string_release(freed->token);
	efree(freed);
}

static bool zookeeper_object_is_about(const owed *one, const slock_zookeeper_call *call)
{
	return one->generation == slock_process_generation() &&
		   zend_string_equals_cstr(one->path, call->path, strlen(call->path)) &&
		   zend_string_equals_cstr(one->token, call->token, call->token_length);
}

/* Where the node of the call hangs in the list, or its end. */
static owed **zookeeper_object_find_owed(object_zookeeper *zookeeper, const slock_zookeeper_call *call)
{
	owed **at = &zookeeper->of_client->owed;

	while (*at && !zookeeper_object_is_about(*at, call)) {
		at = &(*at)->next;
	}
	return at;
}

/* The next node of this process that is to go, taken out of the list, because the client's methods may come back here;
 * NULL: there is none. A child has nothing to do with those of its parent. */
static owed *zookeeper_object_take_owed(object_zookeeper *zookeeper)
{
	owed **at = &zookeeper->of_client->owed, *taken;

	while ((taken = *at)) {
		if (taken->generation != slock_process_generation()) {
			*at = taken->next;
			zookeeper_object_free_owed(taken);
		} else if (taken->suspended) {
			at = &taken->next;
		} else {
			*at = taken->next;
			return taken;
		}
	}
	return NULL;
}

/* No node has this version. The answer to a DELETE of it is one that all servers agree on, and the server that gives it
 * has heard of all that was done before: a later GET is not of the past, as it may be after the client has connected to
 * another server. */
#define NO_VERSION INT32_MAX

/* Deletes the nodes that are to go. False: the servers cannot be asked now, or an exception is pending. */
static bool zookeeper_object_settle(object_zookeeper *zookeeper, slock_zookeeper_answer *answer, slock_result *result)
{
	owed *one;
	zend_long code;

	while ((one = zookeeper_object_take_owed(zookeeper))) {
		slock_zookeeper_call call = {.verb = SLOCK_ZOOKEEPER_DELETE,
									 .path = ZSTR_VAL(one->path),
									 .token = ZSTR_VAL(one->token),
									 .token_length = ZSTR_LEN(one->token),
									 .version = NO_VERSION};

		zookeeper_object_call(&zookeeper->base, &call, answer, result);
		if (answer->code == SLOCK_ZOOKEEPER_CHANGED) {
			call.verb = SLOCK_ZOOKEEPER_GET;
			zookeeper_object_call(&zookeeper->base, &call, answer, result);
		}
		if (call.verb == SLOCK_ZOOKEEPER_GET && answer->code == SLOCK_ZOOKEEPER_DONE && answer->mine &&
			answer->owner == SLOCK_ZOOKEEPER_OWN) {
			call.verb = SLOCK_ZOOKEEPER_DELETE;
			call.version = answer->version;
			zookeeper_object_call(&zookeeper->base, &call, answer, result);
		}
		code = EG(exception) ? zookeeper_object_code() : 0;
		if (EG(exception) && (!code || code == CONNECTION_LOSS || code == OPERATION_TIMEOUT)) {
			one->next = zookeeper->of_client->owed;
			zookeeper->of_client->owed = one;
			answer->code = SLOCK_ZOOKEEPER_FAILED;
			return false;
		}
		/* It is gone, or this client is never going to delete it. */
		slock_made_node_forget(&call, zookeeper->base.client);
		zookeeper_object_free_owed(one);
		zend_clear_exception();
	}
	return true;
}

/* What an answer to an acquisition says about a node that was to go: it is its own now, or not there. */
static void zookeeper_object_note_answer(object_zookeeper *zookeeper, const slock_zookeeper_call *call,
										 const slock_zookeeper_answer *answer)
{
	owed **at = zookeeper_object_find_owed(zookeeper, call), *freed = *at;

	if (freed && freed->suspended &&
		(answer->code == SLOCK_ZOOKEEPER_MISSING || answer->code == SLOCK_ZOOKEEPER_DONE)) {
		*at = freed->next;
		zookeeper_object_free_owed(freed);
	}
}

/* The thread of the library that would receive the answer does not survive a fork: a call never returns in the child.
 */
static bool zookeeper_object_is_inherited(const object_zookeeper *zookeeper)
{
	return UNEXPECTED(zookeeper->of_client->generation != slock_process_generation());
}

static slock_status zookeeper_object_run(slock_zookeeper *base, const slock_zookeeper_call *call,
										 slock_zookeeper_pending *pending, slock_zookeeper_answer *answer,
										 slock_result *result)
{
	object_zookeeper *zookeeper = (object_zookeeper *) base;
	owed *again;

	if (zookeeper_object_is_inherited(zookeeper)) {
		memset(answer, 0, sizeof(*answer));
		answer->code = SLOCK_ZOOKEEPER_FAILED;
		return slock_result_error(result,
								  "The %s object belongs to the process that has forked this one; "
								  "make another one after a fork",
								  ZSTR_VAL(base->client->ce->name));
	}
	again = call->verb == SLOCK_ZOOKEEPER_CREATE ? *zookeeper_object_find_owed(zookeeper, call) : NULL;
	if (again) {
		again->suspended = true;
	}
	slock_result_set(result, SLOCK_OK);
	if (zookeeper_object_settle(zookeeper, answer, result)) {
		slock_result_reset(result);
		slock_result_set(result, SLOCK_OK);
		zookeeper_object_call(base, call, answer, result);
		zookeeper_object_note_answer(zookeeper, call, answer);
	}
	if (EG(exception)) {
		slock_result_from_client(result);
	}
	return result->status;
}

/* Nothing can be asked after a call has failed, and there is nobody who would do it in the background. */
static void zookeeper_object_take_back(slock_zookeeper *base, const slock_zookeeper_call *call, bool may_be_held)
{
	object_zookeeper *zookeeper = (object_zookeeper *) base;
	owed *one = *zookeeper_object_find_owed(zookeeper, call);

	if (zookeeper_object_is_inherited(zookeeper)) {
		return;
	}
	if (one) {
		one->suspended = false;
	} else if (!may_be_held) {
		one = emalloc(sizeof(*one));
		one->next = zookeeper->of_client->owed;
		one->path = zend_string_init(call->path, strlen(call->path), false);
		one->token = zend_string_init(call->token, call->token_length, false);
		one->generation = slock_process_generation();
		one->suspended = false;
		zookeeper->of_client->owed = one;
	}
}

/* Where the debts of the client hang in the list, or its end. */
static debts **zookeeper_object_find_debts(const zend_object *client)
{
	debts **at = &SLOCK_G(node_debts);

	while (*at && (*at)->client != client) {
		at = &(*at)->next;
	}
	return at;
}

static debts *zookeeper_object_share_debts(zend_object *client)
{
	debts **at = zookeeper_object_find_debts(client);

	if (!*at) {
		*at = ecalloc(1, sizeof(**at));
		(*at)->client = client;
		(*at)->generation = slock_process_generation();
	}
	(*at)->stores++;
	return *at;
}

static void zookeeper_object_leave_debts(debts *left)
{
	debts **at = zookeeper_object_find_debts(left->client);
	owed *one;

	if (--left->stores) {
		return;
	}
	*at = left->next;
	while ((one = left->owed)) {
		left->owed = one->next;
		zookeeper_object_free_owed(one);
	}
	efree(left);
}

static void zookeeper_object_free(slock_zookeeper *base)
{
	zookeeper_object_leave_debts(((object_zookeeper *) base)->of_client);
	OBJ_RELEASE(base->client);
	efree(base);
}

static const slock_zookeeper_ops zookeeper_object_ops = {
	.run = zookeeper_object_run,
	.take_back = zookeeper_object_take_back,
	.free = zookeeper_object_free,
};

slock_zookeeper *slock_zookeeper_object_new(zend_object *client)
{
	object_zookeeper *zookeeper = ecalloc(1, sizeof(*zookeeper));

	zookeeper->base.ops = &zookeeper_object_ops;
	zookeeper->base.chroot = "";
	zookeeper->base.client = slock_object_copy(client);
	zookeeper->of_client = zookeeper_object_share_debts(client);
	return &zookeeper->base;
}
