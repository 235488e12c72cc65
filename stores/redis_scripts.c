/* SPDX-License-Identifier: MIT
 *
 * The scripts of RedisStore. The format they keep is the PHP package's, so that both exclude each other: a sorted set
 * of owner tokens, scored with their expiry in ms; the member __write__ says that the owner is exclusive; the key
 * itself expires with its last owner. A string under the key is a lock of an older format and somebody else's. */
#include "php_slock.h"
#include "stores/redis_scripts.h"

#include "ext/standard/sha1.h"

/* clang-format off */
#define FOREIGN \
	"local kind = redis.call('TYPE', KEYS[1]).ok\n" \
	"if kind == 'string' then return 0 end\n"

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

#define EXPIRE_WITH_LAST \
	"local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]\n" \
	"if last then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last)) end\n"

/* What the answer to a refused acquisition is: minus the milliseconds until the last owner's time is over, or 0. */
#define REFUSE \
	"return now - tonumber(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])\n"

/* Tells those who wait for the lock how many they are; what goes wrong in there is no failure of the operation. `waiting` is
 * their number, or -2 where the server does not let us ask or tell. Nothing is published that nobody would get: it would
 * go to all replicas. The channel has the hash slot of the key (`sharded` channels want that); where a name has braces that
 * make that impossible, nobody can listen to it in a cluster. See slock_redis_channel(). */
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
		"	redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))\n"
		"	local owners = redis.call('ZCARD', KEYS[1])\n"
		/* A reader becomes the writer when it is alone. */
		"	if owners > 0 and (not redis.call('ZSCORE', KEYS[1], ARGV[1])\n"
		"		or owners > 1 and not redis.call('ZSCORE', KEYS[1], '__write__')) then\n"
		"		" REFUSE
		"	end\n"
		"end\n"
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1], expiry, '__write__')\n"
		"redis.call('PEXPIREAT', KEYS[1], expiry)\n"
		"return 1\n",

	.acquire_read.text =
		FOREIGN
		NOW
		UNTIL
		"if kind ~= 'none' then\n"
		"	redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))\n"
		"	if redis.call('ZSCORE', KEYS[1], '__write__') then\n"
		"		if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then\n"
		"			" REFUSE
		"		end\n"
		"		redis.call('ZREM', KEYS[1], '__write__')\n"
		/* Readers that wait may come in now. */
		NOTIFY
		"	end\n"
		"end\n"
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1])\n"
		EXPIRE_WITH_LAST
		"return 1\n",

	.refresh.text =
		FOREIGN
		"if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end\n"
		NOW
		UNTIL
		"redis.call('ZADD', KEYS[1], expiry, ARGV[1])\n"
		"if redis.call('ZSCORE', KEYS[1], '__write__') then redis.call('ZADD', KEYS[1], expiry, '__write__') end\n"
		EXPIRE_WITH_LAST
		"return 1\n",

	.exists.text =
		FOREIGN
		"local expiry = redis.call('ZSCORE', KEYS[1], ARGV[1])\n"
		"if not expiry then return 0 end\n"
		NOW
		"if tonumber(expiry) > now then return 1 end\n"
		"return 0\n",

	.release.text =
		FOREIGN
		"if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end\n"
		"redis.call('ZREM', KEYS[1], ARGV[1], '__write__')\n"
		EXPIRE_WITH_LAST
		/* As long as there are two readers nobody else can come in; the last one may want to become the writer. */
		"if ARGV[2] or (last and redis.call('ZCARD', KEYS[1]) > 1) then return 1 end\n"
		NOTIFY
		"return 1 + waiting\n",
};
/* clang-format on */

static void compute_sha(slock_redis_script *script)
{
	unsigned char digest[20];
	PHP_SHA1_CTX context;

	PHP_SHA1Init(&context);
	PHP_SHA1Update(&context, (const unsigned char *) script->text, strlen(script->text));
	PHP_SHA1Final(digest, &context);
	make_sha1_digest(script->sha, digest);
}

void slock_redis_scripts_hash(void)
{
	if (slock_redis_scripts.release.sha[0]) {
		return;
	}
	compute_sha(&slock_redis_scripts.acquire);
	compute_sha(&slock_redis_scripts.acquire_read);
	compute_sha(&slock_redis_scripts.refresh);
	compute_sha(&slock_redis_scripts.exists);
	compute_sha(&slock_redis_scripts.release);
}
