--TEST--
An acquisition for reading that was not answered arrives late: it lets no reader in to the writer that the Lock has become since
--EXTENSIONS--
pcntl
posix
redis
--INI--
default_socket_timeout=1
slock.connect_timeout=1
slock.command_timeout=1
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

$ways = proxied_ways(
    'RedisStore',
    'RedisStore, several hosts',
    'RedisStore, \Redis',
    'RedisStore, Predis',
    'MongoDbDocumentStore',
    'CombinedStore',
);
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    $free = lock_on($direct, unique());
    same('connected', [true, true, null], [$free->acquireRead(), $free->acquire(), $free->release()]);
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    // What the Lock has done before: the key has its token from then on, as it has in a loop.
    $befores = [
        'has released' => function (Lock $lock) {
            comes_to_hold($lock);
            $lock->release();
        },
        'reads' => function (Lock $lock) {
            comes_to_hold($lock, 'read', 'acquireRead');
        },
        // And lets go before it is the writer once more.
        'writes' => function (Lock $lock) {
            comes_to_hold($lock, 'written');
        },
    ];
    // The request that makes a reader of the writer is late. A Lock on a Key that came from elsewhere, whose own Lock
    // was the writer, sends it second; and another Lock on the Key may release and acquire since.
    foreach (preg_match('/Redis$|Predis|Combined/', $way->name) ? [] : ['from elsewhere', 'another Lock'] as $who) {
        $lock = new Lock($key = new Key($resource = unique()), $store, 300.0, false);
        comes_to_hold($lock, "$who: written");
        $other = 'another Lock' === $who ? new Lock($key, $store, 300.0, false) : $lock;
        if ('from elsewhere' === $who) {
            $other = $lock = new Lock(unserialize(serialize($key)), $store, 300.0, false);
        }
        $lost = $proxy->lost();
        $proxy->does('lose 60 '.('from elsewhere' === $who ? 1 : 0));
        outcome(fn () => $lock->acquireRead());
        same("$who: lost", $lost + 1, $proxy->lost());
        $proxy->does('part');
        check("$who: released", eventually(fn () => 'NULL' === outcome(fn () => $other->release())));
        comes_to_hold($other, "$who: the writer");
        arrives("$who: it", $proxy);
        still_holds("$who: still", $other, lock_on($direct, $resource), 'acquireRead');
        $other->release();
    }
    foreach ($befores as $who => $before) {
        // Not answered; and, where the client sends it again, answered the second time. Objects may be of no use then.
        foreach (preg_match('/Redis$|Predis/', $way->name) ? ['requests'] : ['requests', 'lose'] as $how) {
            $lock = quiet_lock($store, $resource = unique());
            $before($lock);
            $proxy->does("$how 60");
            $read = outcome(fn () => $lock->acquireRead());
            check("$who, $how: not answered", 'lose' === $how || 'true' !== $read);
            // A quorum would keep the connections, on which nothing overtakes.
            $proxy->does('part');
            if ('writes' === $who) {
                check("$who, $how: released", eventually(fn () => 'NULL' === outcome(fn () => $lock->release())));
            }
            comes_to_hold($lock, "$who, $how: the writer");
            arrives("$who, $how: the first one", $proxy);
            still_holds("$who, $how: still", $lock, lock_on($direct, $resource), 'acquireRead');
            $lock->release();
        }
    }
    $proxy->stop();
});
?>
--EXPECT--
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, \Redis
ok: RedisStore, Predis
ok: MongoDbDocumentStore
ok: CombinedStore
