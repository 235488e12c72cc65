--TEST--
ZookeeperStore::createConnection() with the class Zookeeper: an object of it, for the locks that the DSN means, and a store for that
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\StoreFactory;
use Symfony\Component\Lock\Store\ZookeeperStore;

$host = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
declare_zookeeper();

group('createConnection()', function () {
    foreach ([
        'zookeeper://a' => 'a',
        'zookeeper://a:1' => 'a:1',
        'zookeeper://a,b:1' => 'a:1,b:1',
        'zookeeper:a' => '',
        'zookeeper://a,b/c?d' => 'a,b',
        // With ports of their own they are the servers that the native client would ask.
        'zookeeper://a:1,b:2' => 'a:1,b:2',
        'zookeeper://a:1,b' => 'a:1,b:2181',
        'zookeeper://a:2181,b,c:2181' => 'a:2181,b:2181,c:2181',
        'zookeeper://user:pass@a:1,b:2/c?chroot=/d' => 'a:1,b:2/d',
        'zookeeper://[::1]:1,b:2' => '[::1]:1,b:2',
        'zookeeper://user:pass@a,b:2' => 'a:2,b:2',
        'zookeeper://a,b:1?chroot=' => 'a:1,b:1',
        'zookeeper://a,b:1?fencing=0&chroot=/c/d%25' => 'a:1,b:1/c/d%',
    ] as $dsn => $hosts) {
        $client = ZookeeperStore::createConnection($dsn);
        same($dsn, [Zookeeper::class, $hosts], [$client::class, $client->hosts]);
    }
    raises(
        'not a URL',
        InvalidArgumentException::class,
        'Invalid Zookeeper DSN.',
        fn () => ZookeeperStore::createConnection('zookeeper://a:b'),
    );
    raises(
        'another scheme',
        InvalidArgumentException::class,
        'Unsupported DSN for Zookeeper.',
        fn () => ZookeeperStore::createConnection('redis://localhost'),
    );
    foreach (['c', '/', '/c/', '/c//d', '/../c'] as $chroot) {
        raises(
            "chroot=$chroot",
            InvalidArgumentException::class,
            'Invalid Zookeeper DSN: "chroot" must be a path such as /locks.',
            fn () => ZookeeperStore::createConnection("zookeeper://a?chroot=$chroot"),
        );
    }
    raises(
        'fencing',
        InvalidArgumentException::class,
        'Invalid Zookeeper DSN: "fencing" needs the native client.',
        fn () => ZookeeperStore::createConnection('zookeeper://a?fencing=1'),
    );
    raises(
        'fencing, with ports',
        InvalidArgumentException::class,
        'Invalid Zookeeper DSN: "fencing" needs the native client.',
        fn () => ZookeeperStore::createConnection('zookeeper://a:1,b?fencing=1'),
    );
    raises(
        'ports that are none',
        InvalidArgumentException::class,
        'Invalid Zookeeper DSN: a port is not a number from 1 to 65535.',
        fn () => ZookeeperStore::createConnection('zookeeper://a:b,c'),
    );
});

group('a store for it', function () use ($host) {
    $lock = new Lock(new Key(unique()), (new StoreFactory())->createStore(new Zookeeper($host)));
    same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
});

group('one lock, whichever client', function () use ($host) {
    $wire = new ZookeeperWire($host);
    $wire->create($node = '/r-'.getmypid(), '', 0);
    $dsn = "zookeeper://$host?chroot=$node";
    $native = new Lock(new Key($name = unique()), new ZookeeperStore($dsn));
    $lock = new Lock(new Key($name), new ZookeeperStore(ZookeeperStore::createConnection($dsn)));
    same('native', [true, false], [$native->acquire(), $lock->acquire()]);
    $native->release();
    same('through an object', [true, true, false], [$lock->acquire(), $lock->isAcquired(), $native->acquire()]);
    same('its node', [$name], $wire->children($node));
    $lock->release();
    same('released', [], $wire->children($node));
});
?>
--EXPECT--
ok: createConnection()
ok: a store for it
ok: one lock, whichever client
