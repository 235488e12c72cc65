<?php
/* SPDX-License-Identifier: MIT
 *
 * The driver of `./dev fpm`: php-fpm and nginx of its own, requests from several clients at a time, faults, and the
 * check of what the requests have written down (application.inc).
 *
 *     driver.php DIRECTORY ASK ANSWER [--seconds=N] [--requests=N] [--store=TEXT]
 *
 * The two pipes lead to tools/fpm/fpm.sh, which restarts the servers. */

require __DIR__.'/application.inc';
require __DIR__.'/preloaded.inc';
require __DIR__.'/rig.inc';
require __DIR__.'/checks.inc';

/** What is asked of all ways in turn, two of them at a time, so that the requests of each meet. */
final class Load
{
    private array $queue = [];
    private array $order = [];

    /** @param list<string> $ways */
    public function __construct(private array $ways)
    {
    }

    /** @return array{string, string} way and resource */
    public function next(): array
    {
        if (!$this->queue) {
            foreach ([$this->way(), $this->way()] as $way) {
                for ($i = 0; $i < 12; ++$i) {
                    $this->queue[] = [$way, 'work-'.$i % 2];
                }
            }
            shuffle($this->queue);
        }

        return array_pop($this->queue);
    }

    private function way(): string
    {
        if (!$this->order) {
            $this->order = $this->ways;
            shuffle($this->order);
        }

        return array_pop($this->order);
    }
}

/** Asks as fast as the answers come, for that time; $faults are [which part of it is over, what happens then]. */
function load(Rig $rig, Load $load, string $pool, float $seconds, int $requests, array $faults = []): void
{
    $began = now();
    for ($over = $sent = 0; $over < 1;) {
        while ($rig->waiting() < 8) {
            [$way, $resource] = $load->next();
            $rig->ask($pool, 'work', $way, $resource);
            ++$sent;
        }
        $rig->run();
        $over = max((now() - $began) / $seconds, $requests ? $sent / $requests : 0);
        if ($faults && $over >= $faults[0][0]) {
            array_shift($faults)[1]();
        }
    }
    $rig->drain();
}

/** Faults while a lock is held, each with each way; and how long it takes until the lock can be had again. */
final class Faults
{
    private const AT_ONCE = 12;
    /** Seconds for all of them: several times as many as a machine with little else to do needs. */
    private const LIMIT = 300;
    /** @var array<string, true> those that go on, with the lock */
    private array $holding = [];
    /** @var array<string, float> when they were over */
    private array $dead = [];
    /** @var array<string, float> when to ask again whether the lock is free */
    private array $next = [];

    public function __construct(private Rig $rig)
    {
    }

    /** @param list<array{string, string}> $faults what, and the way */
    public function run(array $faults): void
    {
        $this->rig->checks->expects($faults);
        for ($end = now() + self::LIMIT; now() < $end && ($faults || $this->holding || $this->next);) {
            while ($faults && count($this->holding) < self::AT_ONCE) {
                [$what, $way] = array_pop($faults);
                $this->holding["$what|$way"] = true;
                $this->rig->ask('timeout' === $what ? 'limited' : 'faults', $what, $way, "$what-fault");
            }
            foreach ($this->rig->run() as $done) {
                $this->done($done);
            }
            $this->kill();
            foreach (array_filter($this->next, fn ($when) => now() >= $when) as $name => $when) {
                $this->next[$name] = INF;
                [$what, $way] = explode('|', $name);
                $this->rig->ask('steady', 'try', $way, "$what-fault");
            }
        }
        $this->rig->drain();
        foreach ([...array_keys($this->holding), ...array_keys($this->next)] as $name) {
            $this->rig->checks->recovered(...explode('|', $name), after: null);
        }
    }

    private function done(Request $done): void
    {
        $name = strtok($done->resource, '-').'|'.$done->way;
        if ('try' !== $done->what) {
            unset($this->holding[$name]);
            $this->dead[$name] = $this->next[$name] = $done->ended;
        } elseif ('acquired' === $done->answer) {
            unset($this->next[$name]);
            [$what, $way] = explode('|', $name);
            $this->rig->checks->recovered($what, $way, $done->ended - $this->dead[$name]);
        } else {
            $this->next[$name] = now() + 0.1;
        }
    }

    private function kill(): void
    {
        foreach ($this->holding as $name => $alive) {
            [$what, $way] = explode('|', $name);
            if ('kill' === $what && $alive && $holder = $this->rig->holder($way, 'kill-fault')) {
                $this->holding[$name] = false;
                // Until now it was inside.
                note($this->rig->number($way), 'kill-fault', 'leave', $holder[1], now());
                posix_kill($holder[0], SIGKILL);
            }
        }
    }
}

[, $directory, $ask, $answer] = $argv;
$options = ['seconds' => 20.0, 'requests' => 0, 'store' => ''];
foreach (array_slice($argv, 4) as $argument) {
    if (!preg_match('/^--(seconds|requests|store)=(.+)$/', $argument, $given)) {
        fwrite(STDERR, "usage: ./dev fpm [--seconds=N] [--requests=N] [--store=TEXT]\n");
        exit(2);
    }
    $options[$given[1]] = $given[2];
}
[$seconds, $requests] = [(float) $options['seconds'], (int) $options['requests']];
$ways = array_values(array_filter(
    array_keys(fpm_ways()),
    fn ($name) => CONTROL === $name || '' === $options['store'] || false !== stripos($name, $options['store']),
));
$real = array_values(array_diff($ways, [CONTROL]));
clean_ways();
$rig = new Rig($directory, $ask, $answer, $ways);
$load = new Load($ways);

$rig->phase('the first requests of each way');
foreach ($ways as $way) {
    // In each worker, with as little as can be left to chance.
    for ($i = 0; $i < 3 * Rig::STEADY; ++$i) {
        $rig->ask('steady', 'work', $way, 'first');
    }
    $rig->drain();
}
$rig->phase('load');
load($rig, $load, 'steady', $seconds * 0.2, (int) ($requests * 0.2));
$before = $rig->memory();
load($rig, $load, 'steady', $seconds * 0.4, (int) ($requests * 0.4));
$rig->checks->memory($before, $rig->memory());

$rig->phase('workers that end after 25 requests; php-fpm is reloaded, stopped and started');
load($rig, $load, 'turnover', $seconds * 0.4, (int) ($requests * 0.4), [
    [0.25, $rig->reload(...)],
    [0.5, $rig->restart(...)],
    [0.75, $rig->reload(...)],
]);

$rig->phase('while each way holds a lock: kill -9, request_terminate_timeout, memory limit, fatal error, exit()');
$faults = [];
foreach (['exit', 'fatal', 'memory', 'kill', 'timeout'] as $what) {
    foreach ($real as $way) {
        $faults[] = [$what, $way];
    }
}
(new Faults($rig))->run($faults);

$rig->phase('the servers are restarted between two requests');
for ($i = 0; $i < 6; ++$i) {
    foreach ($ways as $way) {
        $rig->ask('steady', 'work', $way, 'restart');
    }
    $rig->drain();
    if (2 === $i) {
        $rig->restartServers();
    }
}
$rig->stop();
exit($rig->checks->report($rig) ? 0 : 1);
