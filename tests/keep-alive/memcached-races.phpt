--TEST--
A renewal of the thread that is on its way to a Memcached server, at either of its steps, while PHP releases, acquires again or refreshes brings no lock back, shortens none, and tells no loss
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/memcached.inc';
require __DIR__.'/../inc/fault-proxy.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
$proxy = new FaultProxy(['MEMCACHED_PORT' => ["127.0.0.1:$server->port"]]);
$text = $server->text();
$store = new MemcachedStore('memcached://127.0.0.1:'.getenv('SLOCK_TEST_MEMCACHED_PORT'));
$told = 0;
// What has reached the server.
$commands = fn () => ($stats = $text->stats())['cmd_get'] + $stats['cmd_set'];

/**
 * Runs $f($lock, $keep) while a renewal is on its way, and returns when it has reached the server.
 *
 * @param bool $asked it has been told whose the lock is, and what is on its way is the write
 */
function meanwhile(bool $asked, Closure $f): array
{
    global $proxy, $commands, $store, $told;
    // A renewal is written where the server has counted a second since the one before.
    $ttl = $asked ? 4.5 : 3.0;
    $lock = new Lock(new Key($resource = unique()), $store, $ttl, false);
    $lock->acquire() || print("FAIL: not free\n");
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) {
        ++$told;
    });
    // With a connection of its own by now.
    check('renewed', compute(10, fn () => $lock->getRemainingLifetime() < 0.73 * $ttl)
        && compute(10, fn () => $lock->getRemainingLifetime() > 0.83 * $ttl));
    if ($asked) {
        $before = $commands();
        $proxy->does('delay 0.4');
        check('asked', eventually(fn () => $commands() > $before, $ttl));
    }
    $proxy->does('requests 60');
    check('on its way', eventually(fn () => $proxy->held(), $ttl));
    $proxy->does('pass');
    $f($lock, $keep, $resource);
    $own = $commands();
    $proxy->does('deliver');
    check('the renewal comes afterwards', eventually(fn () => $commands() > $own, 3));
    compute(0.1);

    return [$lock, $keep, $resource];
}

foreach (['the question' => false, 'the write' => true] as $step => $asked) {
    group("$step: released", function () use ($text, &$told, $asked) {
        [$lock, $keep, $name] = meanwhile($asked, fn ($lock) => $lock->release());
        same('it is not brought back', null, $text->get($name));
        check('no loss', !$told && !$keep->isLost());
    });

    group("$step: stopped and released", function () use ($text, &$told, $asked) {
        $begun = 0;
        [$lock, $keep, $name] = meanwhile($asked, function ($lock, $keep) use (&$begun) {
            $begun = seconds(fn () => $keep->stop());
            $lock->release();
        });
        between('seconds that stop() takes', 0, 0.3, $begun);
        same('it is not brought back', null, $text->get($name));
        check('no loss', !$told);
    });

    group("$step: released, and acquired by another owner", function () use ($text, $store, &$told, $asked) {
        [$lock, $keep, $name] = meanwhile($asked, function ($lock, $keep, $name) use ($store, &$other) {
            $lock->release();
            $other = new Lock(new Key($name), $store, 60.0);
            check('acquired', $other->acquire());
        });
        between('theirs is as it was', 55, 62, $text->ttl($name));
        check('no loss', !$told && $other->isAcquired() && !$lock->isAcquired());
    });

    group("$step: released and acquired again, with the same token", function () use ($text, $store, &$told, $asked) {
        [$lock, $keep, $name] = meanwhile($asked, function ($lock) use ($store) {
            $lock->release();
            $key = ((array) $lock)["\0".Lock::class."\0key"];
            check('acquired', (new Lock($key, $store, 60.0, false))->acquire());
        });
        between('it is not shortened', 55, 62, $text->ttl($name));
        check('no loss', !$told);
    });

    group("$step: refreshed for longer", function () use ($text, &$told, $asked) {
        [$lock, $keep, $name] = meanwhile($asked, fn ($lock) => $lock->refresh(60));
        between('it is not shortened', 55, 62, $text->ttl($name));
        between('PHP knows', 55, 60, $lock->getRemainingLifetime());
        check('no loss', !$told && !$keep->isLost());
        $keep->stop();
        $lock->release();
    });

    group("$step: refreshed for less", function () use (&$told, $asked) {
        $least = null;
        [$lock, $keep] = meanwhile($asked, function ($lock) use (&$least) {
            $lock->refresh(1.5);
            $least = $lock->getRemainingLifetime();
        });
        between('PHP knows', 1.0, 1.5, $least);
        check('it is kept alive', !compute(3, fn () => $keep->isLost()) && $lock->isAcquired() && !$told);
        $keep->stop();
        $lock->release();
    });
}

group('expired before the write comes', function () use ($proxy, $text, $commands, $store, &$told) {
    $lock = new Lock(new Key($name = unique()), $store, 4.5, false);
    $lock->acquire();
    $keep = new KeepAlive($lock, onLost: function () use (&$told) {
        ++$told;
    });
    $told = 0;
    compute(2);
    $before = $commands();
    $proxy->does('delay 0.4');
    check('asked', eventually(fn () => $commands() > $before, 3));
    $proxy->does('requests 60');
    check('lost', compute(6, fn () => $keep->isLost()));
    compute(0.1);
    same('told once', 1, $told);
    check('it ends at the server', eventually(fn () => null === $text->get($name), 9));
    $own = $commands();
    $proxy->does('pass');
    $proxy->does('deliver');
    check('the write comes', eventually(fn () => $commands() > $own, 9));
    same('it is not brought back', null, $text->get($name));
});
$proxy->stop();

group('again and again', function () use ($server) {
    $store = new MemcachedStore($server->dsn());
    $lock = new Lock(new Key('often'), $store, 2.0, false);
    for ($end = now() + 4, $rounds = 0; now() < $end; ++$rounds) {
        check('acquired', $lock->acquire());
        // What the lock has but for a third of a second are two thirds of that: then it is renewed.
        $keep = new KeepAlive($lock, 2.5 + $rounds % 3 / 100, onLost: function ($lock, $e) {
            echo 'FAIL: ', chain($e), "\n";
        });
        for ($i = 0; $i < $rounds % 4; ++$i) {
            usleep(intdiv(random_int(300_000, 400_000), 1 + $rounds % 2));
            $lock->refresh(2.0);
        }
        $rounds % 2 ? $keep->stop() : $lock->release();
        $rounds % 2 && $lock->release();
        check('released', !$lock->isAcquired());
    }
    check('rounds', $rounds > 5, "$rounds");
});
?>
--EXPECT--
ok: the question: released
ok: the question: stopped and released
ok: the question: released, and acquired by another owner
ok: the question: released and acquired again, with the same token
ok: the question: refreshed for longer
ok: the question: refreshed for less
ok: the write: released
ok: the write: stopped and released
ok: the write: released, and acquired by another owner
ok: the write: released and acquired again, with the same token
ok: the write: refreshed for longer
ok: the write: refreshed for less
ok: expired before the write comes
ok: again and again
