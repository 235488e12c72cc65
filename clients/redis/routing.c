/* SPDX-License-Identifier: MIT
 *
 * Script calls where several servers may be responsible: which one is asked, and when to ask another one. Each server
 * is a native transport of its own (native.c); what the servers tell about each other is in topology.c, and how they
 * are asked for it in lookup.c. */
#include "php_slock.h"
#include "clients/pool.h"
#include "clients/redis/lookup.h"
#include "clients/redis/native.h"
#include "core/store.h"
#include "clients/redis/redirection.h"
#include "clients/redis/routing.h"
#include "clients/redis/topology.h"
#include "clients/redis/slots.h"

#ifdef PHP_WIN32
#include "win32/time.h"
#else
#include <unistd.h>
#endif
#ifdef __linux__
#include <sys/timerfd.h>
#endif

/* MOVED and ASK are followed at once so often, then after a pause: two servers may each name the other for a while. */
#define MAX_REDIRECTS 5

/* Between two tries while a server is being replaced. The first one is made at once. */
#define PAUSE (50 * SLOCK_MS)

typedef struct routing_member {
	struct routing_member *next;
	slock_redis_address address;
	slock_redis *redis;
} routing_member;

typedef struct {
	slock_redis base;
	slock_redis_dsn *dsn;
	slock_pooled *shared;    /* slock_redis_known_topology; NULL: the DSN has said it all */
	slock_pooled *lookup;    /* slock_redis_lookup_pooled(); NULL: the same */
	routing_member *members; /* those that were asked */
	slock_redis **array;     /* ARRAY: one per host, in order */
} routing_redis;

/* A call in progress. */
typedef struct {
	slock_redis_native_pending native; /* at `member` */
	slock_redis *member;               /* the one that was asked; NULL: none is, until `resume` */
	slock_redis *target;               /* the one to ask next, whoever is responsible; NULL: that one */
	slock_redis *lost;                 /* the last one whose connection was lost, or NULL */
	bool waits;                        /* its caller waits for whatever it needs, and does not poll */
	bool relearn;                      /* what is known about the servers is out of date */
	bool looking;                      /* a lookup is awaited; `member` is NULL, and nothing of the call is out */
	int redirects;                     /* MOVED and ASK */
	int pauses;                        /* so far */
	int timer;                         /* timerfd of the pause, or -1 */
	slock_time resume;                 /* the end of the pause */
	slock_time deadline;               /* when it is not sent again any more */
} routing_pending;

/* What an answer means. */
typedef enum {
	FINAL,
	AGAIN, /* the call is to be sent again */
	LATER, /* the same, after a pause */
} routing_verdict;

/* --- the servers ------------------------------------------------------------------------------------------------- */

static slock_redis *routing_member_at(routing_redis *redis, const slock_redis_address *address)
{
	routing_member *found = redis->members;

	while (found && (found->address.port != address->port || strcmp(found->address.host, address->host))) {
		found = found->next;
	}
	if (!found) {
		found = emalloc(sizeof(*found));
		found->address = *address;
		found->redis = slock_redis_native_new(slock_redis_topology_dsn(redis->dsn, address));
		found->next = redis->members;
		redis->members = found;
	}
	return found->redis;
}

static const slock_redis_address *routing_address_of(routing_redis *redis, const slock_redis *of)
{
	routing_member *found = redis->members;

	while (found && found->redis != of) {
		found = found->next;
	}
	return found ? &found->address : NULL;
}

/* A call that has waited for a connection in vain has no time left to ask who is responsible now: the next one does. */
static void routing_doubt(routing_redis *redis, const slock_redis *lost)
{
	slock_redis_known_topology *servers = redis->shared ? slock_pooled_connection(redis->shared) : NULL;
	const slock_redis_address *address = routing_address_of(redis, lost);

	if (servers && address) {
		servers->doubted = true;
		servers->lost = *address;
	}
}

