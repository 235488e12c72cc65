--TEST--
Lock::getExpiringDate(), as early versions had it
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;

$key = new Key('r');
$lock = new Lock($key, new InMemoryStore());
same('without a lifetime', null, $lock->getExpiringDate());
$lock->acquire();
same('without a TTL', null, $lock->getExpiringDate());
$before = microtime(true);
$key->reduceLifetime(3600.5);
$date = $lock->getExpiringDate();
same('class', DateTimeImmutable::class, $date::class);
between('in an hour', $before + 3600, $before + 3610, (float) $date->format('U.u'));
$key->reduceLifetime(-10);
check('in the past', (float) $lock->getExpiringDate()->format('U.u') < $before);
?>
--EXPECT--
ok: without a lifetime
ok: without a TTL
ok: class
ok: in an hour
ok: in the past
