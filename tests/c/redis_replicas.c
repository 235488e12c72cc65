/* SPDX-License-Identifier: MIT
 *
 * Script calls that replicas have to confirm: where WAIT is sent, and what becomes of the connection and the lock.
 * Built and run by redis-replicas.phpt. */
#include "redis_wire.h"

static slock_redis_call with_wait;

static void start_with(slock_time replica_timeout)
{
	start();
	with_wait = a_call;
	with_wait.replicas = 1;
	with_wait.replica_timeout = replica_timeout;
	next_call = &with_wait;
}

static void end_with(const char *what)
{
	next_call = &a_call;
	end(what);
}

static void answer(int n, int type, long long integer, const char *text)
{
	wire.answers[n].type = type;
	wire.answers[n].integer = integer;
	snprintf(wire.answers[n].text, sizeof(wire.answers[n].text), "%s", text);
}

/* Requests that nobody awaits, and that are not answered. */
static void abandon(int count)
{
	slock_redis_native_pending pending;

	next_call = &a_call;
	for (int i = 0; i < count; i++) {
		start_call(&pending);
		redis->ops->abandon(redis, &pending.channel, false);
	}
	next_call = &with_wait;
}

static const char *last_sent(size_t length)
{
	size_t all = strlen(wire.log);

	return wire.log + (all > length ? all - length : 0);
}

static void confirmed(void)
{
	slock_redis_native_pending pending;

	start_with(SLOCK_SECOND);
	answer(0, SLOCK_REDIS_INTEGER, 7, "");
	answer(1, SLOCK_REDIS_INTEGER, 1, "");
	start_call(&pending);
	sent_is("1:EVALSHA 1:WAIT");
	wire.current->available = 1;
	expect_waiting(&pending, "the script has answered, the WAIT has not");
	wire.current->available = 1;
	check(expect_number(&pending, "confirmed") == 7, "another answer");
	check(pooled_entry.type->is_idle(pooled_entry.connection), "not idle");
	end_with("confirmed");
}

static void room(void)
{
	slock_redis_native_pending pending, all[SLOCK_CHANNEL_WINDOW];
	slock_result result = SLOCK_RESULT_INIT;

	start_with(SLOCK_SECOND);
	abandon(SLOCK_CHANNEL_WINDOW - 2);
	start_call(&pending);
	check(wire.connections == 1 && !strcmp(last_sent(16), "1:EVALSHA 1:WAIT"), "%d connections", wire.connections);
	redis->ops->abandon(redis, &pending.channel, false);
	end_with("there is just room for a script and its WAIT");

	start_with(SLOCK_SECOND);
	abandon(SLOCK_CHANNEL_WINDOW - 1);
	start_call(&pending);
	check(wire.connections == 2 && wire.open == 1 && !strcmp(last_sent(16), "2:EVALSHA 2:WAIT"), "%d connections",
		  wire.connections);
	check(!strstr(wire.log, "1:WAIT") && !strstr(wire.log, "1:EVALSHA 2:EVALSHA 1"),
		  "a part was sent on the full connection");
	answer(0, SLOCK_REDIS_INTEGER, 1, "");
	answer(1, SLOCK_REDIS_INTEGER, 1, "");
	wire.current->available = 2;
	check(expect_number(&pending, "on the new one") == 1, "another answer");
	end_with("no room for both behind what nobody awaits: another connection for both");

	start_with(SLOCK_SECOND);
	next_call = &a_call;
	for (int i = 0; i < SLOCK_CHANNEL_WINDOW - 1; i++) {
		start_call(&all[i]);
	}
	next_call = &with_wait;
	check(!redis->ops->begin(redis, &with_wait, &pending.channel, &result) && result.status == SLOCK_STORAGE_ERROR &&
			  strstr(result.message, "wait for their answers"),
		  "status %d %s", result.status, result.message);
	check(!strstr(wire.log, "WAIT") && wire.open == 1, "something was sent");
	end_with("no room for both behind what is awaited: an error, and nothing is sent");
}

