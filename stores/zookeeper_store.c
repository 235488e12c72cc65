/* SPDX-License-Identifier: MIT
 *
 * ZookeeperStore: a lock is an ephemeral node whose data is the owner's token. Who creates it holds the lock, and a
 * waiter watches it. */
#include "php_slock.h"
#include "clients/zookeeper/dsn.h"
#include "clients/zookeeper/native.h"
#include "clients/zookeeper/node_path.h"
#include "clients/zookeeper/turns.h"
#include "clients/zookeeper/client_object.h"
#include "clients/userland.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/process.h"
#include "core/store.h"
#include "core/store_show.h"
#include "core/wait.h"
#include "stores/stores.h"

#include "zend_attributes.h"
#include "zend_exceptions.h"

#include "stubs/ZookeeperStore_arginfo.h"

#ifndef _WIN32
#include <poll.h>
#endif

#define MAX_LOST 5 /* DELETEs of one operation without an answer */

/* A DELETE follows its GET within less than another process waits for the turn; one that would not looks once more. */
#define LOOK_LASTS (SLOCK_TURNS_WAIT / 2)

#define WAIT_SLICE 100000000 /* ns between two looks at what signals and time limits want */

typedef struct {
	slock_zookeeper *zookeeper; /* NULL only before __construct() ran */
	slock_store base;
} zookeeper_store;

/* One operation of the store: one or two calls. */
typedef struct {
	slock_op op;
	slock_zookeeper_call call;
	slock_zookeeper_pending pending;
	slock_zookeeper_answer answer;
	zend_string *path;
	zend_string *token;
	bool synced;      /* the server has caught up: what it says of the node is so */
	bool known;       /* the token is older than this operation, so a node may have it already */
	bool may_be_held; /* ACQUIRE: the same, to the end */
	int lost;         /* DELETEs of which nobody knows what became */
	/* RELEASE: which node is to go, and the turn among related processes. */
	int64_t created;
	int turn;
	slock_time turn_until; /* begun, and waits for its turn until then at most; 0: it does not */
	slock_time asked;      /* when its last call was begun */
	bool looked_again;
} operation;

static zookeeper_store *zookeeper_of(slock_store *store)
{
	return SLOCK_STORE_AS(zookeeper_store, store);
}

static void zookeeper_set_call(operation *of, slock_zookeeper_verb verb)
{
	of->call.verb = verb;
	of->call.path = ZSTR_VAL(of->path);
	of->call.token = ZSTR_VAL(of->token);
	of->call.token_length = ZSTR_LEN(of->token);
}

