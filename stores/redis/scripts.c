/* SPDX-License-Identifier: MIT
 *
 * The scripts of RedisStore. The format they keep is the PHP package's, so that both exclude each other: a sorted set
 * of owner tokens, scored with their expiry in ms; the member __write__ says that the owner is exclusive; the key
 * itself expires with its last owner. A string under the key is a lock of an older format and another owner's. */
#include "php_slock.h"
#include "stores/redis/scripts.h"

#include "ext/standard/sha1.h"

/* In a cluster, a slot that is being moved to another server answers only for the keys it still has: a script whose key
 * has vanished under its hands would be refused for what it does next, although it has done its work. So what may
 * remove the last member, and with it the key, is the last thing that a script does with the key; expired members go
 * after the own one has come. */

/* clang-format off */

/* The answer. Who cannot tell the answers of a connection apart sends a number of their own, and gets it back. */
#define ANSWER(number) \
	"local echo = ARGV[4] and tonumber(ARGV[4])\n" \
	"return echo and {" number ", echo} or " number "\n"

/* The same of a script that has granted the lock: where it is to tell, it says whether the key had it before (`had`).
 * As text, since all integers are taken. */
#define GRANTED(number) \
	"if ARGV[4] == 'held' and had then return {ok = string.format('held %.0f', " number ")} end\n" \
	ANSWER(number)

/* A connection need not be in the database that its client object speaks of: it may have come from a pool, or be
 * another one than before. Inside of a script a SELECT goes for the script alone. Who may not select is in the
 * database 0. */
#define DATABASE \
	"if #ARGV == 5 or #ARGV == 8 then\n" \
	"	local database = table.remove(ARGV)\n" \
	"	local selected = redis.pcall('SELECT', database)\n" \
	"	if selected.err and database ~= '0' then return selected end\n" \
	"end\n"

/* `name` is what the command on the key answers, a number or a text. What it cannot be used on is a string, which TYPE
 * tells, or an error. Not TYPE first: it would be one command more, and the table that it answers with costs more than
 * twice as much as a number. */
#define UNLESS_FOREIGN(name, ...) \
	"local " name " = redis.pcall(" __VA_ARGS__ ")\n" \
	"if " name " ~= 0 and type(" name ") == 'table' then\n" \
	"	if redis.call('TYPE', KEYS[1]).ok == 'string' then " ANSWER("0") "end\n" \
	"	" name " = redis.call(" __VA_ARGS__ ")\n" \
	"end\n"

/* A TTL of one server is only comparable on that server's clock; where a script that asks for the time may not write
 * afterwards (below Redis 5, https://redis.io/docs/latest/commands/eval/), the client's has to do. */
#define NOW \
	"local now, micros, time = ARGV[3] and tonumber(ARGV[3])\n" \
	"if now then\n" \
	"	micros = now * 1000\n" \
	"else\n" \
	"	time = redis.call('TIME')\n" \
	"	micros = time[1] * 1000000 + time[2]\n" \
	"	now = (micros - micros % 1000) / 1000\n" \
	"end\n"

/* Before an answer that goes by the time and writes nothing: such a server would have answered by its own clock, while
 * what is stored goes by the clients'. It refuses this, which changes nothing, and is told the time then. A server
 * that takes no writes refuses it, too: one that is not the master any more cannot know that a lock was not renewed. */
#define CONFIRM_CLOCK \
	"if time then redis.call('ZREM', KEYS[1], '') end\n"

/* The same before a refusal. A master that takes no writes for want of replicas or of a disk knows who has the lock. An
 * error that is raised, and not returned, tells the script. */
#define CONFIRM_REFUSAL \
	"local confirmed = time and redis.pcall('ZREM', KEYS[1], '')\n" \
	"local why = type(confirmed) == 'table' and confirmed.err\n" \
	"if why and not (string.find(why, 'NOREPLICAS', 1, true) or string.find(why, 'MISCONF', 1, true)) then\n" \
	"	redis.call('ZREM', KEYS[1], '')\n" \
	"end\n"