/* Several wait for the same connection to be established, and then there is no room for all. */
static void room_when_established(void)
{
	slock_redis_native_pending all[SLOCK_CHANNEL_WINDOW / 2], more;

	start_with(SLOCK_SECOND);
	wire.steps = SLOCK_CHANNEL_WINDOW;
	for (int i = 0; i < SLOCK_CHANNEL_WINDOW / 2; i++) {
		start_call(&all[i]);
	}
	start_call(&more);
	wire.steps = 0;
	for (int i = 0; i < SLOCK_CHANNEL_WINDOW / 2; i++) {
		expect_waiting(&all[i], "sent");
		redis->ops->abandon(redis, &all[i].channel, false);
	}
	expect_error(&more, "wait for their answers", "one more");
	end_with("no room on the connection that was awaited is an error");
}

/* A call that is refused, while the answer to its WAIT does not come. */
static void refuse(void)
{
	slock_redis_native_pending pending;

	start_call(&pending);
	wire.current->available = 1;
	check(expect_number(&pending, "refused") == 0, "another answer");
}

/* The next call, which `connections` are opened for. */
static void goes_to(int connections)
{
	slock_redis_native_pending next;

	start_call(&next);
	check(wire.connections == connections && wire.open == 1, "%d connections, %d open", wire.connections, wire.open);
	redis->ops->abandon(redis, &next.channel, false);
}

static void refused(void)
{
	start_with(SLOCK_SECOND);
	refuse();
	check(!pooled_entry.type->is_idle(pooled_entry.connection), "idle with a WAIT that has not ended");
	wire.slow = true;
	goes_to(2);
	sent_is("1:EVALSHA 1:WAIT 2:EVALSHA");
	end_with("refused: known at once, and the next call takes another connection");

	start_with(SLOCK_SECOND);
	refuse();
	wire.current->available = 1;
	check(pooled_entry.type->is_idle(pooled_entry.connection), "not idle");
	wire.slow = true;
	goes_to(1);
	end_with("refused, and the WAIT has ended meanwhile");

	start_with(SLOCK_SECOND);
	refuse();
	goes_to(1);
	end_with("refused, and replicas that keep up are awaited");

	start_with(SLOCK_SECOND);
	refuse();
	with_wait.once = true;
	goes_to(2);
	end_with("refused, and who asks many does not wait for them");

	start_with(SLOCK_MS);
	refuse();
	usleep(3000);
	wire.slow = true;
	goes_to(1);
	end_with("refused, and the time of the WAIT is over");
}

static void no_overtaking(void)
{
	slock_redis_native_pending pending, other;

	start_with(SLOCK_SECOND);
	start_call(&pending);
	start_call(&other);
	wire.current->available = 1;
	check(expect_number(&pending, "refused") == 0, "another answer");
	wire.slow = true;
	goes_to(1);
	redis->ops->abandon(redis, &other.channel, false);
	goes_to(1);
	end_with("behind a script that is on its way nothing is sent on another connection");

	start_with(SLOCK_SECOND);
	start_call(&pending);
	wire.current->available = 2;
	check(expect_number(&pending, "refused") == 0, "another answer");
	next_call = &a_call;
	for (int i = 1; i < SLOCK_CHANNEL_WINDOW; i++) {
		run_now("others");
	}
	abandon(1);
	wire.slow = true;
	goes_to(1);
	end_with("nor behind one in the place that the WAIT had");
}

/* After that WAIT goes behind what was granted only, until replicas have kept up again. */
static void lagging(void)
{
	slock_redis_native_pending pending;

	start_with(SLOCK_SECOND);
	refuse();
	wire.slow = true;
	for (int i = 0; i < 5; i++) {
		refuse();
	}
	sent_is("1:EVALSHA 1:WAIT 2:EVALSHA 2:EVALSHA 2:EVALSHA 2:EVALSHA 2:EVALSHA");
	check(wire.connections == 2, "%d connections", wire.connections);
	answer(5, SLOCK_REDIS_INTEGER, 1, "");
	answer(6, SLOCK_REDIS_INTEGER, 1, "");
	start_call(&pending);
	wire.current->available = 1;
	expect_waiting(&pending, "granted");
	wire.current->available = 1;
	check(expect_number(&pending, "confirmed") == 1, "another answer");
	start_call(&pending);
	check(!strcmp(last_sent(33), "2:EVALSHA 2:WAIT 2:EVALSHA 2:WAIT"), "not in one flight again");
	redis->ops->abandon(redis, &pending.channel, false);
	end_with("refused beside replicas that lag: the connection is kept");
}

