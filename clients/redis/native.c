/* SPDX-License-Identifier: MIT
 *
 * Script calls over the native module: which connection, in which order the answers come, what to send again. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/channel.h"
#include "clients/redis/dsn.h"
#include "clients/redis/native.h"
#include "clients/redis/unheard.h"
#include "core/store.h"

/* A pooled connection. */
typedef struct {
	slock_channel channel;
	const slock_redis_client *client;
	slock_redis_connection *connection;
	slock_redis_reply replies[SLOCK_CHANNEL_WINDOW]; /* where an answer is parked */
	uint8_t known;                                   /* the scripts that the server has run on this connection */
	/* The last WAIT: its place in the order of answers, and when it ends at the latest; 0: there was none. Until its
	 * answer is there the server does nothing else for this connection. */
	uint64_t wait;
	slock_time blocked_until;
	slock_redis_unheard *unheard; /* releases that were only sent; NULL: there was none */
	bool given_up;                /* an answer was late: nothing more is awaited, not even to part */
} redis_channel;

typedef struct {
	slock_redis base;
	slock_redis_dsn *dsn;
	slock_pooled *pooled;
	/* Replicas have not kept up: WAIT is sent behind what has been granted only, until they have again. */
	bool lagging;
	slock_redis_endpoint endpoint; /* points into dsn */
} native_redis;

/* For slock_connection_type, in a child: says nothing on the wire, and hears nothing. */
static void redis_native_close_copy(void *connection)
{
	redis_channel *closing = connection;

	slock_redis_unheard_free(closing->unheard);
	closing->client->close(closing->connection);
	pefree(closing, true);
}

/* A connection that will be established. */
static redis_channel *redis_native_open_channel(native_redis *redis, slock_result *result)
{
	const slock_redis_client *client = slock_client_load("redis", result);
	slock_redis_connection *connection;
	redis_channel *opened;

	if (!client || !(connection = client->start(&redis->endpoint, result))) {
		return NULL;
	}
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = client;
	opened->connection = connection;
	slock_channel_keep(redis->pooled, &opened->channel);
	return opened;
}

static bool redis_native_is_unknown_script(const slock_redis_reply *reply)
{
	return reply->type == SLOCK_REDIS_ERROR && !strncmp(reply->text, ZEND_STRL("NOSCRIPT"));
}

/* Nothing is waited for. */
static const slock_redis_limit at_once = {0};

/* What a WAIT that nobody awaits gets to end by itself before another connection is opened. */
#define FOR_REPLICAS_THAT_KEEP_UP (5 * SLOCK_MS)

/* What earlier answers get to come before a connection is closed on which a release was sent without awaiting it. */
#define TO_PART (100 * SLOCK_MS)

/* So many answers that nobody awaits may be outstanding when a release is sent that way: there has to be room for those
 * who await theirs. */
#define MOST_UNHEARD (SLOCK_CHANNEL_WINDOW / 2)

/* So late may a server be with the end of a WAIT that is not confirmed: it looks at its timers ten times a second. */
#define LATE_TIMER (100 * SLOCK_MS)

/* The end of a wait for an answer that begins now. `more`: what the server is asked to wait for before it answers. */
static slock_redis_limit redis_native_limit_of(const native_redis *redis, const slock_redis_call *call, slock_time more)
{
	slock_time duration = redis->endpoint.command_timeout + more;
	slock_redis_limit limit = {slock_clock_limit(duration, call->answer_by), duration};

	if (limit.until == call->answer_by) {
		limit.duration = MAX(slock_clock_left(limit.until), 0);
	}
	return limit;
}

static bool redis_native_is_too_late(const slock_redis_call *call)
{
	return call->answer_by && slock_clock_left(call->answer_by) <= 0;
}