/* All digits: Lua's own conversion of such large numbers would round them to 14. %.0f has them all, but takes longer
 * than most commands do; %d takes a third of that, and where it has 32 bits, half of the digits fit. `now` is up to a
 * millisecond old; the owner counts from when it asked, and another one must not be let in before the owner's time is
 * over. */
#define UNTIL \
	"local lifetime = tonumber(ARGV[2])\n" \
	"local expiry = now + lifetime + 1\n" \
	"local low = expiry % 1000000\n" \
	"expiry = string.format('%d%06d', (expiry - low) / 1000000, low)\n"

/* The own member's score that is later stays where ARGV[2] says so. */
#define KEEP_LATER(score) \
	"if tonumber(" score ") > tonumber(expiry) and string.sub(ARGV[2], 1, 1) == '+' then\n" \
	"	expiry = string.format('%.0f', math.ceil(tonumber(" score ")))\n" \
	"end\n"

/* Whether a member is there and not expired. */
#define LIVES \
	"local function lives(score) return (tonumber(score) or 0) > now end\n"

#define REMOVE_EXPIRED \
	"redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))\n"

#define EXPIRE_WITH_LAST \
	"local last = redis.call('ZREVRANGE', KEYS[1], '0', '0', 'WITHSCORES')[2]\n" \
	"if last then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last)) end\n"

/* --- the queue ---
 * Those who wait stand in a sorted set beside the lock's key. It is a hint and nothing else: it is looked at when the
 * script has done its work, and only by pcall, so that whatever goes wrong with it is no failure of the operation. What
 * grants a lock is the lock's key alone.
 * A member is a letter and the id of a waiter: w: a writer; r: a reader; p: a reader that wants to become the writer.
 * Scores are below 0, which those of a lock's owners never are: so a lock that has a queue's name is not taken for one,
 * and as a lock it counts those who wait as expired. A score is when the wait began, in us minus QUEUE_EPOCH; or, of
 * those who were woken and have not asked since, further down, minus QUEUE_EPOCH and the time of that in ms. */
#define QUEUE_EPOCH "5e15"

/* The queue has the hash slot of the key, and so has the channel of each waiter (`sharded` channels want that); where a
 * name has braces that make that impossible, waiters poll in a cluster. See slock_redis_subscribe(). */
#define QUEUE \
	"local tagged = string.find(KEYS[1], '{', 1, true) and string.find(KEYS[1], '^[^{]*{[^}]+}')\n" \
	"local channel = tagged and 'slock::' .. KEYS[1] or 'slock:{' .. KEYS[1] .. '}'\n" \
	"local queue = channel .. ':queue'\n"

/* Who asks politely does not take a free lock from another waiter that was just woken for it. */
#define LET_THE_WOKEN_BE_FIRST \
	"if count == 0 and ARGV[7] == 'polite' then\n" \
	QUEUE \
	"	local first = redis.pcall('ZRANGE', queue, '0', '0', 'WITHSCORES')\n" \
	"	local score = type(first) == 'table' and tonumber(first[2])\n" \
	"	local turn = score and string.sub(first[1], 2) ~= ARGV[5] and -" QUEUE_EPOCH \
	" - score + " SLOCK_REDIS_WOKEN_FIRST_TEXT " - now or 0\n" \
	"	if turn > 0 and turn <= " SLOCK_REDIS_WOKEN_FIRST_TEXT " then over = -turn end\n" \
	"end\n"

/* Waiters that were killed stay until a release finds them, so there may be many where nobody releases. */
#define LONGEST_QUEUE "4096"

/* Of one waiter. */
#define ALL_MEMBERS "'w' .. ARGV[5], 'r' .. ARGV[5], 'p' .. ARGV[5]"

/* A refused acquisition ends here, with the answer; a waiter comes into the queue, at the place it had before when it
 * knows that, and leaves it with its last attempt. The queue goes with the last who stand in it. */