/* The time for the answer to a WAIT is that for an answer and that of the replicas. */
static void time_for_the_answer(void)
{
	slock_redis_native_pending pending;
	slock_time left;

	start_with(SLOCK_SECOND * 3 / 4);
	answer(0, SLOCK_REDIS_INTEGER, 1, "");
	start_call(&pending);
	check(pending.channel.until == 0, "there is a time already");
	wire.current->available = 1;
	expect_waiting(&pending, "granted");
	left = slock_clock_left(pending.channel.until);
	check(left > SLOCK_SECOND * 3 / 2 && left < SLOCK_SECOND * 2, "%lld ns are left", (long long) left);
	check(redis->ops->abandon(redis, &pending.channel, true), "nothing is to be given back");
	end_with("the time for the answer to a WAIT is that for an answer and that of the replicas");
}

/* Who asks many sends the WAIT when the script has granted the lock. */
static void one_of_many(void)
{
	slock_redis_native_pending pending;

	start_with(SLOCK_SECOND);
	with_wait.once = true;
	answer(0, SLOCK_REDIS_INTEGER, 1, "");
	answer(1, SLOCK_REDIS_INTEGER, 1, "");
	start_call(&pending);
	sent_is("1:EVAL");
	wire.current->available = 1;
	expect_waiting(&pending, "granted");
	sent_is("1:EVAL 1:WAIT");
	wire.current->available = 1;
	check(expect_number(&pending, "confirmed") == 1, "another answer");
	end_with("one of many: granted, then confirmed");

	start_with(SLOCK_SECOND);
	with_wait.once = true;
	refuse();
	check(pooled_entry.type->is_idle(pooled_entry.connection), "not idle");
	sent_is("1:EVAL");
	end_with("one of many: refused, and no WAIT");

	start_with(SLOCK_SECOND);
	with_wait.once = true;
	answer(0, SLOCK_REDIS_INTEGER, 1, "");
	start_call(&pending);
	wire.current->available = 1;
	expect_waiting(&pending, "granted");
	redis->ops->abandon(redis, &pending.channel, false);
	goes_to(2);
	sent_is("1:EVAL 1:WAIT 2:EVAL");
	end_with("one of many: granted, and given up: the release does not stand behind the WAIT");

	start_with(SLOCK_SECOND);
	with_wait.once = true;
	answer(0, SLOCK_REDIS_INTEGER, 1, "");
	start_call(&pending);
	wire.current->available = 1;
	wire.break_send = true;
	expect_error(&pending, "broken pipe", "granted, and the WAIT cannot be sent");
	check(reply_type == SLOCK_REDIS_TO_GIVE_BACK, "the reply has type %d", reply_type);
	end_with("one of many: the WAIT cannot be sent");
}

static void failed(int type, const char *text, const char *why, int expected)
{
	slock_redis_native_pending pending;

	start_with(SLOCK_SECOND);
	answer(0, type, 1, text);
	answer(1, SLOCK_REDIS_INTEGER, 0, "");
	start_call(&pending);
	wire.current->available = 2;
	expect_error(&pending, "0 of 1 replicas have confirmed", why);
	check(reply_type == expected, "the reply has type %d", reply_type);
	end_with(why);
}

static void held(void)
{
	slock_redis_native_pending pending;

	failed(SLOCK_REDIS_INTEGER, "", "granted and not confirmed: it is to be given back", SLOCK_REDIS_TO_GIVE_BACK);
	failed(SLOCK_REDIS_TEXT, "held 1", "held before and not confirmed: it stays", SLOCK_REDIS_UNCONFIRMED);

	start_with(SLOCK_SECOND);
	answer(0, SLOCK_REDIS_TEXT, 0, "held 1795172475123456");
	answer(1, SLOCK_REDIS_INTEGER, 1, "");
	start_call(&pending);
	wire.current->available = 2;
	check(expect_number(&pending, "confirmed") == 1795172475123456, "another answer");
	end_with("held before and confirmed");

	start_with(SLOCK_SECOND);
	answer(0, SLOCK_REDIS_INTEGER, 1, "");
	answer(1, SLOCK_REDIS_ERROR, 0, "NOPERM no right to WAIT");
	start_call(&pending);
	wire.current->available = 2;
	expect_error(&pending, "WAIT: NOPERM", "refused");
	check(reply_type == SLOCK_REDIS_TO_GIVE_BACK, "the reply has type %d", reply_type);
	end_with("WAIT is refused: it is to be given back");
}

