/* SPDX-License-Identifier: MIT
 *
 * Requests over the native module: which session, how long to wait for it and for its answers, what to send again. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/pool.h"
#include "clients/zookeeper/dsn.h"
#include "clients/zookeeper/native.h"
#include "clients/zookeeper/turns.h"

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

static void close_channel(void *connection)
{
	channel *closing = connection;

	closing->client->close(closing->session);
	pefree(closing, true);
}

static void abandon_channel(void *connection)
{
	channel *abandoned = connection;

	abandoned->client->abandon(abandoned->session);
	pefree(abandoned, true);
}

/* A session with locks ends with the request that took them. Requests that nobody waits for end by themselves. */
static bool is_idle(void *connection)
{
	const channel *on = connection;

	return on->client->is_idle(on->session);
}

static const slock_connection_type connection_type = {
	.name = "zookeeper",
	.close = close_channel,
	.abandon = abandon_channel,
	.is_idle = is_idle,
};

static channel *open_channel(native_zookeeper *zookeeper, slock_result *result)
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
static channel *channel_of(native_zookeeper *zookeeper, const slock_zookeeper_pending *pending)
{
	channel *current = slock_pooled_connection(zookeeper->pooled);

	return current && current->serial == pending->session ? current : NULL;
}

static bool failed(native_zookeeper *zookeeper, slock_zookeeper_answer *answer, slock_result *result,
				   const char *reason)
{
	answer->code = SLOCK_ZOOKEEPER_FAILED;
	slock_result_error(result, "ZooKeeper at %s: %s", zookeeper->endpoint.name, reason);
	return true;
}

/* `own`: because of the limit of the DSN, which is so many seconds; else because the caller needed it by now. */
static bool failed_late(native_zookeeper *zookeeper, slock_zookeeper_answer *answer, slock_result *result,
						const char *what, bool own, double seconds, const char *reason)
{
	char limit[64] = "in time";

	if (own) {
		snprintf(limit, sizeof(limit), "within %g seconds", seconds);
	}
	answer->code = SLOCK_ZOOKEEPER_FAILED;
	slock_result_error(result, "ZooKeeper at %s: no %s %s%s%s", zookeeper->endpoint.name, what, limit,
					   reason && *reason ? ": " : "", reason ? reason : "");
	return true;
}

/* What is awaited for so many seconds, in a call that must have its answer by call->answer_by. */
static slock_time limit_of(const slock_zookeeper_call *call, double seconds)
{
	slock_time own = slock_clock_add(slock_clock_now(), seconds);

	return call->answer_by && call->answer_by < own ? call->answer_by : own;
}

static bool is_too_late(const slock_zookeeper_call *call)
{
	return call->answer_by && slock_clock_now() >= call->answer_by;
}

/* A DELETE of which nobody knows what became: the caller looks at the node. */
static bool ended_unknown(slock_zookeeper_answer *answer)
{
	answer->code = SLOCK_ZOOKEEPER_UNKNOWN;
	return true;
}

/* Makes the call one of this session, which may still have to be established. */
static void attach(native_zookeeper *zookeeper, channel *on, const slock_zookeeper_call *call,
				   slock_zookeeper_pending *pending)
{
	pending->session = on->serial;
	pending->request = NULL;
	pending->descriptor = on->client->descriptor(on->session);
	pending->deadline = limit_of(call, zookeeper->dsn->connect_timeout);
}

/* A new session for a call; false: the result says why there is none. */
static bool attach_new(native_zookeeper *zookeeper, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
					   slock_zookeeper_answer *answer, slock_result *result)
{
	channel *on;

	slock_pooled_drop(zookeeper->pooled);
	pending->descriptor = -1;
	on = open_channel(zookeeper, result);
	if (!on) {
		answer->code = SLOCK_ZOOKEEPER_FAILED;
		return false;
	}
	pending->fresh = true;
	attach(zookeeper, on, call, pending);
	return true;
}

