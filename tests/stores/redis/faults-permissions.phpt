--TEST--
RedisStore: permissions that are missing are told; those in docs/redis.md are enough
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();

group('too few', function () use ($admin, $server) {
    $rules = '~allowed* +@connection +eval +evalsha +type +time +zcard +zscore';
    $admin->call('ACL', 'SETUSER', 'half', 'on', '>sesame', ...explode(' ', $rules));
    fails('no key', fn () => new RedisStore("redis://half:sesame@127.0.0.1:$server->port"), 'NOPERM ');
    $lock = lock(new RedisStore("redis://half:sesame@127.0.0.1:$server->port"), 'allowed');
    // What only reads is allowed; the rest says which permission is missing.
    $end = outcome(fn () => $lock->acquire());
    check(
        'acquire',
        str_contains($end, "The user executing the script can't run this command or subcommand")
            || str_contains($end, "has no permissions to run the 'zadd' command"),
        $end,
    );
    same('isAcquired', 'false', outcome(fn () => $lock->isAcquired()));
    same('release', 'NULL', outcome(fn () => $lock->release()));
});

// This is the list in docs/redis.md.
group('enough', function () use ($admin, $server) {
    $rules = '~lock:* +auth +select +eval +evalsha +type +time +zadd +zcard +zrem +zremrangebyscore +zrevrange +zscore '
        .'+pexpireat';
    $admin->call('ACL', 'SETUSER', 'locks', 'on', '>sesame', ...explode(' ', $rules));
    $store = new RedisStore("redis://locks:sesame@127.0.0.1:$server->port/2");
    $lock = lock($store, 'lock:1');
    check('acquire', $lock->acquire());
    check('demote', $lock->acquireRead());
    $lock->refresh();
    $other = lock($store, 'lock:1');
    check('readers', $other->acquireRead());
    check('isAcquired', $other->isAcquired());
    same('promotion is refused', false, $lock->acquire());
    $other->release();
    check('promote', $lock->acquire());
    $lock->release();
    same('release', false, $lock->isAcquired());
    raises('elsewhere', LockAcquiringException::class, null, fn () => lock($store, 'elsewhere')->acquire());
});
?>
--EXPECT--
ok: too few
ok: enough
