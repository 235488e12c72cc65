--TEST--
RedisStore: what the server refuses is an exception with its own words, never a conflict
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$at = "Redis at 127.0.0.1:$server->port: ";

foreach (ways($server->port) as $way => $makeStore) {
    group("WRONGTYPE, $way", function () use ($admin, $makeStore) {
        foreach ([
            'list' => ['RPUSH', 'x'],
            'hash' => ['HSET', 'f', 'v'],
            'set' => ['SADD', 'x'],
        ] as $type => $command) {
            $name = unique();
            $admin->call(array_shift($command), $name, ...$command);
            foreach (['acquire', 'acquireRead', 'refresh', 'isAcquired', 'release'] as $method) {
                try {
                    check("$type: $method", false, show(lock($makeStore(), $name)->$method()));
                } catch (Symfony\Component\Lock\Exception\ExceptionInterface $e) {
                    check(
                        "$type: $method",
                        str_contains(chain($e), 'LockStorageException: ')
                            && str_contains(
                                chain($e),
                                'WRONGTYPE Operation against a key holding the wrong kind of value',
                            ),
                        chain($e),
                    );
                }
            }
            same("$type: left alone", $type, $admin->call('TYPE', $name));
        }
    });

    group("OOM, $way", function () use ($admin, $makeStore) {
        $held = lock($makeStore(), $name = unique());
        $held->acquire();
        $admin->call('CONFIG', 'SET', 'maxmemory', '1');
        fails('full', $makeStore, 'OOM command not allowed', ['refresh', 'isAcquired', 'release']);
        raises(
            'refresh',
            Symfony\Component\Lock\Exception\LockAcquiringException::class,
            null,
            fn () => $held->refresh(),
        );
        same('a lock can be looked at', true, $held->isAcquired());
        $held->release();
        same('and released', false, $held->isAcquired());
        $admin->call('CONFIG', 'SET', 'maxmemory', '0');
        same('room again', true, lock($makeStore())->acquire());
    });

    group("READONLY, $way", function () use ($admin, $makeStore) {
        $lock = lock($makeStore());
        $lock->acquire();
        $admin->call('REPLICAOF', '127.0.0.1', '1');
        $admin->call('CONFIG', 'SET', 'replica-serve-stale-data', 'yes');
        fails(
            'replica',
            $makeStore,
            "READONLY You can't write against a read only replica",
            ['refresh', 'isAcquired', 'release'],
        );
        raises(
            'refresh',
            Symfony\Component\Lock\Exception\LockAcquiringException::class,
            null,
            fn () => $lock->refresh(),
        );
        same('isAcquired() reads', true, $lock->isAcquired());
        raises(
            'release',
            Symfony\Component\Lock\Exception\LockReleasingException::class,
            null,
            fn () => $lock->release(),
        );
        $admin->call('REPLICAOF', 'NO', 'ONE');
        $lock->release();
        same('a master again', false, $lock->isAcquired());
    });

    group("an error that does not come from a script, $way", function () use ($admin, $makeStore) {
        $makeStore()->exists(new Key('connect'));
        $admin->call('REPLICAOF', '127.0.0.1', '1');
        $admin->call('CONFIG', 'SET', 'replica-serve-stale-data', 'no');
        fails('no master', $makeStore, 'MASTERDOWN Link with MASTER is down');
        $admin->call('REPLICAOF', 'NO', 'ONE');
    });
}

group('the name of the server stands before its words', function () use ($admin, $server, $at) {
    $admin->call('RPUSH', $name = unique(), 'x');
    $e = raises(
        'TCP',
        Symfony\Component\Lock\Exception\LockStorageException::class,
        "{$at}WRONGTYPE ",
        fn () => (new RedisStore($server->dsn()))->save(new Key($name)),
    );
    $e = raises(
        'socket',
        Symfony\Component\Lock\Exception\LockStorageException::class,
        "Redis at $server->socket: WRONGTYPE ",
        fn () => (new RedisStore("redis://$server->socket"))->save(new Key($name)),
    );
});

group('destructors', function () use ($admin, $server, $at) {
    $warnings = [];
    set_error_handler(function (int $level, string $message) use (&$warnings) {
        return (bool) $warnings[] = [$level, $message];
    });
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $admin->call('DEL', $name);
    $admin->call('RPUSH', $name, 'x');
    $lock = null;
    same('one warning', 1, count($warnings));
    same('of level E_WARNING', E_WARNING, $warnings[0][0] ?? null);
    check(
        'that says why',
        str_contains($warnings[0][1] ?? '', "Failed to release the \"$name\" lock automatically: {$at}WRONGTYPE"),
        $warnings[0][1] ?? '',
    );
    $warnings = [];
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->setLogger($logger = new ArrayLogger());
    $lock->acquire();
    $logger->flush();
    $admin->call('DEL', $name);
    $admin->call('RPUSH', $name, 'x');
    $lock = null;
    same('the logger gets it', ['notice'], $logger->levels());
    same('and nobody else', [], $warnings);
    restore_error_handler();
});

group('NOPERM', function () use ($admin, $server) {
    $admin->call(
        'ACL',
        'SETUSER',
        'half',
        'on',
        '>sesame',
        '~allowed*',
        '+@connection',
        '+eval',
        '+evalsha',
        '+type',
        '+time',
        '+zscore',
    );
    fails('no key', fn () => new RedisStore("redis://half:sesame@127.0.0.1:$server->port"), 'NOPERM ');
    foreach (['acquire' => 'allowed', 'isAcquired' => 'allowed', 'release' => 'allowed'] as $method => $name) {
        $lock = new Lock(new Key($name), new RedisStore("redis://half:sesame@127.0.0.1:$server->port"), 30);
        $end = outcome(fn () => $lock->$method());
        // What only reads is allowed; the rest says which permission is missing.
        'acquire' === $method ? check(
            $method,
            str_contains($end, "The user executing the script can't run this command or subcommand")
                || str_contains($end, "has no permissions to run the 'zadd' command"),
            $end,
        )
            : same($method, 'isAcquired' === $method ? 'false' : 'NULL', $end);
    }
    // This is the list in docs/redis.md.
    $admin->call(
        'ACL',
        'SETUSER',
        'locks',
        'on',
        '>sesame',
        '~lock:*',
        '+auth',
        '+select',
        '+eval',
        '+evalsha',
        '+type',
        '+time',
        '+zadd',
        '+zcard',
        '+zrem',
        '+zremrangebyscore',
        '+zrevrange',
        '+zscore',
        '+pexpireat',
    );
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
    raises(
        'elsewhere',
        Symfony\Component\Lock\Exception\LockAcquiringException::class,
        null,
        fn () => lock($store, 'elsewhere')->acquire(),
    );
});
?>
--EXPECT--
ok: WRONGTYPE, DSN
ok: OOM, DSN
ok: READONLY, DSN
ok: an error that does not come from a script, DSN
ok: WRONGTYPE, Redis
ok: OOM, Redis
ok: READONLY, Redis
ok: an error that does not come from a script, Redis
ok: WRONGTYPE, Predis
ok: OOM, Predis
ok: READONLY, Predis
ok: an error that does not come from a script, Predis
ok: the name of the server stands before its words
ok: destructors
ok: NOPERM
