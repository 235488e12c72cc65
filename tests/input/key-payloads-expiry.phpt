--TEST--
Hostile payloads for unserialize() of a Key, expiry: each is a clear exception or a harmless key, never a crash
--FILE--
<?php
require __DIR__.'/key-payloads.inc';

unserialized([
    'string expiry' => [['resource' => 'r', 'expiringTime' => 'soon'], TypeError::class],
    'numeric string expiry' => [['resource' => 'r', 'expiringTime' => '12'], 'r'],
    'numeric string expiry, and more' => [['resource' => 'r', 'expiringTime' => '12 s'], TypeError::class],
    'infinite string expiry' => [['resource' => 'r', 'expiringTime' => '1e999'], TypeError::class],
    'bool expiry' => [['resource' => 'r', 'expiringTime' => true], TypeError::class],
    'array expiry' => [['resource' => 'r', 'expiringTime' => [1]], TypeError::class],
    'object expiry' => [['resource' => 'r', 'expiringTime' => new Text()], TypeError::class],
    'date expiry' => [['resource' => 'r', 'expiringTime' => new DateTimeImmutable()], TypeError::class],
    'NaN expiry' => [['resource' => 'r', 'expiringTime' => NAN], TypeError::class],
    'int expiry' => [['resource' => 'r', 'expiringTime' => 1], 'r'],
    'negative expiry' => [['resource' => 'r', 'expiringTime' => -1e300], 'r'],
    'infinite expiry' => [['resource' => 'r', 'expiringTime' => INF], TypeError::class],
    'minus infinite expiry' => [['resource' => 'r', 'expiringTime' => -INF], TypeError::class],
    'largest int expiry' => [['resource' => 'r', 'expiringTime' => PHP_INT_MAX], 'r'],
    'smallest int expiry' => [['resource' => 'r', 'expiringTime' => PHP_INT_MIN], 'r'],
    'a reference as expiry' => [(function () { $x = 1.5; return ['resource' => 'r', 'expiringTime' => &$x]; })(), 'r'],
]);
gc_collect_cycles();
echo "done\n";
?>
--EXPECT--
ok: string expiry
ok: string expiry: usable
ok: numeric string expiry
ok: numeric string expiry: usable
ok: numeric string expiry, and more
ok: numeric string expiry, and more: usable
ok: infinite string expiry
ok: infinite string expiry: usable
ok: bool expiry
ok: bool expiry: usable
ok: array expiry
ok: array expiry: usable
ok: object expiry
ok: object expiry: usable
ok: date expiry
ok: date expiry: usable
ok: NaN expiry
ok: NaN expiry: usable
ok: int expiry
ok: int expiry: usable
ok: negative expiry
ok: negative expiry: usable
ok: infinite expiry
ok: infinite expiry: usable
ok: minus infinite expiry
ok: minus infinite expiry: usable
ok: largest int expiry
ok: largest int expiry: usable
ok: smallest int expiry
ok: smallest int expiry: usable
ok: a reference as expiry
ok: a reference as expiry: usable
done
