/* SPDX-License-Identifier: MIT
 *
 * MemcachedStore: runs the chain of commands that an operation is. It is the same whether they are run one after
 * another or put on the wire for a caller who waits for several servers. */
#include "php_slock.h"
#include "clients/channel.h"
#include "clients/in_use.h"
#include "clients/memcached/native.h"
#include "core/core.h"
#include "core/store_operations.h"
#include "core/store_show.h"
#include "core/wait.h"
#include "stores/memcached/memcached_store.h"
#include "stores/memcached/operation.h"
#include "stores/stores.h"

#include "zend_attributes.h"
#include "zend_smart_str.h"

#include "stubs/MemcachedStore_arginfo.h"

/* An attempt of a bounded wait that turns out to need one more command has the time for its answer, too: what the last
 * one took, or usually takes. The caller has allowed for one. */
static void memcached_allow_for_next(slock_memcached_operation *o, slock_store *base, slock_time begun)
{
	slock_time now = slock_clock_now(), trip = MAX(now - begun, slock_store_round_trip(&base->std));

	if (o->command.answer_by && o->op == SLOCK_OP_ACQUIRE) {
		o->command.answer_by = MAX(o->command.answer_by, now + trip + SLOCK_SCHEDULING_GRACE);
	}
}

/* Where the time ended, or the connection, or code of the user's threw, before it was known that the answer which said
 * that the lock is there was its own, it is taken back. */
static slock_status memcached_run(slock_store *base, const slock_request *request, slock_result *result)
{
	slock_memcached *memcached = slock_memcached_store_of(base)->memcached;
	slock_memcached_answer answer;
	slock_memcached_operation o;
	slock_time begun;
	bool ended;

	if ((request->only_if_held && slock_client_is_in_use(memcached->client, base->ops->name, result)) ||
		!slock_memcached_operation_start(&o, base, memcached, &slock_memcached_store_of(base)->versions, request,
										 result)) {
		return result->status;
	}
	answer.unconfirmed = false;
	do {
		begun = o.command.answer_by ? slock_clock_now() : 0;
		memcached->ops->run(memcached, &o.command, &answer, result);
		ended = slock_memcached_operation_advance(&o, &answer, result);
		if (!ended) {
			memcached_allow_for_next(&o, base, begun);
		}
	} while (!ended);
	slock_memcached_operation_end(&o);
	/* A storage error, or interrupted. */
	if (UNEXPECTED(answer.unconfirmed) && slock_request_may_be_undone(request, !o.is_new)) {
		slock_store_undo(base, request, result);
	}
	return result->status;
}

/* ---- the two-step form ---- */

/* What a begun operation keeps until its end. */
typedef struct {
	slock_memcached_operation o;
	slock_channel_pending *pending; /* behind it in memory */
} memcached_begun;

/* Tells what is awaited now. */
static void memcached_await(const slock_memcached *memcached, const memcached_begun *own, bool begun_now,
							slock_pending *pending)
{
	slock_channel_describe(own->pending, begun_now, memcached->command_timeout, pending);
	pending->sent_all = !pending->connecting && slock_memcached_operation_is_last(&own->o);
}

/* Puts the operation's command on the wire, and the next ones where one ends at once; false: the operation ended. */
static bool memcached_put_on_wire(slock_memcached *memcached, memcached_begun *own, slock_pending *pending,
								  slock_result *result)
{
	slock_memcached_answer answer;

	while (!memcached->ops->begin(memcached, &own->o.command, own->pending, &answer, result)) {
		if (slock_memcached_operation_advance(&own->o, &answer, result)) {
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
	slock_memcached_operation_end(&own->o);
	efree(own);
}

static bool memcached_begin(slock_store *base, const slock_request *request, slock_pending *pending,
							slock_result *result)
{
	memcached_begun *own = emalloc(sizeof(*own) + slock_memcached_store_of(base)->memcached->ops->pending_size);

	own->pending = (slock_channel_pending *) (own + 1);
	own->pending->sent = own->pending->paused = false;
	if (!slock_memcached_operation_start(&own->o, base, slock_memcached_store_of(base)->memcached,
										 &slock_memcached_store_of(base)->versions, request, result)) {
		efree(own);
		return false;
	}
	pending->connection = own;
	if (!memcached_put_on_wire(slock_memcached_store_of(base)->memcached, own, pending, result)) {
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
	slock_memcached *memcached = slock_memcached_store_of(base)->memcached;
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
	} while (!slock_memcached_operation_advance(&own->o, &answer, result) &&
			 memcached_put_on_wire(memcached, own, pending, result));
	slock_channel_describe_end(own->pending, pending);
	memcached_end_begun(pending);
	return true;
}

static void memcached_abandon(slock_store *base, slock_pending *pending)
{
	memcached_begun *own = pending->connection;

	slock_memcached_store_of(base)->memcached->ops->abandon(slock_memcached_store_of(base)->memcached, &own->o.command,
															own->pending, false);
	if (own->o.versions && own->o.command.verb != SLOCK_MEMCACHED_GET) {
		/* What it may have written has another one: a release that is not told that would be refused. */
		slock_memcached_version_forget(own->o.versions, own->o.token);
	}
	memcached_end_begun(pending);
}

static bool memcached_is_connected(slock_store *base)
{
	return slock_memcached_store_of(base)->memcached->ops->is_connected(slock_memcached_store_of(base)->memcached);
}

static slock_line *memcached_line(slock_store *base, zend_string *resource)
{
	slock_memcached_store *store = slock_memcached_store_of(base);

	return store->memcached->client
			   ? NULL
			   : slock_memcached_native_line(store->memcached, ZSTR_VAL(resource), ZSTR_LEN(resource),
											 slock_memcached_version_new(&store->versions));
}

static void memcached_show(slock_store *base, HashTable *into)
{
	const slock_memcached *memcached = slock_memcached_store_of(base)->memcached;
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
	slock_memcached *memcached = slock_memcached_store_of(base)->memcached;

	if (memcached) {
		memcached->ops->free(memcached);
	}
	slock_memcached_versions_free(&slock_memcached_store_of(base)->versions);
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
	.size = sizeof(slock_memcached_store),
	.capabilities = SLOCK_STORE_EXPIRES,
	.initial_ttl = 300.0,
	.min_ttl = 1.0,
	.max_ttl = 0.0,
};

void slock_memcached_store_register(void)
{
	slock_store_class_init(
		register_class_Symfony_Component_Lock_Store_MemcachedStore(slock_ce_PersistingStoreInterface), &memcached_ops);
}