static slock_progress redis_native_read_answer(redis_channel *on, slock_redis_limit limit, slock_result *result)
{
	slock_redis_reply *reply = &on->replies[on->channel.received % SLOCK_CHANNEL_WINDOW];
	slock_progress progress = on->client->receive(on->connection, limit, reply, result);

	if (progress == SLOCK_ARRIVED && !slock_channel_received(&on->channel)) {
		slock_result_error(result, "Redis gave an answer that nobody asked for");
		progress = SLOCK_LOST;
	}
	if (progress != SLOCK_ARRIVED) {
		on->given_up |= progress == SLOCK_LATE;
		if (UNEXPECTED(on->unheard && progress == SLOCK_LOST)) {
			slock_redis_unheard_lost(on->unheard, "the connection was lost before the answer came");
		}
		return progress;
	}
	if (UNEXPECTED(on->unheard)) {
		slock_redis_unheard_answer(on->unheard, on->channel.received - 1, reply);
	}
	if (UNEXPECTED(redis_native_is_unknown_script(reply))) {
		on->known = 0;
	}
	return SLOCK_ARRIVED;
}

/* Takes the answers that have arrived and that nobody awaits, as long as such ones are the next. */
static slock_progress redis_native_take_next_abandoned(redis_channel *on, slock_result *result)
{
	slock_progress progress = SLOCK_ARRIVED;

	while (progress == SLOCK_ARRIVED &&
		   *slock_channel_state(&on->channel, on->channel.received) == SLOCK_ANSWER_ABANDONED) {
		progress = redis_native_read_answer(on, at_once, result);
	}
	return progress;
}

/* Whether nothing but answers to releases that were only sent is to come. */
static bool redis_native_awaits_only_unheard(const redis_channel *on)
{
	int outstanding = 0;

	for (size_t i = 0; i < SLOCK_CHANNEL_WINDOW; i++) {
		outstanding += on->channel.states[i] != SLOCK_ANSWER_TAKEN;
	}
	return on->unheard && outstanding == on->unheard->count && !on->given_up;
}

/* For slock_connection_type: a WAIT that nobody awaits may have ended meanwhile. The answers to releases that were only
 * sent may come when the next request has the connection: its own stand behind them, each in its place. */
static bool redis_native_is_idle(void *connection)
{
	redis_channel *on = connection;
	slock_result ignored = {.status = SLOCK_OK};
	slock_progress progress = on->channel.established ? redis_native_take_next_abandoned(on, &ignored) : SLOCK_LOST;

	return (progress == SLOCK_ARRIVED && slock_channel_is_idle(connection)) ||
		   (progress == SLOCK_AWAITED && redis_native_awaits_only_unheard(on));
}

/* What we close must have been delivered. A system that gets bytes for a closed socket, or finds some unread when it
 * closes it, resets the connection and throws away what it had not sent yet. So all answers before the last release's
 * are taken, and what else has arrived; then only that last one's can still come, which says that it is done. */
static void redis_native_part(redis_channel *on)
{
	slock_redis_limit soon = {slock_clock_after(TO_PART), TO_PART};
	slock_progress progress = SLOCK_ARRIVED;
	slock_result ignored = {.status = SLOCK_OK};
	bool late = on->given_up;

	while (progress == SLOCK_ARRIVED && on->unheard->count && on->channel.received < on->unheard->last) {
		progress = redis_native_read_answer(on, late ? at_once : soon, &ignored);
	}
	while (progress == SLOCK_ARRIVED && on->unheard->count) {
		progress = redis_native_read_answer(on, at_once, &ignored);
	}
	if (late) {
		slock_redis_unheard_lost(on->unheard, "no answer came in time");
	}
}

static void redis_native_close(void *connection)
{
	redis_channel *closing = connection;

	if (UNEXPECTED(closing->unheard)) {
		redis_native_part(closing);
	}
	redis_native_close_copy(connection);
}

/* Closing a Redis connection says nothing on the wire, so a child may do it to its copy as well. */
static const slock_connection_type redis_native_type = {
	.name = "redis",
	.close = redis_native_close,
	.abandon = redis_native_close_copy,
	.is_idle = redis_native_is_idle,
};

/* The first of the next `count` places that is not free; NULL: all are. */
static const slock_answer_state *redis_native_taken_place(redis_channel *on, int count)
{
	for (int i = 0; i < count; i++) {
		const slock_answer_state *state = slock_channel_state(&on->channel, on->channel.sent + (uint64_t) i);

		if (*state != SLOCK_ANSWER_TAKEN) {
			return state;
		}
	}
	return NULL;
}

/* Whether WAIT is sent in the same flight. Those who ask many and go on when some have answered would have their next
 * scripts stand behind a WAIT that is of no use, and so would those who ask again and again beside replicas that lag:
 * there it is sent when the script has granted the lock. */
