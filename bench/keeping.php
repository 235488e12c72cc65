<?php
/*
 * Locks that are kept alive: what that costs, and how long a program that computes does not know that it has lost one.
 */

/** So long is looked at CPU time, in one piece; a renewal more or less does not count then. */
const KEEPING_SECONDS = 5;

/** So many are lost at a time, of locks with a TTL of so many seconds. */
const LOST_TOGETHER = 20;
const LOST_TTL = 1.0;

/**
 * `locks` locks with a TTL of `ttl` seconds, as the case says.
 *
 * @return array{cpu: float, php: float, renewals: float, p50?: float, p99?: float, max?: float} ms of CPU a second, of
 *     the thread that renews and of what runs PHP more than without these locks; renewals a second; ms
 */
function measure_keeping(
    array $case,
    array $command,
    string $cpus,
    int $rounds,
    Ports $ports,
    callable $progress,
): array {
    $worker = new Contender('slock', $command, $cpus);
    $ask = static function (string $line) use ($worker): float {
        $worker->say($line);

        return $worker->hear();
    };
    $renewals = 'redis' === $case['counter'] ? static fn () => redis_calls($ports) : memcached_gets(...);
    $alone = $ask('doze '.KEEPING_SECONDS) / 1e6 / KEEPING_SECONDS;
    $ask("keep $case[locks] $case[ttl]");
    $ask('doze 2'); // the first ones come at different times, and one has a connection to open
    $cpu = $php = $counts = [];
    for ($i = 0, $of = max(3, intdiv($rounds, 4)); $i < $of; ++$i) {
        $progress($i, $of);
        $counts[] = -$renewals();
        $cpu[] = -$ask('renewer');
        $php[] = $ask('doze '.KEEPING_SECONDS) / 1e6 / KEEPING_SECONDS - $alone;
        $cpu[$i] = ($cpu[$i] + $ask('renewer')) / 1e6 / KEEPING_SECONDS;
        $counts[$i] = ($counts[$i] + $renewals()) / KEEPING_SECONDS;
    }
    // A third of the TTL, give or take a tenth.
    if (min($counts) < $case['locks'] * 2 / $case['ttl']) {
        throw new RuntimeException("$case[title]: the locks are renewed only ".min($counts).' times a second');
    }
    if ($case['locks'] !== $held = (int) $ask('held')) {
        throw new RuntimeException("$case[title]: $held of $case[locks] locks are held in the end");
    }
    $ask('drop');
    $found = ['cpu' => quantile($cpu, .5), 'php' => quantile($php, .5), 'renewals' => quantile($counts, .5)];
    if (isset($case['lost'])) {
        $told = measure_losses($worker, $case['lost'], $ports, $progress);
        $found += ['p50' => quantile($told, .5), 'p99' => quantile($told, .99), 'max' => max($told)];
    }
    $worker->end();

    return $found;
}

function memcached_gets(): int
{
    $socket = fsockopen('127.0.0.1', (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
    fwrite($socket, "stats\r\n");
    for ($hits = 0; "END\r\n" !== $line = (string) fgets($socket);) {
        $hits = sscanf($line, 'STAT get_hits %d')[0] ?? $hits;
    }
    fclose($socket);

    return $hits;
}

/**
 * The worker computes and keeps locks alive that are deleted at the server, at any moment. What is measured begins when
 * the server takes the renewal that it refuses, as MONITOR tells, and ends in $onLost: the thread learns of it in
 * between.
 *
 * @return list<float> ms
 */
function measure_losses(Contender $worker, int $count, Ports $ports, callable $progress): array
{
    $open = static fn () => fsockopen('127.0.0.1', $ports->redis());
    [$monitor, $client] = [$open(), $open()];
    fwrite($monitor, "MONITOR\r\n");
    stream_set_timeout($monitor, 10);
    fgets($monitor);
    $told = [];
    while (count($told) < $count) {
        $progress(count($told), $count);
        $worker->say(sprintf('lose %d %s', LOST_TOGETHER, LOST_TTL));
        $worker->hear();
        $names = array_map(static fn ($i) => "slock-bench-lost-$i", range(0, LOST_TOGETHER - 1));
        usleep(random_int(0, 500_000));
        foreach ($names as $name) {
            fwrite($client, "DEL $name\r\n");
            if (":1\r\n" !== fgets($client)) {
                throw new RuntimeException("$name is not there to be deleted");
            }
            usleep(random_int(0, 20_000));
        }
        if (LOST_TOGETHER !== $lost = (int) $worker->hear()) {
            throw new RuntimeException("$lost of ".LOST_TOGETHER.' lost locks were told');
        }
        $refused = refused_renewals($monitor, $names);
        foreach ($names as $i => $name) {
            $worker->say("told $i");
            $told[] = ($worker->hear() - $refused[$name]) / 1e3;
        }
    }
    fclose($monitor);
    fclose($client);

    return $told;
}

/**
 * When the server has run the first script with each of these keys that came after its deletion.
 *
 * @return array<string, float> microseconds since the epoch
 */
function refused_renewals($monitor, array $names): array
{
    $refused = $deleted = [];
    while (count($refused) < count($names)) {
        $line = fgets($monitor);
        if (false === $line) {
            throw new RuntimeException('MONITOR shows no renewal of some lost lock');
        }
        $of = '/^\+(\d+)\.(\d+) \[\d+ (?!lua)[^]]*\] "(DEL|EVALSHA|EVAL)" .*"(slock-bench-lost-\d+)"/';
        if (!preg_match($of, $line, $match)) {
            continue;
        }
        [, $seconds, $micros, $command, $name] = $match;
        if ('DEL' === $command) {
            $deleted[$name] = true;
        } elseif (isset($deleted[$name])) {
            $refused[$name] ??= $seconds * 1e6 + $micros;
        }
    }

    return $refused;
}