/* Asks who is responsible; `lost` is not asked. False: nobody has said it, or not yet where `looking` is set. */
static bool routing_look_up(routing_redis *redis, const slock_redis_call *call, routing_pending *pending,
							const slock_redis_address *lost, slock_result *result)
{
	const slock_redis_directory directory = {redis->dsn, redis->shared, redis->lookup};
	slock_channel_pending *channel = &pending->native.channel;
	slock_redis_lookup_way way = pending->looking                     ? SLOCK_REDIS_LOOK_ON
								 : pending->waits || pending->relearn ? SLOCK_REDIS_LOOK_AGAIN
																	  : SLOCK_REDIS_LOOK_TOGETHER;
	slock_waiting waiting;
	slock_progress progress = SLOCK_AWAITED;

	/* Who has no time left does not take that of others who await the same. */
	while (progress == SLOCK_AWAITED && !slock_redis_is_too_late(call)) {
		progress = slock_redis_look_up(&directory, way, lost, call->answer_by, &waiting, result);
		way = SLOCK_REDIS_LOOK_ON;
		if (progress == SLOCK_AWAITED && !pending->waits) {
			pending->looking = channel->connecting = true;
			channel->paused = false;
			channel->descriptor = waiting.descriptor;
			channel->events = waiting.events;
			channel->wake = waiting.until;
			return false;
		}
		if (progress == SLOCK_AWAITED) {
			slock_redis_lookup_wait(&waiting, call->answer_by);
		}
	}
	pending->looking = false;
	if (progress == SLOCK_AWAITED) {
		slock_result_error(result, "Redis at %s: no server has said in time which one is responsible",
						   redis->base.name);
	}
	return progress == SLOCK_ARRIVED;
}

/* False: nothing is known, or what is known is out of date; the result says why. */
static bool routing_learn_cluster(routing_redis *redis, const slock_redis_call *call, routing_pending *pending,
								  slock_result *result)
{
	const slock_redis_known_topology *servers = slock_pooled_connection(redis->shared);
	slock_result ignored = SLOCK_RESULT_INIT;

	if (servers && !pending->relearn) {
		if (pending->looking || (servers->doubted && slock_clock_now() >= servers->ask_again_at)) {
			routing_look_up(redis, call, pending, &servers->lost, &ignored);
		}
		return !pending->looking;
	}
	if (!routing_look_up(redis, call, pending, routing_address_of(redis, pending->lost), result)) {
		return false;
	}
	pending->relearn = false;
	return true;
}

static slock_redis *routing_cluster_member(routing_redis *redis, const slock_redis_call *call, routing_pending *pending,
										   bool *later, slock_result *result)
{
	const slock_redis_known_topology *servers;
	uint32_t slot = slock_redis_slot(call->key, call->key_length), owner;

	if (!routing_learn_cluster(redis, call, pending, result)) {
		return NULL;
	}
	servers = slock_pooled_connection(redis->shared);
	owner = servers->slots[slot];
	if (!owner) {
		slock_result_error(result, "Redis Cluster at %s: no server has the hash slot %u", redis->base.name, slot);
		*later = true;
		return NULL;
	}
	return routing_member_at(redis, &servers->addresses[owner - 1]);
}

/* The master, if there is a connection to it; else the one that the sentinels name now. */
static slock_redis *routing_sentinel_member(routing_redis *redis, const slock_redis_call *call,
											routing_pending *pending, slock_result *result)
{
	slock_redis_known_topology *servers = slock_pooled_connection(redis->shared);
	slock_redis *master;

	if (servers && !pending->relearn && !pending->looking) {
		master = routing_member_at(redis, &servers->addresses[0]);
		if (slock_redis_native_is_connected(master)) {
			return master;
		}
	}
	if (!routing_look_up(redis, call, pending, NULL, result)) {
		return NULL;
	}
	pending->relearn = false;
	servers = slock_pooled_connection(redis->shared);
	return routing_member_at(redis, &servers->addresses[0]);
}

/* NULL: the result says why; *later: and another try may help. Or it is not known yet: `looking`. */
static slock_redis *routing_choose(routing_redis *redis, const slock_redis_call *call, routing_pending *pending,
								   bool *later, slock_result *result)
{
	switch (redis->dsn->topology) {
		case SLOCK_REDIS_CLUSTER:
			return routing_cluster_member(redis, call, pending, later, result);
		case SLOCK_REDIS_SENTINEL:
			return routing_sentinel_member(redis, call, pending, result);
		default:
			return redis->array[slock_redis_array_place(call->key, call->key_length, redis->dsn->host_count)];
	}
}

/* --- what an answer means ---------------------------------------------------------------------------------------- */

