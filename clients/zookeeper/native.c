/* SPDX-License-Identifier: MIT
 *
 * Requests over the native module: which session, how long to wait for it and for its answers, what to send again. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/pool.h"
#include "clients/zookeeper/dsn.h"
#include "clients/zookeeper/native.h"
#include "clients/zookeeper/turns.h"
#include "core/text.h"

#ifndef _WIN32
#include <poll.h>
#endif

/* Sendings of one call: a connection that breaks with every answer ends in an error one day. */
#define MAX_ATTEMPTS 5

/* A pooled session. */
typedef struct {
	const slock_zookeeper_client *client;
	slock_zookeeper_session *session;
	uint64_t serial; /* unique in this thread */
} channel;

typedef struct {
	slock_zookeeper base;
	slock_zookeeper_dsn *dsn;
	slock_pooled *pooled;
	slock_zookeeper_endpoint endpoint; /* points into dsn */
} native_zookeeper;

static void zookeeper_native_close_channel(void *connection)
{
	channel *closing = connection;

	closing->client->close(closing->session);
	pefree(closing, true);
}

static void zookeeper_native_abandon_channel(void *connection)
{
	channel *abandoned = connection;

	abandoned->client->abandon(abandoned->session);
	pefree(abandoned, true);
}

/* A session with locks ends with the request that took them. Requests that nobody waits for end by themselves. */
static bool zookeeper_native_is_idle(void *connection)
{
	const channel *on = connection;

	return on->client->is_idle(on->session);
}

static const slock_connection_type connection_type = {
	.name = "zookeeper",
	.close = zookeeper_native_close_channel,
	.abandon = zookeeper_native_abandon_channel,
	.is_idle = zookeeper_native_is_idle,
};

static channel *zookeeper_native_open_channel(native_zookeeper *zookeeper, slock_result *result)
{
	const slock_zookeeper_client *client = slock_client_load("zookeeper", result);
	slock_zookeeper_session *session;
	channel *opened;

	if (!client || !(session = client->open(&zookeeper->endpoint, result))) {
		return NULL;
	}
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = client;
	opened->session = session;
	opened->serial = ++SLOCK_G(connection_serial);
	slock_pooled_keep(zookeeper->pooled, opened);
	return opened;
}

/* The session a pending call belongs to; NULL when it is gone. */
static channel *zookeeper_native_channel_of(native_zookeeper *zookeeper, const slock_zookeeper_pending *pending)
{
	channel *current = slock_pooled_connection(zookeeper->pooled);

	return current && current->serial == pending->session ? current : NULL;
}

static bool zookeeper_native_failed(native_zookeeper *zookeeper, slock_zookeeper_answer *answer, slock_result *result,
									const char *reason)
{
	answer->code = SLOCK_ZOOKEEPER_FAILED;
	slock_result_error(result, "ZooKeeper at %s: %s", zookeeper->endpoint.name, reason);
	return true;
}

/* `own`: because of the limit of the DSN, which is so long; else because the caller needed it by now. */
static bool zookeeper_native_failed_late(native_zookeeper *zookeeper, slock_zookeeper_answer *answer,
										 slock_result *result, const char *what, bool own, slock_time duration,
										 const char *reason)
{
	char limit[64] = "in time";

	if (own) {
		snprintf(limit, sizeof(limit), "within %g seconds", slock_seconds(duration));
	}
	answer->code = SLOCK_ZOOKEEPER_FAILED;
	slock_result_error(result, "ZooKeeper at %s: no %s %s%s%s", zookeeper->endpoint.name, what, limit,
					   reason && *reason ? ": " : "", reason ? reason : "");
	return true;
}

static bool zookeeper_native_is_too_late(const slock_zookeeper_call *call)
{
	return call->answer_by && slock_clock_now() >= call->answer_by;
}

/* A DELETE of which nobody knows what became: the caller looks at the node. */
static bool zookeeper_native_ended_unknown(slock_zookeeper_answer *answer)
{
	answer->code = SLOCK_ZOOKEEPER_UNKNOWN;
	return true;
}

/* Makes the call one of this session, which may still have to be established. */
static void zookeeper_native_attach(native_zookeeper *zookeeper, channel *on, const slock_zookeeper_call *call,
									slock_zookeeper_pending *pending)
{
	pending->session = on->serial;
	pending->request = NULL;
	pending->descriptor = on->client->descriptor(on->session);
	pending->deadline = slock_clock_limit(zookeeper->dsn->connect_timeout, call->answer_by);
}

