--TEST--
RedisStore: 200 waiters on one lock are bounded in what they ask of the server, and 8 have the same share
--EXTENSIONS--
pcntl
posix
--CONFLICTS--
all
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$scripts = fn () => scripts($admin);

/** @return int[] process ids */
function fork_off(int $count, callable $f): array
{
    for ($pids = []; count($pids) < $count;) {
        if (0 === $pid = pcntl_fork()) {
            try {
                $f(count($pids));
            } finally {
                posix_kill(getmypid(), 9); // nothing of the parent's ends here
            }
        }
        $pids[] = $pid;
    }

    return $pids;
}

/** @param int[] $pids */
function end_all(array $pids, bool $kill = true): void
{
    foreach ($pids as $pid) {
        $kill && posix_kill($pid, 9);
        pcntl_waitpid($pid, $status);
    }
}

group('200 waiters', function () use ($server, $admin, $scripts) {
    $store = new RedisStore("redis://$server->socket");
    $lock = lock($store, $name = unique());
    $lock->acquire();
    $pids = fork_off(200, function () use ($server, $name) {
        $lock = lock(new RedisStore("redis://$server->socket"), $name);
        while (true) {
            $lock->acquire(true);
            usleep(2000);
            $lock->release();
        }
    });
    same('all listen', true, eventually(fn () => 200 === listening($admin, $name)));
    usleep(300_000);

    // Each polls every 100 ms, 10 % more or less.
    [$start, $before] = [now(), $scripts()];
    usleep(1_000_000);
    $rate = ($scripts() - $before) / (now() - $start);
    between('attempts per second while nothing happens', 500, 2300, $rate);

    // The lock goes from one to the next: about one attempt in each slot of 0.3 ms, and what gets and releases it.
    $lock->release();
    usleep(100_000);
    [$start, $before] = [now(), $scripts()];
    usleep(2_000_000);
    $rate = ($scripts() - $before) / (now() - $start);
    between('scripts per second while it is handed over', 100, 5500, $rate);
    end_all($pids);
});

group('8 waiters', function () use ($server) {
    $name = unique();
    $results = tempnam(sys_get_temp_dir(), 'slock');
    $start = now() + 0.3;
    end_all(fork_off(8, function () use ($server, $name, $results, $start) {
        $lock = lock(new RedisStore($server->dsn()), $name);
        $lock->isAcquired();
        usleep((int) (1e6 * ($start - now())));
        for ($turns = 0; now() < $start + 3; ++$turns) {
            $lock->acquire(true);
            usleep(5000);
            $lock->release();
        }
        file_put_contents($results, "$turns\n", FILE_APPEND | LOCK_EX);
    }), false);
    $turns = array_map(intval(...), file($results));
    unlink($results);
    same('all have ended', 8, count($turns));
    between('turns', 50, 600, array_sum($turns));
    between(
        "Jain's index of ".implode(', ', $turns),
        0.8,
        1,
        array_sum($turns) ** 2 / (8 * max(1, array_sum(array_map(fn ($n) => $n * $n, $turns)))),
    );
});

group(
    'who has released waits for its turn only where others wait, and only when it wants to wait',
    function () use ($server, $admin) {
        $store = new RedisStore($server->dsn());
        $lock = lock($store, $name = unique());
        $lock->acquire();
        $waiter = sleeper($server->dsn(), $name);
        $waiter->say('wait');
        listeners($server, $name, 1);
        $waiter->kill(SIGSTOP); // it is told, and does nothing about it
        $lock->release();
        $took = ['trying' => [], 'waiting' => [], 'waiting later' => []];
        for ($i = 0; $i < 30; ++$i) {
            foreach ($took as $how => &$seconds) {
                $lock->acquire();
                $lock->release();
                'waiting later' === $how && usleep(1000);
                $seconds[] = seconds(fn () => same($how, true, $lock->acquire('trying' !== $how)));
                $lock->release();
            }
        }
        between('waiting: one slot and up to one more', 0.00025, 1, min($took['waiting']));
        between('trying: at once', 0, min($took['waiting']), min($took['trying']));
        between(
            'waiting when those two slots are over: at once',
            0,
            min($took['waiting']),
            min($took['waiting later']),
        );
        $waiter->kill(SIGCONT);
        $waiter->kill();
    },
);
?>
--EXPECT--
ok: 200 waiters
ok: 8 waiters
ok: who has released waits for its turn only where others wait, and only when it wants to wait
