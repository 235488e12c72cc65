/* SPDX-License-Identifier: MIT
 *
 * Script calls in two steps: which answer is whose. Built and run by redis-two-steps.phpt. */
#include "redis_wire.h"

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

int main(void)
{
	one();
	in_any_order();
	between_two_steps();
	window();
	abandoned();
	unknown_script();
	return exit_status();
}
