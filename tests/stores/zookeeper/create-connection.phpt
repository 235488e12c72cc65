--TEST--
ZookeeperStore::createConnection() without the class Zookeeper: what the store can be made with
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\ZookeeperStore;

$host = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');

group('createConnection() without the class Zookeeper', function () use ($host) {
    $store = new ZookeeperStore(ZookeeperStore::createConnection("zookeeper://$host"));
    same('can be used', false, $store->exists(new Key('x')));
    raises(
        'another scheme',
        InvalidArgumentException::class,
        'Unsupported DSN for Zookeeper.',
        fn () => ZookeeperStore::createConnection('redis://localhost'),
    );
});
?>
--EXPECT--
ok: createConnection() without the class Zookeeper
