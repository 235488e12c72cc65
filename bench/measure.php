<?php
/*
 * How it is measured. All contenders of a case run in turn, a short batch each, round after round, so that whatever
 * else the machine does meets all of them alike; what counts is the median of the rounds.
 */

function quantile(array $values, float $share): float
{
    sort($values);
    $at = $share * (count($values) - 1);
    $low = (int) floor($at);
    $high = (int) ceil($at);

    return $values[$low] + ($at - $low) * ($values[$high] - $values[$low]);
}

/** @return array{median: float, low: float, high: float} */
function spread(array $values): array
{
    return ['median' => quantile($values, .5), 'low' => quantile($values, .25), 'high' => quantile($values, .75)];
}

/**
 * @param array<string, Contender> $contenders
 *
 * @return array<string, list<float>> nanoseconds per cycle, one number for each round
 */
function interleave(array $contenders, int $rounds, float $batch, callable $progress): array
{
    $cycles = $times = [];
    foreach ($contenders as $side => $contender) {
        // Warm: connections, scripts, opcache, the JIT's traces. Then as many cycles as fill a batch.
        $contender->run(1);
        $one = $contender->run(2) / 2;
        $warm = max(1, (int) min(3000, 4 * $batch / $one));
        $one = $contender->run($warm) / $warm;
        $cycles[$side] = max(1, (int) round($batch / $one));
    }
    $order = array_keys($contenders);
    for ($round = 0; $round < $rounds; ++$round) {
        $progress($round, $rounds);
        foreach ($order as $side) {
            $times[$side][] = $contenders[$side]->run($cycles[$side]) / $cycles[$side];
        }
        // Nobody always runs after the same one.
        $order[] = array_shift($order);
        if (0 === $round % count($order)) {
            $order = array_reverse($order);
        }
    }

    return $times;
}

/** The median of the ratios of each round. */
function ratio(array $times, array $to): float
{
    return quantile(array_map(static fn ($a, $b) => $a / $b, $times, $to), .5);
}

/** Jain's index: 1 when all got the same, 1/n when one of n got all. */
function fairness(array $served): float
{
    $squares = array_sum(array_map(static fn ($n) => $n * $n, $served));

    return $squares ? array_sum($served) ** 2 / (count($served) * $squares) : 0.0;
}

/** What one cycle asks of the servers or of the system, by the difference of two run lengths. */
function count_requests(string $counter, array $command, Contender $contender, Ports $ports): ?float
{
    if ('redis' === $counter) {
        $contender->run(10);
        $before = redis_calls($ports);
        $contender->run(100);

        return (redis_calls($ports) - $before) / 100;
    }
    if (is_executable('/usr/bin/strace')) {
        // What is sent is counted at the client where the server does not count it.
        $which = match ($counter) {
            'messages' => ['-e', 'trace=sendto,sendmsg,write,writev'],
            'syncs' => ['-e', 'trace=fsync,fdatasync,sync_file_range'],
            default => [],
        };
        // Syncs are few, and each takes its time.
        [$many, $few] = 'syncs' === $counter ? [60, 10] : [600, 100];

        return (system_calls($command, $many, $which) - system_calls($command, $few, $which)) / ($many - $few);
    }

    return null;
}

/** Scripts that all Redis servers have run, and attempts at scripts that they did not know; or other commands. */
function redis_calls(Ports $ports, string $commands = 'eval|evalsha'): int
{
    $calls = 0;
    for ($i = 0; $i < $ports->redisCount(); ++$i) {
        $socket = fsockopen('127.0.0.1', $ports->redis($i));
        fwrite($socket, "INFO commandstats\r\n");
        $length = (int) substr((string) fgets($socket), 1);
        $info = stream_get_contents($socket, $length);
        fclose($socket);
        preg_match_all("/^cmdstat_(?:$commands):calls=(\d+)/m", $info, $match);
        $calls += array_sum($match[1]);
    }

    return $calls;
}

/**
 * Runs a contender below a program that counts, and returns all that both say. What died did nothing that could be
 * counted: that is no result.
 *
 * @param list<string> $lines that it is told
 */
function counted(array $command, array $lines): string
{
    $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    @fwrite($pipes[0], implode("\n", $lines)."\n");
    fclose($pipes[0]);
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    $said = explode("\n", $output);
    $answers = count(array_filter($said, is_numeric(...)));
    if (0 !== $status || count($lines) !== $answers || !preg_grep('/^ready/', $said)) {
        throw new RuntimeException(basename($command[0]).": status $status: $output");
    }

    return $output;
}

