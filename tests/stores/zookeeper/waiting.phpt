--TEST--
ZookeeperStore: the server wakes a waiter at once; deadlines, signals and exceptions end a wait with nothing left behind
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$store = new ZookeeperStore("zookeeper://$hosts");
$wire = new ZookeeperWire($hosts);
$lock = fn (string $name) => new Lock(new Key($name), $store, 30.0);

group('a holder elsewhere lets go', function () use ($lock, $hosts) {
    $waits = [];
    for ($i = 0; $i < 5; ++$i) {
        $name = unique();
        // The holder runs the package: it publishes nothing, and need not.
        $class = var_export(dirname(__DIR__, 2).'/inc/zookeeper_class.inc', true);
        $child = Child::start(sprintf(<<<'CODE'
            require %s;
            $store = new Symfony\Component\Lock\Store\ZookeeperStore(new Zookeeper(%s));
            $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key($argv[1]), $store, null);
            $lock->acquire();
            echo "held\n";
            fgets(STDIN);
            usleep(150_000);
            echo hrtime(true), "\n";
            $lock->release();
            CODE, $class, var_export($hosts, true)), '7.4', [], [], [$name]);
        same('held', 'held', $child->hear());
        $mine = $lock($name);
        same('taken', false, $mine->acquire());
        $child->say('go');
        same('acquired in the end', true, $mine->acquire(true));
        $waits[] = hrtime(true) - (int) $child->hear();
        $mine->release();
        $child->finish();
    }
    sort($waits);
    // Well below the interval of polling, which is 100 ms.
    between('milliseconds after the release, in the middle', 0, 60, $waits[2] / 1e6);
});

group('a holder that dies', function () use ($lock, $hosts) {
    $name = unique();
    $wire = new ZookeeperWire($hosts, 2.0);
    $wire->create("/$name", 'another owner');
    unset($wire);
    // Without a disconnect the server waits for the session's timeout.
    between('seconds', 0.5, 6, seconds(fn () => same('acquired', true, $lock($name)->acquire(true, 10))));
});

group('a deadline', function () use ($lock, $wire) {
    $name = unique();
    $wire->create("/$name", 'another owner');
    $mine = $lock($name);
    foreach ([0.0, 0.05, 0.3] as $timeout) {
        between(
            "after $timeout: seconds",
            $timeout,
            $timeout + 0.25,
            seconds(fn () => same('refused', false, $mine->acquire(true, $timeout))),
        );
    }
    $wire->delete("/$name");
    usleep(50_000);
    same('nothing was left behind', false, in_array($name, $wire->children(), true));
    same('and it works', [true, true], [$mine->acquire(true, 0.3), $mine->isAcquired()]);
});

group('signals', function () use ($lock, $wire) {
    pcntl_async_signals(true);
    $handled = 0;
    pcntl_signal(SIGALRM, function () use (&$handled, $wire, &$name) {
        if (3 === ++$handled) {
            $wire->delete("/$name");
        } else {
            pcntl_alarm(1);
        }
    });
    $wire->create('/'.$name = unique(), 'another owner');
    pcntl_alarm(1);
    same('a signal is no conflict', true, $lock($name)->acquire(true));
    same('handled while waiting', 3, $handled);

    pcntl_signal(SIGALRM, fn () => throw new DomainException('from the handler'));
    $wire->create('/'.$name = unique(), 'another owner');
    pcntl_alarm(1);
    raises('an exception', DomainException::class, 'from the handler', fn () => $lock($name)->acquire(true));
    $wire->delete("/$name");
    usleep(50_000);
    same('nothing was left behind', false, in_array($name, $wire->children(), true));

    // The handler uses the same session.
    $wire->create('/'.$name = unique(), 'another owner');
    pcntl_signal(SIGALRM, function () use ($lock, $wire, $name) {
        $inner = $lock(unique());
        same('inner', [true, true, null], [$inner->acquire(true), $inner->isAcquired(), $inner->release()]);
        $wire->delete("/$name");
    });
    pcntl_alarm(1);
    same('locks in a handler', true, $lock($name)->acquire(true, 10));
});

group('a fork while waiting', function () use ($lock, $wire) {
    $wire->create('/'.$name = unique(), 'another owner');
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $child = null;
    pcntl_signal(SIGALRM, function () use (&$child) {
        $child = pcntl_fork();
    });
    pcntl_alarm(1);
    $waiting = $lock($name);
    $got = $waiting->acquire(true, $child === null ? 2.5 : 1.0);
    if (0 === $child) {
        fwrite($theirs, show($got));
        posix_kill(getmypid(), SIGKILL);
    }
    fclose($theirs);
    same('both wait to the end', [false, 'false'], [$got, stream_get_contents($mine)]);
    pcntl_wait($status);
    $wire->delete("/$name");
    same('and the session works', true, $waiting->acquire(true, 1));
});

group('many waits leave no watches behind', function () use ($lock, $wire) {
    $wire->create('/'.$name = unique(), 'another owner');
    for ($i = 0; $i < 20; ++$i) {
        $lock($name)->acquire(true, 0.01);
    }
    preg_match_all('~^/'.$name.'$\n((?:\t.*\n)*)~m', zookeeper_says('wchp'), $m);
    same('one watch', 1, substr_count($m[1][0] ?? '', "\t"));
    $wire->delete("/$name");
});
?>
--EXPECT--
ok: a holder elsewhere lets go
ok: a holder that dies
ok: a deadline
ok: signals
ok: a fork while waiting
ok: many waits leave no watches behind