#define REFUSE_AND_QUEUE(letter) \
	"if over then\n" \
	CONFIRM_REFUSAL \
	"	if ARGV[7] == 'last' then\n" \
	QUEUE \
	"		redis.pcall('ZREM', queue, " ALL_MEMBERS ")\n" \
	"	elseif (ARGV[5] or '') ~= '' then\n" \
	QUEUE \
	"		local place = tonumber(ARGV[7])\n" \
	"		local known = place and place > -" QUEUE_EPOCH " and place < 0\n" \
	"		if not known then place = micros - " QUEUE_EPOCH " end\n" \
	"		local last = redis.pcall('ZREVRANGE', queue, '0', '0', 'WITHSCORES')\n" \
	"		local member = " letter " .. ARGV[5]\n" \
	"		if type(last) == 'table' and not last.err and (tonumber(last[2]) or -1) < 0\n" \
	"			and (not known and redis.pcall('ZSCORE', queue, member)\n" \
	"				or type(redis.pcall('ZADD', queue, string.format('%.0f', place), member)) == 'number') then\n" \
	"			local left, kept = redis.pcall('PTTL', queue), tonumber(ARGV[6])\n" \
	/* Others may have to ask less often, so it is never shortened. */ \
	"			if type(left) == 'number' and left > kept\n" \
	"				or redis.pcall('PEXPIREAT', queue, string.format('%.0f', now + kept)) == 1 then\n" \
	"				redis.pcall('ZREMRANGEBYRANK', queue, " LONGEST_QUEUE ", -1)\n" \
	"				over = over - " SLOCK_REDIS_QUEUED_TEXT "\n" \
	"			end\n" \
	"		end\n" \
	"	end\n" \
	"	" ANSWER("over") \
	"end\n"

/* What comes at the end of a successful acquisition. */
#define LEAVE_QUEUE(...) \
	"if (ARGV[5] or '') ~= '' then\n" \
	QUEUE \
	"	redis.pcall('ZREM', queue, " __VA_ARGS__ ")\n" \
	"end\n"

/* Publishes to the own channel of the waiter `member`: `heard` is how many have got that, or what the server denied. */
#define TELL \
	"local own = channel .. ':' .. string.sub(member, 2)\n" \
	"heard = redis.pcall('SPUBLISH', own, first[i + 1])\n" \
	"if type(heard) == 'table' and string.find(heard.err or '', 'nknown', 1, true) then\n" \
	"	heard = redis.pcall('PUBLISH', own, first[i + 1])\n" \
	"end\n"

/* Wakes the first of those who wait (`wanted`: of those with this letter, nil: of all) that is there to be woken; those
 * who are not, it removes. `woken`: 1: one was; 0: there is none; -2: the server does not let us look or tell. */
#define WAKE_ONE(wanted) \
	"local wanted, woken, more = " wanted ", 0, 256\n" \
	QUEUE \
	"while more > 0 do\n" \
	"	local first = redis.pcall('ZRANGE', queue, '0', wanted and '63' or '15', 'WITHSCORES')\n" \
	"	more = more - 1\n" \
	/* Of this lock alone: in a cluster, of a slot that is being moved, or of a name whose queue is in another one; or \
	 * something else has the queue's name. */ \
	"	if type(first) ~= 'table' or first.err then\n" \
	"		local why = type(first) == 'table' and first.err or ''\n" \
	"		local here = string.find(why, 'Script attempted', 1, true) or string.find(why, 'WRONGTYPE', 1, true)\n" \
	"		first, woken = {}, here and 0 or -2\n" \
	"	end\n" \
	"	if #first == 0 then more = 0 end\n" \
	"	for i = 1, #first, 2 do\n" \
	"		local member, score, heard = first[i], tonumber(first[i + 1]), 0\n" \
	"		if score < 0 and (not wanted or string.sub(member, 1, 1) == wanted) then\n" \
	"			if score > -" QUEUE_EPOCH " then\n" \
	"				" TELL \
	"			end\n" \
	"			if type(heard) ~= 'number' then\n" \
	"				woken, more = -2, 0\n" \
	"				break\n" \
	"			elseif heard > 0 then\n" \
	"				" NOW \
	"				redis.pcall('ZADD', queue, string.format('%.0f', -" QUEUE_EPOCH " - now), member)\n" \
	"				woken, more = 1, 0\n" \
	"				break\n" \
	"			end\n" \
	"			redis.pcall('ZREM', queue, member)\n" \
	"		else\n" \
	"			more = 0\n" \
	"		end\n" \
	"	end\n" \
	"end\n"

