--TEST--
RedisStore: a server that stands still
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

group('a server that stands still', function () {
    $server = new OwnRedis();
    foreach (['DSN' => "read_timeout=0.3", 'database' => 'dbindex=3&timeout=0.3'] as $what => $parameters) {
        $store = new RedisStore($server->dsn()."?$parameters");
        'DSN' === $what && $store->exists(new Symfony\Component\Lock\Key('connect'));
        $server->signal(SIGSTOP);
        $time = seconds(
            fn () => raises(
                $what,
                LockStorageException::class,
                "Redis at 127.0.0.1:$server->port: no answer within 0.3 seconds",
                fn () => lock($store)->isAcquired(),
            ),
        );
        between("$what: one timeout once", 0.29, 0.58, $time);
        $time = seconds(
            fn () => fails(
                $what,
                fn () => $store,
                'no answer within',
                ['acquireRead', 'acquire(true)', 'refresh', 'isAcquired', 'release'],
            ),
        );
        between("$what: again, seconds", 0.2, 6, $time);
        $server->signal(SIGCONT);
        same("$what: goes on", true, lock($store)->acquire());
    }
    $lock = lock(new RedisStore($server->dsn().'?read_timeout=0.3'), $name = unique());
    $lock->acquire();
    $warnings = [];
    set_error_handler(function (int $level, string $message) use (&$warnings) {
        return (bool) $warnings[] = $message;
    });
    $server->signal(SIGSTOP);
    between('seconds that a destructor waits', 0.29, 0.58, seconds(function () use (&$lock) { $lock = null; }));
    $server->signal(SIGCONT);
    restore_error_handler();
    same('and warns', 1, count($warnings));
});
?>
--EXPECT--
ok: a server that stands still