/* A used connection is lost after the script has granted the lock. */
static void start_lost(slock_redis_native_pending *pending)
{
	start_with(SLOCK_SECOND);
	answer(0, SLOCK_REDIS_INTEGER, 1, "");
	next_call = &a_call;
	run_now("warm");
	next_call = &with_wait;
	answer(1, SLOCK_REDIS_INTEGER, 1, "");
	start_call(pending);
	wire.current->available = 1;
	expect_waiting(pending, "the script has answered");
	wire.broken = SLOCK_LOST;
}

static void lost(void)
{
	slock_redis_native_pending pending;

	start_lost(&pending);
	expect_waiting(&pending, "sent again");
	sent_is("1:EVALSHA 1:EVALSHA 1:WAIT 2:EVALSHA 2:WAIT");
	answer(0, SLOCK_REDIS_TEXT, 0, "held 1");
	answer(1, SLOCK_REDIS_INTEGER, 1, "");
	wire.current->available = 2;
	check(expect_number(&pending, "confirmed there") == 1, "another answer");
	end_with("lost in the WAIT: script and WAIT are sent again");

	start_lost(&pending);
	expect_waiting(&pending, "sent again");
	answer(0, SLOCK_REDIS_TEXT, 0, "held 1");
	answer(1, SLOCK_REDIS_INTEGER, 0, "");
	wire.current->available = 2;
	expect_error(&pending, "0 of 1 replicas", "not confirmed there");
	check(reply_type == SLOCK_REDIS_TO_GIVE_BACK, "the reply has type %d", reply_type);
	end_with("lost in the WAIT, and held by what was sent before: it is to be given back");

	start_lost(&pending);
	wire.refuse_connect = true;
	expect_error(&pending, "refused", "no connection");
	check(reply_type == SLOCK_REDIS_TO_GIVE_BACK, "the reply has type %d", reply_type);
	end_with("lost in the WAIT, and no connection can be made: it is to be given back");

	start_lost(&pending);
	wire.steps = 1;
	expect_waiting(&pending, "connecting");
	wire.broken = 0;
	wire.break_establish = true;
	expect_error(&pending, "refused", "no connection");
	check(reply_type == SLOCK_REDIS_TO_GIVE_BACK, "the reply has type %d", reply_type);
	end_with("the same where connecting is awaited");

	start_lost(&pending);
	expect_waiting(&pending, "sent again");
	expect_error(&pending, "broken", "lost there before the script has answered");
	check(reply_type == SLOCK_REDIS_TO_GIVE_BACK, "the reply has type %d", reply_type);
	end_with("the same where the next connection is lost before the script has answered");

	start_lost(&pending);
	expect_waiting(&pending, "sent again");
	answer(0, SLOCK_REDIS_INTEGER, 0, "");
	wire.current->available = 1;
	check(expect_number(&pending, "somebody else has it there") == 0, "another answer");
	end_with("lost in the WAIT, and refused by what is the master now");

	start_with(SLOCK_SECOND);
	next_call = &a_call;
	run_now("warm");
	next_call = &with_wait;
	start_call(&pending);
	wire.broken = SLOCK_LOST;
	expect_waiting(&pending, "sent again");
	answer(0, SLOCK_REDIS_TEXT, 0, "held 1");
	answer(1, SLOCK_REDIS_INTEGER, 0, "");
	wire.current->available = 2;
	expect_error(&pending, "0 of 1 replicas", "not confirmed there");
	check(reply_type == SLOCK_REDIS_UNCONFIRMED, "the reply has type %d", reply_type);
	end_with("lost before the script has answered, and held: nobody knows since when, so it stays");
}

/* ASKING, the script and WAIT need three places. */
static void asking(void)
{
	slock_redis_native_pending pending = {.granted = false};
	slock_result result = SLOCK_RESULT_INIT;

	start_with(SLOCK_SECOND);
	abandon(SLOCK_CHANNEL_WINDOW - 2);
	check(slock_redis_native_begin(redis, &with_wait, true, &pending, &result), "begin: %s", result.message);
	check(wire.connections == 2 && !strcmp(last_sent(25), "2:ASKING 2:EVALSHA 2:WAIT"), "%d connections",
		  wire.connections);
	redis->ops->abandon(redis, &pending.channel, false);
	end_with("room for ASKING as well");
}

int main(void)
{
	confirmed();
	room();
	room_when_established();
	refused();
	no_overtaking();
	lagging();
	time_for_the_answer();
	one_of_many();
	held();
	lost();
	asking();
	return exit_status();
}
