--TEST--
ZookeeperStore: what is done after the connection was lost before the answer: nothing is deleted twice, and nothing is read before the server has caught up
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
// A process that has forked has the server catch up before each look.
define('RELEASE', proc_open_forks() ? 'sync get delete sync sync get' : 'get delete sync get');
$wire = new ZookeeperWire($hosts);
$proxy = new ZookeeperProxy($hosts);
$store = new ZookeeperStore("zookeeper://$proxy->host?timeout=5&read_timeout=5");
$store->exists(new Key(unique()));

group('a delete, and the next owner is quick', function () use ($wire, $proxy, $store, $hosts) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    $lock->acquire();
    $proxy->requests();
    // In the proxy's own process, where the session lives on.
    $proxy->loseNext(
        'delete',
        sprintf(
            'global $next; $next = new ZookeeperWire(%s); $next->create(%s, "next");',
            var_export($hosts, true),
            var_export("/$name", true),
        ),
    );
    $lock->release();
    same('what was asked', RELEASE, $proxy->requests());
    same('the next owner\'s node is there', 'next', $wire->get("/$name")[0]);
    same('and the lock is not held', false, $lock->isAcquired());
    $wire->delete("/$name");
});

group('a delete, and nobody else', function () use ($wire, $proxy, $store) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    $lock->acquire();
    $proxy->requests();
    $proxy->loseNext('delete');
    $lock->release();
    same('what was asked', RELEASE, $proxy->requests());
    check('gone', !in_array($name, $wire->children(), true));
});

group('a create', function () use ($proxy, $store, $wire) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    $proxy->requests();
    $proxy->loseNext('create');
    same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    // What may have been left behind is looked for as soon as there is a connection, before or after it is asked for
    // again.
    $asked = $proxy->requests();
    check('what was asked', 1 === preg_match('/^create (create )?sync get /', $asked), $asked);
    $lock->release();
    check('gone', !in_array($name, $wire->children(), true));
});

group('a create, and another owner is quick', function () use ($proxy, $store, $wire, $hosts) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    $proxy->requests();
    $proxy->loseNext(
        'create',
        sprintf(
            'global $next; $next = new ZookeeperWire(%s); $next->delete(%2$s); $next->create(%2$s, "next");',
            var_export($hosts, true),
            var_export("/$name", true),
        ),
    );
    same('not acquired', [false, false], [$lock->acquire(), $lock->isAcquired()]);
    $lock->release();
    same('and left alone', 'next', $wire->get("/$name")[0]);
    $wire->delete("/$name");
});

group('every new connection', function () use ($proxy, $store) {
    $lock = new Lock(new Key(unique()), $store, 30.0);
    $lock->acquire();
    $later = proc_open_forks() ? 'sync get' : 'get';
    foreach (['sync get', $later, $later] as $i => $asked) {
        $i || $proxy->cut();
        $proxy->requests();
        same('held', true, eventually(fn () => $lock->isAcquired(), 0.1));
        same("read $i", $asked, implode(' ', array_slice(explode(' ', $proxy->requests()), $i ? 0 : -2)));
    }
});
?>
--EXPECT--
ok: a delete, and the next owner is quick
ok: a delete, and nobody else
ok: a create
ok: a create, and another owner is quick
ok: every new connection
