/* SPDX-License-Identifier: MIT
 *
 * Script calls in two steps, tested without PHP and without a server: clients/redis/native.c with a client whose
 * answers this file decides, and with stand-ins for the few functions of PHP and of the pool that it calls. Prints one
 * line per case; the exit status is the number of failed checks. Built and run by redis-two-steps.phpt. */
#include "php_slock.h"

#include <stdarg.h>

/* PHP's own ones are in the program that is not here. */
#undef snprintf
#undef vsnprintf
#undef SLOCK_G
#define SLOCK_G(v) (globals.v)
static zend_slock_globals globals;

#include "clients/channel.c"
#include "clients/redis/native.c"
#include "core/clock.c"

/* ---- the client: a wire whose server answers when the test says ---- */

struct slock_redis_connection {
	int number;
	int sent;      /* commands */
	int available; /* answers that have arrived and were not received */
	int received;
};

static struct {
	int connections;                 /* opened so far */
	int open;                        /* and not closed */
	slock_redis_connection *current; /* the last one */
	char log[4096];                  /* what was sent: "1:EVALSHA " = on connection 1 */
	slock_redis_reply answers[256];  /* of the n-th command on any connection, unless it is an echo */
	bool echo;                       /* answers are the number of the command on its connection */
	slock_progress broken;           /* what receive() says when nothing is available */
	bool refuse_connect, break_send;
	bool break_establish; /* once */
	int steps;            /* that establish() takes before the connection can be used */
} wire;

static const char *no_version(void)
{
	return "none";
}

static slock_redis_connection *wire_connect(const slock_redis_endpoint *endpoint, slock_result *result)
{
	if (wire.refuse_connect) {
		slock_result_error(result, "refused");
		return NULL;
	}
	wire.current = calloc(1, sizeof(*wire.current));
	wire.current->number = ++wire.connections;
	wire.open++;
	return wire.current;
}

static slock_progress wire_establish(slock_redis_connection *connection, const slock_redis_endpoint *endpoint,
									 slock_redis_limit limit, slock_waiting *waiting, slock_result *result)
{
	if (wire.refuse_connect || wire.break_establish) {
		wire.break_establish = false;
		slock_result_error(result, "refused");
		return SLOCK_LOST;
	}
	if (limit.until) {
		wire.steps = 0;
	}
	if (wire.steps == 0) {
		return SLOCK_ARRIVED;
	}
	wire.steps--;
	*waiting = (slock_waiting){200 + wire.steps, SLOCK_POLL_OUT, INT64_C(5000000000)};
	return SLOCK_AWAITED;
}

static slock_progress wire_send(slock_redis_connection *connection, int argc, const char **argv, const size_t *lengths,
								slock_redis_limit limit, slock_result *result)
{
	size_t used = strlen(wire.log);

	if (wire.break_send) {
		wire.break_send = false;
		slock_result_error(result, "broken pipe");
		return SLOCK_LOST;
	}
	if (used < sizeof(wire.log) - 32) {
		snprintf(wire.log + used, sizeof(wire.log) - used, "%s%d:%s", used ? " " : "", connection->number, argv[0]);
	}
	connection->sent++;
	return SLOCK_AWAITED;
}

static slock_progress wire_receive(slock_redis_connection *connection, slock_redis_limit limit,
								   slock_redis_reply *reply, slock_result *result)
{
	if (connection->available == 0 && limit.until && !wire.broken) {
		connection->available = connection->sent - connection->received; /* the server had all the time it needs */
	}
	if (connection->available == 0) {
		if (wire.broken) {
			slock_result_error(result, "broken");
			return wire.broken;
		}
		return SLOCK_AWAITED;
	}
	connection->available--;
	if (wire.echo) {
		reply->type = SLOCK_REDIS_INTEGER;
		reply->integer = connection->received;
	} else {
		*reply = wire.answers[connection->received];
	}
	connection->received++;
	return SLOCK_ARRIVED;
}