/* No answer came; the result says why. */
static routing_verdict routing_judge_loss(routing_redis *redis, routing_pending *pending, slock_redis *lost,
										  slock_result *result)
{
	if (!redis->shared || result->status != SLOCK_STORAGE_ERROR || slock_redis_refuses_connection(result->message)) {
		return FINAL;
	}
	routing_doubt(redis, lost);
	pending->lost = lost;
	pending->target = NULL;
	pending->relearn = true;
	result->sent_again = true;
	/* Only once without a pause. */
	return pending->pauses++ ? LATER : AGAIN;
}

static routing_verdict routing_judge_redirection(routing_redis *redis, routing_pending *pending, slock_redis *from,
												 const char *text)
{
	slock_redis_known_topology *servers = slock_pooled_connection(redis->shared);
	const slock_redis_address *asked = routing_address_of(redis, from);
	slock_redis_redirection given;

	if (!slock_redis_read_redirection(text, asked ? asked->host : NULL, &given)) {
		return FINAL;
	}
	if (given.ask) {
		pending->target = routing_member_at(redis, &given.to);
	} else if (servers) {
		slock_redis_topology_assign(servers, given.slot, given.slot, &given.to);
	}
	return ++pending->redirects <= MAX_REDIRECTS ? AGAIN : LATER;
}

static routing_verdict routing_judge_error(routing_redis *redis, routing_pending *pending, slock_redis *from,
										   const char *text)
{
	pending->target = NULL;
	if (redis->dsn->topology == SLOCK_REDIS_CLUSTER) {
		if (!strncmp(text, ZEND_STRL("MOVED ")) || !strncmp(text, ZEND_STRL("ASK "))) {
			return routing_judge_redirection(redis, pending, from, text);
		}
		if (!strncmp(text, ZEND_STRL("TRYAGAIN")) || !strncmp(text, ZEND_STRL("CLUSTERDOWN"))) {
			pending->relearn = true;
			return LATER;
		}
	}
	if ((redis->dsn->topology == SLOCK_REDIS_SENTINEL && slock_redis_is_read_only(text)) ||
		(redis->shared && slock_redis_cannot_wait(text))) {
		slock_redis_native_disconnect(from);
		pending->relearn = true;
		return pending->redirects++ ? LATER : AGAIN;
	}
	return FINAL;
}

/* --- calls ------------------------------------------------------------------------------------------------------- */

static void routing_end_pause(routing_pending *pending)
{
#ifdef __linux__
	if (pending->timer != -1) {
		close(pending->timer);
	}
#endif
	pending->timer = -1;
}

/* Begins a pause; false when there is no time left. Where the caller polls, a timer wakes it up. */
static bool routing_begin_pause(const slock_redis_call *call, routing_pending *pending)
{
	slock_time left = slock_clock_left(pending->deadline);

	/* No answer is awaited after answer_by, so there is no try at its end. */
	if (left <= (call->answer_by == pending->deadline ? PAUSE : 0)) {
		return false;
	}
	left = left < PAUSE ? left : PAUSE;
	pending->pauses++;
	/* A server that was not found is none that is late: a quorum does not wait for it again and again. */
	pending->native.channel.connecting = !pending->native.channel.sent;
	pending->native.channel.paused = true;
	pending->resume = pending->native.channel.wake = slock_clock_after(left);
	if (!pending->waits) {
#ifdef __linux__
		struct itimerspec timer = {.it_value.tv_nsec = (long) left + 1};

		pending->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
		if (pending->timer != -1) {
			timerfd_settime(pending->timer, 0, &timer, NULL);
			pending->native.channel.descriptor = pending->timer;
			pending->native.channel.events = SLOCK_POLL_IN;
			return true;
		}
#endif
	}
	slock_clock_sleep_until(pending->resume);
	return true;
}