static bool redis_native_waits_at_once(const native_redis *redis, const slock_redis_call *call)
{
	return UNEXPECTED(call->replicas) && !call->once && !redis->lagging;
}

/* How many commands a call sends: ASKING, the script, and WAIT. */
static int redis_native_commands_of(const native_redis *redis, const slock_redis_call *call,
									const slock_redis_native_pending *pending)
{
	return 1 + pending->asking + redis_native_waits_at_once(redis, call);
}

/* Whether all commands of a call can be sent, after taking in what has arrived of the abandoned ones. On false the
 * result is set, and the connection was dropped if it has not answered a whole window of requests that nobody
 * awaits. */
static bool redis_native_has_room(native_redis *redis, redis_channel *on, int commands, slock_result *result)
{
	const slock_answer_state *taken;
	slock_progress progress = SLOCK_ARRIVED;

	while ((taken = redis_native_taken_place(on, commands)) && *taken == SLOCK_ANSWER_ABANDONED &&
		   progress == SLOCK_ARRIVED) {
		progress = redis_native_read_answer(on, at_once, result);
	}
	if (!taken) {
		if (on->channel.sent == on->channel.received && on->client->has_leftovers(on->connection)) {
			/* Who knows what else will come. */
			slock_pooled_drop(redis->pooled);
			slock_result_error(result, "Redis at %s: it says more than it was asked for", redis->endpoint.name);
			return false;
		}
		return true;
	}
	if (*taken == SLOCK_ANSWER_ABANDONED) {
		slock_pooled_drop(redis->pooled);
	}
	slock_result_error(result, "Redis at %s: %d requests on one connection wait for their answers",
					   redis->endpoint.name, SLOCK_CHANNEL_WINDOW);
	return false;
}

/* The next command may be run by the server that is about to take the key's slot over. Nobody awaits the answer. */
static slock_progress redis_native_send_asking(native_redis *redis, redis_channel *on, slock_redis_limit limit,
											   slock_result *result)
{
	const char *argv[] = {"ASKING"};
	const size_t lengths[] = {sizeof("ASKING") - 1};
	slock_progress progress = on->client->send(on->connection, 1, argv, lengths, limit, result);

	if (progress != SLOCK_AWAITED) {
		slock_pooled_drop(redis->pooled);
		return progress;
	}
	*slock_channel_state(&on->channel, on->channel.sent++) = SLOCK_ANSWER_ABANDONED;
	return SLOCK_AWAITED;
}

/* How long replicas are waited for: where the answer must be there at some time, the server may be late with it, and
 * what has to be done when they do not confirm needs time as well. Where there is little, replicas that keep up need
 * some. */
static slock_time redis_native_time_for_replicas(const slock_redis_call *call)
{
	slock_time left, most = SLOCK_FOREVER;

	if (call->answer_by) {
		left = slock_clock_left(call->answer_by);
		most = MAX(MIN(left / 2, left - LATE_TIMER), left / 4);
	}
	/* 0 ms would be without an end. */
	return MAX(MIN(call->replica_timeout, most), SLOCK_MS);
}

/* How many replicas have what the script wrote. It waits at the server, which answers in the order of the requests. */
static slock_progress redis_native_send_wait(native_redis *redis, redis_channel *on, const slock_redis_call *call,
											 slock_redis_native_pending *pending, slock_result *result)
{
	slock_time duration = redis_native_time_for_replicas(call);
	char replicas[24], timeout[24];
	const char *argv[] = {"WAIT", replicas, timeout};
	const size_t lengths[] = {4, (size_t) snprintf(replicas, sizeof(replicas), "%d", call->replicas),
							  (size_t) snprintf(timeout, sizeof(timeout), "%lld", (long long) slock_ms_up(duration))};
	slock_progress progress = on->client->send(on->connection, 3, argv, lengths, pending->limit, result);

	if (progress != SLOCK_AWAITED) {
		slock_pooled_drop(redis->pooled);
		return progress;
	}
	on->wait = on->channel.sent;
	on->blocked_until = slock_clock_after(duration);
	*slock_channel_state(&on->channel, on->channel.sent++) = SLOCK_ANSWER_AWAITED;
	pending->confirmation = SLOCK_REDIS_WAIT_BEHIND;
	pending->wait = on->wait;
	pending->waited_for = duration;
	return SLOCK_AWAITED;
}