static bool wire_has_leftovers(const slock_redis_connection *connection)
{
	return connection->available > 0;
}

static int wire_descriptor(const slock_redis_connection *connection)
{
	return 100 + connection->number;
}

static void wire_close(slock_redis_connection *connection)
{
	if (wire.current == connection) {
		wire.current = NULL;
	}
	wire.open--;
	free(connection);
}

static const slock_redis_client wire_client = {
	.library_version = no_version,
	.start = wire_connect,
	.establish = wire_establish,
	.send = wire_send,
	.receive = wire_receive,
	.has_leftovers = wire_has_leftovers,
	.descriptor = wire_descriptor,
	.close = wire_close,
};

/* ---- stand-ins ---- */

static uint32_t generation;
static slock_pooled pooled_entry;

const void *slock_client_load(const char *name, slock_result *result)
{
	return &wire_client;
}

slock_pooled *slock_pool_get(const slock_connection_type *type, zend_string *name, bool persistent)
{
	pooled_entry.type = type;
	pooled_entry.users++;
	return &pooled_entry;
}

void slock_pooled_drop(slock_pooled *pooled)
{
	void *connection = pooled->connection;

	pooled->connection = NULL;
	if (connection) {
		pooled->type->close(connection);
	}
}

void *slock_pooled_connection(slock_pooled *pooled)
{
	if (pooled->generation != generation) {
		slock_pooled_drop(pooled);
	}
	return pooled->connection;
}

void slock_pooled_keep(slock_pooled *pooled, void *connection)
{
	slock_pooled_drop(pooled);
	pooled->connection = connection;
	pooled->generation = generation;
}

void slock_pooled_release(slock_pooled *pooled)
{
	if (--pooled->users == 0) {
		slock_pooled_drop(pooled);
	}
}

void slock_redis_dsn_endpoint(const slock_redis_dsn *dsn, slock_redis_endpoint *endpoint)
{
	memset(endpoint, 0, sizeof(*endpoint));
	endpoint->name = "server";
	endpoint->command_timeout = SLOCK_SECOND;
}

zend_string *slock_redis_dsn_name(const slock_redis_dsn *dsn)
{
	zend_string *name = calloc(1, sizeof(*name));

	GC_SET_REFCOUNT(name, 1);
	GC_TYPE_INFO(name) = IS_STRING | (GC_PERSISTENT << GC_FLAGS_SHIFT);
	return name;
}

void slock_redis_dsn_free(slock_redis_dsn *dsn)
{
}

ZEND_API void *ZEND_FASTCALL _ecalloc(size_t count, size_t size)
{
	return calloc(count, size);
}

ZEND_API void ZEND_FASTCALL _efree(void *pointer)
{
	free(pointer);
}

ZEND_API void *__zend_calloc(size_t count, size_t size)
{
	return calloc(count, size);
}

/* ---- the cases ---- */

static int failures;
static slock_redis *redis;
static slock_redis_dsn dsn;
static const slock_redis_script script = {
	.text = "script", .sha = "0123456789012345678901234567890123456789", .bit = 1};
static const slock_redis_call a_call = {.script = &script, .key = "key", .key_length = 3};