/* Puts the call on the wire, or begins a pause or a lookup; false: it ended, and the result says how. */
static bool routing_send_to_member(routing_redis *redis, const slock_redis_call *call, routing_pending *pending,
								   slock_result *result)
{
	for (;;) {
		bool later = false;
		slock_redis *to = pending->target ? pending->target : routing_choose(redis, call, pending, &later, result);

		if (pending->looking) {
			return true;
		}
		if (to && slock_redis_native_begin(to, call, pending->target != NULL, &pending->native, result)) {
			pending->member = to;
			return true;
		}
		if (to) {
			switch (routing_judge_loss(redis, pending, to, result)) {
				case FINAL:
					return false;
				case AGAIN:
					if (slock_clock_left(pending->deadline) <= 0) {
						return false;
					}
					continue;
				case LATER:
					later = true;
			}
		}
		pending->relearn = true;
		if (!later || !routing_begin_pause(call, pending)) {
			return false;
		}
		if (pending->timer != -1) {
			return true;
		}
	}
}

static bool routing_start(routing_redis *redis, const slock_redis_call *call, routing_pending *pending, bool wait,
						  slock_result *result)
{
	/* Whoever begins says so: a call that goes on with another script has been sent before. */
	const bool sent = pending->native.channel.sent;

	memset(pending, 0, sizeof(*pending));
	pending->native.channel.sent = sent;
	pending->timer = -1;
	pending->waits = wait;
	pending->deadline = slock_clock_limit(redis->base.command_timeout, call->answer_by);
	return routing_send_to_member(redis, call, pending, result);
}

static bool routing_take(routing_redis *redis, const slock_redis_call *call, routing_pending *pending,
						 slock_redis_reply *reply, slock_result *result)
{
	for (;;) {
		if (pending->member) {
			slock_redis *from = pending->member;
			routing_verdict what = FINAL;

			if (!slock_redis_native_take(from, call, &pending->native, pending->waits, reply, result)) {
				if (pending->waits) {
					continue;
				}
				return false;
			}
			if (result->status == SLOCK_STORAGE_ERROR && reply->type != SLOCK_REDIS_UNCONFIRMED) {
				what = reply->type == SLOCK_REDIS_ERROR ? routing_judge_error(redis, pending, from, reply->text)
														: routing_judge_loss(redis, pending, from, result);
			}
			if (what == FINAL || slock_clock_left(pending->deadline) <= 0) {
				return true;
			}
			if (what == LATER && !routing_begin_pause(call, pending)) {
				return true;
			}
			pending->member = NULL;
		}
		if (pending->timer != -1) {
			if (slock_clock_left(pending->resume) > 0) {
				return false;
			}
			routing_end_pause(pending);
		}
		if (!routing_send_to_member(redis, call, pending, result)) {
			return slock_redis_unanswered(reply);
		}
		if (pending->looking) {
			return false;
		}
	}
}

static bool routing_begin(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
						  slock_result *result)
{
	return routing_start((routing_redis *) redis, call, (routing_pending *) pending, false, result);
}

static bool routing_finish(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
						   slock_redis_reply *reply, slock_result *result)
{
	routing_pending *own = (routing_pending *) pending;

	if (!routing_take((routing_redis *) redis, call, own, reply, result)) {
		return false;
	}
	slock_redis_native_settle(&own->native, reply, result);
	return true;
}

static slock_status routing_run(slock_redis *redis, const slock_redis_call *call, slock_redis_reply *reply,
								slock_result *result)
{
	routing_pending pending;

	pending.native.channel.sent = false;
	if (!routing_start((routing_redis *) redis, call, &pending, true, result)) {
		slock_redis_unanswered(reply);
		return result->status;
	}
	if (pending.member && slock_redis_native_leave(pending.member, call, &pending.native, reply, result)) {
		return SLOCK_OK;
	}
	routing_take((routing_redis *) redis, call, &pending, reply, result);
	slock_redis_native_settle(&pending.native, reply, result);
	return result->status;
}

static bool routing_abandon(slock_redis *redis, slock_channel_pending *pending, bool late)
{
	routing_pending *own = (routing_pending *) pending;

	routing_end_pause(own);
	if (!own->member) {
		return own->native.granted;
	}
	if (own->native.channel.connecting) {
		routing_doubt((routing_redis *) redis, own->member);
	}
	return own->member->ops->abandon(own->member, pending, late);
}

/* What the servers tell about each other is asked before anything else. */
static bool routing_is_connected(slock_redis *base)
{
	routing_redis *redis = (routing_redis *) base;
	slock_redis_known_topology *servers;

	if (!redis->shared) {
		for (uint32_t i = 0; i < redis->dsn->host_count; i++) {
			if (!slock_redis_native_is_connected(redis->array[i])) {
				return false;
			}
		}
		return true;
	}
	servers = slock_pooled_connection(redis->shared);
	return servers && (redis->dsn->topology == SLOCK_REDIS_CLUSTER ||
					   slock_redis_native_is_connected(routing_member_at(redis, &servers->addresses[0])));
}

