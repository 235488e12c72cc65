--TEST--
RedisStore with sentinels by DSN: one is asked, the master says what it is, and then an operation is one command
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Store\RedisStore;

$master = new Node(low_port());
$sentinel = new Sentinel($master->port);
$lock = lock(new RedisStore($sentinel->dsn()));
$once = fn (string $dsn) => commands($master, fn () => lock(new RedisStore($dsn), null, 30, false)->acquire());

$first = fn () => same('first', 'role evalsha eval', commands($master, fn () => $lock->acquire()));
same('the sentinel was asked', 1, $sentinel->commands($first));
foreach (['refresh', 'isAcquired', 'release', 'acquireRead', 'refresh', 'isAcquired', 'release'] as $method) {
    $lock->$method();
}
same('the sentinel was not asked again', 0, $sentinel->commands(function () use ($lock, $master, $once, $sentinel) {
    foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $method) {
        same($method, 'evalsha', commands($master, fn () => $lock->$method()));
    }
    same('another store', 'evalsha', $once($sentinel->dsn()));
}));
same('a database', 'select role evalsha', $once($sentinel->dsn('&dbindex=3')));
$dsn = strtr($sentinel->dsn('&dbindex=4'), ['redis_sentinel' => 'sentinel_master']);
same('the other name of the parameter', 'select role evalsha', $once($dsn));
?>
--EXPECT--
ok: first
ok: the sentinel was asked
ok: acquire
ok: refresh
ok: isAcquired
ok: release
ok: another store
ok: the sentinel was not asked again
ok: a database
ok: the other name of the parameter
