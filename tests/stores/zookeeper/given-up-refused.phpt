--TEST--
ZookeeperStore: what is to go is asked for again where the server refuses that for now, until it is gone
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

const SYSTEM_ERROR = -1;
const NO_AUTH = -102;
const THROTTLED = -127;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$wire = new ZookeeperWire($hosts);
$proxy = new ZookeeperProxy($hosts);
$store = new ZookeeperStore("zookeeper://$proxy->host?timeout=5&read_timeout=5&session_timeout=20");
$is_there = fn (string $name): bool => in_array($name, $wire->children(), true);
$acquired = function () use ($store): array {
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    same('acquired', true, $lock->acquire());

    return [$lock, $name];
};

foreach (['throttled' => THROTTLED, 'in trouble' => SYSTEM_ERROR] as $what => $error) {
    foreach (['get' => 4, 'delete' => 3] as $request => $count) {
        group("$what: $request", function () use ($acquired, $proxy, $is_there, $error, $request, $count) {
            [$lock, $name] = $acquired();
            // The first one is the release's own.
            $proxy->refuseNext($request, $error, $count);
            $proxy->requests();
            raises('release', LockReleasingException::class, null, fn () => $lock->release());
            same('the node is there', true, $is_there($name));
            $took = seconds(fn () => check('it goes', eventually(fn () => !$is_there($name), 10)));
            // 50 and 100 ms, as the pauses are.
            between('seconds', 0.14, 10, $took);
            same('requests', $count, substr_count($proxy->requests(), $request) - ('get' === $request ? 2 : 1));
        });
    }

    group("$what: a create that is sent again", function () use ($proxy, $store, $is_there, $error) {
        // What the first sending has made may have gone before the second one.
        for ($i = 0; $i < 10; ++$i) {
            $proxy->loseNext('create', "\$refuse = [['create', $error]];");
            $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
            raises("acquire $i", LockAcquiringException::class, null, fn () => $lock->acquire());
            check("it goes, $i", eventually(fn () => !$is_there($name), 10));
        }
    });

    group("$what: a create of what is held", function () use ($proxy, $acquired, $is_there, $error) {
        [$lock, $name] = $acquired();
        $proxy->loseNext('create', "\$refuse = [['create', $error]];");
        raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
        usleep(300_000);
        same('still', [true, true], [$is_there($name), $lock->isAcquired()]);
        $lock->release();
        same('released', false, $is_there($name));
    });
}

group('who may not ask does not ask again', function () use ($acquired, $proxy, $is_there) {
    [$lock, $name] = $acquired();
    $proxy->refuseNext('get', NO_AUTH, 2);
    $proxy->requests();
    raises('release', LockReleasingException::class, null, fn () => $lock->release());
    usleep(500_000);
    same('requests', 'get get', trim(str_replace('sync', '', $proxy->requests())));
    same('the node is there', true, $is_there($name));
    $lock->release();
    same('released', false, $is_there($name));
});
?>
--EXPECT--
ok: throttled: get
ok: throttled: delete
ok: throttled: a create that is sent again
ok: throttled: a create of what is held
ok: in trouble: get
ok: in trouble: delete
ok: in trouble: a create that is sent again
ok: in trouble: a create of what is held
ok: who may not ask does not ask again
