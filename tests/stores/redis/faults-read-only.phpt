--TEST--
RedisStore: a server that has become a replica is an exception, with its data and without; a master without replicas refuses
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
use Symfony\Component\Lock\Lock;

$server = new OwnRedis();
$admin = $server->connect();
foreach (ways($server->port) as $way => $makeStore) {
    group("with its data, $way", function () use ($admin, $makeStore) {
        $lock = new Lock($key = new Key(unique()), $makeStore(), 30.0);
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
        // The owner may have released it at the new master.
        foreach ([[], [true], [true, 0.3]] as $arguments) {
            $e = raises(
                'held by another owner, '.json_encode($arguments),
                LockAcquiringException::class,
                null,
                fn () => (new Lock(new Key((string) $key), $makeStore(), 30.0, false))->acquire(...$arguments),
            );
            check('says so', str_contains((string) $e?->getPrevious()?->getMessage(), 'READONLY'));
        }
        raises('release', LockReleasingException::class, null, fn () => $lock->release());
        $admin->call('REPLICAOF', 'NO', 'ONE');
        $lock->release();
        same('a master again', false, $lock->isAcquired());
    });

    group("a master without enough replicas, $way", function () use ($admin, $makeStore) {
        $lock = new Lock($key = new Key(unique()), $makeStore(), 1.5);
        $lock->acquire();
        $admin->call('CONFIG', 'SET', 'min-replicas-to-write', '1');
        $other = new Lock(new Key((string) $key), $makeStore(), 30.0, false);
        same('its refusal is one', false, $other->acquire());
        same('a wait goes on', false, $other->acquire(true, 0.3));
        $e = raises('a free one', LockAcquiringException::class, null, fn () => lock($makeStore())->acquire());
        check('says so', str_contains($e->getPrevious()->getMessage(), 'NOREPLICAS'), $e->getPrevious()->getMessage());
        $admin->call('CONFIG', 'SET', 'min-replicas-to-write', '0');
        same('and then', true, $other->acquire(true, 10.0));
        $other->release();
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
ok: a master without enough replicas, DSN
ok: without, DSN
ok: with its data, Redis
ok: a master without enough replicas, Redis
ok: without, Redis
ok: with its data, Predis
ok: a master without enough replicas, Predis
ok: without, Predis
