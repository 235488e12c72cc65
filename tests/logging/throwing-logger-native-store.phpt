--TEST--
A logger that throws over a store of the extension: its exceptions come out as with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/throwing-logger.inc";'.<<<'CODE'

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;

echo "--- over a store of the extension\n";
$store = new InMemoryStore();
$lock = new Lock($key = new Key('r'), $store, 30);
$lock->setLogger($logger = new ThrowingLogger());
foreach (['acquire', 'acquireRead', 'refresh', 'release'] as $call) {
    $logger->throw = [new RuntimeException('disk full')];
    $outcome = outcome(fn () => $lock->$call());
    echo "$call\n  = $outcome\n", $logger->flush();
    echo '  held: ', show($store->exists($key)), "\n";
    $logger->throw = [];
}
CODE);
?>
--EXPECT--
--- over a store of the extension
acquire
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- RuntimeException: disk full
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  held: true
acquireRead
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- RuntimeException: disk full
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  held: true
refresh
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- RuntimeException: disk full
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  held: true
release
  = RuntimeException: disk full
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  held: false
The package 7.4 prints the same.
