--TEST--
ZookeeperStore: a handler forks in the middle of a wait: who does not get the lock, parent or child, has nothing of it, and takes nothing away
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$dsn = 'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\ZookeeperStore;

    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use (&$who) {
        $who = pcntl_fork() ? 'parent' : 'child';
        echo "$who waits\n";
    });
    $lock = new Lock(new Key($argv[2]), new ZookeeperStore($argv[1]), null);
    echo "ready\n";
    $got = $lock->acquire(true, 3.0);
    $both = [$got, $lock->isAcquired()];
    if (!$got) {
        $argv[3] === 'release' ? $lock->release() : null;
        unset($lock);
        echo "$who: ", json_encode($both), "\n";
    } else {
        echo "one has it: ", json_encode($both), "\n";
        sleep(6);
    }
    CODE;

foreach (['destructor', 'release'] as $end) {
    group("the end of the other one: $end", function () use ($dsn, $code, $end) {
        $holder = new Lock(new Key($name = unique()), new ZookeeperStore($dsn), null, false);
        same('held', true, $holder->acquire());
        $waiter = Child::start($code, 'here', ['pcntl', 'posix'], [], [$dsn, $name, $end]);
        same('it waits', 'ready', $waiter->hear());
        usleep(500_000);
        $waiter->kill(SIGUSR1);
        $lines = [$waiter->hear(), $waiter->hear()];
        sort($lines);
        same('two wait', ['child waits', 'parent waits'], $lines);
        $holder->release();
        same('one has it', 'one has it: [true,true]', $waiter->hear());
        same('the other one knows', '[false,false]', explode(': ', $waiter->hear(8))[1]);
        usleep(200_000);
        same('nobody else gets it', false, $holder->acquire());
        $waiter->kill(SIGKILL);
    });
}
?>
--EXPECT--
ok: the end of the other one: destructor
ok: the end of the other one: release
