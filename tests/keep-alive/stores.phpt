--TEST--
Slock\KeepAlive holds the locks of every store that has them for a time, for longer than that time, and when an answer is lost
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/every-store.inc';
require __DIR__.'/../inc/fault-proxy.inc';
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$ways = ways(Keeper::Token);
$ttl = 2.0;
$kept = [];
group('acquired, of many stores', function () use ($ways, $ttl, &$kept) {
    foreach ($ways as $name => $way) {
        $resource = unique();
        $lock = new Lock(new Key($resource), $way->store(), $ttl);
        check($name, $lock->acquire());
        $kept[$name] = [$lock, new KeepAlive($lock), new Lock(new Key($resource), $way->store(), $ttl)];
    }
    check('stores', count($kept) > 15);
});
$begun = now();
// Memcached and tables count whole seconds, and add up to two.
group('held by all that keep it alive, and granted to nobody else', function () use ($kept, $begun, $ttl) {
    do {
        foreach ($kept as $name => [$lock, $keep, $other]) {
            check("$name: another owner", !$other->acquire());
        }
    } while (now() < $begun + $ttl + 2.5);
    foreach ($kept as $name => [$lock, $keep, $other]) {
        check("$name: lost", !$keep->isLost() && !$lock->isExpired());
        check("$name: held", $lock->isAcquired());
        $keep->stop();
        $lock->release();
        check("$name: free", $other->acquire());
        $other->release();
    }
});

group('an answer that is lost', function () {
    own_servers('REDIS');
    $proxy = new FaultProxy(['REDIS_PORT' => [getenv('SLOCK_TEST_REDIS_HOST').':'.getenv('SLOCK_TEST_REDIS_PORT')]]);
    $store = new RedisStore('redis://127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT'));
    $lock = new Lock(new Key(unique()), $store, 3.0);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    $renewed = function () use ($lock) {
        $least = 3.0;

        return compute(10, function () use ($lock, &$least) {
            return $lock->getRemainingLifetime() > ($least = min($least, $lock->getRemainingLifetime())) + 0.5;
        });
    };
    check('renewed', $renewed());
    $proxy->does('leave');
    check('nobody answers', compute(10, fn () => $lock->getRemainingLifetime() < 1.7));
    check('renewed by another connection', $renewed());
    $proxy->does('heal');
    check('held', !$keep->isLost() && $lock->isAcquired());
    $lock->release();
    $proxy->stop();
});
?>
--EXPECT--
ok: acquired, of many stores
ok: held by all that keep it alive, and granted to nobody else
ok: an answer that is lost
