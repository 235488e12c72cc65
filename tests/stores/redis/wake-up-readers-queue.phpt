--TEST--
RedisStore: waiting readers come in together, past writers that have to wait
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();

group('readers come in together, and a reader before a writer that cannot', function () use ($server, $admin) {
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $waiters = waiting_in_turn($server, $admin, $name, 4, ['waitRead', 'wait', 'waitRead', 'waitRead']);
    $lock->acquireRead();
    foreach ([0, 2, 3] as $reader) {
        same('got it', 'got it', $waiters[$reader]->hear(SOON));
    }
    same('the writer waits', 1, listening($admin, $name));
    $lock->release();
    foreach ([0, 2, 3] as $reader) {
        $waiters[$reader]->say('release');
        same('released', 'released', $waiters[$reader]->hear(SOON));
    }
    same('got it', 'got it', $waiters[1]->hear(SOON));
});
?>
--EXPECT--
ok: readers come in together, and a reader before a writer that cannot
