--TEST--
A release that was not answered arrives late: it takes nothing away that another Lock on the same Key, or a clone, has acquired since
--EXTENSIONS--
pcntl
posix
pdo
pdo_pgsql
--CONFLICTS--
all
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

/** Seconds after which the release arrives, though its client has gone. */
const LATE = 2.5;

$ways = array_filter(
    proxied_ways(),
    fn (Way $way) => in_array($way->name, ['RedisStore', 'MongoDbStore', 'PdoStore, pgsql', 'CombinedStore'], true),
);
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    $free = lock_on($direct, unique());
    same('connected', [true, null], [$free->acquire(), $free->release()]);
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    $others = [
        'another Lock' => fn (Key $key, Lock $lock) => new Lock($key, $store, 300.0, false),
        'a clone from before' => fn (Key $key, Lock $lock, ?Lock $clone) => $clone,
        'a clone from after it' => fn (Key $key, Lock $lock) => clone $lock,
        'a Lock on a clone of the Key' => fn (Key $key) => new Lock(clone $key, $store, 300.0, false),
    ];
    foreach ($others as $who => $other) {
        $lock = new Lock($key = new Key($resource = unique()), $store, 300.0);
        check("$who: acquired", eventually(fn () => 'true' === outcome(fn () => $lock->acquire())));
        $clone = 'a clone from before' === $who ? clone $lock : null;
        $proxy->does('requests '.LATE);
        $sent = now();
        check("$who: not answered", 'NULL' !== outcome(fn () => $lock->release()));
        $proxy->does('pass');
        $next = $other($key, $lock, $clone);
        check("$who: again", eventually(fn () => 'true' === outcome(fn () => $next->acquire())));
        // What it has not released is not what is held now.
        $lock = null;
        check("$who: the release is on its way", now() < $sent + LATE);
        usleep((int) (1e6 * max(0.0, $sent + LATE + 0.3 - now())));
        same("$who: still", ['true', 'false'], [
            outcome(fn () => $next->isAcquired()),
            outcome(fn () => lock_on($direct, $resource)->acquire()),
        ]);
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
