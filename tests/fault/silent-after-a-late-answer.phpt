--TEST--
A server that has answered late and then falls silent: the wait ends one round trip after the deadline, and a tenth of a second
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;

// Seconds that each answer is late, and that the wait may take.
const ROUND_TRIP = 1.0, TIMEOUT = 1.5;
// What slock leaves to a busy machine, and what this test does.
const GRACE = 0.1, SLACK = 0.3;

$ways = proxied_ways('RedisStore', 'MemcachedStore', 'MongoDbStore', 'PdoStore, pgsql');
foreach ($ways as $way) {
    group($way->name, function () use ($way) {
        $holder = lock_on($way->store(), $resource = unique());
        same('another owner has it', true, $holder->acquire());
        $proxy = new FaultProxy();
        $lock = lock_on(proxied_store($way), $resource);
        same('held', 'false', outcome(fn () => $lock->acquire()));
        // There is no second answer.
        $proxy->does('late '.ROUND_TRIP);
        $acquire = fn () => $lock->acquire(true, TIMEOUT);
        $took = seconds(fn () => raises('an error', LockAcquiringException::class, null, $acquire));
        between('seconds', ROUND_TRIP, TIMEOUT + ROUND_TRIP + GRACE + SLACK, $took);
        if (getenv('SLOCK_TEST_SHOW')) {
            fprintf(STDERR, "%-45s %6.3f s\n", $way->name, $took);
        }
        $proxy->stop();
    });
}
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: PdoStore, pgsql