/* What the end of the session means for a call in it: another one, or an error. True when the call has ended. */
static bool start_over(native_zookeeper *zookeeper, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
					   const char *reason, slock_zookeeper_answer *answer, slock_result *result)
{
	if (call->verb == SLOCK_ZOOKEEPER_DELETE) {
		return ended_unknown(answer);
	}
	if (pending->fresh) {
		failed(zookeeper, answer, result, reason && *reason ? reason : "the session has ended");
		slock_pooled_drop(zookeeper->pooled);
		pending->descriptor = -1;
		return true;
	}
	return !attach_new(zookeeper, call, pending, answer, result);
}

/* Sends when there is a session. True when the call has ended, else *go_on tells whether there is something to do at
 * once. */
static bool advance_to_sending(native_zookeeper *zookeeper, channel *on, const slock_zookeeper_call *call,
							   slock_zookeeper_pending *pending, slock_zookeeper_answer *answer, slock_result *result,
							   bool *go_on)
{
	char reason[SLOCK_ZOOKEEPER_REASON], text[SLOCK_ZOOKEEPER_REASON + 32];
	double since, left;

	*go_on = true;
	switch (on->client->state(on->session, reason, &since)) {
		case SLOCK_ZOOKEEPER_READY:
			if (pending->attempts++ == MAX_ATTEMPTS) {
				return failed(zookeeper, answer, result, "the connection was lost before the answer came");
			}
			pending->request = on->client->send(on->session, call, answer);
			if (pending->request) {
				pending->deadline = limit_of(call, zookeeper->dsn->command_timeout);
				return false;
			}
			return answer->code == SLOCK_ZOOKEEPER_GONE
					   ? start_over(zookeeper, call, pending, answer->text, answer, result)
					   : failed(zookeeper, answer, result, answer->text);
		case SLOCK_ZOOKEEPER_OVER:
			return start_over(zookeeper, call, pending, reason, answer, result);
		case SLOCK_ZOOKEEPER_REFUSED:
			snprintf(text, sizeof(text), "cannot connect: %s", reason);
			failed(zookeeper, answer, result, text);
			slock_pooled_drop(zookeeper->pooled);
			pending->descriptor = -1;
			return true;
		default:
			break;
	}
	/* An outage is waited for once, and not again by each call in it. */
	left = since + zookeeper->dsn->connect_timeout - (double) slock_clock_now() / SLOCK_NS_PER_S;
	if (left <= 0.0 || is_too_late(call)) {
		return failed_late(zookeeper, answer, result, "connection", left <= 0.0, zookeeper->dsn->connect_timeout,
						   reason);
	}
	pending->deadline = limit_of(call, left);
	*go_on = false;
	return false;
}

static bool advance(native_zookeeper *zookeeper, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
					slock_zookeeper_answer *answer, slock_result *result)
{
	channel *on;
	bool go_on = true;

	answer->mine = false;
	while (go_on) {
		on = channel_of(zookeeper, pending);
		if (!on) {
			/* Another call has found it dead, or a signal handler has forked. */
			pending->repeated = pending->repeated || pending->request;
			pending->request = NULL;
			on = slock_pooled_connection(zookeeper->pooled);
			if (call->verb == SLOCK_ZOOKEEPER_DELETE) {
				return ended_unknown(answer);
			} else if (on) {
				attach(zookeeper, on, call, pending);
			} else if (!attach_new(zookeeper, call, pending, answer, result)) {
				return true;
			}
			continue;
		}
		if (!pending->request) {
			if (advance_to_sending(zookeeper, on, call, pending, answer, result, &go_on)) {
				return true;
			}
			continue;
		}
		/* First what rings, then what it rang for. */
		on->client->drain(on->session);
		if (!on->client->receive(on->session, pending->request, answer)) {
			if (slock_clock_now() < pending->deadline) {
				return false;
			}
			on->client->forget(on->session, pending->request, true);
			pending->request = NULL;
			return failed_late(zookeeper, answer, result, "answer", !is_too_late(call), zookeeper->dsn->command_timeout,
							   NULL);
		}
		answer->repeated = pending->repeated;
		if (answer->code == SLOCK_ZOOKEEPER_DONE && call->verb == SLOCK_ZOOKEEPER_WATCH) {
			return true;
		}
		on->client->forget(on->session, pending->request, answer->code == SLOCK_ZOOKEEPER_UNKNOWN);
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
				if (start_over(zookeeper, call, pending, answer->text, answer, result)) {
					return true;
				}
				break;
			case SLOCK_ZOOKEEPER_FAILED:
				return failed(zookeeper, answer, result, answer->text);
			case SLOCK_ZOOKEEPER_MISSING:
				/* The parent of what was to be created. */
				return call->verb != SLOCK_ZOOKEEPER_CREATE || failed(zookeeper, answer, result, answer->text);
			default:
				return true;
		}
	}
	return false;
}

