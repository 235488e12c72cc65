--TEST--
ZookeeperStore: the packets that a server gets for each operation, and the calls that a client object gets
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$server = new OwnZookeeper();

/**
 * @param callable(callable): int $count how many requests there are while its argument runs
 * @param int $sync how many more there are in the flight of a look, where this process has forked to start a server
 */
function budget(ZookeeperStore $store, callable $count, int $sync): void
{
    $name = unique();
    $lock = new Lock(new Key($name), $store, 30.0);
    same('acquire(ttl)', 1, $count(fn () => $lock->acquire()));
    same('refresh', 0, $count(fn () => $lock->refresh()));
    same('refresh(ttl)', 0, $count(fn () => $lock->refresh(60.0)));
    same('isAcquired', 1 + $sync, $count(fn () => $lock->isAcquired()));
    same('release', 2 + $sync, $count(fn () => $lock->release()));
    same('acquire and release of a lock that was released', 3 + $sync, $count(function () use ($lock) {
        $lock->acquire(true);
        $lock->release();
    }));
    $lock->acquire();
    same('acquire again, which is held', 2, $count(fn () => $lock->acquire()));
    $other = new Lock(new Key($name), $store, null);
    same('a conflict of a new key', 1, $count(fn () => $other->acquire()));
    same('a conflict of a key that may hold it', 2, $count(fn () => $other->acquire()));
    same('the destructor', 2 + $sync, $count(function () use (&$lock) { $lock = null; }));
    same('the destructor of a lock that was never acquired', 0, $count(function () use (&$other) { $other = null; }));
    same('without a TTL', 3 + $sync, $count(function () use ($store) {
        $lock = new Lock(new Key(unique()), $store, null);
        $lock->acquire();
        $lock->release();
    }));
}

group('by DSN', function () use ($server) {
    $store = new ZookeeperStore($server->dsn('?session_timeout=10'));
    $store->exists(new Key(unique())); // connects
    same('one session', 1, count($server->packets()));
    // A heartbeat comes after a third of the session timeout without another packet: not within these few milliseconds.
    budget($store, $server->packetsDuring(...), proc_open_forks() ? 1 : 0);
    $key = new Key(unique());
    same('a lock that is lost: is it really?', 3, $server->packetsDuring(function () use ($store, $key, $server) {
        $store->save($key);
        $store->delete($key);
        $store->exists($key);
    }) - 3);
    same('still one session', 1, count($server->packets()));
});
declare_zookeeper();
group('through an object', function () use ($server) {
    $client = new Zookeeper($server->host);
    budget(new ZookeeperStore($client), function (callable $f) use ($client) {
        $before = count($client->calls);
        $f();

        return count($client->calls) - $before;
    }, 0);
    $client->calls = [];
    $lock = new Lock(new Key(unique()), new ZookeeperStore($client));
    $lock->acquire();
    $lock->isAcquired();
    $lock->release();
    same('what is called', ['create', 'get', 'get', 'delete'], $client->calls);
});
?>
--EXPECT--
ok: by DSN
ok: through an object
