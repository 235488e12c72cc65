--TEST--
PostgreSqlStore: waits that are shorter than a round trip end with an answer, and cost no other lock of the session
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/side-by-side.inc';
require __DIR__.'/../../inc/proxied-ways.inc';

// Seconds that each answer is late: much more than what is left to a busy machine.
const ROUND_TRIP = 0.3;

$ways = proxied_ways();
foreach (['PostgreSqlStore', 'DoctrineDbalPostgreSqlStore'] as $name) {
    $way = $ways[$name];
    $direct = $way->store();
    foreach (['taken by a writer' => 'acquire', 'taken by a reader, as by us' => 'acquireRead'] as $case => $method) {
        group("$name, $case", function () use ($way, $direct, $method) {
            $other = lock_on($direct, $taken = unique());
            same('another owner has it', true, $other->$method());
            $proxy = new FaultProxy();
            $store = proxied_store($way);
            $mine = lock_on($store, unique());
            same('the session has a lock', true, $mine->acquire());
            $lock = lock_on($store, $taken);
            'acquireRead' === $method && same('a reader', true, $lock->acquireRead());
            $proxy->does('delay '.ROUND_TRIP);
            same('it has seen what a round trip takes', true, $mine->isAcquired());
            foreach ([0.01, 0.1, 0.25, 0.4, 0.7] as $timeout) {
                same("$timeout", 'false', outcome(fn () => $lock->acquire(true, $timeout)));
                same("$timeout: the session is the same", true, $mine->isAcquired());
                same("$timeout: what it was", 'acquireRead' === $method, $lock->isAcquired());
            }
            $proxy->stop();
        });
    }
}
?>
--EXPECT--
ok: PostgreSqlStore, taken by a writer
ok: PostgreSqlStore, taken by a reader, as by us
ok: DoctrineDbalPostgreSqlStore, taken by a writer
ok: DoctrineDbalPostgreSqlStore, taken by a reader, as by us