/* False: a PHP exception is pending. */
static bool zookeeper_start(zookeeper_store *store, const slock_request *request, operation *of, slock_result *result)
{
	zend_string *name = store->base.state_name, *token;
	bool known = slock_key_find_state(request->key, name) != NULL;

	token = slock_key_token(request->key, name);
	if (!token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	memset(of, 0, sizeof(*of));
	of->op = request->op;
	of->known = known;
	of->may_be_held = known && request->op == SLOCK_OP_ACQUIRE;
	of->token = token;
	of->path = slock_zookeeper_node_path(store->zookeeper->chroot, request->resource);
	of->call.answer_by = request->answer_by;
	of->call.releases = of->op == SLOCK_OP_RELEASE;
	/* A related process may have released it by way of another server of an ensemble, which this one lags behind. */
	of->call.catches_up = of->op != SLOCK_OP_ACQUIRE && slock_process_has_forked() && store->zookeeper->name &&
						  strchr(store->zookeeper->name, ',');
	of->synced = of->call.catches_up;
	of->call.asks_created = store->base.capabilities & SLOCK_STORE_FENCES;
	zookeeper_set_call(of, of->op == SLOCK_OP_ACQUIRE ? SLOCK_ZOOKEEPER_CREATE : SLOCK_ZOOKEEPER_GET);
	of->turn = SLOCK_TURNS_NONE;
	return true;
}

/* `unknown`: nobody knows what it has done. A node that should be gone, or that nobody has been told of, would keep the
 * lock for as long as the session lives. */
static void zookeeper_end(zookeeper_store *store, operation *of, bool unknown)
{
	slock_turns_give(of->turn);
	if (unknown && (of->op == SLOCK_OP_RELEASE || of->op == SLOCK_OP_ACQUIRE)) {
		store->zookeeper->ops->take_back(store->zookeeper, &of->call, of->may_be_held);
	}
	zend_string_release(of->path);
	zend_string_release(of->token);
}

/* Whether the node stands for what the operation asks about. Its data alone does not: a node of a session that is not
 * ours any more has our token as well, and vanishes when the servers find that session dead. Without a session nobody
 * holds, so only the own one's node is one that is acquired; a child may ask for what its parent holds, and either may
 * release it. */
static bool zookeeper_is_held(const operation *of)
{
	if (of->answer.code != SLOCK_ZOOKEEPER_DONE || !of->answer.mine) {
		return false;
	}
	switch (of->op) {
		case SLOCK_OP_RELEASE:
			return true;
		case SLOCK_OP_ACQUIRE:
			return of->answer.owner == SLOCK_ZOOKEEPER_OWN;
		default:
			return of->answer.owner != SLOCK_ZOOKEEPER_OTHER && !of->answer.going;
	}
}

/* After a DELETE without an answer the server has caught up and was asked for the node: is that one gone? */
static bool zookeeper_is_deleted(const operation *of)
{
	return of->lost && (of->answer.code == SLOCK_ZOOKEEPER_MISSING || of->answer.created != of->created);
}

/* RELEASE: the turn, where it can be had until then. */
static void zookeeper_take_turn(const zookeeper_store *store, operation *of, slock_time until)
{
	const char *hosts = store->zookeeper->name, *path = ZSTR_VAL(of->path);

	of->turn = slock_turns_take(hosts, path, until);
	if (UNEXPECTED(of->turn == SLOCK_TURNS_MINE)) {
		of->turn = slock_turns_share(hosts, path);
	}
}

/* Whether what was seen is too old to delete the node: the next owner's looks the same to a DELETE. Other members of a
 * quorum, or a logger, may have taken their time before the answer was looked at. */
static bool zookeeper_must_look_again(const zookeeper_store *store, operation *of)
{
	if (EXPECTED(slock_clock_now() - of->asked < LOOK_LASTS) || of->looked_again) {
		return false;
	}
	of->looked_again = true;
	if (of->turn == SLOCK_TURNS_TAKEN) {
		zookeeper_take_turn(store, of, SLOCK_TURNS_NO_WAIT);
	}
	return true;
}

static void zookeeper_set_delete(operation *of)
{
	zookeeper_set_call(of, SLOCK_ZOOKEEPER_DELETE);
	of->call.version = of->answer.version;
	of->call.session = of->pending.session;
	of->call.connection = of->answer.connection;
	of->call.own = of->answer.owner == SLOCK_ZOOKEEPER_OWN;
	of->created = of->answer.created;
}

static void zookeeper_conclude(const operation *of, slock_key *key, bool held, slock_result *result)
{
	if (held && of->op == SLOCK_OP_ACQUIRE) {
		/* The node goes when this process' session ends. */
		slock_key_mark_unserializable(key);
		result->fence = of->call.asks_created ? of->answer.created : 0;
	}
	slock_result_set(result, held ? SLOCK_OK : SLOCK_CONFLICT);
}

/* What the answer to a call means for the operation. True: the result is final; false: of->call is the next one. */
static bool zookeeper_proceed(zookeeper_store *store, operation *of, slock_key *key, slock_result *result)
{
	const bool can_sync = store->zookeeper->ops->begin != NULL;
	slock_zookeeper_code code = of->answer.code;
	bool held = false;

	if (result->status != SLOCK_OK) {
		return true;
	}
	switch (of->call.verb) {
		case SLOCK_ZOOKEEPER_CREATE:
			held = code == SLOCK_ZOOKEEPER_DONE;
			if (code == SLOCK_ZOOKEEPER_EXISTS && (of->known || of->answer.repeated)) {
				zookeeper_set_call(of, SLOCK_ZOOKEEPER_GET);
				return false;
			}
			break;
		case SLOCK_ZOOKEEPER_DELETE:
			if (code == SLOCK_ZOOKEEPER_UNKNOWN) {
				/* It may be done and the next owner's node be there, which a second DELETE would take for ours. */
				if (++of->lost == MAX_LOST) {
					slock_result_error(result, "ZooKeeper at %s: the connection was lost before the answer came",
									   store->zookeeper->name);
					return true;
				}
				of->synced = true;
				zookeeper_set_call(of, SLOCK_ZOOKEEPER_SYNC);
				return false;
			}
			/* Gone, but by whom? After one without an answer, by that. */
			held = code == SLOCK_ZOOKEEPER_DONE || (code == SLOCK_ZOOKEEPER_MISSING && of->lost);
			break;
		case SLOCK_ZOOKEEPER_SYNC:
			zookeeper_set_call(of, SLOCK_ZOOKEEPER_GET);
			return false;
		default:
			if (zookeeper_is_deleted(of)) {
				held = true;
				break;
			}
			held = zookeeper_is_held(of);
			if (held && of->op == SLOCK_OP_RELEASE) {
				if (!zookeeper_must_look_again(store, of)) {
					zookeeper_set_delete(of);
				}
				return false;
			}
			/* A server of an ensemble may lag behind the one where the lock was acquired, in another session: no reason
			 * to say that it is lost. A delete and a create know better by themselves. */
			if (!held && of->known && !of->synced && of->op != SLOCK_OP_ACQUIRE && can_sync) {
				of->synced = true;
				zookeeper_set_call(of, SLOCK_ZOOKEEPER_SYNC);
				return false;
			}
	}
	zookeeper_conclude(of, key, held, result);
	return true;
}

/* Before each call. */
static void zookeeper_note_asked(operation *of)
{
	if (of->op == SLOCK_OP_RELEASE) {
		of->asked = slock_clock_now();
	}
}

static slock_status zookeeper_run_operation(zookeeper_store *store, operation *of, slock_key *key, slock_result *result)
{
	slock_zookeeper *zookeeper = store->zookeeper;

	do {
		zookeeper_note_asked(of);
		zookeeper->ops->run(zookeeper, &of->call, &of->pending, &of->answer, result);
	} while (!zookeeper_proceed(store, of, key, result));
	return result->status;
}

/* After an attempt to acquire: what it took, if it was answered. */
static void zookeeper_note_attempt(slock_store *base, slock_time begun, const slock_result *result)
{
	if (result->status == SLOCK_OK || result->status == SLOCK_CONFLICT) {
		slock_store_note_round_trip(base, slock_clock_now() - begun);
	}
}

static slock_status zookeeper_run_attempts(slock_store *base, const slock_request *request, slock_result *result)
{
	slock_time begun = slock_clock_now();
	operation of;

	if (zookeeper_start(zookeeper_of(base), request, &of, result)) {
		if (of.op == SLOCK_OP_RELEASE && zookeeper_of(base)->zookeeper->name) {
			zookeeper_take_turn(zookeeper_of(base), &of, request->answer_by);
		}
		zookeeper_run_operation(zookeeper_of(base), &of, request->key, result);
		zookeeper_end(zookeeper_of(base), &of,
					  result->status == SLOCK_STORAGE_ERROR || result->status == SLOCK_INTERRUPTED);
		if (request->op == SLOCK_OP_ACQUIRE) {
			zookeeper_note_attempt(base, begun, result);
		}
	}
	return result->status;
}

#ifndef _WIN32
/* Waits until the watched node may have changed. SLOCK_OK: try again. */
static slock_status zookeeper_wait_for_change(slock_zookeeper *zookeeper, slock_zookeeper_pending *pending,
											  slock_time deadline, slock_result *result, bool *bailed_out)
{
	struct pollfd polled = {.fd = -1, .events = POLLIN};
	struct timespec slice = {0, 0};
	slock_check check;
	slock_time left;

	for (;;) {
		check = slock_wait_guarded_check();
		*bailed_out = check == SLOCK_CHECK_BAILOUT;
		if (check != SLOCK_CHECK_GO_ON) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
		if (zookeeper->ops->changed(zookeeper, pending)) {
			return slock_result_set(result, SLOCK_OK);
		}
		left = deadline - slock_clock_now();
		if (left <= 0) {
			return slock_result_set(result, SLOCK_TIMEOUT);
		}
		/* In slices, because a signal may arrive between the check and the wait. */
		slice.tv_nsec = (long) MIN(left, WAIT_SLICE);
		polled.fd = pending->descriptor;
		ppoll(&polled, 1, &slice, NULL);
	}
}

/* The wait is over and there is a node, which may be our own: only when it is not there is nothing left behind. */
static void zookeeper_look_once_more(zookeeper_store *store, operation *of, slock_attempts *attempts, slock_key *key,
									 slock_result *result)
{
	of->call.answer_by = slock_attempts_begin(attempts);
	zookeeper_set_call(of, SLOCK_ZOOKEEPER_GET);
	store->zookeeper->ops->run(store->zookeeper, &of->call, &of->pending, &of->answer, result);
	zookeeper_proceed(store, of, key, result);
}

/* CREATE; when there is a node, look whose it is, with a watch on it; when that fires, again. */
static slock_status zookeeper_acquire_waiting(slock_store *base, const slock_request *request, slock_result *result)
{
	zookeeper_store *store = zookeeper_of(base);
	slock_zookeeper *zookeeper = store->zookeeper;
	slock_attempts attempts = {.deadline = request->deadline, .usual = slock_store_round_trip(&base->std)};
	bool bailed_out = false, may_be_own;
	operation of;

	if (!zookeeper_start(store, request, &of, result)) {
		return result->status;
	}
	may_be_own = of.known;
	/* The watch asks whose node it is. */
	of.known = false;
	for (;;) {
		of.call.answer_by = slock_attempts_begin(&attempts);
		zookeeper_set_call(&of, SLOCK_ZOOKEEPER_CREATE);
		zookeeper->ops->run(zookeeper, &of.call, &of.pending, &of.answer, result);
		zookeeper_note_attempt(base, attempts.begun, result);
		may_be_own = may_be_own || of.answer.repeated;
		of.answer.repeated = false;
		if (zookeeper_proceed(store, &of, request->key, result) && result->status != SLOCK_CONFLICT) {
			break;
		}
		if (slock_attempts_are_over(&attempts)) {
			if (may_be_own) {
				zookeeper_look_once_more(store, &of, &attempts, request->key, result);
			}
			if (result->status == SLOCK_CONFLICT) {
				slock_result_set(result, SLOCK_TIMEOUT);
			}
			break;
		}
		zookeeper_set_call(&of, SLOCK_ZOOKEEPER_WATCH);
		zookeeper->ops->run(zookeeper, &of.call, &of.pending, &of.answer, result);
		if (zookeeper_proceed(store, &of, request->key, result) && result->status == SLOCK_OK) {
			zookeeper->ops->abandon(zookeeper, &of.pending);
			break;
		}
		if (result->status != SLOCK_CONFLICT) {
			break;
		}
		may_be_own = false;
		/* Where it went in between, nothing is watched and this ends at once. */
		zookeeper_wait_for_change(zookeeper, &of.pending, request->deadline, result, &bailed_out);
		zookeeper->ops->abandon(zookeeper, &of.pending);
		if (result->status == SLOCK_INTERRUPTED) {
			break;
		}
	}
	zookeeper_end(store, &of, result->status == SLOCK_STORAGE_ERROR);
	if (UNEXPECTED(bailed_out)) {
		zend_bailout();
	}
	return result->status;
}
#endif

static slock_status zookeeper_run(slock_store *store, const slock_request *request, slock_result *result)
{
#ifndef _WIN32
	if (request->op == SLOCK_OP_ACQUIRE && request->deadline != SLOCK_TRY_ONCE &&
		(store->capabilities & SLOCK_STORE_BLOCKS)) {
		return zookeeper_acquire_waiting(store, request, result);
	}
#endif
	return zookeeper_run_attempts(store, request, result);
}

static void zookeeper_end_pending(zookeeper_store *store, slock_pending *pending, bool unknown)
{
	operation *of = pending->connection;

	pending->connection = NULL;
	zookeeper_end(store, of, unknown);
	efree(of);
}

/* True: it has ended already. */
static bool zookeeper_begin_call(zookeeper_store *store, operation *of, slock_result *result)
{
	zookeeper_note_asked(of);
	return store->zookeeper->ops->begin(store->zookeeper, &of->call, &of->pending, &of->answer, result);
}

/* `ended`: the call in progress has; goes on with those that end without waiting. */
static bool zookeeper_step(zookeeper_store *store, slock_pending *pending, bool ended, slock_result *result)
{
	operation *of = pending->connection;

	while (ended) {
		if (zookeeper_proceed(store, of, pending->request.key, result)) {
			zookeeper_end_pending(store, pending, result->status == SLOCK_STORAGE_ERROR);
			return true;
		}
		ended = zookeeper_begin_call(store, of, result);
	}
	pending->fd = of->pending.descriptor;
	pending->connecting = of->pending.request == NULL;
	pending->deadline = pending->connecting ? SLOCK_FOREVER : of->pending.deadline;
	pending->wake = pending->connecting ? of->pending.deadline : SLOCK_FOREVER;
	/* A CREATE that is given up is undone, so it must be waited for; and a release goes on with a DELETE. */
	pending->sent_all = !pending->connecting && of->op == SLOCK_OP_EXISTS;
	return false;
}

/* Whether another process has the turn of a begun release, which waits for it as one in one piece does. */
static bool zookeeper_awaits_turn(const zookeeper_store *store, operation *of)
{
	zookeeper_take_turn(store, of, SLOCK_TURNS_NO_WAIT);
	if (EXPECTED(of->turn != SLOCK_TURNS_TAKEN) || (of->turn_until && slock_clock_now() >= of->turn_until)) {
		of->turn_until = 0;
		return false;
	}
	if (!of->turn_until) {
		of->turn_until = slock_clock_limit(SLOCK_TURNS_WAIT, of->call.answer_by);
		/* It is established meanwhile. */
		store->zookeeper->ops->prepare(store->zookeeper);
	}
	return true;
}

/* Puts the operation on the wire, once it is its turn. True: it has ended. */
static bool zookeeper_send(zookeeper_store *store, slock_pending *pending, slock_result *result)
{
	operation *of = pending->connection;

	if (of->op == SLOCK_OP_RELEASE && zookeeper_awaits_turn(store, of)) {
		/* Nothing is sent before, and nothing is known of the server. */
		pending->connecting = true;
		pending->fd = -1;
		pending->deadline = SLOCK_FOREVER;
		pending->wake = slock_clock_after(SLOCK_MS);
		return false;
	}
	return zookeeper_step(store, pending, zookeeper_begin_call(store, of, result), result);
}

static bool zookeeper_begin(slock_store *base, const slock_request *request, slock_pending *pending,
							slock_result *result)
{
	zookeeper_store *store = zookeeper_of(base);
	operation *of = emalloc(sizeof(*of));

	if (!zookeeper_start(store, request, of, result)) {
		efree(of);
		return false;
	}
	pending->connection = of;
	pending->events = SLOCK_POLL_IN;
	return !zookeeper_send(store, pending, result);
}

static bool zookeeper_finish(slock_store *base, slock_pending *pending, slock_result *result)
{
	zookeeper_store *store = zookeeper_of(base);
	operation *of = pending->connection;

	if (UNEXPECTED(of->turn_until)) {
		return zookeeper_send(store, pending, result);
	}
	return zookeeper_step(store, pending,
						  store->zookeeper->ops->finish(store->zookeeper, &of->call, &of->pending, &of->answer, result),
						  result);
}

static void zookeeper_abandon(slock_store *base, slock_pending *pending)
{
	zookeeper_store *store = zookeeper_of(base);
	operation *of = pending->connection;

	store->zookeeper->ops->abandon(store->zookeeper, &of->pending);
	zookeeper_end_pending(store, pending, true);
}

static bool zookeeper_is_connected(slock_store *base)
{
	return zookeeper_of(base)->zookeeper->ops->is_connected(zookeeper_of(base)->zookeeper);
}

static void zookeeper_free_store(slock_store *base)
{
	slock_zookeeper *zookeeper = zookeeper_of(base)->zookeeper;

	if (zookeeper) {
		zookeeper->ops->free(zookeeper);
	}
}

static void zookeeper_show(slock_store *base, HashTable *into)
{
	const slock_zookeeper *zookeeper = zookeeper_of(base)->zookeeper;

	slock_store_show_transport(base, into, zookeeper->client);
	if (!zookeeper->client) {
		slock_store_show_text(base, into, "server", zookeeper->name);
		slock_store_show_text(base, into, "path", *zookeeper->chroot ? zookeeper->chroot : "/");
	}
}

static const slock_store_ops zookeeper_ops = {
	.name = "ZookeeperStore",
	.run = zookeeper_run,
	.begin = zookeeper_begin,
	.finish = zookeeper_finish,
	.abandon = zookeeper_abandon,
	.is_connected = zookeeper_is_connected,
	.show = zookeeper_show,
	.free = zookeeper_free_store,
	.size = sizeof(zookeeper_store),
	/* A node lives as long as its session, and heartbeats see to that. */
	.capabilities = SLOCK_STORE_LASTS,
};

/* Whether DSNs are for the native client. The extension zookeeper brings the library with threads, whose functions have
 * the names of those without: a process can use only one of the two. */
static bool zookeeper_native_is_usable(void)
{
#ifdef SLOCK_ZOOKEEPER_BUILD_VERSION
	return !zend_hash_str_exists(&module_registry, ZEND_STRL("zookeeper"));
#else
	return false;
#endif
}

/* A \Zookeeper for the DSN; NULL with an exception pending. */
static zend_object *zookeeper_create_object(zend_class_entry *ce, zend_string *dsn)
{
	zend_string *error, *text = slock_zookeeper_dsn_for_object(dsn, &error);
	zval object, hosts;
	bool made;

	if (!text) {
		slock_store_throw_invalid(error);
		return NULL;
	}
	ZVAL_STR(&hosts, text);
	made = slock_userland_make(ce, 1, &hosts, &object);
	zend_string_release(text);
	return made ? Z_OBJ(object) : NULL;
}

/* NULL with an exception pending. `*client`: the object that is used, if any, borrowed. */
static slock_zookeeper *zookeeper_create_from_dsn(zend_string *dsn, zend_object **client, bool *fencing)
{
	zend_class_entry *ce = slock_zookeeper_object_class();
	slock_zookeeper_dsn *parsed;
	slock_zookeeper *zookeeper;
	zend_string *error;

	parsed = slock_zookeeper_dsn_parse(dsn, &error);
	if (!parsed) {
		slock_store_throw_invalid(error);
		return NULL;
	}
	*fencing = parsed->fencing;
	if (slock_store_check_fencing(*fencing) == FAILURE) {
		slock_zookeeper_dsn_free(parsed);
		return NULL;
	}
	if (zookeeper_native_is_usable()) {
		return slock_zookeeper_native_new(parsed);
	}
	slock_zookeeper_dsn_free(parsed);
	if (*fencing) {
		zend_throw_exception(slock_ce_InvalidArgumentException,
							 "Invalid Zookeeper DSN: \"fencing\" needs the native client.", 0);
		return NULL;
	}
	if (!ce) {
		slock_store_require_client("zookeeper");
		return NULL;
	}
	*client = zookeeper_create_object(ce, dsn);
	if (!*client) {
		return NULL;
	}
	zookeeper = slock_zookeeper_object_new(*client);
	OBJ_RELEASE(*client);
	return zookeeper;
}

ZEND_METHOD(Symfony_Component_Lock_Store_ZookeeperStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_class_entry *ce = slock_zookeeper_object_class();
	slock_zookeeper *zookeeper;
	zend_object *client;
	zend_string *dsn;
	bool fencing = false;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, dsn)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (client) {
		if (!ce || !instanceof_function(client->ce, ce)) {
			zend_argument_type_error(1, "must be of type Zookeeper|string, %s given", ZSTR_VAL(client->ce->name));
			RETURN_THROWS();
		}
		zookeeper = slock_zookeeper_object_new(client);
	} else {
		zookeeper = zookeeper_create_from_dsn(dsn, &client, &fencing);
		if (!zookeeper) {
			RETURN_THROWS();
		}
	}
	/* The constructor of a client object may have been here, too. */
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		zookeeper->ops->free(zookeeper);
		RETURN_THROWS();
	}
	if (zookeeper->ops->begin) {
		store->capabilities |= SLOCK_STORE_ASYNC | SLOCK_STORE_BLOCKS;
	}
	store->capabilities |= fencing ? SLOCK_STORE_FENCES : 0;
	zookeeper_of(store)->zookeeper = zookeeper;
	store->held = client;
	store->constructed = true;
}

ZEND_METHOD(Symfony_Component_Lock_Store_ZookeeperStore, createConnection)
{
	zend_class_entry *ce = slock_zookeeper_object_class();
	slock_zookeeper_dsn *parsed;
	zend_object *client;
	zend_string *dsn, *error;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_STR(dsn)
	ZEND_PARSE_PARAMETERS_END();

	if (ce) {
		client = zookeeper_create_object(ce, dsn);
		if (!client) {
			RETURN_THROWS();
		}
		RETURN_OBJ(client);
	}
	parsed = slock_zookeeper_dsn_parse(dsn, &error);
	if (!parsed) {
		slock_store_throw_invalid(error);
		RETURN_THROWS();
	}
	slock_zookeeper_dsn_free(parsed);
	RETURN_STR_COPY(dsn);
}

void slock_zookeeper_store_register(void)
{
	slock_store_class_init(
		register_class_Symfony_Component_Lock_Store_ZookeeperStore(slock_ce_PersistingStoreInterface), &zookeeper_ops);
}