function system_calls(array $command, int $cycles, array $which): int
{
    $file = tempnam(sys_get_temp_dir(), 'slock-bench-');
    try {
        counted(['/usr/bin/strace', '-f', '-c', ...$which, '-o', $file, ...$command], [(string) $cycles]);
        $summary = file_get_contents($file);
    } finally {
        unlink($file);
    }
    // Without any call there is no such line.
    preg_match('/^100\.00\s+\S+\s+\d+\s+(\d+)\s.*total$/m', $summary, $match);

    return (int) ($match[1] ?? 0);
}

/** Instructions per cycle, as callgrind counts them: the same on every machine with the same compiler and libraries. */
function instructions(string $job, string $store): ?float
{
    if (!is_executable('/usr/bin/valgrind')) {
        return null;
    }
    $count = static function (int $cycles) use ($job, $store): int {
        $output = counted([
            '/usr/bin/valgrind',
            '--tool=callgrind',
            '--callgrind-out-file=/dev/null',
            ...php('slock', [], false),
            __DIR__.'/worker.php',
            $job,
            $store,
        ], ['200', (string) $cycles]);
        if (!preg_match('/Collected : (\d+)/', $output, $match)) {
            throw new RuntimeException("valgrind: $output");
        }

        return (int) $match[1];
    };

    return ($count(3000) - $count(1000)) / 2000;
}

/**
 * Waiting for a lock, side by side.
 *
 * @param array<string, array> $commands of the sides that there are
 *
 * @return array<string, array{p50: float, p95: float, total: float, cpu: float, fairness: float, failures: int}>
 *     ms, and Jain's index
 */
function measure_waiting(array $commands, string $cpus, int $rounds, callable $progress): array
{
    $found = [];
    foreach ($commands as $side => $command) {
        $actors[$side] = [];
        for ($i = 0; $i < 9; ++$i) {
            $actors[$side][] = new Contender($side, $command, $cpus);
        }
    }
    $handOff = [];
    for ($round = 0; $round < $rounds; ++$round) {
        $progress($round, $rounds);
        foreach ($actors as $side => [$holder, $waiter]) {
            $holder->say('acquire');
            $holder->hear();
            $waiter->say('wait');
            // Any moment of a poll interval is as good as any other.
            usleep(random_int(50_000, 250_000));
            $holder->say('release');
            $released = $holder->hear();
            $handOff[$side][] = ($waiter->hear() - $released) / 1e6;
            $waiter->say('release');
            $waiter->hear();
        }
    }
    foreach ($actors as $side => $all) {
        $holder = $all[0];
        $waiters = array_slice($all, 1);
        $totals = [];
        for ($i = 0; $i < max(3, intdiv($rounds, 10)); ++$i) {
            $progress($i, $rounds);
            $holder->say('acquire');
            $holder->hear();
            array_map(static fn ($waiter) => $waiter->say('turn 5000'), $waiters);
            usleep(random_int(150_000, 250_000));
            $holder->say('release');
            $released = $holder->hear();
            $totals[] = (max(array_map(static fn ($waiter) => $waiter->hear(), $waiters)) - $released) / 1e6;
        }
        $holder->say('acquire');
        $holder->hear();
        $waiters[0]->say('cpu');
        $before = $waiters[0]->hear();
        $start = hrtime(true);
        $waiters[0]->say('wait');
        usleep(2_000_000);
        $waited = (hrtime(true) - $start) / 1e9;
        $holder->say('release');
        $holder->hear();
        $waiters[0]->hear();
        $waiters[0]->say('release');
        $waiters[0]->hear();
        $waiters[0]->say('cpu');
        $cpu = ($waiters[0]->hear() - $before) / 1e6 / $waited;
        array_map(static fn ($waiter) => $waiter->say('contend 3 5000'), $waiters);
        $served = array_map(static fn ($waiter) => (int) $waiter->hear(), $waiters);
        array_map(static fn ($actor) => $actor->say('failures'), $all);
        $failures = (int) array_sum(array_map(static fn ($actor) => $actor->hear(), $all));
        $found[$side] = [
            'p50' => quantile($handOff[$side], .5),
            'p95' => quantile($handOff[$side], .95),
            'total' => quantile($totals, .5),
            'cpu' => $cpu,
            'fairness' => fairness($served),
            'failures' => $failures,
        ];
        array_map(static fn ($actor) => $actor->end(), $all);
    }

    return $found;
}