static slock_progress redis_native_send_call(native_redis *redis, redis_channel *on, const slock_redis_call *call,
											 slock_redis_native_pending *pending, slock_result *result)
{
	const char *argv[5 + SLOCK_REDIS_MAX_ARGUMENTS] = {pending->evaluated ? "EVAL" : "EVALSHA",
													   pending->evaluated ? call->script->text : call->script->sha,
													   call->companion ? "2" : "1", call->key, call->companion};
	size_t lengths[5 + SLOCK_REDIS_MAX_ARGUMENTS] = {strlen(argv[0]), strlen(argv[1]), 1, call->key_length,
													 call->companion_length};
	slock_progress progress;
	int argc = call->companion ? 5 : 4;

	if (UNEXPECTED(redis_native_is_too_late(call))) {
		slock_result_error(result, "Redis at %s: no answer in time", redis->endpoint.name);
		return SLOCK_LATE;
	}
	pending->limit = redis_native_limit_of(redis, call, 0);
	pending->confirmation = SLOCK_REDIS_NO_WAIT;
	for (int i = 0; i < call->argument_count; i++) {
		argv[argc] = call->arguments[i];
		lengths[argc++] = call->lengths[i];
	}
	if (pending->asking) {
		progress = redis_native_send_asking(redis, on, pending->limit, result);
		if (progress != SLOCK_AWAITED) {
			return progress;
		}
	}
	progress = on->client->send(on->connection, argc, argv, lengths, pending->limit, result);
	if (progress != SLOCK_AWAITED) {
		slock_pooled_drop(redis->pooled);
		return progress;
	}
	slock_channel_sent(&on->channel, &pending->channel, on->client->descriptor(on->connection));
	return redis_native_waits_at_once(redis, call) ? redis_native_send_wait(redis, on, call, pending, result)
												   : SLOCK_AWAITED;
}

/* Sends as soon as the connection is established; false: it will not be, or the request cannot be sent. */
static bool redis_native_send_when_established(native_redis *redis, redis_channel *on, const slock_redis_call *call,
											   slock_redis_native_pending *pending, bool wait, slock_result *result)
{
	slock_redis_limit limit = at_once;
	slock_waiting waiting;

	if (!on->channel.established) {
		slock_progress progress;

		if (wait) {
			/* Connecting has a limit of its own. */
			limit.until = call->answer_by ? call->answer_by : SLOCK_FOREVER;
		}
		progress = on->client->establish(on->connection, &redis->endpoint, limit, &waiting, result);
		switch (slock_channel_step(&on->channel, &pending->channel, progress, &waiting)) {
			case SLOCK_ARRIVED:
				break;
			case SLOCK_AWAITED:
				return true;
			default:
				slock_pooled_drop(redis->pooled);
				return false;
		}
	}
	return redis_native_has_room(redis, on, redis_native_commands_of(redis, call, pending), result) &&
		   redis_native_send_call(redis, on, call, pending, result) == SLOCK_AWAITED;
}

/* Whether the server awaits replicas on this connection, for a call that has ended, and nothing else is to come on it
 * or to be taken from it: then what is sent now would only be late. Where a script is on its way as well, the next one
 * must not overtake it on another connection. */
static bool redis_native_is_blocked(redis_channel *on)
{
	if (on->channel.received != on->wait || on->channel.sent != on->wait + 1 ||
		*slock_channel_state(&on->channel, on->wait) != SLOCK_ANSWER_ABANDONED ||
		slock_clock_left(on->blocked_until) <= 0) {
		return false;
	}
	for (uint64_t i = 1; i < SLOCK_CHANNEL_WINDOW; i++) {
		if (*slock_channel_state(&on->channel, on->wait + i) != SLOCK_ANSWER_TAKEN) {
			return false;
		}
	}
	return true;
}

