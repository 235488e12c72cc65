--TEST--
ZookeeperStore: a lock whose node may not be created, or has no place, is an exception, never a conflict
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');

group('no permission', function () use ($hosts) {
    $node = '/'.unique('private');
    $owner = 'user:'.base64_encode(sha1('user:'.SECRET, true));
    (new ZookeeperWire($hosts))->create($node, '', 0, [31, 'digest', $owner]);
    $reads = ['isAcquired', 'release'];
    fails('none', "zookeeper://$hosts?chroot=$node", "ZooKeeper at $hosts: not authenticated", $reads);
    $dsn = "zookeeper://user:wrong@$hosts?chroot=$node";
    fails('wrong password', $dsn, "ZooKeeper at $hosts: not authenticated", $reads);
    $lock = new Lock(new Key('x'), new ZookeeperStore('zookeeper://user:'.SECRET."@$hosts?chroot=$node"));
    same('the right one', [true, true, null], [$lock->acquire(), $lock->isAcquired(), $lock->release()]);
});

group('no chroot', function () use ($hosts) {
    $dsn = "zookeeper://$hosts?chroot=/none/such";
    fails('chroot', $dsn, "ZooKeeper at $hosts: no node", ['isAcquired', 'release']);
});
?>
--EXPECT--
ok: no permission
ok: no chroot