/* --- fencing tokens ---
 * The last one stands in a second key of the script, at least a day longer than the lock could live. Nothing that goes
 * wrong with it may leave a lock behind, so it goes before what grants the lock. A number below 2^53 is exact in Lua,
 * and a command gets it with all its digits. A key of another type is an error of GET. */

/* A command that writes a key's lifetime as well costs half as much again as one that leaves it as it is. So it is
 * written only when the first six of the 16 digits of the time in us are others than those of the last token: every
 * 10,000 s, and as much longer. With a day, and an hour for the locks that come until then, these are 100,000 s; locks
 * that live for more than an hour write it each time. */
#define LONGEST_WITHOUT "3600000"
#define FENCE_LASTS "100000000"

/* Another owner's lock, a reader's, may live longer: what that has written is never shortened. PTTL is a question about
 * the time. */
#define KEEP_FENCE(digits, lasts) \
	"local left, lasts = time and redis.pcall('PTTL', KEYS[2]), " lasts "\n" \
	"if type(left) == 'number' and left > lasts then lasts = left end\n" \
	"redis.call('SET', KEYS[2], " digits ", 'PX', string.format('%.0f', lasts))\n"

/* SETRANGE writes over the digits and leaves the lifetime as it is. Texts are compared, because to make a number of one
 * takes longer than that: what is between the six digits and the time begins with them, and with 16 digits it is a
 * number; so it is with a time of 16 digits only, which that of a clock near 1970 is not. What is greater than all the
 * seconds begins with these, which tells without a call. Anything else is looked at as a number; so it is where the
 * server denies SETRANGE. */
#define MINT \
	"local minted, last = micros, redis.call('GET', KEYS[2])\n" \
	/* The server has told the digits, and without the zeros in front. */ \
	"local seconds = time and time[1] .. ''\n" \
	"local digits = seconds and seconds .. time[2]\n" \
	"if digits and #digits ~= 16 then digits = seconds .. string.sub('00000' .. time[2], -6) end\n" \
	"if not (last and digits and last < digits and (last > seconds or last > string.sub(digits, 1, 6))\n" \
	"	and #digits == 16 and lifetime <= " LONGEST_WITHOUT "\n" \
	"	and redis.pcall('SETRANGE', KEYS[2], '0', digits) == 16) then\n" \
	"	local more = lifetime > " LONGEST_WITHOUT " and lifetime or 0\n" \
	"	last = tonumber(last) or 0\n" \
	"	if last >= minted then\n" \
	"		minted = last + 1\n" \
	"		digits = string.format('%.0f', math.min(minted, 9007199254740992))\n" \
	/* It stays until the clock has come so far. */ \
	"		more = more + math.floor(math.min(minted, 9007199254740992) / 1000) - now\n" \
	"	end\n" \
	KEEP_FENCE("digits or string.format('%.0f', minted)", "more + " FENCE_LASTS) \
	"	if minted > 9007199254740991 then\n" \
	"		return redis.error_reply('there are no more fencing tokens in ' .. KEYS[2])\n" \
	"	end\n" \
	"end\n"

/* What stands there lives a day longer than the lock now does, and than those that MINT does not write it for; and at
 * least until the clock has come so far. */
#define RAISE \
	"local last, raised = tonumber(redis.call('GET', KEYS[2])) or 0, tonumber(ARGV[2])\n" \
	"if raised > 9007199254740991 then\n" \
	"	return redis.error_reply('there are no more fencing tokens in ' .. KEYS[2])\n" \
	"end\n" \
	"if last < raised then\n" \
	KEEP_FENCE("ARGV[2]", "expiry - now + " FENCE_LASTS " + math.max(0, math.floor(raised / 1000) - now)") \
	"end\n"

