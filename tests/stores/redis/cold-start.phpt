--TEST--
RedisStore: how often a process that has no connection yet waits for the server, for one lock
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Store\RedisStore;

own_servers('REDIS');

const DELAY = 0.1;

$server = new OwnRedis('--requirepass', 'secret');
$admin = $server->connect();
$admin->call('AUTH', 'secret');
$proxy = new FaultProxy(['REDIS_PORT' => ["127.0.0.1:$server->port"]]);
$at = '127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT');
$open = new OwnRedis();
$other = new FaultProxy(['REDIS_PORT' => ["127.0.0.1:$open->port"]]);
$without = '127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT');

/** How many answers were awaited, one after another; connecting itself is not delayed. */
$flights = function (callable $f) use ($proxy, $other) {
    foreach ([$proxy, $other] as $each) {
        $each->does('delay '.DELAY);
    }
    $took = seconds($f);
    foreach ([$proxy, $other] as $each) {
        $each->does('pass');
    }

    return (int) floor($took / DELAY);
};
$cycle = function (string $dsn) {
    $lock = lock(new RedisStore($dsn));
    $lock->acquire() || throw new Exception('not acquired');
    $lock = null; // and the store, with the connection
};

// The servers know the scripts.
$cycle("redis://:secret@$at");
$cycle("redis://$without");

foreach ([
    'neither password nor database' => ["redis://$without", 1],
    'a database' => ["redis://$without/3", 2],
    'a password' => ["redis://:secret@$at", 2],
    // AUTH and SELECT go together; the script does not: a server whose default user needs no password would run it
    // although it has refused the password.
    'a password and a database' => ["redis://:secret@$at/3", 2],
] as $what => [$dsn, $before_release]) {
    group($what, function () use ($flights, $cycle, $dsn, $before_release) {
        same('with the release', $before_release + 1, $flights(fn () => $cycle($dsn)));
        same('the release is only sent', $before_release, $flights(fn () => $cycle("$dsn?release=send")));
    });
}

group('a connection that was kept', function () use ($flights, $cycle, $at) {
    $dsn = "redis://:secret@$at/3?persistent=1";
    $cycle($dsn);
    same('with the release', 2, $flights(fn () => $cycle($dsn)));
    same('the release is only sent', 1, $flights(fn () => $cycle("$dsn&release=send")));
    // Takes its answer, before the proxy goes: the loss would be told.
    lock(new RedisStore("$dsn&release=send"))->isAcquired();
});
?>
--EXPECT--
ok: neither password nor database
ok: a database
ok: a password
ok: a password and a database
ok: a connection that was kept
