--TEST--
ZookeeperStore and the PHP packages 5.4, 6.4 and 7.4 exclude each other
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper', 'package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$theirs = sprintf(
    '(function () { require %s; return new Symfony\Component\Lock\Store\ZookeeperStore(new Zookeeper(%s)); })()',
    var_export(dirname(__DIR__).'/inc/zookeeper_class.inc', true),
    var_export($hosts, true),
);
$ours = is_native() ? new ZookeeperStore("zookeeper://$hosts") : eval("return $theirs;");
foreach (['5.4', '6.4', '7.4'] as $line) {
    // The names that exclude_each_other() takes hold bytes that no server accepts; here are those that may be used.
    foreach ([
        'plain' => unique(),
        'slashes' => unique("a b/c/\u{e9}"),
        'long' => unique(str_repeat('long', 300)),
    ] as $kind => $resource) {
        group("$line, $kind name", function () use ($line, $ours, $theirs, $resource) {
            $other = new OtherOwner($line, $theirs, $resource, []);
            $lock = new Lock($key = new Key($resource), $ours, 30, false);
            same('here', true, $lock->acquire());
            same('there, taken here', 'false', $other->ask('acquire'));
            same('waiting there', 'false', $other->ask('isAcquired'));
            $lock->release();
            same('there', 'true', $other->ask('acquire'));
            same('here, taken there', false, $lock->acquire());
            same('not acquired here', false, $lock->isAcquired());
            same('waiting here', false, $lock->acquire(true, 0.2));
            $lock->release();
            same('acquired there', 'true', $other->ask('isAcquired'));
            same('released there', 'NULL', $other->ask('release'));
            same('here again', true, $lock->acquire(true, 1.0));
            $lock->release();
        });
    }
}
?>
--EXPECT--
ok: 5.4, plain name
ok: 5.4, slashes name
ok: 5.4, long name
ok: 6.4, plain name
ok: 6.4, slashes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, slashes name
ok: 7.4, long name
