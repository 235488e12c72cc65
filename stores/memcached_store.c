/* SPDX-License-Identifier: MIT
 *
 * MemcachedStore: every operation is a short chain of commands, in which each answer decides about the next one. The
 * chain is the same whether the commands are run one after another or put on the wire for a caller who waits for
 * several servers. */
#include "php_slock.h"
#include "clients/channel.h"
#include "clients/memcached/dsn.h"
#include "clients/memcached/expiration.h"
#include "clients/memcached/native.h"
#include "clients/memcached/client_object.h"
#include "clients/memcached/versions.h"
#include "core/core.h"
#include "core/digest.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "core/store_show.h"
#include "stores/stores.h"

#include "zend_attributes.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "stubs/MemcachedStore_arginfo.h"

/* How often the server is asked again whose a lock is that was ours and is another version by now. The thread that
 * renews writes once in a third of the TTL. */
#define MOST_LOOKS 3

typedef struct {
	slock_memcached *memcached; /* NULL only before __construct() ran */
	slock_memcached_versions versions;
	slock_store base;
} memcached_store;

/* One operation and how far it has come with its commands. */
typedef struct {
	slock_op op;
	zend_string *resource;
	zend_string *key; /* the resource, or its hash */
	zend_string *token;
	uint32_t expiration;
	bool is_new;      /* the token was made for this operation, so nobody can hold the lock with it */
	bool restarted;   /* after the loss of an idle connection */
	bool added_again; /* the lock had gone while we asked whose it was */
	bool releasing;   /* the lock was ours when it was told to end, and whether it was done is not known */
	bool clearing;    /* the lock is released, and the server is made to notice that its memory is free */
	bool deletes;     /* a version can be deleted, else it is overwritten by one that has expired */
	uint64_t refused; /* the version that a delete was refused with; 0: none */
	uint32_t looks;   /* how often the server may be asked again whose the lock is */
	bool recalled;    /* the command has a version that we remember, and the server was not asked for it */
	slock_memcached_versions *versions; /* NULL: those of the server */
	slock_memcached_command command;
} memcached_operation;

static memcached_store *memcached_of(slock_store *store)
{
	return SLOCK_STORE_AS(memcached_store, store);
}

/* memcached knows no key like this: it is named by its hash. Never another one for the same resource. */
static zend_string *memcached_hash_key(zend_string *resource)
{
	static const char prefix[] = "slock.";
	zend_string *key = zend_string_alloc(sizeof(prefix) - 1 + 64, false);

	memcpy(ZSTR_VAL(key), prefix, sizeof(prefix) - 1);
	slock_digest_hex(slock_sha256, resource, ZSTR_VAL(key) + sizeof(prefix) - 1);
	return key;
}

static bool memcached_set_expiration(slock_store *store, memcached_operation *o, double ttl, slock_result *result)
{
	if (!slock_memcached_expiration(ttl, &o->expiration)) {
		slock_result_exception(result, slock_ce_InvalidTtlException,
							   "%s cannot keep a lock until after January 19, 2038 (a TTL of %.17g seconds was given)",
							   store->ops->name, ttl);
		return false;
	}
	return true;
}

static void memcached_set_command(memcached_operation *o, slock_memcached_verb verb)
{
	o->command.verb = verb;
	if (verb == SLOCK_MEMCACHED_ADD || (verb == SLOCK_MEMCACHED_GET && !o->clearing)) {
		/* It is not known yet, or not any more. */
		o->command.version = 0;
	}
	o->command.key = ZSTR_VAL(o->key);
	o->command.key_length = ZSTR_LEN(o->key);
	o->command.value = ZSTR_VAL(o->token);
	o->command.value_length = ZSTR_LEN(o->token);
	o->command.expiration = o->op == SLOCK_OP_RELEASE ? SLOCK_MEMCACHED_EXPIRED : o->expiration;
	o->command.new_version = o->versions && (verb == SLOCK_MEMCACHED_ADD || verb == SLOCK_MEMCACHED_CAS)
								 ? slock_memcached_version_new(o->versions)
								 : 0;
}

static void memcached_set_first_command(memcached_operation *o)
{
	memcached_set_command(o, o->op == SLOCK_OP_ACQUIRE ? SLOCK_MEMCACHED_ADD : SLOCK_MEMCACHED_GET);
}

/* What we have written ourselves need not be asked for: no other write has its version. When it is over, the answer
 * says so, and then the server is asked. */