/* The connection, or NULL when it was given up because replicas are awaited on it. */
static redis_channel *redis_native_leave_blocked(native_redis *redis, redis_channel *on, const slock_redis_call *call)
{
	slock_result ignored = {.status = SLOCK_OK};
	slock_redis_limit soon = {slock_clock_limit(FOR_REPLICAS_THAT_KEEP_UP, call->answer_by), 0};
	slock_progress progress;

	on->blocked_until = slock_clock_left(on->blocked_until) > 0 ? on->blocked_until : 0;
	progress = redis_native_take_next_abandoned(on, &ignored);
	if (progress == SLOCK_AWAITED && redis_native_is_blocked(on)) {
		/* Who polls many does not wait for one. */
		progress = call->once ? SLOCK_LATE : redis_native_read_answer(on, soon, &ignored);
	}
	if (progress == SLOCK_ARRIVED || progress == SLOCK_AWAITED) {
		return on;
	}
	redis->lagging = true;
	slock_pooled_drop(redis->pooled);
	return NULL;
}

/* Sends on the pooled connection, or on a new one when there is none or the pooled one turns out to be dead. True also
 * where that has to be established first. */
static bool redis_native_send_anywhere(native_redis *redis, const slock_redis_call *call,
									   slock_redis_native_pending *pending, slock_result *result)
{
	redis_channel *on = slock_pooled_connection(redis->pooled);

	pending->channel.connecting = false;
	pending->channel.fresh = false;
	pending->confirmation = SLOCK_REDIS_NO_WAIT;
	if (on && UNEXPECTED(on->blocked_until)) {
		on = redis_native_leave_blocked(redis, on, call);
	}
	if (on && !on->channel.established) {
		/* Another call's attempt. That it went wrong in the meantime tells nothing about now. */
		if (redis_native_send_when_established(redis, on, call, pending, false, result)) {
			return true;
		}
		on = NULL;
	}
	if (on && redis_native_has_room(redis, on, redis_native_commands_of(redis, call, pending), result)) {
		switch (redis_native_send_call(redis, on, call, pending, result)) {
			case SLOCK_AWAITED:
				return true;
			case SLOCK_LATE:
				return false;
			default:
				if (redis->endpoint.master) {
					return false;
				}
				break;
		}
	} else if (redis->pooled->connection) {
		return false;
	}
	pending->channel.fresh = true;
	on = redis_native_open_channel(redis, result);
	return on && redis_native_send_when_established(redis, on, call, pending, false, result);
}

/* The pooled connection, after the answers have been taken that nobody awaited: they may tell that the server has lost
 * our scripts, or is gone. NULL when there is no connection, or none that can be used now. */
static redis_channel *redis_native_take_abandoned(native_redis *redis, const slock_redis_call *call)
{
	redis_channel *on = slock_pooled_connection(redis->pooled);
	slock_result ignored = {.status = SLOCK_OK};

	if (!on || !on->channel.established) {
		return on;
	}
	switch (redis_native_take_next_abandoned(on, &ignored)) {
		case SLOCK_ARRIVED:
		case SLOCK_AWAITED:
			return on->blocked_until ? redis_native_leave_blocked(redis, on, call) : on;
		default:
			slock_pooled_drop(redis->pooled);
			return NULL;
	}
}

bool slock_redis_native_begin(slock_redis *base, const slock_redis_call *call, bool asking,
							  slock_redis_native_pending *pending, slock_result *result)
{
	native_redis *redis = (native_redis *) base;
	const redis_channel *on;

	pending->evaluated = false;
	pending->asking = asking;
	if (call->once || call->unheard) {
		on = redis_native_take_abandoned(redis, call);
		pending->evaluated = call->unheard || !on || !(on->known & call->script->bit);
	}
	return redis_native_send_anywhere(redis, call, pending, result);
}

bool slock_redis_native_leave(slock_redis *base, const slock_redis_call *call, slock_redis_native_pending *pending,
							  slock_redis_reply *reply, slock_result *result)
{
	native_redis *redis = (native_redis *) base;
	redis_channel *on = call->unheard ? slock_channel_of(redis->pooled, &pending->channel) : NULL;

	if (EXPECTED(!on) || pending->channel.connecting || pending->channel.fresh ||
		on->channel.sent - on->channel.received > MOST_UNHEARD) {
		return false;
	}
	slock_channel_abandon(redis->pooled, &pending->channel, false);
	slock_redis_unheard_keep(&on->unheard, redis->endpoint.name, pending->channel.sequence, call);
	reply->type = SLOCK_REDIS_INTEGER;
	/* Whoever waits may have been woken, unless that is denied as it was the last time. */
	reply->integer = on->unheard->denied ? -1 : 2;
	on->unheard->denied = false;
	slock_result_set(result, SLOCK_OK);
	return true;
}

