--TEST--
MongoDbStore through a Manager: calls that a subscriber leaves in their middle, with its fiber, and that end in any order leave signals as they were
--EXTENSIONS--
mongodb
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use MongoDB\Driver\Monitoring\CommandFailedEvent;
use MongoDB\Driver\Monitoring\CommandStartedEvent;
use MongoDB\Driver\Monitoring\CommandSubscriber;
use MongoDB\Driver\Monitoring\CommandSucceededEvent;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

final class Suspends implements CommandSubscriber
{
    public static bool $now = false;

    public function commandStarted(CommandStartedEvent $event): void
    {
    }

    public function commandSucceeded(CommandSucceededEvent $event): void
    {
        if (self::$now && Fiber::getCurrent()) {
            Fiber::suspend();
        }
    }

    public function commandFailed(CommandFailedEvent $event): void
    {
    }
}

function blocked(): array
{
    // Which nobody has blocked; PHP 8.4 wants one to be named.
    pcntl_sigprocmask(SIG_UNBLOCK, [SIGCHLD], $old);

    return $old;
}

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "the handler runs\n"; });
$manager = new MongoDB\Driver\Manager(getenv('SLOCK_TEST_MONGODB_URI'));
$manager->addSubscriber(new Suspends());
$store = new MongoDbStore($manager, ['database' => 'slock', 'collection' => unique(), 'gcProbability' => 0]);
[$one, $two] = [new Lock(new Key(unique()), $store, 30), new Lock(new Key(unique()), $store, 30)];
foreach ([$one, $two] as $lock) {
    $lock->acquire();
    $lock->release();
}
$before = blocked();
Suspends::$now = true;
$fibers = [new Fiber($one->acquire(...)), new Fiber($two->acquire(...))];
array_map(fn ($fiber) => $fiber->start(), $fibers);
foreach ($fibers as $fiber) {
    while (!$fiber->isTerminated()) {
        $fiber->resume();
    }
}
Suspends::$now = false;
same('acquired', [true, true], array_map(fn ($fiber) => $fiber->getReturn(), $fibers));
same('signals', $before, blocked());
posix_kill(getmypid(), SIGUSR1);
?>
--EXPECT--
ok: acquired
ok: signals
the handler runs
