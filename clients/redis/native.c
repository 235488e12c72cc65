/* SPDX-License-Identifier: MIT
 *
 * Script calls over the native module: which connection, in which order the answers come, what to send again. */
#include "php_slock.h"
#include "clients/mask.h"
#include "clients/redis/confirmation.h"
#include "clients/redis/line_answer.h"
#include "clients/redis/native.h"
#include "clients/redis/native_channel.h"
#include "clients/redis/unheard.h"

/* So many answers that nobody awaits may be outstanding when a release is sent that way: there has to be room for those
 * who await theirs. */
#define MOST_UNHEARD (SLOCK_CHANNEL_WINDOW / 2)

/* How many commands a call sends: ASKING, the script, and WAIT. */
static int redis_native_commands_of(const slock_redis_native *redis, const slock_redis_call *call,
									const slock_redis_native_pending *pending)
{
	return 1 + pending->asking + slock_redis_waits_at_once(redis, call);
}

/* The next command may be run by the server that is about to take the key's slot over. Nobody awaits the answer. */
static slock_progress redis_native_send_asking(slock_redis_native *redis, slock_redis_channel *on,
											   slock_redis_limit limit, slock_result *result)
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

/* Adds the client's time to the arguments of a call, `count`; returns how many there are then. `now` has its text. */
static int redis_native_add_time(const char **arguments, size_t *lengths, int count, char *now, size_t size)
{
	const int at = SLOCK_REDIS_TIME_ARGUMENT;

	while (count <= at) {
		arguments[count] = "";
		lengths[count++] = 0;
	}
	arguments[at] = now;
	lengths[at] = (size_t) snprintf(now, size, "%.0f", floor(slock_clock_wall() * 1000.0));
	return count;
}

