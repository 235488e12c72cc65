--TEST--
FlockStore and SemaphoreStore: where no signal has a handler a waiter sleeps in the kernel, without a thread and without waking up, and a signal ends its process
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/holder.inc';

function naps(int $pid): int
{
    preg_match('/^voluntary_ctxt_switches:\s*(\d+)/m', file_get_contents("/proc/$pid/status"), $match);

    return (int) $match[1];
}

$directory = temporary_directory();
$stores = [
    'FlockStore' => 'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).')',
    'SemaphoreStore' => 'new Symfony\Component\Lock\Store\SemaphoreStore()',
];
foreach ($stores as $name => $make) {
    group($name, function () use ($make, $name) {
        $lock = lock_on(eval("return $make;"), $resource = unique());
        $lock->acquire();
        $waiters = [
            'nothing' => waiter($make, $resource, 'acquire(true); $lock->release()'),
            'a handler' => waiter(
                $make,
                $resource,
                'acquire(); pcntl_async_signals(true); pcntl_signal(SIGUSR2, fn () => 0); $lock->acquire(true); '
                    .'$lock->release()',
                ['pcntl'],
            ),
            'a time limit' => waiter(
                $make,
                $resource,
                'acquire(); set_time_limit(30); $lock->acquire(true); $lock->release()',
                ['pcntl'],
            ),
        ];
        usleep(300_000);
        $since = now();
        $before = array_map(fn ($waiter) => naps($waiter->pid()), $waiters);
        usleep(1_000_000);
        $naps = [];
        foreach ($waiters as $what => $waiter) {
            $naps[$what] = naps($waiter->pid()) - $before[$what];
            $most = 12 * (now() - $since);
            if ('FlockStore' === $name) {
                same("$what: threads", PHP_ZTS || 'nothing' !== $what ? 2 : 1, threads($waiter->pid()));
            }
        }
        if (!PHP_ZTS) {
            between('with nothing to look for', 0, 2, $naps['nothing']);
        }
        between('with a handler it looks now and then', 3, $most, $naps['a handler']);
        between('with a time limit, too', 3, $most, $naps['a time limit']);

        // As without the extension: the signal ends the process, and the kernel forgets it.
        $waiters['nothing']->kill(SIGTERM);
        same('ended by the signal', true, eventually(fn () => !$waiters['nothing']->running()));
        $lock->release();
        foreach (['a handler', 'a time limit'] as $what) {
            check("$what: acquired in the end", is_numeric($waiters[$what]->hear()));
            $waiters[$what]->finish();
        }
        same('free', true, $lock->acquire());
    });
}
?>
--EXPECT--
ok: FlockStore
ok: SemaphoreStore
