--TEST--
RedisStore: a server that has become a replica is an exception, with its data and without
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;

$server = new OwnRedis();
$admin = $server->connect();
foreach (ways($server->port) as $way => $makeStore) {
    group("with its data, $way", function () use ($admin, $makeStore) {
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
        raises('refresh', LockAcquiringException::class, null, fn () => $lock->refresh());
        same('isAcquired() reads', true, $lock->isAcquired());
        raises('release', LockReleasingException::class, null, fn () => $lock->release());
        $admin->call('REPLICAOF', 'NO', 'ONE');
        $lock->release();
        same('a master again', false, $lock->isAcquired());
    });

    group("without, $way", function () use ($admin, $makeStore) {
        $makeStore()->exists(new Key('connect'));
        $admin->call('REPLICAOF', '127.0.0.1', '1');
        $admin->call('CONFIG', 'SET', 'replica-serve-stale-data', 'no');
        fails('no master', $makeStore, 'MASTERDOWN Link with MASTER is down');
        $admin->call('REPLICAOF', 'NO', 'ONE');
    });
}
?>
--EXPECT--
ok: with its data, DSN
ok: without, DSN
ok: with its data, Redis
ok: without, Redis
ok: with its data, Predis
ok: without, Predis
