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
	"return ARGV[4] and {" number ", tonumber(ARGV[4])} or " number "\n"

#define FOREIGN \
	"local kind = redis.call('TYPE', KEYS[1]).ok\n" \
	"if kind == 'string' then " ANSWER("0") "end\n"

/* A TTL of one server is only comparable on that server's clock; where a script that asks for the time may not write
 * afterwards (below Redis 5, https://redis.io/docs/latest/commands/eval/), the client's has to do. */
#define NOW \
	"local now = tonumber(ARGV[3])\n" \
	"if not now then\n" \
	"	local time = redis.call('TIME')\n" \
	"	now = time[1] * 1000 + math.floor(time[2] / 1000)\n" \
	"end\n"

/* As %.0f: Lua's own conversion of such large numbers would round them to 14 digits. */
#define UNTIL \
	"local expiry = string.format('%.0f', now + tonumber(ARGV[2]))\n"

/* Whether a member is there and not expired. */
#define LIVES \
	"local function lives(score) return (tonumber(score) or 0) > now end\n"

#define REMOVE_EXPIRED \
	"redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))\n"

#define EXPIRE_WITH_LAST \
	"local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]\n" \
	"if last then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last)) end\n"

/* What the answer to a refused acquisition is: minus the milliseconds until the last owner's time is over, or 0. */
#define REFUSE(last) \
	"local over = now - tonumber(" last ")\n" \
	ANSWER("over")

/* Tells those who wait for the lock how many they are; what goes wrong in there is no failure of the operation.
 * `waiting` is their number, or -2 where the server does not let us ask or tell. Nothing is published that nobody would
 * get: it would go to all replicas. The channel has the hash slot of the key (`sharded` channels want that); where a
 * name has braces that make that impossible, nobody can subscribe to it in a cluster. See slock_redis_channel(). */
#define NOTIFY \
	"local waiting, publish = -2, 'SPUBLISH'\n" \
	"local channel = string.match(KEYS[1], '^[^{]*{[^}]+}') and 'slock::' .. KEYS[1] or 'slock:{' .. KEYS[1] .. '}'\n" \
	"local found = redis.pcall('PUBSUB', 'SHARDNUMSUB', channel)\n" \
	"if found.err then\n" \
	"	publish = 'PUBLISH'\n" \
	"	found = redis.pcall('PUBSUB', 'NUMSUB', channel)\n" \
	"end\n" \
	"if not found.err then\n" \
	"	waiting = tonumber(found[2])\n" \
	"	if waiting > 0 and type(redis.pcall(publish, channel, waiting)) ~= 'number' then waiting = -2 end\n" \
	"end\n"

slock_redis_script_set slock_redis_scripts = {
	.acquire.text =
		FOREIGN
		NOW
		UNTIL
		"if kind ~= 'none' then\n"
		"	" LIVES
		"	local owners = redis.call('ZREVRANGE', KEYS[1], 0, 1, 'WITHSCORES')\n"
		/* A reader becomes the writer when it is alone. */
		"	if lives(owners[2]) and (not lives(redis.call('ZSCORE', KEYS[1], ARGV[1]))\n"
		"		or lives(owners[4]) and not lives(redis.call('ZSCORE', KEYS[1], '__write__'))) then\n"
		"		" REFUSE("owners[2]")
		"	end\n"
		"end\n"
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1], expiry, '__write__')\n"
		"if kind ~= 'none' then " REMOVE_EXPIRED "end\n"
		"redis.call('PEXPIREAT', KEYS[1], expiry)\n"
		ANSWER("1"),

	.acquire_read.text =
		FOREIGN
		NOW
		UNTIL
		"local written, held\n"
		"if kind ~= 'none' then\n"
		"	" LIVES
		"	written = redis.call('ZSCORE', KEYS[1], '__write__')\n"
		"	held = lives(written)\n"
		"	if held and not lives(redis.call('ZSCORE', KEYS[1], ARGV[1])) then\n"
		"		local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]\n"
		"		" REFUSE("last")
		"	end\n"
		"end\n"
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1])\n"
		"if written then redis.call('ZREM', KEYS[1], '__write__') end\n"
		"if kind ~= 'none' then " REMOVE_EXPIRED "end\n"
		EXPIRE_WITH_LAST
		/* Readers that wait may come in now. */
		"if held then\n"
		NOTIFY
		"end\n"
		ANSWER("1"),

	.refresh.text =
		FOREIGN
		"if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then " ANSWER("0") "end\n"
		NOW
		UNTIL
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1])\n"
		"if redis.call('ZSCORE', KEYS[1], '__write__') then redis.call('ZADD', KEYS[1], expiry, '__write__') end\n"
		EXPIRE_WITH_LAST
		ANSWER("1"),

	.exists.text =
		FOREIGN
		"local expiry = redis.call('ZSCORE', KEYS[1], ARGV[1])\n"
		"if not expiry then " ANSWER("0") "end\n"
		NOW
		"if tonumber(expiry) > now then " ANSWER("1") "end\n"
		ANSWER("0"),

	.release.text =
		FOREIGN
		"if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then " ANSWER("0") "end\n"
		"local left = redis.call('ZCARD', KEYS[1]) - 1\n"
		"if redis.call('ZSCORE', KEYS[1], '__write__') then left = left - 1 end\n"
		"redis.call('ZREM', KEYS[1], ARGV[1], '__write__')\n"
		"if left > 0 then\n"
		EXPIRE_WITH_LAST
		"end\n"
		/* As long as there are two readers nobody else can come in; the last one may want to become the writer. */
		"if ARGV[2] == '0' or left > 1 then " ANSWER("1") "end\n"
		NOTIFY
		"waiting = waiting + 1\n"
		ANSWER("waiting"),
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
}