#define ACQUIRE(mint, done) \
	DATABASE \
	UNLESS_FOREIGN("count", "'ZCARD', KEYS[1]") \
	NOW \
	UNTIL \
	"local over, had\n" \
	"if count > 0 then\n" \
	"	" LIVES \
	"	local owners = redis.call('ZREVRANGE', KEYS[1], '0', '1', 'WITHSCORES')\n" \
	"	if lives(owners[2]) then\n" \
	"		local own = redis.call('ZSCORE', KEYS[1], ARGV[1])\n" \
	"		had = lives(own)\n" \
	"		if had then " KEEP_LATER("own") "end\n" \
	/* A reader becomes the writer when it is alone. */ \
	"		if not had or lives(owners[4]) and not lives(redis.call('ZSCORE', KEYS[1], '__write__')) then\n" \
	/* Its own end is not what it waits for. */ \
	"			over = now - tonumber(had and owners[1] == ARGV[1] and owners[4] or owners[2])\n" \
	"		end\n" \
	"	end\n" \
	"end\n" \
	LET_THE_WOKEN_BE_FIRST \
	REFUSE_AND_QUEUE("(had and 'p' or 'w')") \
	mint \
	"redis.call('ZADD', KEYS[1], expiry, ARGV[1], expiry, '__write__')\n" \
	"if count > 0 then " REMOVE_EXPIRED "end\n" \
	"redis.call('PEXPIREAT', KEYS[1], expiry)\n" \
	LEAVE_QUEUE("'w' .. ARGV[5], 'p' .. ARGV[5]") \
	GRANTED(done)

#define ACQUIRE_READ(mint, done) \
	DATABASE \
	UNLESS_FOREIGN("count", "'ZCARD', KEYS[1]") \
	NOW \
	UNTIL \
	"local written, held, own, over, had\n" \
	"if count > 0 then\n" \
	"	" LIVES \
	"	written = redis.call('ZSCORE', KEYS[1], '__write__')\n" \
	"	own = redis.call('ZSCORE', KEYS[1], ARGV[1])\n" \
	"	held, had = lives(written), lives(own)\n" \
	"	if had then " KEEP_LATER("own") "end\n" \
	"	if held and not had then\n" \
	"		over = now - tonumber(redis.call('ZREVRANGE', KEYS[1], '0', '0', 'WITHSCORES')[2])\n" \
	"	end\n" \
	"	if held and had and string.sub(ARGV[2], -1) == ' ' then\n" \
	"		" GRANTED(SLOCK_REDIS_WRITER_TEXT) \
	"	end\n" \
	"end\n" \
	LET_THE_WOKEN_BE_FIRST \
	REFUSE_AND_QUEUE("'r'") \
	mint \
	"redis.call('ZADD', KEYS[1], expiry, ARGV[1])\n" \
	"if written then redis.call('ZREM', KEYS[1], '__write__') end\n" \
	"if count > 0 then " REMOVE_EXPIRED "end\n" \
	EXPIRE_WITH_LAST \
	LEAVE_QUEUE("'r' .. ARGV[5]") \
	/* Readers that wait may come in now, one after another: each wakes the next. */ \
	"if held or (ARGV[5] or '') ~= '' then\n" \
	WAKE_ONE("'r'") \
	"end\n" \
	GRANTED(done)

