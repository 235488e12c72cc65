--TEST--
RedisStore: a writer that waits for readers is woken by those whose release may let it in, and by no other
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$store = new RedisStore($server->dsn());

group('three readers', function () use ($server, $store) {
    $readers = [lock($store, $name = unique()), lock($store, $name), lock($store, $name)];
    foreach ($readers as $reader) {
        $reader->acquireRead();
    }
    lock($store)->release(); // brings the script to the server
    $waiter = sleeper($server->dsn(), $name);
    $waiter->say('wait');
    listeners($server, $name, 1, 0.5);
    $goes = fn (int $which) => (new Witness($server))->commands(function () use ($readers, $which) {
        $readers[$which]->release();
        usleep(500_000);
    });
    // Nobody is told: even the last one might want to become the writer, but it does not wait for that.
    same('the first of three readers goes', 'evalsha', $goes(0));
    same('the second one goes', 'evalsha', $goes(1));
    hand_over($readers[2], $waiter);
    $waiter->finish();
});

group('a reader that wants to become a writer, behind a writer that waits', function () use ($server, $store) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $waiter->say('read');
    same('a reader', 'got it', $waiter->hear());
    $lock = lock($store, $name);
    $lock->acquireRead();
    $writer = sleeper($server->dsn(), $name);
    $writer->say('wait');
    listeners($server, $name, 1);
    $waiter->say('wait');
    listeners($server, $name, 2);
    hand_over($lock, $waiter);
    $waiter->say('release');
    same('released', 'released', $waiter->hear());
    same('the writer', 'got it', $writer->hear(SOON));
    $waiter->finish();
    $writer->finish();
});
?>
--EXPECT--
ok: three readers
ok: a reader that wants to become a writer, behind a writer that waits