/* Reads answers until that of the pending call is there. */
static slock_progress redis_native_receive(native_redis *redis, const slock_redis_script *script,
										   const slock_redis_native_pending *pending, slock_redis_limit limit,
										   slock_redis_reply *reply, slock_result *result)
{
	redis_channel *on = slock_channel_of(redis->pooled, &pending->channel);
	slock_answer_state *state;
	slock_progress progress;

	if (!on) {
		slock_result_error(result, "Redis at %s: the connection was lost before the answer came", redis->endpoint.name);
		return SLOCK_LOST;
	}
	state = slock_channel_state(&on->channel, pending->channel.sequence);
	while (*state != SLOCK_ANSWER_PARKED) {
		progress = redis_native_read_answer(on, limit, result);
		if (progress != SLOCK_ARRIVED) {
			if (progress != SLOCK_AWAITED) {
				slock_pooled_drop(redis->pooled);
			}
			return progress;
		}
	}
	*reply = on->replies[pending->channel.sequence % SLOCK_CHANNEL_WINDOW];
	*state = SLOCK_ANSWER_TAKEN;
	if (EXPECTED(reply->type == SLOCK_REDIS_INTEGER) && pending->confirmation != SLOCK_REDIS_WAIT_AWAITED) {
		on->known |= script->bit;
	}
	return SLOCK_ARRIVED;
}

/* Nobody wants the answer to the WAIT behind the call any more. */
static void redis_native_abandon_wait(native_redis *redis, slock_redis_native_pending *pending)
{
	slock_channel_pending behind = pending->channel;

	if (pending->confirmation == SLOCK_REDIS_WAIT_BEHIND) {
		behind.sequence = pending->wait;
		slock_channel_abandon(redis->pooled, &behind, false);
	}
	pending->confirmation = SLOCK_REDIS_NO_WAIT;
}

/* The answer to the WAIT. */
static void redis_native_conclude_wait(native_redis *redis, const slock_redis_call *call,
									   const slock_redis_native_pending *pending, slock_redis_reply *reply,
									   slock_result *result)
{
	if (reply->type != SLOCK_REDIS_INTEGER) {
		slock_result_error(result, "Redis at %s, WAIT: %s", redis->endpoint.name, reply->text);
	} else if (reply->integer < call->replicas) {
		slock_result_error(result, "Redis at %s: %lld of %d replicas have confirmed within %.3g seconds",
						   redis->endpoint.name, reply->integer, call->replicas, slock_seconds(pending->waited_for));
		reply->type = SLOCK_REDIS_UNCONFIRMED;
	} else {
		redis->lagging = false;
		reply->integer = pending->answered;
		slock_result_set(result, SLOCK_OK);
	}
}

/* "held 1": where replicas have to confirm, the script says whether the key has held the lock before. */
static void redis_native_read_held(slock_redis_native_pending *pending, slock_redis_reply *reply)
{
	bool held = reply->type == SLOCK_REDIS_TEXT && !strncmp(reply->text, ZEND_STRL("held "));

	if (held) {
		reply->type = SLOCK_REDIS_INTEGER;
		reply->integer = strtoll(reply->text + sizeof("held ") - 1, NULL, 10);
	}
	/* What was granted once, and is asked for again on another connection, is held there. */
	pending->granted |= !held && reply->type == SLOCK_REDIS_INTEGER && reply->integer > 0;
}

/* The script has granted the lock: awaits the answer to the WAIT. False: it cannot be sent, and the result says why. */
static bool redis_native_await_replicas(native_redis *redis, const slock_redis_call *call,
										slock_redis_native_pending *pending, slock_result *result)
{
	redis_channel *on = slock_pooled_connection(redis->pooled);
	slock_time more;

	if (pending->confirmation == SLOCK_REDIS_NO_WAIT &&
		(!redis_native_has_room(redis, on, 1, result) ||
		 redis_native_send_wait(redis, on, call, pending, result) != SLOCK_AWAITED)) {
		return false;
	}
	pending->confirmation = SLOCK_REDIS_WAIT_AWAITED;
	pending->channel.sequence = pending->wait;
	/* The replicas' time is theirs, and no part of that for an answer. */
	more = MAX(slock_clock_left(on->blocked_until), 0) + LATE_TIMER;
	pending->limit = redis_native_limit_of(redis, call, more);
	pending->channel.until = pending->limit.until;
	return true;
}