/* A new session for a call; false: the result says why there is none. */
static bool zookeeper_native_attach_new(native_zookeeper *zookeeper, const slock_zookeeper_call *call,
										slock_zookeeper_pending *pending, slock_zookeeper_answer *answer,
										slock_result *result)
{
	channel *on;

	slock_pooled_drop(zookeeper->pooled);
	pending->descriptor = -1;
	on = zookeeper_native_open_channel(zookeeper, result);
	if (!on) {
		answer->code = SLOCK_ZOOKEEPER_FAILED;
		return false;
	}
	pending->fresh = true;
	zookeeper_native_attach(zookeeper, on, call, pending);
	return true;
}

/* What the end of the session means for a call in it: another one, or an error. True when the call has ended. */
static bool zookeeper_native_start_over(native_zookeeper *zookeeper, const slock_zookeeper_call *call,
										slock_zookeeper_pending *pending, const char *reason,
										slock_zookeeper_answer *answer, slock_result *result)
{
	if (call->verb == SLOCK_ZOOKEEPER_DELETE) {
		return zookeeper_native_ended_unknown(answer);
	}
	if (pending->fresh) {
		zookeeper_native_failed(zookeeper, answer, result, reason && *reason ? reason : "the session has ended");
		slock_pooled_drop(zookeeper->pooled);
		pending->descriptor = -1;
		return true;
	}
	return !zookeeper_native_attach_new(zookeeper, call, pending, answer, result);
}

/* Sends when there is a session. True when the call has ended, else *go_on tells whether there is something to do at
 * once. */
static bool zookeeper_native_advance_to_sending(native_zookeeper *zookeeper, channel *on,
												const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
												slock_zookeeper_answer *answer, slock_result *result, bool *go_on)
{
	char reason[SLOCK_ZOOKEEPER_REASON], text[SLOCK_ZOOKEEPER_REASON + 32];
	slock_time since, left;

	*go_on = true;
	switch (on->client->state(on->session, reason, &since)) {
		case SLOCK_ZOOKEEPER_READY:
			if (pending->attempts++ == MAX_ATTEMPTS) {
				return zookeeper_native_failed(zookeeper, answer, result,
											   "the connection was lost before the answer came");
			}
			pending->request = on->client->send(on->session, call, answer);
			if (pending->request) {
				pending->deadline = slock_clock_limit(zookeeper->dsn->command_timeout, call->answer_by);
				return false;
			}
			if (answer->code == SLOCK_ZOOKEEPER_UNKNOWN && call->verb == SLOCK_ZOOKEEPER_DELETE) {
				return zookeeper_native_ended_unknown(answer);
			}
			return answer->code == SLOCK_ZOOKEEPER_GONE
					   ? zookeeper_native_start_over(zookeeper, call, pending, answer->text, answer, result)
					   : zookeeper_native_failed(zookeeper, answer, result, answer->text);
		case SLOCK_ZOOKEEPER_OVER:
			return zookeeper_native_start_over(zookeeper, call, pending, reason, answer, result);
		case SLOCK_ZOOKEEPER_REFUSED:
			snprintf(text, sizeof(text), "cannot connect: %s", reason);
			zookeeper_native_failed(zookeeper, answer, result, text);
			slock_pooled_drop(zookeeper->pooled);
			pending->descriptor = -1;
			return true;
		default:
			break;
	}
	/* An outage is waited for once, and not again by each call in it. */
	left = slock_clock_left(since + zookeeper->dsn->connect_timeout);
	if (left <= 0 || zookeeper_native_is_too_late(call)) {
		return zookeeper_native_failed_late(zookeeper, answer, result, "connection", left <= 0,
											zookeeper->dsn->connect_timeout, reason);
	}
	pending->deadline = slock_clock_limit(left, call->answer_by);
	*go_on = false;
	return false;
}

