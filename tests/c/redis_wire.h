/* SPDX-License-Identifier: MIT
 *
 * For tests of script calls without PHP and without a server: the native transport with a client whose answers this
 * file decides, and with stand-ins for the few functions of PHP and of the pool that it calls. A program prints one
 * line per case; its exit status is the number of failed checks. Included once, first of all. */
#include "php_slock.h"

#include <stdarg.h>

/* PHP's own ones are in the program that is not here. */
#undef snprintf
#undef vsnprintf
#undef SLOCK_G
#define SLOCK_G(v) (globals.v)
static zend_slock_globals globals;

#include "clients/channel.c"
#include "clients/redis/confirmation.c"
#include "clients/redis/line_answer.c"
#include "clients/redis/native.c"
#include "clients/redis/native_channel.c"
#include "clients/redis/redirection.c"
#include "core/clock.c"

/* ---- releases whose answers nobody awaits: none of these calls is one ---- */

void slock_redis_unheard_keep(slock_redis_unheard **unheard, const slock_redis_endpoint *server, uint64_t sequence,
							  const slock_redis_call *call)
{
	abort();
}

void slock_redis_unheard_answer(slock_redis_unheard *unheard, uint64_t sequence, const slock_redis_reply *reply)
{
	abort();
}

void slock_redis_unheard_lost(slock_redis_unheard *unheard, const char *why)
{
	abort();
}

void slock_redis_unheard_free(slock_redis_unheard *unheard)
{
	if (unheard) {
		abort();
	}
}

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
	bool slow;                       /* no more answers in time, where they are waited for */
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
	if (connection->available == 0 && limit.until && !wire.broken && !wire.slow) {
		connection->available = connection->sent - connection->received; /* the server had all the time it needs */
	}
	if (connection->available == 0) {
		if (wire.broken) {
			slock_result_error(result, "broken");
			return wire.broken;
		}
		return wire.slow && limit.until ? SLOCK_LATE : SLOCK_AWAITED;
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

/* ---- what the cases are made of ---- */

static int failures;
static slock_redis *redis;
static slock_redis_dsn dsn;
static const slock_redis_script script = {
	.text = "script", .sha = "0123456789012345678901234567890123456789", .bit = 1};
static const slock_redis_call a_call = {.script = &script, .key = "key", .key_length = 3};
static const slock_redis_call *next_call = &a_call; /* what start_call() and all below use */

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

	check(redis->ops->begin(redis, next_call, &pending->channel, &result), "begin: %s", result.message);
}

/* The type of the last reply that finish_call() got. */
static int reply_type;

/* finish(): -1 not yet, else the status; the integer goes to *number. */
static int finish_call(slock_redis_native_pending *pending, long long *number, slock_result *result)
{
	slock_redis_reply reply;

	if (!redis->ops->finish(redis, next_call, &pending->channel, &reply, result)) {
		return -1;
	}
	*number = reply.integer;
	reply_type = (int) reply.type;
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

	check(redis->ops->run(redis, next_call, &reply, &result) == SLOCK_OK, "%s: %s", what, result.message);
	return reply.integer;
}

static void sent_is(const char *expected)
{
	check(!strcmp(wire.log, expected), "expected %s", expected);
}

/* What main() returns. */
static int exit_status(void)
{
	return failures > 100 ? 100 : failures;
}
