/* SPDX-License-Identifier: MIT
 *
 * ZookeeperStore: a lock is an ephemeral node whose data is the owner's token. Who creates it holds the lock, and a
 * waiter watches it. Here: who runs the calls of an operation, and when. */
#include "php_slock.h"
#include "clients/zookeeper/turns.h"
#include "core/core.h"
#include "core/key.h"
#include "core/process.h"
#include "core/store_show.h"
#include "core/wait.h"
#include "stores/stores.h"
#include "stores/zookeeper/operation.h"
#include "stores/zookeeper/zookeeper_store.h"

#include "zend_attributes.h"

#include "stubs/ZookeeperStore_arginfo.h"

#ifndef _WIN32
#include <poll.h>
#endif

#define WAIT_SLICE 100000000 /* ns between two looks at what signals and time limits want */

/* Before each call. */
static void zookeeper_note_asked(slock_zookeeper_operation *of)
{
	if (of->op == SLOCK_OP_RELEASE) {
		of->asked = slock_clock_now();
	}
}

static slock_status zookeeper_run_operation(slock_zookeeper *zookeeper, slock_zookeeper_operation *of, slock_key *key,
											slock_result *result)
{
	do {
		zookeeper_note_asked(of);
		zookeeper->ops->run(zookeeper, &of->call, &of->pending, &of->answer, result);
	} while (!slock_zookeeper_operation_proceed(of, zookeeper, key, result));
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
	slock_zookeeper *zookeeper = slock_zookeeper_store_of(base)->zookeeper;
	slock_time begun = slock_clock_now();
	slock_zookeeper_operation of;

	if (slock_zookeeper_operation_start(&of, base, zookeeper, request, result)) {
		if (of.op == SLOCK_OP_RELEASE && zookeeper->name) {
			slock_zookeeper_operation_take_turn(&of, zookeeper, request->answer_by);
		}
		zookeeper_run_operation(zookeeper, &of, request->key, result);
		slock_zookeeper_operation_end(&of, zookeeper,
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
static void zookeeper_look_once_more(slock_zookeeper *zookeeper, slock_zookeeper_operation *of,
									 slock_attempts *attempts, slock_key *key, slock_result *result)
{
	of->call.answer_by = slock_attempts_begin(attempts);
	slock_zookeeper_operation_set_call(of, SLOCK_ZOOKEEPER_GET);
	zookeeper->ops->run(zookeeper, &of->call, &of->pending, &of->answer, result);
	slock_zookeeper_operation_proceed(of, zookeeper, key, result);
}

/* A handler may have forked in the pause: parent and child go on, each with a token of its own. Without one, a node of
 * the other's would be taken for the own one, and deleted. False: with an exception pending. */
static bool zookeeper_part_after_fork(slock_zookeeper_operation *of, slock_waiter *waiter, slock_store *base,
									  const slock_request *request, slock_result *result)
{
	zend_string *token;

	if (EXPECTED(waiter->depth == slock_process_depth())) {
		return true;
	}
	slock_waiter_part_after_fork(waiter, &base->std, request);
	token = slock_key_token(request->key, base->state_name);
	if (!token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	zend_string_release(of->token);
	of->token = token;
	return true;
}

/* After a CREATE that found a node: whose is it? With a watch on it, in a time of its own, as a second attempt has.
 * True: that was the end of the wait. */
static bool zookeeper_watch(slock_zookeeper *zookeeper, slock_zookeeper_operation *of, slock_attempts *attempts,
							slock_key *key, slock_result *result)
{
	of->call.answer_by = slock_attempts_begin(attempts);
	slock_zookeeper_operation_set_call(of, SLOCK_ZOOKEEPER_WATCH);
	zookeeper->ops->run(zookeeper, &of->call, &of->pending, &of->answer, result);
	slock_zookeeper_operation_proceed(of, zookeeper, key, result);
	/* What is not there any more is there to be had: the attempt that follows is the last one then. */
	if (result->status == SLOCK_CONFLICT && slock_attempts_are_over(attempts) &&
		of->answer.code != SLOCK_ZOOKEEPER_MISSING) {
		slock_result_set(result, SLOCK_TIMEOUT);
	}
	if (result->status == SLOCK_CONFLICT) {
		return false;
	}
	zookeeper->ops->abandon(zookeeper, &of->pending);
	return true;
}

/* CREATE; when there is a node, look whose it is, with a watch on it; when that fires, again. */
static slock_status zookeeper_acquire_waiting(slock_store *base, const slock_request *request, slock_result *result)
{
	slock_zookeeper *zookeeper = slock_zookeeper_store_of(base)->zookeeper;
	slock_attempts attempts = {.deadline = request->deadline, .usual = slock_store_round_trip(&base->std)};
	bool bailed_out = false, may_be_own;
	slock_zookeeper_operation of;
	slock_waiter waiter;

	slock_waiter_init(&waiter, request);
	if (!slock_zookeeper_operation_start(&of, base, zookeeper, request, result)) {
		return result->status;
	}
	may_be_own = of.known;
	/* The watch asks whose node it is. */
	of.known = false;
	for (;;) {
		of.call.answer_by = slock_attempts_begin(&attempts);
		slock_zookeeper_operation_set_call(&of, SLOCK_ZOOKEEPER_CREATE);
		zookeeper->ops->run(zookeeper, &of.call, &of.pending, &of.answer, result);
		zookeeper_note_attempt(base, attempts.begun, result);
		may_be_own = may_be_own || of.answer.repeated;
		of.answer.repeated = false;
		if (slock_zookeeper_operation_proceed(&of, zookeeper, request->key, result) &&
			result->status != SLOCK_CONFLICT) {
			break;
		}
		if (slock_attempts_are_over(&attempts)) {
			if (may_be_own) {
				zookeeper_look_once_more(zookeeper, &of, &attempts, request->key, result);
			}
			if (result->status == SLOCK_CONFLICT) {
				slock_result_set(result, SLOCK_TIMEOUT);
			}
			break;
		}
		if (zookeeper_watch(zookeeper, &of, &attempts, request->key, result)) {
			break;
		}
		may_be_own = false;
		/* Where it went in between, nothing is watched and this ends at once. */
		zookeeper_wait_for_change(zookeeper, &of.pending, request->deadline, result, &bailed_out);
		zookeeper->ops->abandon(zookeeper, &of.pending);
		if (result->status == SLOCK_INTERRUPTED || !zookeeper_part_after_fork(&of, &waiter, base, request, result)) {
			break;
		}
	}
	slock_zookeeper_operation_end(&of, zookeeper, result->status == SLOCK_STORAGE_ERROR);
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

static void zookeeper_end_pending(slock_zookeeper_store *store, slock_pending *pending, bool unknown)
{
	slock_zookeeper_operation *of = pending->connection;

	pending->connection = NULL;
	slock_zookeeper_operation_end(of, store->zookeeper, unknown);
	efree(of);
}

/* True: it has ended already. */
static bool zookeeper_begin_call(slock_zookeeper_store *store, slock_zookeeper_operation *of, slock_result *result)
{
	zookeeper_note_asked(of);
	return store->zookeeper->ops->begin(store->zookeeper, &of->call, &of->pending, &of->answer, result);
}

/* `ended`: the call in progress has; goes on with those that end without waiting. */
static bool zookeeper_step(slock_zookeeper_store *store, slock_pending *pending, bool ended, slock_result *result)
{
	slock_zookeeper_operation *of = pending->connection;

	while (ended) {
		if (slock_zookeeper_operation_proceed(of, store->zookeeper, pending->request.key, result)) {
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
static bool zookeeper_awaits_turn(const slock_zookeeper_store *store, slock_zookeeper_operation *of)
{
	slock_zookeeper_operation_take_turn(of, store->zookeeper, SLOCK_TURNS_NO_WAIT);
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
static bool zookeeper_send(slock_zookeeper_store *store, slock_pending *pending, slock_result *result)
{
	slock_zookeeper_operation *of = pending->connection;

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
	slock_zookeeper_store *store = slock_zookeeper_store_of(base);
	slock_zookeeper_operation *of = emalloc(sizeof(*of));

	if (!slock_zookeeper_operation_start(of, base, store->zookeeper, request, result)) {
		efree(of);
		return false;
	}
	pending->connection = of;
	pending->events = SLOCK_POLL_IN;
	return !zookeeper_send(store, pending, result);
}

static bool zookeeper_finish(slock_store *base, slock_pending *pending, slock_result *result)
{
	slock_zookeeper_store *store = slock_zookeeper_store_of(base);
	slock_zookeeper_operation *of = pending->connection;

	if (UNEXPECTED(of->turn_until)) {
		return zookeeper_send(store, pending, result);
	}
	return zookeeper_step(store, pending,
						  store->zookeeper->ops->finish(store->zookeeper, &of->call, &of->pending, &of->answer, result),
						  result);
}

static void zookeeper_abandon(slock_store *base, slock_pending *pending)
{
	slock_zookeeper_store *store = slock_zookeeper_store_of(base);
	slock_zookeeper_operation *of = pending->connection;

	store->zookeeper->ops->abandon(store->zookeeper, &of->pending);
	zookeeper_end_pending(store, pending, true);
}

static bool zookeeper_is_connected(slock_store *base)
{
	return slock_zookeeper_store_of(base)->zookeeper->ops->is_connected(slock_zookeeper_store_of(base)->zookeeper);
}

static void zookeeper_free_store(slock_store *base)
{
	slock_zookeeper *zookeeper = slock_zookeeper_store_of(base)->zookeeper;

	if (zookeeper) {
		zookeeper->ops->free(zookeeper);
	}
}

static void zookeeper_show(slock_store *base, HashTable *into)
{
	const slock_zookeeper *zookeeper = slock_zookeeper_store_of(base)->zookeeper;

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
	.size = sizeof(slock_zookeeper_store),
	/* A node lives as long as its session, and heartbeats see to that. */
	.capabilities = SLOCK_STORE_LASTS,
};

void slock_zookeeper_store_register(void)
{
	slock_store_class_init(
		register_class_Symfony_Component_Lock_Store_ZookeeperStore(slock_ce_PersistingStoreInterface), &zookeeper_ops);
}