static bool begin(slock_zookeeper *base, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
				  slock_zookeeper_answer *answer, slock_result *result)
{
	native_zookeeper *zookeeper = (native_zookeeper *) base;
	channel *on = slock_pooled_connection(zookeeper->pooled);

	memset(pending, 0, sizeof(*pending));
	memset(answer, 0, sizeof(*answer));
	slock_result_set(result, SLOCK_OK);
	if (call->verb == SLOCK_ZOOKEEPER_DELETE && (!on || on->serial != call->session)) {
		pending->descriptor = -1;
		return ended_unknown(answer);
	}
	if (on) {
		attach(zookeeper, on, call, pending);
	} else if (!attach_new(zookeeper, call, pending, answer, result)) {
		return true;
	}
	return advance(zookeeper, call, pending, answer, result);
}

static bool finish(slock_zookeeper *base, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
				   slock_zookeeper_answer *answer, slock_result *result)
{
	native_zookeeper *zookeeper = (native_zookeeper *) base;
	channel *on = channel_of(zookeeper, pending);

	if (on && !pending->request) {
		on->client->drain(on->session);
	}
	return advance(zookeeper, call, pending, answer, result);
}

static slock_status run(slock_zookeeper *base, const slock_zookeeper_call *call, slock_zookeeper_pending *pending,
						slock_zookeeper_answer *answer, slock_result *result)
{
	bool ended = begin(base, call, pending, answer, result);

	while (!ended) {
#ifndef _WIN32
		struct pollfd polled = {.fd = pending->descriptor, .events = POLLIN};
		double left = slock_clock_until(pending->deadline);

		/* Rounded up: a wait of less than a millisecond would become a busy one. A signal changes nothing. */
		poll(&polled, 1, left > 0.0 ? (int) (left * 1000.0) + 1 : 0);
#endif
		ended = finish(base, call, pending, answer, result);
	}
	return result->status;
}

static void abandon(slock_zookeeper *base, slock_zookeeper_pending *pending)
{
	channel *on = channel_of((native_zookeeper *) base, pending);

	if (on && pending->request) {
		on->client->forget(on->session, pending->request, true);
	}
	pending->request = NULL;
}

static bool changed(slock_zookeeper *base, slock_zookeeper_pending *pending)
{
	channel *on = channel_of((native_zookeeper *) base, pending);

	if (!on || !pending->request) {
		return true;
	}
	on->client->drain(on->session);
	return on->client->changed(on->session, pending->request);
}

static bool is_connected(slock_zookeeper *base)
{
	channel *on = slock_pooled_connection(((native_zookeeper *) base)->pooled);
	char reason[SLOCK_ZOOKEEPER_REASON];
	double since;

	return on && on->client->state(on->session, reason, &since) == SLOCK_ZOOKEEPER_READY;
}

static void free_zookeeper(slock_zookeeper *base)
{
	native_zookeeper *zookeeper = (native_zookeeper *) base;

	slock_pooled_release(zookeeper->pooled);
	slock_zookeeper_dsn_free(zookeeper->dsn);
	efree(zookeeper);
}

static const slock_zookeeper_ops native_ops = {
	.run = run,
	.begin = begin,
	.finish = finish,
	.abandon = abandon,
	.is_connected = is_connected,
	.changed = changed,
	.free = free_zookeeper,
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
		.user = dsn->user ? ZSTR_VAL(dsn->user) : NULL,
		.password = dsn->password ? ZSTR_VAL(dsn->password) : NULL,
		.connect_timeout = dsn->connect_timeout,
		.session_timeout = dsn->session_timeout,
	};
	slock_turns_make();
	zookeeper->pooled = slock_pool_get(&connection_type, dsn->name, dsn->persistent);
	return &zookeeper->base;
}