/* What the answer means: that to the script, or that to the WAIT behind it. False: the latter is awaited now. */
static bool redis_native_conclude(native_redis *redis, const slock_redis_call *call,
								  slock_redis_native_pending *pending, slock_redis_reply *reply, slock_result *result)
{
	if (pending->confirmation == SLOCK_REDIS_WAIT_AWAITED) {
		redis_native_conclude_wait(redis, call, pending, reply, result);
		return true;
	}
	if (call->replicas) {
		redis_native_read_held(pending, reply);
		if (reply->type == SLOCK_REDIS_INTEGER && reply->integer > 0 && reply->integer != SLOCK_REDIS_NOTHING_DONE) {
			pending->answered = reply->integer;
			return !redis_native_await_replicas(redis, call, pending, result) && slock_redis_unanswered(reply);
		}
		redis_native_abandon_wait(redis, pending);
	}
	switch (reply->type) {
		case SLOCK_REDIS_INTEGER:
			slock_result_set(result, SLOCK_OK);
			break;
		case SLOCK_REDIS_ERROR:
			slock_result_error(result, "Redis at %s: %s", redis->endpoint.name, reply->text);
			break;
		default:
			slock_result_error(result, "Redis at %s: this is no answer to the script", redis->endpoint.name);
	}
	return true;
}

void slock_redis_native_settle(const slock_redis_native_pending *pending, slock_redis_reply *reply,
							   const slock_result *result)
{
	if (UNEXPECTED(pending->granted && result->status == SLOCK_STORAGE_ERROR)) {
		reply->type = SLOCK_REDIS_TO_GIVE_BACK;
	}
}

/* The time for an answer is over: says so where it is that to the WAIT. */
static void redis_native_blame_wait(const native_redis *redis, const slock_redis_call *call,
									const slock_redis_native_pending *pending, slock_result *result)
{
	if (pending->confirmation == SLOCK_REDIS_WAIT_AWAITED) {
		slock_result_error(result,
						   "Redis at %s: no answer to WAIT in time: not known whether %d replicas have confirmed",
						   redis->endpoint.name, call->replicas);
	}
}

bool slock_redis_native_take(slock_redis *base, const slock_redis_call *call, slock_redis_native_pending *pending,
							 bool wait, slock_redis_reply *reply, slock_result *result)
{
	native_redis *redis = (native_redis *) base;

	if (pending->channel.connecting) {
		redis_channel *on = slock_channel_of(redis->pooled, &pending->channel);

		if (!on) {
			slock_result_error(result, "Redis at %s: the connection was lost before the request was sent",
							   redis->endpoint.name);
			return slock_redis_unanswered(reply);
		}
		if (!redis_native_send_when_established(redis, on, call, pending, wait, result)) {
			return slock_redis_unanswered(reply);
		}
		if (pending->channel.connecting) {
			if (redis_native_is_too_late(call)) {
				/* It goes on by itself, for whoever comes next. */
				slock_result_error(result, "Redis at %s: no connection in time", redis->endpoint.name);
				return slock_redis_unanswered(reply);
			}
			return false;
		}
	}
	switch (redis_native_receive(redis, call->script, pending, wait ? pending->limit : at_once, reply, result)) {
		case SLOCK_ARRIVED:
			break;
		case SLOCK_AWAITED:
			return false;
		case SLOCK_LOST:
			/* A server may close an idle connection at any time. All our scripts may be run twice with the same token,
			 * so one more try on a new connection is safe whether or not the first one was executed. */
			if (!pending->channel.fresh && !redis->endpoint.master &&
				redis_native_send_anywhere(redis, call, pending, result)) {
				pending->channel.fresh = true;
				result->sent_again = true;
				return false;
			}
			return slock_redis_unanswered(reply);
		default:
			redis_native_blame_wait(redis, call, pending, result);
			return slock_redis_unanswered(reply);
	}
	if (UNEXPECTED(!pending->evaluated && redis_native_is_unknown_script(reply))) {
		redis_native_abandon_wait(redis, pending);
		pending->evaluated = true;
		return !redis_native_send_anywhere(redis, call, pending, result) && slock_redis_unanswered(reply);
	}
	/* The answer to the WAIT may be there already. */
	return redis_native_conclude(redis, call, pending, reply, result) ||
		   slock_redis_native_take(base, call, pending, wait, reply, result);
}

