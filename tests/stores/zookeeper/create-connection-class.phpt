--TEST--
ZookeeperStore::createConnection() with the class Zookeeper: an object of it, and a store for that
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
});

group('a store for it', function () use ($host) {
    $lock = new Lock(new Key(unique()), (new StoreFactory())->createStore(new Zookeeper($host)));
    same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
});
?>
--EXPECT--
ok: createConnection()
ok: a store for it
