--TEST--
A refresh that was not answered arrives late: the end that the next ones have given the lock stays
--EXTENSIONS--
pcntl
posix
mongodb
--CONFLICTS--
all
--INI--
slock.command_timeout=1
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

// Seconds. The end that the first refresh asks for is over when it arrives.
const TTL = 3.0, LATE = 5.0;

$ways = array_filter(proxied_ways(), fn (Way $way) => str_starts_with($way->name, 'MongoDb'));
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    $proxy = new FaultProxy();
    $lock = new Lock(new Key($resource = unique()), proxied_store($way), TTL, false);
    same('acquired', 'true', outcome(fn () => $lock->acquire()));

    $proxy->does('requests '.LATE);
    $sent = now();
    check('not answered', 'NULL' !== outcome(fn () => $lock->refresh()));
    $proxy->does('pass');
    check('again', eventually(fn () => 'true' === outcome(fn () => $lock->acquire())));
    same('longer', 'NULL', outcome(fn () => $lock->refresh(300.0)));
    check('the first one is on its way', now() < $sent + LATE);
    usleep((int) (1e6 * max(0.0, $sent + LATE + 0.5 - now())));
    same('still', ['true', 'false'], [
        outcome(fn () => $lock->isAcquired()),
        outcome(fn () => lock_on($direct, $resource)->acquire()),
    ]);

    // What is wanted is not what is late.
    same('shorter', 'NULL', outcome(fn () => $lock->refresh(1.0)));
    check('the other one', eventually(fn () => 'true' === outcome(fn () => lock_on($direct, $resource)->acquire())));
    $proxy->stop();
});
?>
--EXPECT--
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