static void check(bool holds, const char *format, ...)
{
	va_list args;

	if (holds) {
		return;
	}
	failures++;
	printf("FAIL: ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(" (sent: %s)\n", wire.log);
}

static void start(void)
{
	memset(&wire, 0, sizeof(wire));
	memset(&pooled_entry, 0, sizeof(pooled_entry));
	generation = 0;
	redis = slock_redis_native_new(&dsn);
}

static void end(const char *what)
{
	redis->ops->free(redis);
	check(wire.open == 0, "%s: %d connections are left", what, wire.open);
	printf("done: %s\n", what);
}

static void start_call(slock_redis_native_pending *pending)
{
	slock_result result = SLOCK_RESULT_INIT;

	check(redis->ops->begin(redis, &a_call, &pending->channel, &result), "begin: %s", result.message);
}

/* finish(): -1 not yet, else the status; the integer goes to *number. */
static int finish_call(slock_redis_native_pending *pending, long long *number, slock_result *result)
{
	slock_redis_reply reply;

	if (!redis->ops->finish(redis, &a_call, &pending->channel, &reply, result)) {
		return -1;
	}
	*number = reply.integer;
	return (int) result->status;
}

static long long expect_number(slock_redis_native_pending *pending, const char *what)
{
	slock_result result = SLOCK_RESULT_INIT;
	long long number = -1;
	int status = finish_call(pending, &number, &result);

	check(status == SLOCK_OK, "%s: status %d %s", what, status, result.message);
	return number;
}

static void expect_waiting(slock_redis_native_pending *pending, const char *what)
{
	slock_result result = SLOCK_RESULT_INIT;
	long long number;

	check(finish_call(pending, &number, &result) == -1, "%s: it ended", what);
}

static void expect_error(slock_redis_native_pending *pending, const char *text, const char *what)
{
	slock_result result = SLOCK_RESULT_INIT;
	long long number;
	int status = finish_call(pending, &number, &result);

	check(status == SLOCK_STORAGE_ERROR && strstr(result.message, text), "%s: status %d %s", what, status,
		  result.message);
}

static long long run_now(const char *what)
{
	slock_result result = SLOCK_RESULT_INIT;
	slock_redis_reply reply;

	check(redis->ops->run(redis, &a_call, &reply, &result) == SLOCK_OK, "%s: %s", what, result.message);
	return reply.integer;
}

static void sent_is(const char *expected)
{
	check(!strcmp(wire.log, expected), "expected %s", expected);
}

static void one(void)
{
	slock_redis_native_pending pending;

	start();
	wire.echo = true;
	start_call(&pending);
	check(pending.channel.descriptor == 101, "descriptor %d", pending.channel.descriptor);
	check(!slock_channel_is_idle(pooled_entry.connection), "it is idle while an answer is awaited");
	expect_waiting(&pending, "nothing came");
	expect_waiting(&pending, "nothing came again");
	wire.current->available = 1;
	check(expect_number(&pending, "it came") == 0, "another answer");
	check(slock_channel_is_idle(pooled_entry.connection), "it is not idle afterwards");
	sent_is("1:EVALSHA");
	end("one");
}

static void connecting(void)
{
	slock_redis_native_pending first, second, third;
	slock_result result = SLOCK_RESULT_INIT;

	start();
	wire.echo = true;
	wire.steps = 3;
	start_call(&first);
	check(first.channel.connecting && first.channel.descriptor == 202 && first.channel.events == SLOCK_POLL_OUT &&
			  first.channel.wake == 5000000000,
		  "descriptor %d", first.channel.descriptor);
	check(!redis->ops->is_connected(redis), "it is connected");
	check(!slock_channel_is_idle(pooled_entry.connection), "it is idle while it is being established");
	expect_waiting(&first, "another step");
	check(first.channel.descriptor == 201, "descriptor %d", first.channel.descriptor);
	start_call(&second);
	check(second.channel.connecting && wire.connections == 1, "the second one joins the attempt");
	redis->ops->abandon(redis, &first.channel, false);
	expect_waiting(&second, "the answer is awaited");
	check(!second.channel.connecting && second.channel.descriptor == 101 && second.channel.events == SLOCK_POLL_IN,
		  "descriptor %d", second.channel.descriptor);
	check(redis->ops->is_connected(redis), "it is not connected");
	sent_is("1:EVALSHA");
	wire.current->available = 1;
	check(expect_number(&second, "it came") == 0, "another answer");

	/* An attempt that nobody waits for stays for the next one. */
	slock_redis_native_disconnect(redis);
	wire.steps = 2;
	start_call(&first);
	redis->ops->abandon(redis, &first.channel, false);
	start_call(&second);
	check(second.channel.connecting && wire.connections == 2, "%d connections", wire.connections);
	check(run_now("waits") == 0, "another answer");
	expect_waiting(&second, "sent behind it");
	sent_is("1:EVALSHA 2:EVALSHA 2:EVALSHA");
	wire.current->available = 1;
	check(expect_number(&second, "it came") == 1, "another answer");

	/* It went wrong while nobody cared for it, which tells nothing about now. */
	slock_redis_native_disconnect(redis);
	wire.steps = 1;
	start_call(&first);
	redis->ops->abandon(redis, &first.channel, false);
	wire.break_establish = true;
	wire.steps = 0;
	start_call(&second);
	check(!second.channel.connecting && second.channel.fresh && wire.connections == 4, "%d connections",
		  wire.connections);
	redis->ops->abandon(redis, &second.channel, false);

	/* It fails. */
	slock_redis_native_disconnect(redis);
	wire.steps = 2;
	start_call(&first);
	start_call(&second);
	wire.refuse_connect = true;
	expect_error(&first, "refused", "the attempt failed");
	check(first.channel.connecting && wire.open == 0, "%d connections are left", wire.open);
	expect_error(&second, "lost before the request was sent", "for the other one too");
	wire.refuse_connect = false;

	/* In a child the parent's attempt is nobody's. */
	wire.steps = 2;
	start_call(&first);
	generation++;
	expect_error(&first, "lost before the request was sent", "in a child");
	wire.steps = 0;
	check(redis->ops->begin(redis, &a_call, &third.channel, &result) && !third.channel.connecting, "begin: %s",
		  result.message);
	redis->ops->abandon(redis, &third.channel, false);
	end("connecting");
}

static void in_any_order(void)
{
	static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	slock_redis_native_pending pending[3];

	for (int order = 0; order < 6; order++) {
		for (int arrived = 0; arrived <= 3; arrived++) {
			start();
			wire.echo = true;
			for (int i = 0; i < 3; i++) {
				start_call(&pending[i]);
			}
			wire.current->available = arrived;
			for (int i = 0; i < 3; i++) {
				int which = orders[order][i];

				if (which < arrived) {
					check(expect_number(&pending[which], "arrived") == which, "the answer of another request");
				} else {
					expect_waiting(&pending[which], "not arrived");
				}
			}
			wire.current->available += 3 - arrived;
			for (int i = 0; i < 3; i++) {
				if (orders[order][i] >= arrived) {
					check(expect_number(&pending[orders[order][i]], "late") == orders[order][i], "another answer");
				}
			}
			check(slock_channel_is_idle(pooled_entry.connection), "not idle at the end");
			redis->ops->free(redis);
		}
	}
	start();
	end("in any order");
}

static void between_two_steps(void)
{
	slock_redis_native_pending pending;

	start();
	wire.echo = true;
	start_call(&pending);
	/* A signal handler uses another lock on the same connection, as often as the window allows. */
	for (int i = 1; i < SLOCK_CHANNEL_WINDOW; i++) {
		check(run_now("another call") == i, "the answer of another request");
	}
	check(expect_number(&pending, "parked") == 0, "the parked answer was lost");
	check(wire.connections == 1, "%d connections", wire.connections);
	end("calls between the two steps");
}

static void window(void)
{
	slock_redis_native_pending pending[SLOCK_CHANNEL_WINDOW], more;
	slock_result result = SLOCK_RESULT_INIT;
	slock_redis_reply reply;

	start();
	wire.echo = true;
	for (int i = 0; i < SLOCK_CHANNEL_WINDOW; i++) {
		start_call(&pending[i]);
	}
	check(!redis->ops->begin(redis, &a_call, &more.channel, &result) &&
			  strstr(result.message, "wait for their answers"),
		  "one more than the window was sent: %s", result.message);
	check(redis->ops->run(redis, &a_call, &reply, &result) == SLOCK_STORAGE_ERROR, "run() has overrun the window");
	wire.current->available = SLOCK_CHANNEL_WINDOW;
	for (int i = SLOCK_CHANNEL_WINDOW - 1; i >= 0; i--) {
		check(expect_number(&pending[i], "in the window") == i, "the answer of another request");
	}
	check(run_now("room again") == SLOCK_CHANNEL_WINDOW, "the answer of another request");
	check(wire.connections == 1, "%d connections", wire.connections);
	end("a full window");

	/* A parked answer that nobody has taken yet keeps its place. */
	start();
	wire.echo = true;
	start_call(&pending[0]);
	for (int i = 1; i < SLOCK_CHANNEL_WINDOW; i++) {
		check(run_now("others") == i, "the answer of another request");
	}
	check(redis->ops->run(redis, &a_call, &reply, &result) == SLOCK_STORAGE_ERROR, "a parked answer was overwritten");
	check(expect_number(&pending[0], "parked") == 0, "the parked answer was lost");
	end("a parked answer in a full window");
}

static void abandoned(void)
{
	slock_redis_native_pending pending;

	start();
	wire.echo = true;
	for (int i = 0; i < 3; i++) {
		start_call(&pending);
		redis->ops->abandon(redis, &pending.channel, false);
	}
	check(run_now("after three abandoned ones") == 3, "it got the answer of an abandoned request");
	check(slock_channel_is_idle(pooled_entry.connection), "not idle");
	start_call(&pending);
	wire.current->available = 1;
	check(expect_number(&pending, "next") == 4, "another answer");

	/* The answer was parked already. */
	start_call(&pending);
	check(run_now("parks the one before") == 6, "another answer");
	redis->ops->abandon(redis, &pending.channel, false);
	check(slock_channel_is_idle(pooled_entry.connection), "an abandoned parked answer stays");
	end("abandoned");

	start();
	wire.echo = true;
	for (int i = 0; i < 10 * SLOCK_CHANNEL_WINDOW; i++) {
		start_call(&pending);
		redis->ops->abandon(redis, &pending.channel, false);
		wire.current->available++;
	}
	check(wire.connections == 1, "a server that answers lost its connection: %d", wire.connections);
	end("many abandoned, all answered");

	start();
	wire.echo = true;
	for (int i = 0; i < SLOCK_CHANNEL_WINDOW + 1; i++) {
		start_call(&pending);
		redis->ops->abandon(redis, &pending.channel, false);
	}
	check(wire.connections == 2 && wire.open == 1, "%d connections, %d open", wire.connections, wire.open);
	end("a window of abandoned ones without an answer: another connection");
}

static void late(void)
{
	slock_redis_native_pending first, second;

	start();
	wire.echo = true;
	run_now("warm");
	start_call(&first);
	start_call(&second);
	redis->ops->abandon(redis, &first.channel, true);
	check(wire.open == 0, "the connection of a late answer is kept");
	expect_waiting(&second, "sent again");
	sent_is("1:EVALSHA 1:EVALSHA 1:EVALSHA 2:EVALSHA");
	check(second.channel.descriptor == 102, "descriptor %d", second.channel.descriptor);
	wire.current->available = 1;
	check(expect_number(&second, "on the new connection") == 0, "another answer");
	redis->ops->abandon(redis, &first.channel, true); /* of a connection that is gone: nothing happens */
	check(wire.open == 1, "a stranger's connection was dropped");
	end("late");
}

static void lost(void)
{
	slock_redis_native_pending pending;
	slock_result result = SLOCK_RESULT_INIT;

	start();
	wire.broken = SLOCK_LOST;
	start_call(&pending);
	expect_error(&pending, "broken", "a new connection");
	check(wire.connections == 1 && wire.open == 0, "a new connection was tried again");
	end("a new connection is lost");

	start();
	wire.echo = true;
	run_now("warm");
	start_call(&pending);
	wire.broken = SLOCK_LOST;
	expect_waiting(&pending, "a used connection");
	expect_error(&pending, "broken", "the second one");
	check(wire.connections == 2, "%d connections", wire.connections);
	end("a used connection is lost: one more try");

	/* Another call has connected again meanwhile: that one is used, and is the only further try. */
	start();
	wire.echo = true;
	run_now("warm");
	start_call(&pending);
	slock_pooled_drop(&pooled_entry);
	run_now("another call");
	expect_waiting(&pending, "sent again on the other's connection");
	wire.broken = SLOCK_LOST;
	expect_error(&pending, "broken", "that one too");
	check(wire.connections == 2, "%d connections", wire.connections);
	end("a connection is lost, and another call has opened one");

	start();
	wire.echo = true;
	run_now("warm");
	start_call(&pending);
	wire.broken = SLOCK_LATE;
	expect_error(&pending, "broken", "too late");
	check(wire.connections == 1 && wire.open == 0, "%d connections", wire.connections);
	end("no answer in time: no more tries");

	start();
	wire.echo = true;
	run_now("warm");
	start_call(&pending);
	wire.broken = SLOCK_LOST;
	wire.refuse_connect = true;
	expect_error(&pending, "refused", "lost and refused");
	end("lost, and the server refuses");

	start();
	wire.echo = true;
	run_now("warm");
	wire.break_send = true;
	start_call(&pending);
	wire.current->available = 1;
	check(expect_number(&pending, "sent on another one") == 0, "another answer");
	sent_is("1:EVALSHA 2:EVALSHA");
	end("sending fails");

	start();
	wire.refuse_connect = true;
	check(!redis->ops->begin(redis, &a_call, &pending.channel, &result) && !strcmp(result.message, "refused"), "%s",
		  result.message);
	end("no connection at all");
}

static void answer(int n, int type, long long integer, const char *text)
{
	wire.answers[n].type = type;
	wire.answers[n].integer = integer;
	snprintf(wire.answers[n].text, sizeof(wire.answers[n].text), "%s", text);
}

static void unknown_script(void)
{
	slock_redis_native_pending pending, other;

	start();
	answer(0, SLOCK_REDIS_ERROR, 0, "NOSCRIPT No matching script.");
	answer(1, SLOCK_REDIS_INTEGER, 7, "");
	answer(2, SLOCK_REDIS_INTEGER, 8, "");
	start_call(&pending);
	start_call(&other);
	wire.current->available = 1;
	expect_waiting(&pending, "sent again");
	wire.current->available = 2;
	check(expect_number(&pending, "the script") == 8, "another answer");
	check(expect_number(&other, "between") == 7, "another answer");
	sent_is("1:EVALSHA 1:EVALSHA 1:EVAL");
	end("an unknown script");

	start();
	answer(0, SLOCK_REDIS_ERROR, 0, "NOSCRIPT No matching script.");
	answer(1, SLOCK_REDIS_ERROR, 0, "NOSCRIPT No matching script.");
	start_call(&pending);
	wire.current->available = 1;
	expect_waiting(&pending, "sent again");
	wire.current->available = 1;
	expect_error(&pending, "Redis at server: NOSCRIPT", "unknown indefinitely");
	end("a script that stays unknown");

	start();
	answer(0, SLOCK_REDIS_OTHER, 0, "");
	start_call(&pending);
	wire.current->available = 1;
	expect_error(&pending, "no answer to the script", "nil");
	end("an odd answer");
}

static void forked(void)
{
	slock_redis_native_pending pending;

	start();
	wire.echo = true;
	run_now("warm");
	start_call(&pending);
	generation = 1;
	expect_waiting(&pending, "sent on the child's own connection");
	sent_is("1:EVALSHA 1:EVALSHA 2:EVALSHA");
	wire.current->available = 1;
	check(expect_number(&pending, "in the child") == 0, "another answer");
	end("a fork between the two steps");
}

int main(void)
{
	one();
	connecting();
	in_any_order();
	between_two_steps();
	window();
	abandoned();
	late();
	lost();
	unknown_script();
	forked();
	return failures > 100 ? 100 : failures;
}
