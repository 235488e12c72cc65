--TEST--
ZookeeperStore: a release by the destructor that fails is one warning
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

group('the destructor', function () {
    $proxy = new ZookeeperProxy(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'));
    $lock = new Lock(new Key(unique()), new ZookeeperStore("zookeeper://$proxy->host?timeout=0.5"), 30.0);
    $lock->acquire();
    $proxy->blackhole();
    $proxy->cut();
    $warnings = [];
    set_error_handler(function (int $level, string $message) use (&$warnings) {
        $warnings[] = $message;

        return true;
    });
    unset($lock);
    restore_error_handler();
    check(
        'one warning',
        1 === count($warnings) && str_contains($warnings[0], "ZooKeeper at $proxy->host"),
        show($warnings),
    );
});
?>
--EXPECT--
ok: the destructor
