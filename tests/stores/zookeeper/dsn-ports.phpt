--TEST--
ZookeeperStore: hosts of a DSN without a port have that of the last one, or the usual one
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\ZookeeperStore;

group('ports', function () {
    foreach ([
        'zookeeper://a.invalid' => 'a.invalid:2181',
        'zookeeper://a.invalid,b.invalid' => 'a.invalid:2181,b.invalid:2181',
        'zookeeper://a.invalid,b.invalid:77' => 'a.invalid:77,b.invalid:77',
        'zookeeper://a.invalid:76,b.invalid:77' => 'a.invalid:76,b.invalid:77',
        'zookeeper://a.invalid:76,b.invalid' => 'a.invalid:76,b.invalid:2181',
    ] as $dsn => $hosts) {
        raises(
            $dsn,
            LockStorageException::class,
            "ZooKeeper at $hosts: ",
            fn () => (new ZookeeperStore($dsn))->exists(new Key('x')),
        );
    }
});
?>
--EXPECT--
ok: ports