/* What an answer means for the call. True: it has ended; false: it goes on with another request. */
static bool zookeeper_native_take_answer(native_zookeeper *zookeeper, channel *on, const slock_zookeeper_call *call,
										 slock_zookeeper_pending *pending, slock_zookeeper_answer *answer,
										 slock_result *result)
{
	answer->repeated = pending->repeated;
	if (answer->code == SLOCK_ZOOKEEPER_DONE && call->verb == SLOCK_ZOOKEEPER_WATCH) {
		return true;
	}
	/* Of one that was refused, what its first sending has made. */
	on->client->forget(on->session, pending->request,
					   answer->code == SLOCK_ZOOKEEPER_UNKNOWN || answer->code == SLOCK_ZOOKEEPER_FAILED);
	pending->request = NULL;
	switch (answer->code) {
		case SLOCK_ZOOKEEPER_UNKNOWN:
			if (call->verb == SLOCK_ZOOKEEPER_DELETE) {
				return true;
			}
			pending->repeated = true;
			break;
		case SLOCK_ZOOKEEPER_GONE:
			pending->repeated = true;
			if (zookeeper_native_start_over(zookeeper, call, pending, answer->text, answer, result)) {
				return true;
			}
			break;
		case SLOCK_ZOOKEEPER_FAILED:
			return zookeeper_native_failed(zookeeper, answer, result, answer->text);
		case SLOCK_ZOOKEEPER_MISSING:
			/* The parent of what was to be created. */
			return call->verb != SLOCK_ZOOKEEPER_CREATE ||
				   zookeeper_native_failed(zookeeper, answer, result, answer->text);
		default:
			return true;
	}
	return false;
}

static bool zookeeper_native_advance(native_zookeeper *zookeeper, const slock_zookeeper_call *call,
									 slock_zookeeper_pending *pending, slock_zookeeper_answer *answer,
									 slock_result *result)
{
	channel *on;
	bool go_on = true;

	answer->mine = false;
	while (go_on) {
		on = zookeeper_native_channel_of(zookeeper, pending);
		if (!on) {
			/* Another call has found it dead, or a signal handler has forked. */
			pending->repeated = pending->repeated || pending->request;
			pending->request = NULL;
			on = slock_pooled_connection(zookeeper->pooled);
			if (call->verb == SLOCK_ZOOKEEPER_DELETE) {
				return zookeeper_native_ended_unknown(answer);
			} else if (on) {
				zookeeper_native_attach(zookeeper, on, call, pending);
			} else if (!zookeeper_native_attach_new(zookeeper, call, pending, answer, result)) {
				return true;
			}
			continue;
		}
		if (!pending->request) {
			if (zookeeper_native_advance_to_sending(zookeeper, on, call, pending, answer, result, &go_on)) {
				return true;
			}
			continue;
		}
		/* First the notification, then what it was about. */
		on->client->drain(on->session);
		if (!on->client->receive(on->session, pending->request, answer)) {
			if (slock_clock_now() < pending->deadline) {
				return false;
			}
			on->client->forget(on->session, pending->request, true);
			pending->request = NULL;
			return zookeeper_native_failed_late(zookeeper, answer, result, "answer",
												!zookeeper_native_is_too_late(call), zookeeper->dsn->command_timeout,
												NULL);
		}
		if (zookeeper_native_take_answer(zookeeper, on, call, pending, answer, result)) {
			return true;
		}
	}
	return false;
}

static bool zookeeper_native_begin(slock_zookeeper *base, const slock_zookeeper_call *call,
								   slock_zookeeper_pending *pending, slock_zookeeper_answer *answer,
								   slock_result *result)
{
	native_zookeeper *zookeeper = (native_zookeeper *) base;
	channel *on = slock_pooled_connection(zookeeper->pooled);

	memset(pending, 0, sizeof(*pending));
	memset(answer, 0, sizeof(*answer));
	slock_result_set(result, SLOCK_OK);
	if (call->verb == SLOCK_ZOOKEEPER_DELETE && (!on || on->serial != call->session)) {
		pending->descriptor = -1;
		return zookeeper_native_ended_unknown(answer);
	}
	if (on) {
		zookeeper_native_attach(zookeeper, on, call, pending);
	} else if (!zookeeper_native_attach_new(zookeeper, call, pending, answer, result)) {
		return true;
	}
	return zookeeper_native_advance(zookeeper, call, pending, answer, result);
}

static bool zookeeper_native_finish(slock_zookeeper *base, const slock_zookeeper_call *call,
									slock_zookeeper_pending *pending, slock_zookeeper_answer *answer,
									slock_result *result)
{
	native_zookeeper *zookeeper = (native_zookeeper *) base;
	channel *on = zookeeper_native_channel_of(zookeeper, pending);

	if (on && !pending->request) {
		on->client->drain(on->session);
	}
	return zookeeper_native_advance(zookeeper, call, pending, answer, result);
}

