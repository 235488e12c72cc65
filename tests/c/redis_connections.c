/* SPDX-License-Identifier: MIT
 *
 * Script calls in two steps: connections that are opened, given up, lost or inherited in between. Built and run by
 * redis-connections.phpt. */
#include "redis_wire.h"

/* A call on a connection that has been used before. */
static void start_warm(slock_redis_native_pending *pending)
{
	start();
	wire.echo = true;
	run_now("warm");
	start_call(pending);
}

static void connecting(void)
{
	slock_redis_native_pending first, second;

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
	end("connecting");
}

static void connecting_for_nobody(void)
{
	slock_redis_native_pending first, second;

	start();
	wire.echo = true;
	wire.steps = 2;
	start_call(&first);
	redis->ops->abandon(redis, &first.channel, false);
	start_call(&second);
	check(second.channel.connecting && wire.connections == 1, "%d connections", wire.connections);
	check(run_now("waits") == 0, "another answer");
	expect_waiting(&second, "sent behind it");
	sent_is("1:EVALSHA 1:EVALSHA");
	wire.current->available = 1;
	check(expect_number(&second, "it came") == 1, "another answer");
	end("an attempt to connect that nobody waits for stays for the next one");

	start();
	wire.steps = 1;
	start_call(&first);
	redis->ops->abandon(redis, &first.channel, false);
	wire.break_establish = true;
	wire.steps = 0;
	start_call(&second);
	check(!second.channel.connecting && second.channel.fresh && wire.connections == 2, "%d connections",
		  wire.connections);
	redis->ops->abandon(redis, &second.channel, false);
	end("it failed when nobody waited for it, which tells nothing about now");
}

static void connecting_in_vain(void)
{
	slock_redis_native_pending first, second;

	start();
	wire.steps = 2;
	start_call(&first);
	start_call(&second);
	wire.refuse_connect = true;
	expect_error(&first, "refused", "the attempt failed");
	check(first.channel.connecting && wire.open == 0, "%d connections are left", wire.open);
	expect_error(&second, "lost before the request was sent", "for the other one too");
	end("connecting in vain");
}

static void connecting_and_forked(void)
{
	slock_redis_native_pending first, second;

	start();
	wire.steps = 2;
	start_call(&first);
	generation++;
	expect_error(&first, "lost before the request was sent", "in a child");
	wire.steps = 0;
	start_call(&second);
	check(!second.channel.connecting, "it is connecting");
	redis->ops->abandon(redis, &second.channel, false);
	end("in a child the parent's attempt to connect is nobody's");
}

static void late(void)
{
	slock_redis_native_pending first, second;

	start_warm(&first);
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

	start_warm(&pending);
	wire.broken = SLOCK_LOST;
	expect_waiting(&pending, "a used connection");
	expect_error(&pending, "broken", "the second one");
	check(wire.connections == 2, "%d connections", wire.connections);
	end("a used connection is lost: one more try");

	/* Another call has connected again meanwhile: that one is used, and is the only further try. */
	start_warm(&pending);
	slock_pooled_drop(&pooled_entry);
	run_now("another call");
	expect_waiting(&pending, "sent again on the other's connection");
	wire.broken = SLOCK_LOST;
	expect_error(&pending, "broken", "that one too");
	check(wire.connections == 2, "%d connections", wire.connections);
	end("a connection is lost, and another call has opened one");

	start_warm(&pending);
	wire.broken = SLOCK_LATE;
	expect_error(&pending, "broken", "too late");
	check(wire.connections == 1 && wire.open == 0, "%d connections", wire.connections);
	end("no answer in time: no more tries");

	start_warm(&pending);
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

static void forked(void)
{
	slock_redis_native_pending pending;

	start_warm(&pending);
	generation = 1;
	expect_waiting(&pending, "sent on the child's own connection");
	sent_is("1:EVALSHA 1:EVALSHA 2:EVALSHA");
	wire.current->available = 1;
	check(expect_number(&pending, "in the child") == 0, "another answer");
	end("a fork between the two steps");
}

int main(void)
{
	connecting();
	connecting_for_nobody();
	connecting_in_vain();
	connecting_and_forked();
	late();
	lost();
	forked();
	return exit_status();
}
