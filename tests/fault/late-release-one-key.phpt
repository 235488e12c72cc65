--TEST--
A release that was not answered arrives late: it takes nothing away that another Lock on the same Key, by any object for the same servers, or a clone has acquired since
--EXTENSIONS--
pcntl
posix
pdo
pdo_pgsql
--INI--
slock.command_timeout=1
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RetryTillSaveStore;

$ways = proxied_ways('RedisStore', 'MongoDbStore', 'PdoStore, pgsql', 'CombinedStore');
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    connects($direct);
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    $others = [
        'another Lock' => fn (Key $key, Lock $lock) => new Lock($key, $store, 300.0, false),
        'a clone from before' => fn (Key $key, Lock $lock, ?Lock $clone) => $clone,
        'a clone from after it' => fn (Key $key, Lock $lock) => clone $lock,
        'a Lock on another store' => fn (Key $key) => new Lock($key, proxied_store($way), 300.0, false),
        'a Lock on a store in front' => fn (Key $key) => new Lock(
            $key,
            new RetryTillSaveStore($store, 10, 1),
            300.0,
            false,
        ),
        'a Lock on a clone of the Key' => fn (Key $key) => new Lock(clone $key, $store, 300.0, false),
    ];
    foreach ($others as $who => $other) {
        $lock = new Lock($key = new Key($resource = unique()), $store, 300.0);
        comes_to_hold($lock, "$who: acquired");
        $clone = 'a clone from before' === $who ? clone $lock : null;
        $proxy->does('requests 60');
        check("$who: not answered", 'NULL' !== outcome(fn () => $lock->release()));
        $proxy->does('pass');
        $next = $other($key, $lock, $clone);
        comes_to_hold($next, "$who: again");
        // What it has not released is not what is held now.
        $lock = null;
        arrives("$who: the release", $proxy);
        still_holds("$who: still", $next, lock_on($direct, $resource));
        $next->release();
        $next = $clone = null;
    }
    $proxy->stop();
});
?>
--EXPECT--
ok: RedisStore
ok: MongoDbStore
ok: PdoStore, pgsql
ok: CombinedStore
