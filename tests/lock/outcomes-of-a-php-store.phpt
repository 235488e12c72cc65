--TEST--
What a failing store written in PHP becomes: results, exception classes, messages, previous exceptions and log records
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception as E;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

$failures = [
    'conflict' => fn () => new E\LockConflictedException('held', 3, new Exception('why')),
    'storage' => fn () => new E\LockStorageException('down'),
    'expired' => fn () => new E\LockExpiredException('late'),
    'releasing' => fn () => new E\LockReleasingException('stuck'),
    'acquiring' => fn () => new E\LockAcquiringException('inner'),
    'invalid' => fn () => new E\InvalidArgumentException('bad'),
    'exception' => fn () => new Exception('any'),
    'error' => fn () => new Error('engine'),
];
$calls = [
    'acquire()' => [fn ($lock) => $lock->acquire(), ['save', 'putOffExpiration']],
    'acquire(true)' => [fn ($lock) => $lock->acquire(true), ['waitAndSave', 'putOffExpiration']],
    'acquireRead()' => [fn ($lock) => $lock->acquireRead(), ['saveRead', 'putOffExpiration']],
    'acquireRead(true)' => [fn ($lock) => $lock->acquireRead(true), ['waitAndSaveRead', 'putOffExpiration']],
    'refresh()' => [fn ($lock) => $lock->refresh(), ['putOffExpiration']],
    'isAcquired()' => [fn ($lock) => $lock->isAcquired(), ['exists']],
    'release()' => [fn ($lock) => $lock->release(), ['delete', 'exists']],
];
foreach ($calls as $call => [$f, $methods]) {
    foreach ($methods as $method) {
        foreach ($failures as $name => $make) {
            $store = new BlockingSharedStore();
            $store->quiet = true;
            $store->next[$method] = [$make()];
            $logger = new ArrayLogger();
            $lock = new Lock(new Key('r'), $store, 30);
            $lock->setLogger($logger);
            echo "$call, $method fails: $name\n  = ", outcome(fn () => $f($lock)), "\n", $logger->flush();
            echo '  calls: ', implode(' ', $store->calls), "\n";
            $store->calls = [];
            unset($lock);
            echo '  destructor calls: ', implode(' ', $store->calls), "\n", $logger->flush();
        }
    }
}
CODE);
?>
--EXPECT--
acquire(), save fails: conflict
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
  destructor calls: 
acquire(), save fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
  destructor calls: 
acquire(), save fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: save
  destructor calls: 
acquire(), save fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: save
  destructor calls: 
acquire(), save fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: save
  destructor calls: 
acquire(), save fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: save
  destructor calls: 
acquire(), save fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: save
  destructor calls: 
acquire(), save fails: error
  = Error: engine
  calls: save
  destructor calls: 
acquire(), putOffExpiration fails: conflict
  = false
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save putOffExpiration
  destructor calls: 
acquire(), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  calls: save putOffExpiration
  destructor calls: exists
acquire(true), waitAndSave fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: error
  = Error: engine
  calls: waitAndSave
  destructor calls: 
acquire(true), putOffExpiration fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSave putOffExpiration
  destructor calls: 
acquire(true), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquireRead(), saveRead fails: conflict
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: error
  = Error: engine
  calls: saveRead
  destructor calls: 
acquireRead(), putOffExpiration fails: conflict
  = false
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead putOffExpiration
  destructor calls: 
acquireRead(), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(true), waitAndSaveRead fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: error
  = Error: engine
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), putOffExpiration fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSaveRead putOffExpiration
  destructor calls: 
acquireRead(true), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
refresh(), putOffExpiration fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: error
  = Error: engine
  calls: putOffExpiration
  destructor calls: 
isAcquired(), exists fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  calls: exists
  destructor calls: 
isAcquired(), exists fails: storage
  = Symfony\Component\Lock\Exception\LockStorageException: down
  calls: exists
  destructor calls: 
isAcquired(), exists fails: expired
  = Symfony\Component\Lock\Exception\LockExpiredException: late
  calls: exists
  destructor calls: 
isAcquired(), exists fails: releasing
  = Symfony\Component\Lock\Exception\LockReleasingException: stuck
  calls: exists
  destructor calls: 
isAcquired(), exists fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: inner
  calls: exists
  destructor calls: 
isAcquired(), exists fails: invalid
  = Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  calls: exists
  destructor calls: 
isAcquired(), exists fails: exception
  = Exception: any
  calls: exists
  destructor calls: 
isAcquired(), exists fails: error
  = Error: engine
  calls: exists
  destructor calls: 
release(), delete fails: conflict
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: storage
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: expired
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: releasing
  = Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: acquiring
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: invalid
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: exception
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Exception: any
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: error
  = Error: engine
  calls: delete
  destructor calls: 
release(), exists fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  calls: delete exists
  destructor calls: 
release(), exists fails: storage
  = Symfony\Component\Lock\Exception\LockStorageException: down
  calls: delete exists
  destructor calls: 
release(), exists fails: expired
  = Symfony\Component\Lock\Exception\LockExpiredException: late
  calls: delete exists
  destructor calls: 
release(), exists fails: releasing
  = Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete exists
  destructor calls: 
release(), exists fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: inner
  calls: delete exists
  destructor calls: 
release(), exists fails: invalid
  = Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  calls: delete exists
  destructor calls: 
release(), exists fails: exception
  = Exception: any
  calls: delete exists
  destructor calls: 
release(), exists fails: error
  = Error: engine
  calls: delete exists
  destructor calls: 
The package 7.4 prints the same.
