--TEST--
MemcachedStore: the server keeps a lock for as long as its owner may count on it, though it counts ticks of a clock
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$store = new MemcachedStore(memcached_dsn());
$locks = [];
// Wherever they begin between two ticks.
for ($i = 0; $i < 20; ++$i) {
    $locks[] = $lock = new Lock(new Key(unique()), $store, 2.0, false);
    $lock->acquire();
    usleep(50_000);
}
$asked = $early = 0;
while ($locks) {
    foreach ($locks as $i => $lock) {
        $there = $lock->isAcquired();
        if (!($lock->getRemainingLifetime() > 0)) {
            unset($locks[$i]);
            continue;
        }
        ++$asked;
        $early += $there ? 0 : 1;
    }
    usleep(2000);
}
check('asked', $asked > 20, show($asked));
same('gone before their time', 0, $early);
?>
--EXPECT--
ok: asked
ok: gone before their time
