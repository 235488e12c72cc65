--TEST--
The remaining lifetime of a lock: null without a TTL, counts down, is set again by acquire() and refresh()
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;

class Expiring extends InMemoryStore
{
    public function putOffExpiration(Key $key, float $ttl): void
    {
        $key->reduceLifetime($ttl);
    }
}

$lock = new Lock(new Key('r'), new Expiring());
same('before', [null, false], [$lock->getRemainingLifetime(), $lock->isExpired()]);
same('without a TTL', [true, null, false], [$lock->acquire(), $lock->getRemainingLifetime(), $lock->isExpired()]);
$lock->refresh(600);
between('refresh(600)', 590, 600, $lock->getRemainingLifetime());
$lock->refresh(0.05);
between('refresh(0.05) shortens', -5, 0.05, $lock->getRemainingLifetime());
usleep(60_000);
same('expired', true, $lock->isExpired());
check('a negative lifetime', $lock->getRemainingLifetime() < 0);
same(
    'acquire() sets it back',
    [true, null, false],
    [$lock->acquire(), $lock->getRemainingLifetime(), $lock->isExpired()],
);

$lock = new Lock(new Key('r2'), new Expiring(), 100);
$lock->acquire();
between('with a TTL', 90, 100, $first = $lock->getRemainingLifetime());
usleep(30_000);
$second = $lock->getRemainingLifetime();
check('counts down', $second < $first - 0.029, "$first, $second");
$lock->acquire();
check('acquire() starts again', $lock->getRemainingLifetime() > $second);
$lock->release();
check('release() leaves it', $lock->getRemainingLifetime() > 80);
?>
--EXPECT--
ok: before
ok: without a TTL
ok: refresh(600)
ok: refresh(0.05) shortens
ok: expired
ok: a negative lifetime
ok: acquire() sets it back
ok: with a TTL
ok: counts down
ok: acquire() starts again
ok: release() leaves it
