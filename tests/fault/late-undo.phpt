--TEST--
A lock that came too late is given back, and that arrives late: what the same Lock has acquired since stays
--EXTENSIONS--
pcntl
posix
--CONFLICTS--
all
--INI--
slock.command_timeout=2
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

// Seconds: the answer to the acquisition comes after its lifetime, and the release that gives it back much later.
const TTL = 1.0, ANSWER = 1.4, RELEASE = 6.0;

$ways = array_filter(
    proxied_ways(),
    fn (Way $way) => in_array($way->name, ['RedisStore', 'MemcachedStore', 'MongoDbStore', 'PdoStore, pgsql'], true),
);
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    $free = lock_on($store, unique());
    same('connected', [true, null], [$free->acquire(), $free->release()]);
    $lock = new Lock(new Key($resource = unique()), $store, TTL, false);

    $proxy->does('delay '.ANSWER);
    $sent = now();
    $meanwhile = Peer::start(function () use ($proxy) {
        usleep((int) (0.5 * ANSWER * 1e6));
        $proxy->does('requests '.RELEASE);
    });
    same('the first one', 1, preg_match('/expire/i', outcome(fn () => $lock->acquire())));
    $meanwhile->finish();
    $proxy->does('pass');
    check('again', eventually(fn () => 'true' === outcome(fn () => $lock->acquire())));
    $lock->refresh(300.0);
    check('the release is on its way', now() < $sent + ANSWER + RELEASE);
    usleep((int) (1e6 * max(0.0, $sent + ANSWER + RELEASE + 0.5 - now())));
    same('still', ['true', 'false'], [
        outcome(fn () => $lock->isAcquired()),
        outcome(fn () => lock_on($direct, $resource)->acquire()),
    ]);
    $lock->release();
    $proxy->stop();
});
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: PdoStore, pgsql
