--TEST--
Signals that come while a store written in PHP refuses with an exception: each reaches its handler, and what that throws its caller
--EXTENSIONS--
pcntl
posix
--INI--
report_memleaks=0
--FILE--
<?php
// report_memleaks: where a handler throws between `new` and what the object is for, PHP itself loses the object.
require __DIR__.'/../inc/bounded-waits.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

final class Refusing extends Plain
{
    public function save(Key $key): void
    {
        throw new LockConflictedException();
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        throw new LockConflictedException();
    }
}

const SIGNALS = 200;

/**
 * As many signals as are answered, one after the other, while this process calls a method that is refused. What their
 * handler throws arrives where the method was called.
 */
function all_are_heard(bool $throws, Closure $call): void
{
    $sender = Peer::start(function (Peer $test) {
        $test->hear();
        for ($heard = 0; $heard < SIGNALS; $heard++) {
            usleep(random_int(1, 500));
            posix_kill($test->pid, SIGUSR1);
            if ('ran' !== $test->hear(10)) {
                break;
            }
        }
        $test->say("heard $heard");
    });
    $calls = false;
    $thrown = $caught = 0;
    pcntl_signal(SIGUSR1, function () use ($sender, $throws, &$calls, &$thrown) {
        $sender->say('ran');
        if ($throws && $calls) {
            $thrown++;
            $calls = false; // or the next one might come in the catch block
            throw new Interrupted();
        }
    });
    $sender->say('begin');
    for ($end = null, $i = 0; null === $end; $i++) {
        try {
            $calls = true;
            refused($call);
            $calls = false;
        } catch (Throwable $e) {
            $calls = false;
            while ($e && !$e instanceof Interrupted) {
                $e = $e->getPrevious();
            }
            $e && $caught++;
        }
        $end = 0 === $i % 50 ? $sender->hear(0) : null;
    }
    same('signals that were heard', 'heard '.SIGNALS, $end);
    same('exceptions that arrived', $thrown, $caught);
    same('there were some', $throws, $thrown > 0);
    $sender->finish();
}

/** A call that the store refuses. */
function refused(Closure $call): void
{
    try {
        $got = $call();
        same('refused', false, $got);
    } catch (LockConflictedException $e) {
        $previous = $e->getPrevious();
        same('for no other reason', null, $previous);
    }
}

pcntl_async_signals(true);
$refusing = new Refusing();
$combined = new CombinedStore([$refusing, new InMemoryStore()], new UnanimousStrategy());
foreach ([
    'PHP' => $refusing,
    'retrying' => new RetryTillSaveStore($refusing, 1),
    'combined' => $combined,
    'combined, retrying' => new RetryTillSaveStore($combined, 1),
] as $name => $store) {
    group($name, function () use ($store) {
        $lock = lock_on($store, 'r');
        all_are_heard(false, fn () => $lock->acquire());
        all_are_heard(false, fn () => $lock->acquire(true, 0.0));
    });
}
group('PHP, exceptions', function () use ($refusing) {
    // Made before: what a handler throws among the arguments of a call makes PHP free what is not there.
    $lock = lock_on($refusing, 'r');
    all_are_heard(true, fn () => $lock->acquire());
});
group('refresh()', function () use ($refusing) {
    $lock = lock_on($refusing, 'r');
    all_are_heard(false, fn () => $lock->refresh(30.0));
    all_are_heard(true, fn () => $lock->refresh(30.0));
});
group('no store at all', fn () => all_are_heard(true, fn () => throw new LockConflictedException()));
group('exit()', function () use ($refusing) {
    $ends = [];
    for ($i = 0; $i < 40; $i++) {
        $process = Peer::start(function (Peer $test) use ($refusing) {
            error_clear_last();
            pcntl_signal(SIGUSR1, fn () => exit);
            pcntl_async_signals(true);
            register_shutdown_function(fn () => $test->say('the end: '.(error_get_last()['message'] ?? 'no error')));
            $lock = lock_on($refusing, 'r');
            $test->say('begins');
            for ($end = now() + 10; now() < $end;) {
                for ($j = 0; $j < 1000; $j++) {
                    refused(fn () => $lock->refresh(30.0));
                }
            }
        });
        $process->hear();
        usleep(random_int(0, 3000));
        posix_kill($process->pid, SIGUSR1);
        $ends[$process->hear()] = true;
        $process->ends();
    }
    same('what they say at the end', ['the end: no error'], array_keys($ends));
});
?>
--EXPECT--
ok: PHP
ok: retrying
ok: combined
ok: combined, retrying
ok: PHP, exceptions
ok: refresh()
ok: no store at all
ok: exit()