bool slock_redis_native_is_connected(slock_redis *base)
{
	return slock_channel_is_established(((native_redis *) base)->pooled);
}

void slock_redis_native_disconnect(slock_redis *base)
{
	slock_pooled_drop(((native_redis *) base)->pooled);
}

static bool redis_native_begin(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
							   slock_result *result)
{
	slock_redis_native_pending *own = (slock_redis_native_pending *) pending;

	own->granted = false;
	return slock_redis_native_begin(redis, call, false, own, result);
}

static bool redis_native_finish(slock_redis *redis, const slock_redis_call *call, slock_channel_pending *pending,
								slock_redis_reply *reply, slock_result *result)
{
	slock_redis_native_pending *own = (slock_redis_native_pending *) pending;

	if (!slock_redis_native_take(redis, call, own, false, reply, result)) {
		return false;
	}
	slock_redis_native_settle(own, reply, result);
	return true;
}

static slock_status redis_native_run(slock_redis *redis, const slock_redis_call *call, slock_redis_reply *reply,
									 slock_result *result)
{
	slock_redis_native_pending pending;

	pending.granted = false;
	if (!slock_redis_native_begin(redis, call, false, &pending, result)) {
		slock_redis_unanswered(reply);
		return result->status;
	}
	if (slock_redis_native_leave(redis, call, &pending, reply, result)) {
		return SLOCK_OK;
	}
	while (!slock_redis_native_take(redis, call, &pending, true, reply, result)) {}
	slock_redis_native_settle(&pending, reply, result);
	return result->status;
}

static bool redis_native_abandon(slock_redis *redis, slock_channel_pending *pending, bool late)
{
	redis_channel *on = slock_channel_of(((native_redis *) redis)->pooled, pending);

	redis_native_abandon_wait((native_redis *) redis, (slock_redis_native_pending *) pending);
	if (on) {
		on->given_up |= late;
	}
	slock_channel_abandon(((native_redis *) redis)->pooled, pending, late);
	return ((slock_redis_native_pending *) pending)->granted;
}

const slock_redis_endpoint *slock_redis_native_endpoint(const slock_redis *base)
{
	return &((const native_redis *) base)->endpoint;
}

const zend_string *slock_redis_native_name(const slock_redis *base)
{
	return ((const native_redis *) base)->pooled->name;
}

int slock_redis_native_descriptor(slock_redis *base)
{
	redis_channel *on = slock_pooled_connection(((native_redis *) base)->pooled);

	return on && on->channel.established ? on->client->descriptor(on->connection) : -1;
}

static slock_redis *redis_native_server_of(slock_redis *base, const char *key, size_t length)
{
	return base;
}

static void redis_native_free(slock_redis *base)
{
	native_redis *redis = (native_redis *) base;

	slock_pooled_release(redis->pooled);
	slock_redis_dsn_free(redis->dsn);
	efree(redis);
}

static const slock_redis_ops redis_native_ops = {
	.run = redis_native_run,
	.begin = redis_native_begin,
	.finish = redis_native_finish,
	.abandon = redis_native_abandon,
	.pending_size = sizeof(slock_redis_native_pending),
	.is_connected = slock_redis_native_is_connected,
	.server_of = redis_native_server_of,
	.free = redis_native_free,
};

slock_redis *slock_redis_native_new(slock_redis_dsn *dsn)
{
	native_redis *redis = ecalloc(1, sizeof(*redis));
	zend_string *name = slock_redis_dsn_name(dsn);

	redis->base.ops = &redis_native_ops;
	redis->dsn = dsn;
	slock_redis_dsn_endpoint(dsn, &redis->endpoint);
	redis->base.command_timeout = redis->endpoint.command_timeout;
	redis->base.name = redis->endpoint.name;
	redis->base.database = dsn->database;
	redis->pooled = slock_pool_get(&redis_native_type, name, dsn->persistent);
	zend_string_release(name);
	return &redis->base;
}
