--TEST--
SemaphoreStore: no more system calls than the protocol needs
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/strace.inc';

print_calls(<<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\SemaphoreStore;

    $lock = new Lock(new Key($argv[1]), $store = new SemaphoreStore());
    $other = new Lock(new Key($argv[1]), $store);
    step('acquire', fn () => $lock->acquire());
    step('isAcquired', fn () => $lock->isAcquired());
    step('acquire again', fn () => $lock->acquire());
    step('conflict', fn () => $other->acquire());
    step('isAcquired of another', fn () => $other->isAcquired());
    step('release', fn () => $lock->release());
    $lock->acquire();
    step('automatic release', function () use (&$lock) { $lock = null; });
    CODE, [unique()]);
?>
--EXPECT--
acquire: semget semtimedop semctl semctl semtimedop
isAcquired: semctl
acquire again: semctl
conflict: semget semtimedop semctl semtimedop semtimedop
isAcquired of another:
release: semctl
automatic release: semctl