static slock_redis *routing_server_of(slock_redis *base, const char *key, size_t length)
{
	routing_redis *redis = (routing_redis *) base;
	slock_redis_known_topology *servers;
	uint32_t owner = 1;

	if (redis->dsn->topology == SLOCK_REDIS_ARRAY) {
		return redis->array[slock_redis_array_place(key, length, redis->dsn->host_count)];
	}
	servers = slock_pooled_connection(redis->shared);
	if (servers && redis->dsn->topology == SLOCK_REDIS_CLUSTER) {
		owner = servers->slots[slock_redis_slot(key, length)];
	}
	return servers && owner ? routing_member_at(redis, &servers->addresses[owner - 1]) : NULL;
}

static void routing_free(slock_redis *base)
{
	routing_redis *redis = (routing_redis *) base;
	routing_member *next;

	for (routing_member *at = redis->members; at; at = next) {
		next = at->next;
		at->redis->ops->free(at->redis);
		efree(at);
	}
	if (redis->array) {
		for (uint32_t i = 0; i < redis->dsn->host_count; i++) {
			redis->array[i]->ops->free(redis->array[i]);
		}
		efree(redis->array);
	}
	if (redis->shared) {
		slock_pooled_release(redis->shared);
		slock_pooled_release(redis->lookup);
	}
	slock_redis_dsn_free(redis->dsn);
	efree(redis);
}

static const slock_redis_ops routing_ops = {
	.run = routing_run,
	.begin = routing_begin,
	.finish = routing_finish,
	.abandon = routing_abandon,
	.pending_size = sizeof(routing_pending),
	.is_connected = routing_is_connected,
	.server_of = routing_server_of,
	.free = routing_free,
};

const slock_redis_dsn *slock_redis_routing_dsn(const slock_redis *redis)
{
	return redis->ops == &routing_ops ? ((const routing_redis *) redis)->dsn : NULL;
}

void slock_redis_routing_nodes(slock_redis *base, slock_redis_nodes *nodes)
{
	const routing_redis *redis = (const routing_redis *) base;
	const slock_redis_known_topology *servers = slock_pooled_connection(redis->shared);
	slock_redis_address address;

	nodes->count = nodes->next = 0;
	/* Some of either kind: those of the DSN may be gone, and those that are known be cut off with this one. */
	for (uint32_t i = 0; servers && i < servers->count && i < SLOCK_REDIS_NODES / 2; i++) {
		slock_redis_nodes_add(nodes, &servers->addresses[i]);
	}
	for (uint32_t i = 0; i < redis->dsn->host_count; i++) {
		const slock_redis_host *host = &redis->dsn->hosts[i];

		if (host->host && ZSTR_LEN(host->host) < sizeof(address.host)) {
			strcpy(address.host, ZSTR_VAL(host->host));
			address.port = host->port;
			slock_redis_nodes_add(nodes, &address);
		}
	}
}

slock_redis *slock_redis_routing_new(slock_redis_dsn *dsn)
{
	routing_redis *redis = ecalloc(1, sizeof(*redis));
	zend_string *name;

	redis->base.ops = &routing_ops;
	redis->base.name = ZSTR_VAL(dsn->name);
	redis->base.database = dsn->database;
	redis->base.command_timeout = dsn->command_timeout;
	redis->dsn = dsn;
	if (dsn->topology == SLOCK_REDIS_ARRAY) {
		redis->array = safe_emalloc(dsn->host_count, sizeof(*redis->array), 0);
		for (uint32_t i = 0; i < dsn->host_count; i++) {
			redis->array[i] = slock_redis_native_new(slock_redis_dsn_for(dsn, &dsn->hosts[i], false));
		}
	} else {
		name = slock_redis_dsn_name(dsn);
		redis->shared = slock_pool_get(&slock_redis_known_topology_type, name, dsn->persistent);
		redis->lookup = slock_redis_lookup_pooled(dsn);
		zend_string_release(name);
	}
	return &redis->base;
}
