--TEST--
MongoDbStore: what the server answers is never taken for a conflict, and an unconfirmed lock is taken back
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;

function fail_commands(array $commands, array $how, int $times = 1): void
{
    mongodb_admin('admin', [
        'configureFailPoint' => 'failCommand',
        'mode' => ['times' => $times],
        'data' => ['failCommands' => $commands, 'appName' => 'faults'] + $how,
    ]);
}

$names = ['database' => mongodb_database(), 'collection' => 'lock', 'gcProbability' => 0];
foreach ([
    'URI' => fn () => new MongoDbStore(mongodb_uri('&appname=faults'), ['gcProbability' => 0]),
    'Manager' => fn () => new MongoDbStore(
        new Manager(mongodb_server().'/?appname=faults&retryWrites=false&retryReads=false'),
        $names,
    ),
] as $way => $make) {
    group($way, function () use ($make, $way) {
        $store = $make();
        $store->save($held = new Key($name = unique()));
        foreach ([
            'save' => 'update',
            'putOffExpiration' => 'update',
            'exists' => 'find',
            'delete' => 'delete',
        ] as $method => $command) {
            $arguments = 'putOffExpiration' === $method ? [$held, 10] : [$held];
            fail_commands([$command], ['errorCode' => 13]);
            $e = raises(
                "$method, Unauthorized",
                LockStorageException::class,
                'failpoint',
                fn () => $store->$method(...$arguments),
            );
            fail_commands([$command], ['errorCode' => 11601]);
            raises(
                "$method, Interrupted",
                LockStorageException::class,
                'failpoint',
                fn () => $store->$method(...$arguments),
            );
            if ('URI' === $way) {
                // Once more on a new connection.
                fail_commands([$command], ['closeConnection' => true]);
                same("$method, connection lost", 'exists' === $method ? true : null, $store->$method(...$arguments));
                'delete' === $method && $store->save($held);
                fail_commands([$command], ['errorCode' => 10107]);
                same("$method, another primary", 'exists' === $method ? true : null, $store->$method(...$arguments));
                'delete' === $method && $store->save($held);
            }
            // And only once.
            fail_commands([$command], ['closeConnection' => true], 2);
            raises(
                "$method, connection lost twice",
                LockStorageException::class,
                'socket error',
                fn () => $store->$method(...$arguments),
            );
            fail_commands([$command], ['closeConnection' => true], 1);
            'URI' === $way || outcome(fn () => $store->$method(...$arguments));
            mongodb_admin('admin', ['configureFailPoint' => 'failCommand', 'mode' => 'off']);
        }
        outcome(fn () => $store->save($held));
        same('still there', true, $store->exists($held));

        $unconfirmed = ['writeConcernError' => ['code' => 64, 'errmsg' => 'waiting for replication timed out']];
        fail_commands(['update'], $unconfirmed);
        raises(
            'renewed, not confirmed',
            LockStorageException::class,
            'waiting for replication timed out',
            fn () => $store->save($held),
        );
        same('stays', true, $store->exists($held));
        fail_commands(['update'], $unconfirmed);
        raises(
            'put off, not confirmed',
            LockStorageException::class,
            'waiting for replication timed out',
            fn () => $store->putOffExpiration($held, 20),
        );
        $key = new Key($fresh = unique());
        fail_commands(['update'], $unconfirmed);
        raises(
            'acquired, not confirmed',
            LockStorageException::class,
            'waiting for replication timed out',
            fn () => $store->save($key),
        );
        same('taken back', [], mongodb_documents(['_id' => $fresh]));
        fail_commands(['update'], ['errorCode' => 11000]);
        same(
            '11000 as the whole answer',
            'conflict',
            raises(
                'a conflict',
                Symfony\Component\Lock\Exception\LockConflictedException::class,
                null,
                fn () => $store->save(new Key(unique())),
            )
                ? 'conflict'
                : null,
        );
        fail_commands(['delete'], $unconfirmed);
        raises(
            'released, not confirmed',
            LockStorageException::class,
            'waiting for replication timed out',
            fn () => $store->delete($held),
        );
        same('released all the same', false, $store->exists($held));
    });
}
mongodb_admin('admin', ['configureFailPoint' => 'failCommand', 'mode' => 'off']);
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: URI
ok: Manager
