--TEST--
MongoDbStore: serverSelectionTryOnce=false looks for a server again and again, and never beyond the end of a bounded wait
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

function lock_on(string $host, string $parameters): callable
{
    $store = new MongoDbStore("mongodb://$host/a?collection=b&replicaSet=rs$parameters", ['gcProbability' => 0.0]);

    return fn () => new Lock(new Key(unique()), $store, 30.0, false);
}

$primary = new MongodbPrimary();
group('no primary yet', function () use ($primary) {
    $primary->isCandidate(1);
    $once = lock_on($primary->host, '');
    raises('one look', LockAcquiringException::class, null, fn () => $once()->acquire());
    $primary->isCandidate(1);
    $often = lock_on($primary->host, '&serverSelectionTryOnce=false&serverSelectionTimeoutMS=20000');
    same('as many as it takes', true, $often()->acquire());
    $primary->isCandidate(1);
    $often = lock_on($primary->host, '&serverSelectionTryOnce=false&serverSelectionTimeoutMS=300');
    $e = raises('as many as there is time for', LockAcquiringException::class, null, fn () => $often()->acquire());
    check('the reason', str_contains(chain($e), 'No suitable servers found in time'), chain($e));
});

group('the primary goes', function () use ($primary) {
    $options = '&serverSelectionTryOnce=false&serverSelectionTimeoutMS=4500&heartbeatFrequencyMS=500';
    $lock = lock_on($primary->host, $options);
    same('at first', true, $lock()->acquire());
    $primary->end();
    // The next command looks at the servers first.
    usleep(600000);
    $seconds = seconds(function () use ($lock) {
        raises('then', LockAcquiringException::class, null, fn () => $lock()->acquire(true, 0.3));
    });
    between('seconds', 0, 2.5, $seconds);
});
?>
--EXPECT--
ok: no primary yet
ok: the primary goes
