/* SPDX-License-Identifier: MIT
 *
 * The calls of an operation on ZookeeperStore, and what their answers mean; see operation.h. */
#include "php_slock.h"
#include "clients/zookeeper/node_path.h"
#include "clients/zookeeper/turns.h"
#include "core/key.h"
#include "core/process.h"
#include "stores/zookeeper/operation.h"

#define MAX_LOST 5 /* DELETEs of one operation without an answer */

/* A DELETE follows its GET within less than another process waits for the turn; one that would not looks once more. */
#define LOOK_LASTS (SLOCK_TURNS_WAIT / 2)

void slock_zookeeper_operation_set_call(slock_zookeeper_operation *of, slock_zookeeper_verb verb)
{
	of->call.verb = verb;
	of->call.path = ZSTR_VAL(of->path);
	of->call.token = ZSTR_VAL(of->token);
	of->call.token_length = ZSTR_LEN(of->token);
}

bool slock_zookeeper_operation_start(slock_zookeeper_operation *of, const slock_store *store,
									 const slock_zookeeper *zookeeper, const slock_request *request,
									 slock_result *result)
{
	zend_string *name = store->state_name, *token;
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
	of->path = slock_zookeeper_node_path(zookeeper->chroot, request->resource);
	of->call.answer_by = request->answer_by;
	of->call.releases = of->op == SLOCK_OP_RELEASE;
	/* A related process may have released it by way of another server of an ensemble, which this one lags behind. One
	 * name may stand for all of them. */
	of->call.catches_up = of->op != SLOCK_OP_ACQUIRE && slock_process_has_forked() && zookeeper->name;
	of->synced = of->call.catches_up;
	of->call.asks_created = store->capabilities & SLOCK_STORE_FENCES;
	slock_zookeeper_operation_set_call(of, of->op == SLOCK_OP_ACQUIRE ? SLOCK_ZOOKEEPER_CREATE : SLOCK_ZOOKEEPER_GET);
	of->turn = SLOCK_TURNS_NONE;
	return true;
}

void slock_zookeeper_operation_end(slock_zookeeper_operation *of, slock_zookeeper *zookeeper, bool unknown)
{
	slock_turns_give(of->turn);
	if (unknown && (of->op == SLOCK_OP_RELEASE || of->op == SLOCK_OP_ACQUIRE)) {
		zookeeper->ops->take_back(zookeeper, &of->call, of->may_be_held);
	}
	zend_string_release(of->path);
	zend_string_release(of->token);
}

/* Whether the node stands for what the operation asks about. Its data alone does not: a node of a session that is not
 * ours any more has our token as well, and vanishes when the servers find that session dead. Without a session nobody
 * holds, so only the own one's node is one that is acquired; a child may ask for what its parent holds, and either may
 * release it. */
static bool operation_is_held(const slock_zookeeper_operation *of)
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
static bool operation_is_deleted(const slock_zookeeper_operation *of)
{
	return of->lost && (of->answer.code == SLOCK_ZOOKEEPER_MISSING || of->answer.created != of->created);
}

void slock_zookeeper_operation_take_turn(slock_zookeeper_operation *of, const slock_zookeeper *zookeeper,
										 slock_time until)
{
	const char *hosts = zookeeper->name, *path = ZSTR_VAL(of->path);

	of->turn = slock_turns_take(hosts, path, until);
	if (UNEXPECTED(of->turn == SLOCK_TURNS_MINE)) {
		of->turn = slock_turns_share(hosts, path);
	}
}

/* Whether what was seen is too old to delete the node: the next owner's looks the same to a DELETE. Other members of a
 * quorum, or a logger, may have taken their time before the answer was looked at. */
static bool operation_must_look_again(slock_zookeeper_operation *of, const slock_zookeeper *zookeeper)
{
	if (EXPECTED(slock_clock_now() - of->asked < LOOK_LASTS) || of->looked_again) {
		return false;
	}
	of->looked_again = true;
	if (of->turn == SLOCK_TURNS_TAKEN) {
		slock_zookeeper_operation_take_turn(of, zookeeper, SLOCK_TURNS_NO_WAIT);
	}
	return true;
}

static void operation_set_delete(slock_zookeeper_operation *of)
{
	slock_zookeeper_operation_set_call(of, SLOCK_ZOOKEEPER_DELETE);
	of->call.version = of->answer.version;
	of->call.session = of->pending.session;
	of->call.connection = of->answer.connection;
	of->call.own = of->answer.owner == SLOCK_ZOOKEEPER_OWN;
	of->created = of->answer.created;
}

static void operation_conclude(const slock_zookeeper_operation *of, slock_key *key, bool held, slock_result *result)
{
	if (held && of->op == SLOCK_OP_ACQUIRE) {
		/* The node goes when this process' session ends. */
		slock_key_mark_unserializable(key);
		result->fence = of->call.asks_created ? of->answer.created : 0;
	}
	slock_result_set(result, held ? SLOCK_OK : SLOCK_CONFLICT);
}

bool slock_zookeeper_operation_proceed(slock_zookeeper_operation *of, const slock_zookeeper *zookeeper, slock_key *key,
									   slock_result *result)
{
	const bool can_sync = zookeeper->ops->begin != NULL;
	slock_zookeeper_code code = of->answer.code;
	bool held = false;

	if (result->status != SLOCK_OK) {
		return true;
	}
	switch (of->call.verb) {
		case SLOCK_ZOOKEEPER_CREATE:
			held = code == SLOCK_ZOOKEEPER_DONE;
			if (code == SLOCK_ZOOKEEPER_EXISTS && (of->known || of->answer.repeated)) {
				slock_zookeeper_operation_set_call(of, SLOCK_ZOOKEEPER_GET);
				return false;
			}
			break;
		case SLOCK_ZOOKEEPER_DELETE:
			if (code == SLOCK_ZOOKEEPER_UNKNOWN) {
				/* It may be done and the next owner's node be there, which a second DELETE would take for ours. */
				if (++of->lost == MAX_LOST) {
					slock_result_error(result, "ZooKeeper at %s: the connection was lost before the answer came",
									   zookeeper->name);
					return true;
				}
				of->synced = true;
				slock_zookeeper_operation_set_call(of, SLOCK_ZOOKEEPER_SYNC);
				return false;
			}
			/* Gone, but by whom? After one without an answer, by that. */
			held = code == SLOCK_ZOOKEEPER_DONE || (code == SLOCK_ZOOKEEPER_MISSING && of->lost);
			break;
		case SLOCK_ZOOKEEPER_SYNC:
			slock_zookeeper_operation_set_call(of, SLOCK_ZOOKEEPER_GET);
			return false;
		default:
			if (operation_is_deleted(of)) {
				held = true;
				break;
			}
			held = operation_is_held(of);
			if (held && of->op == SLOCK_OP_RELEASE) {
				if (!operation_must_look_again(of, zookeeper)) {
					operation_set_delete(of);
				}
				return false;
			}
			/* A server of an ensemble may lag behind the one where the lock was acquired, in another session: no reason
			 * to say that it is lost. A delete and a create know better by themselves. */
			if (!held && of->known && !of->synced && of->op != SLOCK_OP_ACQUIRE && can_sync) {
				of->synced = true;
				slock_zookeeper_operation_set_call(of, SLOCK_ZOOKEEPER_SYNC);
				return false;
			}
	}
	operation_conclude(of, key, held, result);
	return true;
}