static bool memcached_recall(memcached_operation *o)
{
	uint64_t version = o->versions && (o->op == SLOCK_OP_REFRESH || o->op == SLOCK_OP_RELEASE)
						   ? slock_memcached_version_of(o->versions, o->token)
						   : 0;

	if (version) {
		memcached_set_command(o, o->op == SLOCK_OP_RELEASE ? SLOCK_MEMCACHED_DELETE : SLOCK_MEMCACHED_CAS);
		o->command.version = version;
		o->recalled = true;
	}
	return o->recalled;
}

/* After every answer: what is known of the version that the token has now. */
static void memcached_note_version(const memcached_operation *o, const slock_memcached_answer *answer)
{
	if (!o->versions || o->command.verb == SLOCK_MEMCACHED_GET) {
		return;
	}
	if (answer->outcome == SLOCK_MEMCACHED_OK && answer->named) {
		slock_memcached_version_keep(o->versions, o->token, o->command.new_version);
	} else {
		slock_memcached_version_forget(o->versions, o->token);
	}
}

static void memcached_end(memcached_operation *o)
{
	zend_string_release(o->key);
	zend_string_release(o->resource);
	zend_string_release(o->token);
}

/* false: the operation ended before its first command, the result tells how. */
static bool memcached_start(slock_store *store, const slock_request *request, memcached_operation *o,
							slock_result *result)
{
	memset(o, 0, sizeof(*o));
	o->op = request->op;
	if ((o->op == SLOCK_OP_ACQUIRE || o->op == SLOCK_OP_REFRESH) &&
		!memcached_set_expiration(store, o, request->ttl, result)) {
		return false;
	}
	o->is_new = slock_key_find_state(request->key, store->state_name) == NULL;
	o->token = slock_key_token(request->key, store->state_name);
	if (!o->token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	/* The answers of a client object may be those to other commands: there the first refusal counts. */
	o->looks = memcached_of(store)->memcached->client ? 0 : MOST_LOOKS;
	o->deletes = memcached_of(store)->memcached->deletes_versions;
	o->versions = memcached_of(store)->memcached->names_versions ? &memcached_of(store)->versions : NULL;
	o->command.answer_by = request->answer_by;
	o->resource = zend_string_copy(request->resource);
	if (memcached_of(store)->memcached->can_send(memcached_of(store)->memcached, ZSTR_VAL(o->resource),
												 ZSTR_LEN(o->resource))) {
		o->key = zend_string_copy(o->resource);
	} else {
		o->key = memcached_hash_key(o->resource);
	}
	if (UNEXPECTED(EG(exception))) {
		slock_result_from_client(result);
		memcached_end(o);
		return false;
	}
	if (!memcached_recall(o)) {
		memcached_set_first_command(o);
	}
	return true;
}

static bool memcached_conclude(slock_result *result, slock_status status)
{
	slock_result_set(result, status);
	return true;
}

/* Once more from the first command, if it is the first time. */
static bool memcached_restart(memcached_operation *o, bool *before, slock_result *result)
{
	if (*before) {
		return true;
	}
	*before = true;
	/* What had gone may be there again, and ours: the command that is repeated may have been done. */
	o->recalled = o->added_again = false;
	slock_result_reset(result);
	memcached_set_first_command(o);
	return false;
}

/* The lock was gone when it was not there to be compared or swapped. */
static bool memcached_on_missing(memcached_operation *o, slock_result *result)
{
	if (o->op == SLOCK_OP_ACQUIRE && !o->added_again) {
		o->added_again = true;
		memcached_set_command(o, SLOCK_MEMCACHED_ADD);
		return false;
	}
	return memcached_conclude(result, o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
}

/* The lock was ours, and was written to before it could be compared and swapped: by its next owner, or by the thread
 * that renews it, or by another process with the same key. */
static bool memcached_on_refused(memcached_operation *o, slock_result *result)
{
	if (o->looks) {
		o->looks--;
		o->refused = o->command.verb == SLOCK_MEMCACHED_DELETE ? o->command.version : 0;
		memcached_set_command(o, SLOCK_MEMCACHED_GET);
		return false;
	}
	return memcached_conclude(result, o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
}

static bool memcached_after_get(memcached_operation *o, const slock_memcached_answer *answer, slock_result *result)
{
	switch (answer->outcome) {
		case SLOCK_MEMCACHED_OK:
			if (o->op == SLOCK_OP_EXISTS) {
				return memcached_conclude(result, SLOCK_OK);
			}
			if (!answer->version) {
				slock_result_error(result,
								   "The Memcached server keeps no versions of its values (it was started with -C), and "
								   "without them a lock cannot be refreshed or released");
				return true;
			}
			/* It was refused for the version that is there: before 1.6.13 "md" compares it with 0. */
			o->deletes = o->deletes && answer->version != o->refused;
			o->command.version = answer->version;
			/* Compared and done in one command: in between it may be held up for as long as it takes. */
			memcached_set_command(o, o->op == SLOCK_OP_RELEASE && o->deletes ? SLOCK_MEMCACHED_DELETE
																			 : SLOCK_MEMCACHED_CAS);
			return false;
		case SLOCK_MEMCACHED_MISSING:
			return memcached_on_missing(o, result);
		default:
			return memcached_conclude(result, o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
	}
}

static bool memcached_after_cas(memcached_operation *o, const slock_memcached_answer *answer, slock_result *result)
{
	switch (answer->outcome) {
		case SLOCK_MEMCACHED_OK:
			if (o->op != SLOCK_OP_RELEASE) {
				return memcached_conclude(result, SLOCK_OK);
			}
			/* What has expired takes up memory, for which the server may evict locks, until it is asked for. */
			o->clearing = true;
			memcached_set_command(o, SLOCK_MEMCACHED_GET);
			return false;
		case SLOCK_MEMCACHED_MISSING:
			return memcached_on_missing(o, result);
		default:
			return memcached_on_refused(o, result);
	}
}

/* The lock is released, whatever has become of the command after that. */
static bool memcached_after_clearing(slock_result *result)
{
	if (result->status != SLOCK_INTERRUPTED) {
		slock_result_reset(result);
	}
	return true;
}

static bool memcached_after_delete(memcached_operation *o, const slock_memcached_answer *answer, slock_result *result)
{
	if (answer->outcome == SLOCK_MEMCACHED_OK && answer->lingers) {
		o->clearing = true;
		memcached_set_command(o, SLOCK_MEMCACHED_GET);
		return false;
	}
	if (answer->outcome == SLOCK_MEMCACHED_REFUSED) {
		return memcached_on_refused(o, result);
	}
	/* When not, it had ended by itself. */
	return memcached_conclude(result,
							  answer->outcome == SLOCK_MEMCACHED_OK || o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
}

/* Takes the answer to the operation's command. true: the operation ended, the result tells how; false: it has another
 * command to be run. */
static bool memcached_advance(memcached_operation *o, const slock_memcached_answer *answer, slock_result *result)
{
	bool hashed;

	if (o->clearing) {
		return memcached_after_clearing(result);
	}
	memcached_note_version(o, answer);
	if (o->recalled && answer->outcome == SLOCK_MEMCACHED_REFUSED) {
		/* Another write came after it, which may be ours as well: of another process, or one without an answer. */
		o->recalled = false;
		memcached_set_command(o, SLOCK_MEMCACHED_GET);
		return false;
	}
	switch (answer->outcome) {
		case SLOCK_MEMCACHED_FAILED:
			return true;
		case SLOCK_MEMCACHED_STALE:
			/* It may have been done, and then it is not found any more. */
			o->releasing = o->releasing || (o->op == SLOCK_OP_RELEASE && o->command.verb != SLOCK_MEMCACHED_GET);
			return memcached_restart(o, &o->restarted, result);
		case SLOCK_MEMCACHED_BAD_KEY:
			hashed = o->key != o->resource;
			if (!hashed) {
				zend_string_release(o->key);
				o->key = memcached_hash_key(o->resource);
			}
			return memcached_restart(o, &hashed, result);
		default:
			break;
	}
	switch (o->command.verb) {
		case SLOCK_MEMCACHED_ADD:
			if (answer->outcome == SLOCK_MEMCACHED_OK) {
				return memcached_conclude(result, SLOCK_OK);
			}
			/* It may be ours already, unless the token is news to the server; or was, before the connection was
			 * lost. */
			if (!answer->repeated && (o->added_again || (o->is_new && !o->restarted))) {
				return memcached_conclude(result, SLOCK_CONFLICT);
			}
			memcached_set_command(o, SLOCK_MEMCACHED_GET);
			return false;
		case SLOCK_MEMCACHED_GET:
			return memcached_after_get(o, answer, result);
		case SLOCK_MEMCACHED_CAS:
			return memcached_after_cas(o, answer, result);
		default:
			return memcached_after_delete(o, answer, result);
	}
}

/* Where the time ended, or the connection, or code of the user's threw, before it was known that the answer which said
 * that the lock is there was its own, it is taken back. */
static slock_status memcached_run(slock_store *base, const slock_request *request, slock_result *result)
{
	slock_memcached *memcached = memcached_of(base)->memcached;
	slock_memcached_answer answer;
	memcached_operation o;

	if (!memcached_start(base, request, &o, result)) {
		return result->status;
	}
	answer.unconfirmed = false;
	do {
		memcached->ops->run(memcached, &o.command, &answer, result);
	} while (!memcached_advance(&o, &answer, result));
	memcached_end(&o);
	/* A storage error, or interrupted. */
	if (UNEXPECTED(answer.unconfirmed) && slock_request_may_be_undone(request, !o.is_new)) {
		slock_store_undo(base, request, result);
	}
	return result->status;
}

/* ---- the two-step form ---- */

/* What a begun operation keeps until its end. */
typedef struct {
	memcached_operation o;
	slock_channel_pending *pending; /* behind it in memory */
} memcached_begun;

/* Whether the operation ends with its command, if that does what it should. */
static bool memcached_is_last(const memcached_operation *o)
{
	switch (o->command.verb) {
		case SLOCK_MEMCACHED_GET:
			return o->op == SLOCK_OP_EXISTS || o->clearing;
		case SLOCK_MEMCACHED_CAS:
			return o->op != SLOCK_OP_RELEASE;
		default:
			return true;
	}
}

/* Tells what is awaited now. */
static void memcached_await(const slock_memcached *memcached, const memcached_begun *own, bool begun_now,
							slock_pending *pending)
{
	slock_channel_describe(own->pending, begun_now, memcached->command_timeout, pending);
	pending->sent_all = !pending->connecting && memcached_is_last(&own->o);
}

/* Puts the operation's command on the wire, and the next ones where one ends at once; false: the operation ended. */
static bool memcached_put_on_wire(slock_memcached *memcached, memcached_begun *own, slock_pending *pending,
								  slock_result *result)
{
	slock_memcached_answer answer;

	while (!memcached->ops->begin(memcached, &own->o.command, own->pending, &answer, result)) {
		if (memcached_advance(&own->o, &answer, result)) {
			return false;
		}
	}
	pending->server = own->pending->server;
	pending->timeout = memcached->command_timeout;
	memcached_await(memcached, own, true, pending);
	return true;
}

static void memcached_end_begun(slock_pending *pending)
{
	memcached_begun *own = pending->connection;

	pending->connection = NULL;
	memcached_end(&own->o);
	efree(own);
}

static bool memcached_begin(slock_store *base, const slock_request *request, slock_pending *pending,
							slock_result *result)
{
	memcached_begun *own = emalloc(sizeof(*own) + memcached_of(base)->memcached->ops->pending_size);

	own->pending = (slock_channel_pending *) (own + 1);
	if (!memcached_start(base, request, &own->o, result)) {
		efree(own);
		return false;
	}
	pending->connection = own;
	if (!memcached_put_on_wire(memcached_of(base)->memcached, own, pending, result)) {
		memcached_end_begun(pending);
		return false;
	}
	return true;
}

static void memcached_set_late(const slock_memcached *memcached, const memcached_begun *own,
							   const slock_pending *pending, slock_result *result)
{
	if (own->o.clearing) {
		slock_result_set(result, SLOCK_OK);
	} else if (pending->request.answer_by && pending->request.answer_by <= pending->deadline) {
		slock_result_error(result, "Memcached at %s: no answer in time", own->pending->server);
	} else {
		slock_result_error(result, "Memcached at %s: no answer within %g seconds", own->pending->server,
						   slock_seconds(memcached->command_timeout));
	}
}

static bool memcached_finish(slock_store *base, slock_pending *pending, slock_result *result)
{
	slock_memcached *memcached = memcached_of(base)->memcached;
	memcached_begun *own = pending->connection;
	slock_memcached_answer answer;

	do {
		if (!memcached->ops->finish(memcached, &own->o.command, own->pending, &answer, result)) {
			memcached_await(memcached, own, false, pending);
			if (slock_clock_now() < pending->deadline) {
				return false;
			}
			memcached->ops->abandon(memcached, &own->o.command, own->pending, true);
			memcached_set_late(memcached, own, pending, result);
			break;
		}
	} while (!memcached_advance(&own->o, &answer, result) && memcached_put_on_wire(memcached, own, pending, result));
	memcached_end_begun(pending);
	return true;
}

static void memcached_abandon(slock_store *base, slock_pending *pending)
{
	memcached_begun *own = pending->connection;

	memcached_of(base)->memcached->ops->abandon(memcached_of(base)->memcached, &own->o.command, own->pending, false);
	memcached_end_begun(pending);
}

static bool memcached_is_connected(slock_store *base)
{
	return memcached_of(base)->memcached->ops->is_connected(memcached_of(base)->memcached);
}

static slock_line *memcached_line(slock_store *base, zend_string *resource)
{
	memcached_store *store = memcached_of(base);

	return store->memcached->client
			   ? NULL
			   : slock_memcached_native_line(store->memcached, ZSTR_VAL(resource), ZSTR_LEN(resource),
											 slock_memcached_version_new(&store->versions));
}

static void memcached_show(slock_store *base, HashTable *into)
{
	const slock_memcached *memcached = memcached_of(base)->memcached;
	smart_str servers = {0};
	const char *name;

	slock_store_show_transport(base, into, memcached->client);
	if (memcached->client) {
		return;
	}
	for (uint32_t i = 0; (name = memcached->server(memcached, i)); i++) {
		smart_str_appends(&servers, i ? ", " : "");
		smart_str_appends(&servers, name);
	}
	smart_str_0(&servers);
	slock_store_show_text(base, into, "server", ZSTR_VAL(servers.s));
	if (memcached->protocol) {
		slock_store_show_text(base, into, "protocol", memcached->protocol);
	}
	smart_str_free(&servers);
}

static void memcached_free(slock_store *base)
{
	slock_memcached *memcached = memcached_of(base)->memcached;

	if (memcached) {
		memcached->ops->free(memcached);
	}
	slock_memcached_versions_free(&memcached_of(base)->versions);
}

static const slock_store_ops memcached_ops = {
	.name = "MemcachedStore",
	.run = memcached_run,
	.begin = memcached_begin,
	.finish = memcached_finish,
	.abandon = memcached_abandon,
	.is_connected = memcached_is_connected,
	.line = memcached_line,
	.show = memcached_show,
	.free = memcached_free,
	.size = sizeof(memcached_store),
	.capabilities = SLOCK_STORE_EXPIRES,
	.initial_ttl = 300.0,
	.min_ttl = 1.0,
	.max_ttl = 0.0,
};

ZEND_METHOD(Symfony_Component_Lock_Store_MemcachedStore, isSupported)
{
#ifdef SLOCK_MEMCACHED_BUILD_VERSION
	RETURN_TRUE;
#else
	RETURN_BOOL(zend_hash_str_exists(&module_registry, ZEND_STRL("memcached")));
#endif
}

ZEND_METHOD(Symfony_Component_Lock_Store_MemcachedStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_object *client;
	zend_string *dsn, *error;
	slock_memcached_dsn *parsed;
	slock_memcached *memcached;
	zend_long initial_ttl = 300;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, dsn)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_LONG(initial_ttl)
	ZEND_PARSE_PARAMETERS_END();

	if (initial_ttl < 1) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"\"%s::__construct()\" expects a strictly positive TTL. Got " ZEND_LONG_FMT ".",
								ZSTR_VAL(store->state_name), initial_ttl);
		RETURN_THROWS();
	}
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (client) {
		if (!slock_memcached_object_is_client(client)) {
			zend_argument_type_error(1, "must be of type Memcached|string, %s given", ZSTR_VAL(client->ce->name));
			RETURN_THROWS();
		}
		memcached = slock_memcached_object_new(client);
	} else {
		if (slock_store_require_client("memcached") == FAILURE) {
			RETURN_THROWS();
		}
		parsed = slock_memcached_dsn_parse(dsn, &error);
		if (!parsed) {
			slock_store_throw_invalid(error);
			RETURN_THROWS();
		}
		memcached = slock_memcached_native_new(parsed);
		store->capabilities |= SLOCK_STORE_ASYNC;
	}
	memcached_of(store)->memcached = memcached;
	store->held = client;
	store->initial_ttl = (double) initial_ttl;
	store->constructed = true;
}

void slock_memcached_store_register(void)
{
	slock_store_class_init(
		register_class_Symfony_Component_Lock_Store_MemcachedStore(slock_ce_PersistingStoreInterface), &memcached_ops);
}