slock_redis_script_set slock_redis_scripts = {
	.acquire.text = ACQUIRE("", "1"),
	.acquire_read.text = ACQUIRE_READ("", "1"),
	.acquire_fenced.text = ACQUIRE(MINT, "minted"),
	.acquire_read_fenced.text = ACQUIRE_READ(MINT, "minted"),

	.refresh.text =
		DATABASE
		UNLESS_FOREIGN("own", "'ZSCORE', KEYS[1], ARGV[1]")
		"if not own then " ANSWER("0") "end\n"
		NOW
		UNTIL
		KEEP_LATER("own")
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1])\n"
		"if redis.call('ZSCORE', KEYS[1], '__write__') then redis.call('ZADD', KEYS[1], expiry, '__write__') end\n"
		EXPIRE_WITH_LAST
		ANSWER("1"),

	.renew.text =
		UNLESS_FOREIGN("own", "'ZSCORE', KEYS[1], ARGV[1]")
		"if not own then return 0 end\n"
		"local held = tonumber(own)\n"
		NOW
		UNTIL
		"if held <= now or held >= tonumber(expiry) then\n"
		CONFIRM_CLOCK
		"	return held > now and 1 or 0\n"
		"end\n"
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1])\n"
		"if redis.call('ZSCORE', KEYS[1], '__write__') then redis.call('ZADD', KEYS[1], expiry, '__write__') end\n"
		EXPIRE_WITH_LAST
		"return 1",

	.exists.text =
		DATABASE
		UNLESS_FOREIGN("expiry", "'ZSCORE', KEYS[1], ARGV[1]")
		"if not expiry then " ANSWER("0") "end\n"
		NOW
		"if tonumber(expiry) > now then " ANSWER("1") "end\n"
		CONFIRM_CLOCK
		ANSWER("0"),

	.raise.text =
		DATABASE
		UNLESS_FOREIGN("expiry", "'ZSCORE', KEYS[1], ARGV[1]")
		NOW
		LIVES
		"if not lives(expiry) then\n"
		CONFIRM_CLOCK
		ANSWER("0")
		"end\n"
		RAISE
		ANSWER("1"),

	.release.text =
		DATABASE
		UNLESS_FOREIGN("own", "'ZSCORE', KEYS[1], ARGV[1]")
		"if not own then " ANSWER("0") "end\n"
		"local left = redis.call('ZCARD', KEYS[1])\n"
		"left = left - redis.call('ZREM', KEYS[1], ARGV[1], '__write__')\n"
		"if left > 0 then\n"
		NOW
		LIVES
		/* Those whose time is over are in nobody's way. */
		"	local owners = redis.call('ZREVRANGE', KEYS[1], '0', '1', 'WITHSCORES')\n"
		"	left = (lives(owners[2]) and 1 or 0) + (lives(owners[4]) and 1 or 0)\n"
		"	redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', owners[2]))\n"
		"end\n"
		/* As long as there are two readers nobody else can come in; the last one may want to become the writer. */
		"if ARGV[2] == '0' or left > 1 then " ANSWER("1") "end\n"
		WAKE_ONE("left == 1 and 'p' or nil")
		"woken = woken + 1\n"
		ANSWER("woken"),
};
/* clang-format on */

static void scripts_compute_sha(slock_redis_script *script, uint8_t bit)
{
	unsigned char digest[20];
	PHP_SHA1_CTX context;

	PHP_SHA1Init(&context);
	PHP_SHA1Update(&context, (const unsigned char *) script->text, strlen(script->text));
	PHP_SHA1Final(digest, &context);
	make_sha1_digest(script->sha, digest);
	script->bit = bit;
}

void slock_redis_scripts_hash(void)
{
	if (slock_redis_scripts.release.sha[0]) {
		return;
	}
	scripts_compute_sha(&slock_redis_scripts.acquire, 1);
	scripts_compute_sha(&slock_redis_scripts.acquire_read, 2);
	scripts_compute_sha(&slock_redis_scripts.refresh, 4);
	scripts_compute_sha(&slock_redis_scripts.exists, 8);
	scripts_compute_sha(&slock_redis_scripts.release, 16);
	scripts_compute_sha(&slock_redis_scripts.acquire_fenced, 32);
	scripts_compute_sha(&slock_redis_scripts.acquire_read_fenced, 64);
	scripts_compute_sha(&slock_redis_scripts.raise, 128);
	/* Not over connections of stores. */
	scripts_compute_sha(&slock_redis_scripts.renew, 0);
}
