--TEST--
RedisStore: every operation is one command at the server, by every way
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Lock;

$server = new OwnRedis();
$witness = new Witness($server);
foreach (ways($server->port) as $way => $makeStore) {
    group($way, function () use ($server, $witness, $makeStore) {
        $server->connect()->call('SCRIPT', 'FLUSH');
        $store = $makeStore();
        lock($store)->acquireRead(); // connects, and brings the scripts to the server
        $lock = lock($store, $name = unique());
        $lock->acquire();
        $lock->refresh();
        $lock->isAcquired();
        $lock->release();

        same('acquire(30) and release()', 'evalsha evalsha', $witness->commands(function () use ($lock) {
            $lock->acquire();
            $lock->release();
        }));
        same('acquireRead(30) and release()', 'evalsha evalsha', $witness->commands(function () use ($lock) {
            $lock->acquireRead();
            $lock->release();
        }));
        same('without a TTL', 'evalsha evalsha', $witness->commands(function () use ($store, $name) {
            $lock = lock($store, $name, null);
            $lock->acquire(true);
            $lock->release();
        }));
        $lock->acquire();
        same('acquire again', 'evalsha', $witness->commands(fn () => $lock->acquire()));
        same('refresh()', 'evalsha', $witness->commands(fn () => $lock->refresh()));
        same('refresh(600)', 'evalsha', $witness->commands(fn () => $lock->refresh(600)));
        same('isAcquired()', 'evalsha', $witness->commands(fn () => $lock->isAcquired()));
        $other = lock($store, $name);
        same('a conflict', 'evalsha', $witness->commands(fn () => same('acquire()', false, $other->acquire())));
        same(
            'a conflict of a reader',
            'evalsha',
            $witness->commands(fn () => same('acquireRead()', false, $other->acquireRead())),
        );
        same(
            'the destructor of a lock that was never acquired',
            '',
            $witness->commands(function () use (&$other) { $other = null; }),
        );
        same('the destructor', 'evalsha', $witness->commands(function () use (&$lock) { $lock = null; }));
        same('a released lock has no destructor', 'evalsha evalsha', $witness->commands(function () use ($store) {
            $lock = lock($store);
            $lock->acquire();
            $lock->release();
            unset($lock);
        }));
        $key = new Symfony\Component\Lock\Key(unique());
        [$writer, $reader] = [new Lock($key, $store, 30), new Lock($key, $store, 30)];
        same('the writer becomes a reader', 'evalsha evalsha', $witness->commands(function () use ($writer) {
            $writer->acquire();
            $writer->acquireRead();
        }));
        $writer->acquire();
        same(
            'by a Lock that does not know of the writer',
            'evalsha evalsha',
            $witness->commands(fn () => $reader->acquireRead()),
        );
        same('it is one', true, lock($store, (string) $key)->acquireRead());
        $reader->release();
        same(
            'the methods of the store',
            'evalsha evalsha evalsha evalsha evalsha',
            $witness->commands(function () use ($store, $key) {
                $store->save($key);
                $store->saveRead($key);
                $store->putOffExpiration($key, 10);
                $store->exists($key);
                $store->delete($key);
            }),
        );
    });
}

group('the connection', function () use ($server, $witness) {
    same(
        'by DSN it begins with nothing but the operation',
        'evalsha',
        $witness->commands(fn () => lock(ways($server->port)['DSN'](), null, 30, false)->acquire()),
    );
    same(
        'with a database',
        'select evalsha',
        $witness->commands(
            fn () => lock(new Symfony\Component\Lock\Store\RedisStore($server->dsn().'/3'), null, 30, false)->acquire(),
        ),
    );
});
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
ok: the connection
