--TEST--
A lock that came too late is given back, and that arrives late: what the same Lock has acquired since stays
--EXTENSIONS--
pcntl
posix
--INI--
slock.command_timeout=2
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

// Seconds: the answer to the acquisition comes after its lifetime.
const TTL = 1.0, ANSWER = 1.4;

$ways = proxied_ways('RedisStore', 'MemcachedStore', 'MongoDbStore', 'PdoStore, pgsql');
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    connects($store);
    $lock = quiet_lock($store, $resource = unique(), TTL);

    $altered = $proxy->altered();
    $proxy->does('delay '.ANSWER);
    $meanwhile = Peer::start(function () use ($proxy, $altered) {
        $answered = eventually(fn () => $proxy->altered() > $altered);
        $proxy->does('requests 60');

        return $answered;
    });
    same('the first one', 1, preg_match('/expire/i', outcome(fn () => $lock->acquire())));
    same('it was answered', true, $meanwhile->finish());
    $proxy->does('pass');
    comes_to_hold($lock, 'again');
    $lock->refresh(300.0);
    arrives('the release', $proxy);
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
