--TEST--
ZookeeperStore: what DSNs reach: the server, whatever a URL may say besides
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\StoreFactory;
use Symfony\Component\Lock\Store\ZookeeperStore;

$host = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
[$name, $port] = explode(':', $host);

group('reached', function () use ($host, $name, $port) {
    foreach ([
        "zookeeper://$host",
        "zookeeper://$host/",
        "zookeeper://$host/ignored/as/in/the/package",
        "zookeeper://user:pass@$host",
        "zookeeper://user@$host",
        "zookeeper://us%40er:p%3Fss@$host?timeout=2",
        "zookeeper://127.0.0.2,$name:$port?timeout=3",
        "zookeeper://$host?persistent=1&session_timeout=3.5",
        "zookeeper://$host,$host?chroot=",
        "zookeeper://localhost:$port",
    ] as $dsn) {
        $lock = new Lock(new Key($resource = unique()), new ZookeeperStore($dsn));
        same("$dsn: acquired", true, $lock->acquire());
        same(
            "$dsn: the same place",
            false,
            (new Lock(new Key($resource), (new StoreFactory())->createStore("zookeeper://$host")))->acquire(),
        );
    }
});
?>
--EXPECT--
ok: reached