static slock_progress redis_native_send_call(slock_redis_native *redis, slock_redis_channel *on,
											 const slock_redis_call *call, slock_redis_native_pending *pending,
											 slock_result *result)
{
	/* Only now is it known on which connection. */
	const bool whole = pending->evaluated || (call->once && !(on->known & call->script->bit));
	const char *argv[5 + SLOCK_REDIS_MAX_ARGUMENTS] = {whole ? "EVAL" : "EVALSHA",
													   whole ? call->script->text : call->script->sha,
													   call->companion ? "2" : "1", call->key, call->companion};
	size_t lengths[5 + SLOCK_REDIS_MAX_ARGUMENTS] = {strlen(argv[0]), strlen(argv[1]), 1, call->key_length,
													 call->companion_length};
	const int first = call->companion ? 5 : 4;
	int argc = first;
	slock_progress progress;
	char now[32];

	if (UNEXPECTED(slock_redis_is_too_late(call))) {
		slock_result_error(result, "Redis at %s: no answer in time", redis->endpoint.name);
		return SLOCK_LATE;
	}
	pending->evaluated = whole;
	pending->timed = on->timeless || pending->timeless;
	pending->limit = slock_redis_limit_of(redis, call, 0);
	pending->confirmation = SLOCK_REDIS_NO_WAIT;
	for (int i = 0; i < call->argument_count; i++) {
		argv[argc] = call->arguments[i];
		lengths[argc++] = call->lengths[i];
	}
	if (UNEXPECTED(pending->timed)) {
		argc = first + redis_native_add_time(argv + first, lengths + first, call->argument_count, now, sizeof(now));
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
	if (EXPECTED(!slock_redis_waits_at_once(redis, call))) {
		return SLOCK_AWAITED;
	}
	progress = slock_redis_send_wait(redis, on, call, pending, result);
	/* The script is on its way: whoever sends it on another connection now sends it again. */
	result->sent_again = result->sent_again || progress != SLOCK_AWAITED;
	return progress;
}

/* Sends as soon as the connection is established; false: it will not be, or the request cannot be sent. */
static bool redis_native_send_when_established(slock_redis_native *redis, slock_redis_channel *on,
											   const slock_redis_call *call, slock_redis_native_pending *pending,
											   bool wait, slock_result *result)
{
	slock_redis_limit limit = slock_redis_at_once;
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
	return slock_redis_channel_has_room(redis, on, redis_native_commands_of(redis, call, pending), result) &&
		   redis_native_send_call(redis, on, call, pending, result) == SLOCK_AWAITED;
}

/* Takes the answers that nobody awaited: they may tell that the server has lost our scripts, or is gone. The
 * connection, or NULL when it was lost. */
static slock_redis_channel *redis_native_take_abandoned(slock_redis_native *redis, slock_redis_channel *on)
{
	slock_result ignored;
	slock_progress progress;

	slock_result_init(&ignored);
	progress = slock_redis_channel_take_abandoned(on, &ignored);
	if (progress == SLOCK_ARRIVED || progress == SLOCK_AWAITED) {
		return on;
	}
	slock_pooled_drop(redis->pooled);
	return NULL;
}

/* Sends on the pooled connection, or on a new one when there is none or the pooled one turns out to be dead. True also
 * where that has to be established first. False with sentinels, when it is dead: whoever lives at its address now may
 * be a master that was replaced meanwhile and does not know it yet, so that the sentinels have to be asked. */
static bool redis_native_send_anywhere(slock_redis_native *redis, const slock_redis_call *call,
									   slock_redis_native_pending *pending, slock_result *result)
{
	slock_redis_channel *on = slock_pooled_connection(redis->pooled);
	const bool established = on && on->channel.established;

	pending->channel.connecting = false;
	pending->channel.fresh = false;
	pending->confirmation = SLOCK_REDIS_NO_WAIT;
	if (established && (call->once || call->unheard)) {
		on = redis_native_take_abandoned(redis, on);
	}
	if (on && UNEXPECTED(on->blocked_until)) {
		on = slock_redis_leave_blocked(redis, on, call);
	}
	if (on && !on->channel.established) {
		/* Another call's attempt. That it went wrong in the meantime tells nothing about now. */
		if (redis_native_send_when_established(redis, on, call, pending, false, result)) {
			return true;
		}
		on = NULL;
	}
	if (on && slock_redis_channel_has_room(redis, on, redis_native_commands_of(redis, call, pending), result)) {
		switch (redis_native_send_call(redis, on, call, pending, result)) {
			case SLOCK_AWAITED:
				return true;
			case SLOCK_LATE:
				return false;
			default:
				break;
		}
	} else if (redis->pooled->connection) {
		return false;
	}
	if (established && redis->endpoint.master) {
		slock_result_error(result, "Redis at %s: the connection to the master was lost", redis->endpoint.name);
		return false;
	}
	pending->channel.fresh = true;
	on = slock_redis_channel_open(redis, result);
	return on && redis_native_send_when_established(redis, on, call, pending, false, result);
}

bool slock_redis_native_begin(slock_redis *base, const slock_redis_call *call, bool asking,
							  slock_redis_native_pending *pending, slock_result *result)
{
	slock_redis_native *redis = (slock_redis_native *) base;

	pending->evaluated = call->unheard;
	pending->timeless = false;
	pending->asking = asking;
	return redis_native_send_anywhere(redis, call, pending, result);
}

bool slock_redis_native_leave(slock_redis *base, const slock_redis_call *call, slock_redis_native_pending *pending,
							  slock_redis_reply *reply, slock_result *result)
{
	slock_redis_native *redis = (slock_redis_native *) base;
	slock_redis_channel *on = call->unheard ? slock_channel_of(redis->pooled, &pending->channel) : NULL;

	if (EXPECTED(!on) || pending->channel.connecting || pending->channel.fresh ||
		on->channel.sent - on->channel.received > MOST_UNHEARD) {
		return false;
	}
	slock_channel_abandon(redis->pooled, &pending->channel, false);
	slock_redis_unheard_keep(&on->unheard, &redis->endpoint, pending->channel.sequence, call);
	reply->type = SLOCK_REDIS_INTEGER;
	/* Whoever waits may have been woken, unless that is denied as it was the last time. */
	reply->integer = on->unheard->denied ? -1 : on->unheard->nobody ? SLOCK_REDIS_SENT_TO_NOBODY : 2;
	on->unheard->denied = false;
	slock_result_set(result, SLOCK_OK);
	return true;
}

/* Reads answers until that of the pending call is there. */
static slock_progress redis_native_receive(slock_redis_native *redis, const slock_redis_script *script,
										   const slock_redis_native_pending *pending, slock_redis_limit limit,
										   slock_redis_reply *reply, slock_result *result)
{
	slock_redis_channel *on = slock_channel_of(redis->pooled, &pending->channel);
	slock_answer_state *state;
	slock_progress progress;

	if (!on) {
		slock_result_error(result, "Redis at %s: the connection was lost before the answer came", redis->endpoint.name);
		return SLOCK_LOST;
	}
	state = slock_channel_state(&on->channel, pending->channel.sequence);
	while (*state != SLOCK_ANSWER_PARKED) {
		progress = slock_redis_channel_read(on, limit, result);
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

/* What the answer means: that to the script, or that to the WAIT behind it. False: the latter is awaited now. */
static bool redis_native_conclude(slock_redis_native *redis, const slock_redis_call *call,
								  slock_redis_native_pending *pending, slock_redis_reply *reply, slock_result *result)
{
	char words[SLOCK_MESSAGE_SIZE];

	if (pending->confirmation == SLOCK_REDIS_WAIT_AWAITED) {
		slock_redis_conclude_wait(redis, call, pending, reply, result);
		return true;
	}
	if (call->replicas) {
		slock_redis_read_held(pending, reply);
		if (reply->type == SLOCK_REDIS_INTEGER && reply->integer > 0 && reply->integer != SLOCK_REDIS_NOTHING_DONE) {
			pending->answered = reply->integer;
			return !slock_redis_await_replicas(redis, call, pending, result) && slock_redis_unanswered(reply);
		}
		slock_redis_abandon_wait(redis, pending);
	}
	switch (reply->type) {
		case SLOCK_REDIS_INTEGER:
			slock_result_set(result, SLOCK_OK);
			break;
		case SLOCK_REDIS_ERROR:
			slock_result_error(result, "Redis at %s: %s", redis->endpoint.name,
							   slock_mask_copy(words, reply->text, redis->endpoint.password));
			break;
		default:
			slock_result_error(result, "Redis at %s: this is no answer to the script", redis->endpoint.name);
	}
	return true;
}

/* Whether the server wants the call in another form: with the whole script, or with the time. */
static bool redis_native_has_to_repeat(slock_redis_native_pending *pending, const slock_redis_reply *reply)
{
	if (EXPECTED(reply->type != SLOCK_REDIS_ERROR)) {
		return false;
	}
	if (!pending->evaluated && slock_redis_is_unknown_script(reply)) {
		pending->evaluated = true;
		return true;
	}
	if (!pending->timed && slock_redis_refuses_time(reply)) {
		/* It has run the script so far, so it knows it. */
		pending->evaluated = false;
		pending->timeless = true;
		return true;
	}
	return false;
}

void slock_redis_native_settle(const slock_redis_native_pending *pending, slock_redis_reply *reply,
							   const slock_result *result)
{
	if (UNEXPECTED(pending->granted && result->status == SLOCK_STORAGE_ERROR)) {
		reply->type = SLOCK_REDIS_TO_GIVE_BACK;
	}
}

bool slock_redis_native_take(slock_redis *base, const slock_redis_call *call, slock_redis_native_pending *pending,
							 bool wait, slock_redis_reply *reply, slock_result *result)
{
	slock_redis_native *redis = (slock_redis_native *) base;

	if (pending->channel.connecting) {
		slock_redis_channel *on = slock_channel_of(redis->pooled, &pending->channel);

		if (!on) {
			slock_result_error(result, "Redis at %s: the connection was lost before the request was sent",
							   redis->endpoint.name);
			return slock_redis_unanswered(reply);
		}
		if (!redis_native_send_when_established(redis, on, call, pending, wait, result)) {
			return slock_redis_unanswered(reply);
		}
		if (pending->channel.connecting) {
			if (slock_redis_is_too_late(call)) {
				/* It goes on by itself, for whoever comes next. */
				slock_result_error(result, "Redis at %s: no connection in time", redis->endpoint.name);
				return slock_redis_unanswered(reply);
			}
			return false;
		}
	}
	switch (redis_native_receive(redis, call->script, pending, wait ? pending->limit : slock_redis_at_once, reply,
								 result)) {
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
			slock_redis_blame_wait(redis, call, pending, result);
			return slock_redis_unanswered(reply);
	}
	if (UNEXPECTED(redis_native_has_to_repeat(pending, reply))) {
		slock_redis_abandon_wait(redis, pending);
		return !redis_native_send_anywhere(redis, call, pending, result) && slock_redis_unanswered(reply);
	}
	/* The answer to the WAIT may be there already. */
	return redis_native_conclude(redis, call, pending, reply, result) ||
		   slock_redis_native_take(base, call, pending, wait, reply, result);
}

bool slock_redis_native_is_connected(slock_redis *base)
{
	return slock_channel_is_established(((slock_redis_native *) base)->pooled);
}

void slock_redis_native_disconnect(slock_redis *base)
{
	slock_pooled_drop(((slock_redis_native *) base)->pooled);
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
	slock_redis_channel *on = slock_channel_of(((slock_redis_native *) redis)->pooled, pending);

	slock_redis_abandon_wait((slock_redis_native *) redis, (slock_redis_native_pending *) pending);
	if (on) {
		on->given_up |= late;
	}
	slock_channel_abandon(((slock_redis_native *) redis)->pooled, pending, late);
	return ((slock_redis_native_pending *) pending)->granted;
}

const slock_redis_endpoint *slock_redis_native_endpoint(const slock_redis *base)
{
	return &((const slock_redis_native *) base)->endpoint;
}

const zend_string *slock_redis_native_name(const slock_redis *base)
{
	return ((const slock_redis_native *) base)->pooled->name;
}

int slock_redis_native_descriptor(slock_redis *base)
{
	slock_redis_channel *on = slock_pooled_connection(((slock_redis_native *) base)->pooled);

	return on && on->channel.established ? on->client->descriptor(on->connection) : -1;
}

static slock_redis *redis_native_server_of(slock_redis *base, const char *key, size_t length)
{
	return base;
}

static void redis_native_free(slock_redis *base)
{
	slock_redis_native *redis = (slock_redis_native *) base;

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
	slock_redis_native *redis = ecalloc(1, sizeof(*redis));
	zend_string *name = slock_redis_dsn_name(dsn);

	redis->base.ops = &redis_native_ops;
	redis->dsn = dsn;
	slock_redis_dsn_endpoint(dsn, &redis->endpoint);
	redis->base.command_timeout = redis->endpoint.command_timeout;
	redis->base.name = redis->endpoint.name;
	redis->base.database = dsn->database;
	redis->pooled = slock_pool_get(&slock_redis_channel_type, name, dsn->persistent);
	zend_string_release(name);
	return &redis->base;
}
