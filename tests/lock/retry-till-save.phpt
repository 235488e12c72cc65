--TEST--
RetryTillSaveStore: calls, attempts and log records are those of the PHP package 5.4
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RetryTillSaveStore;

function step(string $what, callable $f, ?ArrayLogger $logger = null): void
{
    echo "$what\n";
    $outcome = outcome($f);
    echo "  = $outcome\n", $logger?->flush();
}

$inner = new PlainStore('inner');
$store = new RetryTillSaveStore($inner, 1, 3);
$store->setLogger($logger = new ArrayLogger());
$key = new Key('r');
step('save', fn () => $store->save($key), $logger);
step('putOffExpiration', fn () => $store->putOffExpiration($key, 10), $logger);
step('delete', fn () => $store->delete($key), $logger);
$inner->always['exists'] = true;
step('exists', fn () => $store->exists($key), $logger);
$inner->always['exists'] = false;
step('waitAndSave', fn () => $store->waitAndSave($key), $logger);
$inner->always['save'] = new LockConflictedException('inner conflict');
step('save, conflict', fn () => $store->save($key), $logger);
step('waitAndSave, always a conflict', fn () => $store->waitAndSave($key), $logger);
$inner->next['save'] = [new LockConflictedException(), null];
step('waitAndSave, then free', fn () => $store->waitAndSave($key), $logger);
$inner->next['save'] = [new LockConflictedException(), new LockStorageException('down')];
step('waitAndSave, then a failure', fn () => $store->waitAndSave($key), $logger);
$once = new RetryTillSaveStore($inner, 1, 0);
step('no retry', fn () => $once->waitAndSave($key));
$named = new RetryTillSaveStore(decorated: $inner, retryCount: 2, retrySleep: 0);
step('two, without a pause', fn () => $named->waitAndSave($key));

$lock = new Lock(new Key('r'), $store);
step('acquire', fn () => $lock->acquire());
step('acquire(true)', fn () => $lock->acquire(true), $logger);
CODE, '5.4');
?>
--EXPECT--
save
  inner->save(r)
  = NULL
putOffExpiration
  inner->putOffExpiration(r, 10)
  = NULL
delete
  inner->delete(r)
  = NULL
exists
  inner->exists(r)
  = true
waitAndSave
  inner->save(r)
  = NULL
save, conflict
  inner->save(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: inner conflict
waitAndSave, always a conflict
  inner->save(r)
  inner->save(r)
  inner->save(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log warning: Failed to store the "{resource}" lock. Abort after {retry} retry. | resource=Key(r) retry=3
waitAndSave, then free
  inner->save(r)
  inner->save(r)
  = NULL
waitAndSave, then a failure
  inner->save(r)
  inner->save(r)
  = Symfony\Component\Lock\Exception\LockStorageException: down
no retry
  inner->save(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
two, without a pause
  inner->save(r)
  inner->save(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
acquire
  inner->save(r)
  = false
acquire(true)
  inner->save(r)
  inner->save(r)
  inner->save(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log warning: Failed to store the "{resource}" lock. Abort after {retry} retry. | resource=Key(r) retry=3
The package 5.4 prints the same.
