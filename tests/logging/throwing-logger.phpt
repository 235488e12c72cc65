--TEST--
A logger that throws: its exceptions come out as with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;

class ThrowingLogger extends ArrayLogger
{
    public array $throw = [];

    public function log($level, $message, array $context = []): void
    {
        parent::log($level, $message, $context);
        if ($e = array_shift($this->throw)) {
            throw $e;
        }
    }
}

$calls = [
    'acquire' => [fn ($lock) => $lock->acquire(), 'save'],
    'acquireRead' => [fn ($lock) => $lock->acquireRead(), 'saveRead'],
    'refresh' => [fn ($lock) => $lock->refresh(), 'putOffExpiration'],
    'release' => [fn ($lock) => $lock->release(), 'delete'],
];
foreach ($calls as $call => [$f, $method]) {
    foreach ([
        'ok' => null,
        'conflict' => new LockConflictedException('held'),
        'failure' => new LockStorageException('down'),
    ] as $what => $failure) {
        foreach ([
            'one exception' => [new RuntimeException('disk full')],
            'two exceptions' => [new RuntimeException('disk full'), new LogicException('again')],
            'an error' => [new Error('engine')],
        ] as $how => $throw) {
            $store = new SharedStore();
            $store->quiet = true;
            $store->next[$method] = [$failure];
            $lock = new Lock(new Key('r'), $store, 30);
            $lock->setLogger($logger = new ThrowingLogger());
            $logger->throw = $throw;
            $outcome = outcome(fn () => $f($lock));
            echo "$call, $what, $how\n  = $outcome\n", $logger->flush(), '  calls: ', implode(' ', $store->calls), "\n";
            $logger->throw = [];
            unset($lock);
        }
    }
}

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
acquire, ok, one exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- RuntimeException: disk full
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: save
acquire, ok, two exceptions
  = LogicException: again
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: save
acquire, ok, an error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  calls: save
acquire, conflict, one exception
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
acquire, conflict, two exceptions
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
acquire, conflict, an error
  = Error: engine
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
acquire, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
acquire, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
acquire, failure, an error
  = Error: engine
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
acquireRead, ok, one exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- RuntimeException: disk full
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: saveRead
acquireRead, ok, two exceptions
  = LogicException: again
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: saveRead
acquireRead, ok, an error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  calls: saveRead
acquireRead, conflict, one exception
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
acquireRead, conflict, two exceptions
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
acquireRead, conflict, an error
  = Error: engine
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
acquireRead, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
acquireRead, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
acquireRead, failure, an error
  = Error: engine
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
refresh, ok, one exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- RuntimeException: disk full
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: putOffExpiration
refresh, ok, two exceptions
  = LogicException: again
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: putOffExpiration
refresh, ok, an error
  = Error: engine
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  calls: putOffExpiration
refresh, conflict, one exception
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
refresh, conflict, two exceptions
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
refresh, conflict, an error
  = Error: engine
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
refresh, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
refresh, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
refresh, failure, an error
  = Error: engine
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
release, ok, one exception
  = RuntimeException: disk full
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  calls: delete exists
release, ok, two exceptions
  = RuntimeException: disk full
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  calls: delete exists
release, ok, an error
  = Error: engine
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  calls: delete exists
release, conflict, one exception
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, conflict, two exceptions
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, conflict, an error
  = Error: engine
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, failure, an error
  = Error: engine
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
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
