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

// Seconds: the answer to the acquisition comes after its lifetime, and the release that gives it back much later.
const TTL = 1.0, ANSWER = 1.4, RELEASE = 6.0;

$ways = proxied_ways('RedisStore', 'MemcachedStore', 'MongoDbStore', 'PdoStore, pgsql');
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    connects($store);
    $lock = quiet_lock($store, $resource = unique(), TTL);

    $proxy->does('delay '.ANSWER);
    $sent = now();
    $meanwhile = Peer::start(function () use ($proxy) {
        usleep((int) (0.5 * ANSWER * 1e6));
        $proxy->does('requests '.RELEASE);
    });
    same('the first one', 1, preg_match('/expire/i', outcome(fn () => $lock->acquire())));
    $meanwhile->finish();
    $proxy->does('pass');
    comes_to_hold($lock, 'again');
    $lock->refresh(300.0);
    check('the release is on its way', now() < $sent + ANSWER + RELEASE);
    sleep_until($sent + ANSWER + RELEASE + 0.5);
    still_holds('still', $lock, lock_on($direct, $resource));
    $lock->release();
    $proxy->stop();
});
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: PdoStore, pgsql
