--TEST--
FlockStore: a wait with a limit tries again before it starts a thread; that to change a lock does not
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/strace.inc';

print_calls(<<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    $store = new FlockStore($argv[1]);
    [$a, $b] = [new Lock(new Key('r'), $store), new Lock(new Key('r'), $store)];
    $a->acquireRead();
    step('waiting for a lock', fn () => $b->acquire(true, 0.02));
    $b->acquireRead();
    step('waiting for a change', fn () => $b->acquire(true, 0.02));
    CODE, [temporary_directory()]);
?>
--EXPECTREGEX--
waiting for a lock: [a-z ]*flock(?: sched_yield flock)+(?: (?!flock|sched_yield)[a-z]+)* eventfd2 .*
waiting for a change: [a-z ]*flock eventfd2 .*