static slock_status zookeeper_native_run(slock_zookeeper *base, const slock_zookeeper_call *call,
										 slock_zookeeper_pending *pending, slock_zookeeper_answer *answer,
										 slock_result *result)
{
	bool ended = zookeeper_native_begin(base, call, pending, answer, result);

	while (!ended) {
#ifndef _WIN32
		struct pollfd polled = {.fd = pending->descriptor, .events = POLLIN};

		/* Rounded up: a wait of less than a millisecond would become a busy one. A signal changes nothing. */
		poll(&polled, 1, (int) slock_ms_up(slock_clock_left(pending->deadline)));
#endif
		ended = zookeeper_native_finish(base, call, pending, answer, result);
	}
	return result->status;
}

static void zookeeper_native_abandon(slock_zookeeper *base, slock_zookeeper_pending *pending)
{
	channel *on = zookeeper_native_channel_of((native_zookeeper *) base, pending);

	if (on && pending->request) {
		on->client->forget(on->session, pending->request, true);
	}
	pending->request = NULL;
}

static void zookeeper_native_prepare(slock_zookeeper *base)
{
	native_zookeeper *zookeeper = (native_zookeeper *) base;
	slock_result ignored = {.status = SLOCK_OK};

	if (!slock_pooled_connection(zookeeper->pooled)) {
		zookeeper_native_open_channel(zookeeper, &ignored);
	}
}

/* The session knows by itself what to do about a CREATE that was given up. */
static void zookeeper_native_take_back(slock_zookeeper *base, const slock_zookeeper_call *call, bool may_be_held)
{
	channel *on = slock_pooled_connection(((native_zookeeper *) base)->pooled);

	if (on && call->verb != SLOCK_ZOOKEEPER_CREATE) {
		on->client->take_back(on->session, call, may_be_held);
	}
}

static bool zookeeper_native_changed(slock_zookeeper *base, slock_zookeeper_pending *pending)
{
	channel *on = zookeeper_native_channel_of((native_zookeeper *) base, pending);

	if (!on || !pending->request) {
		return true;
	}
	on->client->drain(on->session);
	return on->client->changed(on->session, pending->request);
}

static bool zookeeper_native_is_connected(slock_zookeeper *base)
{
	channel *on = slock_pooled_connection(((native_zookeeper *) base)->pooled);
	char reason[SLOCK_ZOOKEEPER_REASON];
	slock_time since;

	return on && on->client->state(on->session, reason, &since) == SLOCK_ZOOKEEPER_READY;
}

static void zookeeper_native_free(slock_zookeeper *base)
{
	native_zookeeper *zookeeper = (native_zookeeper *) base;

	slock_pooled_release(zookeeper->pooled);
	slock_zookeeper_dsn_free(zookeeper->dsn);
	efree(zookeeper);
}

static const slock_zookeeper_ops native_ops = {
	.run = zookeeper_native_run,
	.begin = zookeeper_native_begin,
	.finish = zookeeper_native_finish,
	.abandon = zookeeper_native_abandon,
	.prepare = zookeeper_native_prepare,
	.take_back = zookeeper_native_take_back,
	.is_connected = zookeeper_native_is_connected,
	.changed = zookeeper_native_changed,
	.free = zookeeper_native_free,
};

slock_zookeeper *slock_zookeeper_native_new(slock_zookeeper_dsn *dsn)
{
	native_zookeeper *zookeeper = ecalloc(1, sizeof(*zookeeper));

	zookeeper->base.ops = &native_ops;
	zookeeper->base.name = ZSTR_VAL(dsn->hosts);
	zookeeper->base.chroot = ZSTR_VAL(dsn->chroot);
	zookeeper->dsn = dsn;
	zookeeper->endpoint = (slock_zookeeper_endpoint){
		.name = ZSTR_VAL(dsn->hosts),
		.hosts = ZSTR_VAL(dsn->hosts),
		.user = slock_text_chars(dsn->user),
		.password = slock_text_chars(dsn->password),
		.connect_timeout = dsn->connect_timeout,
		.session_timeout = dsn->session_timeout,
		.take_turn = slock_turns_take,
		.give_turn = slock_turns_give,
	};
	slock_turns_make();
	zookeeper->pooled = slock_pool_get(&connection_type, dsn->name, dsn->persistent);
	return &zookeeper->base;
}
